"""Numbered tiles on three rows, sixty orders in a word: tables for `huarong.kernels.orders`, and a search."""

from __future__ import annotations

import functools
import itertools
import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from huarong.kernels import kernel
from huarong.parallel import Threads


def place(cells: int, order: Sequence[int]) -> tuple[int, int, int]:
    """The index of the word with a layout's bit, the number of that bit, and the parity of the layout's order."""
    tiles = [tile for tile in order if tile]
    digits = [sum(b < a for b in tiles[i + 1 :]) for i, a in enumerate(tiles)]
    head, bit, first = 0, 0, cells - 6
    for i in range(first):
        head = head * (cells - 1 - i) + digits[i]
    for i in range(3):
        bit = bit * (5 - i) + digits[first + i]
    heads = math.factorial(cells - 1) // math.factorial(5)
    return order.index(0) * heads + head, bit, sum(digits) & 1


_WAYS = ((1, 2, 0), (2, 0, 1))
"""For each of three places in a row, where its tile goes: when the blank came from the previous column, and from the
next.
"""


@functools.cache
def tables(cells: int) -> tuple[array[int], array[int], array[int], array[int]]:
    """The tables `source`, `begin`, `turn` and `odd` that the kernel's `Orders` describes."""
    first = cells - 6
    source, begin, turn = array("i"), array("i"), array("Q")
    for i in range(cells - 3):
        for way in _WAYS:
            begin.append(len(source) if i < first else len(turn))
            if i < first:
                # Groups in a word, and bits in a group; (0, 0) where whole words move.
                groups, bits = {first - 2: (5, 12), first - 1: (20, 3)}.get(i, (0, 0))
                threes = list(itertools.permutations(range(cells - 1 - i), 3))
                ranks = {three: rank for rank, three in enumerate(threes)}
                for three in threes:
                    g = ranks[three[way[0]], three[way[1]], three[way[2]]]
                    source.append(g // groups * 64 + g % groups * bits if groups else g)
            else:
                for odd in (0, 1):
                    turn.extend(_turn(i - first, way, odd))
    parities = [
        bytes(sum(digits) & 1 for digits in itertools.product(*(range(cells - 1 - i) for i in each)))
        for each in (range(first - 3), range(first - 3, first))
    ]
    return source, begin, turn, array("B", b"".join(parities))


def _turn(i: int, way: tuple[int, ...], odd: int) -> array[int]:
    """For each value of each byte, the word of its bits after the three tiles from place i of the tail moved."""
    threes = list(itertools.permutations(range(5), 3))
    ranks = {three: rank for rank, three in enumerate(threes)}
    to = []
    for three in threes:
        rest = [tile for tile in range(5) if tile not in three]
        order = [*three, *rest]
        if sum(b < a for a, b in itertools.combinations(order, 2)) & 1 != odd:
            order[3:] = rest[::-1]
        # The tile at place k of the three goes to place way[k].
        moved = order[:]
        for k in range(3):
            moved[i + way[k]] = order[i + k]
        to.append(ranks[moved[0], moved[1], moved[2]])
    words = array("Q", bytes(8 * 2048))
    for byte, value in itertools.product(range(8), range(256)):
        bits = (8 * byte + k for k in range(8) if value >> k & 1)
        words[256 * byte + value] = sum(1 << to[bit] for bit in bits if bit < 60)
    return words


def ranks(cells: int) -> tuple[array[int], array[int], array[int]]:
    """The tables `at`, `within` and `tails` of the kernel's `Orders.write`, for boards that are three cells wide.

    There the kernel's order of the cells is the reading order, and a rank is the place of the word among all orders of
    tiles and blank: the blank comes before every tile, so it adds one to the digit of each tile before it.
    """
    first = cells - 6
    at, within, tails = array("q"), array("q"), array("q")
    for blank in range(cells):
        worth = [math.factorial(cells - 1 - i - (i >= blank)) for i in range(cells - 1)]

        def rank(digits: Iterable[int], i: int, blank: int = blank, worth: Sequence[int] = worth) -> int:
            """What the digits from tile i on add to the rank."""
            return sum((d + (j < blank)) * worth[j] for j, d in enumerate(digits, i))

        for found, begin, end in ((at, 0, first - 3), (within, first - 3, first)):
            radices = (range(cells - 1 - i) for i in range(begin, end))
            found.extend(rank(digits, begin) for digits in itertools.product(*radices))
        for odd in (0, 1):
            for three in itertools.product(range(5), range(4), range(3)):
                tails.append(rank((*three, (sum(three) & 1) ^ odd, 0), first))
    return at, within, tails


class OrderSearch:
    """A breadth-first search of all layouts of 3x3 or 3x4 tiles from one of them, given by its `place`.

    Each level is found in parts, `cuts`, which threads share; `core` is the kernel's `Orders`, which has the last level
    found.
    """

    def __init__(self, cells: int, start: tuple[int, int, int], parts: int) -> None:
        loops, (source, begin, turn, odd) = kernel("orders"), tables(cells)
        blocks = len(odd) - loops.block
        word, bit, self._parity = start
        # All orders have the parity of the start: where that is odd, heads go with tails of the other parity.
        odd = array("B", (each ^ self._parity if i < blocks else each for i, each in enumerate(odd)))
        now, out, seen = (np.zeros(cells * blocks * loops.block, np.uint64) for _ in range(3))
        live, alive = (np.zeros(cells * blocks, np.uint8) for _ in range(2))
        now[word] = seen[word] = np.uint64(1 << bit)
        live[word // loops.block] = 1
        self._block, self._levels = loops.block, ((now, live), (out, alive))
        self.core: Any = loops.Orders(cells, source, begin, turn, odd, seen.data)
        self.cuts = list(pairwise(sorted({blocks * i // parts for i in range(parts + 1)})))
        self._use()

    def _use(self) -> None:
        self.core.use(*(each.data for level in self._levels for each in level))

    def has(self, where: tuple[int, int, int]) -> bool:
        """Whether the last level found has the layout of a `place`."""
        (now, live), (word, bit, parity) = self._levels[0], where
        there = parity == self._parity and live[word // self._block]
        return bool(there and int(now[word]) >> bit & 1)

    def advance(self, pool: Threads) -> Iterator[int]:
        """Find the next level: yields how many layouts each part has, and must be exhausted."""
        yield from pool.map(lambda cut: self.core.advance(*cut), self.cuts)
        self._levels = self._levels[::-1]
        self._use()
