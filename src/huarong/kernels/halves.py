"""Breadth-first search of a whole space by halves: a layout is a beginning and an ending, and no neighbour is ranked.

`huarong.atlas.halves` cuts every word of the numbering where the board is half read. What comes before is a
**beginning**: all layouts that share it have consecutive ranks. What comes behind is an **ending**, a number among the
words from the state at the cut. What an ending can do is the same behind every beginning that leads to its state, so it
is found once, as a list of **turns**: the edge (of `huarong.model.rules.Rules`, 4 * place + direction) and the ending
then. A turn that also changes the beginning is a **crossing**; which beginning it leads to is looked up in a row of
each beginning. A step that changes nothing but the beginning is a **link** to another, from every ending to the same
ending there.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython
from cython.cimports.huarong.kernels._bits import fetch

ROOM = cython.declare(cython.Py_ssize_t, 256)
"""The number of neighbours collected before they are looked up, so that memory is prefetched."""
AHEAD = cython.declare(cython.int, 32)
"""The number of layouts whose turns are prefetched before use."""
SCAN = cython.declare(cython.longlong, 2)
"""The cost, in layouts, of looking through 512 ranks."""
ONES = cython.declare(cython.ulonglong, 0x0101010101010101)
TOPS = cython.declare(cython.ulonglong, 0x8080808080808080)


@cython.final
@cython.cclass
class HalvesSearch:
    """A breadth-first search of a whole space, level by level.

    `dist` has 255 where nothing is known, by rank; `words` is the same memory, eight bytes each. `marks[2 * b + (d &
    1)]` is set where beginning b may hold a layout of depth d.

    By beginning: its first rank (`base`, one more at the end), the first `ending` of its state, where its row of
    crossings begins (`row`), its links from `link[b]` up to `link[b + 1]`, and the cells that its pieces cover
    (`begun`). A link is the beginning it leads to (from bit 32 on) and its edge; a row (`across`) has the beginnings
    that crossings lead to, or -1. By ending: its turns from `turn[i]` up to `turn[i + 1]`, and the cells that its
    pieces cover (`ended`). A turn packs three numbers. From bit 32 on: the ending to which it leads, counted from the
    first of that beginning's state. In the 16 bits from bit 16 on: one more than its place in the row, or 0 if it is
    not a crossing. In the lowest 16 bits: its edge. So `3 << 32 | 2 << 16 | 9` leads to ending 3 by edge 9, if the
    second of the row is a beginning.

    `metric`: 0 step, 1 slide, 2 move. By edge: `step` is the place then, `enter` the cells that have to be empty. By
    place: `cover` is the cells of a piece there, `halo` all that its steps enter. `todo_*` are layouts whose turns
    are being fetched. `found` and `owner` have the rank and the beginning to which their steps lead. `near` says for
    each from which layout (16 bits from bit 16 on), by which edge (16 bits) and to which ending (from bit 32 on) it
    leads. Those from which the piece goes on stay in `near_*`. `trail_*` is what one piece has reached and goes on
    from: beginning, ending, place, direction, and which cells are covered then; `seen` is by place. `block`, and in
    it `rank`, is where a level is to go on, up to `last`.

    Several objects may search one level over common `dist` and `marks`, each in its own thread and for its own
    beginnings: whatever two of them write to a byte is equal.
    """

    dist: cython.uchar[::1]
    words: cython.ulonglong[::1]
    marks: cython.uchar[::1]
    metric: cython.int
    base: cython.longlong[::1]
    ending: cython.int[::1]
    row: cython.longlong[::1]
    link: cython.int[::1]
    links: cython.ulonglong[::1]
    across: cython.int[::1]
    turn: cython.int[::1]
    turns: cython.ulonglong[::1]
    begun: cython.ulonglong[::1]
    ended: cython.ulonglong[::1]
    step: cython.int[::1]
    enter: cython.ulonglong[::1]
    cover: cython.ulonglong[::1]
    halo: cython.ulonglong[::1]
    trail_at: cython.int[::1]
    trail_ending: cython.int[::1]
    trail_place: cython.int[::1]
    trail_way: cython.int[::1]
    trail_taken: cython.ulonglong[::1]
    trail: cython.int
    near: cython.ulonglong[::1]
    near_at: cython.int[::1]
    near_taken: cython.ulonglong[::1]
    nears: cython.int
    todo: cython.longlong[::1]
    todo_at: cython.int[::1]
    todo_taken: cython.ulonglong[::1]
    todos: cython.int
    seen: cython.uchar[::1]
    found: cython.longlong[::1]
    owner: cython.int[::1]
    waiting: cython.Py_ssize_t
    block = cython.declare(cython.longlong, visibility="readonly")
    last = cython.declare(cython.longlong, visibility="readonly")
    spent = cython.declare(cython.longlong, visibility="readonly")
    rank: cython.longlong

    def __init__(self, given: Any) -> None:
        self.dist, self.words = given.dist, given.words
        self.marks, self.metric = given.marks, given.metric
        self.base, self.ending, self.row = given.base, given.ending, given.row
        self.link, self.links, self.across = given.link, given.links, given.across
        self.turn, self.turns = given.turn, given.turns
        self.begun, self.ended = given.begun, given.ended
        self.step, self.enter = given.step, given.enter
        self.cover, self.halo = given.cover, given.halo
        places = len(self.step) // 4 + 1
        self.trail_at, self.trail_ending = [array("i", bytes(4 * places)) for _ in range(2)]
        self.trail_place, self.trail_way = [array("i", bytes(4 * places)) for _ in range(2)]
        self.trail_taken, self.seen = array("Q", bytes(8 * places)), array("B", bytes(places))
        self.todo, self.todo_at = array("q", bytes(8 * AHEAD)), array("i", bytes(4 * AHEAD))
        self.todo_taken = array("Q", bytes(8 * AHEAD))
        # A layout has at most so many steps: each of its pieces, of which there are at most 64, in four directions.
        most = ROOM + 4 * AHEAD * min(places, 64)
        self.near, self.near_taken = [array("Q", bytes(8 * most)) for _ in range(2)]
        self.near_at = array("i", bytes(4 * most))
        self.found, self.owner = array("q", bytes(8 * most)), array("i", bytes(4 * most))
        self.trail = self.nears = self.todos = 0
        self.waiting = 0
        self.begin(0, len(self.base) - 1)

    def begin(self, first: int, last: int) -> None:
        """Begin a level, for the layouts of the beginnings from `first` up to `last`."""
        self.block, self.last, self.rank = first, last, 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _tell(self, b: cython.int, i: cython.longlong) -> cython.void:
        """Collect a neighbour, ending i behind beginning b, to be looked up."""
        rank = self.base[b] + i
        self.found[self.waiting] = rank
        self.owner[self.waiting] = b
        self.waiting += 1
        if cython.compiled:
            fetch(cython.address(self.dist[rank]))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _behind(self, b: cython.int, x: cython.ulonglong) -> cython.int:
        """The beginning to which turn `x` leads from beginning b, or -1 if the turn cannot be made there."""
        cross = cython.cast(cython.int, x >> 16 & 65535)
        if cross == 0:
            return b
        return self.across[self.row[b] + cross - 1]

    @cython.cfunc
    @cython.nogil
    def _steps(self, b: cython.int, i: cython.longlong) -> cython.void:
        """Collect all layouts one step from ending i behind beginning b."""
        at = self.ending[b] + i
        for t in range(self.turn[at], self.turn[at + 1]):
            x = self.turns[t]
            to = self._behind(b, x)
            if to >= 0:
                self._tell(to, x >> 32)
        for t in range(self.link[b], self.link[b + 1]):
            self._tell(cython.cast(cython.int, self.links[t] >> 32), i)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _goes_on(self, p: cython.int, q: cython.int, taken: cython.ulonglong, way: cython.int) -> cython.bint:
        """Whether a piece that came from place p to q can go elsewhere than back, in a direction (-1: any), where these
        cells are covered.
        """
        # Every step but the one back enters a cell outside of place p; with no such cell empty it can only go back.
        if not self.halo[q] & ~taken & ~self.cover[p]:
            return False
        for d in range(4):
            to = self.step[4 * q + d]
            if to >= 0 and to != p and (way < 0 or d == way) and not self.enter[4 * q + d] & taken:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    def _firsts(self, k: cython.int) -> cython.void:
        """Collect all layouts one step from layout k of `todo`, and write to `near` which edge leads to each."""
        b = self.todo_at[k]
        i = self.todo[k]
        at = self.ending[b] + i
        for t in range(self.turn[at], self.turn[at + 1]):
            x = self.turns[t]
            to = self._behind(b, x)
            if to >= 0:
                self.near[self.waiting] = (x >> 32) << 32 | k << 16 | (x & 65535)
                self._tell(to, x >> 32)
        for t in range(self.link[b], self.link[b + 1]):
            x = self.links[t]
            self.near[self.waiting] = cython.cast(cython.ulonglong, i) << 32 | k << 16 | (x & 65535)
            self._tell(cython.cast(cython.int, x >> 32), i)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _new(self, rank: cython.longlong, b: cython.int, depth: cython.int) -> cython.bint:
        """Give a layout of beginning b the next depth if it has none; returns whether it is now deeper than `depth`."""
        known: cython.int = self.dist[rank]
        mark: cython.longlong
        if known == 255:
            self.dist[rank] = cython.cast(cython.uchar, depth + 1)
            mark = 2 * b + 1 - (depth & 1)
            # Written only where it changes: a write takes the line out of other cores' caches.
            if not self.marks[mark]:
                self.marks[mark] = 1
            return True
        return known > depth

    @cython.cfunc
    @cython.nogil
    def _sift(self, depth: cython.int) -> cython.void:
        """Note the depth of the steps in `near`, and keep of them those from which the piece goes on to layouts that
        may be new.

        A layout that is no deeper than `depth` is or was expanded itself, so a piece need not go on from there.
        """
        self.nears = 0
        for j in range(self.waiting):
            if not self._new(self.found[j], self.owner[j], depth):
                continue
            x = self.near[j]
            edge = cython.cast(cython.int, x & 65535)
            k = cython.cast(cython.int, x >> 16 & 65535)
            p = edge >> 2
            q = self.step[edge]
            taken = self.todo_taken[k] ^ self.cover[p] ^ self.cover[q]
            if self._goes_on(p, q, taken, edge & 3 if self.metric == 1 else -1):
                self.near[self.nears] = x
                self.near_at[self.nears] = self.owner[j]
                self.near_taken[self.nears] = taken
                self.nears += 1
        self.waiting = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _follow(
        self, b: cython.int, i: cython.longlong, q: cython.int, way: cython.int, taken: cython.ulonglong
    ) -> cython.void:
        """Add to the trail that the piece is at place q, with ending i behind beginning b."""
        self.trail_at[self.trail] = b
        self.trail_ending[self.trail] = cython.cast(cython.int, i)
        self.trail_place[self.trail] = q
        self.trail_way[self.trail] = way
        self.trail_taken[self.trail] = taken
        self.trail += 1
        self.seen[q] = 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _next(
        self, b: cython.int, i: cython.longlong, edge: cython.int, t: cython.int, depth: cython.int
    ) -> cython.void:
        """Note where a step leads from the place t of the trail, and add that to the trail if it is new and the piece
        can go on.
        """
        p = edge >> 2
        q = self.step[edge]
        way = self.trail_way[t]
        if self.seen[q] or (way >= 0 and edge & 3 != way):
            return
        if not self._new(self.base[b] + i, b, depth):
            return
        taken = self.trail_taken[t] ^ self.cover[p] ^ self.cover[q]
        if self._goes_on(p, q, taken, way):
            self._follow(b, i, q, way, taken)

    @cython.cfunc
    @cython.nogil
    def _extend(self, k: cython.int, depth: cython.int) -> cython.void:
        """Go on from the place k of the trail by a step."""
        b = self.trail_at[k]
        i: cython.longlong = self.trail_ending[k]
        place = cython.cast(cython.ulonglong, self.trail_place[k])
        at = self.ending[b] + i
        for t in range(self.turn[at], self.turn[at + 1]):
            x = self.turns[t]
            if x >> 2 & 16383 == place:
                to = self._behind(b, x)
                if to >= 0:
                    self._next(to, x >> 32, cython.cast(cython.int, x & 65535), k, depth)
        for t in range(self.link[b], self.link[b + 1]):
            x = self.links[t]
            if x >> 2 & 16383 == place:
                self._next(cython.cast(cython.int, x >> 32), i, cython.cast(cython.int, x & 65535), k, depth)

    @cython.cfunc
    @cython.nogil
    def _moves(self, depth: cython.int) -> cython.void:
        """Expand the layouts kept for slides or moves: first all steps, then the pieces that go on, one by one."""
        for k in range(self.todos):
            self.todo_taken[k] = self.begun[self.todo_at[k]] | self.ended[self.ending[self.todo_at[k]] + self.todo[k]]
            self._firsts(k)
        self._sift(depth)
        while self.nears > 0:
            # Take the piece of the last step in the list, with all its steps from that layout; those of its other
            # pieces move up.
            n = self.nears
            x = self.near[n - 1]
            place = x >> 2 & 16383
            which = x >> 16 & 65535
            self.seen[place] = 1
            self.trail = 0
            k = n
            while k > 0 and self.near[k - 1] >> 16 & 65535 == which:
                k -= 1
            self.nears = k
            for t in range(k, n):
                x = self.near[t]
                if x >> 2 & 16383 == place:
                    edge = cython.cast(cython.int, x & 65535)
                    self._follow(
                        self.near_at[t],
                        x >> 32,
                        self.step[edge],
                        edge & 3 if self.metric == 1 else -1,
                        self.near_taken[t],
                    )
                else:
                    self.near[self.nears] = x
                    self.near_at[self.nears] = self.near_at[t]
                    self.near_taken[self.nears] = self.near_taken[t]
                    self.nears += 1
            t = 0
            while t < self.trail:
                self._extend(t, depth)
                t += 1
            self.seen[place] = 0
            for t in range(self.trail):
                self.seen[self.trail_place[t]] = 0

    @cython.cfunc
    @cython.nogil
    def _mark(self, depth: cython.int) -> cython.void:
        """Give the next depth to those of the collected layouts that have none yet."""
        for k in range(self.waiting):
            self._new(self.found[k], self.owner[k], depth)
        self.waiting = 0

    @cython.cfunc
    @cython.nogil
    def _do(self, depth: cython.int) -> cython.void:
        """Expand the layouts of `todo`, after prefetching their turns."""
        if cython.compiled:
            for k in range(self.todos):
                at = self.ending[self.todo_at[k]] + self.todo[k]
                fetch(cython.address(self.turns[self.turn[at]]))
        if self.metric:
            self._moves(depth)
        else:
            for k in range(self.todos):
                self._steps(self.todo_at[k], self.todo[k])
                if self.waiting >= ROOM:
                    self._mark(depth)
        self.todos = 0

    def expand(self, depth: cython.int, most: cython.longlong) -> cython.longlong:
        """Expand about `most` layouts at a depth: neighbours not yet found get the next depth.

        It continues at `block`, and gets at least one layout or beginning farther. Returns how many were expanded;
        `spent` is that and what was looked through for them.
        """
        with cython.nogil:
            done = self._expand(depth, most)
        return done

    @cython.cfunc
    @cython.nogil
    def _expand(self, depth: cython.int, most: cython.longlong) -> cython.longlong:
        now = depth & 1
        pattern = ONES * cython.cast(cython.ulonglong, depth)
        blocks = self.last
        expanded: cython.longlong = 0
        looked = 0
        b = self.block
        begin = self.rank
        within = False
        while b < blocks and expanded + looked < most:
            if not self.marks[2 * b + now]:
                b += 1
                begin = 0
                continue
            first = self.base[b]
            last = self.base[b + 1]
            looked += SCAN + ((last - first) >> 8)
            begin = max(first, begin)
            for w in range(begin // 8, (last + 7) // 8):
                x = self.words[w] ^ pattern
                if not ((x - ONES) & ~x & TOPS):
                    continue
                for rank in range(max(8 * w, begin), min(8 * w + 8, last)):
                    if self.dist[rank] != depth:
                        continue
                    expanded += 1
                    self.todo[self.todos] = rank - first
                    self.todo_at[self.todos] = cython.cast(cython.int, b)
                    self.todos += 1
                    if cython.compiled:
                        fetch(cython.address(self.turn[self.ending[b] + rank - first]))
                    if self.todos == AHEAD:
                        self._do(depth)
                    if expanded + looked >= most:
                        begin = rank + 1
                        within = True
                        break
                if within:
                    break
            else:
                self.marks[2 * b + now] = 0
                begin = 0
                b += 1
        self._do(depth)
        self._mark(depth)
        self.block = b
        self.rank = begin
        self.spent = expanded + looked
        return expanded
