"""Tables of exact distances by rank, with look-ups: of a whole space (an `Atlas`), or of a component."""

import functools
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from huarong.atlas import bitparallel, dense
from huarong.atlas.dense import RankArray
from huarong.atlas.goals import puzzle_at
from huarong.atlas.statistics import Facts
from huarong.errors import HuarongError, InputError, expect
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Goal, Layout, Metric
from huarong.model.pieces import range_text
from huarong.model.rules import Rules, reversible
from huarong.search.bfs import BreadthFirst
from huarong.search.keys import KeyPacking
from huarong.space.numbering import MAX_RANK, NotNumberedError
from huarong.space.space import Space

MOST_LAYOUTS = 1 << 22
"""The largest space, in layouts, for which a table is computed; this takes one second, and one byte a layout."""
MOST_IN_REACH = 250_000
"""The largest component, in layouts, for which a table is computed if the space is larger; this takes one second."""
_CELLS = 25_000_000
"""The most cells of all layouts of a component together: on large boards, each layout takes longer."""

DistanceSource = Literal["atlas", "component", "search"]
"""The source of distances: the table of a whole space, the table of a component, or a search from one layout."""


def numbered(space: Space, watch: Watch | None = None) -> bool:
    """Whether the layouts of a space have ranks that fit into 64 bits, as tables require."""
    try:
        return (space.size if watch is None else space.measured(watch)) <= MAX_RANK
    except NotNumberedError:
        return False


def small(space: Space) -> bool:
    """Whether a space is small enough for a table of all its layouts.

    >>> small(Space.parse("4x5 2x2:1 2x1:1 1x2:4 1x1:4")), small(Space.parse("6x6 2x1:4 1x2:4 1x1:4"))
    (True, False)
    """
    return numbered(space) and space.size <= MOST_LAYOUTS


def most_in_reach(cells: int, memory: int) -> int:
    """Return the largest component for which a table is computed, on a board of `cells` cells with `memory` bytes."""
    return max(1, min(MOST_IN_REACH, _CELLS // cells, memory // 100))


class UnsolvableError(HuarongError, KeyError):
    """A layout from which no goal can be reached."""

    def __init__(self) -> None:
        super().__init__("no goal can be reached from this layout")


class Option(NamedTuple):
    """A legal move: the piece's kind, its head before and after, and the `rank` and `distance` of the next layout.

    `distance` is None if that layout cannot be solved or is not in the table.
    """

    kind: int
    start: int
    stop: int
    rank: int
    distance: int | None

    def to_json(self) -> dict[str, Any]:
        """The move as JSON."""
        return self._asdict()


class DistanceTable:
    """The distances to the goal of layouts of a space in one metric, by rank, with look-ups of moves and lines.

    An `Atlas` has all layouts of the space, the table of a component (`Component.table`) some; `source` says which.
    """

    source: DistanceSource
    space: Space
    metric: Metric

    @property
    @abstractmethod
    def distances(self) -> NDArray[Any]:
        """The distances in the order of the table's ranks, with `nowhere` if no goal can be reached."""

    @property
    @abstractmethod
    def nowhere(self) -> int:
        """The number in `distances` that stands for "no goal can be reached"."""

    @abstractmethod
    def distance(self, rank: int) -> int | None:
        """Return the distance to the goal of the layout with this rank; None if unsolvable or not in the table."""

    @abstractmethod
    def left(self, ranks: ArrayLike) -> NDArray[np.int64]:
        """Return the distances of many ranks; -1 for layouts that are unsolvable or not in the table."""

    @abstractmethod
    def component_size(self, rank: int, watch: Watch) -> int:
        """Return the number of layouts in a layout's component in the undirected graph of steps."""

    def reached(self, rank: int, watch: Watch) -> int:
        """Return how many layouts a layout can reach, including itself. Raises `LimitReached` and `Cancelled`."""
        if reversible(self.space.kinds):
            return self.component_size(rank, watch)
        puzzle = puzzle_at(self.space, self.space.layout(rank), Goal(()))
        search = BreadthFirst(puzzle, Metric.STEP, watch, KeyPacking.of(puzzle, symmetric=False), goals=False)
        return max(search.deepened(lambda: watch.look(search.depth, search.count)))

    @property
    @abstractmethod
    def histogram(self) -> tuple[int, ...]:
        """The number of layouts at each distance, from 0 to the longest."""

    def _ranks(self, places: RankArray) -> RankArray:
        """Return the ranks of the layouts at given indices of `distances`."""
        return places

    def holds(self, layout: Layout) -> bool:
        """Whether the table has a layout. Raises `NotInSpaceError`."""
        return self.space.rank(layout) >= 0

    def __getitem__(self, layout: Layout) -> int:
        """The distance of a layout to the goal. Raises `UnsolvableError` and `NotInSpaceError`."""
        found = self.distance(self.space.rank(layout))
        if found is None:
            raise UnsolvableError()
        return found

    def between(self, least: int, most: int | None) -> RankArray:
        """Return the ranks of all layouts with a distance from `least` to `most`; `most` of None means no upper limit.

        Raises `InputError` if there are none.
        """
        expect(least, int)
        expect(most, int, type(None))
        fitting = (self.distances >= least) & (self.distances != self.nowhere)
        if most is not None:
            fitting &= self.distances <= most
        if not fitting.any():
            template = "no layout has the distance {range}; the greatest is {longest}"
            raise InputError(template, range=range_text((least, most)), longest=self.facts.longest or 0)
        return self._ranks(np.flatnonzero(fitting))

    @functools.cached_property
    def facts(self) -> Facts:
        """The numbers of layouts, the longest distance, the sum and the mean."""
        return Facts.of(self._layouts, self.histogram)

    @property
    def _layouts(self) -> int:
        return self.space.size

    @property
    def bytes(self) -> int:
        """The approximate number of bytes that it takes: the distances, the numbering, and each thread's cursor."""
        tables = self.space.tables
        numbering = 2 * (tables.to.nbytes + tables.before.nbytes)
        return self.distances.nbytes + numbering + 2 * self.moves.bytes + bitparallel.kept_bytes(self.space)

    # Moves and solutions

    @functools.cached_property
    def moves(self) -> dense.Moves:
        """The legal moves at each rank."""
        return dense.Moves(self.space, self.metric)

    def options(self, layout: Layout) -> tuple[Option, ...]:
        """Every legal move with the distance after it, in a fixed order."""
        return self._options(self.space.rank(layout))

    def best_moves(self, layout: Layout) -> tuple[Option, ...]:
        """All moves that reduce the distance to the goal by one; empty for a goal and for an unsolvable layout."""
        return self._best(self.space.rank(layout))

    @functools.cached_property
    def _rules(self) -> Rules:
        return Rules.of(self.space.board, self.space.kinds)

    def _options(self, rank: int) -> tuple[Option, ...]:
        kind, head = self._rules.kind, self._rules.head
        return tuple(Option(kind[p], head[p], head[q], to, self.distance(to)) for p, q, to in self.moves.at(rank))

    def _best(self, rank: int) -> tuple[Option, ...]:
        distance = self.distance(rank)
        if not distance:
            return ()
        return tuple(each for each in self._options(rank) if each.distance == distance - 1)

    def line(self, layout: Layout) -> tuple[Option, ...]:
        """Return a shortest path to a goal, with the first best move at each layout. Raises `UnsolvableError`."""
        return next(self.lines(layout))

    def lines(self, layout: Layout) -> Iterator[tuple[Option, ...]]:
        """Iterate over all shortest paths to a goal, in the order of their moves. Raises `UnsolvableError`.

        Two paths differ only if their layouts differ: in MOVE, the cells that a piece crosses do not count.
        """
        if not self[layout]:
            yield ()
            return
        best = functools.lru_cache(maxsize=1 << 16)(self._best)
        line: list[Option] = []
        waiting = [iter(best(self.space.rank(layout)))]
        while waiting:
            option = next(waiting[-1], None)
            if option is None:
                waiting.pop()
                if line:
                    line.pop()
            elif option.distance == 0:
                yield (*line, option)
            else:
                line.append(option)
                waiting.append(iter(best(option.rank)))

    @limited
    def count_solutions(self, layout: Layout, **limits: Unpack[GivenLimits]) -> int:
        """The number of shortest paths to a goal (see `lines`); 0 if none. Raises `LimitReached` and `Cancelled`."""
        return sum(sum(counts.values()) for counts in self.path_counts(layout, **limits)[-1:])

    @limited
    def path_counts(self, layout: Layout, **limits: Unpack[GivenLimits]) -> list[dict[int, int]]:
        """Return the layouts on shortest paths to a goal, by the number of moves made before them.

        Each entry is a dict from ranks to the number of shortest paths from `layout` to them. The list is empty if no
        goal can be reached. Raises `LimitReached` and `Cancelled`.
        """
        watch, rank = Watch.of(**limits), self.space.rank(layout)
        if self.distance(rank) is None:
            return []
        counts, result = np.array([1], object), [{rank: 1}]
        for each in self.stages(rank, watch):
            before, counts = counts, np.zeros(len(each.ranks), object)
            np.add.at(counts, each.onto, before[each.source[each.best]])
            result.append(dict(zip(each.ranks.tolist(), counts.tolist(), strict=True)))
        return result

    def stages(self, rank: int, watch: Watch) -> "Iterator[Moved]":
        """Follow all shortest paths from a rank to a goal at once, move by move."""
        here, ranks = self.moves.cursor, np.array([rank], np.int64)
        for left in range((self.distance(rank) or 0) - 1, -1, -1):
            begin, to, places = dense.neighbours(self.space, ranks, self.metric, here=here, watch=watch)
            best, source = self.left(to) == left, np.repeat(np.arange(len(ranks)), np.diff(begin))
            after, index = np.unique(to[best], return_inverse=True)
            yield Moved(len(ranks), source, places, best, after, index)
            ranks = after


class Moved(NamedTuple):
    """All moves from the layouts of one stage of the shortest paths, and the layouts of the next stage.

    Each move has the index of its layout (`source`), its places, and whether it is a best move. Each best move also has
    the index, in `ranks`, of the layout that it leads to; `ranks` are the layouts of the next stage.
    """

    layouts: int
    source: RankArray
    places: NDArray[np.int32]
    best: NDArray[np.bool_]
    ranks: RankArray
    onto: RankArray


@dataclass(frozen=True, eq=False)
class ComponentTable(DistanceTable):
    """The distances of all layouts of a component, at the ascending ranks `known`; -1 in `far` means no goal."""

    source = "component"
    nowhere = -1

    space: Space
    metric: Metric
    known: RankArray
    far: NDArray[np.int32]

    @property
    def distances(self) -> NDArray[np.int32]:
        """The distances in the order of the ranks."""
        return self.far

    def _place(self, rank: int) -> int:
        """Return the index of a rank's distance; -1 if there is none."""
        expect(rank, int)
        i = int(np.searchsorted(self.known, rank))
        return i if i < len(self.known) and self.known[i] == rank else -1

    def _ranks(self, places: RankArray) -> RankArray:
        return self.known[places]

    @property
    def _layouts(self) -> int:
        return len(self.known)

    def holds(self, layout: Layout) -> bool:
        """Whether the component has a layout. Raises `NotInSpaceError`."""
        return self._place(self.space.rank(layout)) >= 0

    def distance(self, rank: int) -> int | None:
        """Return the distance to the goal of the layout with this rank; None if unsolvable or not in the component."""
        i = self._place(rank)
        value = int(self.far[i]) if i >= 0 else -1
        return None if value < 0 else value

    def left(self, ranks: ArrayLike) -> NDArray[np.int64]:
        """Return the distances of many ranks; -1 for layouts that are unsolvable or not in the component."""
        wanted = self.space.as_ranks(ranks)
        where = np.minimum(np.searchsorted(self.known, wanted), len(self.known) - 1)
        return np.where(self.known[where] == wanted, self.far[where], -1).astype(np.int64)

    def component_size(self, rank: int, watch: Watch) -> int:
        """Return the number of layouts in the component."""
        return len(self.known)

    @functools.cached_property
    def histogram(self) -> tuple[int, ...]:
        """The number of layouts at each distance, from 0 to the longest."""
        return tuple(np.bincount(self.far[self.far >= 0]).tolist())

    @property
    def bytes(self) -> int:
        """The approximate number of bytes that it takes: distances, ranks, numbering, and each thread's cursor."""
        return super().bytes + self.known.nbytes
