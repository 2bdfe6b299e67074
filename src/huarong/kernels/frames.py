"""Frames: the positions of all pieces except the singles (interchangeable 1x1 pieces), and the slides between frames.

The free cells of a frame, from the last to the first in reading order, are the **axes** 0, 1, ... of a cube. The
corners of the cube are the sets of cells that have singles: corner s is bit `s & 63` of the frame's word `s >> 6`. So
the lowest six axes lie within a word, and the others choose the word.

A single that slides swaps two axes. Any other piece that slides leads from one frame to another. The cells that it
enters must be empty (their axes 0), the cells that it leaves become empty (their axes 0), and all other axes keep their
order. That is a **turn**, which many slides share: axes that are 0 are removed at some positions and inserted at
others. `docs/en/explanation/frames.md` has drawings, and `huarong.kernels.cubes` is the search.
"""

from __future__ import annotations

from array import array
from types import SimpleNamespace
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import count, i32, i32s, i64, lowest, u8, u8s, u16, u16s, u64, u64s

ALL = cython.declare(u64, 0xFFFFFFFFFFFFFFFF)
SCATTER = cython.declare(u64, 0x9E3779B97F4A7C15)
MOST_TURNS = cython.declare(i64, 3000)
TURNS = cython.declare(i64, 4096)
"""The entries of the hash table of turns."""

# What `FrameSurvey` can put at a cell besides a piece.
NOTHING = cython.declare(i32, -2)
FREE = cython.declare(i32, -1)

most_freed = 6
"""The most cells that a slide may free; the code of a turn has 10 bits for each."""
compiled = cython.compiled


@cython.final
@cython.cclass
class FrameSurvey:
    """An enumeration of all frames in order, depth first, that can stop after a number of steps and continue.

    Places that begin at free cell c are `places[start[c]:start[c + 1]]`; `cover`, `kind` and `sign` are by place. By
    kind, `size` is a piece's cells, `least` and `most` the allowed numbers of pieces, and `now` the current number.
    There may be `free_least` to `free_most` free cells. By depth, from 0 to `height` - 1: the `cell`, how many of its
    choices were `tried`, the choice `made` (NOTHING, FREE, or a place), the cells `left` to fill and those `taken`.

    The totals so far are `frames` frames, `words` words, `slots` slots and `axes_sum` axes; one frame has at most
    `widest` axes.
    """

    cython.declare(cells=i32, free_least=i32, free_most=i32, start=i32s, places=i32s, cover=u64s, kind=i32s, sign=u64s)
    cython.declare(size=i32s, least=i32s, most=i32s, now=i32s, cell=i32s, tried=i32s, made=i32s, left=i32s, taken=u64s)
    cython.declare(free=i32, owed=i32)
    height = cython.declare(i64, visibility="readonly")
    frames = cython.declare(i64, visibility="readonly")
    words = cython.declare(i64, visibility="readonly")
    slots = cython.declare(i64, visibility="readonly")
    axes_sum = cython.declare(i64, visibility="readonly")
    widest = cython.declare(i64, visibility="readonly")

    def __init__(self, cells: int, pieces: SimpleNamespace, rules: Any, sign: u64s) -> None:
        """Begin before the first frame; `pieces` has `start`, `places`, and by kind `size`, `least`, `most`."""
        self.cells, self.free_least, self.free_most = cells, pieces.free_least, pieces.free_most
        self.start, self.places = pieces.start, pieces.places
        self.size, self.least, self.most = pieces.size, pieces.least, pieces.most
        self.cover, self.kind, self.sign = rules.cover, rules.kind, sign
        self.now = array("i", bytes(4 * len(pieces.size)))
        self.cell, self.tried, self.made, self.left = [array("i", bytes(4 * (cells + 1))) for _ in range(4)]
        self.taken = array("Q", bytes(8 * (cells + 1)))
        self.left[0], self.made[0] = cells, NOTHING
        self.owed = sum([each * n for each, n in zip(pieces.size, pieces.least, strict=True)])
        self.height, self.free = 1, 0
        self.frames = self.words = self.slots = self.axes_sum = self.widest = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _take_back(self, d: i64) -> cython.void:
        """Undo the choice made at a depth."""
        if self.made[d] == FREE:
            self.free -= 1
        elif self.made[d] >= 0:
            k = self.kind[self.made[d]]
            self.now[k] -= 1
            if self.now[k] < self.least[k]:
                self.owed += self.size[k]
        self.made[d] = NOTHING

    def run(self, most: i64, key: u64s, solid: u64s, axes: u8s, base: i32s, slot: i32s, place: i32s) -> i64:
        """Continue for `most` steps; return how many frames it wrote to the arrays, from index 0 on.

        A frame has a `key` (the xor of its places' `sign`), its `solid` cells, its number of `axes`, its first word
        (`base`) and the first of its pieces (`slot`); each piece has its `place`.
        """
        top = self.height
        frames: i64 = 0
        slots: i64 = 0
        one: u64 = 1
        with cython.nogil:
            while top > 0 and most > 0 and frames < len(key) and slots + self.cells <= len(place):
                most -= 1
                d = top - 1
                self._take_back(d)
                choice = self.tried[d]
                if choice > self.start[self.cell[d] + 1] - self.start[self.cell[d]]:
                    top -= 1
                    continue
                self.tried[d] = choice + 1
                if choice == 0:
                    if self.free == self.free_most:
                        continue
                    self.free += 1
                    mask = one << self.cell[d]
                    size = 1
                    self.made[d] = FREE
                else:
                    p = self.places[self.start[self.cell[d]] + choice - 1]
                    k = self.kind[p]
                    mask = self.cover[p]
                    if mask & self.taken[d] or self.now[k] == self.most[k]:
                        continue
                    size = self.size[k]
                    if self.now[k] < self.least[k]:
                        self.owed -= size
                    self.now[k] += 1
                    self.made[d] = p
                left = self.left[d] - size
                owed = self.owed
                if self.free < self.free_least:
                    owed += self.free_least - self.free
                if owed > left:
                    continue
                if left > 0:
                    top += 1
                    self.taken[d + 1] = self.taken[d] | mask
                    self.cell[d + 1] = lowest(ALL ^ self.taken[d + 1])
                    self.tried[d + 1] = 0
                    self.made[d + 1] = NOTHING
                    self.left[d + 1] = left
                    continue
                key[frames] = 0
                solid[frames] = 0
                axes[frames] = cython.cast(u8, self.free)
                base[frames] = cython.cast(i32, self.words)
                slot[frames] = cython.cast(i32, self.slots + slots)
                for e in range(top):
                    p = self.made[e]
                    if p >= 0:
                        key[frames] ^= self.sign[p]
                        solid[frames] |= self.cover[p]
                        place[slots] = p
                        slots += 1
                frames += 1
                self.words += 1 if self.free <= 6 else one << (self.free - 6)
                self.axes_sum += self.free
                self.widest = max(self.widest, self.free)
        self.height = top
        self.frames += frames
        self.slots += slots
        return frames


@cython.final
@cython.cclass
class Frames:
    """The frames that `FrameSurvey` enumerated, with the slides between them."""

    cells: i32
    # The rules, by place; by cell: the cells to the right, those below, room for the axis.
    cython.declare(sign=u64s, cover=u64s, enter=u64s, step=i32s)
    beside: cython.int[:, ::1]
    # By frame; `table` finds a frame by its key.
    cython.declare(key=u64s, solid=u64s, slot=i32s, pair=i32s, table=i32s)
    # By slot: its place and its first link; by link: the slot and frame it leads to, the turn, the direction.
    cython.declare(place=i32s, link=i32s, into=i32s, frame=i32s, turn=u16s, way=u8s)
    # Two axes for each pair of free neighbors: of a frame, first pairs in a row, then pairs in a column.
    pairs: u8s
    # By turn: its code, 1 and then for each axis, the highest first, 5 bits where it was and 5 where it goes.
    cython.declare(codes=u64s, turns=i64)

    def __init__(self, given: SimpleNamespace) -> None:
        self.cells, self.sign, self.key, self.solid = given.cells, given.sign, given.key, given.solid
        self.cover, self.enter, self.step, self.beside = given.cover, given.enter, given.step, given.beside
        self.slot, self.place, self.pair, self.pairs = given.slot, given.place, given.pair, given.pairs
        self.link, self.into, self.frame, self.turn = given.link, given.into, given.frame, given.turn
        self.way, self.table, self.codes, self.turns = given.way, given.table, given.codes, 0

    def index(self, first: i64, last: i64) -> cython.bint:
        """Enter frames into the hash table by their keys; return False if two keys are equal."""
        h: i64
        end: i64 = len(self.table) - 1
        twice: cython.bint = False
        with cython.nogil:
            for i in range(first, last):
                h = self.key[i] & end
                while self.table[h]:
                    twice = twice or self.key[self.table[h] - 1] == self.key[i]
                    h = (h + 1) & end
                self.table[h] = cython.cast(i32, i + 1)
        return not twice

    def connect(self, first: i64, last: i64) -> cython.bint:
        """Find the pairs and the slides of the frames `first` to `last`; return False if there are too many turns."""
        end: i64 = len(self.table) - 1
        cython.declare(h=i64, n=i32)
        links = self.link[self.slot[first]]
        pairs = self.pair[2 * first]
        code: u64
        with cython.nogil:
            for i in range(first, last):
                taken = self.solid[i]
                n = 0
                for c in range(self.cells - 1, -1, -1):
                    self.beside[2, c] = n
                    n += not (taken >> c & 1)
                for d in range(2):
                    self.pair[2 * i + d] = pairs
                    for c in range(self.cells):
                        e = self.beside[d, c]
                        if e >= 0 and not ((taken >> c | taken >> e) & 1):
                            self.pairs[2 * pairs] = cython.cast(u8, self.beside[2, e])
                            self.pairs[2 * pairs + 1] = cython.cast(u8, self.beside[2, c])
                            pairs += 1
                for s in range(self.slot[i], self.slot[i + 1]):
                    if self.turns > MOST_TURNS:
                        break
                    self.link[s] = links
                    p = self.place[s]
                    for d in range(4):
                        q = self.step[4 * p + d]
                        if q < 0 or self.enter[4 * p + d] & taken:
                            continue
                        key = self.key[i] ^ self.sign[p] ^ self.sign[q]
                        h = key & end
                        while self.key[self.table[h] - 1] != key:
                            h = (h + 1) & end
                        j = self.table[h] - 1
                        t = self.slot[j]
                        while self.place[t] != q:
                            t += 1
                        # The code of the turn: the axes of the cells entered and of those left, lowest last.
                        entered = self.enter[4 * p + d]
                        left = self.cover[p] & ~self.cover[q]
                        code = 1
                        rest = entered
                        key = left
                        while rest:
                            c = lowest(rest)
                            e = lowest(key)
                            rest &= rest - 1
                            key &= key - 1
                            n = self.beside[2, e] - count(entered >> e) + count(key)
                            code = code << 10 | self.beside[2, c] << 5 | n
                        h = (code * SCATTER & ALL) >> 52
                        while self.codes[h] != code:
                            if self.codes[h] == 0:
                                self.codes[h] = code
                                self.turns += 1
                                break
                            h = (h + 1) & (TURNS - 1)
                        if self.turns > MOST_TURNS:
                            break
                        self.into[links] = t
                        self.frame[links] = j
                        self.turn[links] = cython.cast(u16, h)
                        self.way[links] = cython.cast(u8, d)
                        links += 1
                self.pair[2 * i + 2] = pairs
                self.link[self.slot[i + 1]] = links
        return self.turns <= MOST_TURNS
