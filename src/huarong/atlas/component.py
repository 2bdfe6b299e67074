"""The layouts that one layout can reach, by breadth-first search: components, eccentricities, diameters."""

import functools
from dataclasses import dataclass, field
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from huarong.atlas import dense
from huarong.atlas.dense import DistanceArray, RankArray
from huarong.atlas.goals import puzzle_at
from huarong.atlas.table import ComponentTable, DistanceTable
from huarong.errors import InputError, expect
from huarong.kernels import kernel
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Layout, Metric, MetricLike, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.rules import reversible
from huarong.search.bfs import BreadthFirst
from huarong.search.keys import KeyPacking
from huarong.space.space import Space

_DECODED = 1 << 15
"""The number of keys to decode at a time."""


@dataclass(frozen=True, eq=False)
class _Found:
    """The layouts that a search has found, as keys by distance; `ends[d]` is the index after the last key at distance
    d. `complete` is true if no reachable layout is missing.
    """

    space: Space
    packing: KeyPacking
    keys: NDArray[np.uint64]
    ends: list[int]
    complete: bool

    @classmethod
    def by(cls, space: Space, puzzle: Puzzle, metric: Metric, watch: Watch, most: int | None = None) -> "_Found":
        """Search from a puzzle's start; with `most`, keep only the first levels that have at most `most` layouts."""
        with watch.setting_up():
            packing = KeyPacking.of(puzzle, symmetric=False, lists=False)
            search = BreadthFirst(puzzle, metric, watch, packing, goals=False)
        ends, complete = list[int](), True
        for count in search.deepened(lambda: watch.look(search.depth, search.count)):
            complete = most is None or count <= max(most, 1)
            if not complete or count in ends[-1:]:
                break
            watch.look(len(ends), count)
            ends.append(count)
        keys = np.frombuffer(search.queue.view, np.uint64, ends[-1] * packing.words).reshape(-1, packing.words)
        return cls(space, packing, keys.copy(), ends, complete)

    def ranks(self, first: int = 0, watch: Watch | None = None) -> RankArray:
        """Return the ranks of the layouts from the index `first` on."""
        space, kinds = self.space, self.packing.rules.kinds
        letters = np.array([0, *(1 + space.kinds.index(kind) for kind in kinds)], np.uint8)
        ranks = np.empty(len(self.keys) - first, np.int64)
        for some in dense.portions(len(ranks), watch or Watch(), _DECODED):
            ranks[some] = space.ranks(letters[self.packing.decode(self.keys[first + some.start : first + some.stop])])
        return ranks

    @property
    def depth(self) -> NDArray[np.int32]:
        """The distance of each layout."""
        return np.repeat(np.arange(len(self.ends), dtype=np.int32), np.diff(self.ends, prepend=0))


@dataclass(frozen=True, eq=False)
class Component:
    """The layouts that the start of a puzzle can reach, in the order of their ranks.

    `depth[i]` is the number of steps from the start to layout i. If `complete` is false, layouts beyond the greatest
    depth are missing.

    >>> component = Component.of(Puzzle.parse("AB/..", goal="../AB"))
    >>> len(component), component.complete, component.distances("step").tolist()
    (12, True, [0, 4, 2, 3, 2, 1, 1, 2, 2, 3, 2, 4])
    """

    puzzle: Puzzle
    space: Space
    ranks: RankArray
    depth: NDArray[np.int32]
    complete: bool

    @classmethod
    @limited
    def of(
        cls, puzzle: PuzzleLike, most: int | None = None, space: Space | None = None, **limits: Unpack[GivenLimits]
    ) -> "Component":
        """Find the layouts that a puzzle's start can reach.

        With `most`, only the first whole depths are kept, at most `most` layouts in all. `space`, if the caller has it,
        is the space of the puzzle's pieces. Raises `NotNumberedError` if the space has no ranks, `InputError` if ranks
        have more than 64 bits, `LimitReached` and `Cancelled`.
        """
        puzzle, watch = read_puzzle(puzzle), Watch.of(**limits)
        expect(most, int, type(None))
        expect(space, Space, type(None))
        space = space or Space.of(puzzle)
        with watch.setting_up():
            space.tables  # noqa: B018 - raises where there are no ranks
            space.rank(puzzle.start)
        found = _Found.by(space, puzzle, Metric.STEP, watch, most)
        ranks = found.ranks(watch=watch)
        order = np.argsort(ranks)
        return cls(puzzle, space, ranks[order], found.depth[order], found.complete)

    def __len__(self) -> int:
        return len(self.ranks)

    def index(self, layout: Layout) -> int | None:
        """Return the index of a layout in the component; None if the component does not have it."""
        rank = self.space.rank(layout)
        i = int(np.searchsorted(self.ranks, rank))
        return i if i < len(self) and self.ranks[i] == rank else None

    def neighbours(
        self, metric: Metric | str = Metric.STEP, reverse: bool = False, watch: Watch | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the neighbors of each layout within the component: layout i has `to[begin[i]:begin[i + 1]]`."""
        begin, ranks, _ = dense.neighbours(self.space, self.ranks, metric, reverse=bool(reverse), watch=watch)
        inside = dense.among(ranks, self.ranks)
        to = np.searchsorted(self.ranks, ranks[inside]).astype(np.int32)
        return np.concatenate([[0], np.cumsum(inside)])[begin], to

    def goals(self) -> NDArray[np.int64]:
        """Return the indices of the solved layouts."""
        grids = self.space.grids(self.ranks)
        solved = np.zeros(len(self), bool)
        for alternative in self.puzzle.goal.alternatives:
            solved |= np.all([grids[:, head] == kind + 1 for kind, head in alternative], axis=0)
        return np.flatnonzero(solved)

    def distances(self, metric: Metric | str = Metric.MOVE, watch: Watch | None = None) -> NDArray[np.int32]:
        """Return the distance of each layout to the nearest goal in the component; -1 if there is none.

        These are the true distances if the component is complete.
        """
        return spread(*self.neighbours(as_metric(metric), reverse=True, watch=watch), self.goals())

    def table(self, metric: Metric | str = Metric.MOVE, watch: Watch | None = None) -> DistanceTable:
        """Return the distances as a table for look-ups. The component must be complete."""
        metric = as_metric(metric)
        return ComponentTable(self.space, metric, self.ranks, self.distances(metric, watch))


def spread(begin: NDArray[np.int64], to: NDArray[np.int32], sources: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the distance of each point of a graph from the nearest source; -1 for points that no source reaches.

    The neighbors of point i are `to[begin[i]:begin[i + 1]]`.
    """
    depth = np.full(len(begin) - 1, -1, np.int32)
    depth[sources] = 0
    queue = np.empty(len(depth), np.int32)
    queue[: len(sources)] = sources
    kernel("embed").spread(begin, to, depth, queue, len(sources))
    return depth


@dataclass(frozen=True, eq=False)
class Reach:
    """The distances of all layouts from one layout; `levels` has the number of layouts at each distance."""

    space: Space
    layout: Layout
    metric: Metric
    levels: tuple[int, ...]
    _found: _Found = field(repr=False)
    _memory: int = field(repr=False)

    @functools.cached_property
    def distances(self) -> DistanceArray:
        """The distances by rank; unreachable layouts have the greatest number of the type. Raises `TooLargeError`."""
        kind = np.min_scalar_type(self.eccentricity + 1)
        dense.require(self.space, kind.itemsize, self._memory)
        values: DistanceArray = np.full(self.space.size, np.iinfo(kind).max, kind)
        values[self._found.ranks()] = self._found.depth
        return values

    @property
    def size(self) -> int:
        """The number of reachable layouts, including the first one."""
        return sum(self.levels)

    @property
    def eccentricity(self) -> int:
        """The greatest distance of a reachable layout."""
        return len(self.levels) - 1

    @property
    def farthest(self) -> RankArray:
        """The ranks of the layouts at the greatest distance."""
        return np.sort(self._found.ranks(self.size - self.levels[-1]))

    def to_json(self) -> dict[str, Any]:
        """Return the number of reachable layouts and their distances, as JSON."""
        heads = [list(heads) for heads in self.layout.heads]
        about = {"space": self.space.text, "metric": self.metric.value, "heads": heads, "size": self.size}
        far = {"eccentricity": self.eccentricity, "farthest": self.farthest.tolist()}
        return {**about, **far, "levels": list(self.levels)}


@limited
def reach(space: Space, layout: Layout, metric: MetricLike = Metric.MOVE, **limits: Unpack[GivenLimits]) -> Reach:
    """Find the distances from one layout to all others.

    Raises `LimitReached`, `Cancelled`, and `NotInSpaceError`.

    >>> space = Space.parse("4x1 1x1:2")
    >>> found = reach(space, space.layout(0), "step")
    >>> found.size, found.eccentricity, [space.layout(rank).heads for rank in found.farthest.tolist()]
    (6, 4, [((0, 1),)])
    """
    expect(space, Space)
    watch, metric = Watch.of(**limits), as_metric(metric)
    space.rank(layout)
    puzzle = puzzle_at(space, layout)
    found = _Found.by(space, puzzle, metric, watch)
    return Reach(space, layout, metric, tuple(np.diff(found.ends, prepend=0).tolist()), found, watch.memory)


@dataclass(frozen=True, slots=True)
class Diameter:
    """The greatest distance between two layouts of a component, a pair at that distance, and the number of searches."""

    length: int
    pair: tuple[Layout, Layout]
    searches: int

    def to_json(self) -> dict[str, Any]:
        """Return the diameter as JSON; layouts are given by the heads of their pieces by kind."""
        pair = [[list(heads) for heads in layout.heads] for layout in self.pair]
        return {"length": self.length, "pair": pair, "searches": self.searches}


@limited
def diameter(space: Space, layout: Layout, metric: MetricLike = Metric.MOVE, **limits: Unpack[GivenLimits]) -> Diameter:
    """Return the exact diameter of a layout's component: the greatest distance between two of its layouts.

    Every search from one layout bounds the eccentricities of all others, so few searches are needed (Takes and Kosters,
    "Determining the diameter of small world networks", CIKM 2011). It suits components of up to about 100,000 layouts.
    Raises `TooLargeError`, `LimitReached`, `Cancelled`, `NotInSpaceError`, and `InputError` if pieces slide one way
    only.

    >>> space = Space.parse("4x1 1x1:2")
    >>> diameter(space, space.layout(3), "step").length
    4
    """
    expect(space, Space)
    watch, metric = Watch.of(**limits), as_metric(metric)
    if not reversible(space.kinds):
        raise InputError("a diameter requires reversible moves; some pieces here slide one way only")
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
