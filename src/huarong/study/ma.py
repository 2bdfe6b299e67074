"""马旭 (辽宁大学): sliding games on an M×N grid, the 8-puzzle four ways; C.

The blank is the one that moves. A depth-first recursion with a bound m tries its neighbours, refuses
a state that is on the way already, and prints every way to the goal. Four times the same: the state
in a 3x3 matrix, in a string, in a matrix with the neighbours read from a "sign matrix", and, last,
in one global matrix that is restored from the way instead of from a copy in every call.

Claims, for 876543210 to 123456780 with m = 30: ten ways, the first printed. `move` is called 8,292,445
times at least (up to the first way) and 12,926,284 times at most (up to the last). The string needs 40 %
fewer calls than the matrix and 35 % less time; the sign matrix is triangular and saves conditions; what
is kept on the stack grows with the number of calls, so that the fourth, with the least, is quickest.

Here: ten ways, and 8,292,445 calls up to the first (his print of it swaps two numbers). But 12,926,284
is no count of calls: it is how many neighbours were tested up to the first way. The last way is found at
call 43,029,009, and 49,560,975 calls are all. Matrix and string walk the same tree, call for call; the
time is a fifth less all the same. The sign matrices try left before down, and find the same ten ways in the
same order, the first at call 10,185,358. A sign matrix is symmetric, not triangular. The stack never
holds more than 31 frames, 930 bytes. See `docs/study.md`.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from abc import ABC, abstractmethod
from array import array

from huarong.errors import InputError
from huarong.kernels import kernel
from huarong.model.board import Board, Kind, Layout
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve as fewest
from huarong.study.record import Exhibit, Found, Solver, note
from huarong.study.signs import SignMatrix, sign_matrix

__all__ = [
    "EXHIBITS",
    "LOCALS",
    "RECURSIONS",
    "Compiled",
    "CompiledSigns",
    "MatrixRecursion",
    "PathRecursion",
    "Recursion",
    "SignRecursion",
    "StringRecursion",
    "frame_bytes",
    "read",
]

Matrix = list[list[int]]
Way = tuple[int, ...]
"""The numbers moved, in order."""


class _Enough(Exception):
    """The ways that were asked for are found."""


class Recursion(ABC):
    """One of his programs: `run` fills `ways`; `calls` of move and `tests` of a neighbour are counted.

    `at` holds both counts as each way was found. `most` is his m; with `limit` the search ends after
    so many ways.
    """

    def __init__(self, start: Way, goal: Way, most: int, limit: int | None = None) -> None:
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

    def put_pass(self, n: int) -> None:
        """Keep the way of n moves that has reached the goal."""
        self.ways.append(tuple(self.moved[1 : n + 1]))
        self.at.append((self.calls, self.tests))
        if len(self.ways) == self.limit:
            raise _Enough


class MatrixRecursion(Recursion):
    """方阵存储法: a 3x3 matrix passed on and copied in every call."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.b = [list(self.goal[i : i + 3]) for i in (0, 3, 6)]
        x = [list(self.start[i : i + 3]) for i in (0, 3, 6)]
        self.path: list[list[int]] = [[] for _ in range(self.most + 1)]
        self.path[0] = list(self.start)
        i, j = divmod(self.start.index(0), 3)
        self.move(x, i, j, 0)

    def move(self, x: Matrix, i: int, j: int, n: int) -> None:
        """Go on from x, whose blank is at row i, column j, after n moves."""
        self.calls += 1
        y = [row[:] for row in x]
        if x == self.b:
            self.put_pass(n)
        if n < self.most:
            n += 1
            if i != 0 and self.move_ok(x, i, j, i - 1, j, n):
                self.moved[n] = x[i][j]
                self.move(x, i - 1, j, n)
            _copy(x, y)
            if i != 2 and self.move_ok(x, i, j, i + 1, j, n):
                self.moved[n] = x[i][j]
                self.move(x, i + 1, j, n)
            _copy(x, y)
            if j != 0 and self.move_ok(x, i, j, i, j - 1, n):
                self.moved[n] = x[i][j]
                self.move(x, i, j - 1, n)
            _copy(x, y)
            if j != 2 and self.move_ok(x, i, j, i, j + 1, n):
                self.moved[n] = x[i][j]
                self.move(x, i, j + 1, n)
            _copy(x, y)

    def move_ok(self, x: Matrix, i0: int, j0: int, i1: int, j1: int, n: int) -> bool:
        """Move the blank; True, and the new state is on the path, unless it was there already."""
        self.tests += 1
        x[i0][j0], x[i1][j1] = x[i1][j1], 0
        new = x[0] + x[1] + x[2]
        if new in self.path[:n]:
            return False
        self.path[n] = new
        return True


def _copy(x: Matrix, y: Matrix) -> None:
    x[0][:], x[1][:], x[2][:] = y


class StringRecursion(Recursion):
    """字串存储法: the state is a string, here an immutable one that needs no copy to go back to."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.b = "".join(map(str, self.goal))
        self.path = [""] * (self.most + 1)
        self.path[0] = "".join(map(str, self.start))
        self.move(self.path[0], self.start.index(0), 0)

    def move(self, x: str, p: int, n: int) -> None:
        """Go on from x, whose blank is at p, after n moves."""
        self.calls += 1
        if x == self.b:
            self.put_pass(n)
        i, j = divmod(p, 3)
        if n < self.most:
            n += 1
            if i != 0 and self.move_ok(x, p, p - 3, n):
                self.moved[n] = int(x[p - 3])
                self.move(self.path[n], p - 3, n)
            if i != 2 and self.move_ok(x, p, p + 3, n):
                self.moved[n] = int(x[p + 3])
                self.move(self.path[n], p + 3, n)
            if j != 0 and self.move_ok(x, p, p - 1, n):
                self.moved[n] = int(x[p - 1])
                self.move(self.path[n], p - 1, n)
            if j != 2 and self.move_ok(x, p, p + 1, n):
                self.moved[n] = int(x[p + 1])
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


class SignRecursion(MatrixRecursion):
    """路径标识矩阵: where the blank may go is read from a matrix of 0 and 1 instead of asked."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.sign = _signs()
        super().begin()

    def move(self, x: Matrix, i: int, j: int, n: int) -> None:
        """Go on from x, whose blank is at row i, column j, after n moves."""
        self.calls += 1
        y = [row[:] for row in x]
        if x == self.b:
            self.put_pass(n)
        if n < self.most:
            n += 1
            row = self.sign[3 * i + j]
            for k in range(9):
                if row[k] == 1:
                    to = divmod(k, 3)
                    if self.move_ok(x, i, j, *to, n):
                        self.moved[n] = x[i][j]
                        self.move(x, *to, n)
                    _copy(x, y)


class PathRecursion(Recursion):
    """保留路径信息的递归: one state for all calls, restored from the path; nothing passed but p and n."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.sign = _signs()
        self.a = list(self.start)
        self.b = list(self.goal)
        self.path: list[list[int]] = [[] for _ in range(self.most + 1)]
        self.path[0] = self.a[:]
        self.move(self.start.index(0), 0)

    def move(self, p: int, n: int) -> None:
        """Go on with the blank at p after n moves."""
        self.calls += 1
        if self.a == self.b:
            self.put_pass(n)
        if n < self.most:
            n += 1
            row = self.sign[p]
            for k in range(9):
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
    """The kernel `eight`, in either order: up, down, left, right, or by rising cell (`signs`)."""

    signs = False
    pure: bool | None = None

    def begin(self) -> None:
        """Run the kernel, a slice at a time."""
        signs = array("q")
        for p, sign in enumerate(_signs()):
            row = [k for k in (p - 3, p + 3, p - 1, p + 1) if 0 <= k < 9 and sign[k]]
            if self.signs:
                row.sort()
            signs.extend([*row, -1, -1, -1, -1][:4])
        start, goal = _packed(self.start), _packed(self.goal)
        search = kernel("eight", self.pure).Search(
            start, self.start.index(0), goal, self.most, signs
        )
        found = start == goal
        while True:
            self.calls, self.tests = search.calls, search.tests
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
def _signs() -> SignMatrix:
    return sign_matrix(Board(3, 3), Kind.of([(0, 0)]))


def read(puzzle: Puzzle) -> tuple[Way, Way]:
    """The start and the goal as nine digits, 0 the blank; `InputError` where it is no 8-puzzle.

    >>> read(Puzzle.parse("876/543/21."))
    ((8, 7, 6, 5, 4, 3, 2, 1, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0))
    """
    tiles = len(puzzle.pieces) == len(puzzle.kinds) == 8
    goals = puzzle.goal.alternatives
    if puzzle.board != Board(3, 3) or not tiles or len(goals) != 1 or len(goals[0]) != 8:
        raise InputError(
            "this exhibit takes only the 8-puzzle: eight tiles on 3x3, all in the goal"
        )
    digits = {kind: number for number, kind in enumerate(_by_symbol(puzzle), 1)}
    start, goal = [0] * 9, [0] * 9
    for piece in puzzle.pieces:
        start[piece.head] = digits[piece.kind]
    for kind, head in goals[0]:
        goal[head] = digits[kind]
    return tuple(start), tuple(goal)


def _by_symbol(puzzle: Puzzle) -> list[int]:
    return [piece.kind for piece in sorted(puzzle.pieces, key=lambda piece: piece.symbol)]


RECURSIONS: dict[str, tuple[type[Recursion], str, str]] = {
    "ma-matrix": (MatrixRecursion, "matrix", "方阵存储法"),
    "ma-string": (StringRecursion, "string", "字串存储法"),
    "ma-sign": (SignRecursion, "sign matrix", "路径标识矩阵"),
    "ma-path": (PathRecursion, "restored from the path", "保留路径信息的递归"),
    "ma-compiled": (Compiled, "compiled twin", "编译的孪生程序"),
    "ma-compiled-sign": (
        CompiledSigns,
        "compiled twin, sign order",
        "编译的孪生程序，标识矩阵次序",
    ),
}


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


def _prepare(puzzle: Puzzle, recursion: type[Recursion]) -> Solver:
    start, goal = read(puzzle)
    most = fewest(puzzle, "step").length
    if most is None:
        raise InputError("no way leads to the goal, so no bound would end the recursion")

    def solve() -> Found:
        run = recursion(start, goal, most, limit=1).run()
        notes = note(
            "calls up to the first way; {tests:,} {tests:neighbour|neighbours} tested",
            tests=run.tests,
        )
        return Found(
            run.calls,
            run.tests + 1 - run.calls,
            most,
            path=lambda: _path(puzzle, start, run.ways[0]),
            notes=(notes,),
        )

    return solve


def _path(puzzle: Puzzle, start: Way, way: Way) -> tuple[Layout, ...]:
    state = list(start)
    kinds = _by_symbol(puzzle)
    layouts = []
    for number in (0, *way):
        blank, at = state.index(0), state.index(number)
        state[blank], state[at] = number, 0
        heads = {kind: (state.index(digit),) for digit, kind in enumerate(kinds, 1)}
        layouts.append(Layout(tuple(heads[kind] for kind in range(8))))
    return tuple(layouts)


EXHIBITS = tuple(
    Exhibit(
        name,
        f"Ma Xu: {title}",
        f"马旭：{title_zh}",
        "马旭",
        Metric.STEP,
        functools.partial(_prepare, recursion=recursion),
        inspect.getdoc(recursion) or "",
        __doc__,
        compiled=issubclass(recursion, Compiled),
    )
    for name, (recursion, title, title_zh) in RECURSIONS.items()
)
