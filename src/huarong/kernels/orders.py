"""Levels of numbered tiles on boards with a side of three cells, sixty orders in one word, one bit a layout.

The cells are numbered column by column, `3 * column + row`; a column is a line of three cells (on a board that is 3
wide, a row). A layout is the blank's cell and the order of the tiles in the other cells. A tile that slides within its
column keeps the order. A tile that slides into the next column passes two other tiles: among three successive tiles of
the order, the last becomes the first, or the first the last. So an order keeps its parity.

An order's rank is lexicographic: the first tiles are its head, with a word of 60 bits for each. The last five tiles
have one bit for each choice of the first three of them; the parity determines the other two. If three tiles change
places within the head, whole words move. If the last of the three is in the tail, groups of 12 or of 3 bits move. If
all three are in the tail, the bits of a word are permuted, in a way that depends only on the head's parity. Words are
processed 336 at a time: the heads that differ in their last three tiles.

The blank's cells are colored like a chessboard. So the layouts within d + 1 moves with the blank on one color are those
within d - 1, and the neighbors of those within d on the other color. One bitset is enough, then; it grows in place, and
no level is stored. (`cuda/orders.cu` is the search on a graphics processor.)
"""

from array import array
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import count, i32, i32s, i64, i64s, lowest, u8, u8s, u64s

BLOCK = cython.declare(i32, 336)
block = 336
NEVER = cython.declare(i32, 255)


@cython.final
@cython.cclass
class Orders:
    """A breadth-first search of all orders that can be reached from one.

    `seen` has `heads` words for each cell of the blank. `fresh` has, for each cell and block, the last level that
    changed it, or 255. `first` is the number of tiles in a head. `source[begin[2 * i + way]:]` has, for the window of
    three tiles from tile i on, the source of each of its groups when the blank came from the previous column (way 0) or
    the next one (1): a number of groups, or from tile `first - 2` on 64 times a word plus a bit. `turn` has, for each
    window in the tail, way and parity, the words for each value of each six bits. `odd` has the parity of each block,
    then of each word in a block.

    `table` is empty, or gets the level of each layout at its rank. A rank is a sum of three parts, for each cell of the
    blank: `at` by block, `within` by word of a block, `tails` by parity and bit of a word.
    """

    cython.declare(cells=i32, first=i32, heads=i64, blocks=i32, depth=i32, source=i32s, begin=i32s, turn=u64s, odd=u8s)
    cython.declare(seen=u64s, fresh=u8s, table=u8s, at=i64s, within=i64s, tails=i64s)

    def __init__(self, cells: i32, links: Any, seen: u64s, fresh: u8s, table: u8s, ranks: Any) -> None:
        self.cells, self.first = cells, cells - 6
        self.begin, self.source, self.turn, self.odd = links
        self.seen, self.fresh, self.table = seen, fresh, table
        self.at, self.within, self.tails = ranks
        self.heads = len(seen) // cells
        self.blocks = cython.cast(i32, self.heads // BLOCK)

    def advance(self, depth: i32, first: i32, last: i32) -> i64:
        """Add the layouts at a depth, in the blocks from `first` up to `last`; return their number."""
        found: i64 = 0
        out: u64s = array("Q", bytes(8 * BLOCK))
        self.depth = depth
        with cython.nogil:
            for b in range(first, last):
                for p in range(self.cells):
                    found += self._gather(p, b, out)
        return found

    @cython.cfunc
    @cython.nogil
    def _gather(self, p: i32, b: i32, out: u64s) -> i64:
        """Find the unseen layouts of block b with the blank at p; return their number."""
        found: i64 = 0
        at = p * self.heads + b * BLOCK
        filled = 0
        if p % 3 > 0:
            filled = self._within(filled, p - 1, b, out)
        if p % 3 < 2:
            filled = self._within(filled, p + 1, b, out)
        if p >= 3:
            filled = self._across(filled, p - 3, b, p - 3, 0, out)
        if p + 3 < self.cells:
            filled = self._across(filled, p + 3, b, p, 1, out)
        if filled:
            for k in range(BLOCK):
                v = out[k] & ~self.seen[at + k]
                out[k] = v
                self.seen[at + k] |= v
                found += count(v)
        if found:
            self.fresh[p * self.blocks + b] = cython.cast(u8, self.depth)
            if len(self.table):
                self._write(p, b, out)
        return found

    @cython.cfunc
    @cython.nogil
    def _write(self, p: i32, b: i32, out: u64s) -> cython.void:
        """Write the depth at the ranks of the layouts that a block gained."""
        t: i64
        for k in range(BLOCK):
            v = out[k]
            rank = self.at[p * self.blocks + b] + self.within[p * BLOCK + k]
            t = (2 * p + (self.odd[b] ^ self.odd[self.blocks + k])) * 60
            while v:
                self.table[rank + self.tails[t + lowest(v)]] = cython.cast(u8, self.depth)
                v &= v - 1

    @cython.cfunc
    @cython.nogil
    def _live(self, q: i32, b: i64) -> i32:
        """Whether the last level changed a block."""
        return self.fresh[q * self.blocks + b] == self.depth - 1

    @cython.cfunc
    @cython.nogil
    def _clear(self, filled: i32, out: u64s) -> i32:
        """Clear a block before the first words are added to it."""
        if not filled:
            for k in range(BLOCK):
                out[k] = 0
        return 1

    @cython.cfunc
    @cython.nogil
    def _within(self, filled: i32, q: i32, b: i32, out: u64s) -> i32:
        """Add the layouts that come from a cell of the same column; return whether the block is filled."""
        k: i64
        s = q * self.heads + b * BLOCK
        if not self._live(q, b):
            return filled
        self._clear(filled, out)
        for k in range(BLOCK):
            out[k] |= self.seen[s + k]
        return 1

    @cython.cfunc
    @cython.nogil
    def _across(self, filled: i32, q: i32, b: i32, i: i32, way: i32, out: u64s) -> i32:
        """Add the layouts in which the blank came from q in another column and moved the three tiles from i on; return
        whether the block is filled.
        """
        table: i64 = self.begin[2 * i + way]
        s = q * self.heads + b * BLOCK
        k: i64
        if i < self.first - 3:
            return self._blocks(filled, q, b, i, table, out)
        if not self._live(q, b):
            return filled
        self._clear(filled, out)
        if i == self.first - 3:
            for k in range(BLOCK):
                out[k] |= self.seen[s + self.source[table + k]]
        elif i == self.first - 2:
            for j in range(0, BLOCK, 42):
                for k in range(42):
                    v = 0
                    for x in range(5):
                        g = self.source[table + 5 * k + x]
                        v |= ((self.seen[s + j + (g >> 6)] >> (g & 63)) & 0xFFF) << (12 * x)
                    out[j + k] |= v
        elif i == self.first - 1:
            for j in range(0, BLOCK, 6):
                v = 0
                for k in range(6):
                    v |= self.seen[s + j + k]
                if v:
                    for k in range(6):
                        v = 0
                        for x in range(20):
                            g = self.source[table + 20 * k + x]
                            v |= ((self.seen[s + j + (g >> 6)] >> (g & 63)) & 7) << (3 * x)
                        out[j + k] |= v
        else:
            self._turned(s, table, self.odd[b], out)
        return 1

    @cython.cfunc
    @cython.nogil
    def _blocks(self, filled: i32, q: i32, b: i32, i: i32, table: i64, out: u64s) -> i32:
        """Add whole words, if the three tiles that move are in the head; return whether the block is filled."""
        m: i64 = self.cells - 1 - i
        groups: i64 = m * (m - 1) * (m - 2)
        size: i64 = 1
        cython.declare(unit=i64, j=i64, k=i64)
        for j in range(i + 3, self.first):
            size *= self.cells - 1 - j
        j = 0
        while j < BLOCK:
            unit = (b * BLOCK + j) // size
            s = (unit - unit % groups + self.source[table + unit % groups]) * size
            if self._live(q, s // BLOCK):
                filled = self._clear(filled, out)
                s += q * self.heads
                for k in range(size):
                    out[j + k] |= self.seen[s + k]
            j += size
        return filled

    @cython.cfunc
    @cython.nogil
    def _turned(self, s: i64, table: i64, odd: i32, out: u64s) -> cython.void:
        """Add words whose bits are permuted, six by six."""
        k: i64
        for k in range(BLOCK):
            v = self.seen[s + k]
            if v:
                t = table + 640 * (odd ^ self.odd[self.blocks + k])
                into = 0
                for y in range(10):
                    into |= self.turn[t + 64 * y + cython.cast(i64, (v >> (6 * y)) & 63)]
                out[k] |= into
