"""Distances from one layout: how far the farthest is, and how far two layouts of a component can be apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas import dense
from huarong.atlas.statistics import histogram
from huarong.errors import InputError
from huarong.limits import MAX_MEMORY, MAX_SECONDS, Cancel, Report, Watch
from huarong.model.board import Layout
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.rules import reversible
from huarong.space.space import Space

if TYPE_CHECKING:
    from huarong.atlas.dense import Distances, Ranks

__all__ = ["Diameter", "Reach", "diameter", "reach"]


@dataclass(frozen=True, eq=False)
class Reach:
    """How far every layout is from one: `distances` by rank, the greatest number of the type where no way leads.

    `levels` says how many layouts are at each distance, from 0 to the farthest.
    """

    space: Space
    layout: Layout
    metric: Metric
    distances: Distances
    levels: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many layouts can be reached, the first one included."""
        return sum(self.levels)

    @property
    def eccentricity(self) -> int:
        """How far the farthest layouts are that can be reached."""
        return len(self.levels) - 1

    @property
    def farthest(self) -> Ranks:
        """The ranks of the farthest layouts that can be reached."""
        return dense.where(self.distances, self.eccentricity)

    def to_json(self) -> dict[str, Any]:
        """How many layouts can be reached, and how far, as plain values of JSON."""
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
    """Search from one layout: how far it is to every other.

    Raises `TooLargeError`, `LimitReached`, `Cancelled`, and `NotInSpaceError`.

    >>> space = Space.parse("4x1 1x1:2")
    >>> found = reach(space, space.layout(0), "step")
    >>> found.size, found.eccentricity, [space.layout(rank).heads for rank in found.farthest.tolist()]
    (6, 4, [((0, 1),)])
    """
    metric, watch = as_metric(metric), Watch.of(max_memory, max_seconds, progress, cancel)
    values = dense.distances(space, [space.rank(layout)], metric, reverse=False, watch=watch)
    return Reach(space, layout, metric, values, histogram(values, watch))


@dataclass(frozen=True, slots=True)
class Diameter:
    """The greatest distance between two layouts of a component, such a pair, and how many searches it took."""

    length: int
    pair: tuple[Layout, Layout]
    searches: int

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values of JSON, the layouts as the heads of their pieces by kind."""
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
    """How far two layouts of a layout's component can be apart, exactly.

    Every search from one layout bounds the eccentricities of all others from both sides, so few layouts have
    to be searched from (Takes and Kosters, "Determining the diameter of small world networks", CIKM 2011).
    It is for components of some 100,000 layouts. Raises as `reach` does, and `InputError` where pieces slide
    one way only.

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
