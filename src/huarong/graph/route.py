"""What a search of a graph answers, and what it keeps on the way: the states found, and how many fit in memory."""

from __future__ import annotations

import sys
import time
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from huarong.graph.graph import S
from huarong.limits import MAX_MEMORY, MAX_SECONDS, Cancel, Report, Watch

__all__ = ["Route", "Tally", "Tree", "line"]

_ENTRY = 250
"""Bytes that remembering a state takes besides the state: dictionary, tuples, heap."""
_EVERY = 0.01
"""Seconds between two looks at the watch at least: a state takes a few microseconds."""

Tree = dict[Hashable, tuple[S, Hashable | None]]
"""Every state found, by its key, with the key of the one before it."""


def line(tree: Tree[S], key: Hashable | None) -> list[S]:
    """The states from the root of a tree to a key."""
    found = []
    while key is not None:
        state, key = tree[key]
        found.append(state)
    return found[::-1]


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

    def to_json(self) -> dict[str, Any]:
        """The answer in plain types; a state that JSON has no way to write is written as Python does.

        >>> Route(((1, 2), {3}), 1, 2, 1, 0.0, "bfs").to_json()["path"]
        [[1, 2], '{3}']
        """
        return {
            "solved": self.solved,
            "length": self.length,
            "cost": self.cost,
            "path": [_plain(state) for state in self.path],
            "explored": self.explored,
            "depth": self.depth,
            "seconds": round(self.seconds, 6),
            "method": self.method,
        }


def _plain(value: Any) -> Any:
    """A value in the types that JSON has."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _plain(each) for key, each in value.items()}
    return repr(value)


class Tally:
    """Counts the states that a search looks at, and ends it where a limit is reached or the user says so."""

    def __init__(
        self,
        start: Any,
        max_memory: int | str = MAX_MEMORY,
        max_seconds: float = MAX_SECONDS,
        progress: Report | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        self.watch = Watch.of(max_memory, max_seconds, progress, cancel, unit="state")
        self.most = self.watch.memory // (_ENTRY + _weight(start))
        self.explored, self.looked = 0, 0.0

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return self.watch.seconds

    def again(self) -> None:
        """Count from nothing: another search begins."""
        self.watch.stage()
        self.explored = 0

    def look(self, depth: float, held: int = 0) -> None:
        """Count one more state, of so many that are remembered; `depth` is what no way is shorter or cheaper than."""
        self.explored += 1
        if held > self.most:
            self.watch.look(int(depth), self.explored)
            raise self.watch.reached("memory")
        self.pause(depth)

    def pause(self, depth: float) -> None:
        """Look whether to go on, where the last look is some time ago."""
        now = time.perf_counter()
        if now - self.looked >= _EVERY:
            self.looked = now
            self.watch.look(int(depth), self.explored)


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
