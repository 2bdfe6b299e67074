"""Tables of exact distances: of all layouts of a small space, or of a layout's component."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from huarong.atlas import bitparallel, dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.component import Component
from huarong.atlas.statistics import Facts
from huarong.errors import InputError, expect
from huarong.limits import Watch
from huarong.model.board import Layout
from huarong.model.metric import Metric
from huarong.model.pieces import range_text
from huarong.space.numbering import MAX_RANK, NotNumberedError
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from huarong.atlas.dense import Ranks

MOST_LAYOUTS = 1 << 22
"""The largest space, in layouts, of which a table is made: it takes a second, and a byte a layout."""
MOST_IN_REACH = 250_000
"""The largest component, in layouts, of which a table is made in a larger space: it takes a second, too."""
_CELLS = 25_000_000
"""The most cells of all layouts of a component together: on large boards each layout takes longer."""

DistanceSource = Literal["atlas", "component", "search"]
"""The source of distances: the table of a whole space, that of a component, or a search from one layout."""


def numbered(space: Space, watch: Watch | None = None) -> bool:
    """Whether the layouts of a space have ranks that fit into 64 bits, as tables of them need."""
    try:
        return (space.size if watch is None else space.measured(watch)) <= MAX_RANK
    except NotNumberedError:
        return False


def small(space: Space) -> bool:
    """Whether a space is small enough to know in full.

    >>> small(Space.parse("4x5 2x2:1 2x1:1 1x2:4 1x1:4")), small(Space.parse("6x6 2x1:4 1x2:4 1x1:4"))
    (True, False)
    """
    return numbered(space) and space.size <= MOST_LAYOUTS


def most_in_reach(cells: int, memory: int) -> int:
    """The largest component of which a table is made, on a board of `cells` cells with `memory` bytes."""
    return max(1, min(MOST_IN_REACH, _CELLS // cells, memory // 100))


@dataclass(frozen=True, eq=False)
class DistanceTable:
    """The distances of all layouts of a space, or of the layouts of `ranks` (ascending), in one metric.

    `values` has the distances in the order of the ranks, `nowhere` where no goal can be reached.
    """

    source: DistanceSource
    space: Space
    metric: Metric
    values: NDArray[Any]
    nowhere: int
    ranks: Ranks | None = None
    atlas: Atlas | None = None

    @classmethod
    def whole(cls, atlas: Atlas) -> DistanceTable:
        """The table of an atlas."""
        expect(atlas, Atlas)
        values = atlas.distances
        return cls("atlas", atlas.space, atlas.metric, values, dense.unknown(values), atlas=atlas)

    @classmethod
    def part(cls, component: Component, metric: Metric, watch: Watch | None = None) -> DistanceTable:
        """The table of a component, which must be complete."""
        expect(component, Component)
        values = component.distances(metric, watch)
        return cls("component", component.space, metric, values, -1, component.ranks)

    @functools.cached_property
    def _value(self) -> memoryview:
        return self.values.data

    def _place(self, rank: int) -> int:
        """The index of a rank's value; -1 where there is none."""
        if self.ranks is None:
            return rank
        i = int(np.searchsorted(self.ranks, rank))
        return i if i < len(self.ranks) and self.ranks[i] == rank else -1

    def holds(self, layout: Layout) -> bool:
        """Whether the table has a layout. Raises `NotInSpaceError`."""
        return self.has(self.space.rank(layout))

    def has(self, rank: int) -> bool:
        """Whether the table has the layout of a rank."""
        expect(rank, int)
        return self._place(rank) >= 0

    def distance(self, rank: int) -> int | None:
        """The distance of the layout of a rank to the goal; None if no goal can be reached."""
        try:
            i = self._place(rank)
            value: int = self._value[i] if i >= 0 else self.nowhere
        except (IndexError, TypeError, OverflowError):
            self.space.layout(rank)
            raise
        return None if value == self.nowhere else value

    def lookup(self, ranks: ArrayLike) -> NDArray[np.int64]:
        """The distances of many ranks; -1 where no goal can be reached, or for a layout not in the table."""
        if self.atlas is not None:
            found = self.atlas.lookup(ranks).astype(np.int64)
            found[found == self.nowhere] = -1
            return found
        assert self.ranks is not None
        wanted = np.asarray(ranks, np.int64)
        where = np.minimum(np.searchsorted(self.ranks, wanted), len(self.ranks) - 1)
        return np.where(self.ranks[where] == wanted, self.values[where], -1).astype(np.int64)

    def between(self, least: int, most: int | None) -> Ranks:
        """The ranks of all layouts at a distance from the least to the greatest given (None: any).

        Raises `InputError` if there is none.
        """
        expect(least, int)
        expect(most, int, type(None))
        fitting = (self.values >= least) & (self.values != self.nowhere)
        if most is not None:
            fitting &= self.values <= most
        found = np.flatnonzero(fitting)
        if not len(found):
            raise InputError(
                "no layout is at the distance {range}; the longest is {longest}",
                range=range_text((least, most)),
                longest=self.facts.longest or 0,
            )
        return found if self.ranks is None else self.ranks[found]

    @functools.cached_property
    def moves(self) -> dense.Moves:
        """The legal moves at each rank."""
        return dense.Moves(self.space, self.metric)

    @functools.cached_property
    def facts(self) -> Facts:
        """The numbers of layouts, the longest and the mean distance."""
        if self.atlas is not None:
            return self.atlas.facts
        known = self.values[self.values != self.nowhere]
        return Facts.of(len(self.values), tuple(np.bincount(known).tolist()))

    def count_solutions(self, layout: Layout, watch: Watch | None = None) -> int:
        """The number of shortest solutions of a layout; 0 if there is none."""
        rank = self.space.rank(layout)
        distance = self.distance(rank)
        if distance is None:
            return 0
        last = dense.path_counts(self.space, self.metric, rank, distance, self.lookup, watch)[-1]
        return sum(last.values())

    @property
    def bytes(self) -> int:
        """About how many bytes it takes: the distances, the numbering, and each thread's cursor."""
        own = self.values.nbytes + (0 if self.ranks is None else self.ranks.nbytes)
        tables = self.space.tables
        numbering = 2 * (tables.to.nbytes + tables.before.nbytes)
        return own + numbering + 2 * self.moves.bytes + bitparallel.kept_bytes(self.space)
