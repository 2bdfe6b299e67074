"""The moves of one puzzle over layouts packed into keys: an `Expander` writes the neighbours of keys.

A layout is a key of `key_words` 64-bit words (see `huarong.search.keys`): moving a piece from place `p` to place `q`
changes a key by the exclusive or with `z[p] ^ z[q]`; each mirror image has its own table `z`, and of a layout and its
images the smallest key stands for all.

In the metric MOVE, the piece moved last need not be moved again: every place it could reach was found when the parent
was expanded. So a search can keep the place of that piece with each key, in a byte.
"""

from __future__ import annotations

from typing import Any

import cython
from cython.cimports.huarong.kernels._bits import lowest
from cython.cimports.huarong.kernels._keys import ANY, scattered
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

any_piece = ANY


@cython.cfunc
@cython.inline
@cython.nogil
def _below(numbers: cython.ulonglong, number: cython.ulonglong, size: cython.int, count: cython.int) -> cython.int:
    """The part of a sorted list (`count` numbers of `size` bits, the lowest first) that is less than a number."""
    one = (cython.cast(cython.ulonglong, 1) << size) - 1
    bits = 0
    for i in range(count):
        bits += size if numbers & one < number else 0
        numbers >>= size
    return bits


@cython.cfunc
@cython.inline
@cython.nogil
def _without(
    numbers: cython.ulonglong, number: cython.ulonglong, size: cython.int, count: cython.int
) -> cython.ulonglong:
    """A sorted list without one of its numbers."""
    at = _below(numbers, number, size, count)
    low = (cython.cast(cython.ulonglong, 1) << at) - 1
    return (numbers & low) | (numbers >> size & ~low)


@cython.cfunc
@cython.inline
@cython.nogil
def _with(numbers: cython.ulonglong, number: cython.ulonglong, size: cython.int, count: cython.int) -> cython.ulonglong:
    """A sorted list of `count` numbers with one more inserted."""
    at = _below(numbers, number, size, count)
    low = (cython.cast(cython.ulonglong, 1) << at) - 1
    return (numbers & low) | (number << at) | (numbers & ~low) << size


@cython.cfunc
@cython.inline
@cython.nogil
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
def _wide_ways(
    table: cython.ulonglong[::1], at: cython.Py_ssize_t, work: cython.ulonglong[::1], nw: cython.int
) -> cython.ulonglong:
    """A bit for each direction in which a piece may step from the place whose record begins at `at`.

    The cells of the other pieces stand in `work` behind its first `nw` words.
    """
    ways = 0
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

    `empty` is a hash table of 2^`bits` sets of empty cells (0 if there is none), `number` has their numbers. For set
    i, `near[i]` has the bits of a key's board fields that may stand for pieces that can move. `at[places * i + p]` is
    the index in `to` of a count, followed by the places that a piece at place p can go to; it is -1 if there are none,
    and 0 if they are not computed yet. `sets` sets are cached, and `used` entries of `to` are in use. Only one expander
    at a time may use the cache (`busy`).
    """

    def __init__(self, bits: cython.int, empty: Any, number: Any, near: Any, at: Any, to: Any) -> None:
        self.bits, self.sets, self.used, self.busy = bits, 0, 1, False
        self.empty, self.number, self.near, self.at, self.to = empty, number, near, at, to


@cython.final
@cython.cclass
class Expander:
    """Writes the neighbours of keys: the tables of the rules, the fields of a key, and scratch memory.

    `table` is laid out by `huarong.search.expander`. `fields` is the number of fields of a key: `word`, `shift` and
    `masks` say which of its bits field f has, `base[f]` is its first place, `form[f]` what its bits mean (see
    `_record`), `size[f]` how many bits a number of a list takes. `moves` gets the places before and after each
    neighbour's move. `mark` and `work` are scratch memory.

    `held` says whether this expander has the use of `targets`. A place whose `mark` is `tick` is seen: `tick` is
    increased instead of clearing `mark`. `stopped` is the index of the first key that the last expansion did not
    finish. An expansion pauses after `most` pieces of a layout (0: never). On boards of one word every layout is
    expanded whole. `piece` is the index, among the movable pieces of the first layout, of the piece to begin with;
    after a pause, of the next piece.

    `mirror` has for each image (the first is the layout itself) and each place the number of the place's image, at
    most `ANY`; `moved` gets for each neighbour the place of the moved piece in the key that was written.
    """

    def __init__(self, sizes: Any, table: Any, fields: Any, scratch: Any, mirror: Any, targets: Any) -> None:
        self.places, self.cell_words, self.key_words, self.images, self.metric = sizes
        self.table = table
        self.word, self.shift, self.base, self.form, self.size, self.masks, self.rows = fields
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
        self._hold()
        with cython.nogil:
            n = self._expand(keys, first, last, out, 0, room, self.never)
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
    def _expand(
        self,
        keys: cython.ulonglong[::1],
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        out: cython.ulonglong[::1],
        n: cython.Py_ssize_t,
        room: cython.Py_ssize_t,
        last_moved: cython.uchar[::1],
    ) -> cython.Py_ssize_t:
        """Expand keys to `out`, which has `n` neighbours already, until it has `room`; returns how many it has then.

        `last_moved` has for each key the place of the piece that is not to be moved (empty: move all).
        """
        if self.cell_words == 1 and self.key_words == 1 and self.images < 2:
            if self.held:
                return _kept(self, keys, first, last, out, n, room, last_moved)
            return _narrow(self, keys, first, last, out, n, room, last_moved)
        if self.images == 0 and self.cell_words == 1:
            return _wide(self, keys, first, last, out, n, room, last_moved, 1, 0)
        if self.images == 0 and self.cell_words == 2:
            return _wide(self, keys, first, last, out, n, room, last_moved, 2, 0)
        return _wide(self, keys, first, last, out, n, room, last_moved, self.cell_words, self.images)


@cython.cfunc
@cython.nogil
def _narrow(
    expander: Expander,
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    out: cython.ulonglong[::1],
    n: cython.Py_ssize_t,
    room: cython.Py_ssize_t,
    last_moved: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Expand keys from `first` until `last` or until `room` neighbours are written.

    The fast path: one word of cells, one word of key, at most one mirror image. Places are known by
    where their record in `table` begins.
    """
    fields = expander.fields
    images = expander.images
    metric = expander.metric
    behind = RECORD * expander.places
    everything = expander.table[behind + FREE]
    noted: cython.int = metric == MOVE and len(last_moved) > 0
    still = -1
    begun = 0
    e: cython.int
    base = 0
    size = 0
    rest = 0
    for i in range(first, last):
        if n >= room:
            last = i
            break
        key = keys[i]
        occupied = 0
        image = 0
        movable = 0
        for f in range(fields):
            v = (key >> expander.shift[f]) & expander.masks[f]
            if expander.form[f] == BOARD:
                while v:
                    p = RECORD * (expander.base[f] + lowest(v))
                    v &= v - 1
                    occupied |= expander.table[p + COVER]
                    image ^= expander.table[p + IMAGE_PART]
            elif expander.form[f] == NUMBER:
                p = RECORD * (expander.base[f] + cython.cast(cython.int, v))
                expander.mark[movable] = p
                movable += 1
                occupied |= expander.table[p + COVER]
                image ^= expander.table[p + IMAGE_PART]
            else:
                size = expander.size[f]
                one = (cython.cast(cython.ulonglong, 1) << size) - 1
                for d in range(expander.form[f]):
                    p = RECORD * (expander.base[f] + cython.cast(cython.int, v & one))
                    v >>= size
                    expander.mark[movable] = p
                    movable += 1
                    occupied |= expander.table[p + COVER]
        if not images:
            image = key
        if movable > 4:  # testing a few pieces one by one costs more than trying them
            e = 0
            for f in range(movable):
                p = expander.mark[f]
                expander.mark[e] = p
                e += (expander.table[p + HALO] & ~occupied) != 0
            movable = e
        v = everything & ~occupied
        near = 0
        while v:
            near |= expander.table[behind + lowest(v)]
            v &= v - 1
        near &= key
        while near:
            expander.mark[movable] = cython.cast(cython.int, expander.table[behind + HOLDER + lowest(near)])
            movable += 1
            near &= near - 1
        if noted:
            still = RECORD * last_moved[i] if last_moved[i] != ANY else -1
        for f in range(movable):
            p = expander.mark[f]
            if p == still:
                continue
            lifted = key ^ expander.table[p + PART]
            lifted_image = image ^ expander.table[p + IMAGE_PART]
            field = cython.cast(cython.int, expander.table[p + LIST]) - 1
            if field >= 0:
                base = expander.base[field]
                size = expander.size[field]
                v = cython.cast(cython.ulonglong, (p // RECORD) - base)
                rest = (key >> expander.shift[field]) & expander.table[p + LIST_MASK]
                rest = _without(rest, v, size, expander.form[field])
                lifted = key & ~(expander.table[p + LIST_MASK] << expander.shift[field])
                lifted_image = lifted
                begun = n
            other = occupied & ~expander.table[p + COVER]
            seen = expander.table[p + HEAD]
            expander.mark[movable] = p
            r = movable
            e = movable + 1
            while r < e:
                q = expander.mark[r] & 0xFFFFFF
                ways = _ways(
                    expander.table[q + ENTER],
                    expander.table[q + ENTER + 1],
                    expander.table[q + ENTER + 2],
                    expander.table[q + ENTER + 3],
                    other,
                )
                ways &= ~cython.cast(cython.ulonglong, expander.mark[r] >> 24)
                r += 1
                while ways:
                    d = lowest(ways)
                    ways &= ways - 1
                    t = cython.cast(cython.int, expander.table[q + NEXT + d])
                    while not (expander.table[t + HEAD] & seen):
                        seen |= expander.table[t + HEAD]
                        new = lifted ^ expander.table[t + PART]
                        new_image = lifted_image ^ expander.table[t + IMAGE_PART]
                        out[n] = new if new < new_image else new_image
                        expander.moves[2 * n] = p // RECORD
                        expander.moves[2 * n + 1] = t // RECORD
                        if noted:
                            expander.moved[n] = expander.mirror[
                                (expander.places if new_image < new else 0) + t // RECORD
                            ]
                        n += 1
                        if metric == MOVE:
                            expander.mark[e] = t | 1 << (24 + (d ^ 1))
                            e += 1
                        elif metric == SLIDE and not (expander.table[t + ENTER + d] & other):
                            t = cython.cast(cython.int, expander.table[t + NEXT + d])
                            continue
                        break
            if field >= 0:
                while begun < n:
                    v = cython.cast(cython.ulonglong, expander.moves[2 * begun + 1] - base)
                    out[begun] |= _with(rest, v, size, expander.form[field] - 1) << expander.shift[field]
                    begun += 1
    expander.stopped = last
    return n


@cython.cfunc
@cython.nogil
def _kept(
    expander: Expander,
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    out: cython.ulonglong[::1],
    n: cython.Py_ssize_t,
    room: cython.Py_ssize_t,
    last_moved: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Expand keys as `_narrow` does, by the cached places of `targets`; missing entries are computed now."""
    # Local views: the loops need not load them from the object.
    table = expander.table
    masks = expander.masks
    shift = expander.shift
    form = expander.form
    bases = expander.base
    sizes = expander.size
    rows = expander.rows
    moves = expander.moves
    mark = expander.mark
    moved = expander.moved
    mirror = expander.mirror
    empty = expander.targets.empty
    number = expander.targets.number
    about = expander.targets.near
    at = expander.targets.at
    to = expander.targets.to
    used = expander.targets.used
    upto = cython.cast(cython.int, len(to))
    slots = (cython.cast(cython.ulonglong, 1) << expander.targets.bits) - 1
    places = expander.places
    fields = expander.fields
    images = expander.images
    behind = RECORD * places
    everything = table[behind + FREE]
    highest = cython.cast(cython.ulonglong, 1) << 63
    boards = 0
    listed: cython.int = 0
    plain: cython.int = 0
    kept = 0
    noted: cython.int = expander.metric == MOVE and len(last_moved) > 0
    still = -1
    here = -1
    p: cython.int
    t: cython.int
    e: cython.int
    s: cython.int
    movable: cython.int
    image: cython.ulonglong
    occupied: cython.ulonglong
    free: cython.ulonglong
    new: cython.ulonglong
    new_image: cython.ulonglong
    lifted: cython.ulonglong
    lifted_image: cython.ulonglong
    base = 0
    size = 0
    rest: cython.ulonglong = 0
    for f in range(fields):
        if form[f] == BOARD:
            boards |= masks[f] << shift[f]
            plain += plain == f
        listed |= form[f] > BOARD
    for i in range(first, last):
        if n >= room:
            last = i
            break
        key = keys[i]
        occupied = 0
        image = 0
        movable = 0
        v = key & boards
        s = 0
        while v:
            e = s + 2 * cython.cast(cython.int, v & 255)
            occupied |= rows[e]
            image ^= rows[e + 1]
            v >>= 8
            s += 512
        for f in range(plain, fields):
            if form[f] == BOARD:
                continue
            v = (key >> shift[f]) & masks[f]
            if form[f] == NUMBER:
                p = bases[f] + cython.cast(cython.uint, v)
                mark[movable] = p
                movable += 1
                occupied |= table[RECORD * p + COVER]
                image ^= table[RECORD * p + IMAGE_PART]
            else:
                size = sizes[f]
                one = (cython.cast(cython.ulonglong, 1) << size) - 1
                for d in range(form[f]):
                    p = bases[f] + cython.cast(cython.uint, v & one)
                    v >>= size
                    mark[movable] = p
                    movable += 1
                    occupied |= table[RECORD * p + COVER]
        if not images:
            image = key
        free = everything & ~occupied
        if not free:
            continue
        if noted and last_moved[i] != ANY:
            still = last_moved[i]
            kept = ~table[RECORD * still + PART]
        else:
            still = -1
            kept = ~cython.cast(cython.ulonglong, 0)
        slot = scattered(free, 0) & slots
        while empty[slot] and empty[slot] != free:
            slot = (slot + 1) & slots
        here = number[slot] if empty[slot] else _enter_free(expander, slot, free)
        if here >= 0:
            near = about[here] & key & kept
            here *= places
            e = 0
            for f in range(movable):
                p = mark[f]
                mark[e] = p
                e += (at[here + p] >= 0) & (p != still)
            movable = e
        else:
            near = 0
            v = free
            while v:
                near |= table[behind + lowest(v)]
                v &= v - 1
            near &= key & kept
            e = 0
            for f in range(movable):
                p = mark[f]
                mark[e] = p
                e += ((table[RECORD * p + HALO] & free) != 0) & (p != still)
            movable = e
        # Three movable pieces without a branch, which could not be predicted: most layouts have no more.
        for d in range(3):
            mark[movable] = cython.cast(cython.int, table[behind + HOLDER + lowest(near | highest)] // RECORD)
            movable += near != 0
            near &= near - 1
        while near:
            mark[movable] = cython.cast(cython.int, table[behind + HOLDER + lowest(near)] // RECORD)
            movable += 1
            near &= near - 1
        for f in range(movable):
            p = mark[f]
            e = at[here + p] if here >= 0 else 0
            if e <= 0:
                e = used
                d = _flood(expander, RECORD * p, occupied & ~table[RECORD * p + COVER], movable, to, e)
                if here >= 0 and not d:
                    at[here + p] = -1
                    if not table[RECORD * p + LIST]:
                        about[here // places] &= ~table[RECORD * p + PART]
                elif here >= 0 and e + d + 2 + places <= upto:
                    at[here + p] = e
                    used = e + d + 1
            s = to[e]
            lifted = key ^ table[RECORD * p + PART]
            lifted_image = image ^ table[RECORD * p + IMAGE_PART]
            if listed:
                field = cython.cast(cython.int, table[RECORD * p + LIST]) - 1
                if field >= 0:
                    base = bases[field]
                    size = sizes[field]
                    v = cython.cast(cython.ulonglong, p - base)
                    rest = (key >> shift[field]) & table[RECORD * p + LIST_MASK]
                    rest = _without(rest, v, size, form[field])
                    lifted = key & ~(table[RECORD * p + LIST_MASK] << shift[field])
                    for r in range(e + 1, e + 1 + s):
                        v = cython.cast(cython.ulonglong, to[r] - base)
                        v = _with(rest, v, size, form[field] - 1)
                        out[n] = lifted | v << shift[field]
                        moves[2 * n] = p
                        moves[2 * n + 1] = to[r]
                        if noted:
                            moved[n] = mirror[to[r]]
                        n += 1
                    continue
            for r in range(e + 1, e + 1 + s):
                t = to[r]
                new = lifted ^ table[RECORD * t + PART]
                new_image = lifted_image ^ table[RECORD * t + IMAGE_PART]
                out[n] = new if new < new_image else new_image
                moves[2 * n] = p
                moves[2 * n + 1] = t
                if noted:
                    moved[n] = mirror[places * (new_image < new) + t]
                n += 1
    expander.targets.used = used
    expander.stopped = last
    return n


@cython.cfunc
@cython.nogil
def _enter_free(expander: Expander, slot: cython.ulonglong, free: cython.ulonglong) -> cython.int:
    """Add a set of empty cells to the cache; returns its number, or -1 if there is no room."""
    behind = RECORD * expander.places
    found = expander.targets.sets
    v = free
    near = 0
    if found == len(expander.targets.near):
        return -1
    while v:
        near |= expander.table[behind + lowest(v)]
        v &= v - 1
    expander.targets.empty[slot] = free
    expander.targets.number[slot] = found
    expander.targets.near[found] = near
    expander.targets.sets = found + 1
    return found


@cython.cfunc
@cython.nogil
def _flood(
    expander: Expander,
    p: cython.int,
    other: cython.ulonglong,
    behind: cython.int,
    to: cython.ushort[::1],
    begin: cython.int,
) -> cython.int:
    """Write to `to[begin]` the number of places that a piece can go to, then the places; `p` is its record's index.

    `other` are the cells of all other pieces; `mark` is free from `behind` on.
    """
    table = expander.table
    mark = expander.mark
    metric = expander.metric
    seen = table[p + HEAD]
    r = behind
    e = behind + 1
    n = 0
    mark[behind] = p
    while r < e:
        q = mark[r] & 0xFFFFFF
        ways = _ways(table[q + ENTER], table[q + ENTER + 1], table[q + ENTER + 2], table[q + ENTER + 3], other)
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
def _wide(
    expander: Expander,
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    out: cython.ulonglong[::1],
    n: cython.Py_ssize_t,
    room: cython.Py_ssize_t,
    last_moved: cython.uchar[::1],
    nw: cython.int,
    images: cython.int,
) -> cython.Py_ssize_t:
    """Expand keys of any number of words, on boards of `nw` words, with `images` mirror images.

    `nw` and `images` are those of the object, passed as constants so that the compiler unrolls loops over them.
    """
    # Local views: the loops need not load them from the object.
    table = expander.table
    masks = expander.masks
    moves = expander.moves
    mark = expander.mark
    work = expander.work
    kw = expander.key_words
    fields = expander.fields
    metric = expander.metric
    stride = 6 * nw + 5 + 2 * (images + 1)
    begin: cython.int = expander.piece
    until: cython.int
    step = 6 * nw
    listed = 6 * nw + 4
    part = 6 * nw + 5
    image = 2 * nw
    spare = 2 * nw + kw * images
    lifted = expander.places
    tick = expander.tick
    noted: cython.int = metric == MOVE and len(last_moved) > 0
    still = -1
    r: cython.int
    f: cython.int
    p: cython.int
    e: cython.int
    less: cython.int
    movable: cython.int
    word = 0
    shift = 0
    base = 0
    size = 0
    cleared = 0
    rest = 0
    for i in range(first, last):
        if n >= room:
            last = i
            break
        count = lifted
        for w in range(nw):
            work[w] = 0
        for f in range(fields):
            v = (keys[i * kw + expander.word[f]] >> expander.shift[f]) & masks[f]
            if expander.form[f] == BOARD:
                while v:
                    mark[count] = expander.base[f] + lowest(v)
                    v &= v - 1
                    count += 1
            elif expander.form[f] == NUMBER:
                mark[count] = expander.base[f] + cython.cast(cython.int, v)
                count += 1
            else:
                one = (cython.cast(cython.ulonglong, 1) << expander.size[f]) - 1
                for d in range(expander.form[f]):
                    mark[count] = expander.base[f] + cython.cast(cython.int, v & one)
                    v >>= expander.size[f]
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
        if expander.most and movable - lifted - begin > expander.most:
            until = lifted + begin + expander.most
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
                word = expander.word[field]
                shift = expander.shift[field]
                base = expander.base[field]
                size = expander.size[field]
                cleared = keys[i * kw + word]
                v = cython.cast(cython.ulonglong, p - base)
                rest = (cleared >> shift) & masks[field]
                rest = _without(rest, v, size, expander.form[field])
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
                            v = _with(rest, v, size, expander.form[field] - 1) << shift
                            out[n * kw + word] = cleared | v
                        else:
                            out[n * kw + table[a + part]] ^= table[a + part + 1]
                            out[n * kw + table[c + part]] ^= table[c + part + 1]
                        least = 0
                        for s in range(images):
                            for w in range(kw):
                                work[spare + w] = work[image + s * kw + w]
                            work[spare + table[a + part + 2 * (s + 1)]] ^= table[a + part + 2 * s + 3]
                            work[spare + table[c + part + 2 * (s + 1)]] ^= table[c + part + 2 * s + 3]
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
                            expander.moved[n] = expander.mirror[least * expander.places + t]
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
    expander.piece = begin
    expander.stopped = last
    expander.tick = tick
    return n
