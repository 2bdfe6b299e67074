"""周扬's file: every solvable layout of the classic set with an optimal solution, a byte a step.

Source: 周扬, 陈伊琳, 韦妮君, 周一诺, on solving 华容道 by a hash table, section 4. For each layout::

    8 bytes  the basic state: ten cells of 5 bits, highest first: the four 1x2, the four 1x1, each
             sorted, the 2x1 and the 2x2; big-endian
    1 byte   how many steps the solution has
    1 byte   for each step: the piece's place among the ten at that moment, times 4, plus 0 up,
             1 down, 2 left, 3 right

by rising codes. The paper leaves the order of records, bytes and bits within a step open; this is how Huarong reads it.
A file is accepted only after every answer has been replayed.
"""

from __future__ import annotations

import itertools
import os
import timeit
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import goal_in
from huarong.atlas.table import UnsolvableError
from huarong.errors import CannotExpress, FileError, InputError, expect
from huarong.files import readable, replacing
from huarong.library.reader import puzzle as read
from huarong.limits import Watch
from huarong.model.board import Goal, Layout, Metric
from huarong.model.puzzle import PuzzleLike, Solution, replay, unsolvable
from huarong.space.space import Space
from huarong.study import zhou
from huarong.study.classic import Classic, hengdao
from huarong.study.zhou import BasicState

SPACE = Space.parse("4x5 2x2:1 2x1:1 1x2:4 1x1:4")
_KINDS = [next(k for k, kind in enumerate(SPACE.kinds) if kind.size == size) for size in zhou.ORDER]
"""The kind of each of the ten pieces."""
GOAL = Goal.of([[(_KINDS[-1], zhou.HOME)]])
COUNT = 53_954
"""The number of layouts in the file: all solvable ones."""
SIZE = 2_812_549
"""The size of the file in bytes."""


def basic_state(layout: Layout) -> BasicState:
    """Return the ten cells of a layout of the classic set in the paper's order."""
    return tuple(head for kind in dict.fromkeys(_KINDS) for head in layout.heads[kind])


def write(path: str | Path, atlas: Atlas) -> None:
    """Write the solutions of an atlas of the classic set in STEP; of equal steps, the first piece's by cells is taken.

    Raises `CannotExpress` for another space, goal or metric, and `FileError`.

    >>> import tempfile
    >>> from huarong.library.reader import puzzle
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(f"{folder}/solutions", Atlas.of(puzzle("横刀立马"), "step"))
    ...     Path(f"{folder}/solutions").stat().st_size
    2812549
    """
    if (atlas.space, atlas.goal, atlas.metric) != (SPACE, GOAL, Metric.STEP):
        raise CannotExpress("周扬's file is only for the classic pieces with their usual goal, in steps")
    far = {basic_state(layout): distance for layout, distance in atlas.items()}
    ways: dict[BasicState, bytes] = {}
    for state in sorted(far, key=far.__getitem__):
        found = _next(state, far.__getitem__)
        ways[state] = bytes([found[0]]) + ways[found[1]] if found else b""
    with replacing(path) as file:
        file.write(zhou.pack(ways))


def _next(state: BasicState, far: Callable[[BasicState], int]) -> tuple[int, BasicState] | None:
    """Return the file's step from a state, and the next state; None at a goal."""
    best = [(step, child) for child, step in zhou.children(state) if far(child) < far(state)]
    return min(best, key=lambda move: (state[move[0] >> 2], move), default=None)


def entry(classic: Classic) -> tuple[BasicState, ...]:
    """Return the states along the file's solution of a layout of the classic set; none if there is no solution."""
    atlas, states = Atlas.of(classic.puzzle, Metric.STEP), [zhou.basic_state(classic)]

    def far(state: BasicState) -> int:
        return atlas[classic.layout(zip(zhou.ORDER, state, strict=True))]

    while classic.puzzle.start in atlas and (found := _next(states[-1], far)):
        states.append(found[1])
    return tuple(states) if classic.puzzle.start in atlas else ()


class ZhouFile(Mapping[Layout, bytes]):
    """周扬's file after reading: a mapping from every solvable layout to the bytes of its steps.

    All of it is checked first: each record is complete, codes are layouts of the classic set in ascending order, all
    solvable layouts are there, and each answer, played step by step, leads to the goal. Raises `FileNotFoundError`, and
    `FileError`, which names a faulty record.
    """

    def __init__(self, path: str | Path, watch: Watch | None = None) -> None:
        expect(path, str, os.PathLike)
        self.path, watch = Path(path), watch or Watch()
        with readable(path, missing=True):
            data = self.path.read_bytes()
        self._ways: dict[BasicState, bytes] = {}
        starts, at, before = [], 0, -1
        while at < len(data):
            code, end = int.from_bytes(data[at : at + 8], "big"), at + 9 + int.from_bytes(data[at + 8 : at + 9], "big")
            state = zhou.state_of(code)
            if end > len(data):
                raise self._fault("{path} does not contain solutions: the record at byte {at} is incomplete", at)
            if code <= before:
                raise self._fault("{path} does not contain solutions: the record at byte {at} is out of order", at)
            if zhou.state_code(state) != code or not zhou.is_basic(state):
                text = "{path} does not contain solutions: the code at byte {at} is not a layout of the classic set"
                raise self._fault(text, at)
            self._ways[state] = data[at + 9 : end]
            starts.append(at)
            at, before = end, code
        for at, (state, steps) in zhou.watched(zip(starts, self._ways.items(), strict=True), watch):
            self._play(at, state, steps)
        if len(starts) != COUNT:
            text = "{path} does not contain all solutions: it has {got:,} {got:record|records}; expected {expected:,}"
            raise FileError(text, path=path, got=len(starts), expected=COUNT)

    def _play(self, at: int, state: BasicState, steps: bytes) -> None:
        """Play the steps of a record until the remaining steps equal another record's, which is checked separately."""
        for n, step in enumerate(steps, 1):
            if (reached := zhou.after(state, step)) is None:
                text = "{path} does not contain solutions: the record at byte {at} has an impossible step"
                raise self._fault(text, at)
            if self._ways.get(reached) == steps[n:]:
                return
            state = reached
        if state[9] != zhou.HOME:
            text = "{path} does not contain solutions: the steps of the record at byte {at} do not lead to the goal"
            raise self._fault(text, at)

    def _fault(self, text: str, at: int) -> FileError:
        return FileError(text, path=self.path, at=at)

    def __getitem__(self, layout: Layout) -> bytes:
        """Return the steps from a layout. Raises `UnsolvableError`."""
        try:
            return self._ways[basic_state(layout)]
        except KeyError:
            raise UnsolvableError() from None

    def nanoseconds(self, state: BasicState) -> int:
        """The nanoseconds of one look-up of a state now: the least of several means over thousands of look-ups."""
        return round(min(timeit.repeat(lambda: self._ways.get(state), number=2000, repeat=5)) * 5e5)

    def __iter__(self) -> Iterator[Layout]:
        """Iterate over the layouts in the order of the file."""
        return (hengdao().layout(zip(zhou.ORDER, state, strict=True)) for state in self._ways)

    def __len__(self) -> int:
        return len(self._ways)

    def optimal(self) -> bool:
        """Whether all answers are shortest, proved from the file alone.

        The number of steps is 0 at goals only, and no step changes it by more than one. So it is a lower bound, and no
        solution of a layout is shorter.
        """
        left = {state: len(steps) for state, steps in self._ways.items()}
        return all(
            (n == 0) == (state[9] == zhou.HOME) and all(left[child] >= n - 1 for child, _ in zhou.children(state))
            for state, n in left.items()
        )

    def solution(self, puzzle: PuzzleLike) -> Solution:
        """Return the solution of a puzzle of the classic set by one look-up, with the persons restored.

        Raises `NotInSpaceError`, and `InputError` for another goal.
        """
        found = read(puzzle)
        layout = SPACE.place(found.start, found.kinds)
        SPACE.rank(layout)
        if goal_in(SPACE, found) != GOAL:
            raise InputError("the file is only for the usual goal, the 2x2 at the bottom center")
        if layout not in self:
            return unsolvable(found, Metric.STEP)
        states = zhou.play(basic_state(layout), self[layout])
        ends = [((set(a) - set(b)).pop(), (set(b) - set(a)).pop()) for a, b in itertools.pairwise(states)]
        return replay(found, Metric.STEP, ends)
