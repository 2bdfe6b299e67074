"""Distances from one layout: its eccentricity, and the diameter of a component."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas import dense
from huarong.atlas.goals import puzzle_at
from huarong.atlas.statistics import histogram
from huarong.errors import InputError, LimitReached
from huarong.limits import MAX_MEMORY, MAX_SECONDS, Cancel, Report, Watch
from huarong.model.board import Layout
from huarong.model.goal import Goal
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.rules import reversible
from huarong.search.bfs import BreadthFirst
from huarong.search.keys import Packing
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from huarong.atlas.dense import Distances, Ranks

__all__ = ["Diameter", "Reach", "diameter", "reach"]


_FEW = 1 << 20
"""The most layouts found by a search that keeps keys; beyond, a byte for each rank takes less memory."""
_DECODED = 1 << 15
"""Keys that are decoded at a time."""


@dataclass(frozen=True, eq=False)
class _Keys:
    """The keys of all layouts found, in the order of their distances, and the memory limit."""

    packing: Packing
    keys: NDArray[np.uint64]
    memory: int

    def ranks(self, space: Space, first: int, last: int) -> Ranks:
        """The ranks of the layouts `first` to `last`."""
        words = self.packing.words
        return space.ranks(self.packing.decode(self.keys[first * words : last * words]))


@dataclass(frozen=True, eq=False)
class Reach:
    """The distances of all layouts from one layout.

    `levels` says how many layouts are at each distance, from 0 to the farthest.
    """

    space: Space
    layout: Layout
    metric: Metric
    levels: tuple[int, ...]
    _found: _Keys | Distances = field(repr=False)

    @functools.cached_property
    def distances(self) -> Distances:
        """The distances by rank; the greatest number of the type for layouts out of reach. Raises `TooLargeError`."""
        if not isinstance(self._found, _Keys):
            return self._found
        kinds = (np.uint8, np.uint16, np.uint32)
        kind = next(each for each in kinds if self.eccentricity < np.iinfo(each).max)
        dense.require(self.space, np.dtype(kind).itemsize, self._found.memory)
        values: Any = np.full(self.space.size, np.iinfo(kind).max, kind)
        away = np.repeat(np.arange(len(self.levels), dtype=kind), self.levels)
        for first in range(0, self.size, _DECODED):
            last = min(self.size, first + _DECODED)
            values[self._found.ranks(self.space, first, last)] = away[first:last]
        found: Distances = values
        return found

    @property
    def size(self) -> int:
        """How many layouts can be reached, the layout itself included."""
        return sum(self.levels)

    @property
    def eccentricity(self) -> int:
        """The greatest distance of a layout that can be reached."""
        return len(self.levels) - 1

    @property
    def farthest(self) -> Ranks:
        """The ranks of the layouts at the greatest distance."""
        if isinstance(self._found, _Keys):
            return np.sort(self._found.ranks(self.space, self.size - self.levels[-1], self.size))
        return dense.where(self._found, self.eccentricity)

    def to_json(self) -> dict[str, Any]:
        """How many layouts can be reached, and how far, as JSON."""
        return {
            "space": self.space.text,
            "metric": self.metric.value,
            "heads": [list(heads) for heads in self.layout.heads],
            "size": self.size,
            "eccentricity": self.eccentricity,
            "farthest": self.farthest.tolist(),
            "levels": list(self.levels),
        }


def reach(
    space: Space,
    layout: Layout,
    metric: Metric | MetricName = Metric.MOVE,
    *,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float = MAX_SECONDS,
    progress: Report | None = None,
    cancel: Cancel | None = None,
) -> Reach:
    """Search from one layout: its distances to all others.

    A hash table is used while the layouts are few; beyond, every rank takes a byte or more. Raises `TooLargeError`,
    `LimitReached`, `Cancelled`, and `NotInSpaceError`.

    >>> space = Space.parse("4x1 1x1:2")
    >>> found = reach(space, space.layout(0), "step")
    >>> found.size, found.eccentricity, [space.layout(rank).heads for rank in found.farthest.tolist()]
    (6, 4, [((0, 1),)])
    """
    metric, watch = as_metric(metric), Watch.of(max_memory, max_seconds, progress, cancel)
    rank = space.rank(layout)
    with watch.setting_up():
        found = _searched(space, layout, metric, watch)
    if found is not None:
        return found
    watch.stage()
    values = dense.distances(space, [rank], metric, reverse=False, watch=watch)
    return Reach(space, layout, metric, histogram(values, watch), values)


def _searched(space: Space, layout: Layout, metric: Metric, watch: Watch) -> Reach | None:
    """The distances by a search with a hash table; None where there are too many layouts for it."""
    try:
        puzzle = puzzle_at(space, layout, Goal(()))
    except InputError:  # more pieces than a puzzle has names for
        return None
    packing = Packing.of(puzzle, symmetric=False, lists=False)
    try:
        search = BreadthFirst(puzzle, metric, watch, packing, goals=False)
        if search.run(_FEW) is None:
            return None
    except LimitReached as error:
        if error.limit != "memory":
            raise
        return None
    keys = np.frombuffer(search.queue.view, np.uint64, packing.words * search.count).copy()
    ends = search.levels[: search.depth + 2].tolist()
    levels = tuple(last - first for first, last in itertools.pairwise(ends) if last > first)
    return Reach(space, layout, metric, levels, _Keys(packing, keys, watch.memory))


@dataclass(frozen=True, slots=True)
class Diameter:
    """The greatest distance between two layouts of a component, a pair at that distance, and the number of searches."""

    length: int
    pair: tuple[Layout, Layout]
    searches: int

    def to_json(self) -> dict[str, Any]:
        """The diameter as JSON; layouts are given by the heads of their pieces by kind."""
        pair = [[list(heads) for heads in layout.heads] for layout in self.pair]
        return {"length": self.length, "pair": pair, "searches": self.searches}


def diameter(
    space: Space,
    layout: Layout,
    metric: Metric | MetricName = Metric.MOVE,
    *,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float = MAX_SECONDS,
    progress: Report | None = None,
    cancel: Cancel | None = None,
) -> Diameter:
    """The exact diameter of a layout's component: the greatest distance between two of its layouts.

    Every search from one layout gives upper and lower bounds of the eccentricities of all others, so few searches are
    needed (Takes and Kosters, "Determining the diameter of small world networks", CIKM 2011). It is for components of
    up to some 100,000 layouts. Raises the errors of `reach`, and `InputError` where pieces slide one way only.

    >>> space = Space.parse("4x1 1x1:2")
    >>> diameter(space, space.layout(3), "step").length
    4
    """
    metric, watch = as_metric(metric), Watch.of(max_memory, max_seconds, progress, cancel)
    if not reversible(space.kinds):
        raise InputError(
            "a diameter needs moves that can be taken back; some pieces here slide one way only"
        )
    values = dense.distances(space, [space.rank(layout)], metric, watch=watch)
    ranks = np.flatnonzero(values != dense.unknown(values))
    low, high = np.zeros(len(ranks), np.int64), np.full(len(ranks), 1 << 62, np.int64)
    left = np.ones(len(ranks), bool)
    best, pair, searches = -1, (0, 0), 0
    while left.any():
        some = np.flatnonzero(left)
        at = some[high[some].argmax() if searches % 2 == 0 else low[some].argmin()]
        away = dense.distances(space, [int(ranks[at])], metric, watch=watch)[ranks].astype(np.int64)
        searches += 1
        far = int(away.max())
        if far > best:
            best, pair = far, (int(ranks[at]), int(ranks[away.argmax()]))
        np.maximum(low, np.maximum(far - away, away), out=low)
        np.minimum(high, far + away, out=high)
        left &= (high > best) & (low < high)
        left[at] = False
    return Diameter(best, (space.layout(pair[0]), space.layout(pair[1])), searches)
