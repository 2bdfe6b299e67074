"""Distances from one layout: how far the farthest is, and how far two layouts of a component can be apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from huarong.atlas import dense
from huarong.errors import InputError
from huarong.limits import Watch
from huarong.model.board import Layout
from huarong.model.metric import Metric, as_metric
from huarong.model.rules import Rules
from huarong.space.space import Space

if TYPE_CHECKING:
    from huarong.atlas.dense import Distances, Ranks

__all__ = ["Diameter", "Reach", "diameter", "reach"]


@dataclass(frozen=True, eq=False)
class Reach:
    """How far every layout is from one: `distances` by rank, the greatest number of the type where no way leads."""

    space: Space
    layout: Layout
    metric: Metric
    distances: Distances

    @property
    def size(self) -> int:
        """How many layouts can be reached, the first one included."""
        return int((self.distances != dense.unknown(self.distances)).sum())

    @property
    def eccentricity(self) -> int:
        """How far the farthest layouts are that can be reached."""
        return _longest(self.distances)

    @property
    def farthest(self) -> Ranks:
        """The ranks of the farthest layouts that can be reached."""
        return np.flatnonzero(self.distances == self.eccentricity)


def reach(
    space: Space,
    layout: Layout,
    metric: Metric | str = Metric.MOVE,
    *,
    watch: Watch | None = None,
) -> Reach:
    """Search from one layout: how far it is to every other.

    >>> space = Space.parse("4x1 1x1:2")
    >>> found = reach(space, space.layout(0), "step")
    >>> found.size, found.eccentricity, [space.layout(rank).heads for rank in found.farthest.tolist()]
    (6, 4, [((0, 1),)])
    """
    metric = as_metric(metric)
    rank = space.rank(layout)
    values = dense.distances(space, [rank], metric, reverse=False, watch=watch)
    return Reach(space, layout, metric, values)


def _longest(values: Distances) -> int:
    return int(values[values != dense.unknown(values)].max())


@dataclass(frozen=True, slots=True)
class Diameter:
    """The greatest distance between two layouts of a component, such a pair, and how many searches it took."""

    length: int
    pair: tuple[Layout, Layout]
    searches: int


def diameter(
    space: Space,
    layout: Layout,
    metric: Metric | str = Metric.MOVE,
    *,
    watch: Watch | None = None,
) -> Diameter:
    """How far two layouts of a layout's component can be apart, exactly.

    Every search from one layout bounds the eccentricities of all others from both sides, so few layouts have
    to be searched from (Takes and Kosters, "Determining the diameter of small world networks", CIKM 2011).
    It is for components of some 100,000 layouts; a `Watch` can stop it. Raises `InputError` where pieces slide
    one way only.

    >>> space = Space.parse("4x1 1x1:2")
    >>> diameter(space, space.layout(3), "step").length
    4
    """
    metric, watch = as_metric(metric), watch or Watch()
    step = Rules.of(space.board, space.kinds).step
    if any(q >= 0 and e >> 2 not in step[4 * q : 4 * q + 4] for e, q in enumerate(step)):
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
