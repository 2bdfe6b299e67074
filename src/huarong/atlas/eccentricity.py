"""Distances from one layout: its eccentricity, and the diameter of a component."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from huarong.atlas import dense
from huarong.atlas.goals import puzzle_at
from huarong.atlas.statistics import histogram
from huarong.errors import InputError, LimitReached, expect
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.board import Layout
from huarong.model.goal import Goal
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import reversible
from huarong.search.bfs import BreadthFirst
from huarong.search.keys import BOARD, KeyPacking
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from huarong.atlas.dense import Distances, Ranks

_FEW = 1 << 20
"""The most layouts found by a search that keeps keys; beyond, a byte for each rank takes less memory."""
_ROOMY, _BITS = 1 << 24, 17
"""From this limit of memory on, the hash table has 2^17 entries from the start: some 50,000 layouts need no larger one.
"""
_DECODED = 1 << 15
"""How many keys are decoded at a time."""
_CUT = 10
"""Bits of a key that are mirrored by one look-up."""


@dataclass(frozen=True, eq=False)
class _Keys:
    """The keys of all layouts found, in the order of their distances, and the memory limit.

    If one key stands for two mirror images, `images` has the keys of the images, else None. `ends[d]` is the index
    after the last key at distance d.
    """

    packing: KeyPacking
    keys: NDArray[np.uint64]
    images: NDArray[np.uint64] | None
    ends: NDArray[np.int64]
    memory: int

    @property
    def levels(self) -> tuple[int, ...]:
        """How many layouts are at each distance, mirror images counted apart."""
        ends = self.ends
        if self.images is not None:  # a layout that is its own image counts once
            two = np.cumsum(self.images != self.keys)
            ends = ends + two[ends - 1]
        return tuple(np.diff(ends, prepend=0).tolist())

    def ranks(self, space: Space, first: int, last: int) -> Ranks:
        """The ranks of the layouts of the keys `first` to `last`; mirror images follow them."""
        words = self.packing.words
        some = self.keys[first * words : last * words]
        if self.images is not None:
            some = np.concatenate((some, self.images[first:last]))
        return space.ranks(self.packing.decode(some))


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
        ends = self._found.ends
        away = np.repeat(np.arange(len(ends), dtype=kind), np.diff(ends, prepend=0))
        for first in range(0, len(away), _DECODED):
            some = away[first : first + _DECODED]
            ranks = self._found.ranks(self.space, first, first + len(some))
            values[ranks] = np.resize(some, len(ranks))
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
            first, last = (0, *self._found.ends.tolist())[-2:]
            return np.unique(self._found.ranks(self.space, first, last))
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


@limited
def reach(
    space: Space, layout: Layout, metric: Metric | MetricName = Metric.MOVE, **limits: Unpack[GivenLimits]
) -> Reach:
    """Search from one layout: its distances to all others.

    A hash table is used while the layouts are few; beyond, every rank takes a byte or more. Raises `TooLargeError`,
    `LimitReached`, `Cancelled`, and `NotInSpaceError`.

    >>> space = Space.parse("4x1 1x1:2")
    >>> found = reach(space, space.layout(0), "step")
    >>> found.size, found.eccentricity, [space.layout(rank).heads for rank in found.farthest.tolist()]
    (6, 4, [((0, 1),)])
    """
    expect(space, Space)
    watch, metric = Watch.of(**limits), as_metric(metric)
    rank = space.rank(layout)
    with watch.setting_up():
        found = _searched(space, layout, metric, watch)
    if found is not None:
        return found
    watch.stage()
    values = dense.distances(space, [rank], metric, reverse=False, watch=watch)
    return Reach(space, layout, metric, histogram(values, watch), values)


def _searched(space: Space, layout: Layout, metric: Metric, watch: Watch) -> Reach | None:
    """The distances by a search with a hash table; None if there are too many layouts for it."""
    try:
        puzzle = puzzle_at(space, layout, Goal(()))
    except InputError:  # more pieces than a puzzle has names for
        return None
    packing = _packing(puzzle)
    try:
        search = BreadthFirst(puzzle, metric, watch, packing, goals=False)
        if watch.memory >= _ROOMY:
            search.grow(0, _BITS)
        if search.run(_FEW // (packing.images + 1)) is None:
            return None
    except LimitReached as error:
        if error.limit != "memory":
            raise
        return None
    keys = np.frombuffer(search.queue.view, np.uint64, packing.words * search.count).copy()
    ends = np.unique(search.levels[1 : search.depth + 2])
    images = _images(packing, keys) if packing.images else None
    found = _Keys(packing, keys, images, ends, watch.memory)
    return Reach(space, layout, metric, found.levels, found)


def _packing(puzzle: Puzzle) -> KeyPacking:
    """The packing to search with: one key for two mirror images where the start is its own image.

    Then a layout is as far from the start as its image is. (Images by a half turn work as well; a quarter turn has
    four.)
    """
    half = KeyPacking.of(puzzle, lists=False)
    places = half.places(puzzle.start)
    key = half.encode(places)
    if half.words == 1:
        for image in range(1, half.images + 1):
            if half.encode(places, image) == key and half.swaps(image):
                return half.with_image(image)
    return KeyPacking.of(puzzle, symmetric=False, lists=False)


def _images(packing: KeyPacking, keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The keys of the mirror images of layouts with keys of one word."""
    z = np.frombuffer(packing.z, np.uint64)[len(packing.rules.head) :]
    found = np.zeros_like(keys)
    for f, mask in enumerate(packing.masks):
        shift, base, form = packing.fields[5 * f + 1 : 5 * f + 4]
        step = _CUT if form == BOARD else mask.bit_length()
        for low in range(0, max(1, mask.bit_length()), max(1, step)):
            some = mask >> low & (1 << step) - 1
            parts = np.zeros(some + 1, np.uint64)
            if form == BOARD:
                for i in range(some.bit_length()):
                    parts[1 << i : 2 << i] = parts[: 1 << i] ^ z[base + low + i]
            else:
                count = min(some + 1, len(z) - base)
                parts[:count] = z[base : base + count]
            found ^= parts[(keys >> np.uint64(shift + low)) & np.uint64(some)]
    return found


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


@limited
def diameter(
    space: Space, layout: Layout, metric: Metric | MetricName = Metric.MOVE, **limits: Unpack[GivenLimits]
) -> Diameter:
    """The exact diameter of a layout's component: the greatest distance between two of its layouts.

    Every search from one layout gives upper and lower bounds of the eccentricities of all others, so few searches are
    needed (Takes and Kosters, "Determining the diameter of small world networks", CIKM 2011). It is meant for
    components of up to some 100,000 layouts. Raises the errors of `reach`, and `InputError` if pieces slide one way
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
