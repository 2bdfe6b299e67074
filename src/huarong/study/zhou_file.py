"""周扬's file: every solvable layout of the classic set with an optimal solution, a byte a step.

Source: 周扬, 陈伊琳, 韦妮君, 周一诺, on solving 华容道 by a hash table, section 4. For each layout::

    8 bytes  the basic state: ten cells of 5 bits, highest first: the four 1x2, the four 1x1, each
             sorted, the 2x1 and the 2x2; big-endian
    1 byte   how many steps the solution has
    1 byte   for each step: the piece's place among the ten at that moment, times 4, plus 0 up,
             1 down, 2 left, 3 right

The paper leaves the order of bytes and bits within a step open; this is how Huarong reads it. The
persons are not stored: which general is which is known at the start and followed along the solution.

There is no checksum. A reader checks what the file says instead: each basic state is a layout, and they come in the
order of their ranks; the first step of each can be made, and leads to one of the file that takes one step less, or
it takes none and is the goal. So each layout in the file can be solved, and as they are as many as can be, no other
can. The steps behind the first are tried when they are asked for.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas, UnsolvableError
from huarong.atlas.goals import goal_in
from huarong.errors import CannotExpress, FileError, InputError
from huarong.files import replacing
from huarong.model.board import DELTA, DIRECTIONS, Layout
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules
from huarong.model.solution import Solution, replay, unsolvable
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ZhouFile", "basic_state", "write"]

SPACE = Space.parse("4x5 2x2:1 2x1:1 1x2:4 1x1:4")
_KINDS = tuple(
    next(k for k, kind in enumerate(SPACE.kinds) if kind.size == size)
    for size in ("1x2", "1x1", "2x1", "2x2")
)
GOAL = Goal.of([[(_KINDS[-1], 13)]])
LAYOUTS = 53_954
"""So many layouts of the classic set can be solved."""
_KIND = (*_KINDS[:1] * 4, *_KINDS[1:2] * 4, *_KINDS[2:])
_BY = {dx + 4 * dy: DIRECTIONS.index(direction) for direction, (dx, dy) in DELTA.items()}
_STRIDE = {number: by for by, number in _BY.items()}


def basic_state(layout: Layout) -> list[int]:
    """The ten cells of a layout of the classic set in the order of the paper."""
    return [head for kind in _KINDS for head in layout.heads[kind]]


def _layout(state: list[int]) -> Layout:
    groups: list[tuple[int, ...]] = [()] * 4
    for kind, part in zip(_KINDS, (slice(4), slice(4, 8), slice(8, 9), slice(9, 10)), strict=True):
        groups[kind] = tuple(state[part])
    return Layout(tuple(groups))


def _code(state: list[int]) -> bytes:
    return functools.reduce(lambda code, cell: code << 5 | cell, state, 0).to_bytes(8, "big")


def _step(state: list[int], start: int, stop: int) -> int:
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
        for _, state, way in sorted(zip(ranks.tolist(), states, steps.values(), strict=True)):
            file.write(_code(state) + bytes([len(way)]) + way)


class ZhouFile(Mapping[Layout, bytes]):
    """周扬's file, read: a mapping from every solvable layout to the bytes of its steps.

    Raises `FileNotFoundError`, and `FileError` for what is no such file, or no longer.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            raise
        except OSError as error:
            raise FileError(
                "{path} cannot be read: {why}", path=path, why=error.strerror
            ) from error
        self._ways = dict(_records(self.path, data))
        _check(self.path, self._ways)

    def __getitem__(self, layout: Layout) -> bytes:
        """The steps from a layout. Raises `UnsolvableError`."""
        try:
            return self._ways[_code(basic_state(layout))]
        except KeyError:
            raise UnsolvableError() from None

    def __iter__(self) -> Iterator[Layout]:
        """The layouts in the order of the file."""
        for code in self._ways:
            number = int.from_bytes(code, "big")
            yield _layout([number >> 45 - 5 * i & 31 for i in range(10)])

    def __len__(self) -> int:
        return len(self._ways)

    def solution(self, puzzle: Puzzle) -> Solution:
        """The solution of a puzzle of the classic set by one look-up, the persons restored.

        Raises `NotInSpaceError`, `InputError` for another goal, and `FileError` where the steps in the file
        are no solution.
        """
        layout = SPACE.place(puzzle.start, puzzle.kinds)
        SPACE.rank(layout)
        if goal_in(SPACE, puzzle) != GOAL:
            raise InputError("the file is for the usual goal, the 2x2 at the bottom centre")
        if layout not in self:
            return unsolvable(puzzle, Metric.STEP)
        state, ends = basic_state(layout), []
        for byte in self[layout]:
            piece, by = byte >> 2, _STRIDE[byte & 3]
            start = state[piece] if piece < 10 else -1
            stop = start + by
            legal = piece < 10 and (abs(by) > 1 or stop // 4 == start // 4)
            if legal:
                ends.append((start, stop))
                state[piece] = stop
                state[:8] = [*sorted(state[:4]), *sorted(state[4:8])]
            if not legal or _layout(state) not in SPACE:
                raise FileError("{path} has a step that no piece can make", path=self.path)
        solution = replay(puzzle, Metric.STEP, ends)
        if not solution.verify():
            raise FileError("{path} has steps that do not lead to the goal", path=self.path)
        return solution


def _records(path: Path, data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The codes and the steps of a file. Raises `FileError` where a record is not whole."""
    at, seen = 0, set()
    while at < len(data):
        end = at + 9 + (data[at + 8] if at + 8 < len(data) else 0)
        code = data[at : at + 8]
        if end > len(data) or code in seen:
            raise FileError(
                "{path} is no file of solutions: the record at byte {at} is cut short or repeated",
                path=path,
                at=at,
            )
        seen.add(code)
        yield code, data[at + 9 : end]
        at = end


def _check(path: Path, ways: Mapping[bytes, bytes]) -> None:
    """See that a file holds all layouts that can be solved and no other. Raises `FileError`."""
    codes = np.frombuffer(b"".join(ways), ">u8").astype(np.uint64)
    first = np.array([way[0] if way else 255 for way in ways.values()], np.int64)
    steps = np.array([len(way) for way in ways.values()], np.int64)
    states = np.array([codes >> np.uint64(45 - 5 * i) & np.uint64(31) for i in range(10)]).T
    states = states.astype(np.int64).reshape(-1, 10)
    good = (codes >> np.uint64(50) == 0) & _layouts(states)
    grids = np.zeros((len(codes), SPACE.board.size), np.uint8)
    for place in range(10):
        grids[np.arange(len(codes)), states[:, place] * good] = _KIND[place] + 1
    ranks = SPACE.ranks(grids[good])
    if not good.all() or (ranks[1:] <= ranks[:-1]).any():
        raise FileError(
            "{path} is no file of solutions: its codes are not layouts in order", path=path
        )
    if len(codes) != LAYOUTS:
        raise FileError(
            "{path} is no file of solutions: it has {got:,} {got:layout|layouts}; expected {expected:,}",
            path=path,
            got=len(codes),
            expected=LAYOUTS,
        )
    rows, piece, by = np.arange(len(codes)), np.minimum(first >> 2, 9), first & 3
    after = states.copy()
    column = states[rows, piece] % 4
    legal = (first >> 2 < 10) & ~((by == 2) & (column == 0)) & ~((by == 3) & (column == 3))
    after[rows, piece] += np.array([_STRIDE[i] for i in range(4)])[by]
    after[:, :4].sort(axis=1)
    after[:, 4:8].sort(axis=1)
    to = sum(
        (after[:, i].astype(np.uint64) & np.uint64(31)) << np.uint64(45 - 5 * i) for i in range(10)
    )
    order = np.argsort(codes)
    found = order[np.searchsorted(codes, to, sorter=order).clip(max=len(codes) - 1)]
    legal &= (codes[found] == to) & (steps[found] == steps - 1)
    if not (legal | ((steps == 0) & (states[:, 9] == 13))).all():
        raise FileError("{path} has a step that no piece can make", path=path)


def _layouts(states: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which basic states are layouts: each piece on the board, apart from the others, the like ones in order."""
    good = (states < SPACE.board.size).all(axis=1)
    taken = np.zeros(len(states), np.int64)
    for place, kind in enumerate(_KIND):
        head = states[:, place]
        for dx, dy in SPACE.kinds[kind].shape:
            good &= (head % 4 + dx < 4) & (head // 4 + dy < 5)
            bit = 1 << (head + dx + 4 * dy)
            good &= taken & bit == 0
            taken |= bit
    for group in (slice(0, 4), slice(4, 8)):
        good &= (np.diff(states[:, group], axis=1) > 0).all(axis=1)
    return np.asarray(good, bool)
