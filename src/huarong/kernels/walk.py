"""Depth-first search over layouts with an explicit stack: all paths, or one within a bound.

Pieces keep their numbers along a path. At each layout, the search lists the moves in order and tries them one after the
other. They are ordered by piece, then by direction (up, down, left, right), nearer places first. A layout's
key is the exclusive or of `z[p]` over its places (see `huarong.search.keys`, without lists). The search can pause
anywhere and continue.
"""

from __future__ import annotations

from array import array
from types import SimpleNamespace
from typing import Any

import cython
from cython.cimports.huarong.kernels._keys import scattered

# Why `Walk.run` returns.
PAUSED = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
why = SimpleNamespace(PAUSED=PAUSED, FOUND=FOUND, EXHAUSTED=EXHAUSTED)

SLIDE = cython.declare(cython.int, 1)
MOVE = cython.declare(cython.int, 2)
"""The metrics: a piece in a straight line (SLIDE); a piece along any path (MOVE). Any other number is STEP."""

FAR = cython.declare(cython.int, 65535)
"""The distance of a layout from which no goal can be reached."""
NEVER = cython.declare(cython.longlong, 1 << 62)
never = 1 << 62
"""The value of `beyond` where no layout was cut off."""
TICKS = cython.declare(cython.int, 2147483647)
PROBES = cython.declare(cython.int, 8)
"""Entries of the transposition table that are probed for a key."""


@cython.final
@cython.cclass
class Lookup:
    """A table of distances of layouts or of a pattern, by key: a visited set with a value for each number.

    `queue` has the keys, of `words` words, and `table` finds them: a hash table of 2^bits entries. `z` has for each
    place of the puzzle's pieces what a piece there adds to a key. With `bits` 0 nothing is looked up.
    """

    words: cython.int
    bits: cython.int
    queue: cython.ulonglong[::1]
    table: cython.uint[::1]
    values: cython.ushort[::1]
    z: cython.ulonglong[::1]

    def __init__(self, words: cython.int, bits: cython.int, visited: Any, values: Any, z: Any) -> None:
        self.words, self.bits, self.values, self.z = words, bits, values, z
        self.queue, self.table = visited

    @cython.cfunc
    @cython.nogil
    def _distance(self, keys: cython.ulonglong[::1], first: cython.Py_ssize_t) -> cython.longlong:
        """The value of the key that begins at `first`; FAR where it is not in the set."""
        kw = self.words
        slots = (cython.cast(cython.ulonglong, 1) << self.bits) - 1
        h = 0
        entry: cython.ulonglong
        for w in range(kw):
            h = scattered(keys[first + w], h)
        slot = h >> (64 - self.bits)
        while True:
            entry = self.table[slot]
            if entry == 0:
                return FAR
            found = cython.cast(cython.longlong, entry & slots) - 1
            w = 0
            while w < kw and self.queue[found * kw + w] == keys[first + w]:
                w += 1
            if w == kw:
                return self.values[found]
            slot = (slot + 1) & slots


@cython.final
@cython.cclass
class Transpositions:
    """A transposition table: the depths at which layouts were entered, so that none is entered again in vain.

    An entry is a key of `words` words and, in the low 16 bits of one more, its depth; above them the turn, counted from
    1. There are 2^bits entries, or none. A turn is one iteration of IDA*. If there is no free entry, one of the
    oldest turn is replaced.
    """

    words: cython.int
    bits: cython.int
    turn: cython.ulonglong
    entries: cython.ulonglong[::1]

    def __init__(self, words: cython.int, bits: cython.int, entries: Any) -> None:
        self.words, self.bits, self.entries = words, bits, entries
        self.turn = 1

    @cython.cfunc
    @cython.nogil
    def _known(self, keys: cython.ulonglong[::1], first: cython.Py_ssize_t, depth: cython.longlong) -> cython.int:
        """Whether the key that begins at `first` need not be entered at this depth; if it must, it is stored.

        It need not if it was entered at a lesser depth in any turn, or at this depth in this turn. Since bounds only
        rise, a shorter path found in an earlier turn is found in this one too, so skipping the longer one is safe.
        """
        kw = self.words
        slots = (cython.cast(cython.ulonglong, 1) << self.bits) - 1
        here = self.turn << 16 | cython.cast(cython.ulonglong, depth)
        oldest = self.turn + 1
        h = 0
        place = 0
        for w in range(kw):
            h = scattered(keys[first + w], h)
        for s in range(PROBES):
            entry = (((h >> (64 - self.bits)) + s) & slots) * (kw + 1)
            stamp = self.entries[entry + kw]
            w = 0
            while w < kw and self.entries[entry + w] == keys[first + w]:
                w += 1
            if w == kw and stamp != 0:
                if (stamp & 0xFFFF) < (here & 0xFFFF) or stamp == here:
                    return 1
                place = entry
                break
            if stamp >> 16 < oldest:
                oldest = stamp >> 16
                place = entry
            if stamp == 0:
                break
        for w in range(kw):
            self.entries[place + w] = keys[first + w]
        self.entries[place + kw] = here
        return 0


@cython.final
@cython.cclass
class Walk:
    """A depth-first search: the rules, the current layout, and the stack.

    `cover`, `enter` and `step` are those of `huarong.model.rules.Rules`, `cell_words` words to a set of cells. `goals`
    has a mask and a value of a key for each alternative. `places` are those of the pieces, `occupied` their cells.

    By depth, the stack has the key of the layout (`keys`), its key in the visited set that distances are looked up
    in (`looked`), the next move to try and the end of its moves (`next` and `end`, in `moves`: piece and place), and
    the move that led to it (`piece`, `source`, `target`).
    """

    cell_words: cython.int
    key_words: cython.int
    pieces: cython.int
    metric: cython.int
    fan_out: cython.Py_ssize_t
    alternatives: cython.Py_ssize_t
    cover: cython.ulonglong[::1]
    enter: cython.ulonglong[::1]
    step: cython.int[::1]
    z: cython.ulonglong[::1]
    goals: cython.ulonglong[::1]
    lookup: Lookup
    transpositions: Transpositions
    places: cython.int[::1]
    occupied: cython.ulonglong[::1]
    # The stack.
    keys: cython.ulonglong[::1]
    looked: cython.ulonglong[::1]
    next: cython.longlong[::1]
    end: cython.longlong[::1]
    moves: cython.int[::1]
    piece: cython.int[::1]
    source: cython.int[::1]
    target: cython.int[::1]
    # By place, the tick at which the current piece last reached it.
    mark: cython.int[::1]
    tick: cython.int
    most = cython.declare(cython.longlong, visibility="readonly")
    """The bound: the length of the longest paths searched, in moves."""
    depth = cython.declare(cython.longlong, visibility="readonly")
    """The length of the current path."""
    entered = cython.declare(cython.longlong, visibility="readonly")
    """How many layouts were entered, including the start; those entered several times count each time."""
    tried = cython.declare(cython.longlong, visibility="readonly")
    """How many moves were tried."""
    beyond = cython.declare(cython.longlong, visibility="readonly")
    """The least bound with which some layout that was cut off would be entered: the next bound."""

    def __init__(self, packing: Any, metric: cython.int, places: Any, lookup: Lookup, known: Transpositions) -> None:
        rules = packing.rules
        self.cell_words, self.key_words = rules.words, packing.words
        self.cover, self.enter, self.step = rules.cover, rules.enter, rules.step
        self.z, self.goals, self.metric = packing.z, packing.goals, metric
        self.alternatives = len(packing.goals) // (2 * packing.words)
        self.lookup, self.transpositions = lookup, known
        self.places = array("i", places)
        self.pieces = cython.cast(cython.int, len(places))
        self.fan_out = self.pieces * max([len(group) for group in rules.groups]) + 1
        self.occupied = array("Q", bytes(8 * self.cell_words))
        self.mark = array("i", bytes(4 * len(rules.head)))
        self.tick = 0
        self.depth = self.tried = 0
        self.entered = 1
        self._stack(1)
        p: cython.int
        for p in places:
            for w in range(self.cell_words):
                self.occupied[w] |= self.cover[self.cell_words * p + w]
            for w in range(lookup.words):
                self.looked[w] ^= lookup.z[lookup.words * p + w]
        key: cython.ulonglong[::1] = packing.encode(places)
        for w in range(self.key_words):
            self.keys[w] = key[w]

    @cython.cfunc
    @cython.exceptval(check=True)
    def _stack(self, depth: cython.Py_ssize_t) -> cython.void:
        """Allocate a stack for `depth` moves."""
        self.keys = array("Q", bytes(8 * self.key_words * (depth + 2)))
        self.looked = array("Q", bytes(8 * max(1, self.lookup.words) * (depth + 2)))
        self.moves = array("i", bytes(8 * self.fan_out * (depth + 2)))
        self.next, self.end = [array("q", bytes(8 * (depth + 2))) for _ in range(2)]
        self.piece, self.source, self.target = [array("i", bytes(4 * (depth + 2))) for _ in range(3)]

    def begin(self, most: cython.longlong) -> None:
        """Begin a turn: search the paths of at most `most` moves; the walk must be at its start."""
        if most + 2 > len(self.next):
            keys = self.keys
            looked = self.looked
            self._stack(most + most // 2)
            for w in range(self.key_words):
                self.keys[w] = keys[w]
            for w in range(self.lookup.words):
                self.looked[w] = looked[w]
        self.most, self.beyond = most, NEVER
        self.transpositions.turn += 1
        self.next[0] = 0
        self.end[0] = self._moves(0) if most else 0

    def path(self) -> list[tuple[int, int]]:
        """The places before and after each move of the current path."""
        return [(int(self.source[d]), int(self.target[d])) for d in range(1, self.depth + 1)]

    @cython.cfunc
    @cython.nogil
    def _moves(self, n: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Append the moves (piece, place) of the current layout after the first `n`; returns their end."""
        nw = self.cell_words
        metric = self.metric
        pieces = self.pieces
        tick = self.tick
        t: cython.int
        for i in range(pieces):
            p = self.places[i]
            if tick == TICKS:
                tick = 0
                for t in range(len(self.mark)):
                    self.mark[t] = 0
            tick += 1
            self.mark[p] = tick
            for w in range(nw):
                self.occupied[w] ^= self.cover[p * nw + w]
            q = p
            reached = n
            while True:
                for d in range(4):
                    t = q
                    while True:
                        v = 0
                        for w in range(nw):
                            v |= self.enter[(4 * t + d) * nw + w] & self.occupied[w]
                        if v:
                            break
                        t = self.step[4 * t + d]
                        if t < 0:
                            break
                        if metric == MOVE:
                            if self.mark[t] == tick:
                                break
                            self.mark[t] = tick
                        self.moves[2 * n] = i
                        self.moves[2 * n + 1] = t
                        n += 1
                        if metric != SLIDE:
                            break
                if metric != MOVE or reached == n:
                    break
                q = self.moves[2 * reached + 1]
                reached += 1
            for w in range(nw):
                self.occupied[w] ^= self.cover[p * nw + w]
        self.tick = tick
        return n

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _place(self, i: cython.int, p: cython.int, q: cython.int) -> cython.void:
        """Move piece i from place p to place q."""
        nw = self.cell_words
        for w in range(nw):
            self.occupied[w] ^= self.cover[q * nw + w] ^ self.cover[p * nw + w]
        self.places[i] = q

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _solved(self, depth: cython.longlong) -> cython.int:
        """Whether the layout at a depth is a goal."""
        kw = self.key_words
        for a in range(self.alternatives):
            w = 0
            while (
                w < kw and (self.keys[depth * kw + w] & self.goals[2 * a * kw + w]) == self.goals[(2 * a + 1) * kw + w]
            ):
                w += 1
            if w == kw:
                return 1
        return 0

    def run(self, budget: cython.longlong) -> cython.int:
        """Try about `budget` more moves: FOUND if the path has just reached a goal, PAUSED, or EXHAUSTED."""
        keys = self.keys
        z = self.z
        next = self.next
        end = self.end
        moves = self.moves
        lookup = self.lookup
        known = self.transpositions
        kw = self.key_words
        lw = lookup.words
        depth = self.depth
        most = self.most
        tried: cython.longlong = 0
        result = PAUSED
        with cython.nogil:
            while tried < budget:
                e = next[depth]
                if e == end[depth]:
                    if depth == 0:
                        result = EXHAUSTED
                        break
                    self._place(self.piece[depth], self.target[depth], self.source[depth])
                    depth -= 1
                    continue
                next[depth] = e + 1
                tried += 1
                i = moves[2 * e]
                q = moves[2 * e + 1]
                p = self.places[i]
                for w in range(kw):
                    keys[(depth + 1) * kw + w] = keys[depth * kw + w] ^ z[p * kw + w] ^ z[q * kw + w]
                # No layout is twice on a path. (After one move it cannot be back.)
                e = depth - 1
                while e >= 0:
                    w = 0
                    while w < kw and keys[e * kw + w] == keys[(depth + 1) * kw + w]:
                        w += 1
                    if w == kw:
                        break
                    e -= 1
                if e >= 0:
                    continue
                if lookup.bits:
                    for w in range(lw):
                        self.looked[(depth + 1) * lw + w] = (
                            self.looked[depth * lw + w] ^ lookup.z[p * lw + w] ^ lookup.z[q * lw + w]
                        )
                    far = lookup._distance(self.looked, (depth + 1) * lw)
                    if depth + 1 + far > most:
                        if far < FAR and depth + 1 + far < self.beyond:
                            self.beyond = depth + 1 + far
                        continue
                if known.bits and known._known(keys, (depth + 1) * kw, depth + 1):
                    continue
                depth += 1
                self.entered += 1
                self.piece[depth] = i
                self.source[depth] = p
                self.target[depth] = q
                self._place(i, p, q)
                next[depth] = end[depth] = end[depth - 1]
                if self._solved(depth):
                    result = FOUND
                    break
                if depth < most:
                    end[depth] = self._moves(end[depth])
                elif depth + 1 < self.beyond:
                    self.beyond = depth + 1
        self.depth = depth
        self.tried += tried
        return result
