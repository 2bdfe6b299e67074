"""Paths of least cost: Dijkstra's algorithm and A*."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Hashable
from typing import Any

from huarong.errors import InputError, LimitReached
from huarong.graph.graph import Problem, S
from huarong.graph.route import Route, StateTally, Tree, line
from huarong.graph.search import graph_search


class HeuristicError(InputError):
    """A heuristic that is not admissible or not consistent, found by `debug=True`, with the states that show it.

    `kind` is `"inadmissible"` (the estimate at `state` is `value`, but a goal can be reached for `other`) or
    `"inconsistent"` (the estimate at `state` is `value`, greater than `other`, the cost of a move and the estimate
    after it).
    """

    def __init__(self, kind: str, state: Any, value: float, other: float, neighbour: Any = None) -> None:
        self.kind, self.state, self.value, self.other = kind, state, value, other
        self.neighbour = neighbour
        template = {
            "inadmissible": "the heuristic is not admissible: it says {value:g} at {state!r}, but {other:g} is enough",
            "inconsistent": "the heuristic is not consistent: it says {value:g} at {state!r}, "
            "but the path through {neighbour!r} "
            "costs only {other:g}",
        }[kind]
        super().__init__(template, value=value, state=state, other=other, neighbour=neighbour)


@graph_search("bfs")
def dijkstra(problem: Problem[S], tally: StateTally) -> Route[S]:
    """A path of least cost, by Dijkstra's algorithm (1959). Each move of a puzzle costs 1.

    Limits and errors are those of `bfs`.

    >>> class Roads:
    ...     map = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}
    ...     def neighbours(self, town): return self.map[town]
    ...     def cost(self, town, to): return self.map[town][to]
    >>> found = dijkstra(Roads(), "a", "c")
    >>> found.path, found.cost
    (('a', 'b', 'c'), 2)
    """
    problem.says = lambda _: 0
    return by_cost(problem, tally, "dijkstra", debug=False)


@graph_search("astar")
def astar(problem: Problem[S], tally: StateTally, *, debug: bool = False) -> Route[S]:
    """A path of least cost, searched by cost so far plus the graph's `heuristic`: A* (Hart et al., 1968).

    The heuristic has to be admissible; it need not be consistent. With `debug`, the search does not use the heuristic
    but checks it, and raises `HeuristicError` if it is not both on the states searched. Limits and errors are those
    of `bfs`.

    >>> class Line:
    ...     def neighbours(self, n): return [n - 1, n + 1]
    ...     def heuristic(self, n): return 2 * abs(6 - n)
    >>> astar(Line(), 0, 6, debug=True)
    Traceback (most recent call last):
    huarong.graph.best_first.HeuristicError: the heuristic is not admissible: it says 12 at 0, but 6 is enough
    """
    return by_cost(problem, tally, "astar", debug)


def by_cost(problem: Problem[S], tally: StateTally, method: str, debug: bool) -> Route[S]:
    """Expand the state of least cost so far plus estimate, until it is a goal."""
    first = problem.key(problem.start)
    tree: Tree[S] = {first: (problem.start, None)}
    best: dict[Hashable, float] = {first: 0}
    says: dict[Hashable, float] = {first: problem.heuristic(problem.start)}
    number = itertools.count()
    guess = says[first] if not debug else 0
    queue: list[tuple[float, float, int, Hashable, float]] = [(guess, guess, 0, first, 0)]
    inconsistent: HeuristicError | None = None
    depth = 0
    while queue:
        bound, _, _, key, paid = heapq.heappop(queue)
        if paid > best[key] or bound == math.inf:
            continue
        state, depth = tree[key][0], int(bound)
        try:
            tally.look(bound, len(tree))
        except LimitReached as error:
            raise inconsistent or error from None
        if problem.is_goal(state):
            path = line(tree, key)
            if debug:
                _admissible(problem, path, paid)
                if inconsistent is not None:
                    raise inconsistent
            moves = len(path) - 1
            return Route(tuple(path), paid, tally.explored, moves, tally.seconds, method)
        for to in problem.neighbours(state):
            name = problem.key(to)
            cost = problem.paid(state, to)
            if name not in says:
                says[name] = problem.heuristic(to)
            if debug and inconsistent is None and says[key] > cost + says[name] + 1e-9:
                inconsistent = HeuristicError("inconsistent", state, says[key], cost + says[name], to)
            if paid + cost < best.get(name, math.inf):
                best[name] = paid + cost
                tree[name] = (to, key)
                guess = says[name] if not debug else 0
                if guess < math.inf:
                    entry = (paid + cost + guess, guess, next(number), name, paid + cost)
                    heapq.heappush(queue, entry)
    if inconsistent is not None:
        raise inconsistent
    return Route((), None, tally.explored, depth, tally.seconds, method)


def _admissible(problem: Problem[S], path: list[S], cost: float) -> None:
    """Raise `HeuristicError` if the heuristic at a state of a cheapest path is more than the cost that remains."""
    left = cost
    for i, state in enumerate(path):
        value = problem.heuristic(state)
        if value > left + 1e-9:
            raise HeuristicError("inadmissible", state, value, left)
        if i + 1 < len(path):
            left -= problem.paid(state, path[i + 1])
