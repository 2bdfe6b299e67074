"""Bottlenecks of a component: bridges (edges whose removal splits it) and waists (distances with few layouts)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from huarong.limits import Watch


class Bridge(NamedTuple):
    """A step without which a component falls into two parts: from point `near` to point `far` (by number).

    Beyond it are `beyond` points, `goals` of them goals.
    """

    near: int
    far: int
    beyond: int
    goals: int

    def to_json(self) -> dict[str, Any]:
        """How many layouts and goals lie beyond the bridge, as JSON."""
        return {"beyond": self.beyond, "goals": self.goals}


class Waist(NamedTuple):
    """A distance to the goal at which there are few layouts: every solution from farther away passes one of them."""

    distance: int
    layouts: int

    def to_json(self) -> dict[str, Any]:
        """The distance and the number of layouts, as JSON."""
        return self._asdict()


def bridges(
    begin: Sequence[int], to: Sequence[int], start: int, goals: Sequence[bool], watch: Watch | None = None
) -> list[Bridge]:
    """The bridges of the component of a point, seen from it; those with most points beyond come first.

    The neighbours of point i are `to[begin[i]:begin[i + 1]]`; the graph is undirected. A depth-first search computes
    the low-link of each point (Tarjan, "A note on finding the bridges of a graph", 1974).

    >>> bridges([0, 1, 3, 4], [1, 0, 2, 1], 0, [False, False, True])
    [Bridge(near=0, far=1, beyond=2, goals=1), Bridge(near=1, far=2, beyond=1, goals=1)]
    """
    watch, n = watch or Watch(), len(begin) - 1
    order, low, size, solved = [-1] * n, [0] * n, [1] * n, [int(each) for each in goals]
    parent, edge = [-1] * n, list(begin[:-1])
    order[start], count, here = 0, 1, start
    found = []
    while here >= 0:
        if edge[here] < begin[here + 1]:
            other = to[edge[here]]
            edge[here] += 1
            if order[other] < 0:
                parent[other], order[other], low[other] = here, count, count
                count += 1
                here = other
                if count % 4096 == 0:
                    watch.count(4096)
            elif other != parent[here]:
                low[here] = min(low[here], order[other])
            continue
        above = parent[here]
        if above >= 0:
            if low[here] == order[here]:
                found.append(Bridge(above, here, size[here], solved[here]))
            low[above] = min(low[above], low[here])
            size[above] += size[here]
            solved[above] += solved[here]
        here = above
    return sorted(found, key=lambda each: (-each.beyond, each))


def waists(histogram: Sequence[int], distance: int, most: int = 5) -> list[Waist]:
    """The distances between a goal and a start with fewest layouts, each a local minimum of the histogram.

    >>> waists([1, 5, 2, 7, 9], 4)
    [Waist(distance=2, layouts=2)]
    """
    inner = range(1, min(distance, len(histogram) - 1))
    found = [d for d in inner if histogram[d] < histogram[d - 1] and histogram[d] <= histogram[d + 1]]
    return [Waist(d, histogram[d]) for d in sorted(found, key=lambda d: (histogram[d], d))[:most]]
