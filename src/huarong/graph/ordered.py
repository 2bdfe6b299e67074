"""Paths found best first: one loop, with an order, for Dijkstra's algorithm, A*, weighted A* and greedy search."""

import heapq
import itertools
import math
from collections.abc import Callable, Hashable
from typing import Any

from huarong.errors import InputError, LimitReached
from huarong.graph.graph import Problem, S
from huarong.graph.route import Route, StateTally, Tree, graph_search, line


class HeuristicError(InputError):
    """A heuristic is not admissible or not consistent; found by `debug=True`, with the states that prove this.

    `kind` is `"inadmissible"` or `"inconsistent"`. The estimate at `state` is `value`. If it is inadmissible, a goal
    can be reached for `other`. If it is inconsistent, `value` is greater than `other`, the cost of a move plus the
    estimate after it.
    """

    def __init__(self, kind: str, state: Any, value: float, other: float, neighbour: Any = None) -> None:
        self.kind, self.state, self.value, self.other, self.neighbour = kind, state, value, other, neighbour
        template = {
            "inadmissible": "the heuristic is not admissible: it gives {value:g} at {state!r}, but {other:g} is enough",
            "inconsistent": "the heuristic is not consistent: it gives {value:g} at {state!r}, but the path through "
            "{neighbour!r} costs only {other:g}",
        }[kind]
        super().__init__(template, value=value, state=state, other=other, neighbour=neighbour)


QueueOrder = Callable[[float, float, int], Any]
"""The sort key of the queue, least first, from the cost so far, the estimate of the rest, and a state's number."""

ORDERS: dict[str, QueueOrder] = {
    "dijkstra": lambda gone, rest, number: (gone, number),
    "astar": lambda gone, rest, number: (gone + rest, rest, number),
    "greedy": lambda gone, rest, number: (rest, gone, number),
}


def weighted(by: float) -> QueueOrder:
    """The order of weighted A*, which multiplies estimates by `by`: a path costs at most `by` times the least cost."""
    return lambda gone, rest, number: (gone + by * rest, rest, number)


@graph_search("astar")
def best_first(
    problem: Problem[S], tally: StateTally, *, order: str | QueueOrder = "astar", debug: bool = False
) -> Route[S]:
    """Find a path by expanding the first state in an order: a name in `ORDERS`, `weighted(2)`, or a function.

    The orders `astar` and `dijkstra` find a path of least cost. Watcher, limits and errors are those of `bfs`.

    >>> class Line:
    ...     def neighbours(self, n): return [n - 1, n + 1]
    ...     def heuristic(self, n): return abs(6 - n)
    >>> [best_first(Line(), 0, 6, order=order).explored for order in ("dijkstra", "astar", "greedy")]
    [13, 7, 7]
    """
    return by_order(problem, tally, "astar", order, debug)


@graph_search("bfs")
def dijkstra(problem: Problem[S], tally: StateTally) -> Route[S]:
    """Find a path of least cost by Dijkstra's algorithm (1959). Each move of a puzzle costs 1.

    Watcher, limits and errors are those of `bfs`.

    >>> class Roads:
    ...     map = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}
    ...     def neighbours(self, town): return self.map[town]
    ...     def cost(self, town, to): return self.map[town][to]
    >>> found = dijkstra(Roads(), "a", "c")
    >>> found.path, found.cost
    (('a', 'b', 'c'), 2)
    """
    problem.says = lambda _: 0
    return by_order(problem, tally, "dijkstra", "dijkstra")


@graph_search("astar")
def astar(problem: Problem[S], tally: StateTally, *, debug: bool = False) -> Route[S]:
    """Find a path of least cost by A* (Hart et al., 1968), ordered by cost so far plus the graph's `heuristic`.

    The heuristic must be admissible but need not be consistent. With `debug`, the search only checks the heuristic, and
    raises `HeuristicError` if a state shows that it is inadmissible or inconsistent. Watcher, limits and errors are
    those of `bfs`.

    >>> class Line:
    ...     def neighbours(self, n): return [n - 1, n + 1]
    ...     def heuristic(self, n): return 2 * abs(6 - n)
    >>> astar(Line(), 0, 6, debug=True)
    Traceback (most recent call last):
    huarong.graph.ordered.HeuristicError: the heuristic is not admissible: it gives 12 at 0, but 6 is enough
    """
    return by_order(problem, tally, "astar", "astar", debug)


def by_order(
    problem: Problem[S], tally: StateTally, method: str, order: str | QueueOrder, debug: bool = False
) -> Route[S]:
    """Expand the first state in `order` until this state is a goal; with `debug`, estimates count as 0."""
    if isinstance(order, str) and order not in ORDERS:
        raise InputError("{name!r} is not a valid order; expected one of {names}", name=order, names=", ".join(ORDERS))
    first_of = ORDERS[order] if isinstance(order, str) else order
    first, watcher, number, depth = problem.key(problem.start), problem.watcher, itertools.count(1), 0
    tree: Tree[S] = {first: (problem.start, None)}
    best: dict[Hashable, float] = {first: 0}
    says: dict[Hashable, float] = {first: problem.heuristic(problem.start)}
    guess = says[first] if not debug else 0
    # Numbers are unique, so states are never compared; an order need not end with a number.
    queue: list[tuple[Any, int, Hashable, float, float]] = [(first_of(0, guess, 0), 0, first, 0, guess)]
    inconsistent: HeuristicError | None = None
    while queue:
        _, _, key, paid, guess = heapq.heappop(queue)
        if paid > best[key] or paid + guess == math.inf:
            continue
        state, depth = tree[key][0], int(paid + guess)
        try:
            tally.look(depth, len(tree))
        except LimitReached as error:
            raise inconsistent or error from None
        if problem.is_goal(state):
            path = line(tree, key)
            if debug:
                _admissible(problem, path, paid)
                if inconsistent is not None:
                    raise inconsistent
            return tally.route(method, tuple(path), paid)
        for to in problem.neighbours(state):
            name = problem.key(to)
            cost = problem.paid(state, to)
            if name not in says:
                says[name] = problem.heuristic(to)
            if debug and inconsistent is None and says[key] > cost + says[name] + 1e-9:
                inconsistent = HeuristicError("inconsistent", state, says[key], cost + says[name], to)
            known = paid + cost >= best.get(name, math.inf)
            watcher.generated(to, state, known, False)
            if not known:
                best[name] = paid + cost
                tree[name] = (to, key)
                rest = says[name] if not debug else 0
                if rest < math.inf:
                    n = next(number)
                    heapq.heappush(queue, (first_of(paid + cost, rest, n), n, name, paid + cost, rest))
        watcher.expanded(state, paid, guess, len(queue))
    if inconsistent is not None:
        raise inconsistent
    return tally.route(method, (), None, depth)


def _admissible(problem: Problem[S], path: list[S], cost: float) -> None:
    """Raise `HeuristicError` if the heuristic at a state of a cheapest path exceeds the remaining cost."""
    for state, to in itertools.zip_longest(path, path[1:]):
        value = problem.heuristic(state)
        if value > cost + 1e-9:
            raise HeuristicError("inadmissible", state, value, cost)
        cost -= 0 if state is path[-1] else problem.paid(state, to)
