"""Numbered tiles on boards with a side of two or three cells, sixty orders in a word, one bit a layout.

The numbering is that of `huarong.kernels.orders`, for lines of two or three cells. The tables of links between orders
serve both the kernel's search and the search on a graphics processor (`cuda/orders.cu`).
"""

from __future__ import annotations

import functools
import itertools
import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from huarong.device import Device, Program
from huarong.kernels import kernel
from huarong.parallel import Threads

TAIL = 5
"""The number of an order's last tiles that a bit of a word stands for."""
_CHUNK = 4032
"""The heads for each block of threads; must equal the number in `cuda/orders.cu`."""


class Place(NamedTuple):
    """The place of a layout's bit: the blank's cell, the head, the bit's number; and its component's parity."""

    blank: int
    head: int
    bit: int
    odd: int


def heads(cells: int) -> int:
    """Return the number of heads of a board."""
    return math.factorial(cells - 1) // math.factorial(TAIL)


def place(order: Sequence[int], line: int = 3) -> Place:
    """Return the place of a layout, given cell by cell along the lines, 0 for the blank."""
    cells, tiles = len(order), [tile for tile in order if tile]
    digits = [sum(b < a for b in tiles[i + 1 :]) for i, a in enumerate(tiles)]
    head, bit, first, blank = 0, 0, cells - 1 - TAIL, order.index(0)
    for i in range(first):
        head = head * (cells - 1 - i) + digits[i]
    for i in range(3):
        bit = bit * (5 - i) + digits[first + i]
    # In lines of two cells, a tile that crosses passes one other, which changes the parity.
    return Place(blank, head, bit, (sum(digits) + (line - 1) * (blank // line)) & 1)


@functools.cache
def links(cells: int, line: int = 3, parity: int = 0) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return the links between the orders of a component: the tables `begin`, `source`, `turn` and `odd` that the
    kernel's `Orders` describes, for windows of a line. If `parity` is odd, heads have tails of the other parity.
    """
    first, ways = cells - 1 - TAIL, ((*range(1, line), 0), (line - 1, *range(line - 1)))
    begin, source, turn = array("i"), array("i"), array("Q")
    for i in range(cells - line):
        # For each place of a window, where its tile goes: when the blank came from the previous line, and the next.
        for way in ways:
            begin.append(len(source) if i < first else len(turn))
            if i < first:
                # Groups in a word, and bits in a group; (0, 0) where whole words move.
                groups, bits = {first + 1: (5, 12), first + 2: (20, 3)}.get(i + line, (0, 0))
                windows = list(itertools.permutations(range(cells - 1 - i), line))
                ranks = {window: rank for rank, window in enumerate(windows)}
                for window in windows:
                    g = ranks[tuple(window[k] for k in way)]
                    source.append(g // groups * 64 + g % groups * bits if groups else g)
            else:
                for odd in (0, 1):
                    turn.extend(_turn(i - first, way, odd))
    odd_heads = array("B")
    for each, found in ((range(first - 3), [parity]), (range(max(0, first - 3), first), [0])):
        parities: Any = np.array(found, np.uint8)
        for i in each:
            parities = (parities[:, None] ^ (np.arange(cells - 1 - i, dtype=np.uint8) & 1)).reshape(-1)
        odd_heads.frombytes(parities.tobytes())
    return begin, source, turn, odd_heads


def _turn(i: int, way: tuple[int, ...], odd: int) -> array[int]:
    """Return for each value of each six bits the word of these bits after the tiles from place i on have moved."""
    threes = list(itertools.permutations(range(TAIL), 3))
    ranks = {three: rank for rank, three in enumerate(threes)}
    to = []
    for three in threes:
        rest = [tile for tile in range(TAIL) if tile not in three]
        order = [*three, *rest]
        if sum(b < a for a, b in itertools.combinations(order, 2)) & 1 != odd:
            order[3:] = rest[::-1]
        # The tile at place k of the window goes to place way[k].
        moved = order[:]
        for k, there in enumerate(way):
            moved[i + there] = order[i + k]
        to.append(ranks[moved[0], moved[1], moved[2]])
    words = array("Q", bytes(8 * 640))
    for six, value in itertools.product(range(10), range(64)):
        words[64 * six + value] = sum(1 << to[6 * six + k] for k in range(6) if value >> k & 1)
    return words


def ranks(cells: int) -> tuple[array[int], array[int], array[int]]:
    """The tables `at`, `within` and `tails` of the kernel's `Orders.write`, for boards that are three cells wide.

    On these boards the kernel's order of the cells is the reading order. A rank is the position of the word among all
    orders of tiles and blank. The blank sorts before every tile, so it adds one to the digit of each tile before it.
    """
    first = cells - 6
    at, within, tails = array("q"), array("q"), array("q")
    for blank in range(cells):
        worth = [math.factorial(cells - 1 - i - (i >= blank)) for i in range(cells - 1)]

        def rank(digits: Iterable[int], i: int, blank: int = blank, worth: Sequence[int] = worth) -> int:
            """Return the contribution of the digits from tile i on to the rank."""
            return sum((d + (j < blank)) * worth[j] for j, d in enumerate(digits, i))

        for found, begin, end in ((at, 0, first - 3), (within, first - 3, first)):
            radices = (range(cells - 1 - i) for i in range(begin, end))
            found.extend(rank(digits, begin) for digits in itertools.product(*radices))
        for odd in (0, 1):
            for three in itertools.product(range(5), range(4), range(3)):
                tails.append(rank((*three, (sum(three) & 1) ^ odd, 0), first))
    return at, within, tails


class OrderSearch:
    """A breadth-first search of all layouts, in memory and level by level, for boards with lines of three cells.

    Layouts are given cell by cell. Each level is found in `parts` that threads share. `table` gets the level of each
    layout by rank.
    """

    def __init__(self, start: Sequence[int], parts: int, pool: Threads, table: Any = None) -> None:
        cells, at, loops = len(start), place(start), kernel("orders")
        self.bytes, self._pool, self._odd, self._depth = 8 * cells * heads(cells), pool, at.odd, 0
        blocks = heads(cells) // loops.block
        self._seen, fresh = np.zeros((cells, heads(cells)), np.uint64), np.full(cells * blocks, 255, np.uint8)
        self._seen[at.blank, at.head] = 1 << at.bit
        fresh[at.blank * blocks + at.head // loops.block] = 0
        tables = links(cells, 3, at.odd)
        where = (array("q"),) * 3 if table is None else ranks(cells)
        table = bytearray() if table is None else table
        self._core = loops.Orders(cells, tables, self._seen.reshape(-1).data, fresh.data, table, where)
        self._cuts = list(pairwise(sorted({blocks * i // parts for i in range(parts + 1)})))

    def has(self, order: Sequence[int]) -> bool:
        """Whether a layout is in a level found so far."""
        at = place(order)
        return at.odd == self._odd and bool(int(self._seen[at.blank, at.head]) >> at.bit & 1)

    def advance(self, look: Callable[[], object] = lambda: None) -> int:
        """Find the next level; return the number of its layouts. `look` is called after each part."""
        self._depth += 1
        found = 0
        for some in self._pool.map(lambda cut: self._core.advance(self._depth, *cut), self._cuts):
            found += some
            look()
        return found


class DeviceOrderSearch:
    """The search of `OrderSearch` on a graphics processor, for lines of two or three cells.

    With `lines`, a move slides any number of tiles in a line. Raises `InputError` if the device has too little memory.
    """

    def __init__(
        self, device: Device, start: Sequence[int], line: int, look: Callable[[], object], lines: bool = False
    ) -> None:
        self.xp, self.line, self.lines, self._depth, at = device.xp, line, lines, 0, place(start, line)
        cells, many, tables = len(start), heads(len(start)), links(len(start), line, at.odd)
        rows, groups = cells // line, many // min(many, kernel("orders").block)
        self.bytes = self.size(cells, line, lines)
        device.require(self.bytes)
        self._program = Program(device, "orders", look, CELLS=cells, LINE=line, HEADS=f"{many}u")
        self._links = tuple(self.xp.asarray(np.frombuffer(each, each.typecode)) for each in tables)
        self._odd = at.odd
        self._count, self._chunks = self.xp.zeros(1, np.uint64), -(-many // _CHUNK)
        shapes = (rows, line, line) if lines else (cells,)
        self._words = [self.xp.zeros((each, many), np.uint64) for each in shapes]
        for words, (row, head, bit) in self._bits(start):
            words[row, head] = np.uint64(1 << bit)
        self._within, self._color = 1, at.blank // line + at.blank % line
        self._fresh = self.xp.full(cells * groups, 255, np.uint8)
        self._fresh[at.blank * groups + at.head // (many // groups)] = 0

    @staticmethod
    def size(cells: int, line: int, lines: bool) -> int:
        """Return the bytes of a device's memory that a search takes."""
        words = 8 * heads(cells) * (cells // line + 2 * line if lines else cells)
        return words + words // 300 + (1 << 26)

    def _bits(self, order: Sequence[int]) -> Iterator[tuple[Any, tuple[int, int, int]]]:
        """Iterate over the words that may have a layout; each comes with the row, the head and the bit."""
        at, lifted, line = place(order, self.line), list(order), self.line
        yield self._words[0], (at.blank // line if self.lines else at.blank, at.head, at.bit)
        if self.lines:
            for cell in range(at.blank, line - 1, -line):
                lifted[cell], lifted[cell - line] = lifted[cell - line], 0
            yield self._words[1], place(lifted, line)[:3]

    def has(self, order: Sequence[int]) -> bool:
        """Whether a layout is in a level found so far."""
        found = (int(words[row, head]) >> bit & 1 for words, (row, head, bit) in self._bits(order))
        return place(order, self.line).odd == self._odd and any(found)

    def advance(self) -> int:
        """Find the next level; return the number of its layouts."""
        self._depth += 1
        self._count.fill(0)
        if not self.lines:
            (seen,) = self._words
            cells, color = len(seen), (self._color + self._depth) & 1
            blocks = self._chunks * ((cells + 1 - color) // 2 if self.line == 3 else cells // 2)
            given = (*self._links, seen, self._fresh, self._count, np.int32(self._depth), np.int32(color))
            self._program.run("level", blocks, *given)
            return int(self._count[0])
        rows, columns, spare = self._words
        if self._depth > 1:
            self._program.run("across", self.line * self._chunks, *self._links, rows, spare)
            self._program.run("along", self._chunks, *self._links, columns, spare, rows, self._count)
            self._words = [rows, spare, columns]
            within = int(self._count[0])
        else:
            within = len(rows) + self.line - 1
        before, self._within = self._within, within
        return within - before
