"""Best-first search over numbered layouts: A*, or a search with a greater weight on the estimate."""

import heapq
import itertools
import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from huarong.limits import Watch, usable_memory
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle, Solution
from huarong.search.bfs import BreadthFirst
from huarong.search.expansion import FAR, Batches, chain, solved
from huarong.search.keys import KeyPacking
from huarong.search.task import Estimate, Task

_EVALUATED = 1 << 12
"""The number of layouts that are evaluated in about 10 ms."""


class BestFirst:
    """A search in the order of `far + weight * estimate`; `far` is the distance from the start.

    With weight 1 and an admissible estimate it is A* (Hart, Nilsson and Raphael, 1968), and the first goal that it
    expands is a nearest one. A layout is expanded again when a shorter way to it is found, so the estimate need not be
    consistent. At most `together` layouts are expanded at once.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        metric: Metric,
        watch: Watch,
        estimate: Estimate | None,
        weight: int = 1,
        together: int = 4096,
    ) -> None:
        self.watch, self.weight, self.estimate, self.together = watch, weight, estimate, together
        packing = estimate.packing if estimate else KeyPacking.of(puzzle)
        self.exact = weight == 1 and (estimate is None or estimate.admissible)
        self.memory = usable_memory(watch.memory) - (estimate.nbytes if estimate else 0)
        self.search = BreadthFirst(puzzle, metric, watch, packing)
        self.batches = Batches(self.search)
        self.met: list[NDArray[np.int64]] = []
        """The numbers of the goals found."""
        self.far = np.zeros(1, np.uint16)
        self.estimates = np.zeros(1, np.uint16)
        self._evaluate(0)
        self.far[0] = 0
        self.frontier: list[tuple[int, int, int, NDArray[np.uint32]]] = []
        """A heap of layouts to expand. Each entry has a priority, the negated distance from the start, a serial number,
        and the numbers of layouts.
        """
        self.waiting, self.pushed = 0, itertools.count()
        if self.estimates[0] < FAR:
            self._push(0, np.zeros(1, np.int64), weight * self.estimates[:1].astype(np.int64))

    def run(self, layouts: float = math.inf) -> int | None:
        """The number of the first goal expanded; None if none is reachable or none is among `layouts` layouts."""
        search, watch = self.search, self.watch
        while self.frontier and search.count < layouts:
            priority, far, numbers = self._pop()
            numbers = numbers[self.far[numbers] == far]
            if self.met:
                hit = np.flatnonzero(search.packing.solved(self.batches.keys(numbers)))
                if len(hit):
                    return int(numbers[hit[0]])
            if self.exact:
                watch.lower = max(watch.lower, priority)
            for n in self.batches.neighbours(numbers):
                watch.look(max(0, priority - 1) if self.exact else 0, search.count)
                before = search.count
                # 5 bytes for each layout: two arrays of 2 bytes, and a quarter more as they grow.
                search.memory = self.memory - 5 * len(self.far) - 4 * self.waiting
                self.batches.enter(n)
                self._evaluate(before)
                better = self.batches.relax(n, self.far, far + 1)
                estimates = self.estimates[better].astype(np.int64)
                some = estimates < FAR
                self._push(far + 1, better[some], far + 1 + self.weight * estimates[some])
        return None

    def incumbent(self) -> Solution | None:
        """Return the shortest solution found so far, perhaps not optimal; None if none was found."""
        if self.search.closed or not self.met:
            return None
        goals = np.concatenate(self.met)
        return self.solution(int(goals[self.far[goals].argmin()]))

    @property
    def done(self) -> bool:
        """Whether no reachable layout is left to expand."""
        return not self.frontier

    def _push(self, far: int, numbers: NDArray[np.int64], priorities: NDArray[np.int64]) -> None:
        """Add layouts at one distance from the start to the frontier."""
        self.waiting += len(numbers)
        for priority in set(priorities.tolist()):
            some = numbers[priorities == priority].astype(np.uint32)
            heapq.heappush(self.frontier, (priority, -far, next(self.pushed), some))

    def _pop(self) -> tuple[int, int, NDArray[np.int64]]:
        """The least priority, the greatest distance from the start at that priority, and the oldest such layouts."""
        frontier, room = self.frontier, self.together
        taken: list[NDArray[np.uint32]] = []
        first = frontier[0][:2]
        while room and frontier and frontier[0][:2] == first:
            *_, age, some = heapq.heappop(frontier)
            if len(some) > room:
                heapq.heappush(frontier, (*first, age, some[room:]))
            taken.append(some[:room])
            room -= len(taken[-1])
        self.waiting -= self.together - room
        return first[0], -first[1], np.concatenate(taken).astype(np.int64)

    def _evaluate(self, first: int) -> None:
        """Find the goals among the new layouts, numbered from `first` on, and compute their estimates."""
        last, room = self.search.count, len(self.far)
        if first == last:
            return
        if last > room:
            # Resized in place, because a copy would take twice the memory and much time.
            for values in (self.far, self.estimates):
                values.resize(last + last // 4, refcheck=False)
        self.far[first:last] = FAR
        for begin in range(first, last, _EVALUATED):
            end = min(last, begin + _EVALUATED)
            self.watch.look()
            if self.estimate is None:
                self.estimates[begin:end] = 0
            else:
                keys = self.search.queue.view
                self.estimates[begin:end] = self.estimate.values(keys, begin, end)
        goals = solved(self.search, first, last)
        if len(goals):
            self.met.append(goals)

    def solution(self, number: int) -> Solution:
        """Return the solution that leads to a found goal, given by its number."""
        numbers = chain(self.search, number, lambda n: int(self.far[n]))
        return self.search.solution(self.search.follow(numbers[-2::-1]))


def run(task: Task) -> Solution:
    """Find a shortest solution by A*. `LimitReached` has the lower bound and the best known solution."""
    if task.short is not None:
        return replace(task.short, method="astar")
    search = BestFirst(task.puzzle, task.metric, task.watch, task.estimate)

    def best() -> Solution | None:
        found = search.incumbent()
        return found and replace(found, method="astar", optimal=False, bound=task.watch.lower)

    with task.watch.proving(best):
        number = search.run()
    found = search.search.unsolvable() if number is None else search.solution(number)
    return replace(found, method="astar")
