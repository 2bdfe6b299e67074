"""Iterating over every path of at most a given number of moves."""

from collections.abc import Hashable, Iterator
from typing import Any, Unpack, overload

from huarong.graph.graph import Graph, OfPuzzle, Problem, S, Watcher, puzzle_in_place
from huarong.graph.route import OfGraph, Route, StateTally
from huarong.limits import limited
from huarong.model.board import Metric, MetricLike
from huarong.model.puzzle import PuzzleLike, Solution
from huarong.search.all_paths import paths as all_paths


@overload
def paths(graph: PuzzleLike, *, most: int, prune: bool = True, **given: Unpack[OfPuzzle]) -> Iterator[Solution]: ...
@overload
def paths(
    graph: Graph[S], start: S, goal: S | None = None, *, most: int, prune: bool = True, **given: Unpack[OfGraph]
) -> Iterator[Route[S]]: ...
@limited
def paths(
    graph: Any,
    start: Any = None,
    goal: Any = None,
    *,
    most: int,
    prune: bool = True,
    metric: MetricLike | None = None,
    watcher: Watcher[Any] | None = None,
    **limits: Any,
) -> Iterator[Any]:
    """Iterate over every path of at most `most` moves that visits no state twice and ends at its first goal.

    The order is depth first, by the order of `neighbours`; `cost` is the number of moves. With `prune`, the search
    first finds all states within `most` moves, and then enters only states from which a goal is near enough. Watcher,
    limits and errors are those of `bfs`; the seconds count from this call.

    >>> class Square:
    ...     def neighbours(self, n): return [n ^ 1, n ^ 2]
    >>> [route.path for route in paths(Square(), 0, 1, most=3)]
    [(0, 1), (0, 2, 3, 1)]
    """
    if (puzzle := puzzle_in_place(graph, start, goal, metric)) is not None:
        return all_paths(puzzle, metric or Metric.MOVE, most=most, prune=prune, **limits)
    return _paths(Problem(graph, start, goal, watcher), most, StateTally(start, **limits), prune)


def _paths(problem: Problem[S], most: int, tally: StateTally, prune: bool) -> Iterator[Route[S]]:
    left, watcher = _left(problem, most, tally) if prune else None, problem.watcher
    path, on_path = [problem.start], {problem.key(problem.start)}
    solved = problem.is_goal(problem.start)
    if solved and most >= 0:
        yield tally.route("paths", (problem.start,), 0)
    waiting = [_nexts(problem, problem.start, most > 0 and not solved)]
    while waiting:
        for name, to in waiting[-1]:
            if left is not None and len(path) + left.get(name, most) > most:
                continue
            known = name in on_path
            solved = not known and problem.is_goal(to)
            watcher.generated(to, path[-1], known, solved)
            if known:
                continue
            tally.look(len(path) - 1, len(left or path))
            path.append(to)
            on_path.add(name)
            if solved:
                yield tally.route("paths", tuple(path), len(path) - 1)
            waiting.append(_nexts(problem, to, len(path) <= most and not solved))
            break
        else:
            waiting.pop()
            on_path.discard(problem.key(state := path.pop()))
            watcher.expanded(state, len(path), None, len(waiting))


def _nexts(problem: Problem[S], state: S, further: bool) -> Iterator[tuple[Hashable, S]]:
    """Iterate over the successors of a state by key, each once; none if the path may not go `further`."""
    given = set[Hashable]()
    for to in problem.neighbours(state) if further else ():
        name = problem.key(to)
        if name not in given:
            given.add(name)
            yield name, to


def _left(problem: Problem[S], most: int, tally: StateTally) -> dict[Hashable, int]:
    """Return the distance to a goal of each state that is on some path of at most `most` moves."""
    found: dict[Hashable, list[Hashable]] = {problem.key(problem.start): []}
    goals, level = list[Hashable](), [problem.start]
    for depth in range(most + 1):
        fresh = []
        for state in level:
            if problem.is_goal(state):
                goals.append(problem.key(state))
                continue
            tally.look(depth, len(found))
            for to in problem.neighbours(state) if depth < most else ():
                name = problem.key(to)
                if name not in found:
                    found[name] = []
                    fresh.append(to)
                found[name].append(problem.key(state))
        level = fresh
    left = dict.fromkeys(goals, 0)
    for key in goals:  # the list is the queue, and grows in the loop
        tally.pause(most)
        for before in found[key]:
            if before not in left:
                left[before] = left[key] + 1
                goals.append(before)
    return left
