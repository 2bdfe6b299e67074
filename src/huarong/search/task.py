"""The task of a search, and figures about it that several methods need."""

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from huarong.errors import LimitReached
from huarong.limits import Watch, usable_memory
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.keys import KeyPacking

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from huarong.model.puzzle import Solution
    from huarong.search.empty_cells import Room
    from huarong.search.pattern_database import Heuristic

_PATTERN = 4_000_000
"""The most layouts of a pattern."""
_ENTRIES = 1 << 23
"""The most entries of a table of empty cells."""
_AT_LEAST = 1 << 22
"""The least number of layouts (with keys of one word) to search breadth first before a table is built."""
_CROWDED = 20_000_000
"""If there are at most this many layouts, a table of empty cells would take longer than the search."""


class Estimate(Protocol):
    """A heuristic: it estimates distances to the goal from keys; `FAR` if no goal can be reached."""

    packing: KeyPacking
    admissible: bool
    """Whether the estimate is a lower bound."""
    nbytes: int
    """The bytes of memory that it takes."""

    def values(self, keys: Any, first: int, last: int) -> "NDArray[np.uint16]":
        """Return the estimates for the keys from `first` to `last`."""


@dataclass(frozen=True, eq=False)
class Task:
    """A puzzle that is not solved at the start, the metric, and the watch over its search."""

    puzzle: Puzzle
    metric: Metric
    watch: Watch

    @functools.cached_property
    def packing(self) -> KeyPacking:
        """The packing of its layouts, in which mirror images share a key."""
        return KeyPacking.of(self.puzzle)

    @functools.cached_property
    def layouts(self) -> float:
        """The number of layouts of the pieces, without merging mirror images; infinity if they cannot be numbered."""
        from huarong.search.pattern_database import size

        return size(self.puzzle, watch=self.watch)

    @functools.cached_property
    def patterns(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The groups of patterns for a heuristic: each pattern is quick to build, and none is the whole puzzle."""
        from huarong.search.pattern_database import patterns

        most = min(_PATTERN, usable_memory(self.watch.memory) / 100, self.layouts / 8)
        return patterns(self.puzzle, most, watch=self.watch)

    @functools.cached_property
    def heuristic(self) -> "Heuristic | None":
        """The heuristic of `patterns`; None if there are none, or if they take more than a quarter of the memory."""
        from huarong.search.pattern_database import Heuristic

        if not self.patterns:
            return None
        part = self.watch.part(memory=usable_memory(self.watch.memory) // 4)
        try:
            return Heuristic.of(self.puzzle, self.patterns, self.metric, watch=part)
        except LimitReached as error:
            if error.limit != "memory":
                raise
            return None
        finally:
            self.watch.stage()

    @functools.cached_property
    def estimate(self) -> Estimate | None:
        """The lower bounds of `heuristic` or of the empty cells, whichever are greater at the start. None if a
        breadth-first search takes less time than building tables (`short`). The bounds require keys that keep mirror
        images apart, because a pattern database may lack one of two images.
        """
        from huarong.search.empty_cells import EmptyCells

        if self.short is not None:
            return None
        found: list[Estimate] = []
        if self.heuristic is not None:
            found.append(self.heuristic.on(KeyPacking.of(self.puzzle, symmetric=False)))
        if self.room:
            found.append(EmptyCells(self.puzzle, self.metric, self.watch, self.room))
            self.watch.stage()
        return max(found, key=self.bound, default=None)

    @functools.cached_property
    def room(self) -> "Room | None":
        """The room for a table of the empty cells; None if there are few layouts, or none fits."""
        from huarong.search.empty_cells import EmptyCells

        most = min(_ENTRIES, usable_memory(self.watch.memory) // 64)
        return EmptyCells.room_for(self.puzzle, most) if self.layouts > _CROWDED else None

    @functools.cached_property
    def short(self) -> "Solution | None":
        """The answer of a breadth-first search on a crowded board, if it ends before tables would be built; else None.

        It visits about as many layouts as the tables would have entries, and no more than fit in memory.
        """
        from huarong.search.bfs import BreadthFirst
        from huarong.search.pattern_database import size

        if self.layouts <= _CROWDED:
            return None
        entries = sum(size(self.puzzle, each) for group in self.patterns for each in group)
        layouts = max(int(entries) + (self.room.size if self.room else 0), _AT_LEAST // self.packing.words)
        layouts = min(layouts, usable_memory(self.watch.memory) // (64 * self.packing.words))
        try:
            return BreadthFirst(self.puzzle, self.metric, self.watch.within(layouts)).answer()
        except LimitReached as error:
            if error.limit == "time":
                raise
            return None
        finally:
            self.watch.stage()

    def bound(self, estimate: Estimate | None) -> int:
        """Return the lower bound of an estimate for the start; 0 without an estimate."""
        if estimate is None:
            return 0
        packing = estimate.packing
        return int(estimate.values(packing.encode(packing.places(self.puzzle.start)), 0, 1)[0])
