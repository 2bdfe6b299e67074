"""A*: best first, by the moves made and the distance of patterns (Hart, Nilsson and Raphael, 1968)."""

from __future__ import annotations

from dataclasses import replace

from huarong.model.solution import Solution
from huarong.search.best_first import BestFirst
from huarong.search.task import Task


def run(task: Task) -> Solution:
    """A shortest solution. If a limit ends the search, the error has the lower bound and the best solution found."""
    search = BestFirst(task.puzzle, task.metric, task.watch, task.estimate)
    with task.watch.proving(lambda: _incumbent(search)):
        number = search.run()
    found = search.search.unsolvable() if number is None else search.solution(number)
    return replace(found, method="astar")


def _incumbent(search: BestFirst) -> Solution | None:
    """The best solution found so far, not proved optimal; None if none is found."""
    found = search.incumbent()
    return found and replace(found, method="astar", optimal=False, bound=search.watch.lower)
