"""Recording 马旭's recursions: the tree of calls, four representations side by side, and the knight."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from huarong.errors import InputError
from huarong.model.puzzle import Puzzle
from huarong.study.ma import MOST, read
from huarong.study.ma.knight import Tours, tours_by_signs
from huarong.study.ma.recursions import (
    Compiled,
    MatrixRecursion,
    PathRecursion,
    Recursion,
    SignRecursion,
    StringRecursion,
    frame_bytes,
)
from huarong.study.ma.signs import knight_matrix
from huarong.study.traces.tape import Ended, Tape
from huarong.tours.counting import count_tours


def _flat(state: Any) -> str:
    rows = (
        state
        if isinstance(state, str)
        else [v for row in state for v in (row if isinstance(row, list) else [row])]
    )
    return "".join(map(str, rows))


def _taped(recursion: type[Recursion], tape: Tape) -> type[Recursion]:
    """His program with recorded calls of `move` and `move_ok`."""

    class Taped(recursion):  # type: ignore[valid-type,misc]
        above: list[int]
        nodes = 0

        def move(self, *given: Any) -> None:
            depth, state = given[-1], _flat(self.a if recursion is PathRecursion else given[0])
            stack = self.__dict__.setdefault("above", [])
            number, self.nodes = self.nodes, self.nodes + 1
            parent = stack[-1] if stack else None
            moved = self.moved[depth] if depth else None
            tape.put("tree", number, [parent, depth, moved, state])
            tape.put("at", "board", state)
            tape.put("at", "node", number)
            tape.put("at", "tested", None)
            tape.put("count", "calls", self.calls + 1)
            tape.put("count", "tests", self.tests)
            tape.put("stack", depth, [depth, state, frame_bytes_of(recursion)])
            stack.append(number)
            tape.frame("call", n=depth, moved=moved or 0, first=moved is None)
            super().move(*given)
            stack.pop()
            tape.put("stack", depth, None)
            tape.put("at", "node", parent)

        def move_ok(self, *given: Any) -> bool:
            at, to = _cells(recursion, self.width, given)
            before = _flat(self.a if recursion is PathRecursion else given[0])
            ok: bool = super().move_ok(*given)
            after = _swapped(before, at, to)
            tape.put("at", "board", after)
            tape.put("at", "tested", [at, to, ok])
            tape.put("held", "x", _held(recursion, self, given))
            if recursion in (SignRecursion, PathRecursion):
                tape.put("held", "sign", [at, "".join(map(str, self.sign[at])), to])
            tape.put("held", "before", before)
            tape.put("count", "tests", self.tests)
            tape.frame("test_ok" if ok else "test_no", **{"from": at, "to": to, "n": given[-1]})
            tape.put("at", "board", before)
            return ok

        def put_pass(self, n: int) -> None:
            tape.put("ways", len(self.ways), ",".join(map(str, self.moved[1 : n + 1])))
            tape.put("count", "ways", len(self.ways) + 1)
            tape.frame("pass", n=len(self.ways) + 1, moves=n)
            super().put_pass(n)

    return Taped


def frame_bytes_of(recursion: type[Recursion]) -> int:
    """The local storage of one call in his C, in bytes."""
    return frame_bytes(_NAMES[recursion])


_NAMES = {
    MatrixRecursion: "ma-matrix",
    StringRecursion: "ma-string",
    SignRecursion: "ma-sign",
    PathRecursion: "ma-path",
}


def _cells(recursion: type[Recursion], width: int, given: tuple[Any, ...]) -> tuple[int, int]:
    """Where the blank is and where it is to go."""
    if recursion in (MatrixRecursion, SignRecursion):
        _, i0, j0, i1, j1, _ = given
        return width * i0 + j0, width * i1 + j1
    return (given[1], given[2]) if recursion is StringRecursion else (given[0], given[1])


def _held(recursion: type[Recursion], run: Any, given: tuple[Any, ...]) -> Any:
    """What the program passes on: its matrix, its string, or nothing but the one global matrix."""
    return (
        list(run.a)
        if recursion is PathRecursion
        else given[0]
        if isinstance(given[0], str)
        else [row[:] for row in given[0]]
    )


def _swapped(state: str, a: int, b: int) -> str:
    cells = list(state)
    cells[a], cells[b] = cells[b], cells[a]
    return "".join(cells)


def _read(puzzle: Puzzle) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The start, the goal and the width of a board of so few cells that each number is a digit."""
    start, goal, width = read(puzzle)
    if len(start) > MOST:
        template = "this exhibit takes at most {most} {most:cell|cells}; the puzzle has {got}"
        raise InputError(template, most=MOST, got=len(start))
    return start, goal, width


def _begun(recursion: type[Recursion], puzzle: Puzzle, most: int, tape: Tape) -> None:
    start, goal, width = _read(puzzle)
    tape.put("at", "width", width)
    tape.put("at", "goal", "".join(map(str, goal)))
    for name in ("calls", "tests", "ways"):
        tape.put("count", name, 0)
    tape.put("at", "board", "".join(map(str, start)))
    tape.frame("enter", m=most)
    _taped(recursion, tape)(start, goal, most, width=width).run()


def tree(puzzle: Puzzle, tape: Tape, most: int) -> None:
    """The recursion with a matrix, call by call; the whole run is counted by the compiled twin."""
    own = Tape(tape.most, whole=False, watch=tape.watch)
    with contextlib.suppress(Ended):
        _begun(MatrixRecursion, puzzle, most, own)
    tape.frames, tape.steps = own.frames, own.steps
    if tape.whole:
        start, goal, width = _read(puzzle)
        twin = Compiled(start, goal, most, width=width)
        twin.watch = tape.watch
        twin.run()
        first = twin.at[0] if twin.at else (None, None)
        tape.figures = {
            "calls": twin.calls, "tests": twin.tests, "ways": len(twin.ways),
            "first_calls": first[0], "first_tests": first[1],
        }  # fmt: skip
        tape.steps = 1 + twin.calls + twin.tests + len(twin.ways)
    elif own.steps == tape.most:
        raise Ended


def four(puzzle: Puzzle, tape: Tape, most: int) -> None:
    """All four programs, each going on by one call or test at a time; their tables are named by number, `0:at` to `3:at`."""
    abreast(
        tape,
        [
            lambda own, recursion=recursion: _begun(recursion, puzzle, most, own)  # type: ignore[misc]
            for recursion in _NAMES
        ],
    )


def abreast(tape: Tape, runs: Sequence[Callable[[Tape], None]]) -> list[Tape]:
    """Several runs side by side: frame i has what each of them does in its frame i; the tapes of the runs."""
    tapes = [Tape(tape.most, tape.whole, tape.watch) for _ in runs]
    for own, run in zip(tapes, runs, strict=True):
        try:
            run(own)
        except Ended:
            own.steps = tape.most + 1
    longest = max(own.steps for own in tapes)
    for i in range(max(len(own.frames) for own in tapes)):
        for n, own in enumerate(tapes):
            if i < len(own.frames):
                what, values, puts = own.frames[i]
                for table, key, value in puts:
                    tape.put(f"{n}:{table}", key, value)
                tape.put(f"{n}:said", "it", [what, values])
        tape.frame("abreast", n=i)
    if longest > tape.most and not tape.whole:
        raise Ended
    tape.steps = longest
    return tapes


def knight(_: Puzzle, tape: Tape, size: int) -> None:
    """The knight's tours of a square board from its corner, by a sign matrix."""
    if size < 5 or not tape.whole:
        found = _toured(size, tape)
        tape.figures = {"calls": found.calls, "tours": found.number}
        return
    own = Tape(tape.most, whole=False, watch=tape.watch)
    with contextlib.suppress(Ended):
        _toured(size, own)
    tape.frames = own.frames
    if size > 5:
        raise Ended
    # Millions of calls: the project's compiled search counts the tours alone.
    seconds, cancel = tape.watch.limits.seconds, tape.watch.cancel
    tape.figures = {"tours": count_tours(f"{size}x{size}", 0, max_seconds=seconds, cancel=cancel)}
    tape.uncounted = True


def _toured(size: int, tape: Tape) -> Tours:
    """His recursion, each cell that is entered or left a frame.

    Table `visit` has the number in the tour of each cell visited; `at.row` is the cell's row of the sign matrix.
    """
    sign = knight_matrix(size, size)
    calls = tours = 0
    trail: list[int] = []
    tape.put("at", "size", size)
    tape.put("count", "tours", 0)
    tape.frame("knight_begin", size=size)

    def visited(p: int, n: int) -> None:
        nonlocal calls, tours
        if n < 0:
            trail.pop()
            tape.put("visit", p, None)
            tape.put("at", "cell", trail[-1] if trail else None)
            tape.put("at", "row", "".join(map(str, sign[trail[-1]])) if trail else None)
            tape.frame("knight_back", n=len(trail) + 1, cell=p)
            return
        calls += 1
        trail.append(p)
        tape.put("visit", p, n + 1)
        tape.put("at", "cell", p)
        tape.put("at", "row", "".join(map(str, sign[p])))
        tape.put("count", "calls", calls)
        tape.frame("knight", n=n + 1, cell=p)
        if n + 1 == size * size:
            tours += 1
            tape.put("count", "tours", tours)
            tape.frame("tour", n=tours)

    return tours_by_signs(size, size, 0, tape.watch, visited)
