"""Breadth-first search by several threads: they find the same layouts as one thread, in the same order.

A `Team` is the state that the threads of a `Search` share. They work in rounds of three tasks. The next layouts of the
level are divided into chunks; a free thread takes the next chunk.

- EXPAND writes the neighbors of a chunk's layouts in order, and sorts them into lists by part of the hash table.
- LOOK_UP has one item for each part of the table, which takes the lists chunk by chunk. A key that is not in the table
  is
entered with a provisional number, behind all numbers in use.
- ENTER_NEW numbers the new keys in the order in which they were written, which is the order of one thread.
"""

from array import array
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import fetch, i32, i32s, i64, i64s, isize, u8s, u32, u32s, u64, u64s
from cython.cimports.huarong.kernels._keys import ALONE, FULL, PAUSED, hashed, same, solved, tag
from cython.cimports.huarong.kernels.expander import Expander
from cython.cimports.huarong.kernels.search import Search

if cython.compiled:
    from cython.cimports.huarong.kernels._atomic import add, load, store, wait

compiled = cython.compiled
# The tasks.
IDLE = cython.declare(i32, 0)
EXPAND = cython.declare(i32, 1)
LOOK_UP = cython.declare(i32, 2)
ENTER_NEW = cython.declare(i32, 3)
LEAVE = cython.declare(i32, 4)
CHUNKS = cython.declare(i32, 16)
"""The most chunks into which a round divides the next layouts of a level."""
chunks = 16
PARTS = cython.declare(i32, 8)
"""Parts of the table that are looked up concurrently; a power of two."""
parts = 8
APART = cython.declare(i32, 32)
"""The stride of the counts of chunks, so that no two threads write to one cache line."""
FEW = cython.declare(isize, 16)
"""Neighbors to write between prefetches; the processor fetches this many while the next ones are written."""
OLD = cython.declare(u32, 0xFFFFFFFF)
LATE = cython.declare(u32, 0xFFFFFFFE)
"""Values in place of a slot: the key is in the table; the part of the table ended before its slot was found."""


@cython.cfunc
@cython.inline
@cython.nogil
def _seek(
    queue: u64s, keys: u64s, count: i64, table: u32s, bits: i32, kw: i32, number: i64, h: u64, slot: u64, end: u64
) -> i64:
    """The number of key `number` of `keys`: its place in the queue, or `count` plus its place in `keys`; or -1 - s.

    The table is searched from `slot` up to `end`, continuing after its last slot at the first; s is the first empty
    slot, or `end`.
    """
    slots = (cython.cast(u64, 1) << bits) - 1
    mark = tag(h, bits)
    entry: u64
    while slot != end:
        entry = table[slot]
        if entry == 0:
            break
        if (entry & ~slots) == mark:
            found = cython.cast(i64, entry & slots) - 1
            if same(queue, found, keys, number, kw) if found < count else same(keys, found - count, keys, number, kw):
                return found
        slot = (slot + 1) & slots
    return -1 - cython.cast(i64, slot)


@cython.final
@cython.cclass
class Team:
    """The threads that run one `Search`. Each has its own expander."""

    search: Search
    # A chunk has `share` layouts and room for `room` neighbors and those of one layout more, `span` in all. A round
    # has so many `chunks`, of the layouts before number `upto`.
    cython.declare(room=i32, span=i64, share=i64, upto=i64, chunks=i32)
    # By chunk, from `span * chunk` on: the neighbors in order, the place of the moved piece, and the part of the table
    # that each belongs to; how many they are; the layout before which the expansion stopped.
    cython.declare(out=u64s, moved=u8s, part=u8s, size=i32s, stopped=i64s)
    # By list (`PARTS * chunk + part`), from `span * list` on: the keys, their hashes, and the slots where they were
    # entered (or OLD, LATE); how many were entered; `lengths[APART * chunk + part]` is how many keys it has.
    cython.declare(keys=u64s, hashes=u64s, slot=u32s, fresh=i32s, lengths=i32s)
    # The current task, from the highest bit: a counter of tasks (26 bits), the task (4), its number of items (16), and
    # how many of them are taken (16). `done` of them are finished.
    cython.declare(ticket=i64, done=i64)
    # Whether the round has met a LATE key, and whether it has met a goal.
    cython.declare(late=i32, goal=i32)

    def __init__(self, search: Search, room: i32, span: i64, memory: Any) -> None:
        self.search, self.room, self.span, self.share = search, room, span, 64
        self.out, self.keys, self.hashes, self.slot, self.part, self.moved = memory
        self.size, self.stopped = array("i", bytes(4 * CHUNKS)), array("q", bytes(8 * CHUNKS))
        self.lengths, self.fresh = array("i", bytes(4 * CHUNKS * APART)), array("i", bytes(4 * CHUNKS * PARTS))
        self.ticket = self.done = self.upto = self.chunks = self.late = self.goal = 0

    @cython.cfunc
    @cython.nogil
    def _call(self, what: i32, items: i64) -> cython.void:
        """Publish the next task, with this many items."""
        ticket = ((self.ticket >> 36) + 1) & 0x3FFFFFF
        ticket = ticket << 36 | cython.cast(i64, what) << 32 | items << 16
        self.done = 0
        if cython.compiled:
            store(cython.address(self.ticket), ticket)
        else:
            self.ticket = ticket

    def call(self) -> None:
        """From now on, threads that enter `help` wait for tasks."""
        self._call(IDLE, 0)

    def dismiss(self) -> None:
        """End the `help` of the other threads."""
        self._call(LEAVE, 0)

    def help(self, expander: Expander) -> None:
        """Work on tasks until dismissed. Threads of plain Python take turns, so there the leader does everything."""
        if not cython.compiled:
            return
        expander._hold()
        with cython.nogil:
            while True:
                ticket = self._work(expander)
                if (ticket >> 32 & 15) == LEAVE:
                    break
                if cython.compiled:
                    turn = 0
                    while load(cython.address(self.ticket)) >> 36 == ticket >> 36:
                        wait(turn)
                        turn = min(turn + 1, 1 << 20)
        expander._release()

    def lead(self, expander: Expander, budget: i64) -> i32:
        """Expand about `budget` more keys together with the threads in `help`.

        Returns PAUSED when that is done, EXHAUSTED if nothing is left, and FULL if the queue, the table or `levels`
        must grow first. Returns ALONE if one thread must continue: a goal is among the next layouts, or a layout is
        half expanded.
        """
        expander._hold()
        with cython.nogil:
            result = self._lead(self.search, expander, budget)
        expander._release()
        return result

    @cython.cfunc
    @cython.nogil
    def _lead(self, search: Search, expander: Expander, budget: i64) -> i32:
        slots = cython.cast(i64, 1) << search.bits
        room = CHUNKS * self.span
        capacity = min(len(search.queue) // search.key_words - room, slots - slots // 4 - room, slots - PARTS * room)
        stop = search.head + budget
        found: i64
        if search.piece:
            return ALONE
        while search.head < stop:
            head = search.head
            if head == search.end:
                result = search._deepen(search.count)
                if result != PAUSED:
                    return result
            if search.count >= capacity:
                return FULL
            # Divide the next layouts of the level, and expand them.
            self.upto = min(search.end, stop)
            left = self.upto - head
            self.share = min(self.share, (left + CHUNKS - 1) // CHUNKS)
            self.chunks = cython.cast(i32, min(CHUNKS, (left + self.share - 1) // self.share))
            self._together(expander, EXPAND, self.chunks)
            found = 0
            # Chunks behind one that ran out of room are dropped: the next round expands their layouts again.
            for k in range(self.chunks):
                found += self.size[k]
                if self.stopped[k] < min(self.upto, head + (k + 1) * self.share):
                    self.chunks = k + 1
                    break
            # Look up their neighbors, and number the new ones.
            self.late = self.goal = 0
            self._together(expander, LOOK_UP, PARTS)
            if self.late:
                self._enter_late(search)
            self._together(expander, ENTER_NEW, self.chunks)
            if self.goal:
                self._forget(search)
                return ALONE
            for k in range(self.chunks * PARTS):
                search.count += self.fresh[k]
            search.head = self.stopped[self.chunks - 1]
            # Aim at a third of the room, by this round's neighbors for each layout: where one chunk runs out of
            # room, the chunks behind it were expanded in vain.
            self.share = 1 + self.room * (search.head - head) // (3 * found + 3)
        return PAUSED

    @cython.cfunc
    @cython.nogil
    def _together(self, expander: Expander, what: i32, items: i32) -> cython.void:
        """Publish a task, help with it, and wait until all its items are finished."""
        turn = 0
        self._call(what, items)
        self._work(expander)
        if cython.compiled:
            while load(cython.address(self.done)) < items:
                wait(turn)
                turn += 1

    @cython.cfunc
    @cython.nogil
    def _work(self, expander: Expander) -> i64:
        """Take and process items until none is left; return the last ticket, which was for no item."""
        ticket: i64
        while True:
            if cython.compiled:
                ticket = add(cython.address(self.ticket), 1)
            else:
                ticket = self.ticket
                self.ticket += 1
            what = cython.cast(i32, ticket >> 32 & 15)
            item = cython.cast(i32, ticket & 0xFFFF)
            if item >= (ticket >> 16 & 0xFFFF):
                return ticket
            if what == EXPAND:
                self._expand_chunk(self.search, expander, item)
            elif what == LOOK_UP:
                self._look_up(self.search, item)
            else:
                self._enter_new(self.search, item)
            if cython.compiled:
                add(cython.address(self.done), 1)
            else:
                self.done += 1

    @cython.cfunc
    @cython.nogil
    def _expand_chunk(self, search: Search, expander: Expander, chunk: i32) -> cython.void:
        """Write the neighbors of a chunk's layouts, and sort them by part of the table."""
        out, keys, hashes, lengths, span = self.out, self.keys, self.hashes, self.lengths, self.span
        kw, bits, table = search.key_words, search.bits, search.table
        base = chunk * span
        first = search.head + chunk * self.share
        last = min(first + self.share, self.upto)
        lists = chunk * PARTS * span
        own: u64s = out[base * kw : (base + span) * kw]
        n = 0
        for part in range(PARTS):
            lengths[chunk * APART + part] = 0
        while n < self.room and first < last:
            j = n
            n = expander._expand(search.queue, first, last, own, n, min(self.room, n + FEW), search.last_moved)
            first = expander.stopped
            while j < n:
                h = hashed(out, base + j, kw)
                if cython.compiled:
                    fetch(cython.address(table[h >> (64 - bits)]))
                part = cython.cast(i32, h >> 61)
                into = lists + part * span + lengths[chunk * APART + part]
                lengths[chunk * APART + part] += 1
                self.part[base + j] = part
                hashes[into] = h
                for w in range(kw):
                    keys[into * kw + w] = out[(base + j) * kw + w]
                j += 1
        self.stopped[chunk] = first
        self.size[chunk] = cython.cast(i32, n)
        if len(search.last_moved):
            for j in range(n):
                self.moved[base + j] = expander.moved[j]

    @cython.cfunc
    @cython.nogil
    def _look_up(self, search: Search, part: i32) -> cython.void:
        """Look up the keys of one part of the table, in the order of the chunks, and enter the new ones."""
        queue, table, kw, bits, count = search.queue, search.table, search.key_words, search.bits, search.count
        keys, hashes, slot = self.keys, self.hashes, self.slot
        slots = (cython.cast(u64, 1) << bits) - 1
        end = (slots + 1) // PARTS * (part + 1) & slots
        at = part * self.span
        for k in range(self.chunks):
            n = self.lengths[k * APART + part]
            # Fetch the keys in the queue that these may be equal to.
            if cython.compiled:
                for number in range(at, at + n):
                    h = hashes[number]
                    entry = table[h >> (64 - bits)]
                    if (entry & ~slots) == tag(h, bits):
                        entry &= slots
                        if entry and cython.cast(i64, entry) <= count:
                            fetch(cython.address(queue[(entry - 1) * kw]))
                            fetch(cython.address(queue[entry * kw - 1]))
            # Meanwhile the slots of the next chunk's keys are fetched.
            ahead = at + PARTS * self.span
            upto = ahead + (self.lengths[(k + 1) * APART + part] if k + 1 < self.chunks else 0)
            fresh = 0
            for number in range(at, at + n):
                if cython.compiled and ahead < upto:
                    fetch(cython.address(table[hashes[ahead] >> (64 - bits)]))
                    ahead += 1
                h = hashes[number]
                found = _seek(queue, keys, count, table, bits, kw, number, h, h >> (64 - bits), end)
                if found >= 0:
                    slot[number] = OLD
                elif -1 - found == cython.cast(i64, end):
                    slot[number] = LATE
                    self.late = 1
                else:
                    table[-1 - found] = cython.cast(u32, tag(h, bits) | cython.cast(u64, count + number + 1))
                    slot[number] = cython.cast(u32, -1 - found)
                    fresh += 1
            while cython.compiled and ahead < upto:
                fetch(cython.address(table[hashes[ahead] >> (64 - bits)]))
                ahead += 1
            self.fresh[k * PARTS + part] = fresh
            at += PARTS * self.span

    @cython.cfunc
    @cython.nogil
    def _enter_late(self, search: Search) -> cython.void:
        """Continue the look-ups that reached the end of their part of the table; enter the new keys."""
        kw, bits, count = search.key_words, search.bits, search.count
        slots = (cython.cast(u64, 1) << bits) - 1
        for k in range(self.chunks * PARTS):
            at = k * self.span
            for number in range(at, at + self.lengths[k // PARTS * APART + k % PARTS]):
                if self.slot[number] != LATE:
                    continue
                h = self.hashes[number]
                slot = ((h >> 61) + 1) * ((slots + 1) // PARTS) & slots
                # The table is never full, so no end is needed.
                found = _seek(search.queue, self.keys, count, search.table, bits, kw, number, h, slot, slots + 1)
                self.slot[number] = OLD
                if found < 0:
                    search.table[-1 - found] = cython.cast(u32, tag(h, bits) | cython.cast(u64, count + number + 1))
                    self.slot[number] = cython.cast(u32, -1 - found)
                    self.fresh[k] += 1

    @cython.cfunc
    @cython.nogil
    def _enter_new(self, search: Search, chunk: i32) -> cython.void:
        """Number the new keys among a chunk's neighbors, and write them to the queue."""
        queue, table, kw, bits, goals = search.queue, search.table, search.key_words, search.bits, search.goals
        lengths, span, count, alternatives = self.lengths, self.span, search.count, search.alternatives
        noted: i32 = len(search.last_moved) > 0
        base = chunk * span
        lists = chunk * PARTS * span
        for k in range(chunk * PARTS):
            count += self.fresh[k]
        # Go through the lists together, each from its beginning, in the order in which the keys were written.
        for part in range(PARTS):
            lengths[chunk * APART + part] = 0
        for number in range(base, base + self.size[chunk]):
            part = self.part[number]
            listed = lists + part * span + lengths[chunk * APART + part]
            lengths[chunk * APART + part] += 1
            at = self.slot[listed]
            if at == OLD:
                continue
            for w in range(kw):
                queue[count * kw + w] = self.out[number * kw + w]
            if noted:
                search.last_moved[count] = self.moved[number]
            count += 1
            table[at] = cython.cast(u32, tag(self.hashes[listed], bits) | cython.cast(u64, count))
            if alternatives and solved(queue, count - 1, goals, alternatives, kw):
                self.goal = 1

    @cython.cfunc
    @cython.nogil
    def _forget(self, search: Search) -> cython.void:
        """Remove from the table the keys that this round has entered."""
        for k in range(self.chunks * PARTS):
            at = k * self.span
            for number in range(at, at + self.lengths[k // PARTS * APART + k % PARTS]):
                if self.slot[number] != OLD:
                    search.table[self.slot[number]] = 0
