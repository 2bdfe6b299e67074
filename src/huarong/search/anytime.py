"""Anytime search: a good solution soon, of puzzles too large for an optimal search.

Best-first searches (by the moves made and an estimate of those left, `huarong.search.obstacles`) and searches by
novelty (`huarong.search.novelty`) take turns with rising budgets of layouts. The solution found is then shortened
(`huarong.search.shorten`).
"""

from __future__ import annotations

import contextlib
import itertools
from dataclasses import replace
from typing import NamedTuple

from huarong.errors import LimitReached
from huarong.model.solution import Solution, unsolvable
from huarong.search.best_first import BestFirst
from huarong.search.bfs import BreadthFirst
from huarong.search.keys import KeyPacking
from huarong.search.novelty import NovelFirst
from huarong.search.obstacles import PathCosts
from huarong.search.shorten import shorten
from huarong.search.task import Task


class Round(NamedTuple):
    """One of the searches that take turns."""

    block: int
    """The cost in the estimate of entering a cell that another piece covers; a step costs 1."""
    weight: int
    """The weight of the estimate against the moves made; 0 stands for the search by novelty."""


ROUNDS = (Round(4, 1), Round(4, 0), Round(4, 2), Round(8, 0), Round(8, 1), Round(2, 0), Round(4, 5), Round(1, 0))
"""The searches, which take turns in this order, repeatedly, until one finds a solution."""

_BUDGET = 1 << 20
"""The budget of the first search in layouts; each later search has half as much again."""
_SLOWER = 2
"""How much more time the search by novelty takes for a layout than best-first search."""
_TOGETHER = 256
"""How many layouts best-first search expands at once: the fewer, the more closely it follows the estimate."""
_SECOND = 1 << 23
"""The most layouts of the second search, which looks for a better solution."""


def run(task: Task) -> Solution:
    """A good solution: breadth-first search first, which may find an optimal one; then the searches in turn.

    The solution found is shortened. If novelty found it, best-first search looks for another with up to four times as
    many layouts. A limit ends the improvement; if it is reached before any solution is found, it raises `LimitReached`.
    """
    watch = task.watch
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


def _in_turn(task: Task) -> tuple[Solution | None, Round]:
    """The first solution found, or None if there is proved to be none; and the round that answered."""
    budget = _BUDGET
    for each in itertools.cycle(ROUNDS):
        found, done = _found(task, each, budget)
        if found is not None or done:
            return found, each
        budget += budget // 2
    raise AssertionError


def _second(task: Task, best: Solution, budget: int) -> Solution:
    """The better of a solution and of another one, found by best-first search and shortened, within the limits."""
    with contextlib.suppress(LimitReached):
        other, _ = _found(task, ROUNDS[0], budget)
        if other is not None:
            other = shorten(other, task.watch)
            return other if len(other.moves) < len(best.moves) else best
    return best


def _found(task: Task, way: Round, budget: int) -> tuple[Solution | None, bool]:
    """A solution found in one round, and whether there is proved to be none."""
    puzzle, metric, watch = task.puzzle, task.metric, task.watch
    # Novelty depends on which piece moved, which is lost where a layout stands for its mirror image.
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
        search.close()
        watch.stage()
