"""Breadth-first search by several threads: they find what one thread finds, in its order.

A `Team` is the state that the threads of a `Search` share, a `Worker` one of the threads.
"""

from __future__ import annotations

from typing import Any

import cython
from cython.cimports.huarong.kernels._bits import fetch
from cython.cimports.huarong.kernels._keys import ALONE, FULL, PAUSED, hashed, solved, tagged
from cython.cimports.huarong.kernels._types import i32, i32s, i64, i64s, isize, u8s, u32, u32s, u64, u64s
from cython.cimports.huarong.kernels.expander import Expander
from cython.cimports.huarong.kernels.search import Search

if cython.compiled:
    from cython.cimports.huarong.kernels._atomic import add, load, store, wait

compiled = cython.compiled
# The tasks of a team's workers.
IDLE = cython.declare(i32, 0)
EXPAND = cython.declare(i32, 1)
LOOK_UP = cython.declare(i32, 2)
ENTER_NEW = cython.declare(i32, 3)
LEAVE = cython.declare(i32, 4)
CHUNKS = cython.declare(i32, 16)
"""The most chunks into which a round divides the next layouts of a level."""
chunks = 16
PARTS = cython.declare(i32, 8)
"""Parts of the table that are looked up concurrently: a power of two."""
parts = 8
APART = cython.declare(i32, 32)
"""The stride of the counts of chunks, so that no two threads write to one cache line."""
apart = 32
FEW = cython.declare(isize, 16)
"""Neighbours that are written between prefetches: the processor fetches that many while the next are written."""
OLD = cython.declare(u32, 0xFFFFFFFF)
LATE = cython.declare(u32, 0xFFFFFFFE)
"""Values in place of a slot: the key is in the table; the part of the table ended before its slot was found."""


@cython.cfunc
@cython.inline
@cython.nogil
def _seek(
    queue: u64s, keys: u64s, count: i64, table: u32s, bits: i32, kw: i32, number: i64, h: u64, slot: u64, end: u64
) -> i64:
    """The number of key `number` of `keys`: its place in the queue, or `count` and its place in `keys`; or -1 - s.

    The table is looked through from `slot` up to `end`; s is the first empty slot, `end` if there is none.
    """
    slots = (cython.cast(u64, 1) << bits) - 1
    tag = tagged(h, bits)
    entry: u64
    while slot < end:
        entry = table[slot]
        if entry == 0:
            break
        if (entry & ~slots) == tag:
            found = cython.cast(i64, entry & slots) - 1
            w = 0
            if found < count:
                while w < kw and queue[found * kw + w] == keys[number * kw + w]:
                    w += 1
            else:
                while w < kw and keys[(found - count) * kw + w] == keys[number * kw + w]:
                    w += 1
            if w == kw:
                return found
        slot += 1
    return -1 - cython.cast(i64, slot)


@cython.final
@cython.cclass
class Team:
    """The shared state of the threads that run one `Search`: they find what one thread finds, in the same order.

    They work in rounds of three tasks. The next layouts of the level are divided into `chunks` of `share` layouts; a
    free thread takes the next chunk.

    - EXPAND writes the `size[k]` neighbours of chunk k to `out` from `span * k` on, and sorts them by `part` of the
      hash table. List `PARTS * k + part` has a `span` of `keys` and of `hashes`, of which `lengths[APART * k + part]`
      are in use.
    - LOOK_UP has one thread for each part of the table, which takes the lists chunk by chunk. For each key, `slot` gets
      the slot where it was entered, with a provisional number behind all numbers in use, or `OLD` if the key was known.
      `fresh` counts the entered keys of each list.
    - ENTER_NEW numbers the keys in the order of `out`, which is the order of one thread.

    `stopped[k]` is the key before which the expansion of chunk k stopped. `ticket` is the current task, from the
    highest bit: a counter of tasks (26 bits), the task (4), its number of items (16), and how many of them are taken
    (16); `done` of them are finished.
    """

    cython.declare(search=Search, room=i32, span=i64, out=u64s, moved=u8s, slot=u32s, keys=u64s, hashes=u64s, part=u8s)
    cython.declare(size=i32s, lengths=i32s, fresh=i32s, stopped=i64s, ticket=i64, done=i64, share=i64, upto=i64)
    cython.declare(chunks=i32, late=i32, goal=i32)

    def __init__(self, search: Any, room: i32, span: i64, wide: Any, narrow: Any) -> None:
        self.search, self.room, self.span = search, room, span
        self.out, self.keys, self.hashes, self.slot, self.part, self.moved = wide
        self.size, self.lengths, self.fresh, self.stopped = narrow
        self.ticket = self.done = self.upto = self.chunks = self.late = self.goal = 0
        self.share = 64

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

    @cython.cfunc
    @cython.nogil
    def _take(self) -> i64:
        """Take an item of the current task: returns the ticket before it was taken."""
        if cython.compiled:
            return add(cython.address(self.ticket), 1)
        self.ticket += 1
        return self.ticket - 1

    @cython.cfunc
    @cython.nogil
    def _finish(self) -> cython.void:
        """Count an item as finished."""
        if cython.compiled:
            add(cython.address(self.done), 1)
        else:
            self.done += 1


@cython.final
@cython.cclass
class Worker:
    """One thread of a team, with an expander of its own."""

    cython.declare(team=Team, expander=Expander)

    def __init__(self, team: Any, expander: Any) -> None:
        self.team, self.expander = team, expander

    def call(self) -> None:
        """Make the other threads wait for tasks."""
        self.team._call(IDLE, 0)

    def dismiss(self) -> None:
        """Make the other threads return."""
        self.team._call(LEAVE, 0)

    def help(self) -> None:
        """Work on tasks until dismissed. Threads of plain Python take turns: there the leader does all."""
        if not cython.compiled:
            return
        self.expander._hold()
        with cython.nogil:
            while True:
                ticket = self._work()
                if (ticket >> 32 & 15) == LEAVE:
                    break
                if cython.compiled:
                    turn = 0
                    while load(cython.address(self.team.ticket)) >> 36 == ticket >> 36:
                        wait(turn)
                        turn = min(turn + 1, 1 << 20)
        self.expander._release()

    def lead(self, budget: i64) -> i32:
        """Expand about `budget` more keys together with the threads that are in `help`.

        Returns PAUSED when that is done, EXHAUSTED when nothing is left, FULL when the queue, the table or `levels`
        must grow first, and ALONE if one thread must continue the search: a goal is among the layouts found next, or
        a layout is half expanded.
        """
        self.expander._hold()
        with cython.nogil:
            result = self._lead(self.team, budget)
        self.expander._release()
        return result

    @cython.cfunc
    @cython.nogil
    def _lead(self, team: Team, budget: i64) -> i32:
        kw = team.search.key_words
        slots = cython.cast(i64, 1) << team.search.bits
        room = CHUNKS * team.span
        capacity = min(len(team.search.queue) // kw - room, slots - slots // 4 - room, slots - PARTS * room)
        stop = team.search.head + budget
        result = PAUSED
        found: i64
        if team.search.piece:
            return ALONE
        while team.search.head < stop:
            head = team.search.head
            if head == team.search.end:
                result = team.search._deepen(team.search.count)
                if result != PAUSED:
                    return result
            if team.search.count >= capacity:
                return FULL
            team.upto = min(team.search.end, stop)
            left = team.upto - head
            team.share = min(team.share, (left + CHUNKS - 1) // CHUNKS)
            team.chunks = cython.cast(i32, min(CHUNKS, (left + team.share - 1) // team.share))
            self._together(EXPAND, team.chunks)
            found = 0
            # Chunks behind one that ran out of room are dropped: the next round expands their layouts again.
            for k in range(team.chunks):
                found += team.size[k]
                if team.stopped[k] < min(team.upto, head + (k + 1) * team.share):
                    team.chunks = k + 1
                    break
            team.late = team.goal = 0
            self._together(LOOK_UP, PARTS)
            if team.late:
                self._enter_late(team, team.search)
            self._together(ENTER_NEW, team.chunks)
            if team.goal:
                self._forget(team, team.search)
                return ALONE
            for k in range(team.chunks * PARTS):
                team.search.count += team.fresh[k]
            team.search.head = team.stopped[team.chunks - 1]
            # Aim at a third of the room, by this round's neighbours for each layout: where one chunk runs out of
            # room, the chunks behind it were expanded in vain.
            team.share = 1 + team.room * (team.search.head - head) // (3 * found + 3)
        return PAUSED

    @cython.cfunc
    @cython.nogil
    def _together(self, what: i32, items: i32) -> cython.void:
        """Publish a task, help with it, and wait until all its items are finished."""
        turn = 0
        self.team._call(what, items)
        self._work()
        if cython.compiled:
            while load(cython.address(self.team.done)) < items:
                wait(turn)
                turn += 1

    @cython.cfunc
    @cython.nogil
    def _work(self) -> i64:
        """Take and do items until none is left; returns the last ticket, which was for no item."""
        while True:
            ticket = self.team._take()
            what = cython.cast(i32, ticket >> 32 & 15)
            item = cython.cast(i32, ticket & 0xFFFF)
            if item >= (ticket >> 16 & 0xFFFF):
                return ticket
            if what == EXPAND:
                self._expand_chunk(self.team, item)
            elif what == LOOK_UP:
                self._look_up(self.team, item)
            else:
                self._enter_new(self.team, item)
            self.team._finish()

    @cython.cfunc
    @cython.nogil
    def _expand_chunk(self, team: Team, chunk: i32) -> cython.void:
        """Write the neighbours of a chunk's layouts, and sort them by part of the table."""
        kw, out, keys, hashes = team.search.key_words, team.out, team.keys, team.hashes
        table, bits, lengths, span = team.search.table, team.search.bits, team.lengths, team.span
        base = chunk * span
        first = team.search.head + chunk * team.share
        lists = chunk * PARTS * span
        last = min(first + team.share, team.upto)
        n = 0
        for part in range(PARTS):
            lengths[chunk * APART + part] = 0
        while n < team.room and first < last:
            j = n
            n = self.expander._expand(
                team.search.queue,
                first,
                last,
                out[base * kw : (base + span) * kw],
                n,
                min(team.room, n + FEW),
                team.search.last_moved,
            )
            first = self.expander.stopped
            while j < n:
                h = hashed(out, base + j, kw)
                if cython.compiled:
                    fetch(cython.address(table[h >> (64 - bits)]))
                part = cython.cast(i32, h >> 61)
                into = lists + part * span + lengths[chunk * APART + part]
                lengths[chunk * APART + part] += 1
                team.part[base + j] = part
                hashes[into] = h
                for w in range(kw):
                    keys[into * kw + w] = out[(base + j) * kw + w]
                j += 1
        team.stopped[chunk] = first
        team.size[chunk] = cython.cast(i32, n)
        if len(team.search.last_moved):
            for j in range(n):
                team.moved[base + j] = self.expander.moved[j]

    @cython.cfunc
    @cython.nogil
    def _look_up(self, team: Team, part: i32) -> cython.void:
        """Look up the keys of one part of the table, in the order of the chunks, and enter the new ones."""
        kw, bits, count, queue = team.search.key_words, team.search.bits, team.search.count, team.search.queue
        table, keys, hashes, slot = team.search.table, team.keys, team.hashes, team.slot
        slots = (cython.cast(u64, 1) << bits) - 1
        end = (slots + 1) // PARTS * (part + 1)
        at = part * team.span
        for k in range(team.chunks):
            n = team.lengths[k * APART + part]
            if cython.compiled:
                for number in range(at, at + n):
                    h = hashes[number]
                    entry = table[h >> (64 - bits)]
                    if (entry & ~slots) == tagged(h, bits):
                        entry &= slots
                        if entry and cython.cast(i64, entry) <= count:
                            fetch(cython.address(queue[(entry - 1) * kw]))
                            fetch(cython.address(queue[entry * kw - 1]))
            ahead = at + PARTS * team.span
            upto = ahead + (team.lengths[(k + 1) * APART + part] if k + 1 < team.chunks else 0)
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
                    team.late = 1
                else:
                    table[-1 - found] = cython.cast(u32, tagged(h, bits) | cython.cast(u64, count + number + 1))
                    slot[number] = cython.cast(u32, -1 - found)
                    fresh += 1
            while cython.compiled and ahead < upto:
                fetch(cython.address(table[hashes[ahead] >> (64 - bits)]))
                ahead += 1
            team.fresh[k * PARTS + part] = fresh
            at += PARTS * team.span

    @cython.cfunc
    @cython.nogil
    def _enter_late(self, team: Team, search: Search) -> cython.void:
        """Look up the keys for which their part of the table ended too soon, in the parts behind it; enter the new
        ones.
        """
        kw, bits = search.key_words, search.bits
        slots = (cython.cast(u64, 1) << bits) - 1
        for k in range(team.chunks * PARTS):
            part = k % PARTS
            at = k * team.span
            for number in range(at, at + team.lengths[k // PARTS * APART + part]):
                if team.slot[number] != LATE:
                    continue
                h = team.hashes[number]
                found = _seek(
                    search.queue,
                    team.keys,
                    search.count,
                    search.table,
                    bits,
                    kw,
                    number,
                    h,
                    ((h >> 61) + 1) * ((slots + 1) // PARTS),
                    slots + 1,
                )
                if -1 - found == cython.cast(i64, slots + 1):
                    found = _seek(
                        search.queue, team.keys, search.count, search.table, bits, kw, number, h, 0, slots + 1
                    )
                team.slot[number] = OLD
                if found < 0:
                    search.table[-1 - found] = cython.cast(
                        u32, tagged(h, bits) | cython.cast(u64, search.count + number + 1)
                    )
                    team.slot[number] = cython.cast(u32, -1 - found)
                    team.fresh[k] += 1

    @cython.cfunc
    @cython.nogil
    def _enter_new(self, team: Team, chunk: i32) -> cython.void:
        """Number the new ones among a chunk's neighbours, and write them to the queue."""
        kw, bits, queue, table = team.search.key_words, team.search.bits, team.search.queue, team.search.table
        goals, alternatives = team.search.goals, team.search.alternatives
        noted: i32 = len(team.search.last_moved) > 0
        out, count, slot, lengths, span = team.out, team.search.count, team.slot, team.lengths, team.span
        base = chunk * span
        lists = chunk * PARTS * span
        for k in range(chunk * PARTS):
            count += team.fresh[k]
        for part in range(PARTS):
            lengths[chunk * APART + part] = 0
        for number in range(base, base + team.size[chunk]):
            part = team.part[number]
            listed = lists + part * span + lengths[chunk * APART + part]
            lengths[chunk * APART + part] += 1
            at = slot[listed]
            if at == OLD:
                continue
            h = team.hashes[listed]
            for w in range(kw):
                queue[count * kw + w] = out[number * kw + w]
            if noted:
                team.search.last_moved[count] = team.moved[number]
            count += 1
            table[at] = cython.cast(u32, tagged(h, bits) | cython.cast(u64, count))
            if alternatives and solved(queue, count - 1, goals, alternatives, kw):
                team.goal = 1

    @cython.cfunc
    @cython.nogil
    def _forget(self, team: Team, search: Search) -> cython.void:
        """Remove from the table the keys that this round has entered."""
        for k in range(team.chunks * PARTS):
            at = k * team.span
            for number in range(at, at + team.lengths[k // PARTS * APART + k % PARTS]):
                if team.slot[number] != OLD:
                    search.table[team.slot[number]] = 0
