"""Search of any graph that a user can describe in Python; sliding puzzles are such graphs too.

A graph is any object with `neighbours(state)`, the states one move away, in an order of its choice. It may
also have

    is_goal(state)      whether a state is solved, where no goal state is given
    cost(state, next)   what the move costs, at least 0; 1 where there is no such method
    heuristic(state)    at most what is left to pay; `math.inf` where no way leads to a goal
    key(state)          what tells states apart, hashable; the state itself where there is no such method
    before(state)       the states from which one move leads here, where moves cannot be taken back

`docs/graph.md` works through an example. A `Puzzle` in place of the graph (and no start) takes the
compiled way: `bfs(puzzle)` is `solve(puzzle, method="bfs")`.
"""

from __future__ import annotations

import heapq
import itertools
import math
import sys
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, overload

from huarong.errors import Cancelled, InputError, LimitReached
from huarong.model.puzzle import Puzzle
from huarong.search.paths import paths as _listed
from huarong.search.solver import (
    MAX_MEMORY,
    MAX_SECONDS,
    Cancel,
    Progress,
    Solution,
    memory_size,
    solve,
)

__all__ = [
    "Graph",
    "HeuristicError",
    "Route",
    "astar",
    "bfs",
    "bidirectional",
    "dijkstra",
    "idastar",
    "paths",
]

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)

_ENTRY = 250
"""Bytes that remembering a state takes besides the state: dictionary, tuples, heap."""
_EVERY = 0.02
"""After so many seconds it is asked whether to go on."""


class Graph(Protocol[S]):
    """What every graph has; see the module for what else it may have."""

    def neighbours(self, state: S, /) -> Iterable[S]:
        """The states one move away."""
        ...


class HeuristicError(InputError):
    """A heuristic that says too much, found by `debug=True`, with the witness.

    `kind` is `"inadmissible"` (at `state` it says `value`, but `other` is enough to reach a goal) or
    `"inconsistent"` (at `state` it says `value`; a neighbour and the move there say only `other`).
    """

    def __init__(
        self, kind: str, state: Any, value: float, other: float, neighbour: Any = None
    ) -> None:
        self.kind, self.state, self.value, self.other = kind, state, value, other
        self.neighbour = neighbour
        template = {
            "inadmissible": "the heuristic is not admissible: it says {value:g} at {state!r}, "
            "but {other:g} is enough",
            "inconsistent": "the heuristic is not consistent: it says {value:g} at {state!r}, but going "
            "to {neighbour!r} leaves {other:g} in all",
        }[kind]
        super().__init__(template, value=value, state=state, other=other, neighbour=neighbour)


@dataclass(frozen=True)
class Route(Generic[S]):
    """The answer: the states from the start to a goal, or the proof that no way leads there.

    `cost` is the sum of the moves' costs (None without a way), `explored` how many states were looked at,
    `depth` the number of moves, or how deep it was searched in vain.
    """

    path: tuple[S, ...]
    cost: float | None
    explored: int
    depth: int
    seconds: float
    method: str

    @property
    def solved(self) -> bool:
        """Whether there is a way."""
        return bool(self.path)

    @property
    def length(self) -> int | None:
        """How many moves; None where there is no way."""
        return len(self.path) - 1 if self.path else None


class _Watch:
    """The clock, the limits and whoever wants to know or to stop."""

    def __init__(
        self,
        start: Any,
        max_memory: int | str,
        max_seconds: float,
        progress: Callable[[Progress], None] | None,
        cancel: Cancel | None,
    ) -> None:
        self.began = time.perf_counter()
        self.memory, self.max_seconds = memory_size(max_memory), float(max_seconds)
        self.most = self.memory // (_ENTRY + _weight(start))
        self.progress = progress
        self.cancel = cancel if callable(cancel) or cancel is None else cancel.is_set
        self.looked = self.reported = 0.0
        self.explored = 0
        self.depth = 0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began

    def look(self, depth: float, held: int = 0) -> None:
        """Count one more state; stop where a limit is reached or the user says so.

        `depth` is what no solution is shorter than, `held` how many states are remembered.
        """
        self.explored += 1
        self.depth = int(depth)
        if held > self.most:
            bound = f"{self.memory / (1 << 30):.3g} GiB"
            raise LimitReached("memory", bound, self.depth, self.explored, self.seconds)
        seconds = self.seconds
        if seconds - self.looked < _EVERY:
            return
        self.looked = seconds
        if self.cancel is not None and self.cancel():
            raise Cancelled(self.depth, self.explored)
        if seconds > self.max_seconds:
            bound = f"{self.max_seconds:g} s"
            raise LimitReached("time", bound, self.depth, self.explored, seconds)
        if self.progress is not None and seconds - self.reported >= 0.1:
            self.reported = seconds
            self.progress(Progress(self.depth, self.explored, seconds))


def _weight(value: Any, deep: int = 3) -> int:
    """About how many bytes a state takes, with what it is made of."""
    size = sys.getsizeof(value)
    if deep and isinstance(value, (tuple, list, set, frozenset)):
        size += sum(_weight(part, deep - 1) for part in value)
    elif deep and isinstance(value, Mapping):
        size += sum(_weight(part, deep - 1) for pair in value.items() for part in pair)
    elif deep and hasattr(value, "__dict__"):
        size += _weight(vars(value), deep - 1)
    return size


class _Ask(Generic[S]):
    """A graph with what it leaves out filled in."""

    def __init__(self, graph: Any, start: S, goal: S | None) -> None:
        self.graph = graph
        if not callable(getattr(graph, "neighbours", None)):
            raise InputError("{type} has no method neighbours(state)", type=type(graph).__name__)
        self.key: Callable[[S], Hashable] = getattr(graph, "key", lambda state: state)
        self.cost: Callable[[S, S], float] = getattr(graph, "cost", lambda *_: 1)
        self.says: Callable[[S], float] = getattr(graph, "heuristic", lambda _: 0)
        self.neighbours: Callable[[S], Iterable[S]] = graph.neighbours
        self.before: Callable[[S], Iterable[S]] = getattr(graph, "before", self.neighbours)
        for state in (start, start if goal is None else goal):
            try:
                hash(self.key(state))
            except TypeError:
                raise InputError(
                    "states of type {type} are not hashable: give the graph a method key(state)",
                    type=type(state).__name__,
                ) from None
        if goal is not None:
            wanted = self.key(goal)
            self.is_goal: Callable[[S], bool] = lambda state: self.key(state) == wanted
        elif callable(getattr(graph, "is_goal", None)):
            self.is_goal = graph.is_goal
        else:
            raise InputError("no goal: give one, or give the graph a method is_goal(state)")

    def paid(self, state: S, to: S) -> float:
        """The cost of a move; raises `InputError` where it is negative or no number."""
        cost = self.cost(state, to)
        if not _is_number(cost) or cost < 0:
            raise InputError(
                "going from {state!r} to {to!r} costs {cost!r}; expected 0 or more",
                state=state, to=to, cost=cost,
            )  # fmt: skip
        return cost

    def heuristic(self, state: S) -> float:
        """What is left to pay at least; raises `InputError` where the graph gives no number."""
        value = self.says(state)
        if not _is_number(value):
            raise InputError(
                "the heuristic says {value!r} at {state!r}; expected a number",
                value=value, state=state,
            )  # fmt: skip
        return max(value, 0)


def _is_number(value: Any) -> bool:
    """Whether a value can be compared with others: a number, and not NaN."""
    try:
        return bool(value <= math.inf)
    except (TypeError, ValueError, ArithmeticError):
        return False


_Tree = dict[Hashable, tuple[S, Hashable | None]]
"""Every state found, by its key, with the key of the one before it."""


def _line(tree: _Tree[S], key: Hashable | None) -> list[S]:
    """The states from the root of a tree to a key."""
    line = []
    while key is not None:
        state, key = tree[key]
        line.append(state)
    return line[::-1]


@overload
def bfs(graph: Puzzle, **limits: Any) -> Solution: ...
@overload
def bfs(graph: Graph[S], start: S, goal: S | None = None, **limits: Any) -> Route[S]: ...
def bfs(graph: Any, start: Any = None, goal: Any = None, **limits: Any) -> Any:
    """A way of the fewest moves, whatever they cost, found level by level.

    `limits` are those of `solve`: `max_memory` (here an estimate), `max_seconds`, `progress`, `cancel`. Raises
    `LimitReached`, `Cancelled`, and `InputError` for a graph that lacks something.

    >>> class Double:
    ...     def neighbours(self, n): return [2 * n, n + 1] if n < 100 else []
    >>> bfs(Double(), 1, 10).path
    (1, 2, 4, 5, 10)
    """
    if isinstance(graph, Puzzle):
        return _solve(graph, "bfs", start, goal, limits)
    ask, watch = _Ask(graph, start, goal), _watch(start, limits)
    first = ask.key(start)
    tree: _Tree[Any] = {first: (start, None)}
    if ask.is_goal(start):
        return Route((start,), 0, 1, 0, watch.seconds, "bfs")
    level, depth = [first], 0
    while level:
        found: list[Hashable] = []
        for key in level:
            watch.look(depth, len(tree))
            for to in ask.neighbours(tree[key][0]):
                name = ask.key(to)
                if name in tree:
                    continue
                tree[name] = (to, key)
                if ask.is_goal(to):
                    path = tuple(_line(tree, name))
                    return Route(path, depth + 1, watch.explored, depth + 1, watch.seconds, "bfs")
                found.append(name)
        level = found
        depth += bool(found)
    return Route((), None, watch.explored, depth, watch.seconds, "bfs")


@overload
def bidirectional(graph: Puzzle, **limits: Any) -> Solution: ...
@overload
def bidirectional(graph: Graph[S], start: S, goal: S, **limits: Any) -> Route[S]: ...
def bidirectional(graph: Any, start: Any = None, goal: Any = None, **limits: Any) -> Any:
    """A way of the fewest moves, searched from both ends at once, the smaller frontier first.

    Moves can be taken back, or the graph has `before`. Otherwise as `bfs`.

    >>> class Line:
    ...     def neighbours(self, n): return [n - 1, n + 1]
    >>> found = bidirectional(Line(), 0, 6)
    >>> found.path, found.explored
    ((0, 1, 2, 3, 4, 5, 6), 10)
    """
    if isinstance(graph, Puzzle):
        return _solve(graph, "bidirectional", start, goal, limits)
    if goal is None:
        raise InputError("a search from both ends needs a goal state")
    ask, watch = _Ask(graph, start, goal), _watch(start, limits)
    ends = (ask.key(start), ask.key(goal))
    trees: tuple[_Tree[Any], _Tree[Any]] = ({ends[0]: (start, None)}, {ends[1]: (goal, None)})
    levels: list[list[Hashable]] = [[ends[0]], [ends[1]]]
    depths = [0, 0]
    meeting = ends[0] if ends[0] in trees[1] else None
    while meeting is None and all(levels):
        side = 0 if len(levels[0]) <= len(levels[1]) else 1
        tree, other = trees[side], trees[1 - side]
        found: list[Hashable] = []
        for key in levels[side]:
            watch.look(sum(depths), len(tree) + len(other))
            for to in (ask.before if side else ask.neighbours)(tree[key][0]):
                name = ask.key(to)
                if name not in tree:
                    tree[name] = (to, key)
                    found.append(name)
                    if name in other:
                        meeting = name
                        break
            if meeting is not None:
                break
        levels[side] = found
        depths[side] += bool(found)
    if meeting is None:
        return Route((), None, watch.explored, sum(depths), watch.seconds, "bidirectional")
    path = (*_line(trees[0], meeting), *_line(trees[1], meeting)[-2::-1])
    cost = len(path) - 1
    return Route(path, cost, watch.explored, cost, watch.seconds, "bidirectional")


@overload
def dijkstra(graph: Puzzle, **limits: Any) -> Solution: ...
@overload
def dijkstra(graph: Graph[S], start: S, goal: S | None = None, **limits: Any) -> Route[S]: ...
def dijkstra(graph: Any, start: Any = None, goal: Any = None, **limits: Any) -> Any:
    """A way of the least cost, searched in the order of cost. A puzzle's moves all cost 1: `bfs`.

    >>> class Roads:
    ...     map = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}
    ...     def neighbours(self, town): return self.map[town]
    ...     def cost(self, town, to): return self.map[town][to]
    >>> found = dijkstra(Roads(), "a", "c")
    >>> found.path, found.cost
    (('a', 'b', 'c'), 2)
    """
    if isinstance(graph, Puzzle):
        return _solve(graph, "bfs", start, goal, limits)
    ask = _Ask(graph, start, goal)
    ask.says = lambda _: 0
    return _best_first(ask, start, _watch(start, limits), "dijkstra", debug=False)


@overload
def astar(graph: Puzzle, **limits: Any) -> Solution: ...
@overload
def astar(
    graph: Graph[S], start: S, goal: S | None = None, *, debug: bool = False, **limits: Any
) -> Route[S]: ...
def astar(
    graph: Any, start: Any = None, goal: Any = None, *, debug: bool = False, **limits: Any
) -> Any:
    """A way of the least cost, searched in the order of cost so far plus the graph's `heuristic`.

    The heuristic has to be admissible; it need not be consistent. With `debug` the search trusts it in
    nothing and raises `HeuristicError` with a witness where it is not both (as far as was searched).

    >>> class Line:
    ...     def neighbours(self, n): return [n - 1, n + 1]
    ...     def heuristic(self, n): return 2 * abs(6 - n)
    >>> astar(Line(), 0, 6, debug=True)
    Traceback (most recent call last):
    huarong.graph.search.HeuristicError: the heuristic is not admissible: it says 12 at 0, but 6 is enough
    """
    if isinstance(graph, Puzzle):
        return _solve(graph, "astar", start, goal, limits)
    return _best_first(_Ask(graph, start, goal), start, _watch(start, limits), "astar", debug)


def _solve(puzzle: Puzzle, method: str, start: Any, goal: Any, limits: dict[str, Any]) -> Solution:
    """The compiled way."""
    _alone(start, goal)
    return solve(puzzle, method=method, **limits)


def _alone(start: Any, goal: Any) -> None:
    """A puzzle comes without a start or a goal."""
    if start is not None or goal is not None:
        raise InputError("a puzzle has a start and a goal of its own; no others can be given")


def _watch(start: Any, limits: dict[str, Any]) -> _Watch:
    known = {
        "max_memory": MAX_MEMORY,
        "max_seconds": MAX_SECONDS,
        "progress": None,
        "cancel": None,
    }
    unknown = limits.keys() - known.keys()
    if unknown:
        raise TypeError(f"unexpected argument: {', '.join(sorted(unknown))}")
    return _Watch(start, **(known | limits))


def _best_first(ask: _Ask[S], start: S, watch: _Watch, method: str, debug: bool) -> Route[S]:
    first = ask.key(start)
    tree: _Tree[S] = {first: (start, None)}
    best: dict[Hashable, float] = {first: 0}
    says: dict[Hashable, float] = {first: ask.heuristic(start)}
    number = itertools.count()
    guess = says[first] if not debug else 0
    queue: list[tuple[float, float, int, Hashable, float]] = [(guess, guess, 0, first, 0)]
    inconsistent: HeuristicError | None = None
    while queue:
        bound, _, _, key, paid = heapq.heappop(queue)
        if paid > best[key] or bound == math.inf:
            continue
        state = tree[key][0]
        try:
            watch.look(bound, len(tree))
        except LimitReached as error:
            raise inconsistent or error from None
        if ask.is_goal(state):
            path = _line(tree, key)
            if debug:
                _admissible(ask, path, paid)
                if inconsistent is not None:
                    raise inconsistent
            return Route(tuple(path), paid, watch.explored, len(path) - 1, watch.seconds, method)
        for to in ask.neighbours(state):
            name = ask.key(to)
            cost = ask.paid(state, to)
            if name not in says:
                says[name] = ask.heuristic(to)
            if debug and inconsistent is None and says[key] > cost + says[name] + 1e-9:
                inconsistent = HeuristicError(
                    "inconsistent", state, says[key], cost + says[name], to
                )
            if paid + cost < best.get(name, math.inf):
                best[name] = paid + cost
                tree[name] = (to, key)
                guess = says[name] if not debug else 0
                if guess < math.inf:
                    entry = (paid + cost + guess, guess, next(number), name, paid + cost)
                    heapq.heappush(queue, entry)
    if inconsistent is not None:
        raise inconsistent
    return Route((), None, watch.explored, watch.depth, watch.seconds, method)


def _admissible(ask: _Ask[S], path: list[S], cost: float) -> None:
    """Raise `HeuristicError` where the heuristic says more on a cheapest way than is left to pay."""
    left = cost
    for i, state in enumerate(path):
        value = ask.heuristic(state)
        if value > left + 1e-9:
            raise HeuristicError("inadmissible", state, value, left)
        if i + 1 < len(path):
            left -= ask.paid(state, path[i + 1])


@overload
def idastar(graph: Puzzle, **limits: Any) -> Solution: ...
@overload
def idastar(
    graph: Graph[S], start: S, goal: S | None = None, *, debug: bool = False, **limits: Any
) -> Route[S]: ...
def idastar(
    graph: Any, start: Any = None, goal: Any = None, *, debug: bool = False, **limits: Any
) -> Any:
    """A way of the least cost in the memory of one way: depth first within a rising bound (Korf, 1985).

    States reached by many ways are searched as often: a graph with many circles takes long, and one without
    a goal in reach longer. `debug` is as in `astar`, and is done by its search.

    >>> class Tree:
    ...     def neighbours(self, n): return [2 * n, 2 * n + 1] if n < 64 else []
    >>> idastar(Tree(), 1, 37).path
    (1, 2, 4, 9, 18, 37)
    """
    if isinstance(graph, Puzzle):
        return _solve(graph, "idastar", start, goal, limits)
    if debug:
        astar(graph, start, goal, debug=True, **limits)
    ask, watch = _Ask(graph, start, goal), _watch(start, limits)
    if ask.is_goal(start):
        return Route((start,), 0, 1, 0, watch.seconds, "idastar")
    bound = ask.heuristic(start)
    depth = 0
    while bound < math.inf:
        beyond = math.inf
        path, on_path = [start], {ask.key(start)}
        paid: list[float] = [0]
        waiting = [iter(ask.neighbours(start))]
        watch.look(bound, 1)
        while waiting:
            for to in waiting[-1]:
                name = ask.key(to)
                if name in on_path:
                    continue
                cost = paid[-1] + ask.paid(path[-1], to)
                guess = cost + ask.heuristic(to)
                if guess > bound:
                    beyond = min(beyond, guess)
                    continue
                watch.look(bound, len(path))
                path.append(to)
                if ask.is_goal(to):
                    moves = len(path) - 1
                    return Route(tuple(path), cost, watch.explored, moves, watch.seconds, "idastar")
                depth = max(depth, len(path) - 1)
                paid.append(cost)
                on_path.add(name)
                waiting.append(iter(ask.neighbours(to)))
                break
            else:
                waiting.pop()
                paid.pop()
                on_path.discard(ask.key(path.pop()))
        bound = beyond
    return Route((), None, watch.explored, depth, watch.seconds, "idastar")


@overload
def paths(graph: Puzzle, *, most: int, **limits: Any) -> Iterator[Solution]: ...
@overload
def paths(
    graph: Graph[S],
    start: S,
    goal: S | None = None,
    *,
    most: int,
    prune: bool = True,
    **limits: Any,
) -> Iterator[Route[S]]: ...
def paths(
    graph: Any,
    start: Any = None,
    goal: Any = None,
    *,
    most: int,
    prune: bool = True,
    **limits: Any,
) -> Iterator[Any]:
    """Every way of at most `most` moves that visits no state twice and ends at the first goal it meets.

    Lazily, depth first, in the order of `neighbours`; `cost` is the number of moves. With `prune` all states
    within `most` moves are found first, and then no way is begun that cannot end in time.

    >>> class Square:
    ...     def neighbours(self, n): return [n ^ 1, n ^ 2]
    >>> [route.path for route in paths(Square(), 0, 1, most=3)]
    [(0, 1), (0, 2, 3, 1)]
    """
    if isinstance(graph, Puzzle):
        _alone(start, goal)
        return _listed(graph, most=most, prune=prune, **limits)
    ask, watch = _Ask(graph, start, goal), _watch(start, limits)
    return _paths(ask, start, most, watch, _left(ask, start, most, watch) if prune else None)


def _paths(
    ask: _Ask[S], start: S, most: int, watch: _Watch, left: Mapping[Hashable, int] | None
) -> Iterator[Route[S]]:
    path, on_path = [start], {ask.key(start)}

    def nexts(state: S) -> Iterator[S]:
        if ask.is_goal(state) or len(path) > most:
            return iter(())
        return iter(ask.neighbours(state))

    if ask.is_goal(start) and most >= 0:
        yield Route((start,), 0, watch.explored, 0, watch.seconds, "paths")
    waiting = [nexts(start)]
    while waiting:
        for to in waiting[-1]:
            name = ask.key(to)
            if name in on_path or (left is not None and len(path) + left.get(name, most) > most):
                continue
            watch.look(len(path) - 1, len(left or path))
            path.append(to)
            on_path.add(name)
            if ask.is_goal(to):
                moves = len(path) - 1
                yield Route(tuple(path), moves, watch.explored, moves, watch.seconds, "paths")
            waiting.append(nexts(to))
            break
        else:
            waiting.pop()
            on_path.discard(ask.key(path.pop()))


def _left(ask: _Ask[S], start: S, most: int, watch: _Watch) -> dict[Hashable, int]:
    """How many moves it takes at least from each state to a goal, of those on ways of at most `most`."""
    first = ask.key(start)
    found: dict[Hashable, list[Hashable]] = {first: []}
    goals = []
    level = [start]
    for depth in range(most + 1):
        fresh = []
        for state in level:
            if ask.is_goal(state):
                goals.append(ask.key(state))
                continue
            watch.look(depth, len(found))
            for to in ask.neighbours(state) if depth < most else ():
                name = ask.key(to)
                if name not in found:
                    found[name] = []
                    fresh.append(to)
                found[name].append(ask.key(state))
        level = fresh
    left = dict.fromkeys(goals, 0)
    for key in goals:  # which grows on the way
        for before in found[key]:
            if before not in left:
                left[before] = left[key] + 1
                goals.append(before)
    return left
