"""Best-first width search: novel layouts first (Lipovetzky and Geffner, "Best-first width search", 2017).

A layout's class is its estimate. It has novelty 1 if a piece is at a place where no earlier layout of its class has
it, 2 if two pieces are at a pair of places that is new to its class, else 3. The least novelty is expanded first, and
among equals the least estimate. So a solution is found with few layouts where the estimate misleads; it is far from
the shortest.
"""

from __future__ import annotations

import heapq
from array import array

import numpy as np

from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import Solution
from huarong.search.bfs import BreadthFirst
from huarong.search.expansion import Batches, solved
from huarong.search.obstacles import PathCosts
from huarong.search.shorten import shortest

_CLASSES = 1 << 16
"""The most classes of layouts; novelty is measured within a class."""
_SEEN = 16
"""The tables of seen pairs of places may take one part in this many of the memory."""


class NovelFirst:
    """A search that expands the most novel layouts first and, among these, those with the least estimate.

    Among equals it takes the layout found last, so that it goes deep.
    """

    def __init__(self, puzzle: Puzzle, metric: Metric, watch: Watch, estimate: PathCosts) -> None:
        self.watch, self.estimate = watch, estimate
        packing = estimate.packing
        self.search = BreadthFirst(puzzle, metric, watch, packing, 0.6)
        self.batches = Batches(self.search)
        places = len(packing.rules.head)
        row = places * -(-places // 64)
        classes = max(1, min(_CLASSES, watch.memory // (8 * _SEEN * row)))
        self.seen = np.zeros(classes * row, np.uint64)
        self.kernel = kernel("best_first").Novelty(packing, self.seen, classes)
        self.frontier = {0: array("I", [0])}
        """The numbers of layouts to be expanded, by novelty and then estimate."""

    def run(self, layouts: float) -> int | None:
        """The number of the first goal found; None if no goal is in reach, or none among `layouts` layouts."""
        search, priorities = self.search, list(self.frontier)
        while priorities and search.count < layouts:
            equals = self.frontier[priorities[0]]
            number = equals.pop()
            if not equals:
                del self.frontier[heapq.heappop(priorities)]
            for n in self.batches.neighbours(np.array([number])):
                before = search.count
                self.batches.enter(n)
                self.watch.look(0, search.count)
                if search.count == before:
                    continue
                goals = solved(search, before, search.count)
                if len(goals):
                    return int(goals[0])
                for i, priority in enumerate(self._priorities(before, n), before):
                    if priority not in self.frontier:
                        self.frontier[priority] = array("I")
                        heapq.heappush(priorities, priority)
                    self.frontier[priority].append(i)
        return None

    @property
    def done(self) -> bool:
        """Whether no layout in reach is left to be expanded."""
        return not self.frontier

    def _priorities(self, first: int, n: int) -> list[int]:
        """The priorities of the layouts from number `first` on: the novelty (1 to 3) above 16 bits of the estimate."""
        search, last = self.search, self.search.count
        estimates = self.estimate.values(search.queue.view, first, last)
        novelty = np.empty(last - first, np.uint16)
        self.kernel.measure(
            search.queue.view, first, self.batches.numbers.data, self.batches.moves, n, estimates.data, novelty.data
        )
        priorities: list[int] = (novelty.astype(np.int64) << 16 | estimates).tolist()
        return priorities

    def solution(self, _: int) -> Solution:
        """The shortest solution through the layouts found."""
        return shortest(self.search)

    def close(self) -> None:
        """Give the memory back."""
        self.search.close(self.watch.ask)
