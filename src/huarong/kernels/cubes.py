"""Breadth-first search of all frames at once (see `huarong.kernels.frames`), by words of 64 layouts."""

from array import array
from types import SimpleNamespace

import cython
from cython.cimports.huarong.kernels._c import count, i32, i32s, i64, i64s, lowest, u8s, u16s, u64, u64s
from cython.cimports.huarong.kernels._keys import SLIDE, STEP

ALL = cython.declare(u64, 0xFFFFFFFFFFFFFFFF)
HALF = cython.declare(u64, 0xFFFFFFFF)

TRAIL = cython.declare(i32, 128)
"""The most positions on a trail, which lists the positions that a piece reaches in one move."""


@cython.final
@cython.cclass
class FrameSearch:
    """A search of all frames: the bitsets, and the tables of `huarong.kernels.frames`.

    `bits` has all bitsets, each of `words` words. First come the frontiers, in two halves: the current level and the
    next one, each with a bitset for each thread. Then comes `seen`, the visited set. From `numbers` on, each frame has
    `digits` bitsets (possibly none), of which the k-th has bit k of each layout's distance. Last comes a workspace of
    `room` words for each thread. `touch` also has two halves, and says which frames have bits in the frontier.
    """

    cython.declare(frames=i32, groups=i32, threads=i32, stretch=i64, metric=i32, words=i64)
    cython.declare(seen=i64, numbers=i64, digits=i64, work=i64, room=i64, widest=i64, bits=u64s)
    # The level. By thread: the group of 8 frames to expand next, and how many layouts were found on this level.
    depth = cython.declare(i64, visibility="readonly")
    cython.declare(group=i64s, found=i64s)
    # By thread and position that the current piece has reached: its slot, the direction of arrival (or -1), whether
    # layouts there are still to be expanded.
    cython.declare(trail_slot=i32s, trail_way=i32s, trail_waits=i32s)
    # Tables: `axis[a]` has the corners whose axis a is 1, `swap[8 * a + b]` those of them whose axis b is 0,
    # `twist[64 * p + 8 * q + a]` those that change axis a when p becomes q.
    cython.declare(axis=u64s, swap=u64s, twist=u64s)
    # By frame.
    cython.declare(axes=u8s, base=i32s, slot=i32s, pair=i32s, full=u8s, touch=u8s, touch8=u64s)
    # By slot: its place and its first link; by link: the slot, frame and word it leads to, the turn, the direction,
    # whether any link but the reverse one leads on from there.
    cython.declare(place=i32s, link=i32s, into=i32s, frame=i32s, onto=i32s, turn=u16s, way=u8s, more=u8s)
    # Two axes for each pair of free neighbors: of a frame, first pairs in a row, then pairs in a column.
    pairs: u8s
    # By turn: how many axes move, then from where to where; masks of the bits of a word, and of the words, that may
    # slide.
    cython.declare(moved=i32s, mask=u64s, high=i64s)
    # By turn, for frames of one word: `programs` has the index of its program: the bits that may slide, the number of
    # steps, and for each step (there are at least four) the bits to rotate and the amount.
    cython.declare(programs=i32s, program=u64s)

    def __init__(self, given: SimpleNamespace) -> None:
        self.frames, self.threads, self.metric = given.frames, given.threads, given.metric
        self.words, self.seen, self.numbers, self.digits = given.words, given.seen, given.numbers, given.digits
        self.work, self.room, self.widest, self.bits = given.work, given.room, given.widest, given.bits
        self.axis, self.swap, self.twist, self.axes = given.axis, given.swap, given.twist, given.axes
        self.base, self.slot, self.pair, self.full = given.base, given.slot, given.pair, given.full
        self.touch, self.touch8, self.place, self.link = given.touch, given.touch8, given.place, given.link
        self.into, self.frame, self.onto, self.turn = given.into, given.frame, given.onto, given.turn
        self.way, self.more, self.pairs, self.moved = given.way, given.more, given.pairs, given.moved
        self.mask, self.high, self.programs, self.program = given.mask, given.high, given.programs, given.program
        self.groups = cython.cast(i32, len(self.touch8)) // (2 * self.threads)
        # A thread gets this many neighboring groups: most slides stay among them, and no thread has much more work
        # than another.
        self.stretch = max(1, self.groups // (16 * self.threads))
        self.group, self.found = [array("q", bytes(8 * self.threads)) for _ in range(2)]
        trail = [array("i", bytes(4 * TRAIL * self.threads)) for _ in range(3)]
        self.trail_slot, self.trail_way, self.trail_waits = trail
        self.depth = 0

    def begin(self, first: i64, last: i64, valid: u64s, at: i32s, goals: i32s) -> None:
        """Mark corners that are not layouts as seen, and put the goals into the frontier.

        `valid[at[f]:]` has the corners that are layouts of a frame with f axes. `goals` lists alternatives: a number of
        places, then the places that a frame must have.
        """
        cython.declare(n=i64, from_=i64, met=i32)
        listed: i32 = len(goals)
        with cython.nogil:
            for i in range(first, last):
                n = self.base[i + 1] - self.base[i]
                from_ = at[self.axes[i]]
                for w in range(n):
                    self.bits[self.seen + self.base[i] + w] = ALL ^ valid[from_ + w]
                g = 0
                while g < listed:
                    met = 0
                    for k in range(g + 1, g + 1 + goals[g]):
                        for s in range(self.slot[i], self.slot[i + 1]):
                            met += self.place[s] == goals[k]
                    if met == goals[g]:
                        self.touch[i] = 1
                        for w in range(n):
                            self.bits[self.base[i] + w] = valid[from_ + w]
                        break
                    g += 1 + goals[g]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _twist(self, x: u64, p: i32, q: i32) -> u64:
        """Remove axis p, which is 0, from a word and insert it as axis q."""
        r = p << 6 | q << 3
        if p > q:
            t = x & self.twist[r + 4]
            x = (x ^ t) | (t << 16)
            t = x & self.twist[r + 3]
            x = (x ^ t) | (t << 8)
            t = x & self.twist[r + 2]
            x = (x ^ t) | (t << 4)
            t = x & self.twist[r + 1]
            x = (x ^ t) | (t << 2)
            t = x & self.twist[r]
            x = (x ^ t) | (t << 1)
        else:
            t = x & self.twist[r + 1]
            x = (x ^ t) | (t >> 1)
            t = x & self.twist[r + 2]
            x = (x ^ t) | (t >> 2)
            t = x & self.twist[r + 3]
            x = (x ^ t) | (t >> 4)
            t = x & self.twist[r + 4]
            x = (x ^ t) | (t >> 8)
            t = x & self.twist[r + 5]
            x = (x ^ t) | (t >> 16)
        return x

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _rotated(self, x: u64, at: i32) -> u64:
        """Return a word after one step of a program, which rotates some of its bits."""
        t = x & self.program[at]
        s = self.program[at + 1]
        return ((x ^ t) | (t << s) | (t >> (64 - s & 63))) & ALL

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _turned(self, x: u64, turn: i32) -> u64:
        """Return the layouts of a frame of one word after a slide, by its program of four steps without a branch."""
        at = self.programs[turn]
        x &= self.program[at]
        x = self._rotated(x, at + 2)
        x = self._rotated(x, at + 4)
        x = self._rotated(x, at + 6)
        x = self._rotated(x, at + 8)
        for k in range(4, cython.cast(i32, self.program[at + 1])):
            x = self._rotated(x, at + 2 + 2 * k)
        return x

    @cython.cfunc
    @cython.nogil
    def _shift(self, src: i64, dst: i64, n: i64, p: i32, q: i32, mask: u64) -> u64:
        """Add the bitset at `src` to `dst`, with its axis p, which is 0, removed and inserted as q."""
        any_ = 0
        if p < 6 and q < 6:
            for w in range(n):
                x = self._twist(self.bits[src + w] & mask, p, q)
                self.bits[dst + w] |= x
                any_ |= x
        elif p < 6:
            b = cython.cast(i64, 1) << (q - 6)
            for h in range(n // (2 * b)):
                for m in range(b):
                    a = src + 2 * (h * b + m)
                    x = self._twist(self.bits[a] & mask, p, 5)
                    y = self._twist(self.bits[a + 1] & mask, p, 5)
                    x |= y << 32
                    self.bits[dst + 2 * h * b + m] |= x
                    any_ |= x
        elif q < 6:
            b = cython.cast(i64, 1) << (p - 6)
            for h in range(n // (2 * b)):
                for m in range(b):
                    a = dst + 2 * (h * b + m)
                    x = self.bits[src + 2 * h * b + m] & mask
                    any_ |= x
                    self.bits[a] |= self._twist(x & HALF, 5, q)
                    self.bits[a + 1] |= self._twist(x >> 32, 5, q)
        else:
            a = cython.cast(i64, 1) << ((p if p < q else q) - 6)
            b = cython.cast(i64, 1) << ((q if p < q else p) - 6)
            for h in range(n // (2 * b)):
                for m in range(b // a):
                    from_ = src + 2 * h * b + (m * a if p > q else 2 * m * a)
                    to = dst + 2 * h * b + (2 * m * a if p > q else m * a)
                    for w in range(a):
                        x = self.bits[from_ + w] & mask
                        self.bits[to + w] |= x
                        any_ |= x
        return any_

    @cython.cfunc
    @cython.nogil
    def _carry(self, src: i64, dst: i64, n: i64, turn: i32, spare: i64) -> u64:
        """Add to `dst` the layouts at `src` after a slide; return 0 if there are none."""
        mask = self.mask[turn]
        high = self.high[turn]
        moves = self.moved[16 * turn]
        any_ = 0
        if moves == 0:
            for w in range(n):
                x = self.bits[src + w] & mask if not w & high else 0
                self.bits[dst + w] |= x
                any_ |= x
            return any_
        p = self.moved[16 * turn + 1]
        if moves == 1 and (high == 0 or (p >= 6 and high == 1 << (p - 6))):
            return self._shift(src, dst, n, p, self.moved[16 * turn + 2], mask)
        for w in range(n):
            x = self.bits[src + w] & mask if not w & high else 0
            self.bits[spare + w] = x
            any_ |= x
        if any_ == 0:
            return 0
        src = spare
        for k in range(moves):
            to = dst
            if k + 1 < moves:
                to = spare + self.widest if src == spare else spare
                for w in range(n):
                    self.bits[to + w] = 0
            p = self.moved[16 * turn + 2 * k + 1]
            self._shift(src, to, n, p, self.moved[16 * turn + 2 * k + 2], ALL)
            src = to
        return any_

    @cython.cfunc
    @cython.nogil
    def _near(self, i: i32, n: i64, src: i64, dst: i64) -> u64:
        """Add to `dst` the layouts one step of a single away from those at `src`; return 0 if none is unseen."""
        seen = self.seen + self.base[i]
        cython.declare(a=i32, b=i32)
        for z in range(self.pair[2 * i], self.pair[2 * i + 2]):
            a = self.pairs[2 * z]
            b = self.pairs[2 * z + 1]
            if b < 6:
                mask = self.swap[8 * a + b]
                d = (1 << b) - (1 << a)
                for w in range(n):
                    x = self.bits[src + w]
                    self.bits[dst + w] |= (x & mask) << d | (x >> d & mask)
            elif a < 6:
                mask = self.axis[a]
                d = 1 << a
                v = cython.cast(i64, 1) << (b - 6)
                for h in range(n // (2 * v)):
                    for w in range(2 * h * v, 2 * h * v + v):
                        self.bits[dst + w + v] |= (self.bits[src + w] & mask) >> d
                        self.bits[dst + w] |= (self.bits[src + w + v] & ~mask) << d
            else:
                u = cython.cast(i64, 1) << (a - 6)
                v = cython.cast(i64, 1) << (b - 6)
                for h in range(n // (2 * v)):
                    for m in range(v // (2 * u)):
                        for w in range(2 * (h * v + m * u), 2 * (h * v + m * u) + u):
                            self.bits[dst + w + u] |= self.bits[src + w + v]
                            self.bits[dst + w + v] |= self.bits[src + w + u]
        y = 0
        for w in range(n):
            y |= self.bits[dst + w] & ~self.bits[seen + w]
        return y

    @cython.cfunc
    @cython.nogil
    def _far(self, i: i32, n: i64, src: i64, dst: i64, spare: i64) -> cython.void:
        """Add to `dst` the unseen layouts that are a slide or move of a single away.

        The single is lifted, so corners are sets of the other singles. Each axis has two bitsets: where the single was
        (`spare`) and where it may go (`open_`). From there it spreads to neighboring axes.
        """
        axes: i32 = self.axes[i]
        seen = self.seen + self.base[i]
        open_ = spare + axes * n
        all_ = open_ + axes * n
        one = all_ + axes * n
        cython.declare(a=i32, d=i32, k=i32, z=i32, to=i64, bit=i64)
        for a in range(axes):
            to = a * n
            if a < 6:
                d = 1 << a
                for w in range(n):
                    self.bits[spare + to + w] = self.bits[src + w] >> d & ~self.axis[a]
                    self.bits[open_ + to + w] = (ALL ^ self.bits[seen + w]) >> d & ~self.axis[a]
            else:
                bit = cython.cast(i64, 1) << (a - 6)
                for w in range(n):
                    self.bits[spare + to + w] = 0 if w & bit else self.bits[src + (w | bit)]
                    self.bits[open_ + to + w] = 0 if w & bit else ALL ^ self.bits[seen + (w | bit)]
        if self.metric == SLIDE:
            for w in range(axes * n):
                self.bits[all_ + w] = 0
            for d in range(4):
                for w in range(axes * n):
                    self.bits[one + w] = self.bits[spare + w]
                first = self.pair[2 * i + (d & 1)]
                last = self.pair[2 * i + (d & 1) + 1]
                for k in range(last - first):
                    z = 2 * (first + k if d < 2 else last - 1 - k)
                    a = self.pairs[z + (d < 2)]
                    self._spread(a, self.pairs[z] ^ self.pairs[z + 1] ^ a, n, one, open_)
                for w in range(axes * n):
                    self.bits[all_ + w] |= self.bits[one + w]
        else:
            all_ = spare
            first = self.pair[2 * i]
            last = self.pair[2 * i + 2]
            new = 1
            d = 0
            while new:
                new = 0
                d ^= 1
                for k in range(last - first):
                    z = 2 * (first + k if d else last - 1 - k)
                    new |= self._spread(self.pairs[z], self.pairs[z + 1], n, spare, open_)
                    new |= self._spread(self.pairs[z + 1], self.pairs[z], n, spare, open_)
        for a in range(axes):
            to = a * n
            d = 1 << a if a < 6 else 0
            bit = cython.cast(i64, 1) << (a - 6) if a >= 6 else 0
            for w in range(n):
                self.bits[dst + (w | bit)] |= (self.bits[all_ + to + w] & self.bits[open_ + to + w]) << d

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _spread(self, a: i32, b: i32, n: i64, from_: i64, open_: i64) -> u64:
        """Move the lifted single from axis a to axis b; return 0 if nothing is new."""
        new = 0
        for w in range(n):
            x = self.bits[from_ + b * n + w]
            y = x | (self.bits[from_ + a * n + w] & self.bits[open_ + b * n + w])
            self.bits[from_ + b * n + w] = y
            new |= x ^ y
        return new

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _arrive(self, z: i32, n: i64, src: i64, into: i64, touch: i64, spare: i64) -> u64:
        """Follow a link from `src`: add unseen layouts to the frontier, and leave them in the workspace.

        Returns 0 if there are none.
        """
        out = spare + 2 * self.widest
        to: i64 = self.onto[z]
        any_ = 0
        if n == 1:
            any_ = self._turned(self.bits[src], self.turn[z]) & ~self.bits[self.seen + to]
            if any_:
                self.bits[out] = any_
                self.bits[into + to] |= any_
                self.touch[touch + self.frame[z]] = 1
            return any_
        if self.full[self.frame[z]]:
            return 0
        for w in range(n):
            self.bits[out + w] = 0
        if self._carry(src, out, n, self.turn[z], spare):
            for w in range(n):
                x = self.bits[out + w] & ~self.bits[self.seen + to + w]
                self.bits[out + w] = x
                self.bits[into + to + w] |= x
                any_ |= x
            if any_:
                self.touch[touch + self.frame[z]] = 1
        return any_

    @cython.cfunc
    @cython.nogil
    def _note(self, z: i32, n: i64, known: i32, trail: i64, spare: i64) -> i32:
        """Put the layouts that arrived over a link on the trail, for expansion; return the length of the trail.

        An entry is a position that a piece reaches (for slides, with a direction): its slot, the direction, and whether
        layouts there still need expansion. Two bitsets have all layouts that arrived, and those to expand.
        """
        way = self.way[z] if self.metric == SLIDE else -1
        out = spare + 2 * self.widest
        j = 0
        while j < known and (self.trail_slot[trail + j] != self.into[z] or self.trail_way[trail + j] != way):
            j += 1
        all_ = spare + (3 + 2 * j) * self.widest
        if j == known:
            known += 1
            self.trail_slot[trail + j] = self.into[z]
            self.trail_way[trail + j] = way
            self.trail_waits[trail + j] = 0
            for w in range(n):
                self.bits[all_ + w] = 0
                self.bits[all_ + self.widest + w] = 0
        for w in range(n):
            x = self.bits[out + w] & ~self.bits[all_ + w]
            self.bits[all_ + w] |= x
            self.bits[all_ + self.widest + w] |= x
            if x:
                self.trail_waits[trail + j] = 1
        return known

    @cython.cfunc
    @cython.nogil
    def _chain(self, slot: i32, n: i64, src: i64, into: i64, touch: i64, thread: i32, spare: i64) -> cython.void:
        """Slide or move the piece of a slot any distance, through unseen layouts.

        It stops at layouts of earlier levels, from which the search has continued already.
        """
        trail: i64 = thread * TRAIL
        known = 0
        for z in range(self.link[slot], self.link[slot + 1]):
            if self._arrive(z, n, src, into, touch, spare) and self.more[z]:
                known = self._note(z, n, known, trail, spare)
        k = 0
        while k < known:
            if self.trail_waits[trail + k] == 0:
                k += 1
                continue
            self.trail_waits[trail + k] = 0
            slot = self.trail_slot[trail + k]
            way = self.trail_way[trail + k]
            src = spare + (4 + 2 * k) * self.widest
            for z in range(self.link[slot], self.link[slot + 1]):
                if (way < 0 or way == self.way[z]) and self._arrive(z, n, src, into, touch, spare) and self.more[z]:
                    known = self._note(z, n, known, trail, spare)
            for w in range(n):
                self.bits[src + w] = 0
            k = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def _beside(self, i: i32, x: u64) -> u64:
        """Return the layouts of a one-word frame that are one step of a single away."""
        cython.declare(a=i32, b=i32)
        y = 0
        for z in range(self.pair[2 * i], self.pair[2 * i + 2]):
            a = self.pairs[2 * z]
            b = self.pairs[2 * z + 1]
            mask = self.swap[8 * a + b]
            d = (1 << b) - (1 << a)
            y |= (x & mask) << d | (x >> d & mask)
        return y

    @cython.cfunc
    @cython.nogil
    def _visit(self, i: i32, thread: i32, half: i32, other: i32, number: i64) -> i64:
        """Expand a frame's new frontier layouts into the other half, and record their depth.

        Returns the number of new layouts; if they are not counted, 1 for any number.
        """
        from_: i64 = self.base[i]
        n: i64 = self.base[i + 1] - from_
        fresh = self.work + thread * self.room
        spare = fresh + self.widest
        into = (other * self.threads + thread) * self.words
        touch: i64 = (other * self.threads + thread) * 8 * self.groups
        seen = self.seen + from_
        w: i64
        to = half * self.threads * self.words + from_
        found: i64 = 0
        any_ = 0
        all_ = ALL
        if self.threads == 1:
            for w in range(n):
                self.bits[fresh + w] = self.bits[to + w]
                self.bits[to + w] = 0
        else:
            for w in range(n):
                self.bits[fresh + w] = 0
            for t in range(half * self.threads, (half + 1) * self.threads):
                # A bitset that its thread did not touch is all zero: not cleared, it stays in that thread's cache.
                if self.touch[t * 8 * self.groups + i]:
                    self.touch[t * 8 * self.groups + i] = 0
                    for w in range(n):
                        self.bits[fresh + w] |= self.bits[to + w]
                        self.bits[to + w] = 0
                to += self.words
        for w in range(n):
            x = self.bits[fresh + w] & ~self.bits[seen + w]
            self.bits[fresh + w] = x
            self.bits[seen + w] |= x
            any_ |= x
            all_ &= self.bits[seen + w]
        if any_ == 0:
            return 0
        self.full[i] = all_ == ALL
        to = self.numbers + self.digits * from_
        while number:
            if number & 1:
                for w in range(n):
                    self.bits[to + w] |= self.bits[fresh + w]
            number >>= 1
            to += n
        if all_ != ALL:
            if n == 1:
                x = self._beside(i, self.bits[fresh]) & ~self.bits[seen]
                self.bits[into + from_] |= x
            else:
                x = self._near(i, n, fresh, into + from_)
            if x and self.metric != STEP:
                self._far(i, n, fresh, into + from_, spare)
            if x:
                self.touch[touch + i] = 1
        if self.metric != STEP:
            for s in range(self.slot[i], self.slot[i + 1]):
                if self.link[s] < self.link[s + 1]:
                    self._chain(s, n, fresh, into, touch, thread, spare)
        elif n == 1:
            for z in range(self.link[self.slot[i]], self.link[self.slot[i + 1]]):
                x = self._turned(self.bits[fresh], self.turn[z])
                self.bits[into + self.onto[z]] |= x
                self.touch[touch + self.frame[z]] |= x != 0
        else:
            for z in range(self.link[self.slot[i]], self.link[self.slot[i + 1]]):
                if not self.full[self.frame[z]] and self._carry(fresh, into + self.onto[z], n, self.turn[z], spare):
                    self.touch[touch + self.frame[z]] = 1
        for w in range(n):
            found += count(self.bits[fresh + w])
        return found

    @cython.cfunc
    @cython.nogil
    def _expand(self, thread: i32, most: i64) -> i64:
        """Continue the level for `most` words of work; return the words left, 0 or less if there is more to do."""
        depth = self.depth
        half: i32 = depth & 1
        t: i32
        g = self.group[thread]
        found = self.found[thread]
        while g < self.groups and most > 0:
            hit = 0
            for t in range(half * self.threads, (half + 1) * self.threads):
                hit |= self.touch8[t * self.groups + g]
            if hit and g // self.stretch % self.threads == thread:
                if self.threads == 1:
                    self.touch8[half * self.groups + g] = 0
                while hit:
                    i = cython.cast(i32, 8 * g + (lowest(hit) >> 3))
                    hit &= hit - 1
                    found += self._visit(i, thread, half, 1 - half, depth if self.digits else 0)
                    most -= self.base[i + 1] - self.base[i]
            g += 1
        self.group[thread] = g
        self.found[thread] = found
        return 0 if g < self.groups else max(most, 1)

    @cython.cfunc
    @cython.nogil
    def _deepen(self) -> cython.void:
        """Go to the next level."""
        self.depth += 1
        for t in range(self.threads):
            self.group[t] = 0
            self.found[t] = 0

    def new(self) -> int:
        """Return how many layouts were found on this level."""
        found = 0
        for t in range(self.threads):
            found += self.found[t]
        return int(found)

    def deepen(self) -> None:
        """Begin the next level. No thread may be in `run`."""
        self._deepen()

    def run(self, thread: i32, most: i64) -> cython.bint:
        """Continue the level for `most` words of work; return whether there is more to do."""
        more: cython.bint
        with cython.nogil:
            more = self._expand(thread, most) <= 0
        return more
