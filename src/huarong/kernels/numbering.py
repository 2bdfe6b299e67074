"""The automaton that reads layouts as words: its construction, the counts of its words, and rank and unrank.

A word has a letter for each free cell that nothing covers yet, in reading order: 0 for an empty cell, k + 1 for a piece
of kind k whose head is there. A state is the next such cell, which of the cells after it are covered already, and the
number of each letter used, as far as it matters. `huarong.space.space` explains the numbering and checks its input;
this module works on arrays only.
"""

from __future__ import annotations

from array import array
from types import SimpleNamespace
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import i32, i32s, i64, i64s, isize, u8, u8s, u64, u64s


@cython.cfunc
@cython.inline
@cython.nogil
def _hash(cell: u64, window: u64, used: u64) -> u64:
    key = window * cython.cast(u64, 0x1E3779B97F4A7C15)
    key += used * cython.cast(u64, 0x32B2AE3D27D4EB4F)
    key += cell * cython.cast(u64, 0x165667B19E3779F9)
    return key ^ (key >> 32)


@cython.final
@cython.cclass
class Growth:
    """An automaton under construction, breadth first from its start.

    By letter: `sizes` in cells, `least` the number required, `cap` the number up to which it is counted, `bounded`
    whether more are forbidden, `shift` and `field` the bits of the count in `used`. `masks[letters * i + l]` has the
    cells that letter l covers from free cell i on, bit 0 for i itself; it is 0 if the letter cannot begin there.

    By state: `at` is its cell, and `window`, `used` and `need` (the cells of letters still required) complete the
    state. `to` has for each letter the next state, -1 for none, 0 for the end. State 0 is the end, state 1 the start.
    The hash table `slots` is twice as long and has 1 + the state, or 0. The states before `next` are expanded; `known`
    states have been found.
    """

    cython.declare(cells=i32, letters=i32, sizes=i32s, least=i32s, cap=i32s, bounded=i32s, shift=i32s, field=u64s)
    cython.declare(masks=u64s, at=i32s, window=u64s, used=u64s, need=i32s, to=i32s, slots=i32s)
    next = cython.declare(i64, visibility="readonly")
    known = cython.declare(i64, visibility="readonly")

    def __init__(self, cells: int, alphabet: SimpleNamespace) -> None:
        self.cells, self.letters = cells, len(alphabet.sizes)
        self.sizes, self.least, self.cap = alphabet.sizes, alphabet.least, alphabet.cap
        self.bounded, self.shift, self.field = alphabet.bounded, alphabet.shift, alphabet.field
        self.masks = alphabet.masks
        self.next = self.known = 0

    def keep(self, at: i32s, need: i32s, to: i32s, window: u64s, used: u64s) -> None:
        """Move the states to these arrays, which already hold the known states."""
        self.at, self.need, self.to, self.window, self.used = at, need, to, window, used
        self.slots = array("i", bytes(8 * len(at)))
        self._rehash()

    def begin(self, owed: int) -> None:
        """Enter the end and the start state, from which letters with `owed` cells in all are still required."""
        self.at[0], self.need[1] = self.cells, owed
        for letter in range(self.letters):
            self.to[letter] = -1
        self.next, self.known = 1, 2

    @cython.cfunc
    @cython.exceptval(check=True)
    def _rehash(self) -> cython.void:
        """Enter the known states into the hash table, except state 0, the end."""
        slot: i64
        last: i64 = len(self.slots) - 1
        with cython.nogil:
            for state in range(1, self.known):
                slot = _hash(self.at[state], self.window[state], self.used[state]) & last
                while self.slots[slot] != 0:
                    slot = (slot + 1) & last
                self.slots[slot] = cython.cast(i32, state + 1)

    def expand(self, most: i64) -> None:
        """Expand up to `most` states, or fewer if there may be no room for their successors."""
        to, at, slots, window, used, need = self.to, self.at, self.slots, self.window, self.used, self.need
        sizes, least, cap, bounded, shift = self.sizes, self.least, self.cap, self.bounded, self.shift
        field, masks, cells, letters, state = self.field, self.masks, self.cells, self.letters, self.next
        known = self.known
        room: i64 = len(at)
        last: i64 = len(slots) - 1
        slot: i64
        end = min(state + most, known)
        with cython.nogil:
            while state < end and known + letters <= room:
                for letter in range(letters):
                    to[state * letters + letter] = -1
                    mask = masks[at[state] * letters + letter]
                    if mask == 0 or mask & window[state]:
                        continue
                    count = (used[state] >> shift[letter]) & field[letter]
                    if bounded[letter] and count == cython.cast(u64, cap[letter]):
                        continue
                    counts = used[state]
                    if count < cython.cast(u64, cap[letter]):
                        counts += cython.cast(u64, 1) << shift[letter]
                    owed = need[state]
                    if count < cython.cast(u64, least[letter]):
                        owed -= sizes[letter]
                    cell = at[state]
                    seen = window[state] | mask
                    while seen & 1:
                        seen >>= 1
                        cell += 1
                    left = cells - cell
                    rest = seen
                    while rest:
                        rest &= rest - 1
                        left -= 1
                    if owed > left:
                        continue
                    if cell == cells:
                        to[state * letters + letter] = 0
                        continue
                    slot = _hash(cell, seen, counts) & last
                    while slots[slot] != 0:
                        found = slots[slot] - 1
                        if window[found] == seen and used[found] == counts and at[found] == cell:
                            break
                        slot = (slot + 1) & last
                    if slots[slot] == 0:
                        at[known] = cell
                        window[known] = seen
                        used[known] = counts
                        need[known] = owed
                        known += 1
                        slots[slot] = cython.cast(i32, known)
                    to[state * letters + letter] = slots[slot] - 1
                state += 1
        self.next, self.known = state, known


def count(at: i32s, to: i32s, order: i32s, begin: i32s, words: i64s, limit: i64) -> i64:
    """Sort the states by cell into `order` and count the words from each into `words`.

    `begin` has room for one more number than there are cells. Returns how many states are kept (the start and those
    with words), or -1 if a count exceeds `limit`. Uncompiled, `words` may be a list with counts of any size.
    """
    known: i64 = len(at)
    letters: i32 = len(to) // known
    kept: i64 = 0
    over = False
    cell: i32
    with cython.nogil:
        for state in range(known):
            begin[at[state]] += 1
        i = 0
        for cell in range(len(begin)):
            target = begin[cell]
            begin[cell] = cython.cast(i32, i)
            i += target
        for state in range(known):
            order[begin[at[state]]] = cython.cast(i32, state)
            begin[at[state]] += 1
        words[0] = 1
        for i in range(known - 1, -1, -1):
            state = order[i]
            for letter in range(letters):
                target = to[state * letters + letter]
                if target >= 0:
                    if words[target] > limit - words[state]:
                        over = True
                        break
                    words[state] += words[target]
            if over:
                kept = -1
                break
            if words[state] != 0 or i == 0:
                kept += 1
    return kept


def number(
    order: i32s, old_at: i32s, old_to: i32s, words: i64s, new: i32s, heads: i32s, at: i32s, to: i32s, before: i64s
) -> None:
    """Renumber the kept states and write the tables of the finished automaton.

    `heads` gives the board's cell for each free cell and, last, for the end. `before[letters * s + l]` is the number of
    words from s that begin with a letter below l. `new` has room for each old state.
    """
    known: i64 = len(order)
    letters: i32 = len(old_to) // known
    state: i64
    kept = 0
    with cython.nogil:
        for i in range(known):
            state = order[i]
            new[state] = kept
            if words[state] != 0 or i == 0:
                kept += 1
        for i in range(known):
            state = order[i]
            if words[state] == 0 and i != 0:
                continue
            kept = new[state]
            at[kept] = heads[old_at[state]]
            for letter in range(letters):
                target = old_to[state * letters + letter]
                if letter != 0:
                    before[kept * letters + letter] += before[kept * letters + letter - 1]
                to[kept * letters + letter] = -1
                if target >= 0 and words[target] != 0:
                    to[kept * letters + letter] = new[target]
                    if letter + 1 < letters:
                        before[kept * letters + letter + 1] = words[target]


@cython.cclass
class Walker:
    """The finished tables, with ranking and unranking.

    `at[s]` is the cell that state s reads; for the end, the last state, it is the number of cells. `to` and `before`
    have `letters` entries for each state. Uncompiled, `before` may be a list of any integers. `placed` is scratch
    memory for `rank`: the letter whose head is at each cell, or 0.
    """

    cython.declare(letters=i32, end=i32, cells=i32, placed=u8s, at=i32s, to=i32s, before=i64s)

    def __init__(self, letters: int, cells: int, at: i32s, to: i32s, before: i64s) -> None:
        self.letters, self.cells, self.end = letters, cells, len(at) - 1
        self.at, self.to, self.before, self.placed = at, to, before, bytearray(cells)

    def rank(self, heads: tuple) -> object:  # type: ignore[type-arg]
        """Return the rank of a layout by the heads of each kind, or -1 if it is not a layout of this space."""
        # Compiled, a call holds the GIL to its end, so that the calls of all threads can share one array.
        placed = self.placed if cython.compiled else bytearray(self.cells)
        group: tuple  # type: ignore[type-arg]
        cython.declare(head=isize, cell=isize)
        pieces = 0
        letter = 0
        state = 0
        rank = 0
        if len(heads) != self.letters - 1:
            return -1
        for cell in range(self.cells):
            placed[cell] = 0
        for group in heads:
            letter += 1  # noqa: SIM113
            for head in group:
                if not 0 <= head < self.cells:
                    return -1
                placed[head] = letter
                pieces += 1
        while state != self.end:
            letter = placed[self.at[state]]
            if letter:
                pieces -= 1
            edge = cython.cast(isize, state) * self.letters + letter
            state = self.to[edge]
            if state < 0:
                return -1
            rank += self.before[edge]
        return rank if pieces == 0 else -1

    def heads(self, rank: i64) -> tuple:  # type: ignore[type-arg]
        """Return the heads of each kind in the layout with this rank, which must be in range."""
        groups: list[Any] = [[] for _ in range(self.letters - 1)]
        state = 0
        while state != self.end:
            edge = cython.cast(isize, state) * self.letters
            letter = self.letters - 1
            while self.before[edge + letter] > rank:
                letter -= 1
            rank -= self.before[edge + letter]
            if letter:
                groups[letter - 1].append(self.at[state])
            state = self.to[edge + letter]
        return tuple(map(tuple, groups))

    def ranks(self, grids: cython.uchar[:, ::1], ranks: i64s) -> None:
        """Write the rank of each row of `grids`, or -1; a row has the letter that begins at each cell, or 0."""
        n = len(ranks)
        letters = self.letters
        cython.declare(pieces=i32, letter=i32)
        with cython.nogil:
            for i in range(n):
                pieces = 0
                for cell in range(self.cells):
                    pieces += grids[i, cell] != 0
                state = 0
                rank = 0
                while state != self.end and state >= 0:
                    letter = grids[i, self.at[state]]
                    pieces -= letter != 0
                    if letter >= letters:
                        state = -1
                        break
                    edge = cython.cast(isize, state) * letters + letter
                    state = self.to[edge]
                    rank += self.before[edge]
                ranks[i] = rank if state >= 0 and pieces == 0 else -1

    def grids(self, ranks: i64s, grids: cython.uchar[:, ::1]) -> None:
        """Write for each rank the letter that begins at each cell, or 0; all ranks must be in range."""
        n = len(ranks)
        letters = self.letters
        cython.declare(state=i32, letter=i32, rank=i64)
        with cython.nogil:
            for i in range(n):
                for cell in range(self.cells):
                    grids[i, cell] = 0
                rank = ranks[i]
                state = 0
                while state != self.end:
                    edge = cython.cast(isize, state) * letters
                    letter = 0
                    for each in range(1, letters):
                        letter += self.before[edge + each] <= rank
                    edge += letter
                    rank -= self.before[edge]
                    grids[i, self.at[state]] = cython.cast(u8, letter)
                    state = self.to[edge]
