"""马旭's four recursions on an M×N board, and their compiled twins.

The blank moves. A depth-first recursion with a bound m tries its neighbours, refuses a state that is on the path
already, and keeps every path to the goal. Four programs differ in the representation: the state in a matrix, in a
string, in a matrix with the neighbours read from a "sign matrix", and in one global matrix that is restored from the
path instead of from a copy in every call.
"""

from __future__ import annotations

import contextlib
import functools
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterator

from huarong.errors import InputError
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.board import Board, Kind
from huarong.study.ma.signs import SignMatrix, sign_matrix

Matrix = list[list[int]]
Way = tuple[int, ...]
"""The numbers moved, in order."""


class _Enough(Exception):
    """Raised to end the recursion once enough paths are found."""


class Recursion(ABC):
    """One of his programs: `run` fills `ways`; `calls` of `move` and `tests` of neighbours are counted.

    `at` has both counts at each path. `most` is his m; with `limit` the search ends after that many paths. The board
    is `width` wide and as high as its numbers fill it.
    """

    def __init__(
        self, start: Way, goal: Way, most: int, limit: int | None = None, width: int = 3
    ) -> None:
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
        with contextlib.suppress(_Enough):
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
            raise _Enough


class MatrixRecursion(Recursion):
    """方阵存储法: a matrix passed on and copied in every call."""

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
        y = [row[:] for row in x]
        if x == self.b:
            self.put_pass(n)
        if n < self.most:
            n += 1
            for to in self.nexts(i, j):
                if self.move_ok(x, i, j, *to, n):
                    self.moved[n] = x[i][j]
                    self.move(x, *to, n)
                _copy(x, y)

    def nexts(self, i: int, j: int) -> Iterator[tuple[int, int]]:
        """Where the blank may go from row i, column j: up, down, left, right."""
        if i != 0:
            yield i - 1, j
        if i != self.height - 1:
            yield i + 1, j
        if j != 0:
            yield i, j - 1
        if j != self.width - 1:
            yield i, j + 1

    def move_ok(self, x: Matrix, i0: int, j0: int, i1: int, j1: int, n: int) -> bool:
        """Move the blank; True, and the new state is on the path, unless it was there already."""
        self.tests += 1
        x[i0][j0], x[i1][j1] = x[i1][j1], 0
        new = [number for row in x for number in row]
        if new in self.path[:n]:
            return False
        self.path[n] = new
        return True


def _copy(x: Matrix, y: Matrix) -> None:
    for row, kept in zip(x, y, strict=True):
        row[:] = kept


class StringRecursion(Recursion):
    """字串存储法: the state is a string, here an immutable one that needs no copy to go back to."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.b = _text(self.goal)
        self.path = [""] * (self.most + 1)
        self.path[0] = _text(self.start)
        self.move(self.path[0], self.start.index(0), 0)

    def move(self, x: str, p: int, n: int) -> None:
        """Go on from x, whose blank is at p, after n moves."""
        self.calls += 1
        if not self.calls & 4095:
            self.look(n)
        if x == self.b:
            self.put_pass(n)
        i, j = divmod(p, self.width)
        if n < self.most:
            n += 1
            if i != 0 and self.move_ok(x, p, p - self.width, n):
                self.moved[n] = _digit(x[p - self.width])
                self.move(self.path[n], p - self.width, n)
            if i != self.height - 1 and self.move_ok(x, p, p + self.width, n):
                self.moved[n] = _digit(x[p + self.width])
                self.move(self.path[n], p + self.width, n)
            if j != 0 and self.move_ok(x, p, p - 1, n):
                self.moved[n] = _digit(x[p - 1])
                self.move(self.path[n], p - 1, n)
            if j != self.width - 1 and self.move_ok(x, p, p + 1, n):
                self.moved[n] = _digit(x[p + 1])
                self.move(self.path[n], p + 1, n)

    def move_ok(self, x: str, p: int, k: int, n: int) -> bool:
        """True, and the new state is on the path, unless it was there already."""
        self.tests += 1
        a, b = (p, k) if p < k else (k, p)
        new = x[:a] + x[b] + x[a + 1 : b] + x[a] + x[b + 1 :]
        if new in self.path[:n]:
            return False
        self.path[n] = new
        return True


def _text(state: Way) -> str:
    return "".join(chr(48 + number) for number in state)


def _digit(letter: str) -> int:
    return ord(letter) - 48


class SignRecursion(MatrixRecursion):
    """路径标识矩阵: where the blank may go is read from a matrix of 0 and 1 instead of asked."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.sign = _signs(self.width, self.height)
        super().begin()

    def nexts(self, i: int, j: int) -> Iterator[tuple[int, int]]:
        """Where the blank may go from row i, column j, by the matrix."""
        for k, sign in enumerate(self.sign[self.width * i + j]):
            if sign == 1:
                yield divmod(k, self.width)


class PathRecursion(Recursion):
    """保留路径信息的递归: one state for all calls, restored from the path; nothing passed but p and n."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.sign = _signs(self.width, self.height)
        self.a = list(self.start)
        self.b = list(self.goal)
        self.path: list[list[int]] = [[] for _ in range(self.most + 1)]
        self.path[0] = self.a[:]
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
            row = self.sign[p]
            for k in range(len(row)):
                if row[k] == 1:
                    if self.move_ok(p, k, n):
                        self.moved[n] = self.a[p]
                        self.move(k, n)
                    self.a[:] = self.path[n - 1]

    def move_ok(self, p: int, k: int, n: int) -> bool:
        """Move the blank; True, and the new state is on the path, unless it was there already."""
        self.tests += 1
        a = self.a
        a[p], a[k] = a[k], 0
        if a in self.path[:n]:
            return False
        self.path[n] = a[:]
        return True


class Compiled(Recursion):
    """The kernel `eight`, in either order: up, down, left, right, or by ascending cell (`signs`)."""

    signs = False
    pure: bool | None = None

    def begin(self) -> None:
        """Run the kernel, a slice at a time. Raises `InputError` for more than 16 cells."""
        size, w = len(self.start), self.width
        if size > 16:
            raise InputError(
                "the compiled recursion takes at most 16 cells; the board has {got}", got=size
            )
        signs = array("q")
        for p, sign in enumerate(_signs(w, self.height)):
            row = [k for k in (p - w, p + w, p - 1, p + 1) if 0 <= k < size and sign[k]]
            if self.signs:
                row.sort()
            signs.extend([*row, -1, -1, -1, -1][:4])
        start, goal = _packed(self.start), _packed(self.goal)
        search = kernel("eight", self.pure).PathsOfTiles(
            start, self.start.index(0), goal, self.most, signs
        )
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
def _signs(width: int, height: int) -> SignMatrix:
    return sign_matrix(Board(width, height), Kind.of([(0, 0)]))


LOCALS = {
    "ma-matrix": (12, 0, 1),
    "ma-string": (4, 10, 1),
    "ma-sign": (14, 0, 1),
    "ma-path": (5, 0, 0),
}
"""The local storage of each `move` in C: numbers (`int`), characters and pointers, parameters included."""


def frame_bytes(name: str, number: int = 2, pointer: int = 2) -> int:
    """Bytes of local storage in one call, an `int` having 2 in his WIN-TC (16 bits).

    >>> {name: frame_bytes(name) for name in LOCALS}
    {'ma-matrix': 26, 'ma-string': 20, 'ma-sign': 30, 'ma-path': 10}
    """
    numbers, characters, pointers = LOCALS[name]
    return numbers * number + characters + pointers * pointer
