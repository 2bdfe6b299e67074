"""Depth-first search over layouts with an explicit stack: all paths, or one within a bound.

Pieces keep their numbers along a path. At each layout, the search lists the moves in order and tries them one by one.
The order is by piece, then by direction (up, down, left, right), nearer places first. A layout's key is the exclusive
or of `z[p]` over its places (see `huarong.search.keys`, without lists). The search can pause anywhere and continue.
"""

from array import array
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import i32, i32s, i64, i64s, isize, u16s, u32s, u64, u64s
from cython.cimports.huarong.kernels._keys import EXHAUSTED, FOUND, MOVE, PAUSED, SLIDE, find, hashed, same, solved

FAR = cython.declare(i32, 65535)
"""The distance of a layout from which no goal can be reached."""
NEVER = cython.declare(i64, 1 << 62)
never = 1 << 62
"""The value of `beyond` if no layout was cut off."""
PROBES = cython.declare(i32, 8)
"""Entries of the transposition table that are probed for a key."""


@cython.final
@cython.cclass
class Lookup:
    """A table of distances of layouts or of a pattern, by key: a visited set with a value for each number.

    `queue` has the keys, of `words` words, and `table` finds them: a hash table of 2^bits entries. For each place of
    the puzzle's pieces, `z` has what a piece there adds to a key. With `bits` 0, nothing is looked up.
    """

    cython.declare(words=i32, bits=i32, queue=u64s, table=u32s, values=u16s, z=u64s)

    def __init__(self, words: i32, bits: i32, queue: u64s, table: u32s, values: u16s, z: u64s) -> None:
        self.words, self.bits, self.values, self.z = words, bits, values, z
        self.queue, self.table = queue, table

    @cython.cfunc
    @cython.nogil
    def _distance(self, keys: u64s, number: isize) -> i64:
        """Return the value of key `number` of `keys`; FAR if it is not in the set."""
        h = hashed(keys, number, self.words)
        found = find(self.queue, self.table, self.bits, self.words, keys, number, h)
        return FAR if found < 0 else self.values[found]


@cython.final
@cython.cclass
class Transpositions:
    """A transposition table: the depths at which layouts were entered, so that none is entered again needlessly.

    An entry is a key of `words` words and one more word, with the depth in its low 16 bits and the turn, counted from
    1, above them. There are 2^bits entries, or none. A turn is one iteration of IDA*. If there is no free entry, one of
    the oldest turn is replaced.
    """

    cython.declare(words=i32, bits=i32, turn=u64, entries=u64s)

    def __init__(self, words: i32, bits: i32, entries: u64s) -> None:
        self.words, self.bits, self.entries = words, bits, entries
        self.turn = 1

    @cython.cfunc
    @cython.nogil
    def _known(self, keys: u64s, depth: i64) -> i32:
        """Whether the layout at a depth can be skipped; if not, store its key. It can be skipped if it was entered at a
        lesser depth in any turn, or at this depth in this turn. Bounds only rise, so a shorter path found in an earlier
        turn is found in this one too, and skipping the longer one is safe.
        """
        kw = self.words
        slots = (cython.cast(u64, 1) << self.bits) - 1
        here = self.turn << 16 | cython.cast(u64, depth)
        oldest = self.turn + 1
        h = hashed(keys, depth, kw)
        first = depth * kw
        place = 0
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
    """A depth-first search: the rules, the current layout, and the stack."""

    # The rules (`huarong.model.rules.Rules`), with `cell_words` words to a set of cells; for each alternative of the
    # goal a mask and a value of a key.
    cython.declare(cell_words=i32, cover=u64s, enter=u64s, step=i32s, metric=i32)
    cython.declare(key_words=i32, z=u64s, goals=u64s, alternatives=i32, lookup=Lookup, transpositions=Transpositions)
    # The current layout: the places of the pieces, and their cells.
    cython.declare(pieces=i32, places=i32s, occupied=u64s)
    # The stack, by depth: the key of the layout, and its key in the visited set that distances are looked up in; the
    # next move to try and the end of its moves, in `moves` (piece and place, at most `fan_out` for a layout); the move
    # that led to it.
    cython.declare(keys=u64s, looked=u64s, next=i64s, end=i64s, moves=i32s, fan_out=isize)
    cython.declare(piece=i32s, source=i32s, target=i32s)
    # By place, the tick at which the current piece last reached it.
    cython.declare(mark=i64s, tick=i64)
    most = cython.declare(i64, visibility="readonly")  # the bound: the length of the longest paths searched, in moves
    depth = cython.declare(i64, visibility="readonly")  # the length of the current path
    entered = cython.declare(i64, visibility="readonly")  # layouts entered, with the start, each as often as entered
    # The least bound with which some layout that was cut off would be entered: the next bound.
    beyond = cython.declare(i64, visibility="readonly")

    def __init__(self, packing: Any, metric: i32, places: list[int], lookup: Lookup, known: Transpositions) -> None:
        rules = packing.rules
        self.cell_words, self.key_words = rules.words, packing.words
        self.cover, self.enter, self.step = rules.cover, rules.enter, rules.step
        self.z, self.goals, self.metric = packing.z, packing.goals, metric
        self.alternatives = cython.cast(i32, len(packing.goals) // (2 * packing.words))
        self.lookup, self.transpositions = lookup, known
        self.places = array("i", places)
        self.pieces = cython.cast(i32, len(places))
        self.fan_out = self.pieces * max([len(group) for group in rules.groups]) + 1
        self.occupied = array("Q", bytes(8 * self.cell_words))
        self.mark = array("q", bytes(8 * len(rules.head)))
        self.tick = self.depth = 0
        self.entered = 1
        self._stack(1)
        p: i32
        for p in places:
            for w in range(self.cell_words):
                self.occupied[w] |= self.cover[self.cell_words * p + w]
            for w in range(lookup.words):
                self.looked[w] ^= lookup.z[lookup.words * p + w]
        key: u64s = packing.encode(places)
        for w in range(self.key_words):
            self.keys[w] = key[w]

    @cython.cfunc
    @cython.exceptval(check=True)
    def _stack(self, depth: isize) -> cython.void:
        """Allocate a stack for `depth` moves."""
        self.keys = array("Q", bytes(8 * self.key_words * (depth + 2)))
        self.looked = array("Q", bytes(8 * max(1, self.lookup.words) * (depth + 2)))
        self.moves = array("i", bytes(8 * self.fan_out * (depth + 2)))
        self.next, self.end = [array("q", bytes(8 * (depth + 2))) for _ in range(2)]
        self.piece, self.source, self.target = [array("i", bytes(4 * (depth + 2))) for _ in range(3)]

    def begin(self, most: i64) -> None:
        """Begin a turn: search the paths of at most `most` moves. The walk must be at its start."""
        if most + 2 > len(self.next):
            keys, looked = self.keys, self.looked
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
        """Return the places before and after each move of the current path."""
        return [(int(self.source[d]), int(self.target[d])) for d in range(1, self.depth + 1)]

    @cython.cfunc
    @cython.nogil
    def _moves(self, n: isize) -> isize:
        """Append the moves (piece, place) of the current layout after the first `n`; return their end."""
        nw, metric, pieces, tick = self.cell_words, self.metric, self.pieces, self.tick
        t: i32
        for i in range(pieces):
            p = self.places[i]
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
    def _place(self, i: i32, p: i32, q: i32) -> cython.void:
        """Move piece i from place p to place q."""
        nw = self.cell_words
        for w in range(nw):
            self.occupied[w] ^= self.cover[q * nw + w] ^ self.cover[p * nw + w]
        self.places[i] = q

    def run(self, budget: i64) -> i32:
        """Try about `budget` more moves; return FOUND if the path has just reached a goal, PAUSED, or EXHAUSTED."""
        keys, z, next, end, moves, looked = self.keys, self.z, self.next, self.end, self.moves, self.looked
        lookup, known, kw, depth, most = self.lookup, self.transpositions, self.key_words, self.depth, self.most
        lw, parts = lookup.words, lookup.z
        tried: i64 = 0
        result = PAUSED
        with cython.nogil:
            while tried < budget:
                # The next move of the layout at this depth; after its last one, go back.
                move = next[depth]
                if move == end[depth]:
                    if depth == 0:
                        result = EXHAUSTED
                        break
                    self._place(self.piece[depth], self.target[depth], self.source[depth])
                    depth -= 1
                    continue
                next[depth] = move + 1
                tried += 1
                i = moves[2 * move]
                q = moves[2 * move + 1]
                p = self.places[i]
                deeper = depth + 1
                for w in range(kw):
                    keys[deeper * kw + w] = keys[depth * kw + w] ^ z[p * kw + w] ^ z[q * kw + w]
                # No layout is twice on a path. (After one move it cannot be back.)
                earlier = depth - 1
                while earlier >= 0 and not same(keys, earlier, keys, deeper, kw):
                    earlier -= 1
                if earlier >= 0:
                    continue
                # Cut off what is too far from the goal for the bound; the least sum beyond it is the next bound.
                if lookup.bits:
                    for w in range(lw):
                        looked[deeper * lw + w] = looked[depth * lw + w] ^ parts[p * lw + w] ^ parts[q * lw + w]
                    far = lookup._distance(looked, deeper)
                    if deeper + far > most:
                        if far < FAR and deeper + far < self.beyond:
                            self.beyond = deeper + far
                        continue
                if known.bits and known._known(keys, deeper):
                    continue
                # Enter the layout: make the move, and list those that go on from there.
                depth = deeper
                self.entered += 1
                self.piece[depth] = i
                self.source[depth] = p
                self.target[depth] = q
                self._place(i, p, q)
                next[depth] = end[depth] = end[depth - 1]
                if solved(keys, depth, self.goals, self.alternatives, kw):
                    result = FOUND
                    break
                if depth < most:
                    end[depth] = self._moves(end[depth])
                elif depth + 1 < self.beyond:
                    self.beyond = depth + 1
        self.depth = depth
        return result
