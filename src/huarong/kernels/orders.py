"""Levels of numbered tiles on boards with a side of three cells, sixty orders in one word.

The cells are numbered column by column, `3 * column + row`, a column being a line of three cells (on a board that is
3 wide, a row). A layout is the blank's cell and the order of the tiles in the other cells. A tile that slides within
its column leaves the order as it is. A tile that slides into the next column passes two others, so among three
successive tiles of the order, the last becomes the first, or the first the last. So an order keeps its parity.

An order's rank is lexicographic: the first tiles are its head, with a word of 60 bits for each; the last five have a
bit by the first three of them, as the parity settles the other two. If three tiles change places within the head, whole
words move. If the last of the three are in the tail, groups of 12 or of 3 bits move. If all three are in the tail, the
bits of a word are permuted, in a way that depends only on the head's parity. Words are taken 336 at a time: the heads
that differ in their last three tiles.

    now, out, seen   `heads` words for each cell of the blank: the last level, the next one, all so far
    live, alive      a byte for each cell and block: whether `now`, `out` have bits there (if not, ignore their words)
"""

from __future__ import annotations

import cython
from cython.cimports.huarong.kernels._c import count, i32, i32s, i64, i64s, lowest, u8, u8s, u64s

BLOCK = cython.declare(i32, 336)
block = 336


@cython.final
@cython.cclass
class Orders:
    """A breadth-first search of all orders that can be reached from one.

    `first` is the number of tiles in a head. `source[begin[2 * i + way]:]` says for the window of three tiles from tile
    i on where each of its groups comes from, when the blank came from the previous column (way 0) or the next one (1):
    a number of groups, or from tile `first - 2` on 64 times a word plus a bit. `turn` has for each window in the tail,
    way and parity the words for each value of each of the eight bytes. `odd` has the parity of each block and, behind
    these, of each
    word in a block.
    """

    cython.declare(cells=i32, first=i32, heads=i64, blocks=i32, now=u64s, out=u64s, seen=u64s, live=u8s, alive=u8s)
    cython.declare(source=i32s, begin=i32s, turn=u64s, odd=u8s)

    def __init__(self, cells: i32, source: i32s, begin: i32s, turn: u64s, odd: u8s, seen: u64s) -> None:
        self.cells, self.first = cells, cells - 6
        self.source, self.begin, self.turn, self.odd = source, begin, turn, odd
        self.seen = seen
        self.heads = len(seen) // cells
        self.blocks = cython.cast(i32, self.heads // BLOCK)

    def use(self, now: u64s, live: u8s, out: u64s, alive: u8s) -> None:
        """Set the bitsets of the level and of the next level."""
        self.now, self.live, self.out, self.alive = now, live, out, alive

    def advance(self, first: i32, last: i32) -> i64:
        """Make the next level in the blocks from `first` up to `last`, for all cells of the blank; returns how many
        layouts are new.
        """
        found = 0
        with cython.nogil:
            for b in range(first, last):
                for p in range(self.cells):
                    found += self._gather(p, b)
        return found

    def write(self, first: i32, last: i32, depth: i32, table: u8s, at: i64s, within: i64s, tails: i64s) -> None:
        """Write `depth` to `table` at the rank of each layout of the level, in the blocks from `first` up to `last`.

        A rank is a sum of three parts, for each cell of the blank: `at` by block, `within` by word of a block, `tails`
        by parity and bit of a word.
        """
        t: i64
        with cython.nogil:
            for b in range(first, last):
                for p in range(self.cells):
                    if not self.live[p * self.blocks + b]:
                        continue
                    s = p * self.heads + b * BLOCK
                    for k in range(BLOCK):
                        v = self.now[s + k]
                        rank = at[p * self.blocks + b] + within[p * BLOCK + k]
                        t = (2 * p + (self.odd[b] ^ self.odd[self.blocks + k])) * 60
                        while v:
                            table[rank + tails[t + lowest(v)]] = cython.cast(u8, depth)
                            v &= v - 1

    @cython.cfunc
    @cython.nogil
    def _gather(self, p: i32, b: i32) -> i64:
        """Find the unseen layouts of one block with the blank at p; returns how many."""
        any_ = 0
        found: i64 = 0
        at = p * self.heads + b * BLOCK
        filled = 0
        if p % 3 > 0:
            filled = self._within(filled, at, p - 1, b)
        if p % 3 < 2:
            filled = self._within(filled, at, p + 1, b)
        if p >= 3:
            filled = self._across(filled, at, p - 3, b, p - 3, 0)
        if p + 3 < self.cells:
            filled = self._across(filled, at, p + 3, b, p, 1)
        if filled:
            for k in range(at, at + BLOCK):
                v = self.out[k] & ~self.seen[k]
                self.out[k] = v
                self.seen[k] |= v
                any_ |= v
                found += count(v)
        self.alive[p * self.blocks + b] = any_ != 0
        return found

    @cython.cfunc
    @cython.nogil
    def _clear(self, filled: i32, at: i64) -> i32:
        """Clear a block before the first words are added to it."""
        if not filled:
            for k in range(at, at + BLOCK):
                self.out[k] = 0
        return 1

    @cython.cfunc
    @cython.nogil
    def _within(self, filled: i32, at: i64, q: i32, b: i32) -> i32:
        """Add the layouts that come from a cell of the same column; returns whether the block is filled."""
        k: i64
        s = q * self.heads + b * BLOCK
        if not self.live[q * self.blocks + b]:
            return filled
        self._clear(filled, at)
        for k in range(BLOCK):
            self.out[at + k] |= self.now[s + k]
        return 1

    @cython.cfunc
    @cython.nogil
    def _across(self, filled: i32, at: i64, q: i32, b: i32, i: i32, way: i32) -> i32:
        """Add the layouts in which the blank came from q in another column, which moved the three tiles from i on;
        returns whether the block is filled.
        """
        table: i64 = self.begin[2 * i + way]
        s = q * self.heads + b * BLOCK
        k: i64
        if i < self.first - 3:
            return self._blocks(filled, at, q, b, i, table)
        if not self.live[q * self.blocks + b]:
            return filled
        self._clear(filled, at)
        if i == self.first - 3:
            for k in range(BLOCK):
                self.out[at + k] |= self.now[s + self.source[table + k]]
        elif i == self.first - 2:
            for j in range(0, BLOCK, 42):
                for k in range(42):
                    v = 0
                    for x in range(5):
                        g = self.source[table + 5 * k + x]
                        v |= ((self.now[s + j + (g >> 6)] >> (g & 63)) & 0xFFF) << (12 * x)
                    self.out[at + j + k] |= v
        elif i == self.first - 1:
            for j in range(0, BLOCK, 6):
                v = 0
                for k in range(6):
                    v |= self.now[s + j + k]
                if v:
                    for k in range(6):
                        v = 0
                        for x in range(20):
                            g = self.source[table + 20 * k + x]
                            v |= ((self.now[s + j + (g >> 6)] >> (g & 63)) & 7) << (3 * x)
                        self.out[at + j + k] |= v
        else:
            self._turned(at, s, table, self.odd[b])
        return 1

    @cython.cfunc
    @cython.nogil
    def _blocks(self, filled: i32, at: i64, q: i32, b: i32, i: i32, table: i64) -> i32:
        """Add whole words, where the three tiles that move are in the head; returns whether the block is filled."""
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
            if self.live[q * self.blocks + s // BLOCK]:
                filled = self._clear(filled, at)
                s += q * self.heads
                for k in range(size):
                    self.out[at + j + k] |= self.now[s + k]
            j += size
        return filled

    @cython.cfunc
    @cython.nogil
    def _turned(self, at: i64, s: i64, table: i64, odd: i32) -> cython.void:
        """Add words whose bits are permuted, byte by byte."""
        k: i64
        for k in range(BLOCK):
            v = self.now[s + k]
            if v:
                t = table + 2048 * (odd ^ self.odd[self.blocks + k])
                into = 0
                for y in range(8):
                    into |= self.turn[t + 256 * y + cython.cast(i64, (v >> (8 * y)) & 255)]
                self.out[at + k] |= into
