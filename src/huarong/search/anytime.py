"""A good solution soon, where none can be proved best: by what is in the way, and by what is new.

Two searches take turns, each time with more layouts. One goes best first by the moves made and a guess of those
left. The other first takes up what is new, after Lipovetzky and Geffner, "Best-first width search" (2017): of
the layouts with the same guess, those in which a piece is where it has not been yet, then those in which two
pieces have not been where they are together. It finds ways that wind, which are then made shorter: the
layouts near to one are searched for a shorter one, again and again.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
from array import array
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.errors import LimitReached
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import Solution, unsolvable
from huarong.search.best_first import BestFirst
from huarong.search.bfs import BreadthFirst
from huarong.search.expansion import FAR, Batches, chain, solved
from huarong.search.keys import Packing
from huarong.search.task import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Obstacles", "run", "shorten"]

_ROUNDS = ((4, 1), (4, 0), (4, 2), (8, 0), (8, 1), (2, 0), (4, 5), (1, 0))
"""What a covered cell counts, and how many times the guess counts against the moves made; in turn.

Where the second is 0, the moves made do not count, but what is new.
"""
_ROUND = 1 << 20
_NEW = 2
"""A layout costs so many times more to search where it is asked what is new about it."""
_TOGETHER = 256
"""How many layouts are expanded at once in best-first search: with fewer the guess counts for more."""
_NEAR = 1 << 14, 1 << 20
"""How many layouts around a solution are searched for a shorter one, at first and at last."""
_RING = 1024


class Obstacles:
    """A guess how far a layout is from the goal: how much stands in the way of the pieces it names.

    It reads keys as `Evaluator` does, but what it says is no bound. The way of each piece is the cheapest
    where a step costs 1 and a cell that another piece covers `block` more.
    """

    def __init__(self, puzzle: Puzzle, packing: Packing, block: int) -> None:
        self.packing, self.rules = packing, packing.rules
        rules, ahead = packing.rules, array("i")
        required = [array("i") for _ in range(4)]
        for i, each in enumerate(puzzle.goal.alternatives):
            for kind, head in each:
                p = rules.place[kind, head]
                group = next(group for group in rules.groups if p in group)
                for values, value in zip(required, (i, group.start, group.stop, p), strict=True):
                    values.append(value)
                ahead.extend(_steps(rules.step, p))
        largest = max(len(kind.shape) for kind in puzzle.kinds)
        block = min(block, (_RING - 3) // largest)
        self.kernel = kernel("best_first").Obstacles(packing, required, ahead, block)

    def values(self, keys: Any, first: int, last: int) -> NDArray[np.uint16]:
        """The guesses for the keys `first` to `last`."""
        out = np.empty(last - first, np.uint16)
        self.kernel.estimate(keys, first, last, out.data)
        return out


def _steps(step: array[int], goal: int) -> array[int]:
    """How many steps each place is from a goal on the empty board; `_RING` where no way leads there."""
    back: dict[int, list[int]] = {}
    for i, to in enumerate(step):
        back.setdefault(to, []).append(i // 4)
    far = array("i", [_RING]) * (len(step) // 4)
    far[goal] = 0
    todo = [goal]
    for p in todo:
        for q in back.get(p, ()):
            if far[q] == _RING and far[p] < _RING - 1:
                far[q] = far[p] + 1
                todo.append(q)
    return far


class _Newest:
    """A search that takes up first what is newest among layouts of the same guess, then the best guess.

    Of equals the one found last: it goes on where it is.
    """

    def __init__(self, puzzle: Puzzle, metric: Metric, watch: Watch, evaluate: Obstacles) -> None:
        self.watch, self.evaluate, self.packing = watch, evaluate, evaluate.packing
        self.search = BreadthFirst(puzzle, metric, watch, self.packing, 0.6)
        self.batches = Batches(self.search)
        self.places = len(self.packing.rules.head)
        row = self.places * -(-self.places // 64)
        self.slots = max(1, min(1 << 16, watch.memory // (128 * row)))
        seen = np.zeros(self.slots * row, np.uint64)
        self.novelty = kernel("best_first").Novelty(self.packing, seen, self.slots)
        self.open = {0: array("I", [0])}

    def run(self, layouts: float) -> int | None:
        """The number of the first goal that is found; None where none is in reach or in so many layouts."""
        search, batches, levels = self.search, self.batches, list(self.open)
        while levels and search.count < layouts:
            level = self.open[levels[0]]
            number = level.pop()
            if not level:
                del self.open[heapq.heappop(levels)]
            for n in batches.neighbours(np.array([number])):
                before = search.count
                batches.enter(n)
                self.watch.look(0, search.count)
                if search.count == before:
                    continue
                goals = solved(search, before, search.count)
                if len(goals):
                    return int(goals[0])
                for i, value in enumerate(self._values(before, n), before):
                    if value not in self.open:
                        self.open[value] = array("I")
                        heapq.heappush(levels, value)
                    self.open[value].append(i)
        return None

    @property
    def done(self) -> bool:
        """Whether no layout in reach is left to be expanded."""
        return not self.open

    def _values(self, first: int, n: int) -> list[int]:
        """What the layouts from number `first` on are taken up by: how little is new, then the guess."""
        search, last = self.search, self.search.count
        guess = self.evaluate.values(search.queue.view, first, last)
        new = np.empty(last - first, np.uint16)
        self.novelty.measure(
            search.queue.view, first, self.batches.numbers.data, self.batches.moves, n, guess.data,
            new.data,
        )  # fmt: skip
        values: list[int] = (new.astype(np.int64) << 16 | guess).tolist()
        return values

    def solution(self, number: int) -> Solution:
        """The shortest way to a goal through layouts that were found."""
        return _shortest(self.search, self.watch)


def _shortest(search: BreadthFirst, watch: Watch) -> Solution:
    """The shortest solution through layouts that a search holds, from its first; they must have one."""
    batches = Batches(search)
    far = np.full(search.count, FAR, np.uint16)
    far[0] = depth = 0
    level, goals = np.zeros(1, np.int64), solved(search, 0, search.count)
    while (far[goals] == FAR).all():
        depth += 1
        found = []
        for n in batches.neighbours(level):
            batches.find(n)
            found.append(batches.relax(n, far, depth))
            watch.look(0, search.count)
        level = np.concatenate(found)
    goal = int(goals[far[goals].argmin()])
    numbers = chain(search, goal, lambda number: int(far[number]))
    return search.solution(search.follow(numbers[-2::-1]))


def shorten(solution: Solution, watch: Watch, layouts: int = _NEAR[1]) -> Solution:
    """A solution no longer than this one: the shortest through some of the layouts nearest to it.

    Again from each that is shorter, and with four times as many layouts, up to `layouts`, where none is. A
    limit ends it, and what was found by then is returned.
    """
    near = min(_NEAR[0], layouts)
    while near <= layouts:
        try:
            found = _around(solution, watch, near)
        except LimitReached:
            break
        if found.length == solution.length:
            near *= 4
        else:
            solution = found
    return solution


def _around(solution: Solution, watch: Watch, near: int) -> Solution:
    """The shortest solution through so many of the layouts nearest to one."""
    packing = Packing.of(solution.puzzle)
    places = map(packing.places, solution.layouts)
    starts = sum((packing.canonical(each) for each in places), array("Q"))
    search = BreadthFirst(
        solution.puzzle, solution.metric, watch, packing, 0.8, goals=False, starts=starts
    )
    try:
        while search.expanded < search.count < near:
            if search.advance(4096) == search.why.FULL:
                search.grow()
            watch.look(0, search.count)
        return _shortest(search, watch)
    finally:
        search.close()


def run(task: Task) -> Solution:
    """A good solution soon: first breadth first, which may prove one best; then the two searches in turn.

    What is found is made shorter. Where it was found by what is new, up to four times as many layouts
    are searched for another, best first. A limit ends that; before any is found it raises `LimitReached`.
    """
    puzzle, metric, watch = task.puzzle, task.metric, task.watch
    first = BreadthFirst(puzzle, metric, watch, task.packing)
    found = first.run(_ROUND // 4)
    if found is not None:
        return first.solution(first.trace()) if found else first.unsolvable()
    bound = watch.lower
    first.close()
    watch.stage()
    budget, best = _ROUND, None
    for block, weight in itertools.cycle(_ROUNDS):
        best, done = _found(puzzle, metric, watch, block, weight, budget)
        if done:
            return replace(unsolvable(puzzle, metric), method="greedy", explored=watch.layouts)
        if best is not None:
            break
        budget += budget // 2
    assert best is not None
    best = shorten(best, watch)
    if not weight:
        with contextlib.suppress(LimitReached):
            other, _ = _found(puzzle, metric, watch, *_ROUNDS[0], min(4 * watch.layouts, 1 << 23))
            if other is not None:
                best = min(best, shorten(other, watch), key=lambda found: len(found.moves))
    optimal = len(best.moves) <= bound
    return replace(
        best, method="greedy", explored=watch.layouts, depth=len(best.moves),
        seconds=watch.seconds, optimal=optimal, bound=None if optimal else bound,
    )  # fmt: skip


def _found(
    puzzle: Puzzle, metric: Metric, watch: Watch, block: int, weight: int, budget: int
) -> tuple[Solution | None, bool]:
    """A solution found in one of the ways of `_ROUNDS`, and whether there is proved to be none."""
    guess = Obstacles(puzzle, Packing.of(puzzle, bool(weight)), block)
    search: BestFirst | _Newest
    if weight:
        search = BestFirst(puzzle, metric, watch, guess, weight, _TOGETHER)
    else:
        search, budget = _Newest(puzzle, metric, watch, guess), budget // _NEW
    try:
        number = search.run(budget)
        return (None, search.done) if number is None else (search.solution(number), False)
    finally:
        search.search.close()
        watch.stage()
