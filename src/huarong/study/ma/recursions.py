"""马旭's four recursions on an M×N board as printed, and their compiled twins; `four.c` has them in C.

The blank moves. A depth-first recursion with a bound m tries the blank's neighbors, refuses a state that is on the path
already, and keeps every path to the goal. All of them copy the state back after each of the four conditions, or of the
nine entries of a row, whether or not anything was changed.
"""

import contextlib
import functools
import itertools
import math
import re
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from huarong.errors import InputError
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.board import DELTA, MAX_CELLS, Board, Kind
from huarong.study.record import Enough, Witness, unseen

Matrix = list[list[int]]
Way = tuple[int, ...]
"""The numbers moved, in order."""


class Recursion(ABC):
    """One of the four programs. `run` fills `ways`, and counts the `calls` of `move` and the `tests` of neighbors. `at`
    has both counts at each path. `most` is the article's m; with `limit`, the search ends after that many paths. The
    board is `width` wide and as high as its numbers require. `follow` fixes the first moves.

    The witness gets each step: `call` and `return` with the depth and the state, `test` with the depth, the state and
    whether it is new, `copy` with the depth, the state and what is copied over it, `pass` with the length of the path.
    """

    kept: Callable[[Any], Any] = staticmethod(lambda state: state)
    """Converts a state to the form in which the path keeps it."""

    def __init__(self, start: Way, goal: Way, most: int, limit: int | None = None, width: int = 3) -> None:
        self.width, self.height = width, len(start) // width
        self.start, self.goal, self.most, self.limit = start, goal, most, limit
        self.watch: Watch | None = None
        self.witness: Witness = unseen
        self.follow: Sequence[Any] = ()
        self.calls, self.tests, self.moved = 0, 0, [0] * (most + 1)
        self.path: list[Any] = [None] * (most + 1)
        self.ways, self.at = list[Any](), list[tuple[int, int]]()
        self.b: Any = None

    def run(self) -> Self:
        """Search, and return the program itself."""
        with contextlib.suppress(Enough):
            self.begin()
        return self

    @abstractmethod
    def begin(self) -> None:
        """Call `move` at the start."""

    def lines(self) -> Iterator[str]:
        """Iterate over the output, line by line, as the article shows it."""
        yield f"Enter m: {self.most}"
        for number, way in enumerate(self.ways, 1):
            yield f"Pass No {number}:"
            for i in range(0, len(way), 10):
                yield "".join(f"{each}," for each in way[i : i + 10])
        yield f"Total number of the problem solving methods is :{len(self.ways)}"

    def to_json(self) -> dict[str, Any]:
        """Return the paths, with the counts at each and in all, as JSON."""
        calls, tests = [calls for calls, _ in self.at], [tests for _, tests in self.at]
        plain = {"m": self.most, "ways": [list(way) for way in self.ways], "calls_at": calls, "tests_at": tests}
        return plain | {"calls": self.calls, "tests": self.tests}

    def rows(self, state: Way) -> Any:
        """Return a state as a matrix."""
        return [list(state[i : i + self.width]) for i in range(0, len(state), self.width)]

    def enter(self, x: Any, n: int) -> None:
        """Count a call of `move`, and keep the path if it has reached the goal."""
        self.calls += 1
        if self.watch is not None and not self.calls & 4095:
            self.watch.look(n, self.calls)
        self.witness("call", n, x)
        if x == self.b:
            self.put_pass(n)

    def put_pass(self, n: int) -> None:
        """Keep the path of n moves, which has reached the goal."""
        self.witness("pass", n)
        self.ways.append(tuple(self.moved[1 : n + 1]))
        self.at.append((self.calls, self.tests))
        if len(self.ways) == self.limit:
            raise Enough

    def added(self, new: Any, n: int) -> bool:
        """Add a state to the path as its n-th, unless the path has it already; return whether it was added."""
        self.tests += 1
        if n < len(self.follow) and new != self.follow[n]:
            return False
        new_one = new not in self.path[:n]
        if new_one:
            self.path[n] = self.kept(new)
        self.witness("test", n, new, new_one)
        return new_one

    def mcopy(self, x1: Any, x2: Any, n: int) -> None:
        """Copy x2 to x1, the state, after n moves."""
        self.witness("copy", n, x1, x2)
        for row, kept in zip(x1, x2, strict=True):
            row[:] = kept


class MatrixRecursion(Recursion):
    """方阵存储法, as printed: one matrix that all calls change in place; each call backs it up and copies it back.

    Like an array of C, `x` is passed by reference: `move_ok` moves the blank in it, even if it refuses the move.
    """

    def begin(self) -> None:
        self.b, self.path[0] = self.rows(self.goal), list(self.start)
        self.move(self.rows(self.start), *divmod(self.start.index(0), self.width), 0)

    def move(self, x: Matrix, i: int, j: int, n: int) -> None:
        """Continue from x, whose blank is at row i, column j, after n moves."""
        self.enter(x, n)
        y = [row[:] for row in x]
        for inside, k in _neighbours(i * self.width + j, self.width, self.height) if n < self.most else ():
            if inside and self.move_ok(x, i, j, *divmod(k, self.width), n + 1):
                self.moved[n + 1] = x[i][j]
                self.move(x, *divmod(k, self.width), n + 1)
            self.mcopy(x, y, n)
        self.witness("return", n, x)

    def move_ok(self, x: Matrix, i0: int, j0: int, i1: int, j1: int, n: int) -> bool:
        """Move the blank. Unless the new state is on the path already, add it to the path and return True."""
        x[i0][j0], x[i1][j1] = x[i1][j1], 0
        return self.added([number for row in x for number in row], n)


class StringRecursion(Recursion):
    """字串存储法, as printed: a string changed in place, with a backup; copy and comparison are the language's."""

    kept = bytes

    def begin(self) -> None:
        x, self.b = (bytearray(48 + number for number in state) for state in (self.start, self.goal))
        self.path[0] = bytes(x)
        self.move(x, self.start.index(0), 0)

    def move(self, x: bytearray, p: int, n: int) -> None:
        """Continue from x, whose blank is at p, after n moves."""
        self.enter(x, n)
        y = x[:]
        for inside, k in _neighbours(p, self.width, self.height) if n < self.most else ():
            if inside and self.move_ok(x, p, k, n + 1):
                self.moved[n + 1] = x[p] - 48
                self.move(x, k, n + 1)
            self.mcopy(x, y, n)
        self.witness("return", n, x)

    def move_ok(self, x: bytearray, p: int, k: int, n: int) -> bool:
        x[p], x[k] = x[k], x[p]
        return self.added(x, n)

    def mcopy(self, x1: bytearray, x2: bytearray, n: int) -> None:
        self.witness("copy", n, x1, x2)
        x1[:] = x2


def _neighbours(p: int, width: int, height: int) -> tuple[tuple[bool, int], ...]:
    """Return the cells above, below, left and right of a cell, each with whether it is on the board."""
    i, j = divmod(p, width)
    return (i != 0, p - width), (i != height - 1, p + width), (j != 0, p - 1), (j != width - 1, p + 1)


class SignRecursion(MatrixRecursion):
    """路径标识矩阵, as printed: each row of 0 and 1 is scanned, and the state copied back after each entry."""

    def begin(self) -> None:
        self.sign = signs_of(self.width, self.height)
        self.b, self.path[0] = self.rows(self.goal), list(self.start)
        self.step(self.rows(self.start), self.start.index(0), 0)

    def step(self, x: Matrix, p: int, n: int) -> None:
        """The printed `move`: continue from x, whose blank is at p, after n moves."""
        self.enter(x, n)
        y, (i, j) = [row[:] for row in x], divmod(p, self.width)
        for k, sign in enumerate(self.sign[p] if n < self.most else ()):
            if sign == 1 and self.move_ok(x, i, j, *divmod(k, self.width), n + 1):
                self.moved[n + 1] = x[i][j]
                self.step(x, k, n + 1)
            self.mcopy(x, y, n)
        self.witness("return", n, x)


class PathRecursion(Recursion):
    """保留路径信息的递归, as printed: one global matrix, copied back from the path after each entry of the row."""

    kept: Callable[[Any], Any] = staticmethod(lambda a: [row[:] for row in a])

    def begin(self) -> None:
        self.sign = signs_of(self.width, self.height)
        self.a, self.b, self.path[0] = self.rows(self.start), self.rows(self.goal), self.rows(self.start)
        self.move(self.start.index(0), 0)

    def move(self, p: int, n: int) -> None:
        """Continue with the blank at p after n moves."""
        self.enter(self.a, n)
        i, j = divmod(p, self.width)
        for k, sign in enumerate(self.sign[p] if n < self.most else ()):
            if sign == 1 and self.move_ok(p, k, n + 1):
                self.moved[n + 1] = self.a[i][j]
                self.move(k, n + 1)
            self.mcopy(self.a, self.path[n], n)
        self.witness("return", n, self.a)

    def move_ok(self, p: int, k: int, n: int) -> bool:
        a, (i0, j0), (i1, j1) = self.a, divmod(p, self.width), divmod(k, self.width)
        a[i0][j0], a[i1][j1] = a[i1][j1], 0
        return self.added(a, n)


class Compiled(Recursion):
    """The kernel `eight`, in either order: up, down, left, right, or by ascending cell (`signs`)."""

    signs = False
    pure: bool | None = None

    def begin(self) -> None:
        """Run the kernel, a slice at a time. Raises `InputError` for more than 16 cells."""
        size, signs = len(self.start), array("q")
        if size > 16:
            raise InputError("the compiled recursion takes at most 16 cells; the board has {got}", got=size)
        for p in range(size):
            row = [k for inside, k in _neighbours(p, self.width, self.height) if inside]
            signs.extend([*(sorted(row) if self.signs else row), -1, -1, -1, -1][:4])
        start, goal = (sum(digit << 4 * i for i, digit in enumerate(state)) for state in (self.start, self.goal))
        search = kernel("eight", self.pure).PathsOfTiles(start, self.start.index(0), goal, self.most, signs)
        found = start == goal
        while True:
            self.calls, self.tests = search.calls, search.tests
            if self.watch is not None:
                self.watch.look(search.depth, search.calls)
            if found:
                self.moved[1 : search.depth + 1] = search.tiles()
                self.put_pass(search.depth)
            if search.depth < 0:
                break
            found = search.run(200_000)


class CompiledSigns(Compiled):
    """The kernel in the order of the sign matrix."""

    signs = True


@functools.cache
def signs_of(width: int, height: int) -> "SignMatrix":
    """Return the result of the printed `creatsm`: the sign matrix of the blank, made once for a board."""
    return sign_matrix(Board(width, height), Kind.of([(0, 0)]))


def states_on(start: Way, way: Way) -> list[list[int]]:
    """Return the states on the path `way` from `start`.

    >>> states_on((1, 0), (1,))
    [[1, 0], [0, 1]]
    """
    state, states = [*start], [[*start]]
    for number in way:
        blank, at = state.index(0), state.index(number)
        state[blank], state[at] = number, 0
        states.append(state[:])
    return states


# Sign matrices

SignMatrix = tuple[tuple[int, ...], ...]
"""`sign[p][k]` is 1 if a piece can go from cell p to cell k."""

KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
"""The eight leaps of a knight, as (x, y)."""


def _matrix(board: Board, kind: Kind, offsets: Iterable[tuple[int, int]]) -> SignMatrix:
    if not 0 < board.size <= MAX_CELLS or board.width < 1:
        text = "{w}x{h} is not a valid board; expected at most {most:,} {most:cell|cells}"
        raise InputError(text, w=board.width, h=board.height, most=MAX_CELLS)
    heads, rows = set(board.heads(kind)), [[0] * board.size for _ in range(board.size)]
    for p, (dx, dy) in itertools.product(heads, offsets):
        k = p + dy * board.width + dx
        if 0 <= p % board.width + dx < board.width and k in heads:
            rows[p][k] = 1
    return tuple(map(tuple, rows))


def sign_matrix(board: Board, kind: Kind) -> SignMatrix:
    """Return where a sliding piece can go on the empty board, from each possible cell of its head.

    Raises `InputError` for a board of more than `MAX_CELLS` cells.

    >>> for row in sign_matrix(Board(2, 2), Kind.of([(0, 0)])): print(*row)
    0 1 1 0
    1 0 0 1
    1 0 0 1
    0 1 1 0
    """
    return _matrix(board, kind, [DELTA[direction] for direction in kind.directions])


def knight_matrix(width: int, height: int) -> SignMatrix:
    """Return where a knight can go. Raises `InputError` for a board of more than `MAX_CELLS` cells.

    >>> sum(map(sum, knight_matrix(8, 8)))
    336
    """
    return _matrix(Board(width, height), Kind.of([(0, 0)]), KNIGHT)


PRINTED = Path(__file__).with_name("four.c")
"""马旭's four programs in C."""
FOUR = ("ma-matrix", "ma-string", "ma-sign", "ma-path")


def printed_moves() -> dict[str, str]:
    """The `move` of each program in C, by the end of its name."""
    return dict(re.findall(r"\nstatic void move_(\w+)(\(.*?\)\n\{.*?\n\})", PRINTED.read_text("utf-8"), re.DOTALL))


def declared(text: str, number: int = 2, pointer: int = 2) -> int:
    """The bytes of all variables that a text in C declares; an `int` has 2 in the article's WIN-TC (16 bits)."""
    found = 0
    for kind, names in re.findall(r"\b(int|char) ([^;)]+)", re.sub(", (?=int|char)", "; ", text)):
        for sizes in (re.findall(r"\[(\d*)\]", name) for name in names.split(",")):
            found += pointer if "" in sizes else math.prod(map(int, sizes)) * (number if kind == "int" else 1)
    return found


def frame_bytes(name: str, number: int = 2, pointer: int = 2) -> int:
    """Bytes of local storage in one call, parameters included.

    >>> {name: frame_bytes(name) for name in FOUR}
    {'ma-matrix': 26, 'ma-string': 20, 'ma-sign': 30, 'ma-path': 10}
    """
    return declared(printed_moves()[name[3:]], number, pointer)
