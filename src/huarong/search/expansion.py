"""Searches that expand many numbered layouts at a time: what they have in common.

All of them keep their layouts as `search` does, each key once, in a queue; a layout's number is its
place there.
"""

from __future__ import annotations

import contextlib
from array import array
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.errors import Cancelled, LimitReached
from huarong.kernels import kernel
from huarong.limits import Watch as Limited
from huarong.model.rules import Rules
from huarong.search.keys import Packing
from huarong.search.solver import Progress, Solution, _fan_out, _Search
from huarong.watch import Cancel
from huarong.watch import Watch as Clock

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

__all__ = [
    "FAR",
    "Batches",
    "Watch",
    "begin",
    "chain",
    "deepen",
    "follow",
    "holds",
    "solved",
    "store",
]

FAR = 0xFFFF
"""The value of a layout that no way leads to, or none yet."""

_GOALS, _KEYS, _ROOM = 5, 4096, 1 << 15


class Watch(Clock):
    """A watch that also knows the memory limit, reports, and ends a search by an error."""

    def __init__(
        self,
        memory: int,
        seconds: float,
        progress: Callable[[Progress], None] | None = None,
        cancel: Cancel | None = None,
        began: float | None = None,
    ) -> None:
        super().__init__(seconds, cancel, began)
        self.memory, self.progress = memory, progress
        self.depth = self.layouts = 0
        """What another search that belongs to this one has done."""
        self.lower = 1
        """What is proved: no solution has fewer moves."""

    def look(self, depth: int, layouts: int) -> None:
        """Report how far the search is; raise `LimitReached` or `Cancelled` where it is to stop."""
        now, depth, layouts = self.seconds, depth + self.depth, layouts + self.layouts
        ended = self.ended()
        if ended == "cancel":
            raise Cancelled(depth, layouts)
        if ended:
            raise LimitReached("time", f"{self.max_seconds:g} s", depth, layouts, now)
        if self.progress is not None and self.due():
            self.progress(Progress(depth, layouts, now))

    @contextlib.contextmanager
    def proving(self, best: Callable[[], Solution | None] = lambda: None) -> Iterator[None]:
        """Let a limit that ends what is done here tell what was proved, and the best solution known."""
        try:
            yield
        except LimitReached as error:
            raise error.proving(self.lower, best()) from None

    def full(self, depth: int, layouts: int) -> LimitReached:
        """The error for a search that has no memory left."""
        return LimitReached(
            "memory", f"{self.memory / (1 << 30):.3g} GiB", depth, layouts, self.seconds
        )


def store(
    puzzle: Any, metric: Any, packing: Packing, watch: Watch | Limited, share: float = 1.0
) -> _Search:
    """An empty search but for the start, without goals, that may use a share of the memory."""
    most = watch.limits.seconds if isinstance(watch, Limited) else watch.max_seconds
    search = _Search(puzzle, metric, int(watch.memory * share), most, watch.began, packing)
    search.dims[_GOALS], search.whole = 0, watch.memory
    return search


def begin(side: _Search, keys: NDArray[np.uint64]) -> None:
    """Let a search begin at these layouts instead of its puzzle's start."""
    k, at, state, words = side.kernel, side.kernel.at, side.state, side.packing.words
    side.table.view[:] = memoryview(bytes(len(side.table.map))).cast("I")
    state[at.TAIL] = 0
    for first in range(0, len(keys), 1 << 16):
        some = np.ascontiguousarray(keys[first : first + (1 << 16)])
        side.grow(len(some))
        numbers = np.empty(len(some), np.int64)
        state[at.TAIL] = k.enter(
            side.queue.view, side.table.view, words, state[at.BITS], some.reshape(-1).data,
            len(some), numbers.data, state[at.TAIL],
        )  # fmt: skip
    state[at.END] = side.levels[1] = state[at.TAIL]


def deepen(search: _Search, watch: Watch | Limited) -> bool:
    """Find all layouts of the next level; False where there are none left to expand."""
    k, at, state = search.kernel, search.kernel.at, search.state
    target = state[at.END] if state[at.HEAD] < state[at.END] else state[at.TAIL]
    if state[at.HEAD] == target:
        return False
    chunk = 1024
    while state[at.HEAD] < target:
        before, head = watch.seconds, state[at.HEAD]
        why = search.advance(min(chunk, target - head))
        if why == k.why.FULL:
            search.grow()
        watch.look(state[at.DEPTH], state[at.TAIL])
        rate = (state[at.HEAD] - head) / max(watch.seconds - before, 1e-6)
        chunk = max(64, min(8 * chunk, int(rate * 0.02)))
    return True


def solved(search: _Search, first: int, last: int) -> Numbers:
    """The numbers from `first` to `last` that are goals."""
    words, goals = search.packing.words, np.array(search.packing.goals, np.uint64)
    keys = np.frombuffer(search.queue.map, np.uint64, count=last * words)[first * words :]
    return np.flatnonzero(holds(keys.reshape(-1, words), goals.reshape(-1, 2, words))) + first


def holds(keys: NDArray[np.uint64], goals: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which keys (n x words) are goals, each a mask and a value (m x 2 x words)."""
    result = np.zeros(len(keys), bool)
    for mask, value in goals:
        result |= ((keys & mask) == value).all(axis=1)
    return result


class Batches:
    """Expands the layouts of a search by their numbers, or with `reverse` those from which they come."""

    def __init__(self, search: _Search, reverse: bool = False) -> None:
        self.search, packing = search, search.packing
        rules = packing.rules
        if reverse:
            rules = Rules.of(rules.board, rules.kinds, reverse=True)
        self.rules = packing.table(rules)
        most = _ROOM + _fan_out(packing)
        self.keys = array("Q", bytes(8 * _KEYS * packing.words))
        self.out = array("Q", bytes(8 * most * packing.words))
        self.moves = array("i", bytes(8 * most))
        self.numbers = np.empty(most, np.int64)
        self.better = np.empty(most, np.int64)
        self.mark = array("i", bytes(4 * len(search.mark)))
        self.work = array("Q", bytes(8 * len(search.work)))
        self.state = array("q", bytes(8 * len(search.state)))
        self.helper = kernel("best_first")

    def expand(self, keys: Any, first: int, last: int) -> Iterator[int]:
        """Write the neighbours of some keys to `out`, as many at a time as yielded."""
        k = self.search.kernel
        while first < last:
            n: int = k.expand(
                self.rules, *self.search.fields, self.search.dims, keys, first, last, _ROOM,
                self.out, self.moves, self.mark, self.state, self.work,
            )  # fmt: skip
            first = self.state[k.at.HEAD]
            yield n

    def neighbours(self, numbers: Numbers) -> Iterator[int]:
        """The same for the layouts of some numbers."""
        words = self.search.packing.words
        for first in range(0, len(numbers), _KEYS):
            last = min(first + _KEYS, len(numbers))
            self.helper.gather(self.search.queue.view, words, numbers.data, first, last, self.keys)
            yield from self.expand(self.keys, 0, last - first)

    def find(self, n: int) -> Numbers:
        """The numbers of the first `n` keys in `out`, negative where a key is not known."""
        s = self.search
        s.kernel.find(
            s.queue.view, s.table.view, s.packing.words, s.state[s.kernel.at.BITS],
            self.out, n, self.numbers.data,
        )  # fmt: skip
        return self.numbers[:n]

    def enter(self, n: int) -> Numbers:
        """The same, the unknown ones being numbered now."""
        s, at = self.search, self.search.kernel.at
        if (s.state[at.TAIL] + n) > min(s.capacity, 3 << s.state[at.BITS] - 2):
            s.grow(n)
        s.state[at.TAIL] = s.kernel.enter(
            s.queue.view, s.table.view, s.packing.words, s.state[at.BITS],
            self.out, n, self.numbers.data, s.state[at.TAIL],
        )  # fmt: skip
        return self.numbers[:n]

    def relax(self, n: int, values: NDArray[np.uint16], value: int) -> Numbers:
        """Lower to `value` what the first `n` of `numbers` have; those that had more, each once."""
        count = self.helper.relax(self.numbers.data, n, values.data, value, self.better.data)
        return self.better[:count].copy()


def chain(batches: Batches, number: int, depth: Callable[[int], int]) -> list[array[int]]:
    """Keys from a layout down to one of depth 0, each a neighbour of the one before it and less deep."""
    search = batches.search
    words = search.packing.words
    key = array("Q", search.queue.view[number * words : (number + 1) * words])
    keys = [key]
    here = depth(number)
    while here:
        best, least = -1, here
        for n in batches.expand(key, 0, 1):
            for found in batches.find(n).tolist():
                if found >= 0 and depth(found) < least:
                    best, least = found, depth(found)
        assert best >= 0
        key = array("Q", search.queue.view[best * words : (best + 1) * words])
        keys.append(key)
        here = least
    return keys


def follow(search: _Search, keys: list[array[int]]) -> tuple[tuple[int, int], ...]:
    """The moves between places that lead from the puzzle's own start through the layouts of these keys."""
    batches, packing = Batches(search), search.packing
    words = packing.words
    places = packing.places(search.puzzle.start)
    path = []
    for wanted in keys:
        step = None
        for n in batches.expand(packing.encode(places), 0, 1):
            for j in range(n):
                if step is None and batches.out[j * words : (j + 1) * words] == wanted:
                    step = (batches.moves[2 * j], batches.moves[2 * j + 1])
        assert step is not None
        path.append(step)
        places[places.index(step[0])] = step[1]
    return tuple(path)
