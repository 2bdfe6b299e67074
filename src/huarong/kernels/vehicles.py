"""Rush Hour's boards whose rows have the same vehicles in the same order, searched at once from their goals.

A vehicle never leaves its line, so a layout is one state for each row and one for each column. The **states** of a line
are all ways to place vehicles of two and three cells in it; those with the same sequence of lengths are adjacent in the
list. A column's state must leave free the cells that the rows cover.

The rows together have a number, with a digit for each row in a mixed radix. For each such number, the layouts form a
block of ranks. If the rows cover the cells `m` of a column, `fits[m]` states are possible there, and the position of
its state among them is its digit. If a column's vehicle moves, the rank changes by one digit; if a row's vehicle moves,
the rank is recomputed.

The word of a layout has the rows' number above a byte for each column's state:

    rows 16 bits | column w-1 ... column 1 | column 0
"""

from array import array
from types import SimpleNamespace

import cython
from cython.cimports.huarong.kernels._c import i32, i32s, i64, i64s, u8s, u64, u64s


@cython.final
@cython.cclass
class VehicleSearch:
    """Breadth-first search from all goals of some rows: counts by number of vehicles and depth, and the first farthest
    layout.

    For a state of a row, `row_mask` has the cells that it covers and `row_cars` its vehicles. Its moves are those from
    `row_begin[s]` up to `row_begin[s + 1]`: `row_to` is the next state, and `swept` the cells that must be free. For
    state s of a column with m covered by rows, `place[states * m + s]` is its digit, and `fitting[states * m + digit]`
    the state of a digit. Its moves are those from `begin[states * m + s]`: `to` is the next state. `cells[states * x +
    s]` is what state s covers in column x, and `cars[s]` its vehicles.

    `counts[levels * n + d]` counts layouts of n vehicles at depth d; the last level includes all deeper ones.
    `farthest[lines * n]` and the following entries have the states of the rows and columns of the first deepest layout.
    """

    cython.declare(width=i32, height=i32, exit_row=i32, states=i32, levels=i32, row_mask=i32s, row_cars=i32s)
    cython.declare(row_begin=i32s, row_to=i32s, swept=u64s, fits=i32s, place=i32s, fitting=i32s, begin=i32s, to=i32s)
    cython.declare(cells=u64s, cars=i32s, counts=i64s, deepest=i32s, farthest=i32s, blocks=i64, block=i64, goal=u64)
    cython.declare(within=cython.bint, stride=i64s, row=u8s, covered=u8s, offset=i64s, seen=u64s, queue=u64s, at=i64)
    cython.declare(end=i64, level=i64, depth=i32)

    def __init__(self, width: int, height: int, exit_row: int, given: SimpleNamespace) -> None:
        """The key piece is the last vehicle of row `exit_row`, and leaves at its right end."""
        self.width, self.height, self.exit_row = width, height, exit_row
        self.row_mask, self.row_cars = given.row_mask, given.row_cars
        self.row_begin, self.row_to, self.swept = given.row_begin, given.row_to, given.swept
        self.fits, self.place, self.fitting = given.fits, given.place, given.fitting
        self.begin, self.to, self.cells, self.cars = given.begin, given.to, given.cells, given.cars
        self.counts, self.farthest = given.counts, given.farthest
        self.states, self.levels = given.states, given.levels
        self.deepest = array("i", [-1] * (len(given.counts) // given.levels))
        self.stride = array("q", bytes(8 * height))

    def rows(self, first: i32s, last: i32s) -> i64:
        """Begin with the rows whose states are from `first` up to `last`; return the number of layouts."""
        w, h = self.width, self.height
        blocks: i64 = 1
        total: i64 = 0
        one: i64 = 1
        for y in range(h):
            self.stride[y] = blocks
            blocks *= last[y] - first[y]
        self.row = bytearray(blocks * h)
        self.covered = bytearray(blocks * w)
        self.offset = array("q", bytes(8 * blocks))
        i: i64
        with cython.nogil:
            for i in range(blocks):
                self.offset[i] = total
                size = one
                for y in range(h):
                    s = first[y] + cython.cast(i32, i // self.stride[y] % (last[y] - first[y]))
                    self.row[i * h + y] = s
                    for x in range(w):
                        self.covered[i * w + x] |= (self.row_mask[s] >> x & 1) << y
                for x in range(w):
                    size *= self.fits[self.covered[i * w + x]]
                total += size
        self.blocks, self.block = blocks, 0
        self.goal, self.within = 0, False
        self.at = self.end = self.level = self.depth = 0
        return total

    def reserve(self, seen: u64s, queue: u64s) -> None:
        """Take memory for the layouts: a bit each, all clear, and a word each."""
        self.seen, self.queue = seen, queue

    def seed(self, budget: i64) -> cython.bint:
        """Put `budget` more goals into the queue, from `goal` on; return whether there are no more."""
        w, end, i, word = self.width, self.end, self.block, self.goal
        within: cython.bint = self.within
        stop = end + budget
        with cython.nogil:
            while i < self.blocks and end < stop:
                if not self.row_mask[self.row[i * self.height + self.exit_row]] >> (w - 1) & 1:
                    i += 1
                    continue
                if not within:
                    within = True
                    word = cython.cast(u64, i) << 8 * w
                    for x in range(w):
                        s = self.fitting[self.states * self.covered[i * w + x]]
                        word |= cython.cast(u64, s) << 8 * x
                rank = self._rank(i, word)
                while within and end < stop:
                    self.queue[end] = word
                    end += 1
                    self.seen[rank >> 6] |= cython.cast(u64, 1) << (rank & 63)
                    rank += 1
                    # Count up: the first column is the digit that changes most often.
                    x = 0
                    while x < w:
                        m = self.covered[i * w + x]
                        s = cython.cast(i32, word >> 8 * x & 255)
                        p = self.place[self.states * m + s] + 1
                        t = self.fitting[self.states * m + (p if p < self.fits[m] else 0)]
                        word ^= cython.cast(u64, s ^ t) << 8 * x
                        if p < self.fits[m]:
                            break
                        x += 1
                    within = x < w
                if not within:
                    i += 1
        self.block, self.goal, self.within = i, word, within
        self.end, self.level = end, end
        return i == self.blocks

    def run(self, budget: i64) -> cython.bint:
        """Expand about `budget` layouts of the queue; return whether all are expanded."""
        w, h, states = self.width, self.height, self.states
        columns = (cython.cast(u64, 1) << 8 * w) - 1
        at = self.at
        cython.declare(x=i32, y=i32, e=i32)
        with cython.nogil:
            while at < self.end and budget > 0:
                budget -= 1
                if at == self.level:
                    self.level = self.end
                    self.depth += 1
                word = self.queue[at]
                at += 1
                i = cython.cast(i64, word >> 8 * w)
                rank = self._rank(i, word)
                n = 0
                unit = cython.cast(i64, 1)
                occupied = cython.cast(u64, 0)
                for x in range(w):
                    s = cython.cast(i32, word >> 8 * x & 255)
                    m = self.covered[i * w + x]
                    n += self.cars[s]
                    occupied |= self.cells[states * x + s]
                    line = states * m
                    for e in range(self.begin[line + s], self.begin[line + s + 1]):
                        t = self.to[e]
                        self._meet(
                            rank + (self.place[line + t] - self.place[line + s]) * unit,
                            word ^ cython.cast(u64, s ^ t) << 8 * x,
                        )
                    unit *= self.fits[m]
                for y in range(h):
                    s = self.row[i * h + y]
                    n += self.row_cars[s]
                    for e in range(self.row_begin[s], self.row_begin[s + 1]):
                        if not self.swept[e] << w * y & occupied:
                            j = i + (self.row_to[e] - s) * self.stride[y]
                            other = word & columns | cython.cast(u64, j) << 8 * w
                            self._meet(self._rank(j, other), other)
                self._count(n, i, word)
        self.at = at
        return at == self.end

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _rank(self, i: i64, word: u64) -> i64:
        """Return the rank of a layout whose rows have number i."""
        rank: i64 = 0
        x = self.width
        while x > 0:
            x -= 1
            m = self.covered[i * self.width + x]
            s = cython.cast(i32, word >> 8 * x & 255)
            rank = rank * self.fits[m] + self.place[self.states * m + s]
        return self.offset[i] + rank

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _meet(self, rank: i64, word: u64) -> cython.void:
        """Put a layout into the queue if it is new."""
        bit = cython.cast(u64, 1) << (rank & 63)
        if not self.seen[rank >> 6] & bit:
            self.seen[rank >> 6] |= bit
            self.queue[self.end] = word
            self.end += 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _count(self, n: i32, i: i64, word: u64) -> cython.void:
        """Count a layout of n vehicles at this depth; keep it if no layout of n vehicles was found deeper."""
        depth = self.depth if self.depth < self.levels else self.levels - 1
        self.counts[self.levels * n + depth] += 1
        if depth > self.deepest[n]:
            self.deepest[n] = depth
            first = (self.height + self.width) * n
            for y in range(self.height):
                self.farthest[first + y] = self.row[i * self.height + y]
            for x in range(self.width):
                s = cython.cast(i32, word >> 8 * x & 255)
                self.farthest[first + self.height + x] = s
