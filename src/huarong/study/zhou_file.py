"""周扬's file: every solvable layout of the classic set with an optimal solution, a byte a step.

Source: 周扬, 陈伊琳, 韦妮君, 周一诺, on solving 华容道 by a hash table, section 4. For each layout::

    8 bytes  the basic state: ten cells of 5 bits, highest first: the four 1x2, the four 1x1, each
             sorted, the 2x1 and the 2x2; big-endian
    1 byte   how many steps the solution has
    1 byte   for each step: the piece's place among the ten at that moment, times 4, plus 0 up,
             1 down, 2 left, 3 right

by rising codes. The paper leaves the order of records, bytes and bits within a step open; this is how Huarong reads it.
The persons are not stored: which general is which is known at the start and followed along the solution. A file is
accepted only after every answer has been replayed.
"""

from __future__ import annotations

import os
import timeit
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import goal_in
from huarong.atlas.table import UnsolvableError
from huarong.errors import CannotExpress, FileError, InputError, expect
from huarong.files import replacing, unreadable
from huarong.library.reader import puzzle as read
from huarong.limits import Watch
from huarong.model.board import DELTA, DIRECTIONS, Layout
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.model.puzzle import PuzzleLike
from huarong.model.rules import Rules
from huarong.model.solution import Solution, replay, unsolvable
from huarong.space.space import Space
from huarong.study.zhou import MASKS, ORDER, BasicState, pack, state_code

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPACE = Space.parse("4x5 2x2:1 2x1:1 1x2:4 1x1:4")
_KINDS = tuple(
    next(k for k, kind in enumerate(SPACE.kinds) if kind.size == size) for size in ("1x2", "1x1", "2x1", "2x2")
)
GOAL = Goal.of([[(_KINDS[-1], 13)]])
COUNT = 53_954
"""The layouts of the file: all that can be solved."""
SIZE = 2_812_549
"""Its bytes."""
_BY = {dx + 4 * dy: DIRECTIONS.index(direction) for direction, (dx, dy) in DELTA.items()}
_STRIDE = {number: by for by, number in _BY.items()}


def basic_state(layout: Layout) -> BasicState:
    """The ten cells of a layout of the classic set in the order of the paper."""
    return tuple(head for kind in _KINDS for head in layout.heads[kind])


def _layout(state: list[int]) -> Layout:
    groups: list[tuple[int, ...]] = [()] * 4
    for kind, part in zip(_KINDS, (slice(4), slice(4, 8), slice(8, 9), slice(9, 10)), strict=True):
        groups[kind] = tuple(state[part])
    return Layout(tuple(groups))


def _step(state: BasicState, start: int, stop: int) -> int:
    """The byte of a step."""
    return state.index(start) << 2 | _BY[stop - start]


def write(path: str | Path, atlas: Atlas) -> None:
    """Write the solutions of an atlas of the classic set in STEP, for each layout the first of the best.

    Raises `CannotExpress` for another space, goal or metric, and `FileError`.

    >>> import tempfile
    >>> from huarong.library.reader import puzzle
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(f"{folder}/solutions", Atlas.of(puzzle("横刀立马"), "step"))
    ...     Path(f"{folder}/solutions").stat().st_size
    2812549
    """
    if (atlas.space, atlas.goal, atlas.metric) != (SPACE, GOAL, Metric.STEP):
        raise CannotExpress("周扬's file holds the classic set with its usual goal, in steps")
    distances, head = atlas.distances, Rules.of(SPACE.board, SPACE.kinds).head
    ranks = np.flatnonzero(distances != dense.unknown(distances))
    ranks = ranks[np.argsort(distances[ranks], kind="stable")]
    begin, to, places = dense.neighbours(SPACE, ranks, Metric.STEP)
    left = np.repeat(distances[ranks], np.diff(begin))
    best = np.flatnonzero(distances[to].astype(int) == left.astype(int) - 1)
    first = best[np.searchsorted(best, begin[:-1]).clip(max=len(best) - 1)].tolist()
    states = [basic_state(SPACE.layout(rank)) for rank in ranks.tolist()]
    steps: dict[int, bytes] = {}
    for rank, state, edge in zip(ranks.tolist(), states, first, strict=True):
        steps[rank] = b""
        if distances[rank]:
            start, stop = (head[place] for place in places[edge])
            steps[rank] = bytes([_step(state, start, stop)]) + steps[int(to[edge])]
    with replacing(path) as file:
        file.write(pack(dict(zip(states, steps.values(), strict=True))))


class ZhouFile(Mapping[Layout, bytes]):
    """周扬's file, read: a mapping from every solvable layout to the bytes of its steps.

    All of it is checked first: that each record is whole, that codes are layouts of the classic set and rise, that
    there are as many as can be solved, and that each answer, played step by step, leads to the goal. Raises
    `FileNotFoundError`, and `FileError` that names the first record at fault.
    """

    def __init__(self, path: str | Path, watch: Watch | None = None) -> None:
        expect(path, str, os.PathLike)
        self.path, watch = Path(path), watch or Watch()
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            raise
        except OSError as error:
            raise unreadable(path, error) from error
        self._ways: dict[bytes, bytes] = {}
        starts, at, before = [], 0, b""
        while at < len(data):
            end = at + 9 + (data[at + 8] if at + 8 < len(data) else 0)
            code = data[at : at + 8]
            if end > len(data):
                raise FileError(
                    "{path} does not contain solutions: the record at byte {at} is incomplete", path=path, at=at
                )
            if code <= before:
                raise FileError(
                    "{path} does not contain solutions: the record at byte {at} is out of order", path=path, at=at
                )
            self._ways[code] = data[at + 9 : end]
            starts.append(at)
            at, before = end, code
        self._check(np.frombuffer(data, np.uint8), np.array(starts, np.int64), watch)
        if len(starts) != COUNT:
            text = "{path} does not contain all solutions: it has {got:,} {got:record|records}; expected {expected:,}"
            raise FileError(text, path=path, got=len(starts), expected=COUNT)

    def _check(self, data: NDArray[np.uint8], starts: NDArray[np.int64], watch: Watch) -> None:
        """Check that all codes are layouts and all answers lead to the goal."""
        codes = np.zeros(len(starts), np.int64)
        for i in range(8):
            codes = codes << 8 | data[starts + i]
        shifts = np.arange(45, -1, -5)
        states = codes[:, None] >> shifts & 31
        masks = np.array([MASKS[size] + [0] * 12 for size in ORDER], np.int64)
        pieces = np.arange(10)
        covered = masks[pieces, states]
        taken = np.bitwise_or.reduce(covered, axis=1)
        ordered = (np.diff(states[:, :4]) > 0).all(axis=1) & (np.diff(states[:, 4:8]) > 0).all(axis=1)
        valid = (covered > 0).all(axis=1) & (covered.sum(axis=1) == taken) & (codes >> 50 == 0)
        template = "{path} does not contain solutions: the code at byte {at} is not a layout of the classic set"
        self._all(valid & ordered, starts, template)
        self._play(data, starts, states, taken, watch)

    def _play(
        self,
        data: NDArray[np.uint8],
        starts: NDArray[np.int64],
        states: NDArray[np.int64],
        taken: NDArray[np.int64],
        watch: Watch,
    ) -> None:
        """Play all answers at once, step by step, to see that each leads to the goal."""
        masks = np.array([MASKS[size] + [0] * 12 for size in ORDER], np.int64)
        template = "{path} does not contain solutions: the record at byte {at} has an impossible step"
        lengths, alive = data[starts + 8].astype(np.int64), np.arange(len(starts))
        strides = np.array([_STRIDE[number] for number in range(4)])
        home = np.zeros(len(starts), bool)
        for depth in range(256):
            watch.look(depth, len(alive))
            done = lengths[alive] == depth
            home[alive[done]] = states[alive[done], 9] == 13
            alive = alive[~done]
            if not len(alive):
                break
            step = data[starts[alive] + 9 + depth].astype(np.int64)
            piece, number = np.minimum(step >> 2, 9), step & 3
            cell = states[alive, piece]
            to = cell + strides[number]
            beside = (number < 2) | (to // 4 == cell // 4)
            mask = masks[piece, np.clip(to, 0, 31)]
            others = taken[alive] ^ masks[piece, cell]
            legal = (step >> 2 < 10) & (to >= 0) & beside & (mask > 0) & (mask & others == 0)
            self._all(legal, starts[alive], template)
            states[alive, piece], taken[alive] = to, others | mask
            moved = states[alive]
            moved[:, :4].sort(axis=1)
            moved[:, 4:8].sort(axis=1)
            states[alive] = moved
        template = "{path} does not contain solutions: the steps of the record at byte {at} do not lead to the goal"
        self._all(home, starts, template)

    def _all(self, good: NDArray[np.bool_], starts: NDArray[np.int64], template: str) -> None:
        if not good.all():
            raise FileError(template, path=self.path, at=int(starts[np.argmin(good)]))

    def __getitem__(self, layout: Layout) -> bytes:
        """The steps from a layout. Raises `UnsolvableError`."""
        try:
            return self._ways[state_code(basic_state(layout)).to_bytes(8, "big")]
        except KeyError:
            raise UnsolvableError() from None

    def nanoseconds(self, state: BasicState) -> int:
        """How long one look-up of a state's code takes now: the least of several means over thousands of look-ups."""
        key = state_code(state).to_bytes(8, "big")
        return round(min(timeit.repeat(lambda: self._ways.get(key), number=2000, repeat=5)) * 5e5)

    def __iter__(self) -> Iterator[Layout]:
        """The layouts in the order of the file."""
        for code in self._ways:
            number = int.from_bytes(code, "big")
            yield _layout([number >> 45 - 5 * i & 31 for i in range(10)])

    def __len__(self) -> int:
        return len(self._ways)

    def optimal(self) -> bool:
        """Whether all answers are shortest, proved from the file alone.

        The number of steps is 0 at goals only, and no step changes it by more than one: so it is a lower bound, and no
        solution of a layout is shorter.
        """
        ranks = np.array([SPACE.rank(layout) for layout in self], np.int64)
        steps = np.full(SPACE.size, -1, np.int64)
        steps[ranks] = [len(way) for way in self._ways.values()]
        begin, to, _ = dense.neighbours(SPACE, ranks, Metric.STEP)
        here = np.repeat(steps[ranks], np.diff(begin))
        goals = dense.goal_ranks(SPACE, GOAL)
        at_goal = set(ranks[steps[ranks] == 0].tolist()) == set(goals.tolist())
        return bool(at_goal and (steps[to] >= 0).all() and (np.abs(steps[to] - here) <= 1).all())

    def solution(self, puzzle: PuzzleLike) -> Solution:
        """The solution of a puzzle of the classic set by one look-up, the persons restored.

        Raises `NotInSpaceError`, and `InputError` for another goal.
        """
        found = read(puzzle)
        layout = SPACE.place(found.start, found.kinds)
        SPACE.rank(layout)
        if goal_in(SPACE, found) != GOAL:
            raise InputError("the file is for the usual goal, the 2x2 at the bottom center")
        if layout not in self:
            return unsolvable(found, Metric.STEP)
        state, ends = [*basic_state(layout)], []
        for byte in self[layout]:
            piece, by = byte >> 2, _STRIDE[byte & 3]
            ends.append((state[piece], state[piece] + by))
            state[piece] += by
            state[:8] = [*sorted(state[:4]), *sorted(state[4:8])]
        return replay(found, Metric.STEP, ends)
