"""Recording 马旭's recursions: the tree of calls, four representations side by side, and the knight.

The programs are his as printed. Frames of a program: `call`, `test_ok` and `test_no`, `pass`, and `restore`, a copy
that changes the state back. A copy that changes nothing is counted only. Tables:

    tree    for each call the call above, its depth, the number moved, and the state
    stack   for each depth the state, the bytes of local storage, and the backup y, if there is one
    pass    pass[k]: the states of the path, and beyond `at.n` what is left there of other paths
    ways    the ways found
    sign    the rows of the sign matrix
    held    `sign`: the row at hand, its number and its entry
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Sequence
from typing import Any

from huarong.errors import InputError
from huarong.model.puzzle import Puzzle
from huarong.study.ma import read
from huarong.study.ma.knight import Tours, tours_by_ones, tours_by_signs
from huarong.study.ma.recursions import (
    Compiled,
    MatrixRecursion,
    PathRecursion,
    Recursion,
    SignRecursion,
    StringRecursion,
    Way,
    frame_bytes,
    signs_of,
)
from huarong.study.ma.signs import knight_matrix
from huarong.study.traces.tape import Ended, Tape, abreast

MOST = 16
"""The largest board, in cells, of a trace."""
DIGITS = "0123456789abcdef"
FAR = 100
"""Within how many frames a way must come so that all frames before it are kept."""
NEAR = 2
"""How many moves before the end of a way the recording of a jump to it begins."""


def text_of(state: Any) -> str:
    """A state of any of the programs as traces write it."""
    if isinstance(state, (bytes, bytearray)):
        return "".join(DIGITS[each - 48] for each in state)
    flat = [v for row in state for v in (row if isinstance(row, list) else [row])]
    return "".join(DIGITS[each] for each in flat)


class _Writer:
    """The frames, which the recorded programs have in common.

    A recording may begin in the middle: `follow` are the states down to the call from which everything is recorded.
    Calls above it are made without a frame, and the moves that they would have tried before are skipped.
    """

    def __init__(self, name: str, tape: Tape, width: int, follow: Sequence[str] = ()) -> None:
        self.tape, self.width, self.follow = tape, width, follow
        self.live = not follow
        self.bytes = frame_bytes(name)
        self.stack: list[int] = []
        self.nodes = self.copies = 0
        self.run: Any = None

    def skipped(self, n: int, state: str, places: tuple[int, int]) -> bool:
        """Whether a test of the n-th move lies before the call from which on all is recorded."""
        if self.live:
            return False
        cells = [*state]
        at, to = places
        cells[at], cells[to] = cells[to], cells[at]
        return "".join(cells) != self.follow[n]

    def call(self, n: int, state: str, backup: bool) -> None:
        """A call of `move`."""
        tape, number = self.tape, self.nodes
        self.nodes += 1
        moved = self.run.moved[n] if n else None
        tape.put("tree", number, [self.stack[-1] if self.stack else None, n, moved, state])
        tape.puts("at", board=state, node=number, tested=None, n=n)
        tape.puts("count", calls=self.run.calls + 1, tests=self.run.tests)
        self._copied(backup)
        tape.put("stack", n, [n, state, self.bytes, state if backup else None])
        if not n:
            tape.put("pass", 0, state)
        self.stack.append(number)
        self.live = self.live or n + 1 == len(self.follow)
        if self.live:
            tape.frame("call", n=n, moved=moved or 0, first=moved is None)

    def returned(self, n: int) -> None:
        """The end of a call of `move`."""
        self.stack.pop()
        self.tape.put("stack", n, None)
        self.tape.puts("at", node=self.stack[-1] if self.stack else None, n=n - 1)

    def tested(self, places: tuple[int, int], n: int, state: str, ok: bool, sign: Any) -> None:
        """A test by `moveok`, which has changed the state in place."""
        tape, (at, to) = self.tape, places
        tape.puts("at", board=state, tested=[at, to, ok])
        if sign is not None:
            tape.put("held", "sign", [at, "".join(map(str, sign[at])), to])
        if ok:
            tape.put("pass", n, state)
        tape.put("count", "tests", self.run.tests)
        if self.live:
            moved = int(state[at], 16)
            what = "test_ok" if ok else "test_no"
            tape.frame(what, **{"from": at, "to": to, "n": n, "moved": moved, "toward": self.way(at, to)})

    def way(self, at: int, to: int) -> str:
        """Which way the number at `to` goes when the blank leaves `at`."""
        return {self.width: "U", -self.width: "D", 1: "L", -1: "R"}[to - at]

    def copied(self, before: str, after: str) -> None:
        """A copy of the backup, or of the path, over the state."""
        tape = self.tape
        self._copied(1)
        if before != after:
            tape.puts("at", board=after, tested=None)
            if self.live:
                tape.frame("restore", n=len(self.stack) - 1)

    def _copied(self, n: int) -> None:
        self.copies += n
        if not self.follow:
            self.tape.put("count", "copies", self.copies)

    def passed(self, n: int) -> None:
        """A way to the goal."""
        run, tape = self.run, self.tape
        tape.put("ways", len(run.ways), ",".join(map(str, run.moved[1 : n + 1])))
        tape.put("count", "ways", len(run.ways) + 1)
        tape.frame("pass", n=len(run.ways) + 1, moves=n)


class _Watched(bytearray):
    """A string that notifies its recorder when it is overwritten by a copy."""

    writer: _Writer

    def __setitem__(self, at: Any, value: Any) -> None:
        before = text_of(self) if isinstance(at, slice) else ""
        super().__setitem__(at, value)
        if before:
            self.writer.copied(before, text_of(self))


def _observe(run: Any, writer: _Writer) -> None:
    """Let a writer see all calls of `move` and `moveok`, each copy over the state, and each way of a program."""
    signs, flat = isinstance(run, SignRecursion), isinstance(run, PathRecursion)
    names = ("step", "allowed") if signs else ("move", "move_ok")
    move, test, passed = getattr(run, names[0]), getattr(run, names[1]), run.put_pass

    def moved(*given: Any) -> None:
        run.shared = run.a if flat else given[0]
        writer.call(given[-1], text_of(run.shared), not flat)
        move(*given)
        writer.returned(given[-1])

    def tested(*given: Any) -> bool:
        state, places = run.a if flat else given[0], given[:2] if flat else given[1:-1]
        if len(places) == 4:
            places = (run.width * places[0] + places[1], run.width * places[2] + places[3])
        at, to = places
        if writer.skipped(given[-1], text_of(state), (at, to)):
            return False
        ok: bool = test(*given)
        writer.tested((at, to), given[-1], text_of(state), ok, getattr(run, "sign", None))
        return ok

    def put_pass(n: int) -> None:
        writer.passed(n)
        passed(n)

    for name, seen in (*zip(names, (moved, tested), strict=True), ("put_pass", put_pass)):
        setattr(run, name, seen)
    if isinstance(run, StringRecursion):
        text = run.text

        def watched(state: Way) -> bytearray:
            found = _Watched(text(state))
            found.writer = writer
            return found

        run.text = watched  # type: ignore[method-assign]
        return
    copy = run.mcopy

    def copied(x1: Any, x2: Any) -> None:
        before = text_of(x1)
        copy(x1, x2)
        if x1 is run.shared:
            writer.copied(before, text_of(x1))

    run.mcopy = copied


PROGRAMS: dict[str, type[Recursion]] = {
    "ma-matrix": MatrixRecursion,
    "ma-string": StringRecursion,
    "ma-sign": SignRecursion,
    "ma-path": PathRecursion,
}
"""His four programs, which are recorded."""


def _read(puzzle: Puzzle) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The start, the goal and the width of a board that a trace can write."""
    start, goal, width = read(puzzle)
    if len(start) > MOST:
        template = "this exhibit takes at most {most} {most:cell|cells}; the puzzle has {got}"
        raise InputError(template, most=MOST, got=len(start))
    return start, goal, width


def begun(
    name: str,
    puzzle: Puzzle,
    most: int,
    tape: Tape,
    follow: Sequence[str] = (),
    counts: tuple[int, int] = (0, 0),
    ways: Sequence[Way] = (),
) -> Recursion:
    """Run a program from its start, or recorded from the end of `follow` on, with counts as they stand there."""
    start, goal, width = _read(puzzle)
    tape.puts("at", width=width, goal=text_of([*goal]))
    for counter in ("calls", "tests", "ways"):
        tape.put("count", counter, 0)
    tape.put("at", "board", text_of([*start]))
    run = PROGRAMS[name](start, goal, most, width=width)
    writer = _Writer(name, tape, width, follow)
    writer.run = run
    _observe(run, writer)
    run.calls, run.tests = counts
    run.ways = [*ways]
    for n, way in enumerate(ways):
        tape.put("ways", n, ",".join(map(str, way)))
    if name in ("ma-sign", "ma-path"):
        for p, row in enumerate(signs_of(width, len(start) // width)):
            tape.put("sign", p, "".join(map(str, row)))
    if not follow:
        tape.frame("enter", m=most)
    run.run()
    tape.put("at", "tested", None)
    tape.frame("total", n=len(run.ways))
    return run


def tree(puzzle: Puzzle, tape: Tape, most: int) -> None:
    """The recursion with a matrix, call by call; the whole run is counted by the compiled twin."""
    own = Tape(tape.most, whole=False, watch=tape.watch, sought=tape.sought)
    with contextlib.suppress(Ended):
        begun("ma-matrix", puzzle, most, own)
    _kept(own, tape)
    if tape.whole:
        twin = _twin(puzzle, most, tape)
        first = twin.at[0] if twin.at else (None, None)
        tape.figures = {
            "calls": twin.calls,
            "tests": twin.tests,
            "ways": len(twin.ways),
            "first_calls": first[0],
            "first_tests": first[1],
        }
        # Each test changes the state, and one copy changes it back.
        tape.steps = 2 + twin.calls + 2 * twin.tests + len(twin.ways)
    elif own.steps - own.first >= tape.most:
        raise Ended


def _kept(own: Tape, tape: Tape) -> None:
    """Hand the frames of a tape of its own over."""
    tape.frames, tape.steps, tape.sought = own.frames, own.steps, own.sought
    tape.first, tape.target = own.first, own.target


def _twin(puzzle: Puzzle, most: int, tape: Tape) -> Compiled:
    start, goal, width = _read(puzzle)
    twin = Compiled(start, goal, most, width=width)
    twin.watch = tape.watch
    twin.run()
    return twin


def to_way(puzzle: Puzzle, tape: Tape, most: int, number: int) -> None:
    """Record the run around one of its ways, numbered from 1; the compiled twin finds it, so that nothing before it is
    kept.

    Raises `InputError` if there are fewer ways.
    """
    twin = _twin(puzzle, most, tape)
    if not 1 <= number <= len(twin.ways):
        raise InputError(
            "there is no way number {n}; the run finds {count:,} {count:way|ways}", n=number, count=len(twin.ways)
        )
    way, (calls, tests) = twin.ways[number - 1], twin.at[number - 1]
    states = [_states(puzzle, each) for each in twin.ways[:number]]
    for near in range(NEAR, -1, -1):
        follow = states[-1][: max(1, len(way) - near + 1)]
        # Of the ways before this one, those that lie above the recorded calls.
        above = [twin.ways[i] for i in range(number - 1) if states[i][: len(follow)] != follow]
        record = functools.partial(_followed, puzzle, tape, most, follow, above, number)
        own, at = record((0, 0))
        if at is not None:
            break
    assert at is not None
    # The counts at the first recorded call follow from those at the way.
    shown = {put[:2]: put[2] for frame in own.frames[: at + 1] for put in frame[2]}
    counts = (calls - shown["count", "calls"], tests - shown["count", "tests"])
    own, at = record(counts)
    assert at is not None
    _kept(own, tape)
    tape.frames = tape.frames[: max(tape.most, 1)]
    tape.first = calls + 2 * tests - len(way) + number - at
    tape.target = at if at < len(tape.frames) else None
    raise Ended


def _followed(
    puzzle: Puzzle,
    tape: Tape,
    most: int,
    follow: Sequence[str],
    ways: Sequence[Way],
    number: int,
    counts: tuple[int, int],
) -> tuple[Tape, int | None]:
    """Record from the end of `follow` on. Returns the frame in which that way is printed, or None if it is not among
    the frames.
    """
    own = Tape(max(tape.most, 2), False, tape.watch)
    with contextlib.suppress(Ended):
        begun("ma-matrix", puzzle, most, own, follow, counts, ways)
    for i, (what, values, _) in enumerate(own.frames):
        if what == "pass" and values["n"] == number and i < FAR:
            return own, i
    return own, None


def _states(puzzle: Puzzle, way: Way) -> list[str]:
    """The states on a way, from the start."""
    start, _, _ = _read(puzzle)
    state = [*start]
    found = [text_of(state)]
    for number in way:
        blank, at = state.index(0), state.index(number)
        state[blank], state[at] = number, 0
        found.append(text_of(state))
    return found


def four(puzzle: Puzzle, tape: Tape, most: int) -> None:
    """All four programs, each going on by one frame at a time; their tables are named by number, `0:at` to `3:at`."""
    abreast(tape, {name: functools.partial(_one, name, puzzle, most) for name in PROGRAMS})


def _one(name: str, puzzle: Puzzle, most: int, own: Tape) -> None:
    begun(name, puzzle, most, own)


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
    # Millions of calls: the quickest of the programs counts the tours, without frames.
    tape.figures = {"tours": tours_by_ones(size, size, 0, tape.watch).number}
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

    def visited(what: str, p: int, n: int) -> None:
        nonlocal calls, tours
        if what == "leave":
            trail.pop()
            tape.put("visit", p, None)
            tape.puts(
                "at", cell=trail[-1] if trail else None, row="".join(map(str, sign[trail[-1]])) if trail else None
            )
            tape.frame("knight_back", n=len(trail) + 1, cell=p)
            return
        calls += 1
        trail.append(p)
        tape.put("visit", p, n + 1)
        tape.puts("at", cell=p, row="".join(map(str, sign[p])))
        tape.put("count", "calls", calls)
        tape.frame("knight", n=n + 1, cell=p)
        if n + 1 == size * size:
            tours += 1
            tape.put("count", "tours", tours)
            tape.frame("tour", n=tours)

    return tours_by_signs(size, size, 0, tape.watch, visited)
