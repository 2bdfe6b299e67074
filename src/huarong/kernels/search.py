"""Breadth-first search of one puzzle over layouts packed into keys: expansion and visited set.

A layout is a key of `key_words` 64-bit words (see `huarong.search.keys`): moving a piece from place `p` to place `q`
changes a key by the exclusive or with `z[p] ^ z[q]`; each mirror image has its own table `z`, and of a layout and its
images the smallest key stands for all. An `Expander` writes the neighbours of keys. A `Search` has a visited set,
which keeps every key once, in the order in which they were found (a key's number is its index there); its hash table
uses open addressing without deletion: an entry is the key's number plus one, below as many further bits of its hash
as fit in 32. Keys are expanded in their order.

Neighbours are looked up in batches, so that the hash table is prefetched.

In the metric MOVE, the piece moved last need not be moved again: every place it could reach was found when the parent
was expanded. So a `Search` keeps with each key the place of that piece, in a byte; the layouts found and their order
do not change by it.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

try:
    import cython
except ModuleNotFoundError:
    from huarong.kernels import _plain as cython

if cython.compiled:
    from cython.cimports.huarong.kernels._atomic import add, claim, load, store, wait
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
ALONE = cython.declare(cython.int, 4)
why = SimpleNamespace(PAUSED=PAUSED, FOUND=FOUND, EXHAUSTED=EXHAUSTED, FULL=FULL, ALONE=ALONE)
"""The return values for Python, which cannot see C variables; only `Worker.lead` returns ALONE."""

ANY = cython.declare(cython.int, 255)
"""The value of a last moved place that stands for any piece."""
any_piece = 255

ROOM = cython.declare(cython.Py_ssize_t, 256)
"""Neighbours that are written before they are looked up."""
room = 256
# The tasks of a team's workers.
IDLE = cython.declare(cython.int, 0)
EXPAND = cython.declare(cython.int, 1)
LOOK_UP = cython.declare(cython.int, 2)
ENTER_NEW = cython.declare(cython.int, 3)
LEAVE = cython.declare(cython.int, 4)
PIECES = cython.declare(cython.int, 16)
"""The most pieces in a round of a team."""
pieces = 16
PARTS = cython.declare(cython.int, 8)
"""Parts of the table that are looked up concurrently: a power of two."""
parts = 8
APART = cython.declare(cython.int, 32)
"""The stride of the counts of pieces, so that no two threads write to one cache line."""
apart = 32
OLD = cython.declare(cython.uint, 0xFFFFFFFF)
LATE = cython.declare(cython.uint, 0xFFFFFFFE)
"""Values in place of a slot: the key is in the table; the part of the table ended before its slot was found."""
MANY = cython.declare(cython.int, 1 << 12)
"""The most neighbours of one layout in a call: some layouts have 150,000, so expansion may pause between two pieces."""
compiled = cython.compiled


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
    """The part of a sorted list (`count` numbers of `size` bits, the lowest first) that is less than a number."""
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
    """A sorted list without one of its numbers."""
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
    """A sorted list of `count` numbers with one more inserted."""
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
    """A bit for each direction in which all the cells to be entered are empty, computed without branches."""
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
class Targets:
    """A cache, shared by expanders, of the places that a piece can reach, by set of empty cells.

    `empty` is a hash table of 2^`bits` sets of empty cells (0 where there is none), `number` has their numbers. Of set
    i, `near[i]` are the bits of a key's board fields which may stand for pieces that can move, and `at[places * i +
    p]` is the index in `to` of a count, followed by the places that a piece at place p can go to: -1 where there are
    none, 0 where it is not computed yet. `sets` sets are cached, `used` entries of `to` are in use. Only one expander
    at a time may use the cache (`busy`).
    """

    bits: cython.int
    sets: cython.int
    used: cython.int
    busy: cython.bint
    empty: cython.ulonglong[::1]
    number: cython.int[::1]
    near: cython.ulonglong[::1]
    at: cython.int[::1]
    to: cython.ushort[::1]

    def __init__(
        self, bits: cython.int, empty: Any, number: Any, near: Any, at: Any, to: Any
    ) -> None:
        self.bits, self.sets, self.used, self.busy = bits, 0, 1, False
        self.empty, self.number, self.near, self.at, self.to = empty, number, near, at, to


@cython.final
@cython.cclass
class Expander:
    """Writes the neighbours of keys: the tables of the rules, the fields of a key, and scratch memory.

    `table` is laid out by `huarong.search.expander`. A key has so many `fields`: `word`, `shift` and `masks` say which
    of its bits field f is, `base[f]` its first place, `form[f]` what its bits mean (see `_record`), `size[f]` how
    many bits a number of a list takes. `moves` gets the places before and after each neighbour's move. `mark` and
    `work` are scratch memory.

    `mirror` has for each image (the first is the layout itself) and each place the number of the place's image, at
    most `ANY`; `moved` gets for each neighbour the place of the moved piece in the key that was written.
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
    mirror: cython.uchar[::1]
    moved: cython.uchar[::1]
    never: cython.uchar[::1]
    targets: Targets
    held: cython.int
    """Whether this expander has the use of `targets`."""
    tick: cython.int
    """The current value of `mark` that means "seen"; increased instead of clearing `mark`."""
    stopped = cython.declare(cython.Py_ssize_t, visibility="readonly")
    """The index of the first key that the last expansion did not finish."""
    most = cython.declare(cython.int, visibility="public")
    """Pause after this many pieces of a layout; 0 for never. (On boards of one word every layout is expanded whole.)"""
    piece = cython.declare(cython.int, visibility="public")
    """The index, among the movable pieces of the first layout, of the one to begin with; after a pause, to go on with."""

    def __init__(
        self, sizes: Any, table: Any, fields: Any, scratch: Any, mirror: Any, targets: Any
    ) -> None:
        self.places, self.cell_words, self.key_words, self.images, self.metric = sizes
        self.table = table
        self.word, self.shift, self.base, self.form, self.size, self.masks = fields
        self.fields = len(self.masks)
        self.moves, self.mark, self.work, self.moved, self.never = scratch
        self.mirror, self.targets = mirror, targets
        self.tick = self.stopped = self.held = self.most = self.piece = 0

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
        self._hold()
        with cython.nogil:
            n = self._expand(keys, first, last, out, room, self.never)
        self._release()
        return n

    @cython.cfunc
    def _hold(self) -> cython.void:
        """Take the use of `targets`, unless another thread has it: then nothing is cached."""
        if len(self.targets.near) and not self.targets.busy:
            self.targets.busy = True
            self.held = 1

    @cython.cfunc
    def _release(self) -> cython.void:
        if self.held:
            self.targets.busy = False
            self.held = 0

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
        last_moved: cython.uchar[::1],
    ) -> cython.Py_ssize_t:
        """Expand keys; `last_moved` has for each key the place of the piece that is not to be moved (empty: move all)."""
        if self.cell_words == 1 and self.key_words == 1 and self.images < 2:
            if self.held:
                return self._kept(keys, first, last, out, room, last_moved)
            return self._narrow(keys, first, last, out, room, last_moved)
        if self.images == 0 and self.cell_words == 1:
            return self._wide(keys, first, last, out, room, last_moved, 1, 0)
        if self.images == 0 and self.cell_words == 2:
            return self._wide(keys, first, last, out, room, last_moved, 2, 0)
        return self._wide(keys, first, last, out, room, last_moved, self.cell_words, self.images)

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
        last_moved: cython.uchar[::1],
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
        noted: cython.int = metric == MOVE and len(last_moved) > 0
        still: cython.int = -1
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
            if movable > 4:  # testing a few pieces one by one costs more than trying them
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
            if noted:
                still = RECORD * last_moved[i] if last_moved[i] != ANY else -1
            for f in range(movable):
                p = self.mark[f]
                if p == still:
                    continue
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
                            if noted:
                                self.moved[n] = self.mirror[
                                    (self.places if new_image < new else 0) + t // RECORD
                                ]
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
    @cython.nogil
    @cython.exceptval(check=False)
    def _kept(
        self,
        keys: cython.ulonglong[::1],
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        out: cython.ulonglong[::1],
        room: cython.Py_ssize_t,
        last_moved: cython.uchar[::1],
    ) -> cython.Py_ssize_t:
        """Expand keys as `_narrow` does, by the cached places of `targets`; missing entries are computed now."""
        # Local views: the loops need not load them from the object.
        table: cython.ulonglong[::1] = self.table
        masks: cython.ulonglong[::1] = self.masks
        shift: cython.int[::1] = self.shift
        form: cython.int[::1] = self.form
        bases: cython.int[::1] = self.base
        sizes: cython.int[::1] = self.size
        moves: cython.int[::1] = self.moves
        mark: cython.int[::1] = self.mark
        moved: cython.uchar[::1] = self.moved
        mirror: cython.uchar[::1] = self.mirror
        empty: cython.ulonglong[::1] = self.targets.empty
        number: cython.int[::1] = self.targets.number
        about: cython.ulonglong[::1] = self.targets.near
        at: cython.int[::1] = self.targets.at
        to: cython.ushort[::1] = self.targets.to
        used: cython.int = self.targets.used
        upto: cython.int = cython.cast(cython.int, len(to))
        slots: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << self.targets.bits) - 1
        slot: cython.ulonglong
        places: cython.int = self.places
        fields: cython.int = self.fields
        images: cython.int = self.images
        behind: cython.int = RECORD * places
        everything: cython.ulonglong = table[behind + FREE]
        noted: cython.int = self.metric == MOVE and len(last_moved) > 0
        still: cython.int = -1
        here: cython.int = -1
        n: cython.Py_ssize_t = 0
        begun: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        f: cython.int
        d: cython.int
        p: cython.int
        t: cython.int
        e: cython.int
        r: cython.int
        movable: cython.int
        key: cython.ulonglong
        image: cython.ulonglong
        v: cython.ulonglong
        occupied: cython.ulonglong
        free: cython.ulonglong
        near: cython.ulonglong
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
                v = (key >> shift[f]) & masks[f]
                if form[f] == BOARD:
                    while v:
                        p = RECORD * (bases[f] + lowest(v))
                        v &= v - 1
                        occupied |= table[p + COVER]
                        image ^= table[p + IMAGE_PART]
                elif form[f] == NUMBER:
                    p = RECORD * (bases[f] + cython.cast(cython.int, v))
                    mark[movable] = p
                    movable += 1
                    occupied |= table[p + COVER]
                    image ^= table[p + IMAGE_PART]
                else:
                    size = sizes[f]
                    one = (cython.cast(cython.ulonglong, 1) << size) - 1
                    for d in range(form[f]):
                        p = RECORD * (bases[f] + cython.cast(cython.int, v & one))
                        v >>= size
                        mark[movable] = p
                        movable += 1
                        occupied |= table[p + COVER]
            if not images:
                image = key
            free = everything & ~occupied
            if not free:
                continue
            slot = _hash(free, 0) & slots
            while empty[slot] and empty[slot] != free:
                slot = (slot + 1) & slots
            here = number[slot] if empty[slot] else self._enter_free(slot, free)
            if here >= 0:
                near = about[here] & key
                here *= places
                e = 0
                for f in range(movable):
                    p = mark[f]
                    mark[e] = p
                    e += at[here + p // RECORD] >= 0
                movable = e
            else:
                if movable > 4:  # testing a few pieces one by one costs more than trying them
                    e = 0
                    for f in range(movable):
                        p = mark[f]
                        mark[e] = p
                        e += (table[p + HALO] & free) != 0
                    movable = e
                near = 0
                v = free
                while v:
                    near |= table[behind + lowest(v)]
                    v &= v - 1
                near &= key
            while near:
                mark[movable] = cython.cast(cython.int, table[behind + HOLDER + lowest(near)])
                movable += 1
                near &= near - 1
            if noted:
                still = RECORD * last_moved[i] if last_moved[i] != ANY else -1
            for f in range(movable):
                p = mark[f]
                if p == still:
                    continue
                e = at[here + p // RECORD] if here >= 0 else 0
                if e <= 0:
                    e = used
                    r = self._flood(p, occupied & ~table[p + COVER], movable, to, e)
                    if here >= 0 and not r:
                        at[here + p // RECORD] = -1
                        if not table[p + LIST]:
                            about[here // places] &= ~table[p + PART]
                    elif here >= 0 and e + r + 2 + places <= upto:
                        at[here + p // RECORD] = e
                        used = e + r + 1
                lifted = key ^ table[p + PART]
                lifted_image = image ^ table[p + IMAGE_PART]
                field = cython.cast(cython.int, table[p + LIST]) - 1
                if field >= 0:
                    base = bases[field]
                    size = sizes[field]
                    v = cython.cast(cython.ulonglong, (p // RECORD) - base)
                    rest = (key >> shift[field]) & table[p + LIST_MASK]
                    rest = _without(rest, v, size, form[field])
                    lifted = key & ~(table[p + LIST_MASK] << shift[field])
                    lifted_image = lifted
                    begun = n
                for r in range(e + 1, e + 1 + to[e]):
                    t = to[r]
                    new = lifted ^ table[RECORD * t + PART]
                    new_image = lifted_image ^ table[RECORD * t + IMAGE_PART]
                    out[n] = new if new < new_image else new_image
                    moves[2 * n] = p // RECORD
                    moves[2 * n + 1] = t
                    if noted:
                        moved[n] = mirror[(places if new_image < new else 0) + t]
                    n += 1
                if field >= 0:
                    while begun < n:
                        v = cython.cast(cython.ulonglong, moves[2 * begun + 1] - base)
                        out[begun] |= _with(rest, v, size, form[field] - 1) << shift[field]
                        begun += 1
        self.targets.used = used
        self.stopped = last
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter_free(self, slot: cython.ulonglong, free: cython.ulonglong) -> cython.int:
        """Add a set of empty cells to the cache; returns its number, or -1 where there is no room."""
        behind: cython.int = RECORD * self.places
        found: cython.int = self.targets.sets
        v: cython.ulonglong = free
        near: cython.ulonglong = 0
        if found == len(self.targets.near):
            return -1
        while v:
            near |= self.table[behind + lowest(v)]
            v &= v - 1
        self.targets.empty[slot] = free
        self.targets.number[slot] = found
        self.targets.near[found] = near
        self.targets.sets = found + 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _flood(
        self,
        p: cython.int,
        other: cython.ulonglong,
        behind: cython.int,
        to: cython.ushort[::1],
        begin: cython.int,
    ) -> cython.int:
        """Write to `to[begin]` the number of places that a piece can go to, then the places; `p` is its record's index.

        `other` are the cells of all other pieces; `mark` is free from `behind` on.
        """
        table: cython.ulonglong[::1] = self.table
        mark: cython.int[::1] = self.mark
        metric: cython.int = self.metric
        seen: cython.ulonglong = table[p + HEAD]
        ways: cython.ulonglong
        q: cython.int
        d: cython.int
        t: cython.int
        r: cython.int = behind
        e: cython.int = behind + 1
        n: cython.int = 0
        mark[behind] = p
        while r < e:
            q = mark[r] & 0xFFFFFF
            ways = _ways(
                table[q + ENTER],
                table[q + ENTER + 1],
                table[q + ENTER + 2],
                table[q + ENTER + 3],
                other,
            )
            ways &= ~cython.cast(cython.ulonglong, mark[r] >> 24)
            r += 1
            while ways:
                d = lowest(ways)
                ways &= ways - 1
                t = cython.cast(cython.int, table[q + NEXT + d])
                while not (table[t + HEAD] & seen):
                    seen |= table[t + HEAD]
                    n += 1
                    to[begin + n] = cython.cast(cython.ushort, t // RECORD)
                    if metric == MOVE:
                        mark[e] = t | 1 << (24 + (d ^ 1))
                        e += 1
                    elif metric == SLIDE and not (table[t + ENTER + d] & other):
                        t = cython.cast(cython.int, table[t + NEXT + d])
                        continue
                    break
        to[begin] = cython.cast(cython.ushort, n)
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
        last_moved: cython.uchar[::1],
        nw: cython.int,
        images: cython.int,
    ) -> cython.Py_ssize_t:
        """Expand keys of any number of words, on boards of `nw` words, with so many mirror images.

        `nw` and `images` are those of the object, passed as constants so that the compiler unrolls loops over them.
        """
        # Local views: the loops need not load them from the object.
        table: cython.ulonglong[::1] = self.table
        masks: cython.ulonglong[::1] = self.masks
        moves: cython.int[::1] = self.moves
        mark: cython.int[::1] = self.mark
        work: cython.ulonglong[::1] = self.work
        kw: cython.int = self.key_words
        fields: cython.int = self.fields
        metric: cython.int = self.metric
        stride: cython.int = 6 * nw + 5 + 2 * (images + 1)
        begin: cython.int = self.piece
        until: cython.int
        step: cython.int = 6 * nw
        listed: cython.int = 6 * nw + 4
        part: cython.int = 6 * nw + 5
        image: cython.int = 2 * nw
        spare: cython.int = 2 * nw + kw * images
        lifted: cython.int = self.places
        tick: cython.int = self.tick
        noted: cython.int = metric == MOVE and len(last_moved) > 0
        still: cython.int = -1
        least: cython.int
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
            if noted:
                still = last_moved[i] if last_moved[i] != ANY else -1
            until = movable
            if self.most and movable - lifted - begin > self.most:
                until = lifted + begin + self.most
            for f in range(lifted + begin, until):
                p = mark[f]
                if p == still:
                    continue
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
                            least = 0
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
                                    least = s + 1
                                    for w in range(kw):
                                        out[n * kw + w] = work[spare + w]
                            moves[2 * n] = p
                            moves[2 * n + 1] = t
                            if noted:
                                self.moved[n] = self.mirror[least * self.places + t]
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
            begin = 0
            if until < movable:
                begin = until - lifted
                last = i
                break
        self.piece = begin
        self.stopped = last
        self.tick = tick
        return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _tag(h: cython.ulonglong, bits: cython.int) -> cython.ulonglong:
    """The bits of a hash that an entry has above the number."""
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
def _seek(
    queue: cython.ulonglong[::1],
    out: cython.ulonglong[::1],
    count: cython.longlong,
    table: cython.uint[::1],
    bits: cython.int,
    kw: cython.int,
    number: cython.longlong,
    h: cython.ulonglong,
    slot: cython.ulonglong,
    end: cython.ulonglong,
) -> cython.longlong:
    """The number of a key of `out` in the queue, or in `out` behind it, or minus one and the empty slot, or `end`.

    The table is looked through from `slot` up to `end`.
    """
    slots: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << bits) - 1
    tag: cython.ulonglong = _tag(h, bits)
    entry: cython.ulonglong
    found: cython.longlong
    w: cython.int
    while slot < end:
        entry = table[slot]
        if entry == 0:
            break
        if (entry & ~slots) == tag:
            found = cython.cast(cython.longlong, entry & slots) - 1
            w = 0
            if found < count:
                while w < kw and queue[found * kw + w] == out[number * kw + w]:
                    w += 1
            else:
                while w < kw and out[(found - count) * kw + w] == out[number * kw + w]:
                    w += 1
            if w == kw:
                return found
        slot += 1
    return -1 - cython.cast(cython.longlong, slot)


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
    """A breadth-first search: the visited set of numbered keys, and how far they are expanded.

    `queue` has the keys, `last_moved` for each key the place of the piece whose move found it, `table` is the hash
    table (2^`bits` entries); `count` keys are found, `head` of them expanded. The level being expanded has depth
    `depth` and ends at number `end` - 1; `levels[d]` is the number of the first key at depth d. `goals` has a mask
    and a value for each alternative. `out` is a buffer of neighbours, `here` of one key.
    """

    expander: Expander
    key_words: cython.int
    alternatives: cython.int
    goals: cython.ulonglong[::1]
    out: cython.ulonglong[::1]
    here: cython.ulonglong[::1]
    queue: cython.ulonglong[::1]
    last_moved: cython.uchar[::1]
    table: cython.uint[::1]
    levels: cython.longlong[::1]
    bits = cython.declare(cython.int, visibility="readonly")
    count = cython.declare(cython.longlong, visibility="readonly")
    head = cython.declare(cython.longlong, visibility="readonly")
    end = cython.declare(cython.longlong, visibility="readonly")
    depth = cython.declare(cython.int, visibility="readonly")
    piece: cython.int
    """The index of the piece at which the layout being expanded goes on: those before it are done."""

    def __init__(
        self, expander: Any, key_words: cython.int, goals: Any, out: Any, here: Any
    ) -> None:
        self.expander, self.key_words = expander, key_words
        self.goals, self.out, self.here = goals, out, here
        self.alternatives = len(goals) // (2 * key_words)
        self.bits = self.count = self.head = self.end = self.depth = self.piece = 0

    def use(self, queue: Any, last_moved: Any, table: Any, levels: Any, bits: cython.int) -> None:
        """Use other memory from now on; `index` enters those keys of the queue that the new `table` lacks."""
        self.queue, self.last_moved, self.table = queue, last_moved, table
        self.levels, self.bits = levels, bits

    def begin(self) -> None:
        """Make all keys entered so far the first level."""
        self.head = self.depth = self.piece = 0
        self.end = self.levels[1] = self.count

    def run(self, budget: cython.longlong) -> cython.int:
        """Continue the search for about `budget` keys, fewer where they have many neighbours.

        Returns PAUSED after that, FOUND when the last key of the queue is a goal, EXHAUSTED when all keys are
        expanded, FULL when the queue, the table (at three quarters) or `levels` must grow first.
        """
        result: cython.int
        self.expander._hold()
        self.expander.most = max(1, MANY // (64 * self.expander.cell_words))
        with cython.nogil:
            result = self._run(budget)
        self.expander.most = self.expander.piece = 0
        self.expander._release()
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, budget: cython.longlong) -> cython.int:
        # Local variables: loops need not load them from the object.
        queue: cython.ulonglong[::1] = self.queue
        table: cython.uint[::1] = self.table
        last_moved: cython.uchar[::1] = self.last_moved
        moved: cython.uchar[::1] = self.expander.moved
        noted: cython.int = self.expander.metric == MOVE
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
        capacity = min(capacity, slots - slots // 4)
        while head < stop and result == PAUSED:
            if head == self.end:
                result = self._deepen(count)
                if result != PAUSED:
                    break
            self.expander.piece = self.piece
            n = self.expander._expand(queue, head, self.end, out, ROOM, last_moved)
            if count + n > capacity:
                result = FULL
                break
            head = self.expander.stopped
            self.piece = self.expander.piece
            stop = (
                head if self.piece else stop
            )  # the neighbours of some of its pieces are enough for a call
            if cython.compiled and bits > 17:
                # Not in a separate function, where a compiler might drop the prefetch.
                for j in range(n):
                    fetch(cython.address(table[_hashed(out, j, kw) >> (64 - bits)]))
                for j in range(n):
                    h = _hashed(out, j, kw)
                    entry = table[h >> (64 - bits)]
                    if entry and (entry >> bits) == _tag(h, bits) >> bits:
                        fetch(cython.address(queue[((entry & (slots - 1)) - 1) * kw]))
            for j in range(n):
                h = _hashed(out, j, kw)
                found = _find(queue, table, bits, kw, out, j, h)
                if found >= 0:
                    continue
                for w in range(kw):
                    queue[count * kw + w] = out[j * kw + w]
                if noted:
                    last_moved[count] = moved[j]
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _deepen(self, count: cython.longlong) -> cython.int:
        """Begin the next level, which ends with key number `count` - 1; returns the reason where it cannot."""
        if count == self.end:
            return EXHAUSTED
        if self.depth + 2 >= len(self.levels):
            return FULL
        self.end = count
        self.depth += 1
        self.levels[self.depth + 1] = count
        return PAUSED

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
        """Write to `numbers` the number of each of `count` keys; new keys are added to the queue.

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
                        if len(self.last_moved):
                            self.last_moved[self.count] = ANY
                        self.table[-1 - found] = cython.cast(
                            cython.uint,
                            _tag(h, bits) | cython.cast(cython.ulonglong, self.count + 1),
                        )
                        found = self.count
                        self.count += 1
                    numbers[j] = found
                first = last

    def index(self, first: cython.longlong, last: cython.longlong) -> None:
        """Enter keys of the queue, from number `first` up to `last`, into the table, which has none of them yet.

        Threads may enter different keys at the same time.
        """
        kw: cython.int = self.key_words
        bits: cython.int = self.bits
        slots: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << bits) - 1
        j: cython.longlong
        upto: cython.longlong
        h: cython.ulonglong
        slot: cython.ulonglong
        entry: cython.uint
        with cython.nogil:
            while first < last:
                upto = first + 64 if first + 64 < last else last
                if cython.compiled:
                    for j in range(first, upto):
                        fetch(cython.address(self.table[_hashed(self.queue, j, kw) >> (64 - bits)]))
                for j in range(first, upto):
                    h = _hashed(self.queue, j, kw)
                    slot = h >> (64 - bits)
                    entry = cython.cast(
                        cython.uint, _tag(h, bits) | cython.cast(cython.ulonglong, j + 1)
                    )
                    while self.table[slot] or not self._put(slot, entry):
                        slot = (slot + 1) & slots
                first = upto

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(self, slot: cython.ulonglong, entry: cython.uint) -> cython.int:
        """Write an entry to an empty slot; returns false where another thread has just taken the slot."""
        if cython.compiled:
            return claim(cython.address(self.table[slot]), entry)
        self.table[slot] = entry
        return 1

    def earliest(self, back: Expander, number: cython.longlong) -> cython.longlong:
        """The least number among the neighbours that `back` writes for a key (given by its number): its first parent."""
        kw: cython.int = self.key_words
        bits: cython.int = self.bits
        best: cython.longlong = self.count
        found: cython.longlong
        n: cython.Py_ssize_t
        j: cython.Py_ssize_t
        n = back._expand(self.queue, number, number + 1, self.out, 1, back.never)
        for j in range(n):
            found = _find(self.queue, self.table, bits, kw, self.out, j, _hashed(self.out, j, kw))
            if 0 <= found < best:
                best = found
        return best

    def towards(self, number: cython.longlong) -> cython.Py_ssize_t:
        """The index of the neighbour (in `out` and `moves`) of the key in `here` that has a number; -1 for none."""
        kw: cython.int = self.key_words
        n: cython.Py_ssize_t
        j: cython.Py_ssize_t
        w: cython.int
        n = self.expander._expand(self.here, 0, 1, self.out, 1, self.expander.never)
        for j in range(n):
            w = 0
            while w < kw and self.out[j * kw + w] == self.queue[number * kw + w]:
                w += 1
            if w == kw:
                return j
        return -1


@cython.final
@cython.cclass
class Team:
    """The shared state of the threads that run one `Search`: they find what one thread finds, in the same order.

    They work in rounds of three tasks. The next layouts of the level are divided into `pieces` of `share` layouts; a
    free thread takes the next piece. EXPAND writes the `size[k]` neighbours of piece k to `out` from `span * k` on, and
    sorts them by part of the hash table: list `PARTS * k + part` has a `span` of `keys`, of which
    `lengths[APART * k + part]` are in use. LOOK_UP has one thread for each part of the table, which takes the lists piece
    by piece: `slot` gets for each key the slot where it was entered, with a provisional number behind all numbers in use,
    or `OLD` if the key was known; `fresh` counts the keys entered of each list. ENTER_NEW numbers them in the order of
    `out`, which is the order of one thread.

    `stopped[k]` is the key before which the expansion of piece k stopped. `ticket` is the current task, from the highest
    bit: a counter of tasks (26 bits), the task (4), its number of items (16), and how many of them are taken (16);
    `done` of them are finished.
    """

    search: Search
    room: cython.int
    span: cython.longlong
    out: cython.ulonglong[::1]
    moved: cython.uchar[::1]
    slot: cython.uint[::1]
    keys: cython.ulonglong[::1]
    size: cython.int[::1]
    lengths: cython.int[::1]
    fresh: cython.int[::1]
    stopped: cython.longlong[::1]
    ticket: cython.longlong
    done: cython.longlong
    share: cython.longlong
    upto: cython.longlong
    pieces: cython.int
    late: cython.int
    goal: cython.int

    def __init__(
        self, search: Any, room: cython.int, span: cython.longlong, wide: Any, narrow: Any
    ) -> None:
        self.search, self.room, self.span = search, room, span
        self.out, self.keys, self.slot, self.moved = wide
        self.size, self.lengths, self.fresh, self.stopped = narrow
        self.ticket = self.done = self.upto = self.pieces = self.late = self.goal = 0
        self.share = 64

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _call(self, what: cython.int, items: cython.longlong) -> cython.void:
        """Publish the next task, with so many items."""
        ticket: cython.longlong = ((self.ticket >> 36) + 1) & 0x3FFFFFF
        ticket = ticket << 36 | cython.cast(cython.longlong, what) << 32 | items << 16
        self.done = 0
        if cython.compiled:
            store(cython.address(self.ticket), ticket)
        else:
            self.ticket = ticket

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self) -> cython.longlong:
        """Take an item of the current task: returns the ticket before it was taken."""
        if cython.compiled:
            return add(cython.address(self.ticket), 1)
        self.ticket += 1
        return self.ticket - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
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

    team: Team
    expander: Expander

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
        turn: cython.int
        ticket: cython.longlong
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

    def lead(self, budget: cython.longlong) -> cython.int:
        """Expand about `budget` more keys together with the threads that are in `help`.

        Returns PAUSED when that is done, EXHAUSTED when nothing is left, FULL when the queue, the table or `levels`
        must grow first, and ALONE where the search must go on by one thread: a goal is among what is found next, or a
        layout is half expanded.
        """
        result: cython.int
        self.expander._hold()
        with cython.nogil:
            result = self._lead(self.team, budget)
        self.expander._release()
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lead(self, team: Team, budget: cython.longlong) -> cython.int:
        kw: cython.int = team.search.key_words
        slots: cython.longlong = cython.cast(cython.longlong, 1) << team.search.bits
        room: cython.longlong = PIECES * team.span
        capacity: cython.longlong = min(
            len(team.search.queue) // kw - room, slots - slots // 4 - room, slots - PARTS * room
        )
        stop: cython.longlong = team.search.head + budget
        result: cython.int = PAUSED
        head: cython.longlong
        left: cython.longlong
        found: cython.longlong
        k: cython.int
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
            team.share = min(team.share, (left + PIECES - 1) // PIECES)
            team.pieces = cython.cast(
                cython.int, min(PIECES, (left + team.share - 1) // team.share)
            )
            self._together(EXPAND, team.pieces)
            found = 0
            # Pieces behind one that ran out of room are dropped: the next round expands their layouts again.
            for k in range(team.pieces):
                found += team.size[k]
                if team.stopped[k] < min(team.upto, head + (k + 1) * team.share):
                    team.pieces = k + 1
                    break
            team.late = team.goal = 0
            self._together(LOOK_UP, PARTS)
            if team.late:
                self._enter_late(team, team.search)
            self._together(ENTER_NEW, team.pieces)
            if team.goal:
                self._forget(team, team.search)
                return ALONE
            for k in range(team.pieces * PARTS):
                team.search.count += team.fresh[k]
            team.search.head = team.stopped[team.pieces - 1]
            # Aim at a third of the room, by this round's neighbours for each layout: where one piece runs out of
            # room, the pieces behind it were expanded in vain.
            team.share = 1 + team.room * (team.search.head - head) // (3 * found + 3)
        return PAUSED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _together(self, what: cython.int, items: cython.int) -> cython.void:
        """Publish a task, help with it, and wait until all its items are finished."""
        turn: cython.int = 0
        self.team._call(what, items)
        self._work()
        if cython.compiled:
            while load(cython.address(self.team.done)) < items:
                wait(turn)
                turn += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _work(self) -> cython.longlong:
        """Take and do items until none is left; returns the last ticket, which was for no item."""
        ticket: cython.longlong
        what: cython.int
        item: cython.int
        while True:
            ticket = self.team._take()
            what = cython.cast(cython.int, ticket >> 32 & 15)
            item = cython.cast(cython.int, ticket & 0xFFFF)
            if item >= (ticket >> 16 & 0xFFFF):
                return ticket
            if what == EXPAND:
                self._expand_piece(self.team, item)
            elif what == LOOK_UP:
                self._look_up(self.team, item)
            else:
                self._enter_new(self.team, item)
            self.team._finish()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand_piece(self, team: Team, piece: cython.int) -> cython.void:
        """Write the neighbours of a piece's layouts, and sort them by part of the table."""
        kw: cython.int = team.search.key_words
        out: cython.ulonglong[::1] = team.out
        keys: cython.ulonglong[::1] = team.keys
        lengths: cython.int[::1] = team.lengths
        span: cython.longlong = team.span
        base: cython.longlong = piece * span
        first: cython.longlong = team.search.head + piece * team.share
        lists: cython.longlong = piece * PARTS * span
        into: cython.longlong
        n: cython.Py_ssize_t
        j: cython.Py_ssize_t
        part: cython.int
        w: cython.int
        n = self.expander._expand(
            team.search.queue,
            first,
            min(first + team.share, team.upto),
            out[base * kw : (base + span) * kw],
            team.room,
            team.search.last_moved,
        )
        team.stopped[piece] = self.expander.stopped
        team.size[piece] = cython.cast(cython.int, n)
        for part in range(PARTS):
            lengths[piece * APART + part] = 0
        for j in range(n):
            part = cython.cast(cython.int, _hashed(out, base + j, kw) >> 61)
            into = lists + part * span + lengths[piece * APART + part]
            lengths[piece * APART + part] += 1
            for w in range(kw):
                keys[into * kw + w] = out[(base + j) * kw + w]
        if len(team.search.last_moved):
            for j in range(n):
                team.moved[base + j] = self.expander.moved[j]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_up(self, team: Team, part: cython.int) -> cython.void:
        """Look up the keys of one part of the table, in the order of the pieces, and enter the new ones."""
        kw: cython.int = team.search.key_words
        bits: cython.int = team.search.bits
        count: cython.longlong = team.search.count
        queue: cython.ulonglong[::1] = team.search.queue
        table: cython.uint[::1] = team.search.table
        keys: cython.ulonglong[::1] = team.keys
        slot: cython.uint[::1] = team.slot
        slots: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << bits) - 1
        end: cython.ulonglong = (slots + 1) // PARTS * (part + 1)
        entry: cython.ulonglong
        h: cython.ulonglong
        number: cython.longlong
        found: cython.longlong
        at: cython.longlong = part * team.span
        k: cython.int
        n: cython.int
        fresh: cython.int
        self._fetch(team, 0, part)
        for k in range(team.pieces):
            n = team.lengths[k * APART + part]
            if cython.compiled:
                for number in range(at, at + n):
                    h = _hashed(keys, number, kw)
                    entry = table[h >> (64 - bits)]
                    if (entry & ~slots) == _tag(h, bits):
                        entry &= slots
                        if entry and cython.cast(cython.longlong, entry) <= count:
                            fetch(cython.address(queue[(entry - 1) * kw]))
                if k + 1 < team.pieces:
                    self._fetch(team, k + 1, part)
            fresh = 0
            for number in range(at, at + n):
                h = _hashed(keys, number, kw)
                found = _seek(queue, keys, count, table, bits, kw, number, h, h >> (64 - bits), end)
                if found >= 0:
                    slot[number] = OLD
                elif -1 - found == cython.cast(cython.longlong, end):
                    slot[number] = LATE
                    team.late = 1
                else:
                    table[-1 - found] = cython.cast(
                        cython.uint,
                        _tag(h, bits) | cython.cast(cython.ulonglong, count + number + 1),
                    )
                    slot[number] = cython.cast(cython.uint, -1 - found)
                    fresh += 1
            team.fresh[k * PARTS + part] = fresh
            at += PARTS * team.span

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _fetch(self, team: Team, piece: cython.int, part: cython.int) -> cython.void:
        """Prefetch the slots of a list's keys."""
        number: cython.longlong
        at: cython.longlong = (piece * PARTS + part) * team.span
        bits: cython.int = team.search.bits
        kw: cython.int = team.search.key_words
        if cython.compiled:
            for number in range(at, at + team.lengths[piece * APART + part]):
                fetch(
                    cython.address(team.search.table[_hashed(team.keys, number, kw) >> (64 - bits)])
                )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter_late(self, team: Team, search: Search) -> cython.void:
        """Look up the keys for which their part of the table ended too soon, in the parts behind it; enter the new ones."""
        kw: cython.int = search.key_words
        bits: cython.int = search.bits
        slots: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << bits) - 1
        h: cython.ulonglong
        number: cython.longlong
        found: cython.longlong
        k: cython.int
        part: cython.int
        at: cython.longlong
        for k in range(team.pieces * PARTS):
            part = k % PARTS
            at = k * team.span
            for number in range(at, at + team.lengths[k // PARTS * APART + part]):
                if team.slot[number] != LATE:
                    continue
                h = _hashed(team.keys, number, kw)
                found = _seek(
                    search.queue, team.keys, search.count, search.table, bits, kw, number, h,
                    ((h >> 61) + 1) * ((slots + 1) // PARTS), slots + 1,
                )  # fmt: skip
                if -1 - found == cython.cast(cython.longlong, slots + 1):
                    found = _seek(
                        search.queue, team.keys, search.count, search.table, bits, kw, number, h,
                        0, slots + 1,
                    )  # fmt: skip
                team.slot[number] = OLD
                if found < 0:
                    search.table[-1 - found] = cython.cast(
                        cython.uint,
                        _tag(h, bits) | cython.cast(cython.ulonglong, search.count + number + 1),
                    )
                    team.slot[number] = cython.cast(cython.uint, -1 - found)
                    team.fresh[k] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter_new(self, team: Team, piece: cython.int) -> cython.void:
        """Number the new ones among a piece's neighbours, and write them to the queue."""
        kw: cython.int = team.search.key_words
        bits: cython.int = team.search.bits
        queue: cython.ulonglong[::1] = team.search.queue
        table: cython.uint[::1] = team.search.table
        goals: cython.ulonglong[::1] = team.search.goals
        alternatives: cython.int = team.search.alternatives
        noted: cython.int = len(team.search.last_moved) > 0
        out: cython.ulonglong[::1] = team.out
        count: cython.longlong = team.search.count
        slot: cython.uint[::1] = team.slot
        lengths: cython.int[::1] = team.lengths
        span: cython.longlong = team.span
        base: cython.longlong = piece * span
        lists: cython.longlong = piece * PARTS * span
        number: cython.longlong
        h: cython.ulonglong
        k: cython.int
        w: cython.int
        part: cython.int
        at: cython.uint
        for k in range(piece * PARTS):
            count += team.fresh[k]
        for part in range(PARTS):
            lengths[piece * APART + part] = 0
        for number in range(base, base + team.size[piece]):
            h = _hashed(out, number, kw)
            part = cython.cast(cython.int, h >> 61)
            at = slot[lists + part * span + lengths[piece * APART + part]]
            lengths[piece * APART + part] += 1
            if at == OLD:
                continue
            for w in range(kw):
                queue[count * kw + w] = out[number * kw + w]
            if noted:
                team.search.last_moved[count] = team.moved[number]
            count += 1
            table[at] = cython.cast(
                cython.uint, _tag(h, bits) | cython.cast(cython.ulonglong, count)
            )
            if alternatives and _solved(queue, count - 1, goals, alternatives, kw):
                team.goal = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget(self, team: Team, search: Search) -> cython.void:
        """Remove from the table the keys that this round has entered."""
        k: cython.int
        number: cython.longlong
        at: cython.longlong
        for k in range(team.pieces * PARTS):
            at = k * team.span
            for number in range(at, at + team.lengths[k // PARTS * APART + k % PARTS]):
                if team.slot[number] != OLD:
                    search.table[team.slot[number]] = 0
