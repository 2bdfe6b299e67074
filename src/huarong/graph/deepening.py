"""Paths of least cost in little memory: IDA*, depth-first search within a rising bound."""

import math
from collections.abc import Hashable
from typing import Generic

from huarong.graph.graph import Problem, S
from huarong.graph.route import Route, StateTally, graph_search


@graph_search("idastar")
def idastar(problem: Problem[S], tally: StateTally, *, table: bool = False) -> Route[S]:
    """Find a path of least cost in the memory of one path: IDA*, depth-first search within a rising bound (Korf, 1985).

    A state is searched once for each path to it. So a graph with many cycles takes long, and longer if no goal can be
    reached. A `table` of the states of an iteration prevents this at the cost of memory: a state is then searched again
    only for a cheaper path. `astar` with `debug` checks a heuristic. Watcher, limits and errors are as for `bfs`.

    >>> class Tree:
    ...     def neighbours(self, n): return [2 * n, 2 * n + 1] if n < 64 else []
    >>> idastar(Tree(), 1, 37).path
    (1, 2, 4, 9, 18, 37)
    """
    watcher = problem.watcher
    walk, bound = _Walk(problem, tally, table), problem.heuristic(problem.start)
    if problem.is_goal(problem.start):
        watcher.bound(bound)
        return tally.route("idastar", (problem.start,), 0)
    while bound < math.inf:
        watcher.bound(bound)
        if walk.within(bound):
            return tally.route("idastar", tuple(walk.path), walk.paid[-1])
        bound = walk.beyond
    return tally.route("idastar", (), None, walk.deepest)


class _Walk(Generic[S]):
    """A depth-first search within a bound: the path, the costs along it, and the least cost beyond the bound."""

    def __init__(self, problem: Problem[S], tally: StateTally, table: bool) -> None:
        self.problem, self.tally, self.table = problem, tally, table
        self.path, self.paid = list[S](), list[float]()
        self.beyond, self.deepest = math.inf, 0

    def within(self, bound: float) -> bool:
        """Whether there is a path of at most this cost; if so, `path` has it."""
        problem, start, watcher = self.problem, self.problem.start, self.problem.watcher
        self.path, self.paid, self.beyond = [start], [0], math.inf
        # The least cost of each excluded state: those on the path and, with a table, all of this iteration.
        barred: dict[Hashable, float] = {problem.key(start): 0}
        waiting = [iter(problem.neighbours(start))]
        self.tally.look(bound, 1)
        while waiting:
            for to in waiting[-1]:
                name = problem.key(to)
                cost = self.paid[-1] + problem.paid(self.path[-1], to)
                known = name in barred and (not self.table or barred[name] <= cost)
                watcher.generated(to, self.path[-1], known, False)
                if known:
                    continue
                guess = cost + problem.heuristic(to)
                if guess > bound:
                    self.beyond = min(self.beyond, guess)
                    self.tally.pause(bound)
                    continue
                self.tally.look(bound, len(barred) if self.table else len(self.path))
                self.path.append(to)
                self.paid.append(cost)
                if problem.is_goal(to):
                    return True
                self.deepest = max(self.deepest, len(self.path) - 1)
                barred[name] = cost
                waiting.append(iter(problem.neighbours(to)))
                break
            else:
                waiting.pop()
                state, gone = self.path.pop(), self.paid.pop()
                if not self.table:
                    del barred[problem.key(state)]
                watcher.expanded(state, gone, problem.heuristic(state), len(waiting) + 1)
        return False
