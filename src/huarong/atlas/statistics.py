"""Counts, histogram and components of a whole space, and the facts of each set of pieces in it."""

import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from huarong.atlas import bitparallel, dense
from huarong.atlas.dense import RankArray
from huarong.atlas.file import ByRank, Stored
from huarong.errors import InputError, expect
from huarong.kernels import kernel
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric
from huarong.space.space import Space

_CHUNK = 1 << 18
FACTS = ["layouts", "goals", "solvable", "unsolvable", "longest", "longest_count", "sum", "mean"]
"""The names of facts, in the order of tables."""
_MOST = 1 << 24
"""The most entries in a table of sets of pieces."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Statistics of the distances of some layouts; `longest` and `mean` are None if no layout is solvable."""

    layouts: int
    goals: int
    solvable: int
    longest: int | None
    longest_count: int
    sum: int

    @classmethod
    def of(cls, layouts: int, histogram: tuple[int, ...]) -> "Facts":
        """Compute the facts from the number of `layouts` and the number at each distance (`histogram`).

        >>> Facts.of(10, (1, 2, 4))
        Facts(layouts=10, goals=1, solvable=7, longest=2, longest_count=4, sum=10)
        >>> Facts.of(10, ())
        Facts(layouts=10, goals=0, solvable=0, longest=None, longest_count=0, sum=0)
        """
        expect(histogram, Sequence)
        for count in histogram:
            expect(count, int)
        if not histogram:
            return cls(layouts, 0, 0, None, 0, 0)
        total = sum(distance * count for distance, count in enumerate(histogram))
        longest = len(histogram) - 1
        return cls(layouts, histogram[0], sum(histogram), longest, histogram[-1], total)

    @property
    def unsolvable(self) -> int:
        """The number of layouts that cannot be solved."""
        return self.layouts - self.solvable

    @property
    def mean(self) -> float | None:
        """The mean distance of the solvable layouts, including goals."""
        return self.sum / self.solvable if self.solvable else None

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return {name: getattr(self, name) for name in FACTS}


def histogram(values: ByRank, watch: Watch | None = None) -> tuple[int, ...]:
    """Return the number of layouts at each distance, from 0 to the longest."""
    counts: NDArray[np.int64] = np.zeros(1, np.int64)
    nowhere, watch = dense.unknown(values), watch or Watch()
    for some in dense.portions(len(values), watch, _CHUNK):
        chunk = values[some]
        counts = with_counts(counts, chunk[chunk != nowhere])
    return tuple(np.trim_zeros(counts, "b").tolist())


def with_counts(counts: NDArray[np.int64], values: NDArray[Any]) -> NDArray[np.int64]:
    """Return a histogram with more values added, lengthened for the greatest value if necessary."""
    more = np.bincount(values, minlength=len(counts))
    more[: len(counts)] += counts
    return more


@dataclass(frozen=True, eq=False)
class Components:
    """The components of a space's graph of steps, numbered in the order of their least ranks.

    `labels[rank]` is the component of a layout. `least[c]`, `sizes[c]` and `goals[c]` are the least rank, the number of
    layouts and the number of goals of component c.
    """

    labels: NDArray[np.uint32]
    least: RankArray
    sizes: RankArray
    goals: RankArray

    @classmethod
    @limited
    def of(cls, space: Space, values: ByRank, **limits: Unpack[GivenLimits]) -> "Components":
        """Find the components of a space with the distances `values`; takes 4 bytes a layout.

        Raises `TooLargeError`, `LimitReached` and `Cancelled`.
        """
        expect(space, Space)
        expect(values, np.ndarray, Stored)
        watch = Watch.of(**limits)
        found = bitparallel.components(space, watch=watch)
        if found is None:
            watch.stage()
            found = dense.components(space, watch=watch)
        labels, least = found
        sizes, goals = np.zeros_like(least), np.zeros_like(least)
        for some in dense.portions(len(labels), watch):
            solved = (values[some] == 0).view(np.uint8)
            kernel("dense").measure(labels[some].data, solved.data, sizes.data, goals.data)
        return cls(labels, least, sizes, goals)

    @property
    def solvable(self) -> int:
        """The number of components that have a goal."""
        return int((self.goals > 0).sum())

    @property
    def largest(self) -> int:
        """The number of layouts in the largest component; 0 if the space is empty."""
        return int(self.sizes.max(initial=0))

    def to_json(self) -> dict[str, Any]:
        """Return as JSON the number of components, how many have a goal, and the size of the largest."""
        return {"components": len(self), "solvable_components": self.solvable, "largest_component": self.largest}

    def __len__(self) -> int:
        return len(self.sizes)

    def ranks(self, number: int) -> RankArray:
        """Return the ranks of the layouts of a component, ascending."""
        expect(number, int)
        return dense.where(self.labels, number)


@dataclass(frozen=True, slots=True)
class PieceSet:
    """The facts of one set of pieces in a space with several sets; `counts` is the number of pieces of each kind.

    `components` and `solvable_components` (components with a goal) are None unless requested.
    """

    counts: tuple[int, ...]
    empty: int
    facts: Facts
    histogram: tuple[int, ...]
    components: int | None = None
    solvable_components: int | None = None

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        pieces = {"counts": list(self.counts), "empty": self.empty}
        parts = {"components": self.components, "solvable_components": self.solvable_components}
        return {**pieces, **self.facts.to_json(), "histogram": list(self.histogram), **parts}


def piece_sets(
    space: Space, values: ByRank, components: Components | None = None, watch: Watch | None = None
) -> tuple[PieceSet, ...]:
    """Return the facts for every set of pieces that has layouts, in the order of their counts.

    Raises `InputError` if there are too many sets for a table.
    """
    found = tuple(each for each, _ in farthest_by_set(space, values, watch or Watch()))
    if components is None:
        return found
    sets = _Sets.of(space)
    of = sets.rows()[sets.code(space.grids(components.least))]
    every, good = (np.bincount(some, minlength=len(sets.counts)).tolist() for some in (of, of[components.goals > 0]))
    parts = dict(zip(sets.counts, zip(every, good, strict=True), strict=True))
    return tuple(
        replace(each, **dict(zip(("components", "solvable_components"), parts[each.counts], strict=True)))
        for each in found
    )


def farthest_by_set(space: Space, values: ByRank, watch: Watch) -> Iterator[tuple[PieceSet, RankArray]]:
    """Iterate over the facts of each set of pieces that has layouts, and the ranks of its farthest layouts.

    Raises `InputError` if there are too many sets for a table.
    """
    sets, tally, (ranks, of) = _tallied(space, values, watch)
    order = np.argsort(of, kind="stable")
    ranks, of = ranks[order], of[order]
    for row, (counts, line) in enumerate(zip(sets.counts, tally.tolist(), strict=True)):
        if any(line):
            first, last = np.searchsorted(of, [row, row + 1])
            each = tuple(np.trim_zeros(line[:-1], "b"))
            yield PieceSet(counts, sets.empty(counts), Facts.of(sum(line), each), each), ranks[first:last]


def set_numbers(space: Space, watch: Watch) -> NDArray[np.int16 | np.int32]:
    """Return for every rank the index of the layout's set of pieces, in the order of `farthest_by_set`."""
    sets = _Sets.of(space)
    row = sets.rows()
    kind = np.int16 if len(sets.counts) < 1 << 15 else np.int32
    found: NDArray[np.int16 | np.int32] = np.empty(space.size, kind)
    taken = np.zeros(len(sets.counts), bool)
    for some in dense.portions(space.size, watch, _CHUNK >> 3):
        found[some] = row[sets.code(space.grids(np.arange(some.start, some.stop)))]
        taken[found[some]] = True
    numbers = np.cumsum(taken) - 1
    for some in dense.portions(space.size, watch):
        found[some] = numbers[found[some]]
    return found


def _tallied(
    space: Space, values: ByRank, watch: Watch
) -> "tuple[_Sets, NDArray[np.int64], tuple[RankArray, NDArray[np.int32]]]":
    """The number of layouts of each set at each distance (last column: unsolvable), and the farthest of each set.

    The farthest layouts are ascending ranks, with the index of the set of each.
    """
    sets, longest = _Sets.of(space), len(histogram(values, watch)) - 1
    if sets.codes > _MOST or len(sets.counts) * (longest + 2) > _MOST:
        raise InputError(
            "this space has {sets:,} {sets:set|sets} of pieces, too many for a table", sets=len(sets.counts)
        )
    tally = np.zeros((len(sets.counts), longest + 2), np.int64)
    row, nowhere = sets.rows(), dense.unknown(values)
    count = kernel("dense").SetCounts(dense.cursor(space, Metric.STEP), array("q", [0, *sets.weights]), row.data)
    found = [(np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0, np.int32))]
    for some in dense.portions(space.size, watch, min(_CHUNK, 4 * dense.budget(space))):
        distances = values[some]
        columns = np.where(distances == nowhere, longest + 1, distances).astype(np.int32)
        rows = np.empty(len(columns), np.int32)
        count.add(some.start, columns.data, tally.data, rows.data)
        columns[columns > longest] = -1
        at = np.flatnonzero(columns == _last(tally[:, : longest + 1])[rows])
        found.append((at + some.start, rows[at], columns[at]))
    most = _last(tally[:, : longest + 1])
    ranks, of, distances = (np.concatenate(each) for each in zip(*found, strict=True))
    good = distances == most[of]
    return sets, tally, (ranks[good], of[good])


def _last(tally: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each row the last column that is not 0; 0 if all are."""
    if not tally.shape[1]:  # a space without solvable layouts
        return np.zeros(len(tally), np.int64)
    some = tally[:, ::-1] > 0
    return np.where(some.any(axis=1), tally.shape[1] - 1 - some.argmax(axis=1), 0)


@dataclass(frozen=True)
class _Sets:
    """The sets of pieces of a space: `counts` has the number of each kind in each set.

    A set's code is a number in a mixed base: the sum of its counts, each times the `weights` of its kind.
    """

    cells: int
    sizes: tuple[int, ...]
    weights: tuple[int, ...]
    codes: int
    counts: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, space: Space) -> "_Sets":
        cells = len(space.board.free)
        sizes = tuple(len(kind.shape) for kind in space.kinds)
        most = [
            min(cells // size, cells if most is None else most)
            for size, (_, most) in zip(sizes, space.counts, strict=True)
        ]
        weights = tuple(math.prod(n + 1 for n in most[i + 1 :]) for i in range(len(most)))
        counts = tuple(_counts(sizes, [least for least, _ in space.counts], most, cells))
        return cls(cells, sizes, weights, math.prod(n + 1 for n in most), counts)

    def rows(self) -> NDArray[np.int32]:
        """Return the index of a set by its code."""
        found = np.zeros(self.codes, np.int32)
        for number, counts in enumerate(self.counts):
            found[sum(w * n for w, n in zip(self.weights, counts, strict=True))] = number
        return found

    def code(self, grids: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the code of each layout's set; layouts are rows of letters."""
        found = np.zeros(len(grids), np.int64)
        for kind, weight in enumerate(self.weights):
            found += weight * (grids == kind + 1).sum(axis=1)
        return found

    def empty(self, counts: tuple[int, ...]) -> int:
        """Return the number of cells that a set leaves empty."""
        return self.cells - sum(n * size for n, size in zip(counts, self.sizes, strict=True))


def _counts(sizes: Sequence[int], least: Sequence[int], most: Sequence[int], cells: int) -> Iterator[tuple[int, ...]]:
    """Iterate over every choice of numbers of each kind that fits on `cells` cells."""
    if not sizes:
        yield ()
        return
    for n in range(least[0], min(most[0], cells // sizes[0]) + 1):
        for rest in _counts(sizes[1:], least[1:], most[1:], cells - n * sizes[0]):
            yield (n, *rest)
