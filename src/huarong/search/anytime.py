"""Anytime search: a good solution quickly, for puzzles too large for an optimal search.

Best-first searches (by the moves made and an estimate of the remaining moves, `PathCosts`) and searches by novelty
(`NovelFirst`) take turns with growing budgets of layouts. The solution is then shortened (`shorten`).
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
from array import array
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from huarong.errors import LimitReached
from huarong.kernels import kernel
from huarong.limits import MAX_SECONDS, Watch
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle, Solution, unsolvable
from huarong.model.tiles import tile_orders
from huarong.search.best_first import BestFirst
from huarong.search.bfs import BreadthFirst
from huarong.search.expansion import FAR, Batches, chain, solved
from huarong.search.keys import KeyPacking
from huarong.search.task import Task
from huarong.search.walk import of_tiles
from huarong.tiles.quick import MOST_CELLS, SECONDS
from huarong.tiles.solver import improving_tiles

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Round(NamedTuple):
    """One of the searches that take turns."""

    block: int
    """The estimate's cost of entering a cell that another piece covers; a step costs 1."""
    weight: int
    """The weight of the estimate relative to the moves made; 0 selects the search by novelty."""


ROUNDS = (Round(4, 1), Round(4, 0), Round(4, 2), Round(8, 0), Round(8, 1), Round(2, 0), Round(4, 5), Round(1, 0))
"""The searches, which take turns in this order until one finds a solution."""

_BUDGET = 1 << 20
"""The budget of the first search in layouts; each later budget is half as large again."""
_SLOWER = 2
"""The factor by which the search by novelty takes longer for a layout than best-first search."""
_TOGETHER = 256
"""How many layouts best-first search expands at once; with fewer, it follows the estimate more closely."""
_SECOND = 1 << 23
"""The most layouts of the second search, which looks for a better solution."""
_LEAST, _MOST = 1 << 14, 1 << 20
"""The number of layouts to search around a solution: at first, and at most."""
_CLASSES = 1 << 16
"""The most classes of layouts; novelty is measured within a class."""
_SEEN = 16
"""The tables of seen pairs of places may take the memory limit divided by this number."""


def run(task: Task) -> Solution:
    """Find a good solution: first breadth-first, which may find an optimal solution; then by the searches in turn.

    Numbered tiles use `huarong.tiles.quick`. The solution is shortened. If novelty found it, best-first search looks
    for another with up to four times as many layouts. A limit ends the improvement. Raises `LimitReached` if a limit is
    reached before any solution.
    """
    watch, orders = task.watch, tile_orders(task.puzzle)
    if orders is not None and task.puzzle.board.size <= MOST_CELLS:
        return _tiles(task, *orders)
    first = BreadthFirst(task.puzzle, task.metric, watch, task.packing)
    found = first.run(_BUDGET // 4)
    if found is not None:
        return first.solution(first.trace()) if found else first.unsolvable()
    bound = watch.lower
    first.close(watch.ask)
    watch.stage()
    best, way = _in_turn(task)
    searched = watch.layouts
    if best is None:
        none = unsolvable(task.puzzle, task.metric)
        return replace(none, method="greedy", explored=watch.layouts, seconds=watch.seconds)
    watch.tell(best)
    best = shorten(best, watch)
    if way.weight == 0:
        best = _second(task, best, min(4 * searched, _SECOND))
    optimal = len(best.moves) <= bound
    return replace(
        best,
        method="greedy",
        explored=watch.layouts,
        depth=len(best.moves),
        seconds=watch.seconds,
        optimal=optimal,
        bound=None if optimal else bound,
    )


def _tiles(task: Task, start: list[int], goal: list[int]) -> Solution:
    """The best solution of numbered tiles within the time limit or, if that is the default, within some seconds."""
    watch = replace(task.watch, unit="node")
    within = SECONDS if watch.limits.seconds == MAX_SECONDS else max(1e-3, watch.left)
    for answer in improving_tiles(start, goal, task.puzzle.board.width, within=within, watch=watch):
        best = replace(of_tiles(task, answer), method="greedy")
        watch.tell(best)
    return best


def _in_turn(task: Task) -> tuple[Solution | None, Round]:
    """Return the first solution, or None if there is proved to be none, and the round that found it."""
    budget = _BUDGET
    for each in itertools.cycle(ROUNDS):
        found, done = _found(task, each, budget)
        if found is not None or done:
            return found, each
        budget += budget // 2
    raise AssertionError


def _second(task: Task, best: Solution, budget: int) -> Solution:
    """Return the better of `best` and a shortened solution of a best-first search, within the limits."""
    with contextlib.suppress(LimitReached):
        other, _ = _found(task, ROUNDS[0], budget)
        if other is not None:
            other = shorten(other, task.watch)
            return other if len(other.moves) < len(best.moves) else best
    return best


def _found(task: Task, way: Round, budget: int) -> tuple[Solution | None, bool]:
    """Return the solution of one round, or None, and whether it proved that there is none."""
    puzzle, metric, watch = task.puzzle, task.metric, task.watch
    # Novelty depends on the moved piece, which is unknown if a layout represents its mirror image.
    packing = KeyPacking.of(puzzle, symmetric=way.weight > 0)
    estimate = PathCosts(puzzle, packing, way.block)
    search: BestFirst | NovelFirst
    if way.weight:
        search = BestFirst(puzzle, metric, watch, estimate, way.weight, _TOGETHER)
    else:
        search, budget = NovelFirst(puzzle, metric, watch, estimate), budget // _SLOWER
    try:
        number = search.run(budget)
        return (None, search.done) if number is None else (search.solution(number), False)
    finally:
        search.search.close(watch.ask)
        watch.stage()


class PathCosts:
    """An estimate of the distance to the goal: the costs of the paths of the pieces that the goal names.

    It is quick to compute for any puzzle but not admissible. A piece's path is its cheapest path to the goal: a step
    costs 1, plus `block` for entering a cell that another piece covers. If the goal has several alternatives, the
    estimate is the least sum.

    >>> puzzle = Puzzle.parse("AB./...", goal="..A/...")
    >>> packing = KeyPacking.of(puzzle, symmetric=False)
    >>> key = packing.encode(packing.places(puzzle.start))
    >>> for block in (1, 4):  # over B, or around it
    ...     print(PathCosts(puzzle, packing, block).values(key, 0, 1))
    [3]
    [4]
    """

    admissible = False
    nbytes = 0

    def __init__(self, puzzle: Puzzle, packing: KeyPacking, block: int) -> None:
        self.packing, rules = packing, packing.rules
        loops, ahead = kernel("best_first"), array("i")
        required = alternatives, begins, ends, goals = [array("i") for _ in range(4)]
        for i, alternative in enumerate(puzzle.goal.alternatives):
            for kind, head in alternative:
                goal = rules.place[kind, head]
                group = next(group for group in rules.groups if goal in group)
                alternatives.append(i)
                begins.append(group.start)
                ends.append(group.stop)
                goals.append(goal)
                ahead.extend(_steps(rules.step, goal, loops.ring))
        largest = max(len(kind.shape) for kind in puzzle.kinds)
        block = min(block, (loops.ring - 3) // largest)
        self.kernel: Any = loops.Obstacles(packing, required, ahead, block)

    def values(self, keys: Any, first: int, last: int) -> NDArray[np.uint16]:
        """Return the estimates for the keys from `first` to `last`."""
        out = np.empty(last - first, np.uint16)
        self.kernel.estimate(keys, first, last, out.data)
        return out


def _steps(step: array[int], goal: int, most: int) -> array[int]:
    """Return the steps from each place to a goal on the empty board, at most `most`, which also means unreachable."""
    sources: dict[int, list[int]] = {}
    for i, to in enumerate(step):
        sources.setdefault(to, []).append(i // 4)
    distance = array("i", [most]) * (len(step) // 4)
    distance[goal] = 0
    frontier = [goal]
    for p in frontier:
        for q in sources.get(p, ()):
            if distance[q] == most and distance[p] < most - 1:
                distance[q] = distance[p] + 1
                frontier.append(q)
    return distance


class NovelFirst:
    """Best-first width search: novel layouts first (Lipovetzky and Geffner, "Best-first width search", 2017).

    A layout's class is its estimate. Its novelty is 1 if a piece is at a place that is new to its class, 2 if two
    pieces are at a pair of places that is new to its class, else 3. Layouts are expanded by novelty, then by estimate,
    then the most recent first, so the search goes deep. It finds solutions with few layouts even if the estimate
    misleads, but these solutions are far from shortest.
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
        """The numbers of the layouts to expand, by novelty and then estimate."""

    def run(self, layouts: float) -> int | None:
        """Return the number of the first goal found; None if none is reachable or none is among `layouts` layouts."""
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
        """Whether no reachable layout is left to expand."""
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
        """Return the shortest solution through the layouts found."""
        return shortest(self.search)


# Shortening


def shorten(solution: Solution, watch: Watch, layouts: int = _MOST) -> Solution:
    """Return a solution at most as long: the shortest through some of the layouts nearest to the given solution. The
    search is repeated around each shorter solution. If there is none, it is repeated with four times as many layouts,
    up to `layouts`. At a limit, the best solution so far is returned.
    """
    near = min(_LEAST, layouts)
    while near <= layouts:
        try:
            found = _around(solution, watch, near)
        except LimitReached:
            break
        if found.length == solution.length:
            near *= 4
        else:
            solution = found
            watch.tell(solution)
    return solution


def _around(solution: Solution, watch: Watch, near: int) -> Solution:
    """Return the shortest solution through the `near` layouts nearest to a solution."""
    packing, starts = KeyPacking.of(solution.puzzle), array("Q")
    for layout in solution.layouts:
        watch.look()
        starts.extend(packing.canonical(packing.places(layout)))
    search = BreadthFirst(solution.puzzle, solution.metric, watch, packing, 0.8, goals=False, starts=starts)
    try:
        while search.expanded < search.count < near:
            if search.advance(4096) == search.why.FULL:
                search.grow()
            watch.look(0, search.count)
        return shortest(search)
    finally:
        search.close()


def shortest(search: BreadthFirst) -> Solution:
    """Return the shortest solution through the layouts that a search has found; there must be one."""
    batches = Batches(search)
    distance = np.full(search.count, FAR, np.uint16)
    distance[0] = depth = 0
    level, goals = np.zeros(1, np.int64), solved(search, 0, search.count)
    while (distance[goals] == FAR).all():
        depth += 1
        level = batches.nearer(level, distance, depth)
    goal = int(goals[distance[goals].argmin()])
    numbers = chain(search, goal, lambda number: int(distance[number]))
    return search.solution(search.follow(numbers[-2::-1]))
