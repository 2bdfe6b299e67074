"""Boards of one puzzle or family played side by side: their legal actions, and the pieces on their cells."""

from array import array
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import i32, i32s, i64, i64s, isize, lowest, u8, u8s, u64, u64s
from cython.cimports.huarong.kernels._keys import MOVE, SLIDE, STEP


@cython.final
@cython.cclass
class Boards:
    """Boards and their rules; `huarong.learn.environments` says how actions are numbered.

    `head`, `step`, `cover`, `halo` and `enter` are as in `huarong.model.rules.Rules`, in which a set of free cells
    takes `words` words; `free` has the numbers of the free cells. `place[cells * k + h]` is the place of kind k at head
    h.

    For each board, `heads` and `covered` have a letter for each cell (kind k is letter k + 1): which piece's head is
    there, and which piece covers it. `mask` has a 1 for each legal action; `legal` lists the `count` of them and has
    room for all `actions`. The `held` pieces are at `places`, which has room for one per cell, and cover the cells
    `taken`.

    `movable`, `reached`, `mark`, `tick` and `other` are scratch memory for the pieces that can move and the places that
    one can reach.
    """

    cython.declare(cells=isize, actions=isize, words=i32, metric=i32, head=i32s, step=i32s, cover=u64s, halo=u64s)
    cython.declare(enter=u64s, place=i32s, free=i32s, heads=u8s, covered=u8s, mask=u8s, legal=i32s, count=i32s)
    cython.declare(held=i32s, places=i32s, taken=u64s, movable=i32s, reached=i32s, mark=i64s, other=u64s, tick=i64)

    def __init__(self, rules: Any, metric: int, arrays: Any) -> None:
        """Take the arrays from `place` to `held`, in their order, as `arrays`."""
        self.head, self.step, self.cover = rules.head, rules.step, rules.cover
        self.halo, self.enter, self.words = rules.halo, rules.enter, rules.words
        self.place, self.free, self.heads, self.covered, self.mask = arrays[:5]
        self.legal, self.count, self.held = arrays[5:]
        boards = len(self.held)
        self.metric, self.tick = metric, 0
        self.cells, self.actions = len(self.heads) // boards, len(self.mask) // boards
        self.places, self.movable = array("i", [0]) * len(self.heads), array("i", [0]) * self.cells
        self.taken, self.other = (array("Q", [0]) * (boards * self.words), array("Q", [0]) * self.words)
        self.reached, self.mark = array("i", [0]) * len(self.head), array("q", [0]) * len(self.head)

    def act(self, actions: i64s) -> None:
        """Perform an action on each board if it is legal; one below 0 resets the board to the layout in `heads`."""
        nw = self.words
        with cython.nogil:
            for i in range(len(actions)):
                action = actions[i]
                if action < 0:
                    self._load(i)
                elif self.mask[i * self.actions + action]:
                    self._make(i, action)
                else:
                    continue
                if nw == 1:  # known when it is compiled, the number of words costs nothing
                    self._look(i, 1)
                else:
                    self._look(i, nw)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _put(self, i: isize, p: i32, letter: u8) -> cython.void:
        """Put a piece on the cells of place p of board i, or remove it (letter 0)."""
        for w in range(self.words):
            v = self.cover[p * self.words + w]
            self.taken[i * self.words + w] ^= v
            while v:
                self.covered[i * self.cells + self.free[64 * w + lowest(v)]] = letter
                v &= v - 1

    @cython.cfunc
    @cython.nogil
    def _load(self, i: isize) -> cython.void:
        """Reset board i to the layout in `heads`, without the pieces of the last layout."""
        first = i * self.cells
        for j in range(first, first + self.held[i]):
            self._put(i, self.places[j], 0)
        held: i32 = 0
        for c in range(self.cells):
            letter = self.heads[first + c]
            if letter:
                self.places[first + held] = self.place[(letter - 1) * self.cells + c]
                self._put(i, self.places[first + held], letter)
                held += 1
        self.held[i] = held

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _make(self, i: isize, action: i64) -> cython.void:
        """Perform a legal action on board i."""
        j = i * self.cells
        h = action >> 2 if self.metric == STEP else action // self.cells
        letter = self.heads[j + h]
        row = (letter - 1) * self.cells
        p = self.place[row + h]
        q = self.place[row + action % self.cells]
        if self.metric == STEP:
            q = self.step[4 * p + (action & 3)]
        self.heads[j + h] = 0
        self.heads[j + self.head[q]] = letter
        self._put(i, p, 0)
        self._put(i, q, letter)
        while self.places[j] != p:
            j += 1
        self.places[j] = q

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _look(self, i: isize, nw: i32) -> cython.void:
        """Find the legal actions of board i."""
        first = i * self.actions
        n = first
        metric, tick = self.metric, self.tick
        for e in range(first, first + self.count[i]):
            self.mask[first + self.legal[e]] = 0
        movable: i32 = 0  # the list is written without branches, which would be mispredicted
        for j in range(i * self.cells, i * self.cells + self.held[i]):
            p = self.places[j]
            v = 0
            for w in range(nw):
                v |= self.halo[p * nw + w] & ~self.taken[i * nw + w]
            self.movable[movable] = p
            movable += v != 0
        for j in range(movable):
            p = self.movable[j]
            for w in range(nw):
                self.other[w] = self.taken[i * nw + w] & ~self.cover[p * nw + w]
            base = self.head[p] * (4 if metric == STEP else self.cells)
            tick += 1
            self.mark[p] = tick
            self.reached[0] = p
            r = 0
            end = 1
            while r < end:
                q = self.reached[r]
                r += 1
                ways = 0
                for d in range(4):
                    v = 0
                    for w in range(nw):
                        v |= self.enter[(4 * q + d) * nw + w] & self.other[w]
                    ways |= cython.cast(u64, v == 0) << d
                while ways:
                    d = lowest(ways)
                    ways &= ways - 1
                    t = self.step[4 * q + d]
                    while t >= 0 and self.mark[t] != tick:
                        action = base + (d if metric == STEP else self.head[t])
                        self.legal[n] = cython.cast(i32, action)
                        n += 1
                        if metric == MOVE:
                            self.mark[t] = tick
                            self.reached[end] = t
                            end += 1
                        if metric != SLIDE:
                            break
                        v = 0
                        for w in range(nw):
                            v |= self.enter[(4 * t + d) * nw + w] & self.other[w]
                        t = -1 if v else self.step[4 * t + d]
        for e in range(first, n):
            self.mask[first + self.legal[e]] = 1
        self.tick = tick
        self.count[i] = cython.cast(i32, n - first)
