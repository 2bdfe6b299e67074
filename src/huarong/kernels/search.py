"""Breadth-first search of one puzzle by one thread: a visited set of keys, expanded in the order of their numbers.

A `Search` keeps every key once, in the order of discovery; a key's number is its index there. Its hash table uses open
addressing without deletion. An entry has 32 bits: the low bits are the key's number plus one, and the others as many
bits of its hash as fit. Neighbors are looked up in batches, so that the hash table is prefetched.

In the metric MOVE, a byte for each key has the place of the piece moved last (see `huarong.kernels.expander`); the
layouts found and their order do not depend on it.
"""

import cython
from cython.cimports.huarong.kernels._c import fetch, i32, i64, i64s, isize, u8s, u32, u32s, u64, u64s
from cython.cimports.huarong.kernels._keys import ANY, EXHAUSTED, FOUND, FULL, PAUSED, find, hashed, same, solved, tag
from cython.cimports.huarong.kernels.expander import Expander

if cython.compiled:
    from cython.cimports.huarong.kernels._atomic import claim

ROOM = cython.declare(isize, 256)
"""Neighbors to write before they are looked up."""
room = 256
FEW = cython.declare(isize, 16)
"""Neighbors to write between prefetches; the processor fetches this many while the next ones are written."""
BEHIND = cython.declare(isize, 48)
"""The number of neighbors between the prefetch of a slot and the reading of its entry."""
MANY = cython.declare(i32, 1 << 12)
"""The most neighbors of one layout in a call. Some layouts have 150,000, so expansion may pause between two pieces."""


@cython.final
@cython.cclass
class Search:
    """Breadth-first search: a visited set of numbered keys, and how far they are expanded (fields: `search.pxd`)."""

    def __init__(self, expander: Expander, key_words: i32, goals: u64s, out: u64s, hashes: u64s, here: u64s) -> None:
        self.expander, self.key_words = expander, key_words
        self.goals, self.out, self.hashes, self.here = goals, out, hashes, here
        self.alternatives = len(goals) // (2 * key_words)
        self.bits = self.count = self.head = self.end = self.depth = self.piece = 0

    def use(self, queue: u64s, last_moved: u8s, table: u32s, levels: i64s, bits: i32) -> None:
        """Use other memory from now on; `index` enters the keys of the queue that the new `table` lacks."""
        self.queue, self.last_moved, self.table = queue, last_moved, table
        self.levels, self.bits = levels, bits

    def begin(self) -> None:
        """Take all keys entered so far as the first level."""
        self.head = self.depth = self.piece = 0
        self.end = self.levels[1] = self.count

    def run(self, budget: i64) -> i32:
        """Continue the search for about `budget` keys, or fewer if they have many neighbors.

        Returns PAUSED after that, FOUND if the last key of the queue is a goal, EXHAUSTED if all keys are expanded, and
        FULL if the queue, the table (at three quarters) or `levels` must grow first.
        """
        self.expander._hold()
        self.expander.most = max(1, MANY // (64 * self.expander.cell_words))
        with cython.nogil:
            result = self._run(budget)
        self.expander.most = self.expander.piece = 0
        self.expander._release()
        return result

    @cython.cfunc
    @cython.nogil
    def _run(self, budget: i64) -> i32:
        # Local variables: loops need not load them from the object.
        queue, table, last_moved, kw, bits = self.queue, self.table, self.last_moved, self.key_words, self.bits
        out, hashes, moved, head, count = self.out, self.hashes, self.expander.moved, self.head, self.count
        noted: i32 = len(last_moved) > 0
        slots = cython.cast(i64, 1) << bits
        capacity = min(len(queue) // kw, slots - slots // 4)
        stop = head + budget
        # A table that fits into the processor's cache needs no prefetch.
        large: i32 = bits > 17
        few = FEW if large else ROOM
        cython.declare(ready=isize, more=i32, entry=u64)
        result = PAUSED
        while head < stop and result == PAUSED:
            if head == self.end:
                result = self._deepen(count)
                if result != PAUSED:
                    break
            self.expander.piece = self.piece
            first = head
            n = ready = 0
            # Write up to ROOM neighbors of the next keys to `out`, a few at a time: meanwhile memory is fetched, first
            # the slots of the hash table where those just written belong, then the keys to which the entries lead.
            while n < ROOM and head < self.end:
                j = n
                n = self.expander._expand(queue, head, self.end, out, n, min(ROOM, n + few), last_moved)
                head = self.expander.stopped
                # Inlined by hand: in a function of its own a compiler might drop the prefetch.
                while j < n:
                    h = hashes[j] = hashed(out, j, kw)
                    if cython.compiled and large:
                        fetch(cython.address(table[h >> (64 - bits)]))
                    j += 1
                more = n < ROOM and head < self.end and not self.expander.piece
                if cython.compiled and large:
                    while ready < n - (BEHIND if more else 0):
                        h = hashes[ready]
                        entry = table[h >> (64 - bits)]
                        if entry and (entry >> bits) == tag(h, bits) >> bits:
                            entry = (entry & (slots - 1)) * kw
                            fetch(cython.address(queue[entry - kw]))
                            fetch(cython.address(queue[entry - 1]))
                        ready += 1
                if not more:
                    break
            # If they may not fit, nothing was done: the caller makes room and calls again.
            if count + n > capacity:
                head = first
                result = FULL
                break
            self.piece = self.expander.piece
            # The neighbors of some of a layout's pieces are enough for a call.
            stop = head if self.piece else stop
            # Look them up; new ones join the queue, and end the search if they are a goal.
            for j in range(n):
                h = hashes[j]
                found = find(queue, table, bits, kw, out, j, h)
                if found >= 0:
                    continue
                for w in range(kw):
                    queue[count * kw + w] = out[j * kw + w]
                if noted:
                    last_moved[count] = moved[j]
                count += 1
                table[-1 - found] = cython.cast(u32, tag(h, bits) | cython.cast(u64, count))
                if solved(queue, count - 1, self.goals, self.alternatives, kw):
                    result = FOUND
                    break
        self.head = head
        self.count = count
        return result

    @cython.cfunc
    @cython.nogil
    def _deepen(self, count: i64) -> i32:
        """Begin the next level, which ends with key number `count` - 1; return the reason if it cannot."""
        if count == self.end:
            return EXHAUSTED
        if self.depth + 2 >= len(self.levels):
            return FULL
        self.end = count
        self.depth += 1
        self.levels[self.depth + 1] = count
        return PAUSED

    def find(self, keys: u64s, count: isize, numbers: i64s, enter: cython.bint = False) -> None:
        """Write to `numbers` the number of each of `count` keys, negative for a key without one.

        With `enter`, keys without a number are added to the queue; queue and table must have room for `count` more.
        """
        kw, bits = self.key_words, self.bits
        first = 0
        with cython.nogil:
            while first < count:
                last = first + 64 if first + 64 < count else count
                if cython.compiled:
                    for j in range(first, last):
                        fetch(cython.address(self.table[hashed(keys, j, kw) >> (64 - bits)]))
                for j in range(first, last):
                    h = hashed(keys, j, kw)
                    found = find(self.queue, self.table, bits, kw, keys, j, h)
                    if enter and found < 0:
                        for w in range(kw):
                            self.queue[self.count * kw + w] = keys[j * kw + w]
                        if len(self.last_moved):
                            self.last_moved[self.count] = ANY
                        self.table[-1 - found] = cython.cast(u32, tag(h, bits) | cython.cast(u64, self.count + 1))
                        found = self.count
                        self.count += 1
                    numbers[j] = found
                first = last

    def index(self, first: i64, last: i64) -> None:
        """Enter keys of the queue, from number `first` up to `last`, into the table, which has none of them yet.

        Threads may enter different keys at the same time.
        """
        kw, bits = self.key_words, self.bits
        slots = (cython.cast(u64, 1) << bits) - 1
        with cython.nogil:
            while first < last:
                upto = first + 64 if first + 64 < last else last
                if cython.compiled:
                    for j in range(first, upto):
                        fetch(cython.address(self.table[hashed(self.queue, j, kw) >> (64 - bits)]))
                for j in range(first, upto):
                    h = hashed(self.queue, j, kw)
                    slot = h >> (64 - bits)
                    entry = cython.cast(u32, tag(h, bits) | cython.cast(u64, j + 1))
                    while self.table[slot] or not self._put(slot, entry):
                        slot = (slot + 1) & slots
                first = upto

    @cython.cfunc
    @cython.nogil
    def _put(self, slot: u64, entry: u32) -> i32:
        """Write an entry to an empty slot; return false if another thread has just taken it."""
        if cython.compiled:
            return claim(cython.address(self.table[slot]), entry)
        self.table[slot] = entry
        return 1

    def earliest(self, back: Expander, number: i64) -> i64:
        """Return the least number among a key's neighbors that `back` writes: its first parent."""
        kw, bits, best = self.key_words, self.bits, self.count
        n = back._expand(self.queue, number, number + 1, self.out, 0, 1, back.never)
        for j in range(n):
            found = find(self.queue, self.table, bits, kw, self.out, j, hashed(self.out, j, kw))
            if 0 <= found < best:
                best = found
        return best

    def towards(self, number: i64) -> isize:
        """The index (in `out` and `moves`) of the neighbor with number `number` of the key in `here`; -1 for none."""
        kw = self.key_words
        n = self.expander._expand(self.here, 0, 1, self.out, 0, 1, self.expander.never)
        for j in range(n):
            if same(self.out, j, self.queue, number, kw):
                return j
        return -1
