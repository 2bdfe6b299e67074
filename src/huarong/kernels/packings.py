"""Packings of a small board by polyominoes, for all sets of pieces at once, and their hardest starts.

A packing is one word of three fields of `cells` bits each, cells in reading order:

    occupied   cells that a piece covers
    joined     cells whose right neighbour belongs to the same piece
    stacked    cells whose lower neighbour belongs to the same piece

For example, take a 2x2 board with an upright domino on the left and a single at the top right: occupied 0111 (cells 2,
1, 0), joined 0000, stacked 0001, so the word is 0001 0000 0111. A piece is the cells that bits of the last two fields
connect. When it slides one cell, its bits in all three fields are shifted alike.

In a puzzle one piece has a goal. The **mark** is that piece's head, as a bit of a mask. Puzzles of a packing that
differ only in their mark are searched together: for each packing, `seen` has the marks with which it was visited. A
slide keeps all marks but at most one, which moves.
"""

from types import SimpleNamespace

import cython
from cython.cimports.huarong.kernels._c import count, i32, i32s, i64, lowest, u16s, u32, u32s, u64, u64s
from cython.cimports.huarong.kernels._keys import MOVE, SLIDE

ALL = cython.declare(u64, 0xFFFFFFFFFFFFFFFF)
SCATTER = cython.declare(u64, 0x9E3779B97F4A7C15)


@cython.final
@cython.cclass
class PackingGraph:
    """Some packings, closed under moves, and the slides of one cell between them.

    `keys` has the packings; `table` is a hash table of their numbers, plus 1. The slides from packing i are those from
    `begin[i]` up to `begin[i + 1]`: `to[e]` is the next packing, and `turn[e]` has the head before, the head after
    (from bit 5) and the direction (from bit 10). `start` and `goal` have the marks of pieces in the upper left and in
    the lower right corner.

    During a search, `seen` is the visited set. The frontiers `now` and `next` have the new marks of each packing, and
    `queue` and `spare` list the packings that have any. `best` has, for each set of pieces (`group` has a packing's
    set), the greatest distance of a start. The number of such starts and the first of them with its mark are kept too.
    Set g has entry 2 * g for starts whose piece covers the corner cell itself, and 2 * g + 1 for the others.
    """

    cython.declare(width=i32, cells=i32, bits=i32, edges=i64, keys=u64s, table=i32s, begin=i32s, to=i32s, turn=u16s)
    cython.declare(start=u32s, goal=u32s, group=i32s, seen=u32s, now=u32s, next=u32s, queue=i32s, spare=i32s, best=i32s)
    cython.declare(many=i32s, which=i32s, mark=i32s, side=u64s)
    waiting = cython.declare(i64, visibility="readonly")
    found = cython.declare(i64, visibility="readonly")

    def __init__(self, width: int, cells: int, bits: int, side: u64s, given: SimpleNamespace) -> None:
        """Take the cells of the upper, lower, left and right side (`side`); the hash table has 2 ** `bits` entries."""
        self.width, self.cells, self.bits, self.side = width, cells, bits, side
        self.edges = self.waiting = self.found = 0
        self.keys, self.table, self.begin, self.group = given.keys, given.table, given.begin, given.group
        self.start, self.goal, self.seen, self.now = given.start, given.goal, given.seen, given.now
        self.next, self.queue, self.spare, self.best = given.next, given.queue, given.spare, given.best
        self.many, self.which, self.mark = given.many, given.which, given.mark

    def index(self, first: i64, last: i64) -> None:
        """Enter packings `first` to `last` into the hash table."""
        mask = (cython.cast(u64, 1) << self.bits) - 1
        with cython.nogil:
            for i in range(first, last):
                at = ((self.keys[i] * SCATTER) & ALL) >> (64 - self.bits)
                while self.table[at]:
                    at = (at + 1) & mask
                self.table[at] = cython.cast(i32, i) + 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _find(self, key: u64) -> i32:
        """Return the number of a packing, which must be in the table."""
        mask = (cython.cast(u64, 1) << self.bits) - 1
        at = ((key * SCATTER) & ALL) >> (64 - self.bits)
        while self.keys[self.table[at] - 1] != key:
            at = (at + 1) & mask
        return self.table[at] - 1

    def link(self, first: i64, last: i64, to: i32s, turn: u16s) -> i64:
        """Find the slides of some packings; return the first packing for which there was no more room."""
        i = first
        n: i64 = 0
        room: i64 = len(to) - 4 * self.cells
        c = self.cells
        full = (cython.cast(u64, 1) << c) - 1
        with cython.nogil:
            while i < last and n < room:
                key = self.keys[i]
                occupied = key & full
                joined = key >> c & full
                stacked = key >> (2 * c)
                left = occupied
                while left:
                    head = lowest(left)
                    piece = 0
                    more = left & (~left + 1)
                    while more != piece:
                        piece = more
                        more |= (piece & joined) << 1 | (piece >> 1 & joined)
                        more |= (piece & stacked) << self.width | (piece >> self.width & stacked)
                    left &= ~piece
                    if piece & self.side[0] and piece & self.side[2]:
                        self.start[i] |= cython.cast(u32, 1) << head
                    if piece & self.side[1] and piece & self.side[3]:
                        self.goal[i] |= cython.cast(u32, 1) << head
                    word = key & (piece | piece << c | piece << (2 * c))
                    for d in range(4):
                        if piece & self.side[d]:
                            continue
                        by = self.width if d < 2 else 1
                        moved = piece << by if d & 1 else piece >> by
                        if moved & occupied & ~piece:
                            continue
                        to[n] = self._find(key ^ word ^ (word << by if d & 1 else word >> by))
                        turn[n] = head | lowest(moved) << 5 | d << 10
                        n += 1
                i += 1
                self.begin[i] = cython.cast(i32, self.edges + n)
        self.edges += n
        return i

    def linked(self, to: i32s, turn: u16s) -> None:
        """Take the arrays of slides after `link` has filled them."""
        self.to, self.turn = to, turn

    def seed(self) -> None:
        """Begin a search: put the goals into the frontier."""
        i: i64
        n: i64 = 0
        with cython.nogil:
            for i in range(len(self.best)):
                self.best[i] = -1
                self.many[i] = 0
            for i in range(len(self.keys)):
                self.seen[i] = self.now[i] = self.goal[i]
                self.next[i] = 0
                if self.goal[i]:
                    self.queue[n] = cython.cast(i32, i)
                    n += 1
                    self._record(i, self.goal[i], 0)
        self.waiting, self.found = n, 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _record(self, i: i64, marks: u32, depth: i32) -> cython.void:
        """Update the records of a packing's set of pieces with the starts among the marks found at a depth."""
        g = 2 * self.group[i]
        marks &= self.start[i]
        if marks & 1:
            self._keep(g, i, 1, depth)
        if marks >> 1:
            self._keep(g + 1, i, marks & ~cython.cast(u32, 1), depth)

    @cython.cfunc
    @cython.nogil
    def _keep(self, g: i32, i: i64, marks: u32, depth: i32) -> cython.void:
        """Count starts of a packing, unless its set of pieces has a start farther away."""
        if self.best[g] != depth:
            self.best[g] = depth
            self.many[g] = 0
            self.which[g] = cython.cast(i32, i)
            self.mark[g] = lowest(marks)
        self.many[g] += count(marks)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _meet(self, i: i32, marks: u32, depth: i32) -> cython.void:
        """Add marks to the frontier at a packing."""
        marks &= ~self.seen[i]
        if marks:
            self.seen[i] |= marks
            if self.next[i] == 0:
                self.spare[self.found] = i
                self.found += 1
            self.next[i] |= marks
            self._record(i, marks, depth)

    def level(self, first: i64, last: i64, depth: i32, metric: i32) -> None:
        """Expand the packings `first` to `last` of the frontier; their neighbors are at this depth."""
        done: u32
        with cython.nogil:
            for q in range(first, last):
                i = self.queue[q]
                marks = self.now[i]
                self.now[i] = 0
                done = 0
                for e in range(self.begin[i], self.begin[i + 1]):
                    head = self.turn[e] & 31
                    if metric != MOVE:
                        self._straight(e, marks, depth, metric)
                    elif done >> head & 1 == 0:
                        done |= cython.cast(u32, 1) << head
                        self._anywhere(i, head, marks, depth)

    @cython.cfunc
    @cython.nogil
    def _straight(self, e: i32, marks: u32, depth: i32, metric: i32) -> cython.void:
        """Slide a piece along an edge, and farther in that direction unless the metric is STEP."""
        head = self.turn[e] & 31
        own: u32 = marks >> head & 1
        others: u32 = marks & ~(cython.cast(u32, 1) << head)
        while e >= 0:
            head = self.turn[e] >> 5 & 31
            way = (self.turn[e] >> 10) << 10 | head
            f = self.to[e]
            self._meet(f, others | own << head, depth)
            e = -1
            if metric == SLIDE:
                for e in range(self.begin[f], self.begin[f + 1]):
                    if self.turn[e] & ~(31 << 5) == way:
                        break
                else:
                    e = -1

    @cython.cfunc
    @cython.nogil
    def _anywhere(self, i: i32, head: i32, marks: u32, depth: i32) -> cython.void:
        """Move a piece along every path."""
        own: u32 = marks >> head & 1
        others = marks & ~(cython.cast(u32, 1) << head)
        been: u32 = cython.cast(u32, 1) << head
        at: cython.int[32] = [0] * 32
        heads: cython.int[32] = [0] * 32
        n = 1
        at[0] = i
        heads[0] = head
        while n:
            n -= 1
            i = at[n]
            head = heads[n]
            for e in range(self.begin[i], self.begin[i + 1]):
                if self.turn[e] & 31 == head:
                    h = self.turn[e] >> 5 & 31
                    if been >> h & 1 == 0:
                        been |= cython.cast(u32, 1) << h
                        self._meet(self.to[e], others | own << h, depth)
                        at[n] = self.to[e]
                        heads[n] = h
                        n += 1

    def deepen(self) -> None:
        """Take the new layouts as the frontier."""
        self.now, self.next = self.next, self.now
        self.queue, self.spare = self.spare, self.queue
        self.waiting, self.found = self.found, 0
