"""The common parts of all searches of a graph: arguments, answer, tree of states, and the check of the limits."""

import functools
import inspect
import itertools
import sys
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Unpack, cast, overload

from huarong.errors import InputError
from huarong.graph.graph import Graph, OfPuzzle, Problem, S, Watcher, puzzle_in_place
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric, MetricLike
from huarong.model.puzzle import PuzzleLike, Solution
from huarong.search.select import MethodName
from huarong.search.solver import solve

_ENTRY = 250
"""Bytes for each state in the visited set besides the state itself: dictionary, tuples, heap."""
_EVERY = 0.01
"""The shortest time in seconds between two checks of the watch; a state takes a few microseconds."""

Tree = dict[Hashable, tuple[S, Hashable | None]]
"""The search tree: every state found, by its key, with its parent's key."""


def line(tree: Tree[S], key: Hashable | None) -> list[S]:
    """Return the states from the root of a tree to the one with this key."""
    found = []
    while key is not None:
        state, key = tree[key]
        found.append(state)
    return found[::-1]


@dataclass(frozen=True)
class Route(Generic[S]):
    """The answer of a search: the states from the start to a goal, or the result that no path exists.

    `cost` is the sum of the moves' costs (None without a path), and `explored` the number of states expanded. `depth`
    is the number of moves or, without a path, the depth searched.
    """

    path: tuple[S, ...]
    cost: float | None
    explored: int
    depth: int
    seconds: float
    method: str

    @property
    def solved(self) -> bool:
        """Whether there is a path."""
        return bool(self.path)

    @property
    def length(self) -> int | None:
        """The number of moves; None if there is no path."""
        return len(self.path) - 1 if self.path else None

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON; a state that JSON cannot express is written as its `repr`.

        >>> Route(((1, 2), {3}), 1, 2, 1, 0.0, "bfs").to_json()["path"]
        [[1, 2], '{3}']
        """
        path, seconds = [_plain(state) for state in self.path], round(self.seconds, 6)
        found = {"solved": self.solved, "length": self.length, "cost": self.cost, "path": path}
        return {**found, "explored": self.explored, "depth": self.depth, "seconds": seconds, "method": self.method}


def _plain(value: Any) -> Any:
    """Return a value in the types that JSON has."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _plain(each) for key, each in value.items()}
    return repr(value)


class StateTally:
    """Counts the states that a search expands, and ends the search at a limit or when cancelled."""

    def __init__(self, start: Any, **limits: Unpack[GivenLimits]) -> None:
        self.watch = Watch.of(**limits, unit="state")
        self.most = self.watch.memory // (_ENTRY + _weight(start))
        self.explored, self.looked = 0, 0.0

    def route(self, method: str, path: tuple[S, ...], cost: float | None, depth: int | None = None) -> Route[S]:
        """Return the answer of a search that ends now; `depth` is by default the path's length."""
        return Route(path, cost, self.explored, len(path) - 1 if depth is None else depth, self.watch.seconds, method)

    def look(self, depth: float, held: int = 0) -> None:
        """Count one more state; `held` states are in memory, and no path is shorter or cheaper than `depth`."""
        self.explored += 1
        if held > self.most:
            self.watch.look(int(depth), self.explored)
            raise self.watch.reached("memory")
        self.pause(depth)

    def pause(self, depth: float) -> None:
        """Ask the watch whether to continue, at most every `_EVERY` seconds."""
        now = time.perf_counter()
        if now - self.looked >= _EVERY:
            self.looked = now
            self.watch.look(int(depth), self.explored)


def _weight(value: Any, deep: int = 3) -> int:
    """Return about how many bytes a state takes, including its parts."""
    parts: Iterable[Any] = ()
    if isinstance(value, Mapping):
        parts = itertools.chain.from_iterable(value.items())
    elif isinstance(value, (tuple, list, set, frozenset)):
        parts = value
    elif hasattr(value, "__dict__"):
        parts = (vars(value),)
    return sys.getsizeof(value) + (sum(_weight(part, deep - 1) for part in parts) if deep else 0)


# What a search takes


class OfGraph(GivenLimits, total=False):
    """The keyword arguments of a search of a graph: watcher, limits, and options that only some searches have."""

    watcher: Watcher[Any] | None
    order: str | Callable[[float, float, int], Any]
    table: bool
    debug: bool


class GraphSearch(Protocol):
    """A search for a path of a graph or a solution of a puzzle; it takes the options for graphs that it supports."""

    @overload
    def __call__(self, graph: PuzzleLike, **given: Unpack[OfPuzzle]) -> Solution: ...
    @overload
    def __call__(self, graph: Graph[S], start: S, goal: S | None = None, **given: Unpack[OfGraph]) -> Route[S]: ...


def graph_search(method: MethodName, *, both_ends: bool = False) -> Callable[[Callable[..., Route[Any]]], GraphSearch]:
    """Turn a search of a `Problem`, counted by a `StateTally`, into a search that takes a user's arguments.

    The compiled engine's `method` searches a puzzle; the search's own keyword arguments are for graphs. A search from
    `both_ends` requires goal states.
    """

    def taking(search: Callable[..., Route[Any]]) -> GraphSearch:
        def taken(
            graph: Any,
            start: Any = None,
            goal: Any = None,
            *,
            metric: MetricLike | None = None,
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
