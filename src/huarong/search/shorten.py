"""Shorten a solution: search the layouts nearest to it for a shorter one, repeatedly."""

from __future__ import annotations

from array import array

import numpy as np

from huarong.errors import LimitReached
from huarong.limits import Watch
from huarong.model.solution import Solution
from huarong.search.bfs import BreadthFirst
from huarong.search.expansion import FAR, Batches, chain, solved
from huarong.search.keys import KeyPacking

_LEAST, _MOST = 1 << 14, 1 << 20
"""How many layouts around a solution are searched: at first, and at most."""


def shorten(solution: Solution, watch: Watch, layouts: int = _MOST) -> Solution:
    """A solution that is at most as long: the shortest through some of the layouts nearest to the given one.

    The search is repeated around each shorter solution; if none is found, with four times as many layouts, up to
    `layouts`. At a limit the best solution so far is returned.
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
    return solution


def _around(solution: Solution, watch: Watch, near: int) -> Solution:
    """The shortest solution through the `near` layouts nearest to a solution."""
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
    """The shortest solution through the layouts that a search has found; there must be one."""
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
