"""All boards of Rush Hour with vehicles of two and three cells: the hardest starts by number of vehicles.

The key piece is the last vehicle in the exit's row, has two cells, and leaves at the right end. A vehicle stays in its
line. So each choice of a sequence for every row is searched separately, with all columns (`huarong.kernels.vehicles`).
"""

import functools
import itertools
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from huarong.kernels import kernel, record
from huarong.limits import Watch
from huarong.model.board import Board, Metric
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from huarong.model.symbols import TILES

LEVELS = 256
"""One more than the greatest number of moves counted."""
_STEPS = 1 << 18

Lengths = tuple[int, ...]
"""The lengths of a line's vehicles, from left to right or from top to bottom."""
LineState = tuple[tuple[int, int], ...]
"""The positions of a line's vehicles: the first cell and the length of each."""


@dataclass(frozen=True, slots=True)
class VehicleLine:
    """A line of `cells` cells: its states, with the states of one sequence adjacent."""

    cells: int
    states: tuple[LineState, ...]

    @classmethod
    def of(cls, cells: int) -> "VehicleLine":
        """Return all states of a line.

        >>> VehicleLine.of(4).states
        ((), ((0, 2),), ((1, 2),), ((2, 2),), ((0, 2), (2, 2)), ((0, 3),), ((1, 3),))
        """

        def states(first: int) -> Iterator[LineState]:
            yield ()
            for head, length in itertools.product(range(first, cells), (2, 3)):
                if head + length <= cells:
                    for rest in states(head + length):
                        yield ((head, length), *rest)

        return cls(cells, tuple(sorted(states(0), key=lambda state: (_lengths(state), state))))

    @property
    def sequences(self) -> dict[Lengths, range]:
        """Each sequence with the numbers of its states."""
        groups = itertools.groupby(range(len(self.states)), lambda s: _lengths(self.states[s]))
        return {lengths: range(first := next(same), first + 1 + len(list(same))) for lengths, same in groups}

    def moves(self, metric: Metric) -> Iterator[tuple[int, int, int]]:
        """The moves of one vehicle along the free line: the state before and after, and the mask of cells entered."""
        numbers = {state: number for number, state in enumerate(self.states)}
        for number, state in enumerate(self.states):
            for i, (head, length) in enumerate(state):
                own = covered(((head, length),))
                for by in (-1, 1):
                    swept, at = 0, head + by
                    while (other := (*state[:i], (at, length), *state[i + 1 :])) in numbers:
                        swept |= covered(((at, length),)) & ~own
                        yield number, numbers[other], swept
                        at += by
                        if metric is Metric.STEP:
                            break


def _lengths(state: LineState) -> Lengths:
    return tuple(length for _, length in state)


def covered(state: LineState) -> int:
    """Return the mask of the cells that vehicles cover.

    >>> bin(covered(((0, 2), (3, 2))))
    '0b11011'
    """
    return sum(((1 << length) - 1) << head for head, length in state)


@dataclass(frozen=True, slots=True)
class RushHourFamily:
    """All boards of a size, at most 6x6, with the exit at the right end of a row (counted from 0).

    Raises `ValueError` for larger boards, whose layouts do not fit in the kernel's words.
    """

    width: int
    height: int
    exit_row: int

    def __post_init__(self) -> None:
        if max(self.width, self.height) > 6:
            raise ValueError(f"a board of at most 6x6 is expected, not {self.width}x{self.height}")

    def rows(self) -> Iterator[tuple[Lengths, ...]]:
        """Iterate over all choices of a sequence for each row; the last vehicle in the exit's row is the key piece."""
        found = tuple(VehicleLine.of(self.width).sequences)
        ending = tuple(sequence for sequence in found if sequence[-1:] == (2,))
        return itertools.product(*(ending if y == self.exit_row else found for y in range(self.height)))

    def puzzle(self, rows: Iterable[LineState], columns: Iterable[LineState]) -> Puzzle:
        """Return the puzzle of a layout, given by the states of its lines.

        >>> RushHourFamily(4, 3, 1).puzzle([(), ((0, 2),), ()], [(), (), ((0, 3),), ()]).line()
        'slide: along/..A./BBA./..A./goal:/..../..BB/....'
        """
        placed = [(y, x, "LR", [(x + i, y) for i in range(n)]) for y, row in enumerate(rows) for x, n in row]
        placed += [(y, x, "UD", [(x, y + i) for i in range(n)]) for x, column in enumerate(columns) for y, n in column]
        setup, key = Setup(Board(self.width, self.height)), ""
        for symbol, (y, _, directions, cells) in zip(TILES[36:], sorted(placed), strict=False):
            setup.place(symbol, cells, directions=directions)
            if y == self.exit_row and directions == "LR":
                key = symbol
        return Puzzle.of(setup, [{key: [(self.width - 2, self.exit_row), (self.width - 1, self.exit_row)]}])


@dataclass(frozen=True, eq=False)
class RushHourCounts:
    """A search's counts of layouts with n vehicles at each distance (shape n, `LEVELS`), and a farthest layout."""

    layouts: int
    counts: NDArray[np.int64]
    farthest: dict[int, Puzzle]

    def hardest(self) -> dict[int, tuple[int, int, str]]:
        """By number of vehicles: the greatest distance if not 0, the number of such layouts, and one of them."""
        lengths = {number: int(self.counts[number].nonzero()[0][-1]) for number in self.farthest}
        counts = {number: int(self.counts[number, length]) for number, length in lengths.items()}
        return {n: (lengths[n], counts[n], puzzle.line()) for n, puzzle in self.farthest.items() if lengths[n]}


def search(
    family: RushHourFamily, metric: Metric, rows: Iterable[tuple[Lengths, ...]], watch: Watch, core: Any = None
) -> RushHourCounts:
    """Search all boards with any of these choices of rows; `core` is the kernel, by default the compiled one.

    Raises `LimitReached` and `Cancelled` from the watch.
    """
    row, column = VehicleLine.of(family.width), VehicleLine.of(family.height)
    most = (family.width * family.height) // 2 + 1
    counts = np.zeros((most, LEVELS), np.int64)
    farthest = np.zeros((most, family.height + family.width), np.int32)
    arrays = _arrays(family, metric) | {"counts": counts.ravel(), "farthest": farthest.ravel()}
    given = record(arrays, states=len(column.states), levels=LEVELS)
    work = (core or kernel("vehicles")).VehicleSearch(family.width, family.height, family.exit_row, given)
    sequences = row.sequences
    queue, total = np.empty(0, np.uint64), 0
    for each in rows:
        states = [sequences[lengths] for lengths in each]
        layouts = work.rows(*(array("i", ends) for ends in zip(*((r.start, r.stop) for r in states), strict=True)))
        if 9 * layouts > watch.memory:
            raise watch.reached("memory")
        if layouts > len(queue):
            queue = np.empty(layouts, np.uint64)
        work.reserve(np.zeros(layouts // 64 + 1, np.uint64).data, queue.data)
        while not work.seed(_STEPS):
            watch.count(0)
        while not work.run(_STEPS):
            watch.count(0)
        watch.count(layouts)
        total += layouts
    if counts[:, -1].any():
        raise OverflowError("a layout is farther from the goal than distances are counted")
    numbers, height, found = np.flatnonzero(counts.any(axis=1)).tolist(), family.height, dict[int, Puzzle]()
    for number, line in zip(numbers, farthest[numbers].tolist(), strict=True):
        found[number] = family.puzzle([row.states[s] for s in line[:height]], [column.states[s] for s in line[height:]])
    return RushHourCounts(total, counts, found)


@functools.cache
def _arrays(family: RushHourFamily, metric: Metric) -> dict[str, NDArray[Any]]:
    """Return the arrays of the kernel that depend on the size of the board and the metric."""
    row, column = VehicleLine.of(family.width), VehicleLine.of(family.height)
    states, rows = len(column.states), len(row.states)
    along = sorted(row.moves(metric))
    fitting, place = (np.zeros((1 << column.cells, states), np.int32), np.zeros((1 << column.cells, states), np.int32))
    fits, begin, to = [], [0], []
    for m in range(1 << column.cells):
        free = [s for s, state in enumerate(column.states) if not covered(state) & m]
        fits.append(len(free))
        fitting[m, : len(free)], place[m, free] = free, range(len(free))
        for s in range(states):
            to += [t for before, t, swept in column.moves(metric) if before == s in free and not swept & m]
            begin.append(len(to))
    down = [sum(1 << family.width * y for y in range(family.height) if covered(s) >> y & 1) for s in column.states]
    cells = [mask << x for x in range(family.width) for mask in down]
    return {
        "row_mask": np.array([covered(state) for state in row.states], np.int32),
        "row_cars": np.array([len(state) for state in row.states], np.int32),
        "row_begin": np.searchsorted([s for s, _, _ in along], np.arange(rows + 1)).astype(np.int32),
        "row_to": np.array([t for _, t, _ in along], np.int32),
        "swept": np.array([swept for _, _, swept in along], np.uint64),
        "fits": np.array(fits, np.int32),
        "place": place.ravel(),
        "fitting": fitting.ravel(),
        "begin": np.array(begin, np.int32),
        "to": np.array(to, np.int32),
        "cells": np.array(cells, np.uint64),
        "cars": np.array([len(state) for state in column.states], np.int32),
    }
