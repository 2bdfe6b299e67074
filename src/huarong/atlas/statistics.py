"""What can be said of a whole space: counts, histogram, components, and the same for each piece set."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas import dense
from huarong.errors import InputError
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.metric import Metric
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from huarong.atlas.dense import Distances, Ranks

__all__ = ["Components", "Facts", "PieceSet", "histogram", "piece_sets"]

_CHUNK = 1 << 18
_MOST = 1 << 24
"""A table of piece sets has no more entries than this."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the distances of some layouts come to; `longest` and `mean` are None where nothing is solvable."""

    layouts: int
    goals: int
    solvable: int
    longest: int | None
    longest_count: int
    sum: int

    @classmethod
    def of(cls, layouts: int, histogram: tuple[int, ...]) -> Facts:
        """The facts that follow from how many layouts there are at each distance.

        >>> Facts.of(10, (1, 2, 4))
        Facts(layouts=10, goals=1, solvable=7, longest=2, longest_count=4, sum=10)
        """
        if not histogram:
            return cls(layouts, 0, 0, None, 0, 0)
        total = sum(distance * count for distance, count in enumerate(histogram))
        longest = len(histogram) - 1
        return cls(layouts, histogram[0], sum(histogram), longest, histogram[-1], total)

    @property
    def unsolvable(self) -> int:
        """How many layouts cannot be solved."""
        return self.layouts - self.solvable

    @property
    def mean(self) -> float | None:
        """The mean distance of the solvable layouts, goals included."""
        return self.sum / self.solvable if self.solvable else None


def histogram(values: Distances) -> tuple[int, ...]:
    """How many layouts there are at each distance, from 0 to the longest."""
    counts: NDArray[np.int64] = np.zeros(1, np.int64)
    nowhere = dense.unknown(values)
    for chunk in _chunks(values):
        more = np.bincount(chunk[chunk != nowhere])
        if len(more) > len(counts):
            counts, more = more, counts
        counts[: len(more)] += more
    return tuple(np.trim_zeros(counts, "b").tolist())


def _chunks(values: Any) -> Iterator[Any]:
    return (values[i : i + _CHUNK] for i in range(0, len(values), _CHUNK))


@dataclass(frozen=True, eq=False)
class Components:
    """The parts of a space between which no step leads, numbered in the order of their least rank.

    `labels[rank]` is a layout's component; `least[c]` is a component's least rank, `sizes[c]` the number of its
    layouts, `goals[c]` of its goals.
    """

    labels: NDArray[np.uint32]
    least: Ranks
    sizes: Ranks
    goals: Ranks

    @classmethod
    def of(cls, space: Space, values: Distances, watch: Watch | None = None) -> Components:
        """The components of a space for whose layouts these are the distances. 4 bytes a layout."""
        labels, least = dense.components(space, watch=watch)
        sizes, goals = np.zeros_like(least), np.zeros_like(least)
        kernel("dense").measure(
            labels.data, (values == 0).view(np.uint8).data, sizes.data, goals.data
        )
        return cls(labels, least, sizes, goals)

    def __len__(self) -> int:
        return len(self.sizes)

    def ranks(self, number: int) -> Ranks:
        """The layouts of a component, in order."""
        return np.flatnonzero(self.labels == number)


@dataclass(frozen=True, slots=True)
class PieceSet:
    """The facts of one set of pieces in a space of several: how many of each kind, and what follows.

    `components` and `solvable_components` (those that hold a goal) are None where they were not asked for.
    """

    counts: tuple[int, ...]
    empty: int
    facts: Facts
    histogram: tuple[int, ...]
    components: int | None = None
    solvable_components: int | None = None


def piece_sets(
    space: Space,
    values: Distances,
    components: Components | None = None,
    watch: Watch | None = None,
) -> tuple[PieceSet, ...]:
    """The facts for every set of pieces in a space that has layouts, in the order of their counts.

    Raises `InputError` where there are far too many sets.
    """
    cells, watch = len(space.board.free), watch or Watch()
    sizes = [len(kind.shape) for kind in space.kinds]
    most = [
        min(cells // size, cells if most is None else most)
        for size, (_, most) in zip(sizes, space.counts, strict=True)
    ]
    weights = [math.prod(n + 1 for n in most[i + 1 :]) for i in range(len(most))]
    sets = list(_counts(sizes, [least for least, _ in space.counts], most, cells))
    longest = len(histogram(values)) - 1
    if math.prod(n + 1 for n in most) > _MOST or len(sets) * (longest + 2) > _MOST:
        raise InputError(
            "this space has {sets:,} sets of pieces, too many for a table", sets=len(sets)
        )
    row = np.zeros(math.prod(n + 1 for n in most), np.int32)
    row[[sum(w * n for w, n in zip(weights, counts, strict=True)) for counts in sets]] = range(
        len(sets)
    )
    tally = np.zeros((len(sets), longest + 2), np.int64)
    heavy = array("q", weights)
    here, nowhere = dense.cursor(space, Metric.STEP), dense.unknown(values)
    for i, chunk in enumerate(_chunks(values)):
        columns = np.where(chunk == nowhere, longest + 1, chunk).astype(np.int32)
        first = i * _CHUNK
        kernel("dense").tally(
            here, columns.data, heavy, row.data, tally.data, first, first + len(chunk)
        )
        watch.count(len(chunk), longest)
    parts = np.zeros((len(sets), 2), np.int64)
    if components is not None:
        grids = space.grids(components.least)
        code = np.zeros(len(grids), np.int64)
        for k, weight in enumerate(weights):
            code += weight * (grids == k + 1).sum(axis=1)
        np.add.at(parts[:, 0], row[code], 1)
        np.add.at(parts[:, 1], row[code], components.goals > 0)
    result = []
    for counts, line, (number, with_goal) in zip(sets, tally.tolist(), parts.tolist(), strict=True):
        if any(line):
            empty = cells - sum(n * size for n, size in zip(counts, sizes, strict=True))
            each = tuple(np.trim_zeros(line[:-1], "b"))
            facts = Facts.of(sum(line), each)
            known = (number, with_goal) if components is not None else (None, None)
            result.append(PieceSet(counts, empty, facts, each, *known))
    return tuple(result)


def _counts(
    sizes: list[int], least: list[int], most: list[int], cells: int
) -> Iterator[tuple[int, ...]]:
    """Every choice of so many of each kind that so many cells can hold."""
    if not sizes:
        yield ()
        return
    for n in range(least[0], min(most[0], cells // sizes[0]) + 1):
        for rest in _counts(sizes[1:], least[1:], most[1:], cells - n * sizes[0]):
            yield (n, *rest)
