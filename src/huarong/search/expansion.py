"""Expanding many numbered layouts at a time, for best-first, novelty and backward searches.

The layouts come from a `BreadthFirst`, which has each key once; a layout's number is its position there.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from huarong.kernels import kernel
from huarong.search.bfs import BreadthFirst
from huarong.search.expander import ROOM, NeighbourFinder
from huarong.search.memory import Numbers as Room

WordArray = NDArray[np.uint64]
_Numbers = NDArray[np.int64]

FAR = 0xFFFF
"""The distance of a layout without a known path."""

_KEYS, _SCANNED = 4096, 1 << 16
"""The number of keys to expand, and to compare with the goals, at a time."""


def solved(search: BreadthFirst, first: int, last: int) -> _Numbers:
    """Return the numbers from `first` to `last` of layouts that are goals."""
    packing = search.packing
    keys = np.frombuffer(search.queue.view, np.uint64, count=last * packing.words).reshape(-1, packing.words)
    found = [np.zeros(0, np.int64)]
    for begin in range(first, last, _SCANNED):
        search.watch.look()
        some = keys[begin : min(last, begin + _SCANNED)]
        found.append(np.flatnonzero(packing.solved(some)) + begin)
    return np.concatenate(found)


class Batches:
    """Expands the layouts of a search by their numbers, forwards or, with `reverse`, backwards."""

    def __init__(self, search: BreadthFirst, reverse: bool = False) -> None:
        self.search, packing = search, search.packing
        self.expander = NeighbourFinder(packing, search.metric, reverse)
        self.moves = self.expander.moves
        most = ROOM + packing.fan_out
        # Written as far as a layout has neighbors, so the system provides no more than that.
        self.out = Room("Q", most * packing.words).view
        self.numbers = np.empty(most, np.int64)
        self.better = np.empty(most, np.int64)
        self.helper = kernel("best_first")

    def expand(self, keys: Any, first: int, last: int) -> Iterator[int]:
        """Write the neighbors of some keys to `out` chunk by chunk; yield the size of each chunk."""
        while first < last:
            first, n = self.expander(keys, first, last, self.out)
            yield n

    def neighbours(self, numbers: _Numbers) -> Iterator[int]:
        """Write the neighbors of layouts, given by number, to `out` chunk by chunk; yield the size of each chunk."""
        for first in range(0, len(numbers), _KEYS):
            some = self.keys(numbers[first : first + _KEYS])
            yield from self.expand(some.reshape(-1).data, 0, len(some))

    def keys(self, numbers: _Numbers) -> NDArray[np.uint64]:
        """Return the keys of layouts, given by number (n x words)."""
        found: NDArray[np.uint64] = np.frombuffer(self.search.queue.view, np.uint64)
        return found.reshape(-1, self.search.packing.words)[numbers]

    def find(self, n: int) -> _Numbers:
        """Return the numbers of the first `n` keys in `out`, negative for unknown keys."""
        self.search.find(self.out, n, self.numbers.data)
        return self.numbers[:n]

    def enter(self, n: int) -> _Numbers:
        """Return the numbers of the first `n` keys in `out`; add unknown keys."""
        self.search.enter(self.out, n, self.numbers.data)
        return self.numbers[:n]

    def relax(self, n: int, values: NDArray[np.uint16], value: int) -> _Numbers:
        """Lower the values of the first `n` of `numbers` to `value`; return the numbers changed, each once."""
        count = self.helper.relax(self.numbers.data, n, values.data, value, self.better.data)
        return self.better[:count].copy()

    def nearer(self, level: _Numbers, values: NDArray[np.uint16], value: int) -> _Numbers:
        """Lower the values of the layouts' known neighbors to `value`; return the numbers changed, each once."""
        found = [level[:0]]
        for n in self.neighbours(level):
            self.search.watch.look(0, self.search.count)
            self.find(n)
            found.append(self.relax(n, values, value))
        return np.concatenate(found)


def chain(search: BreadthFirst, number: int, depth: Callable[[int], int]) -> list[int]:
    """Return a path of numbered layouts down to depth 0; each is a neighbor of the previous layout and less deep."""
    batches = Batches(search, reverse=True)
    numbers, here = [number], depth(number)
    while here:
        search.watch.ask()
        best, least = -1, here
        for n in batches.expand(search.queue.view, numbers[-1], numbers[-1] + 1):
            for found in batches.find(n).tolist():
                if found >= 0 and depth(found) < least:
                    best, least = found, depth(found)
        assert best >= 0
        numbers.append(best)
        here = least
    return numbers
