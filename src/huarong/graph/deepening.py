"""Paths of least cost in little memory: IDA*, depth-first search within a rising bound."""

from __future__ import annotations

import math
from typing import Generic

from huarong.graph.best_first import by_cost
from huarong.graph.graph import Problem, S
from huarong.graph.route import Route, StateTally
from huarong.graph.search import graph_search


@graph_search("idastar")
def idastar(problem: Problem[S], tally: StateTally, *, debug: bool = False) -> Route[S]:
    """A path of least cost in the memory of one path: IDA*, depth-first search within a rising bound (Korf, 1985).

    A state that many paths reach is searched once for each: a graph with many cycles takes long, one without a
    reachable goal longer. With `debug` the search of `astar` goes first and checks the heuristic. Limits and errors
    are those of `bfs`.

    >>> class Tree:
    ...     def neighbours(self, n): return [2 * n, 2 * n + 1] if n < 64 else []
    >>> idastar(Tree(), 1, 37).path
    (1, 2, 4, 9, 18, 37)
    """
    if debug:
        by_cost(problem, tally, "astar", debug=True)
        tally.again()
    if problem.is_goal(problem.start):
        return Route((problem.start,), 0, 1, 0, tally.seconds, "idastar")
    walk, bound = _Walk(problem, tally), problem.heuristic(problem.start)
    while bound < math.inf:
        if walk.within(bound):
            path, moves = tuple(walk.path), len(walk.path) - 1
            return Route(path, walk.paid[-1], tally.explored, moves, tally.seconds, "idastar")
        bound = walk.beyond
    return Route((), None, tally.explored, walk.deepest, tally.seconds, "idastar")


class _Walk(Generic[S]):
    """A depth-first search within a bound: the path, the costs along it, and the least cost beyond the bound."""

    def __init__(self, problem: Problem[S], tally: StateTally) -> None:
        self.problem, self.tally = problem, tally
        self.path: list[S] = []
        self.paid: list[float] = []
        self.beyond, self.deepest = math.inf, 0

    def within(self, bound: float) -> bool:
        """Whether there is a path of at most this cost; if so, `path` has it."""
        problem, start = self.problem, self.problem.start
        self.path, self.paid, self.beyond = [start], [0], math.inf
        on_path, waiting = {problem.key(start)}, [iter(problem.neighbours(start))]
        self.tally.look(bound, 1)
        while waiting:
            for to in waiting[-1]:
                name = problem.key(to)
                if name in on_path:
                    continue
                cost = self.paid[-1] + problem.paid(self.path[-1], to)
                guess = cost + problem.heuristic(to)
                if guess > bound:
                    self.beyond = min(self.beyond, guess)
                    self.tally.pause(bound)
                    continue
                self.tally.look(bound, len(self.path))
                self.path.append(to)
                self.paid.append(cost)
                if problem.is_goal(to):
                    return True
                self.deepest = max(self.deepest, len(self.path) - 1)
                on_path.add(name)
                waiting.append(iter(problem.neighbours(to)))
                break
            else:
                waiting.pop()
                self.paid.pop()
                on_path.discard(problem.key(self.path.pop()))
        return False
