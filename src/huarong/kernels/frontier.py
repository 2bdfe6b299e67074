"""Frontier-based counting of the paths that visit every vertex of a small graph once (Hamiltonian paths and cycles).

A graph comes as `first` (n + 1 numbers) and `to`: the neighbours of v are `to[first[v]:first[v + 1]]`, in ascending
order. A **state** has for each frontier vertex (those ahead that an edge can reach) the other end of the partial path
that ends there: the vertex itself if it has no edge yet, INNER if it has both its edges. These vertices are a window
of `span` slots, vertex u in slot u % span, and one slot more is for the vertex that joins the ends of an open path. A
slot takes 5 bits, and 12 slots a word:

    bit   63 .. 60   59 .. 55   ...   9 .. 5   4 .. 0
    low   unused     slot 11    ...   slot 1   slot 0
    high  unused     slot 23    ...   slot 13  slot 12

With span 2, a path from the vertex in slot 0 to that in slot 1, and the slot of the ends untouched, is
low = 1 + (0 << 5) + (2 << 10) = 2049: the other end of 0 is 1, that of 1 is 0, and 2 is its own.

A **layer** is an array of rows of 7 words, a row for each state past a vertex: the state in two words (low and high),
how many ways lead to it in four (the lowest first), and its link, the row that it first came from and the choice made
there.
"""

from __future__ import annotations

from array import array
from types import SimpleNamespace
from typing import Any

import cython

ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

# What `Sweep.advance` returns.
DONE = cython.declare(cython.int, 0)
FULL = cython.declare(cython.int, 1)
OVERFLOW = cython.declare(cython.int, 2)
CLOSES = cython.declare(cython.int, 3)
why = SimpleNamespace(DONE=DONE, FULL=FULL, OVERFLOW=OVERFLOW, CLOSES=CLOSES)
"""The return values for Python, which cannot see C variables."""

BITS = cython.declare(cython.int, 5)
PER_WORD = cython.declare(cython.int, 12)
INNER = cython.declare(cython.int, 31)

# A row: the indices of its words, the number of words of the count, and its length.
LOW = cython.declare(cython.int, 0)
HIGH = cython.declare(cython.int, 1)
COUNT = cython.declare(cython.int, 2)
WORDS = cython.declare(cython.int, 4)
LINK = cython.declare(cython.int, 6)
ROW = cython.declare(cython.int, 7)
most_slots = 2 * PER_WORD
row_words = ROW


@cython.cfunc
@cython.nogil
def _slot(low: cython.ulonglong, high: cython.ulonglong, slot: cython.int) -> cython.int:
    """The entry of a slot in a state."""
    if slot < PER_WORD:
        return cython.cast(cython.int, (low >> (BITS * slot)) & INNER)
    return cython.cast(cython.int, (high >> (BITS * (slot - PER_WORD))) & INNER)


@cython.cfunc
@cython.nogil
def _link(row: cython.longlong, i: cython.int, j: cython.int) -> cython.ulonglong:
    """A row and which of `ahead` were chosen there (-1: none), in one number."""
    return cython.cast(cython.ulonglong, row * 256 + (i + 1) * 16 + j + 1)


def linked(row: Any) -> tuple[int, int, int]:
    """The row of the last layer that a row first came from, and which of `ahead` were chosen there (-1: none)."""
    link = int(row[LINK])
    return link >> 8, (link >> 4 & 15) - 1, (link & 15) - 1


def ways(row: Any) -> int:
    """The number of ways that lead to the state of a row."""
    return sum([int(row[COUNT + i]) << 64 * i for i in range(WORDS)])


def initial(span: int, size: int, closed: bool) -> list[int]:
    """The only row of the first layer: all vertices without edges, missing ones INNER, one way to reach it."""
    row = [0] * ROW
    for slot in range(span + 1):
        here = slot < size if slot < span else not closed
        mate = slot if here else INNER
        row[slot // PER_WORD] |= mate << (BITS * (slot % PER_WORD))
    row[COUNT] = 1
    return row


@cython.cfunc
@cython.nogil
def _find(
    rows: cython.ulonglong[::1], table: cython.int[::1], low: cython.ulonglong, high: cython.ulonglong
) -> cython.longlong:
    """The slot of a state in the hash table, or the free slot where it belongs."""
    mask = cython.cast(cython.ulonglong, len(table) - 1)
    at = ((low ^ (high >> 29)) * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)) & ALL
    at = ((at ^ (at >> 32) ^ high) * cython.cast(cython.ulonglong, 0xD6E8FEB86659FD93)) & ALL
    at = (at >> 32) & mask
    while table[at] >= 0:
        row = cython.cast(cython.longlong, table[at]) * ROW
        if rows[row + LOW] == low and rows[row + HIGH] == high:
            break
        at = (at + 1) & mask
    return cython.cast(cython.longlong, at)


def index(
    rows: cython.ulonglong[::1], begin_row: cython.longlong, end_row: cython.longlong, table: cython.int[::1]
) -> None:
    """Enter some rows of a layer in its hash table, where -1 is a free place."""
    with cython.nogil:
        for i in range(begin_row, end_row):
            table[_find(rows, table, rows[i * ROW + LOW], rows[i * ROW + HIGH])] = cython.cast(cython.int, i)


@cython.cfunc
@cython.nogil
def _add(
    rows: cython.ulonglong[::1], at: cython.longlong, more: cython.ulonglong[::1], frm: cython.longlong
) -> cython.bint:
    """Add the count of one row to another's; true if it overflows."""
    carry: cython.ulonglong = 0
    for i in range(COUNT, COUNT + WORDS):
        value = (rows[at + i] + more[frm + i]) & ALL
        rows[at + i] = (value + carry) & ALL
        carry = 1 if value < more[frm + i] or rows[at + i] < value else 0
    return carry != 0


@cython.final
@cython.cclass
class Sweep:
    """A sweep over a graph, vertex by vertex, which takes a layer of states past each.

    A leap reaches fewer than `span` vertices ahead. At vertex `end` (-1: none) the edge to the vertex that joins the
    ends of an open path has to be drawn. With `find` the sweep looks for one tour, otherwise it counts all. `total`
    is a row whose count is that of the complete tours. `mate` is scratch: the state that is changed. `filled` rows of
    the next layer are written; `next` is the row of the current layer to continue from.
    """

    size: cython.int
    span: cython.int
    end: cython.int
    find: cython.bint
    first: cython.int[::1]
    to: cython.int[::1]
    total: cython.ulonglong[::1]
    mate: cython.int[::1]
    filled = cython.declare(cython.longlong, visibility="readonly")
    next = cython.declare(cython.longlong, visibility="readonly")

    def __init__(self, first: Any, to: Any, span: int, end: int, find: bool, total: Any) -> None:
        self.first, self.to, self.span, self.end, self.find = first, to, span, end, find
        self.size = cython.cast(cython.int, len(first) - 1)
        self.total, self.mate = total, array("i", bytes(4 * most_slots))
        self.begin()

    def begin(self) -> None:
        """Begin a layer."""
        self.filled = self.next = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _draw(self, v: cython.int, u: cython.int) -> cython.int:
        """Add the edge between two slots: returns 0 if u has both its edges, 1 if it is added, 2 if it closes a
        cycle.
        """
        a = self.mate[v]
        b = self.mate[u]
        if b == INNER:
            return 0
        self.mate[v] = INNER
        self.mate[u] = INNER
        if a == u:
            return 2
        self.mate[a] = b
        self.mate[b] = a
        return 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _stuck(self, v: cython.int) -> cython.bint:
        """Whether, past v, some vertex of the window has fewer free neighbours left than it needs edges."""
        span = self.span
        ends: cython.int = self.mate[span] != INNER
        slot = v % span
        for u in range(v + 1, min(v + span, self.size)):
            slot = slot + 1 if slot + 1 < span else 0
            w = self.mate[slot]
            if w == INNER:
                continue
            need = (2 if w == slot else 1) - ends
            e = self.first[u + 1]
            while need > 0 and e > self.first[u]:
                e -= 1
                w = self.to[e]
                if w >= v + span or (w > v and self.mate[w % span] != INNER):
                    need -= 1
            if need > 0:
                return True
        return False

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _whole(self, v: cython.int) -> cython.bint:
        """Whether the cycle that was closed at v goes through every vertex."""
        for s in range(self.span + 1):
            if self.mate[s] != INNER:
                return False
        return v + self.span >= self.size and v >= self.end

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _keep(
        self,
        rows: cython.ulonglong[::1],
        table: cython.int[::1],
        layer: cython.ulonglong[::1],
        base: cython.longlong,
        link: cython.ulonglong,
    ) -> cython.bint:
        """Enter the state in `mate`, with as many ways as the row at `base`; true if they are too many."""
        low = 0
        high = 0
        for s in range(self.span + 1):
            if s < PER_WORD:
                low |= cython.cast(cython.ulonglong, self.mate[s]) << (BITS * s)
            else:
                high |= cython.cast(cython.ulonglong, self.mate[s]) << (BITS * (s - PER_WORD))
        at = _find(rows, table, low, high)
        if table[at] >= 0:
            at = cython.cast(cython.longlong, table[at]) * ROW
            return not self.find and _add(rows, at, layer, base)
        table[at] = cython.cast(cython.int, self.filled)
        at = self.filled * ROW
        rows[at + LOW] = low
        rows[at + HIGH] = high
        for s in range(COUNT, COUNT + WORDS):
            rows[at + s] = layer[base + s]
        rows[at + LINK] = link
        self.filled += 1
        return False

    def advance(
        self,
        layer: cython.ulonglong[::1],
        upto: cython.longlong,
        rows: cython.ulonglong[::1],
        table: cython.int[::1],
        v: cython.int,
        ahead: cython.int[::1],
    ) -> cython.int:
        """Take the states before row `upto` past vertex v, whose remaining edges go to the slots `ahead`.

        Those that come out are written to `rows` and entered in `table`: FULL when these need room. Complete tours are
        added to `total`: OVERFLOW when they are too many; with `find` the first ends it with CLOSES, and its link
        stands in `total`. Else DONE.
        """
        slots = self.span + 1
        slot = v % self.span
        degree = cython.cast(cython.int, len(ahead))
        room: cython.longlong = min(len(rows) // ROW, len(table) // 2) - 16
        what = DONE
        row = self.next
        with cython.nogil:
            while row < upto and what == DONE:
                if self.filled > room:
                    what = FULL
                    break
                base = row * ROW
                m = _slot(layer[base + LOW], layer[base + HIGH], slot)
                for i in range(-1, degree):
                    if (m == INNER) != (i < 0) or (v == self.end and i != degree - 1):
                        continue
                    for j in range(-1, i if i > 0 else 0):
                        if (m == slot) != (j >= 0):
                            continue
                        for s in range(slots):
                            self.mate[s] = _slot(layer[base + LOW], layer[base + HIGH], s)
                        drawn = 1
                        if i >= 0:
                            drawn = self._draw(slot, ahead[i])
                        if drawn == 1 and j >= 0:
                            drawn = self._draw(slot, ahead[j])
                        if drawn == 0:
                            continue
                        if drawn == 2:
                            if not self._whole(v):
                                continue
                            if self.find:
                                what = CLOSES
                                self.total[LINK] = _link(row, i, j)
                                break
                            if _add(self.total, 0, layer, base):
                                what = OVERFLOW
                            continue
                        self.mate[slot] = slot if v + self.span < self.size else INNER
                        if not self._stuck(v) and self._keep(rows, table, layer, base, _link(row, i, j)):
                            what = OVERFLOW
                    if what == CLOSES:
                        break
                row += 1
        self.next = row
        return what
