"""Beam search for numbered tiles: from one level to the next, it keeps the boards nearest to the goal by the pattern
databases.

Tables, views, patterns and numbers of arrangements are defined in `huarong.kernels.tiles`, for moves of one tile by one
cell. The **score** of a board orders it: the sum, over all views and patterns, of the table's value times the pattern's
weight. Only one of several equal boards in a level is kept; equal boards are recognized by 64-bit hashes.
"""

from array import array
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import fetch, i32, i32s, i64, i64s, u8, u8s, u16, u16s, u32, u32s, u64, u64s

TOP = cython.declare(i32, 65535)
"""The highest score; higher scores count as this one."""
BLOCK = cython.declare(i32, 32)
"""The number of boards whose children's table entries are fetched together, because each fetch alone takes long."""


@cython.final
@cython.cclass
class BeamLevel:
    """The boards of one level, side by side.

    Each board has: the tile of each cell; the blank's cell; the number and the table's value of each pattern in each
    view; the sum of these values for each view; the score; the hash; and four times the parent's index in the level
    before plus the direction in which the blank moved.
    """

    cython.declare(board=u8s, blank=u8s, number=i32s, part=u8s, value=u16s, score=u32s, hash=u64s, came=u32s)

    def __init__(self, room: int, cells: int, views: int, patterns: int) -> None:
        self.board, self.blank, self.part = bytearray(room * cells), bytearray(room), bytearray(room * patterns)
        self.number = memoryview(bytearray(4 * room * patterns)).cast("i")
        self.value = memoryview(bytearray(2 * room * views)).cast("H")
        self.hash = memoryview(bytearray(8 * room)).cast("Q")
        self.score, self.came = [memoryview(bytearray(4 * room)).cast("I") for _ in range(2)]


@cython.final
@cython.cclass
class Beam:
    """A beam of at most `width` boards a level.

    `zobrist[cells * t + c]` is the contribution of tile t on cell c to a board's hash, and `weight` has each pattern's
    weight in each view; the other arrays are those of `StepSearch`. The `children` of a level have, by index: their
    `code` as in `BeamLevel.came`, the tile that moved and, for each view, its pattern's number (`to`) and value
    (`new`), the estimate and the score. `bucket` counts them by score, and `order` sorts them. `table` has the hashes
    of the boards of this level or, if it is large, of earlier levels too; it is emptied when it is half full. `key` has
    the hashes of a block of children. `depth` is the depth of the level, `count` its number of boards, and `found` the
    index of a child that is the goal, or -1. `dropped` is the least estimate of a whole solution through a dropped
    board; no shorter solution has been missed.
    """

    cython.declare(
        cells=i32, views=i32, groups=i32, blank=i32, width=i64, tables=u8s, target=i32s, step=i64s, first=i32s
    )
    cython.declare(
        between=i32s, stride=i64s, passing=i64s, group=i32s, weight=i32s, zobrist=u64s, here=BeamLevel, there=BeamLevel
    )
    cython.declare(
        code=u32s, tile=u8s, to=i32s, new=u8s, estimate=u16s, score=u32s, bucket=i64s, order=u32s, table=u64s, key=u64s
    )
    cython.declare(entered=i64, found=i64, children=i64, highest=i64)
    count = cython.declare(i64, visibility="readonly")
    depth = cython.declare(i64, visibility="readonly")
    dropped = cython.declare(i64, visibility="readonly")

    def __init__(self, width: int, tables: Any, steering: Any, zobrist: Any, remember: int) -> None:
        self.width, self.tables, self.zobrist = width, tables, zobrist
        self.target, self.step, self.first = steering.target, steering.step, steering.first
        self.between, self.stride, self.passing = steering.between, steering.stride, steering.passing
        self.group = steering.group
        self.cells = cython.cast(i32, len(steering.target) // 4)
        self.views = cython.cast(i32, len(steering.group) // self.cells)
        self.groups = max(steering.group) + 1
        patterns = self.views * self.groups
        self.here, self.there = [BeamLevel(width, self.cells, self.views, patterns) for _ in range(2)]
        room = 4 * width
        self.code, self.score, self.order = [memoryview(bytearray(4 * room)).cast("I") for _ in range(3)]
        self.tile, self.new = bytearray(room), bytearray(room * self.views)
        self.to = memoryview(bytearray(4 * room * self.views)).cast("i")
        self.estimate = memoryview(bytearray(2 * room * self.views)).cast("H")
        self.bucket, self.key = array("q", bytes(8 * (TOP + 2))), array("Q", bytes(8 * BLOCK))
        self.table = memoryview(bytearray(8 << (max(remember, 4 * width) - 1).bit_length())).cast("Q")

    def begin(self, board: u8s, blank: int, numbers: i64s, weight: i32s) -> None:
        """Start from a board, with the numbers of its patterns."""
        cython.declare(c=i32, g=i32, h=u64)
        here, h, self.blank, self.weight = self.here, 0, blank, weight
        for c in range(self.cells):
            here.board[c] = board[c]
            h ^= self.zobrist[here.board[c] * self.cells + c]
            if here.board[c] == self.blank:
                here.blank[0] = cython.cast(u8, c)
        for g in range(self.views):
            here.value[g] = 0
        for g in range(self.views * self.groups):
            here.number[g] = cython.cast(i32, numbers[g])
            here.part[g] = self.tables[here.number[g]]
            here.value[g // self.groups] += here.part[g]
        here.hash[0] = h
        self.count, self.found, self.dropped, self.entered = 1, -1, 1 << 30, len(self.table)
        self.depth = self.children = self.highest = 0
        here.score[0] = 0
        for g in range(self.views * self.groups):
            here.score[0] += here.part[g] * weight[g]

    def expand(self, begin: i64, end: i64, bound: i64) -> None:
        """Find the children of some boards of the level, except children that no solution of `bound` moves passes."""
        cython.declare(s=i64, t=i32, q=i32, b=i32, d=i32, v=i32, best=i32, value=i32, change=i32, pattern=i64, i=i64)
        cython.declare(edge=i64, row=i64, moved=i64, delta=i64, n=i64, m=i64, stop=i64, first=i64, score=i64)
        cells, views, groups, target, group = self.cells, self.views, self.groups, self.target, self.group
        here, code, to, board, tables = self.here, self.code, self.to, self.here.board, self.tables
        between, passing = self.between, self.passing
        m = self.children
        with cython.nogil:
            while begin < end:
                stop = min(begin + BLOCK, end)
                first = n = m
                for s in range(begin, stop):
                    b = here.blank[s]
                    for d in range(4):
                        q = target[4 * b + d]
                        if q < 0 or (self.depth > 0 and cython.cast(i32, here.came[s] & 3) == d ^ 1):
                            continue
                        t = board[s * cells + q]
                        for v in range(views):
                            edge = (v * cells + b) * 4 + d
                            row = v * cells + t
                            moved = self.step[edge]
                            delta = 0
                            for i in range(self.first[edge], self.first[edge + 1]):
                                delta += passing[row * cells + board[s * cells + between[i]]]
                            delta = moved * self.stride[row] + (delta if moved > 0 else -delta)
                            i = here.number[(s * views + v) * groups + group[row]] + delta
                            to[n * views + v] = cython.cast(i32, i)
                            fetch(cython.address(tables[i]))
                        code[n] = cython.cast(u32, 4 * s + d)
                        self.tile[n] = cython.cast(u8, t)
                        n += 1
                for i in range(first, n):
                    s = code[i] >> 2
                    best = 0
                    score = here.score[s]
                    for v in range(views):
                        pattern = v * groups + group[v * cells + self.tile[i]]
                        value = tables[to[i * views + v]]
                        change = value - here.part[s * views * groups + pattern]
                        score += change * self.weight[pattern]
                        self.new[m * views + v] = cython.cast(u8, value)
                        to[m * views + v] = to[i * views + v]
                        value = here.value[s * views + v] + change
                        self.estimate[m * views + v] = cython.cast(u16, value)
                        best = max(best, value)
                    if self.depth + 1 + best > bound:
                        continue
                    code[m] = code[i]
                    self.tile[m] = self.tile[i]
                    self.score[m] = cython.cast(u32, score)
                    self.bucket[min(score, TOP) + 1] += 1
                    self.highest = max(self.highest, min(score, TOP))
                    if best == 0:
                        self.found = m
                    m += 1
                begin = stop
        self.children = m

    @cython.cfunc
    @cython.nogil
    def _sort(self) -> cython.void:
        """Set `order` to the children by score, or to the goal alone, and empty `bucket`."""
        cython.declare(i=i64, s=i64)
        bucket, order = self.bucket, self.order
        for i in range(self.highest + 1):
            bucket[i + 1] += bucket[i]
        for i in range(self.children):
            s = min(self.score[i], TOP)
            order[bucket[s]] = cython.cast(u32, i)
            bucket[s] += 1
        if self.found >= 0:
            self.children = 1
            order[0] = cython.cast(u32, self.found)
        for i in range(self.highest + 2):
            bucket[i] = 0
        self.highest = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _enter(self, n: i64, m: i64) -> cython.void:
        """Enter child `n` as board number `m` of the next level."""
        cython.declare(s=i64, t=i64, b=i64, q=i64, c=i64, v=i64)
        cells, patterns = self.cells, self.views * self.groups
        s = self.code[n] >> 2
        b = self.here.blank[s]
        q = self.target[4 * b + (self.code[n] & 3)]
        t = self.tile[n]
        for c in range(cells):
            self.there.board[m * cells + c] = self.here.board[s * cells + c]
        self.there.board[m * cells + b] = cython.cast(u8, t)
        self.there.board[m * cells + q] = cython.cast(u8, self.blank)
        self.there.blank[m] = cython.cast(u8, q)
        for c in range(patterns):
            self.there.part[m * patterns + c] = self.here.part[s * patterns + c]
            self.there.number[m * patterns + c] = self.here.number[s * patterns + c]
        for v in range(self.views):
            c = m * patterns + v * self.groups + self.group[v * cells + t]
            self.there.part[c] = self.new[n * self.views + v]
            self.there.number[c] = self.to[n * self.views + v]
            self.there.value[m * self.views + v] = self.estimate[n * self.views + v]
        self.there.score[m] = self.score[n]
        self.there.came[m] = self.code[n]

    def advance(self, width: i64) -> bool:
        """Form the next level of at most `width` best children, or of the goal alone; return whether it is the goal."""
        cython.declare(i=i64, n=i64, m=i64, s=i64, t=i64, b=i64, v=i64, best=i64, h=u64, slot=i64, mask=i64)
        cython.declare(begin=i64, stop=i64)
        cells, views, patterns = self.cells, self.views, self.views * self.groups
        here, there, code, order, table = self.here, self.there, self.code, self.order, self.table
        mask, key, width = len(table) - 1, self.key, min(width, self.width)
        m = begin = 0
        with cython.nogil:
            self._sort()
            if self.found >= 0 or 2 * (self.entered + self.children) > len(table):
                self.entered = 0
                for i in range(len(table)):
                    table[i] = 0
            while begin < self.children:
                stop = min(begin + BLOCK, self.children)
                for i in range(stop, min(stop + BLOCK, self.children)):
                    fetch(cython.address(code[order[i]]))
                    fetch(cython.address(self.estimate[order[i] * views]))
                for i in range(begin, stop if m < width else begin):
                    s = code[order[i]] >> 2
                    fetch(cython.address(here.hash[s]))
                    fetch(cython.address(here.board[s * cells]))
                    fetch(cython.address(here.part[s * patterns]))
                    fetch(cython.address(here.number[s * patterns]))
                for i in range(begin, stop if m < width else begin):
                    n = order[i]
                    s = code[n] >> 2
                    b = here.blank[s]
                    t = self.tile[n] * cells
                    h = here.hash[s] ^ self.zobrist[t + self.target[4 * b + (code[n] & 3)]] ^ self.zobrist[t + b]
                    key[i - begin] = h
                    fetch(cython.address(table[cython.cast(i64, h >> 20) & mask]))
                for i in range(begin, stop):
                    n = order[i]
                    if m == width:
                        best = 0
                        for v in range(views):
                            best = max(best, self.estimate[n * views + v])
                        self.dropped = min(self.dropped, self.depth + 1 + best)
                        continue
                    h = key[i - begin]
                    slot = cython.cast(i64, h >> 20) & mask
                    while table[slot] != 0 and table[slot] != h:
                        slot = (slot + 1) & mask
                    if table[slot] == h:
                        continue
                    table[slot] = h
                    there.hash[m] = h
                    self._enter(n, m)
                    m += 1
                begin = stop
        self.here, self.there = there, here
        self.entered += m
        self.count, self.children = m, 0
        self.depth += 1
        return self.found >= 0

    def trace(self) -> bytes:
        """Return the `came` of the boards of this level."""
        return bytes(self.here.came[: self.count])
