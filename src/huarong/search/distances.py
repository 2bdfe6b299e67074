"""The distance to the goal of every layout that a start can reach, by keys; the space need not be numbered."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from huarong.errors import expect
from huarong.library.reader import puzzle as read
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Layout, Metric, MetricLike, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.search.bfs import BreadthFirst
from huarong.search.expansion import FAR, Batches, solved
from huarong.search.keys import KeyPacking

_COUNTED = 1 << 20
"""The number of distances to count at once."""
_DECODED = 1 << 10
"""The number of keys to decode at once."""


class Distances(Mapping[Layout, int]):
    """The distance to the goal of every layout that a puzzle's start can reach, by search.

    It maps layouts to distances; `FAR` means that no goal can be reached. The layouts need no numbering. With `most`,
    it has only the layouts within `most` moves of the start, and the distances are those of paths through these
    layouts.

    >>> far = Distances.of("AB/../goal:/../AB", "step")
    >>> len(far), far.longest, far[far.puzzle.start]
    (12, 4, 2)
    >>> [far.puzzle.rows(layout) for layout in far.layouts(far.longest)]
    [('BA', '..'), ('..', 'BA')]
    """

    def __init__(self, puzzle: Puzzle, metric: Metric, watch: Watch, most: int | None = None) -> None:
        expect(puzzle, Puzzle)
        expect(most, int, type(None))
        self.puzzle, self.metric = puzzle, metric
        self.packing = KeyPacking.of(puzzle, symmetric=False, lists=False)
        self.search = BreadthFirst(puzzle, metric, watch, self.packing, 0.7, goals=False)
        """All layouts, with their numbers."""
        depth = 0
        while (most is None or depth < most) and self.search.deepen(lambda: watch.look(0, self.search.count)):
            depth += 1
        self.left: NDArray[np.uint16] = np.full(self.search.count, FAR, np.uint16)
        """The distance of each layout, by its number."""
        self.longest = 0
        """The greatest distance from which a goal can be reached; 0 if no goal can be reached."""
        batches, level = Batches(self.search, reverse=True), solved(self.search, 0, len(self))
        self.left[level] = 0
        while len(level := batches.nearer(level, self.left, self.longest + 1)):
            self.longest += 1
        watch.stage()

    @classmethod
    @limited
    def of(
        cls,
        puzzle: PuzzleLike,
        metric: MetricLike = Metric.MOVE,
        *,
        most: int | None = None,
        **limits: Unpack[GivenLimits],
    ) -> Distances:
        """Compute the distances of all reachable layouts, or of the layouts within `most` moves.

        Raises `LimitReached`, `Cancelled`, and the errors of `huarong.puzzle`.
        """
        watch = Watch.of(**limits)
        return cls(read(puzzle), as_metric(metric), watch, most)

    def __len__(self) -> int:
        return self.search.count

    def __iter__(self) -> Iterator[Layout]:
        return self._decoded(np.arange(len(self)))

    def __getitem__(self, layout: Layout) -> int:
        """Return the distance of a layout. Raises `KeyError` for an unreachable layout."""
        number = np.empty(1, np.int64)
        try:
            key = self.packing.encode(self.packing.places(layout))
        except KeyError:
            raise KeyError(layout) from None
        self.search.find(key, 1, number.data)
        if number[0] < 0:
            raise KeyError(layout)
        return int(self.left[number[0]])

    def layouts(self, distance: int) -> Iterator[Layout]:
        """Iterate over all layouts at a distance; the layouts at `longest` are the hardest starts."""
        expect(distance, int)
        return self._decoded(np.flatnonzero(self.left == distance))

    def _decoded(self, numbers: NDArray[np.int64]) -> Iterator[Layout]:
        keys = np.frombuffer(self.search.queue.view, np.uint64).reshape(-1, self.packing.words)
        for first in range(0, len(numbers), _DECODED):
            yield from self.packing.layouts(keys[numbers[first : first + _DECODED]])

    @functools.cached_property
    def histogram(self) -> tuple[int, ...]:
        """The number of layouts at each distance from 0 to `longest`; empty if no goal can be reached."""
        total = np.zeros(FAR + 1, np.int64)
        for first in range(0, len(self), _COUNTED):
            total += np.bincount(self.left[first : first + _COUNTED], minlength=FAR + 1)
        return tuple(total[: self.longest + 1].tolist()) if total[0] else ()

    @property
    def nbytes(self) -> int:
        """The memory held, in bytes."""
        return len(self.search.queue.memory) + len(self.search.table.memory) + self.left.nbytes

    def parts(self, packing: KeyPacking, kinds: Sequence[int]) -> array[int]:
        """Return what a piece at each place of a larger puzzle's packing adds to the key of this puzzle.

        This puzzle has only the kinds `kinds` of the larger one; other pieces add nothing.
        """
        words, rules, mine = self.packing.words, packing.rules, self.packing
        index = {kind: i for i, kind in enumerate(kinds)}
        parts = array("Q", bytes(8 * words * len(rules.head)))
        for p, (kind, head) in enumerate(zip(rules.kind, rules.head, strict=True)):
            if kind in index:
                q = mine.rules.place[index[kind], head]
                parts[words * p : words * (p + 1)] = mine.z[words * q : words * (q + 1)]
        return parts
