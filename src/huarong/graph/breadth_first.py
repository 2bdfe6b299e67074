"""Paths of fewest moves: breadth-first search from the start, or from both ends."""

from __future__ import annotations

from collections.abc import Hashable

from huarong.graph.graph import Problem, S
from huarong.graph.route import Route, StateTally, Tree, line
from huarong.graph.search import graph_search


@graph_search("bfs")
def bfs(problem: Problem[S], tally: StateTally) -> Route[S]:
    """A path with the fewest moves, regardless of their cost, found level by level.

    `max_memory` is compared with an estimate of the bytes of the states. Raises `LimitReached` (its `lower` is a
    lower bound on the length), `Cancelled`, and `InputError` for a graph that lacks something.

    >>> class Double:
    ...     def neighbours(self, n): return [2 * n, n + 1] if n < 100 else []
    >>> bfs(Double(), 1, 10).path
    (1, 2, 4, 5, 10)
    """
    start = problem.start
    first = problem.key(start)
    tree: Tree[S] = {first: (start, None)}
    if problem.is_goal(start):
        return Route((start,), 0, 1, 0, tally.seconds, "bfs")
    level, depth = [first], 0
    while level:
        found: list[Hashable] = []
        tally.watch.lower = depth + 1
        for key in level:
            tally.look(depth, len(tree))
            for to in problem.neighbours(tree[key][0]):
                name = problem.key(to)
                if name in tree:
                    continue
                tree[name] = (to, key)
                if problem.is_goal(to):
                    path = tuple(line(tree, name))
                    return Route(path, depth + 1, tally.explored, depth + 1, tally.seconds, "bfs")
                found.append(name)
        level = found
        depth += bool(found)
    return Route((), None, tally.explored, depth, tally.seconds, "bfs")


@graph_search("bidirectional", both_ends=True)
def bidirectional(problem: Problem[S], tally: StateTally) -> Route[S]:
    """A path of fewest moves, searched from both ends; the smaller frontier is expanded first.

    Every move must be reversible, or the graph must have `before`. Limits and errors are those of `bfs`.

    >>> class Line:
    ...     def neighbours(self, n): return [n - 1, n + 1]
    >>> found = bidirectional(Line(), 0, 6)
    >>> found.path, found.explored
    ((0, 1, 2, 3, 4, 5, 6), 10)
    """
    start, goal = problem.start, problem.goal
    assert goal is not None
    ends = (problem.key(start), problem.key(goal))
    trees: tuple[Tree[S], Tree[S]] = ({ends[0]: (start, None)}, {ends[1]: (goal, None)})
    meeting = ends[0] if ends[0] == ends[1] else None
    depth = 0
    if meeting is None:
        meeting, depth = _met(problem, trees, tally)
    if meeting is None:
        return Route((), None, tally.explored, depth, tally.seconds, "bidirectional")
    path = (*line(trees[0], meeting), *line(trees[1], meeting)[-2::-1])
    cost = len(path) - 1
    return Route(path, cost, tally.explored, cost, tally.seconds, "bidirectional")


def _met(problem: Problem[S], trees: tuple[Tree[S], Tree[S]], tally: StateTally) -> tuple[Hashable | None, int]:
    """Grow two search trees, level by level, until they share a state: its key (or None) and their total depth."""
    levels, depths = [list(tree) for tree in trees], [0, 0]
    while all(levels):
        side = 0 if len(levels[0]) <= len(levels[1]) else 1
        tree, other = trees[side], trees[1 - side]
        found: list[Hashable] = []
        tally.watch.lower = sum(depths) + 1
        for key in levels[side]:
            tally.look(sum(depths), len(tree) + len(other))
            for to in (problem.before if side else problem.neighbours)(tree[key][0]):
                name = problem.key(to)
                if name not in tree:
                    tree[name] = (to, key)
                    if name in other:
                        return name, sum(depths) + 1
                    found.append(name)
        levels[side] = found
        depths[side] += bool(found)
    return None, sum(depths)
