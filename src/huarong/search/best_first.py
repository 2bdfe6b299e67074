"""Best-first search: A*, or greedier, over numbered layouts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from huarong.limits import Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import Solution
from huarong.search.bfs import BreadthFirst
from huarong.search.expansion import FAR, Batches, chain, holds, solved
from huarong.search.keys import Packing
from huarong.search.pattern_database import Evaluator

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BestFirst"]


class Reader(Protocol):
    """What reads from keys how far layouts are from the goal, a bound or a guess."""

    packing: Packing

    def values(self, keys: Any, first: int, last: int) -> NDArray[np.uint16]: ...


class _Open:
    """Layouts to be expanded, by their priority and then by how far they are from the start."""

    def __init__(self) -> None:
        self.levels: dict[int, dict[int, list[NDArray[np.uint32]]]] = {}

    def add(self, priority: int, far: int, numbers: NDArray[np.int64]) -> None:
        """Put layouts in that are equally far."""
        level = self.levels.setdefault(priority, {})
        level.setdefault(far, []).append(numbers.astype(np.uint32))

    def split(self, far: int, numbers: NDArray[np.int64], priorities: NDArray[np.int64]) -> None:
        """The same for layouts of several priorities."""
        for priority in np.unique(priorities).tolist():
            self.add(priority, far, numbers[priorities == priority])

    def take(self, most: int) -> tuple[int, int, NDArray[np.int64]]:
        """The first priority, and at most so many of its farthest layouts."""
        priority = min(self.levels)
        level = self.levels[priority]
        far = max(level)
        parts = level.pop(far)
        numbers = parts[0] if len(parts) == 1 else np.concatenate(parts)
        if len(numbers) > most:
            level[far] = [numbers[most:]]
        elif not level:
            del self.levels[priority]
        return priority, far, numbers[:most].astype(np.int64)


class BestFirst:
    """A search in the order of `far + weight * bound`; A* where the weight is 1 and the bound is one.

    Layouts are expanded again when a shorter way to them is found, so the bound need not be consistent.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        metric: Metric,
        watch: Watch,
        evaluate: Reader | None,
        weight: int = 1,
        together: int = 4096,
    ) -> None:
        self.watch, self.weight, self.evaluate, self.together = watch, weight, evaluate, together
        packing = evaluate.packing if evaluate else Packing.of(puzzle)
        self.search = BreadthFirst(puzzle, metric, watch, packing, 0.6)
        self.batches = Batches(self.search)
        self.far = np.zeros(1, np.uint16)
        self.bound = np.zeros(1, np.uint16)
        self._evaluate(0)
        self.open = _Open()
        if self.bound[0] < FAR:
            self.open.split(0, np.zeros(1, np.int64), weight * self.bound[:1].astype(np.int64))
        self.goals = np.array(self.search.packing.goals, np.uint64).reshape(
            -1, 2, self.search.packing.words
        )

    def run(self, layouts: float = math.inf) -> int | None:
        """The number of the first goal that is taken up; None where none is in reach or in so many layouts."""
        search = self.search
        exact = self.weight == 1 and isinstance(self.evaluate, Evaluator | None)
        while self.open.levels and search.count < layouts:
            priority, far, numbers = self.open.take(self.together)
            numbers = numbers[self.far[numbers] == far]
            hit = np.flatnonzero(holds(self._keys(numbers), self.goals))
            if len(hit):
                return int(numbers[hit[0]])
            if exact:
                self.watch.lower = max(self.watch.lower, priority)
            for n in self.batches.neighbours(numbers):
                before = search.count
                self.batches.enter(n)
                self._evaluate(before)
                better = self.batches.relax(n, self.far, far + 1)
                bounds = self.bound[better].astype(np.int64)
                some = bounds < FAR
                self.open.split(far + 1, better[some], far + 1 + self.weight * bounds[some])
                self.watch.look(max(0, priority - 1) if exact else 0, search.count)
        return None

    def known(self) -> Solution | None:
        """The shortest solution among what is found, which need not be the shortest of all."""
        if self.search.closed:
            return None
        goals = solved(self.search, 0, self.search.count)
        goals = goals[self.far[goals] < FAR]
        return self.solution(int(goals[self.far[goals].argmin()])) if len(goals) else None

    @property
    def done(self) -> bool:
        """Whether no layout in reach is left to be expanded."""
        return not self.open.levels

    def _keys(self, numbers: NDArray[np.int64]) -> NDArray[np.uint64]:
        words = self.search.packing.words
        keys = np.empty(len(numbers) * words, np.uint64)
        self.batches.helper.gather(
            self.search.queue.view, words, numbers.data, 0, len(numbers), keys.data
        )
        return keys.reshape(-1, words)

    def _evaluate(self, first: int) -> None:
        """Fill in the bounds of the layouts from number `first` on; their distances are not known yet."""
        last, room = self.search.count, len(self.far)
        if last > room:
            for name in ("far", "bound"):
                values = np.full(max(last, room + room // 2), FAR, np.uint16)
                values[:room] = getattr(self, name)
                setattr(self, name, values)
        if self.evaluate is None:
            self.bound[first:last] = 0
        elif last > first:
            self.bound[first:last] = self.evaluate.values(self.search.queue.view, first, last)

    def solution(self, number: int) -> Solution:
        """The way to a goal that was found, by its number."""
        numbers = chain(self.search, number, lambda n: int(self.far[n]))
        return self.search.solution(self.search.follow(numbers[-2::-1]))
