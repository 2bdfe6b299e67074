"""What every search takes: a graph with a start and a goal, or a puzzle in place of the graph, and the limits."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Protocol, Unpack, cast, overload

from huarong.errors import InputError
from huarong.graph.graph import Graph, OfPuzzle, Problem, S, Watcher, puzzle_in_place
from huarong.graph.route import Route, StateTally
from huarong.limited import GivenLimits, limited
from huarong.model.metric import Metric, MetricName
from huarong.model.puzzle import PuzzleLike
from huarong.model.solution import Solution
from huarong.search.select import MethodName
from huarong.search.solver import solve


class OfGraph(GivenLimits, total=False):
    """The keyword arguments of a search of a graph: the watcher, the limits, and options that some searches have."""

    watcher: Watcher[Any] | None
    order: str | Callable[[float, float, int], Any]
    table: bool
    debug: bool


class GraphSearch(Protocol):
    """A search for one path of a graph, or for a solution of a puzzle; those of a graph's own options that it has."""

    @overload
    def __call__(self, graph: PuzzleLike, **given: Unpack[OfPuzzle]) -> Solution: ...
    @overload
    def __call__(self, graph: Graph[S], start: S, goal: S | None = None, **given: Unpack[OfGraph]) -> Route[S]: ...


def graph_search(method: MethodName, *, both_ends: bool = False) -> Callable[[Callable[..., Route[Any]]], GraphSearch]:
    """Turn a search of a `Problem`, counted by a `StateTally`, into one that takes a user's arguments.

    A puzzle is searched by the compiled engine's `method`; keyword arguments of the search's own are for graphs. A
    search from `both_ends` needs goal states.
    """

    def taking(search: Callable[..., Route[Any]]) -> GraphSearch:
        def taken(
            graph: Any,
            start: Any = None,
            goal: Any = None,
            *,
            metric: Metric | MetricName | None = None,
            watcher: Watcher[Any] | None = None,
            **given: Any,
        ) -> Any:
            limits: Any = {name: given.pop(name) for name in GivenLimits.__annotations__ if name in given}
            if (puzzle := puzzle_in_place(graph, start, goal, metric)) is not None:
                return solve(puzzle, metric or Metric.MOVE, method=method, **limits)
            if both_ends and goal is None and not hasattr(graph, "goal_states"):
                raise InputError("a search from both ends needs a goal state")
            return search(Problem(graph, start, goal, watcher), StateTally(start, **limits), **given)

        shown, options = inspect.signature(taken), inspect.signature(search).parameters.values()
        own = [each for each in shown.parameters.values() if each.name != "given"]
        own += [each for each in options if each.kind is each.KEYWORD_ONLY]
        found: Any = functools.update_wrapper(taken, search)
        found.__signature__ = shown.replace(parameters=own)
        return cast(GraphSearch, limited(found))

    return taking
