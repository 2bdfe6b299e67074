"""马旭's four recursions on an M×N board, and their compiled twins.

The blank moves. A depth-first recursion with a bound m tries its neighbours, refuses a state that is on the path
already, and keeps every path to the goal. Four programs differ in the representation: the state in a matrix, in a
string, in a matrix with the neighbours read from a "sign matrix", and in one global matrix that is restored from the
path instead of from a copy in every call. All four are as the article prints them; `huarong.study.ma.improved` shows
what can be saved in them.
"""

from __future__ import annotations

import contextlib
import functools
from abc import ABC, abstractmethod
from array import array

from huarong.errors import InputError
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.board import Board, Kind
from huarong.study.ma.signs import SignMatrix, sign_matrix
from huarong.study.record import Enough

Matrix = list[list[int]]
Way = tuple[int, ...]
"""The numbers moved, in order."""


class Recursion(ABC):
    """One of his programs: `run` fills `ways`; `calls` of `move` and `tests` of neighbours are counted.

    `at` has both counts at each path. `most` is his m; with `limit` the search ends after that many paths. The board is
    `width` wide and as high as its numbers fill it.
    """

    def __init__(self, start: Way, goal: Way, most: int, limit: int | None = None, width: int = 3) -> None:
        self.width, self.height = width, len(start) // width
        self.watch: Watch | None = None
        self.start = start
        self.goal = goal
        self.most = most
        self.limit = limit
        self.calls = self.tests = 0
        self.moved = [0] * (most + 1)
        self.ways: list[Way] = []
        self.at: list[tuple[int, int]] = []

    def run(self) -> Recursion:
        """Search; returns itself."""
        with contextlib.suppress(Enough):
            self.begin()
        return self

    @abstractmethod
    def begin(self) -> None:
        """Call `move` at the start."""

    def rows(self, state: Way) -> Matrix:
        """A state as a matrix."""
        return [list(state[i : i + self.width]) for i in range(0, len(state), self.width)]

    def look(self, n: int) -> None:
        """Ask the watch, if there is one, once in 4,096 calls."""
        if self.watch is not None:
            self.watch.look(n, self.calls)

    def put_pass(self, n: int) -> None:
        """Record the path of n moves, which has reached the goal."""
        self.ways.append(tuple(self.moved[1 : n + 1]))
        self.at.append((self.calls, self.tests))
        if len(self.ways) == self.limit:
            raise Enough


class MatrixRecursion(Recursion):
    """方阵存储法, as printed: one matrix that all calls change in place; each call backs it up and copies it back.

    Like an array of C, `x` is passed by reference: `move_ok` moves the blank in it, even if it refuses the move.
    """

    def begin(self) -> None:
        """Call `move` at the start."""
        self.b, x = self.rows(self.goal), self.rows(self.start)
        self.path: list[list[int]] = [[] for _ in range(self.most + 1)]
        self.path[0] = list(self.start)
        i, j = divmod(self.start.index(0), self.width)
        self.move(x, i, j, 0)

    def move(self, x: Matrix, i: int, j: int, n: int) -> None:
        """Go on from x, whose blank is at row i, column j, after n moves."""
        self.calls += 1
        if not self.calls & 4095:
            self.look(n)
        y: Matrix = [[0] * self.width for _ in range(self.height)]
        self.mcopy(y, x)
        if x == self.b:
            self.put_pass(n)
        if n < self.most:
            n += 1
            if i != 0 and self.move_ok(x, i, j, i - 1, j, n):
                self.moved[n] = x[i][j]
                self.move(x, i - 1, j, n)
            self.mcopy(x, y)
            if i != self.height - 1 and self.move_ok(x, i, j, i + 1, j, n):
                self.moved[n] = x[i][j]
                self.move(x, i + 1, j, n)
            self.mcopy(x, y)
            if j != 0 and self.move_ok(x, i, j, i, j - 1, n):
                self.moved[n] = x[i][j]
                self.move(x, i, j - 1, n)
            self.mcopy(x, y)
            if j != self.width - 1 and self.move_ok(x, i, j, i, j + 1, n):
                self.moved[n] = x[i][j]
                self.move(x, i, j + 1, n)
            self.mcopy(x, y)

    def move_ok(self, x: Matrix, i0: int, j0: int, i1: int, j1: int, n: int) -> bool:
        """Move the blank. Unless the new state is on the path already, add it to the path and return True."""
        self.tests += 1
        x[i0][j0], x[i1][j1] = x[i1][j1], 0
        new = [number for row in x for number in row]
        if new in self.path[:n]:
            return False
        self.path[n] = new
        return True

    def mcopy(self, x1: Matrix, x2: Matrix) -> None:
        """Copy x2 to x1."""
        for row, kept in zip(x1, x2, strict=True):
            row[:] = kept


class StringRecursion(Recursion):
    """字串存储法, as printed: a string changed in place, with a backup; the language's own copy and comparison."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.b = self.text(self.goal)
        self.path = [b""] * (self.most + 1)
        self.path[0] = bytes(self.text(self.start))
        self.move(self.text(self.start), self.start.index(0), 0)

    def text(self, state: Way) -> bytearray:
        """A state as a string that can be changed, a character for each number."""
        return bytearray(48 + number for number in state)

    def move(self, x: bytearray, p: int, n: int) -> None:
        """Go on from x, whose blank is at p, after n moves."""
        self.calls += 1
        if not self.calls & 4095:
            self.look(n)
        y = x[:]
        if x == self.b:
            self.put_pass(n)
        i, j = divmod(p, self.width)
        if n < self.most:
            n += 1
            if i != 0 and self.move_ok(x, p, p - self.width, n):
                self.moved[n] = x[p] - 48
                self.move(x, p - self.width, n)
            x[:] = y
            if i != self.height - 1 and self.move_ok(x, p, p + self.width, n):
                self.moved[n] = x[p] - 48
                self.move(x, p + self.width, n)
            x[:] = y
            if j != 0 and self.move_ok(x, p, p - 1, n):
                self.moved[n] = x[p] - 48
                self.move(x, p - 1, n)
            x[:] = y
            if j != self.width - 1 and self.move_ok(x, p, p + 1, n):
                self.moved[n] = x[p] - 48
                self.move(x, p + 1, n)
            x[:] = y

    def move_ok(self, x: bytearray, p: int, k: int, n: int) -> bool:
        """Move the blank. Unless the new state is on the path already, add it to the path and return True."""
        self.tests += 1
        x[p], x[k] = x[k], x[p]
        if x in self.path[:n]:
            return False
        self.path[n] = bytes(x)
        return True


class SignRecursion(MatrixRecursion):
    """路径标识矩阵, as printed: each row of 0 and 1 is gone through; each entry, 0 or 1, is followed by a copy back."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.sign = signs_of(self.width, self.height)
        self.b, x = self.rows(self.goal), self.rows(self.start)
        self.path = [[] for _ in range(self.most + 1)]
        self.path[0] = list(self.start)
        self.step(x, self.start.index(0), 0)

    def step(self, x: Matrix, p: int, n: int) -> None:
        """His `move`: continue from x, whose blank is at p, after n moves."""
        self.calls += 1
        if not self.calls & 4095:
            self.look(n)
        y: Matrix = [[0] * self.width for _ in range(self.height)]
        self.mcopy(y, x)
        if x == self.b:
            self.put_pass(n)
        if n < self.most:
            n += 1
            for k, sign in enumerate(self.sign[p]):
                if sign == 1 and self.allowed(x, p, k, n):
                    i, j = divmod(p, self.width)
                    self.moved[n] = x[i][j]
                    self.step(x, k, n)
                self.mcopy(x, y)

    def allowed(self, x: Matrix, p: int, k: int, n: int) -> bool:
        """His `moveok` with the numbers of cells."""
        return self.move_ok(x, *divmod(p, self.width), *divmod(k, self.width), n)


class PathRecursion(Recursion):
    """保留路径信息的递归, as printed: one global matrix, copied back from the path after each entry of the row."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.sign = signs_of(self.width, self.height)
        self.a, self.b = self.rows(self.start), self.rows(self.goal)
        self.path: list[Matrix] = [[] for _ in range(self.most + 1)]
        self.path[0] = self.rows(self.start)
        self.move(self.start.index(0), 0)

    def move(self, p: int, n: int) -> None:
        """Go on with the blank at p after n moves."""
        self.calls += 1
        if not self.calls & 4095:
            self.look(n)
        if self.a == self.b:
            self.put_pass(n)
        if n < self.most:
            n += 1
            for k, sign in enumerate(self.sign[p]):
                if sign == 1 and self.move_ok(p, k, n):
                    i, j = divmod(p, self.width)
                    self.moved[n] = self.a[i][j]
                    self.move(k, n)
                self.mcopy(self.a, self.path[n - 1])

    def move_ok(self, p: int, k: int, n: int) -> bool:
        """Move the blank. Unless the new state is on the path already, add it to the path and return True."""
        self.tests += 1
        a, (i0, j0), (i1, j1) = self.a, divmod(p, self.width), divmod(k, self.width)
        a[i0][j0], a[i1][j1] = a[i1][j1], 0
        if a in self.path[:n]:
            return False
        self.path[n] = [row[:] for row in a]
        return True

    def mcopy(self, x1: Matrix, x2: Matrix) -> None:
        """Copy x2 to x1."""
        for row, kept in zip(x1, x2, strict=True):
            row[:] = kept


class Compiled(Recursion):
    """The kernel `eight`, in either order: up, down, left, right, or by ascending cell (`signs`)."""

    signs = False
    pure: bool | None = None

    def begin(self) -> None:
        """Run the kernel, a slice at a time. Raises `InputError` for more than 16 cells."""
        size, w = len(self.start), self.width
        if size > 16:
            raise InputError("the compiled recursion takes at most 16 cells; the board has {got}", got=size)
        signs = array("q")
        for p, sign in enumerate(signs_of(w, self.height)):
            row = [k for k in (p - w, p + w, p - 1, p + 1) if 0 <= k < size and sign[k]]
            if self.signs:
                row.sort()
            signs.extend([*row, -1, -1, -1, -1][:4])
        start, goal = _packed(self.start), _packed(self.goal)
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


def _packed(digits: Way) -> int:
    return sum(digit << 4 * i for i, digit in enumerate(digits))


@functools.cache
def signs_of(width: int, height: int) -> SignMatrix:
    """His `creatsm`: the sign matrix of the blank, made once for a board."""
    return sign_matrix(Board(width, height), Kind.of([(0, 0)]))


LOCALS = {"ma-matrix": (12, 0, 1), "ma-string": (4, 10, 1), "ma-sign": (14, 0, 1), "ma-path": (5, 0, 0)}
"""The local storage of each `move` in C: numbers (`int`), characters and pointers, parameters included."""


def frame_bytes(name: str, number: int = 2, pointer: int = 2) -> int:
    """Bytes of local storage in one call, an `int` having 2 in his WIN-TC (16 bits).

    >>> {name: frame_bytes(name) for name in LOCALS}
    {'ma-matrix': 26, 'ma-string': 20, 'ma-sign': 30, 'ma-path': 10}
    """
    numbers, characters, pointers = LOCALS[name]
    return numbers * number + characters + pointers * pointer
