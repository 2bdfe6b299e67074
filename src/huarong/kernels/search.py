"""Breadth-first search of one puzzle over layouts packed into keys, and the expansion that it is made of.

A layout is a key of `key_words` 64-bit words (see `huarong.search.keys`): moving a piece from place `p` to place
`q` turns a key by `z[p] ^ z[q]`, and each of its mirror images likewise by tables of their own; of a
layout and its images the smallest key stands for all. An `Expander` writes the neighbours of keys. The `Visited`
set keeps every key once, in the order in which they were found (its number is its place there), and finds them
again by open addressing without deletion: an entry is the key's number plus one, under as many further bits of its
hash as fit in 32. A `Search` is a visited set whose keys are expanded in their order.

Layouts are expanded a few at a time and looked up together, so that memory is asked for early.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

try:
    import cython
except ModuleNotFoundError:
    from huarong.kernels import _plain as cython

if cython.compiled:
    from cython.cimports.huarong.kernels._bits import fetch, lowest
    from cython.cimports.huarong.kernels._record import (
        BOARD,
        COVER,
        ENTER,
        FREE,
        HALO,
        HEAD,
        HOLDER,
        IMAGE_PART,
        LIST,
        LIST_MASK,
        MOVE,
        NEXT,
        NUMBER,
        PART,
        RECORD,
        SLIDE,
    )
else:
    from huarong.kernels._plain import lowest
    from huarong.kernels._record import (
        BOARD,
        COVER,
        ENTER,
        FREE,
        HALO,
        HEAD,
        HOLDER,
        IMAGE_PART,
        LIST,
        LIST_MASK,
        MOVE,
        NEXT,
        NUMBER,
        PART,
        RECORD,
        SLIDE,
    )

# Why `Search.run` stopped.
PAUSED = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
why = SimpleNamespace(PAUSED=PAUSED, FOUND=FOUND, EXHAUSTED=EXHAUSTED, FULL=FULL)
"""These for Python, which does not see C variables."""

ROOM = cython.declare(cython.Py_ssize_t, 256)
"""So many neighbours are written before they are looked up."""
room = 256


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _hash(key: cython.ulonglong, before: cython.ulonglong) -> cython.ulonglong:
    h: cython.ulonglong = (key ^ before) * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
    h &= cython.cast(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
    return h ^ (h >> 29)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _below(
    numbers: cython.ulonglong, number: cython.ulonglong, size: cython.int, count: cython.int
) -> cython.int:
    """The bits of a sorted list of so many numbers, `size` bits each from the lowest up, that are less."""
    one: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << size) - 1
    bits: cython.int = 0
    i: cython.int
    for i in range(count):
        bits += size if numbers & one < number else 0
        numbers >>= size
    return bits


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _without(
    numbers: cython.ulonglong, number: cython.ulonglong, size: cython.int, count: cython.int
) -> cython.ulonglong:
    """A sorted list with one of its numbers taken out."""
    at: cython.int = _below(numbers, number, size, count)
    low: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << at) - 1
    return (numbers & low) | (numbers >> size & ~low)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _with(
    numbers: cython.ulonglong, number: cython.ulonglong, size: cython.int, count: cython.int
) -> cython.ulonglong:
    """A sorted list of so many numbers with one more put in."""
    at: cython.int = _below(numbers, number, size, count)
    low: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << at) - 1
    return (numbers & low) | (number << at) | (numbers & ~low) << size


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ways(
    up: cython.ulonglong,
    down: cython.ulonglong,
    left: cython.ulonglong,
    right: cython.ulonglong,
    other: cython.ulonglong,
) -> cython.ulonglong:
    """A bit for each direction in which all the cells to be entered are empty; no branch to mispredict."""
    return (
        ((up & other) == 0)
        | (((down & other) == 0) << 1)
        | (((left & other) == 0) << 2)
        | (((right & other) == 0) << 3)
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _wide_ways(
    table: cython.ulonglong[::1],
    at: cython.Py_ssize_t,
    work: cython.ulonglong[::1],
    nw: cython.int,
) -> cython.ulonglong:
    """A bit for each direction in which a piece may step from the place whose record begins at `at`.

    The cells of the other pieces stand in `work` behind its first `nw` words.
    """
    ways: cython.ulonglong = 0
    v: cython.ulonglong
    d: cython.int
    w: cython.int
    for d in range(4):
        v = 0
        for w in range(nw):
            v |= table[at + (d + 1) * nw + w] & work[nw + w]
        ways |= cython.cast(cython.ulonglong, v == 0) << d
    return ways


@cython.final
@cython.cclass
class Expander:
    """Writes the neighbours of keys: the tables of what may slide where, the fields of a key, and room to work in.

    `table` is laid out by `huarong.search.expander`. A key has so many `fields`: `word`, `shift` and `masks` say which
    of its bits field f is, `base[f]` its first place, `form[f]` what its bits mean (see `_record`), `size[f]` how
    many bits a number of a list takes. `moves` gets the two places of each neighbour. `mark` and `work` are scratch.
    """

    places: cython.int
    cell_words: cython.int
    key_words: cython.int
    images: cython.int
    metric: cython.int
    fields: cython.int
    table: cython.ulonglong[::1]
    word: cython.int[::1]
    shift: cython.int[::1]
    base: cython.int[::1]
    form: cython.int[::1]
    size: cython.int[::1]
    masks: cython.ulonglong[::1]
    moves: cython.int[::1]
    mark: cython.int[::1]
    work: cython.ulonglong[::1]
    tick: cython.int
    """The last number that was written to `mark` to say that a place is seen."""
    stopped = cython.declare(cython.Py_ssize_t, visibility="readonly")
    """Before which key the last expansion stopped."""

    def __init__(self, sizes: Any, table: Any, fields: Any, scratch: Any) -> None:
        self.places, self.cell_words, self.key_words, self.images, self.metric = sizes
        self.table = table
        self.word, self.shift, self.base, self.form, self.size, self.masks = fields
        self.fields = len(self.masks)
        self.moves, self.mark, self.work = scratch
        self.tick = self.stopped = 0

    def expand(
        self,
        keys: cython.ulonglong[::1],
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        out: cython.ulonglong[::1],
        room: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Write the neighbours of `keys[first:last]` to `out`, stopping once `room` of them are written.

        `moves` gets the two places of each; `stopped` says before which key it stopped. `out` must
        hold `room` neighbours and those of one layout more. Returns how many were written.
        """
        n: cython.Py_ssize_t
        with cython.nogil:
            n = self._expand(keys, first, last, out, room)
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(
        self,
        keys: cython.ulonglong[::1],
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        out: cython.ulonglong[::1],
        room: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        if self.cell_words == 1 and self.key_words == 1 and self.images < 2:
            return self._narrow(keys, first, last, out, room)
        if self.images == 0 and self.cell_words == 1:
            return self._wide(keys, first, last, out, room, 1, 0)
        if self.images == 0 and self.cell_words == 2:
            return self._wide(keys, first, last, out, room, 2, 0)
        return self._wide(keys, first, last, out, room, self.cell_words, self.images)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _narrow(
        self,
        keys: cython.ulonglong[::1],
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        out: cython.ulonglong[::1],
        room: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Expand keys from `first` until `last` or until `room` neighbours are written.

        The fast path: one word of cells, one word of key, at most one mirror image. Places are known by
        where their record in `table` begins.
        """
        fields: cython.int = self.fields
        images: cython.int = self.images
        metric: cython.int = self.metric
        behind: cython.int = RECORD * self.places
        everything: cython.ulonglong = self.table[behind + FREE]
        n: cython.Py_ssize_t = 0
        begun: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        f: cython.int
        d: cython.int
        p: cython.int
        q: cython.int
        t: cython.int
        e: cython.int
        r: cython.int
        movable: cython.int
        key: cython.ulonglong
        image: cython.ulonglong
        v: cython.ulonglong
        occupied: cython.ulonglong
        other: cython.ulonglong
        near: cython.ulonglong
        seen: cython.ulonglong
        ways: cython.ulonglong
        new: cython.ulonglong
        new_image: cython.ulonglong
        lifted: cython.ulonglong
        lifted_image: cython.ulonglong
        field: cython.int
        base: cython.int = 0
        size: cython.int = 0
        rest: cython.ulonglong = 0
        one: cython.ulonglong
        for i in range(first, last):
            if n >= room:
                last = i
                break
            key = keys[i]
            occupied = 0
            image = 0
            movable = 0
            for f in range(fields):
                v = (key >> self.shift[f]) & self.masks[f]
                if self.form[f] == BOARD:
                    while v:
                        p = RECORD * (self.base[f] + lowest(v))
                        v &= v - 1
                        occupied |= self.table[p + COVER]
                        image ^= self.table[p + IMAGE_PART]
                elif self.form[f] == NUMBER:
                    p = RECORD * (self.base[f] + cython.cast(cython.int, v))
                    self.mark[movable] = p
                    movable += 1
                    occupied |= self.table[p + COVER]
                    image ^= self.table[p + IMAGE_PART]
                else:
                    size = self.size[f]
                    one = (cython.cast(cython.ulonglong, 1) << size) - 1
                    for d in range(self.form[f]):
                        p = RECORD * (self.base[f] + cython.cast(cython.int, v & one))
                        v >>= size
                        self.mark[movable] = p
                        movable += 1
                        occupied |= self.table[p + COVER]
            if not images:
                image = key
            if movable > 4:  # to ask each of a few costs more than to try it
                e = 0
                for f in range(movable):
                    p = self.mark[f]
                    self.mark[e] = p
                    e += (self.table[p + HALO] & ~occupied) != 0
                movable = e
            v = everything & ~occupied
            near = 0
            while v:
                near |= self.table[behind + lowest(v)]
                v &= v - 1
            near &= key
            while near:
                self.mark[movable] = cython.cast(
                    cython.int, self.table[behind + HOLDER + lowest(near)]
                )
                movable += 1
                near &= near - 1
            for f in range(movable):
                p = self.mark[f]
                lifted = key ^ self.table[p + PART]
                lifted_image = image ^ self.table[p + IMAGE_PART]
                field = cython.cast(cython.int, self.table[p + LIST]) - 1
                if field >= 0:
                    base = self.base[field]
                    size = self.size[field]
                    v = cython.cast(cython.ulonglong, (p // RECORD) - base)
                    rest = (key >> self.shift[field]) & self.table[p + LIST_MASK]
                    rest = _without(rest, v, size, self.form[field])
                    lifted = key & ~(self.table[p + LIST_MASK] << self.shift[field])
                    lifted_image = lifted
                    begun = n
                other = occupied & ~self.table[p + COVER]
                seen = self.table[p + HEAD]
                self.mark[movable] = p
                r = movable
                e = movable + 1
                while r < e:
                    q = self.mark[r] & 0xFFFFFF
                    ways = _ways(
                        self.table[q + ENTER],
                        self.table[q + ENTER + 1],
                        self.table[q + ENTER + 2],
                        self.table[q + ENTER + 3],
                        other,
                    )
                    ways &= ~cython.cast(cython.ulonglong, self.mark[r] >> 24)
                    r += 1
                    while ways:
                        d = lowest(ways)
                        ways &= ways - 1
                        t = cython.cast(cython.int, self.table[q + NEXT + d])
                        while not (self.table[t + HEAD] & seen):
                            seen |= self.table[t + HEAD]
                            new = lifted ^ self.table[t + PART]
                            new_image = lifted_image ^ self.table[t + IMAGE_PART]
                            out[n] = new if new < new_image else new_image
                            self.moves[2 * n] = p // RECORD
                            self.moves[2 * n + 1] = t // RECORD
                            n += 1
                            if metric == MOVE:
                                self.mark[e] = t | 1 << (24 + (d ^ 1))
                                e += 1
                            elif metric == SLIDE and not (self.table[t + ENTER + d] & other):
                                t = cython.cast(cython.int, self.table[t + NEXT + d])
                                continue
                            break
                if field >= 0:
                    while begun < n:
                        v = cython.cast(cython.ulonglong, self.moves[2 * begun + 1] - base)
                        out[begun] |= (
                            _with(rest, v, size, self.form[field] - 1) << self.shift[field]
                        )
                        begun += 1
        self.stopped = last
        return n

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _wide(
        self,
        keys: cython.ulonglong[::1],
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        out: cython.ulonglong[::1],
        room: cython.Py_ssize_t,
        nw: cython.int,
        images: cython.int,
    ) -> cython.Py_ssize_t:
        """Expand keys of any number of words, on boards of `nw` words, with so many mirror images.

        `nw` and `images` are the object's; given as constants, the compiler unrolls what they count.
        """
        # Views of its own save the loops asking the object for them.
        table: cython.ulonglong[::1] = self.table
        masks: cython.ulonglong[::1] = self.masks
        moves: cython.int[::1] = self.moves
        mark: cython.int[::1] = self.mark
        work: cython.ulonglong[::1] = self.work
        kw: cython.int = self.key_words
        fields: cython.int = self.fields
        metric: cython.int = self.metric
        stride: cython.int = 6 * nw + 5 + 2 * (images + 1)
        step: cython.int = 6 * nw
        listed: cython.int = 6 * nw + 4
        part: cython.int = 6 * nw + 5
        image: cython.int = 2 * nw
        spare: cython.int = 2 * nw + kw * images
        lifted: cython.int = self.places
        tick: cython.int = self.tick
        n: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        a: cython.Py_ssize_t
        b: cython.Py_ssize_t
        c: cython.Py_ssize_t
        r: cython.int
        f: cython.int
        d: cython.int
        p: cython.int
        t: cython.int
        e: cython.int
        s: cython.int
        w: cython.int
        less: cython.int
        count: cython.int
        movable: cython.int
        field: cython.int
        word: cython.int = 0
        shift: cython.int = 0
        base: cython.int = 0
        size: cython.int = 0
        cleared: cython.ulonglong = 0
        rest: cython.ulonglong = 0
        v: cython.ulonglong
        ways: cython.ulonglong
        one: cython.ulonglong
        for i in range(first, last):
            if n >= room:
                last = i
                break
            count = lifted
            for w in range(nw):
                work[w] = 0
            for f in range(fields):
                v = (keys[i * kw + self.word[f]] >> self.shift[f]) & masks[f]
                if self.form[f] == BOARD:
                    while v:
                        mark[count] = self.base[f] + lowest(v)
                        v &= v - 1
                        count += 1
                elif self.form[f] == NUMBER:
                    mark[count] = self.base[f] + cython.cast(cython.int, v)
                    count += 1
                else:
                    one = (cython.cast(cython.ulonglong, 1) << self.size[f]) - 1
                    for d in range(self.form[f]):
                        mark[count] = self.base[f] + cython.cast(cython.int, v & one)
                        v >>= self.size[f]
                        count += 1
            for w in range(kw * images):
                work[image + w] = 0
            for f in range(lifted, count):
                a = cython.cast(cython.Py_ssize_t, mark[f]) * stride
                for w in range(nw):
                    work[w] |= table[a + w]
                for s in range(images):
                    b = a + part + 2 * (s + 1)
                    work[image + s * kw + table[b]] ^= table[b + 1]
            movable = lifted
            for f in range(lifted, count):
                a = cython.cast(cython.Py_ssize_t, mark[f]) * stride
                v = 0
                for w in range(nw):
                    v |= table[a + 5 * nw + w] & ~work[w]
                mark[movable] = mark[f]
                movable += v != 0
            for f in range(lifted, movable):
                p = mark[f]
                a = cython.cast(cython.Py_ssize_t, p) * stride
                for w in range(nw):
                    work[nw + w] = work[w] & ~table[a + w]
                ways = _wide_ways(table, a, work, nw)
                if not ways:
                    continue
                field = cython.cast(cython.int, table[a + listed]) - 1
                if field >= 0:
                    word = self.word[field]
                    shift = self.shift[field]
                    base = self.base[field]
                    size = self.size[field]
                    cleared = keys[i * kw + word]
                    v = cython.cast(cython.ulonglong, p - base)
                    rest = (cleared >> shift) & masks[field]
                    rest = _without(rest, v, size, self.form[field])
                    cleared &= ~(masks[field] << shift)
                tick += 1
                mark[p] = tick
                r = e = movable
                b = a
                while True:
                    while ways:
                        d = lowest(ways)
                        ways &= ways - 1
                        t = cython.cast(cython.int, table[b + step + d])
                        while mark[t] != tick:
                            mark[t] = tick
                            c = cython.cast(cython.Py_ssize_t, t) * stride
                            for w in range(kw):
                                out[n * kw + w] = keys[i * kw + w]
                            if field >= 0:
                                v = cython.cast(cython.ulonglong, t - base)
                                v = _with(rest, v, size, self.form[field] - 1) << shift
                                out[n * kw + word] = cleared | v
                            else:
                                out[n * kw + table[a + part]] ^= table[a + part + 1]
                                out[n * kw + table[c + part]] ^= table[c + part + 1]
                            for s in range(images):
                                for w in range(kw):
                                    work[spare + w] = work[image + s * kw + w]
                                work[spare + table[a + part + 2 * (s + 1)]] ^= table[
                                    a + part + 2 * s + 3
                                ]
                                work[spare + table[c + part + 2 * (s + 1)]] ^= table[
                                    c + part + 2 * s + 3
                                ]
                                less = 0
                                for w in range(kw):
                                    if work[spare + w] != out[n * kw + w]:
                                        less = work[spare + w] < out[n * kw + w]
                                        break
                                if less:
                                    for w in range(kw):
                                        out[n * kw + w] = work[spare + w]
                            moves[2 * n] = p
                            moves[2 * n + 1] = t
                            n += 1
                            if metric == MOVE:
                                mark[e] = t
                                e += 1
                            elif metric == SLIDE:
                                v = 0
                                for w in range(nw):
                                    v |= table[c + (d + 1) * nw + w] & work[nw + w]
                                if not v:
                                    t = cython.cast(cython.int, table[c + step + d])
                                    continue
                            break
                    if r == e:
                        break
                    b = cython.cast(cython.Py_ssize_t, mark[r]) * stride
                    r += 1
                    ways = _wide_ways(table, b, work, nw)
        self.stopped = last
        self.tick = tick
        return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _tag(h: cython.ulonglong, bits: cython.int) -> cython.ulonglong:
    """The bits of a hash that stand above a number in an entry."""
    return ((h >> 32) << bits) & cython.cast(cython.ulonglong, 0xFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _hashed(
    keys: cython.ulonglong[::1], number: cython.Py_ssize_t, kw: cython.int
) -> cython.ulonglong:
    h: cython.ulonglong = _hash(keys[number * kw], 0)
    w: cython.int
    for w in range(1, kw):
        h = _hash(keys[number * kw + w], h)
    return h


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find(
    queue: cython.ulonglong[::1],
    table: cython.uint[::1],
    bits: cython.int,
    kw: cython.int,
    keys: cython.ulonglong[::1],
    number: cython.Py_ssize_t,
    h: cython.ulonglong,
) -> cython.longlong:
    """The number of a key in the queue, or minus one and the empty slot where it belongs."""
    slots: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << bits) - 1
    slot: cython.ulonglong = h >> (64 - bits)
    tag: cython.ulonglong = _tag(h, bits)
    entry: cython.ulonglong
    found: cython.longlong
    w: cython.int
    while True:
        entry = table[slot]
        if entry == 0:
            return -1 - cython.cast(cython.longlong, slot)
        if (entry & ~slots) == tag:
            found = cython.cast(cython.longlong, entry & slots) - 1
            if kw == 1:
                if queue[found] == keys[number]:
                    return found
            else:
                w = 0
                while w < kw and queue[found * kw + w] == keys[number * kw + w]:
                    w += 1
                if w == kw:
                    return found
        slot = (slot + 1) & slots


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _solved(
    keys: cython.ulonglong[::1],
    number: cython.Py_ssize_t,
    goals: cython.ulonglong[::1],
    ngoals: cython.int,
    kw: cython.int,
) -> cython.int:
    """Whether a key is a goal."""
    a: cython.int
    w: cython.int
    for a in range(ngoals):
        w = 0
        while (
            w < kw
            and (keys[number * kw + w] & goals[(2 * a) * kw + w]) == goals[(2 * a + 1) * kw + w]
        ):
            w += 1
        if w == kw:
            return 1
    return 0


@cython.final
@cython.cclass
class Search:
    """The keys that are found, each once and numbered in their order, and how far they are expanded.

    `queue` has them, `table` finds them (2^`bits` entries); `count` are found, `head` of them expanded. Of the level
    being expanded, `depth`, number `end` - 1 is the last; `levels[d]` is the number of the first key at depth d. `goals`
    has a mask and a value for each alternative. `out` is room for neighbours, `here` for one key.
    """

    expander: Expander
    key_words: cython.int
    alternatives: cython.int
    goals: cython.ulonglong[::1]
    out: cython.ulonglong[::1]
    here: cython.ulonglong[::1]
    queue: cython.ulonglong[::1]
    table: cython.uint[::1]
    levels: cython.longlong[::1]
    bits = cython.declare(cython.int, visibility="readonly")
    count = cython.declare(cython.longlong, visibility="readonly")
    head = cython.declare(cython.longlong, visibility="readonly")
    end = cython.declare(cython.longlong, visibility="readonly")
    depth = cython.declare(cython.int, visibility="readonly")

    def __init__(
        self, expander: Any, key_words: cython.int, goals: Any, out: Any, here: Any
    ) -> None:
        self.expander, self.key_words = expander, key_words
        self.goals, self.out, self.here = goals, out, here
        self.alternatives = len(goals) // (2 * key_words)
        self.bits = self.count = self.head = self.end = self.depth = 0

    def use(self, queue: Any, table: Any, levels: Any, bits: cython.int) -> None:
        """Work in this memory from now on. What `table` lacks of the queue `index` enters."""
        self.queue, self.table, self.levels, self.bits = queue, table, levels, bits

    def begin(self) -> None:
        """Take all keys that are entered for the first level, not expanded yet."""
        self.head = self.depth = 0
        self.end = self.levels[1] = self.count

    def run(self, budget: cython.longlong) -> cython.int:
        """Go on breadth first for about `budget` keys more.

        Returns PAUSED when the budget is spent, FOUND when the last of the queue is a goal, EXHAUSTED when nothing
        is left, FULL when the queue, the table (three quarters) or `levels` must grow first.
        """
        result: cython.int
        with cython.nogil:
            result = self._run(budget)
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, budget: cython.longlong) -> cython.int:
        # Names of its own save the loops asking the object for what it has.
        queue: cython.ulonglong[::1] = self.queue
        table: cython.uint[::1] = self.table
        out: cython.ulonglong[::1] = self.out
        kw: cython.int = self.key_words
        bits: cython.int = self.bits
        head: cython.longlong = self.head
        count: cython.longlong = self.count
        slots: cython.longlong = cython.cast(cython.longlong, 1) << bits
        capacity: cython.longlong = len(queue) // kw
        stop: cython.longlong = head + budget
        n: cython.Py_ssize_t
        j: cython.Py_ssize_t
        w: cython.int
        h: cython.ulonglong
        found: cython.longlong
        entry: cython.ulonglong
        result: cython.int = PAUSED
        if slots - slots // 4 < capacity:
            capacity = slots - slots // 4
        while head < stop and result == PAUSED:
            if head == self.end:
                if count == head:
                    result = EXHAUSTED
                    break
                if self.depth + 2 >= len(self.levels):
                    result = FULL
                    break
                self.end = count
                self.depth += 1
                self.levels[self.depth + 1] = count
            n = self.expander._expand(queue, head, self.end, out, ROOM)
            if count + n > capacity:
                result = FULL
                break
            head = self.expander.stopped
            if cython.compiled and bits > 17:
                # In a function of its own a compiler may take the fetching for nothing.
                for j in range(n):
                    fetch(cython.address(table[_hashed(out, j, kw) >> (64 - bits)]))
                for j in range(n):
                    entry = table[_hashed(out, j, kw) >> (64 - bits)] & (slots - 1)
                    if entry:
                        fetch(cython.address(queue[(entry - 1) * kw]))
            for j in range(n):
                h = _hashed(out, j, kw)
                found = _find(queue, table, bits, kw, out, j, h)
                if found >= 0:
                    continue
                for w in range(kw):
                    queue[count * kw + w] = out[j * kw + w]
                count += 1
                table[-1 - found] = cython.cast(
                    cython.uint, _tag(h, bits) | cython.cast(cython.ulonglong, count)
                )
                if _solved(queue, count - 1, self.goals, self.alternatives, kw):
                    result = FOUND
                    break
        self.head = head
        self.count = count
        return result

    def find(
        self,
        keys: cython.ulonglong[::1],
        count: cython.Py_ssize_t,
        numbers: cython.longlong[::1],
    ) -> None:
        """Write to `numbers` the number of each of `count` keys, or a negative one."""
        kw: cython.int = self.key_words
        bits: cython.int = self.bits
        j: cython.Py_ssize_t
        first: cython.Py_ssize_t = 0
        last: cython.Py_ssize_t
        with cython.nogil:
            while first < count:
                last = first + 64 if first + 64 < count else count
                if cython.compiled:
                    for j in range(first, last):
                        fetch(cython.address(self.table[_hashed(keys, j, kw) >> (64 - bits)]))
                for j in range(first, last):
                    numbers[j] = _find(
                        self.queue, self.table, bits, kw, keys, j, _hashed(keys, j, kw)
                    )
                first = last

    def enter(
        self,
        keys: cython.ulonglong[::1],
        count: cython.Py_ssize_t,
        numbers: cython.longlong[::1],
    ) -> None:
        """Write to `numbers` the number of each of `count` keys, the new ones being numbered now.

        Queue and table must have room for `count` more.
        """
        kw: cython.int = self.key_words
        bits: cython.int = self.bits
        j: cython.Py_ssize_t
        w: cython.int
        h: cython.ulonglong
        found: cython.longlong
        first: cython.Py_ssize_t = 0
        last: cython.Py_ssize_t
        with cython.nogil:
            while first < count:
                last = first + 64 if first + 64 < count else count
                if cython.compiled:
                    for j in range(first, last):
                        fetch(cython.address(self.table[_hashed(keys, j, kw) >> (64 - bits)]))
                for j in range(first, last):
                    h = _hashed(keys, j, kw)
                    found = _find(self.queue, self.table, bits, kw, keys, j, h)
                    if found < 0:
                        for w in range(kw):
                            self.queue[self.count * kw + w] = keys[j * kw + w]
                        self.table[-1 - found] = cython.cast(
                            cython.uint,
                            _tag(h, bits) | cython.cast(cython.ulonglong, self.count + 1),
                        )
                        found = self.count
                        self.count += 1
                    numbers[j] = found
                first = last

    def index(self, first: cython.longlong, last: cython.longlong) -> None:
        """Enter the keys `first` to `last` of the queue, none of which is in the table, into it."""
        kw: cython.int = self.key_words
        bits: cython.int = self.bits
        slots: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << bits) - 1
        j: cython.longlong
        upto: cython.longlong
        h: cython.ulonglong
        slot: cython.ulonglong
        with cython.nogil:
            while first < last:
                upto = first + 64 if first + 64 < last else last
                if cython.compiled:
                    for j in range(first, upto):
                        fetch(cython.address(self.table[_hashed(self.queue, j, kw) >> (64 - bits)]))
                for j in range(first, upto):
                    h = _hashed(self.queue, j, kw)
                    slot = h >> (64 - bits)
                    while self.table[slot]:
                        slot = (slot + 1) & slots
                    self.table[slot] = cython.cast(
                        cython.uint, _tag(h, bits) | cython.cast(cython.ulonglong, j + 1)
                    )
                first = upto

    def earliest(self, back: Expander, number: cython.longlong) -> cython.longlong:
        """The number of the first found among the neighbours that `back` gives a key, given by its number."""
        kw: cython.int = self.key_words
        bits: cython.int = self.bits
        best: cython.longlong = self.count
        found: cython.longlong
        n: cython.Py_ssize_t
        j: cython.Py_ssize_t
        n = back._expand(self.queue, number, number + 1, self.out, 1)
        for j in range(n):
            found = _find(self.queue, self.table, bits, kw, self.out, j, _hashed(self.out, j, kw))
            if 0 <= found < best:
                best = found
        return best

    def towards(self, number: cython.longlong) -> cython.Py_ssize_t:
        """Which of the neighbours of the key in `here` has this number, -1 where none; `out` and `moves` have them."""
        kw: cython.int = self.key_words
        n: cython.Py_ssize_t
        j: cython.Py_ssize_t
        w: cython.int
        n = self.expander._expand(self.here, 0, 1, self.out, 1)
        for j in range(n):
            w = 0
            while w < kw and self.out[j * kw + w] == self.queue[number * kw + w]:
                w += 1
            if w == kw:
                return j
        return -1
