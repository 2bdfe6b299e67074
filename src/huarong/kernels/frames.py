"""Frames: where all pieces but the singles (interchangeable 1x1 pieces) lie, and the slides between frames.

The free cells of a frame, from the last to the first in reading order, are the **axes** 0, 1, ... of a
cube whose corners are the sets of cells on which singles lie: corner s is bit `s & 63` of the frame's
word `s >> 6`. So the lowest six axes lie within a word, and the others choose the word.

A single that slides swaps two axes. Any other piece that slides leads from one frame to another: the
cells that it enters must be empty (their axes 0), those that it leaves will be (their axes 0), and all
other axes keep their order. That is a **turn**, and the same for many slides: axes that are 0 are taken
out at some positions and put in at others. `docs/frames.md` draws it, `huarong.kernels.cubes` searches.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ModuleNotFoundError:
    from huarong.kernels import _plain as cython

if cython.compiled:
    from cython.cimports.huarong.kernels._bits import count, lowest
else:
    from huarong.kernels._plain import count, lowest

ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
SCATTER = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MOST_TURNS = cython.declare(cython.ulonglong, 3000)

most_freed = 6
"""A slide may free this many cells: the code of a turn has 10 bits for each."""
compiled = cython.compiled


def survey(
    state: cython.longlong[::1],
    most: cython.longlong,
    cells: cython.int,
    free_least: cython.int,
    free_most: cython.int,
    start: cython.int[::1],
    places: cython.int[::1],
    cover: cython.ulonglong[::1],
    kind: cython.int[::1],
    bounds: cython.int[:, ::1],
    sign: cython.ulonglong[::1],
    stack: cython.int[:, ::1],
    taken: cython.ulonglong[::1],
    key: cython.ulonglong[::1],
    solid: cython.ulonglong[::1],
    axes: cython.uchar[::1],
    base: cython.int[::1],
    slot: cython.int[::1],
    place: cython.int[::1],
) -> cython.longlong:
    """Go through all frames in order, `most` steps of it; returns how many it wrote down from 0 on.

    Places that begin at cell c are `places[start[c]:start[c + 1]]`. `bounds[k]`: cells of a piece of kind k,
    its least and greatest number, how many now. `state`: the height of the stack (begins at 1; 0 at the
    end), frames, words and slots so far, free cells now, cells still owed to pieces, axes so far, most
    axes. `stack[d]`: the cell, the choice to try next, the choice made (0 none, 1 free, 2 + place), cells
    left. For a frame: `key` (the xor of its places' `sign`), `solid` cells, how many `axes`, its first word
    (`base`) and the first of its pieces (`slot`); for each of these its `place`.
    """
    top: cython.longlong = state[0]
    d: cython.longlong
    e: cython.longlong
    cell: cython.int
    choice: cython.int
    p: cython.int
    k: cython.int
    left: cython.int
    owed: cython.int
    size: cython.int
    free: cython.int = cython.cast(cython.int, state[4])
    frames: cython.longlong = 0
    slots: cython.longlong = 0
    mask: cython.ulonglong
    one: cython.ulonglong = 1
    with cython.nogil:
        while top > 0 and most > 0 and frames < len(key) and slots + cells <= len(place):
            most -= 1
            d = top - 1
            cell = stack[d, 0]
            choice = stack[d, 2]
            if choice == 1:
                free -= 1
            elif choice > 1:
                k = kind[choice - 2]
                bounds[k, 3] -= 1
                if bounds[k, 3] < bounds[k, 1]:
                    state[5] += bounds[k, 0]
            stack[d, 2] = 0
            choice = stack[d, 1]
            if choice > start[cell + 1] - start[cell]:
                top -= 1
                continue
            stack[d, 1] = choice + 1
            if choice == 0:
                if free == free_most:
                    continue
                free += 1
                mask = one << cell
                size = 1
                stack[d, 2] = 1
            else:
                p = places[start[cell] + choice - 1]
                k = kind[p]
                mask = cover[p]
                if mask & taken[d] or bounds[k, 3] == bounds[k, 2]:
                    continue
                size = bounds[k, 0]
                if bounds[k, 3] < bounds[k, 1]:
                    state[5] -= size
                bounds[k, 3] += 1
                stack[d, 2] = p + 2
            left = stack[d, 3] - size
            owed = cython.cast(cython.int, state[5])
            if free < free_least:
                owed += free_least - free
            if owed > left:
                continue
            if left > 0:
                top += 1
                taken[d + 1] = taken[d] | mask
                stack[d + 1, 0] = lowest(ALL ^ taken[d + 1])
                stack[d + 1, 1] = 0
                stack[d + 1, 2] = 0
                stack[d + 1, 3] = left
                continue
            key[frames] = 0
            solid[frames] = 0
            axes[frames] = cython.cast(cython.uchar, free)
            base[frames] = cython.cast(cython.int, state[2])
            slot[frames] = cython.cast(cython.int, state[3] + slots)
            for e in range(top):
                p = stack[e, 2] - 2
                if p >= 0:
                    key[frames] ^= sign[p]
                    solid[frames] |= cover[p]
                    place[slots] = p
                    slots += 1
            frames += 1
            state[2] += 1 if free <= 6 else one << (free - 6)
            state[6] += free
            if free > state[7]:
                state[7] = free
    state[0] = top
    state[1] += frames
    state[3] += slots
    state[4] = free
    return frames


@cython.final
@cython.cclass
class Frames:
    """The frames that `survey` wrote down, to be connected."""

    cells: cython.int
    # The rules, by place; by cell: the cells to the right, those below, room for the axis.
    sign: cython.ulonglong[::1]
    cover: cython.ulonglong[::1]
    enter: cython.ulonglong[::1]
    step: cython.int[::1]
    beside: cython.int[:, ::1]
    # By frame; `table` finds a frame by its key.
    key: cython.ulonglong[::1]
    solid: cython.ulonglong[::1]
    slot: cython.int[::1]
    pair: cython.int[::1]
    table: cython.int[::1]
    # By slot: its place and its first link; by link: the slot and frame it leads to, the turn, the direction.
    place: cython.int[::1]
    link: cython.int[::1]
    into: cython.int[::1]
    frame: cython.int[::1]
    turn: cython.ushort[::1]
    way: cython.uchar[::1]
    # Two axes for each pair of free neighbours: of a frame, first pairs in a row, then pairs in a column.
    pairs: cython.uchar[::1]
    # By turn: its code, 1 and then for each axis, the highest first, 5 bits where it was and 5 where it goes.
    codes: cython.ulonglong[::1]

    def __init__(self, **given: Any) -> None:
        self.cells = given["cells"]
        self.sign = given["sign"]
        self.cover = given["cover"]
        self.enter = given["enter"]
        self.step = given["step"]
        self.beside = given["beside"]
        self.key = given["key"]
        self.solid = given["solid"]
        self.slot = given["slot"]
        self.pair = given["pair"]
        self.table = given["table"]
        self.place = given["place"]
        self.link = given["link"]
        self.into = given["into"]
        self.frame = given["frame"]
        self.turn = given["turn"]
        self.way = given["way"]
        self.pairs = given["pairs"]
        self.codes = given["codes"]

    def index(self, first: cython.longlong, last: cython.longlong) -> cython.bint:
        """Enter frames into the hash table by their keys; False where two keys are the same."""
        i: cython.longlong
        h: cython.longlong
        end: cython.longlong = len(self.table) - 1
        twice: cython.bint = False
        with cython.nogil:
            for i in range(first, last):
                h = self.key[i] & end
                while self.table[h]:
                    twice = twice or self.key[self.table[h] - 1] == self.key[i]
                    h = (h + 1) & end
                self.table[h] = cython.cast(cython.int, i + 1)
        return not twice

    def connect(self, first: cython.longlong, last: cython.longlong) -> cython.bint:
        """Find the pairs and the slides of frames; those before are done. False where turns are too many."""
        i: cython.longlong
        end: cython.longlong = len(self.table) - 1
        h: cython.longlong
        s: cython.int
        t: cython.int
        j: cython.int
        n: cython.int
        p: cython.int
        q: cython.int
        d: cython.int
        c: cython.int
        e: cython.int
        links: cython.int = self.link[self.slot[first]]
        pairs: cython.int = self.pair[2 * first]
        taken: cython.ulonglong
        rest: cython.ulonglong
        key: cython.ulonglong
        entered: cython.ulonglong
        left: cython.ulonglong
        code: cython.ulonglong
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
                            self.pairs[2 * pairs] = cython.cast(cython.uchar, self.beside[2, e])
                            self.pairs[2 * pairs + 1] = cython.cast(cython.uchar, self.beside[2, c])
                            pairs += 1
                for s in range(self.slot[i], self.slot[i + 1]):
                    if self.codes[4096] > MOST_TURNS:
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
                                self.codes[4096] += 1
                                break
                            h = (h + 1) & 4095
                        if self.codes[4096] > MOST_TURNS:
                            break
                        self.into[links] = t
                        self.frame[links] = j
                        self.turn[links] = cython.cast(cython.ushort, h)
                        self.way[links] = cython.cast(cython.uchar, d)
                        links += 1
                self.pair[2 * i + 2] = pairs
                self.link[self.slot[i + 1]] = links
        return self.codes[4096] <= MOST_TURNS
