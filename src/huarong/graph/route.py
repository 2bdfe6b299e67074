"""The answer of a graph search, its tree of states found, and the count of states against the limits."""

from __future__ import annotations

import sys
import time
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Unpack

from huarong.graph.graph import S
from huarong.limited import GivenLimits
from huarong.limits import Watch

_ENTRY = 250
"""Bytes for each state in the visited set besides the state itself: dictionary, tuples, heap."""
_EVERY = 0.01
"""The least seconds between two looks at the watch: a state takes a few microseconds."""

Tree = dict[Hashable, tuple[S, Hashable | None]]
"""The search tree: every state found, by its key, with its parent's key."""


def line(tree: Tree[S], key: Hashable | None) -> list[S]:
    """The states from the root of a tree to a key."""
    found = []
    while key is not None:
        state, key = tree[key]
        found.append(state)
    return found[::-1]


@dataclass(frozen=True)
class Route(Generic[S]):
    """The answer of a search: the states from the start to a goal, or the proof that no path exists.

    `cost` is the sum of the moves' costs (None without a path), `explored` how many states were expanded, `depth` the
    number of moves or, without a path, the depth searched.
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
        """How many moves; None if there is no path."""
        return len(self.path) - 1 if self.path else None

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON; a state that JSON cannot express is written as its `repr`.

        >>> Route(((1, 2), {3}), 1, 2, 1, 0.0, "bfs").to_json()["path"]
        [[1, 2], '{3}']
        """
        path, seconds = [_plain(state) for state in self.path], round(self.seconds, 6)
        found = {"solved": self.solved, "length": self.length, "cost": self.cost, "path": path}
        return {**found, "explored": self.explored, "depth": self.depth, "seconds": seconds, "method": self.method}


def _plain(value: Any) -> Any:
    """A value in the types that JSON has."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _plain(each) for key, each in value.items()}
    return repr(value)


class StateTally:
    """Counts the states that a search expands, and ends it at a limit or when cancelled."""

    def __init__(self, start: Any, **limits: Unpack[GivenLimits]) -> None:
        self.watch = Watch.of(**limits, unit="state")
        self.most = self.watch.memory // (_ENTRY + _weight(start))
        self.explored, self.looked = 0, 0.0

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return self.watch.seconds

    def route(self, method: str, path: tuple[S, ...], cost: float | None, depth: int | None = None) -> Route[S]:
        """The answer of a search that ends now; its `depth` is the path's length unless it is given."""
        return Route(path, cost, self.explored, len(path) - 1 if depth is None else depth, self.seconds, method)

    def look(self, depth: float, held: int = 0) -> None:
        """Count one more state; `held` are in memory, `depth` is a lower bound on the path's length or cost."""
        self.explored += 1
        if held > self.most:
            self.watch.look(int(depth), self.explored)
            raise self.watch.reached("memory")
        self.pause(depth)

    def pause(self, depth: float) -> None:
        """Ask the watch whether to go on, at most every `_EVERY` seconds."""
        now = time.perf_counter()
        if now - self.looked >= _EVERY:
            self.looked = now
            self.watch.look(int(depth), self.explored)


def _weight(value: Any, deep: int = 3) -> int:
    """About how many bytes a state takes, its parts included."""
    size = sys.getsizeof(value)
    if deep and isinstance(value, (tuple, list, set, frozenset)):
        size += sum(_weight(part, deep - 1) for part in value)
    elif deep and isinstance(value, Mapping):
        size += sum(_weight(part, deep - 1) for pair in value.items() for part in pair)
    elif deep and hasattr(value, "__dict__"):
        size += _weight(vars(value), deep - 1)
    return size
