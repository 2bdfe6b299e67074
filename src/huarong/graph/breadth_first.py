"""Paths with the fewest moves: breadth-first search from the start, or from both ends."""

from collections.abc import Hashable

from huarong.graph.graph import Problem, S
from huarong.graph.route import Route, StateTally, Tree, graph_search, line


@graph_search("bfs")
def bfs(problem: Problem[S], tally: StateTally) -> Route[S]:
    """Find a path with the fewest moves, level by level, ignoring their costs.

    Each state is reported to a `watcher` (see `Watcher`). `max_memory` limits the estimated bytes of the states. Raises
    `LimitReached` (its `lower` is a lower bound on the length), `Cancelled`, and `InputError` for an incomplete graph.

    >>> class Double:
    ...     def neighbours(self, n): return [2 * n, n + 1] if n < 100 else []
    >>> bfs(Double(), 1, 10).path
    (1, 2, 4, 5, 10)
    """
    start, key_of, is_goal, watcher = problem.start, problem.key, problem.is_goal, problem.watcher
    first = key_of(start)
    tree: Tree[S] = {first: (start, None)}
    if is_goal(start):
        return tally.route("bfs", (start,), 0)
    level, depth = [first], 0
    while level:
        found: list[Hashable] = []
        tally.watch.lower = depth + 1
        for done, key in enumerate(level, 1):
            tally.look(depth, len(tree))
            state = tree[key][0]
            for to in problem.neighbours(state):
                name = key_of(to)
                known = name in tree
                solved = not known and is_goal(to)
                watcher.generated(to, state, known, solved)
                if known:
                    continue
                tree[name] = (to, key)
                found.append(name)
                if solved:
                    watcher.expanded(state, depth, None, len(level) - done + len(found))
                    return tally.route("bfs", tuple(line(tree, name)), depth + 1)
            watcher.expanded(state, depth, None, len(level) - done + len(found))
        watcher.closed()
        level, depth = found, depth + bool(found)
    return tally.route("bfs", (), None, depth)


@graph_search("bidirectional", both_ends=True)
def bidirectional(problem: Problem[S], tally: StateTally) -> Route[S]:
    """Find a path with the fewest moves from both ends; the smaller frontier is expanded first.

    It requires a goal or a graph with `goal_states()`, and reversible moves or a graph with `before`. Watcher, limits
    and errors are the same as for `bfs`.

    >>> class Line:
    ...     def neighbours(self, n): return [n - 1, n + 1]
    >>> found = bidirectional(Line(), 0, 6)
    >>> found.path, found.explored
    ((0, 1, 2, 3, 4, 5, 6), 10)
    """
    start, goals = problem.start, {problem.key(goal): goal for goal in problem.goal_states()}
    first = problem.key(start)
    trees: tuple[Tree[S], Tree[S]] = ({first: (start, None)}, {key: (goal, None) for key, goal in goals.items()})
    meeting, depth = (first, 0) if first in goals else _met(problem, trees, tally)
    if meeting is None:
        return tally.route("bidirectional", (), None, depth)
    path = (*line(trees[0], meeting), *line(trees[1], meeting)[-2::-1])
    return tally.route("bidirectional", path, len(path) - 1)


def _met(problem: Problem[S], trees: tuple[Tree[S], Tree[S]], tally: StateTally) -> tuple[Hashable | None, int]:
    """Grow two search trees by levels until they share a state; return its key (or None) and the total depth."""
    levels, depths, watcher = [list(tree) for tree in trees], [0, 0], problem.watcher
    while all(levels):
        side = 0 if len(levels[0]) <= len(levels[1]) else 1
        tree, other = trees[side], trees[1 - side]
        found: list[Hashable] = []
        tally.watch.lower = sum(depths) + 1
        for key in levels[side]:
            tally.look(sum(depths), len(tree) + len(other))
            state = tree[key][0]
            for to in (problem.before if side else problem.neighbours)(state):
                name = problem.key(to)
                known, met = name in tree, name in other
                watcher.generated(to, state, known, met and not known)
                if known:
                    continue
                tree[name] = (to, key)
                if met:
                    watcher.expanded(state, depths[side], None, len(found))
                    return name, sum(depths) + 1
                found.append(name)
            watcher.expanded(state, depths[side], None, len(levels[1 - side]) + len(found))
        levels[side] = found
        depths[side] += bool(found)
    return None, sum(depths)
