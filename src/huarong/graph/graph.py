"""The interface of a graph: an object with a method that returns the states one move away.

`huarong.graph` lists the optional methods. This module provides defaults for missing ones and checks what the methods
return.
"""

import math
import os
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, Protocol, TypeVar

from huarong.errors import InputError
from huarong.library.reader import puzzle
from huarong.limits import GivenLimits
from huarong.model.board import MetricLike
from huarong.model.puzzle import Puzzle

S = TypeVar("S")


class Graph(Protocol[S]):
    """The method that every graph has. It returns the states one move away, in any order."""

    def neighbours(self, state: S, /) -> Iterable[S]:
        """Return the states one move away."""


class Watcher(Generic[S]):
    """The methods that a search calls as it proceeds; a subclass overrides the ones that it needs."""

    def generated(self, state: S, parent: S, known: bool, solved: bool) -> None:
        """A state is generated from its parent. `known`: a path at most as long leads there; `solved`: it is a goal."""

    def expanded(self, state: S, gone: float, rest: float | None, waiting: int) -> None:
        """A state is expanded. `gone` is its cost from the start, `rest` a lower bound on its cost to a goal."""

    def closed(self) -> None:
        """A level of a breadth-first search from the start has been completely expanded."""

    def bound(self, most: float) -> None:
        """A deepening search begins an iteration with paths of at most this cost."""


class OfPuzzle(GivenLimits, total=False):
    """The keyword arguments of a search if a puzzle is given in place of a graph."""

    metric: MetricLike


def puzzle_in_place(graph: Any, start: Any, goal: Any, metric: MetricLike | None) -> Puzzle | None:
    """The puzzle given in place of a graph, or None for a graph. Raises `InputError` for arguments that do not fit."""
    if not isinstance(graph, Puzzle | str | os.PathLike):
        if metric is not None:
            raise InputError("a metric is only for puzzles; a graph defines the cost of its moves itself")
        return None
    if start is not None or goal is not None:
        raise InputError("a puzzle has its own start and goal; no others can be given")
    return puzzle(graph)


class Problem(Generic[S]):
    """A search problem: a graph, with defaults for missing methods, a start and a goal. Raises `InputError`."""

    def __init__(self, graph: Any, start: S, goal: S | None, watcher: Watcher[S] | None = None) -> None:
        if not callable(getattr(graph, "neighbours", None)):
            raise InputError("{type} has no method neighbours(state)", type=type(graph).__name__)
        self.start, self.watcher = start, watcher or Watcher()
        self.key: Callable[[S], Hashable] = getattr(graph, "key", lambda state: state)
        self.cost: Callable[[S, S], float] = getattr(graph, "cost", lambda *_: 1)
        self.says: Callable[[S], float] = getattr(graph, "heuristic", lambda _: 0)
        self.neighbours: Callable[[S], Iterable[S]] = graph.neighbours
        self.goal_states: Callable[[], Iterable[S]] = getattr(graph, "goal_states", lambda: ())
        if goal is not None:
            self.goal_states = lambda: (goal,)
        self.before: Callable[[S], Iterable[S]] = getattr(graph, "before", self.neighbours)
        for state in (start, start if goal is None else goal):
            try:
                hash(self.key(state))
            except TypeError:
                text = "states of type {type} are not hashable: give the graph a method key(state)"
                raise InputError(text, type=type(state).__name__) from None
        if goal is not None:
            wanted = self.key(goal)
            self.is_goal: Callable[[S], bool] = lambda state: self.key(state) == wanted
        elif callable(getattr(graph, "is_goal", None)):
            self.is_goal = graph.is_goal
        else:
            raise InputError("no goal: give one, or give the graph a method is_goal(state)")

    def paid(self, state: S, to: S) -> float:
        """Return the cost of a move. Raises `InputError` if it is negative or not a number."""
        cost = self.cost(state, to)
        if not _is_number(cost) or cost < 0:
            text = "the move from {state!r} to {to!r} costs {cost!r}; expected 0 or more"
            raise InputError(text, state=state, to=to, cost=cost)
        return cost

    def heuristic(self, state: S) -> float:
        """Return the graph's lower bound on the cost to a goal. Raises `InputError` if it is not a number."""
        value = self.says(state)
        if not _is_number(value):
            raise InputError("the heuristic gives {value!r} at {state!r}; expected a number", value=value, state=state)
        return max(value, 0)


def _is_number(value: Any) -> bool:
    """Whether a value can be compared with others: a number, and not NaN."""
    try:
        return bool(value <= math.inf)
    except (TypeError, ValueError, ArithmeticError):
        return False
