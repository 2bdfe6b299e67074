"""Breadth-first search of one puzzle over packed layouts, and the expansion that it is made of.

A layout is a key of `kw` 64-bit words (see `huarong.search.keys`): moving a piece from place `p` to place
`q` turns a key by `z[p] ^ z[q]`, and each of its mirror images likewise by tables of their own; of a
layout and its images the smallest key stands for all. Keys seen are kept once, in the order in which
they were found (`queue`), and found again through `table`, open addressing without deletion: an entry
is the key's number in the queue plus one, under as many further bits of its hash as fit in 32.

Layouts are expanded a few at a time and looked up together, so that memory is asked for early.
"""

from __future__ import annotations

from types import SimpleNamespace

try:
    import cython
except ModuleNotFoundError:
    from huarong.kernels import _plain as cython

if cython.compiled:
    from cython.cimports.huarong.kernels._bits import fetch, lowest
else:
    from huarong.kernels._plain import lowest

# What `search` returns: why it stopped.
PAUSED = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)

# Places in `state`: how many layouts are expanded and how many found, where the level being expanded
# ends, its depth, the number of hash bits, and the last tick of `mark`.
HEAD = cython.declare(cython.int, 0)
TAIL = cython.declare(cython.int, 1)
END = cython.declare(cython.int, 2)
DEPTH = cython.declare(cython.int, 3)
BITS = cython.declare(cython.int, 4)
TICK = cython.declare(cython.int, 5)

# Places in `dims`: how many places, words of cells, words of key, fields, mirror images and goal
# alternatives there are, and the metric (0 step, 1 slide, 2 move).
PLACES = cython.declare(cython.int, 0)
WORDS = cython.declare(cython.int, 1)
KEY_WORDS = cython.declare(cython.int, 2)
FIELDS = cython.declare(cython.int, 3)
IMAGES = cython.declare(cython.int, 4)
GOALS = cython.declare(cython.int, 5)
METRIC = cython.declare(cython.int, 6)

# The same for Python, which does not see C variables.
why = SimpleNamespace(PAUSED=PAUSED, FOUND=FOUND, EXHAUSTED=EXHAUSTED, FULL=FULL)
at = SimpleNamespace(HEAD=HEAD, TAIL=TAIL, END=END, DEPTH=DEPTH, BITS=BITS, TICK=TICK)


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
@cython.nogil
@cython.exceptval(check=False)
def _expand_narrow(
    narrow: cython.ulonglong[::1],
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    dims: cython.int[::1],
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    room: cython.Py_ssize_t,
    out: cython.ulonglong[::1],
    moves: cython.int[::1],
    mark: cython.int[::1],
    state: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Expand keys from `first` until `last` or until `room` neighbours are written; leave HEAD behind.

    The fast path: one word of cells, one word of key, at most one mirror image. All it asks of a place
    stands together in `narrow` (see `Packing.table`), and places are known by where that begins.
    """
    nfields: cython.int = dims[FIELDS]
    images: cython.int = dims[IMAGES]
    metric: cython.int = dims[METRIC]
    bits: cython.int = 16 * dims[PLACES]
    everything: cython.ulonglong = narrow[bits + 128]
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
        for f in range(nfields):
            v = (key >> fields[5 * f + 1]) & masks[f]
            if fields[5 * f + 3] == 1:
                while v:
                    p = 16 * (fields[5 * f + 2] + lowest(v))
                    v &= v - 1
                    occupied |= narrow[p]
                    image ^= narrow[p + 2]
            elif fields[5 * f + 3] == 0:
                p = 16 * (fields[5 * f + 2] + cython.cast(cython.int, v))
                mark[movable] = p
                movable += 1
                occupied |= narrow[p]
                image ^= narrow[p + 2]
            else:
                size = fields[5 * f + 4]
                one = (cython.cast(cython.ulonglong, 1) << size) - 1
                for d in range(fields[5 * f + 3]):
                    p = 16 * (fields[5 * f + 2] + cython.cast(cython.int, v & one))
                    v >>= size
                    mark[movable] = p
                    movable += 1
                    occupied |= narrow[p]
        if not images:
            image = key
        if movable > 4:  # to ask each of a few costs more than to try it
            e = 0
            for f in range(movable):
                p = mark[f]
                mark[e] = p
                e += (narrow[p + 13] & ~occupied) != 0
            movable = e
        v = everything & ~occupied
        near = 0
        while v:
            near |= narrow[bits + lowest(v)]
            v &= v - 1
        near &= key
        while near:
            mark[movable] = cython.cast(cython.int, narrow[bits + 64 + lowest(near)])
            movable += 1
            near &= near - 1
        for f in range(movable):
            p = mark[f]
            lifted = key ^ narrow[p + 1]
            lifted_image = image ^ narrow[p + 2]
            field = cython.cast(cython.int, narrow[p + 12])
            if field:
                base = fields[field - 2]
                size = fields[field]
                v = cython.cast(cython.ulonglong, (p >> 4) - base)
                rest = (key >> fields[field - 3]) & narrow[p + 14]
                rest = _without(rest, v, size, fields[field - 1])
                lifted = key & ~(narrow[p + 14] << fields[field - 3])
                lifted_image = lifted
                begun = n
            other = occupied & ~narrow[p]
            seen = narrow[p + 3]
            mark[movable] = p
            r = movable
            e = movable + 1
            while r < e:
                q = mark[r] & 0xFFFFFF
                ways = _ways(narrow[q + 4], narrow[q + 5], narrow[q + 6], narrow[q + 7], other)
                ways &= ~cython.cast(cython.ulonglong, mark[r] >> 24)
                r += 1
                while ways:
                    d = q + 8 + lowest(ways)
                    ways &= ways - 1
                    t = cython.cast(cython.int, narrow[d])
                    while not (narrow[t + 3] & seen):
                        seen |= narrow[t + 3]
                        new = lifted ^ narrow[t + 1]
                        new_image = lifted_image ^ narrow[t + 2]
                        out[n] = new if new < new_image else new_image
                        moves[2 * n] = p >> 4
                        moves[2 * n + 1] = t >> 4
                        n += 1
                        if metric == 2:
                            mark[e] = t | 1 << (24 + ((d - q - 8) ^ 1))
                            e += 1
                        elif metric == 1 and not (narrow[t + d - q - 4] & other):
                            t = cython.cast(cython.int, narrow[t + d - q])
                            continue
                        break
            if field:
                while begun < n:
                    v = cython.cast(cython.ulonglong, moves[2 * begun + 1] - base)
                    out[begun] |= _with(rest, v, size, fields[field - 1] - 1) << fields[field - 3]
                    begun += 1
    state[HEAD] = last
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _wide_ways(
    wide: cython.ulonglong[::1],
    at: cython.Py_ssize_t,
    work: cython.ulonglong[::1],
    nw: cython.int,
) -> cython.ulonglong:
    """The same for a place of `Packing.table` and the other pieces' cells behind the first `nw` words."""
    ways: cython.ulonglong = 0
    v: cython.ulonglong
    d: cython.int
    w: cython.int
    for d in range(4):
        v = 0
        for w in range(nw):
            v |= wide[at + (d + 1) * nw + w] & work[nw + w]
        ways |= cython.cast(cython.ulonglong, v == 0) << d
    return ways


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _expand_words(
    wide: cython.ulonglong[::1],
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    dims: cython.int[::1],
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    room: cython.Py_ssize_t,
    out: cython.ulonglong[::1],
    moves: cython.int[::1],
    mark: cython.int[::1],
    state: cython.longlong[::1],
    work: cython.ulonglong[::1],
    nw: cython.int,
    images: cython.int,
) -> cython.Py_ssize_t:
    """The same for any number of cells, key words and mirror images (see `Packing.table`).

    `nw` and `images` stand in `dims` too; given as constants, the compiler unrolls what they count.
    """
    kw: cython.int = dims[KEY_WORDS]
    nfields: cython.int = dims[FIELDS]
    metric: cython.int = dims[METRIC]
    stride: cython.int = 6 * nw + 5 + 2 * (images + 1)
    step: cython.int = 6 * nw
    listed: cython.int = 6 * nw + 4
    part: cython.int = 6 * nw + 5
    image: cython.int = 2 * nw
    spare: cython.int = 2 * nw + kw * images
    queue: cython.int = dims[PLACES]
    tick: cython.int = cython.cast(cython.int, state[TICK])
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
        count = queue
        for w in range(nw):
            work[w] = 0
        for f in range(nfields):
            v = (keys[i * kw + fields[5 * f]] >> fields[5 * f + 1]) & masks[f]
            if fields[5 * f + 3] == 1:
                while v:
                    mark[count] = fields[5 * f + 2] + lowest(v)
                    v &= v - 1
                    count += 1
            elif fields[5 * f + 3] == 0:
                mark[count] = fields[5 * f + 2] + cython.cast(cython.int, v)
                count += 1
            else:
                one = (cython.cast(cython.ulonglong, 1) << fields[5 * f + 4]) - 1
                for d in range(fields[5 * f + 3]):
                    mark[count] = fields[5 * f + 2] + cython.cast(cython.int, v & one)
                    v >>= fields[5 * f + 4]
                    count += 1
        for w in range(kw * images):
            work[image + w] = 0
        for f in range(queue, count):
            a = cython.cast(cython.Py_ssize_t, mark[f]) * stride
            for w in range(nw):
                work[w] |= wide[a + w]
            for s in range(images):
                b = a + part + 2 * (s + 1)
                work[image + s * kw + wide[b]] ^= wide[b + 1]
        movable = queue
        for f in range(queue, count):
            a = cython.cast(cython.Py_ssize_t, mark[f]) * stride
            v = 0
            for w in range(nw):
                v |= wide[a + 5 * nw + w] & ~work[w]
            mark[movable] = mark[f]
            movable += v != 0
        for f in range(queue, movable):
            p = mark[f]
            a = cython.cast(cython.Py_ssize_t, p) * stride
            for w in range(nw):
                work[nw + w] = work[w] & ~wide[a + w]
            ways = _wide_ways(wide, a, work, nw)
            if not ways:
                continue
            field = cython.cast(cython.int, wide[a + listed]) - 1
            if field >= 0:
                word = fields[5 * field]
                shift = fields[5 * field + 1]
                base = fields[5 * field + 2]
                size = fields[5 * field + 4]
                cleared = keys[i * kw + word]
                v = cython.cast(cython.ulonglong, p - base)
                rest = (cleared >> shift) & masks[field]
                rest = _without(rest, v, size, fields[5 * field + 3])
                cleared &= ~(masks[field] << shift)
            tick += 1
            mark[p] = tick
            r = e = movable
            b = a
            while True:
                while ways:
                    d = lowest(ways)
                    ways &= ways - 1
                    t = cython.cast(cython.int, wide[b + step + d])
                    while mark[t] != tick:
                        mark[t] = tick
                        c = cython.cast(cython.Py_ssize_t, t) * stride
                        for w in range(kw):
                            out[n * kw + w] = keys[i * kw + w]
                        if field >= 0:
                            v = cython.cast(cython.ulonglong, t - base)
                            v = _with(rest, v, size, fields[5 * field + 3] - 1) << shift
                            out[n * kw + word] = cleared | v
                        else:
                            out[n * kw + wide[a + part]] ^= wide[a + part + 1]
                            out[n * kw + wide[c + part]] ^= wide[c + part + 1]
                        for s in range(images):
                            for w in range(kw):
                                work[spare + w] = work[image + s * kw + w]
                            work[spare + wide[a + part + 2 * (s + 1)]] ^= wide[a + part + 2 * s + 3]
                            work[spare + wide[c + part + 2 * (s + 1)]] ^= wide[c + part + 2 * s + 3]
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
                        if metric == 2:
                            mark[e] = t
                            e += 1
                        elif metric == 1:
                            v = 0
                            for w in range(nw):
                                v |= wide[c + (d + 1) * nw + w] & work[nw + w]
                            if not v:
                                t = cython.cast(cython.int, wide[c + step + d])
                                continue
                        break
                if r == e:
                    break
                b = cython.cast(cython.Py_ssize_t, mark[r]) * stride
                r += 1
                ways = _wide_ways(wide, b, work, nw)
    state[HEAD] = last
    state[TICK] = tick
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _expand_wide(
    wide: cython.ulonglong[::1],
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    dims: cython.int[::1],
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    room: cython.Py_ssize_t,
    out: cython.ulonglong[::1],
    moves: cython.int[::1],
    mark: cython.int[::1],
    state: cython.longlong[::1],
    work: cython.ulonglong[::1],
) -> cython.Py_ssize_t:
    if dims[IMAGES] == 0 and dims[WORDS] == 1:
        return _expand_words(
            wide, fields, masks, dims, keys, first, last, room, out, moves, mark, state, work, 1, 0
        )
    if dims[IMAGES] == 0 and dims[WORDS] == 2:
        return _expand_words(
            wide, fields, masks, dims, keys, first, last, room, out, moves, mark, state, work, 2, 0
        )
    return _expand_words(
        wide, fields, masks, dims, keys, first, last, room, out, moves, mark, state, work,
        dims[WORDS], dims[IMAGES],
    )  # fmt: skip


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _expand(
    rules: cython.ulonglong[::1],
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    dims: cython.int[::1],
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    room: cython.Py_ssize_t,
    out: cython.ulonglong[::1],
    moves: cython.int[::1],
    mark: cython.int[::1],
    state: cython.longlong[::1],
    work: cython.ulonglong[::1],
) -> cython.Py_ssize_t:
    if dims[WORDS] == 1 and dims[KEY_WORDS] == 1 and dims[IMAGES] < 2:
        return _expand_narrow(
            rules, fields, masks, dims, keys, first, last, room, out, moves, mark, state
        )
    return _expand_wide(
        rules, fields, masks, dims, keys, first, last, room, out, moves, mark, state, work
    )


def expand(
    rules: cython.ulonglong[::1],
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    dims: cython.int[::1],
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    room: cython.Py_ssize_t,
    out: cython.ulonglong[::1],
    moves: cython.int[::1],
    mark: cython.int[::1],
    state: cython.longlong[::1],
    work: cython.ulonglong[::1],
) -> cython.Py_ssize_t:
    """Write the neighbours of `keys[first:last]` to `out`, stopping once `room` of them are written.

    `moves` gets the two places of each; `state[HEAD]` says before which key it stopped. `out` must
    hold `room` neighbours and those of one layout more. Returns how many were written.
    """
    n: cython.Py_ssize_t
    with cython.nogil:
        n = _expand(
            rules, fields, masks, dims,
            keys, first, last, room, out, moves, mark, state, work,
        )  # fmt: skip
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
def _solved(
    keys: cython.ulonglong[::1],
    number: cython.Py_ssize_t,
    goals: cython.ulonglong[::1],
    ngoals: cython.int,
    kw: cython.int,
) -> cython.int:
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


def search(
    rules: cython.ulonglong[::1],
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    dims: cython.int[::1],
    goals: cython.ulonglong[::1],
    queue: cython.ulonglong[::1],
    table: cython.uint[::1],
    levels: cython.longlong[::1],
    out: cython.ulonglong[::1],
    moves: cython.int[::1],
    mark: cython.int[::1],
    state: cython.longlong[::1],
    work: cython.ulonglong[::1],
    room: cython.Py_ssize_t,
    budget: cython.longlong,
) -> cython.int:
    """Go on with a breadth-first search for about `budget` layouts.

    `levels[d]` is the number of the first layout at depth d. Returns PAUSED when the budget is spent,
    FOUND when the last of the queue is a goal, EXHAUSTED when nothing is left, FULL when the queue,
    the table (three quarters) or `levels` must grow first.
    """
    kw: cython.int = dims[KEY_WORDS]
    ngoals: cython.int = dims[GOALS]
    bits: cython.int = cython.cast(cython.int, state[BITS])
    slots: cython.longlong = cython.cast(cython.longlong, 1) << bits
    capacity: cython.longlong = len(queue) // kw
    head: cython.longlong = state[HEAD]
    tail: cython.longlong = state[TAIL]
    end: cython.longlong = state[END]
    stop: cython.longlong = head + budget
    begun: cython.longlong
    n: cython.Py_ssize_t
    j: cython.Py_ssize_t
    w: cython.int
    h: cython.ulonglong
    found: cython.longlong
    entry: cython.ulonglong
    result: cython.int = PAUSED
    if slots - slots // 4 < capacity:
        capacity = slots - slots // 4
    with cython.nogil:
        while head < stop:
            if head == end:
                if tail == end:
                    result = EXHAUSTED
                    break
                if state[DEPTH] + 2 >= len(levels):
                    result = FULL
                    break
                end = tail
                state[DEPTH] += 1
                levels[state[DEPTH] + 1] = end
            begun = head
            n = _expand(
                rules, fields, masks, dims,
                queue, head, end, room, out, moves, mark, state, work,
            )  # fmt: skip
            head = state[HEAD]
            if tail + n > capacity:
                head = begun
                result = FULL
                break
            if cython.compiled and bits > 17:
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
                    queue[tail * kw + w] = out[j * kw + w]
                tail += 1
                table[-1 - found] = cython.cast(
                    cython.uint, _tag(h, bits) | cython.cast(cython.ulonglong, tail)
                )
                if _solved(queue, tail - 1, goals, ngoals, kw):
                    result = FOUND
                    break
            if result == FOUND:
                break
    state[HEAD] = head
    state[TAIL] = tail
    state[END] = end
    return result


def find(
    queue: cython.ulonglong[::1],
    table: cython.uint[::1],
    kw: cython.int,
    bits: cython.int,
    keys: cython.ulonglong[::1],
    count: cython.Py_ssize_t,
    numbers: cython.longlong[::1],
) -> None:
    """Write to `numbers` the number in the queue of each of `count` keys, or a negative one."""
    j: cython.Py_ssize_t
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t
    with cython.nogil:
        while first < count:
            last = first + 64 if first + 64 < count else count
            if cython.compiled:
                for j in range(first, last):
                    fetch(cython.address(table[_hashed(keys, j, kw) >> (64 - bits)]))
            for j in range(first, last):
                numbers[j] = _find(queue, table, bits, kw, keys, j, _hashed(keys, j, kw))
            first = last


def enter(
    queue: cython.ulonglong[::1],
    table: cython.uint[::1],
    kw: cython.int,
    bits: cython.int,
    keys: cython.ulonglong[::1],
    count: cython.Py_ssize_t,
    numbers: cython.longlong[::1],
    tail: cython.longlong,
) -> cython.longlong:
    """The same, and put those not yet in the queue behind its `tail`; returns the new tail.

    Queue and table must have room for `count` more.
    """
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
                    fetch(cython.address(table[_hashed(keys, j, kw) >> (64 - bits)]))
            for j in range(first, last):
                h = _hashed(keys, j, kw)
                found = _find(queue, table, bits, kw, keys, j, h)
                if found < 0:
                    for w in range(kw):
                        queue[tail * kw + w] = keys[j * kw + w]
                    table[-1 - found] = cython.cast(
                        cython.uint, _tag(h, bits) | cython.cast(cython.ulonglong, tail + 1)
                    )
                    found = tail
                    tail += 1
                numbers[j] = found
            first = last
    return tail


def rebuild(
    queue: cython.ulonglong[::1],
    table: cython.uint[::1],
    kw: cython.int,
    bits: cython.int,
    first: cython.longlong,
    last: cython.longlong,
) -> None:
    """Enter the keys `first` to `last` of the queue, all different, into a table of 2^bits entries."""
    slots: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << bits) - 1
    i: cython.longlong
    j: cython.longlong
    upto: cython.longlong
    h: cython.ulonglong
    slot: cython.ulonglong
    with cython.nogil:
        i = first
        while i < last:
            upto = i + 64 if i + 64 < last else last
            if cython.compiled:
                for j in range(i, upto):
                    fetch(cython.address(table[_hashed(queue, j, kw) >> (64 - bits)]))
            for j in range(i, upto):
                h = _hashed(queue, j, kw)
                slot = h >> (64 - bits)
                while table[slot]:
                    slot = (slot + 1) & slots
                table[slot] = cython.cast(
                    cython.uint, _tag(h, bits) | cython.cast(cython.ulonglong, j + 1)
                )
            i = upto


def trace(
    forward: cython.ulonglong[::1],
    backward: cython.ulonglong[::1],
    z: cython.ulonglong[::1],
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    dims: cython.int[::1],
    queue: cython.ulonglong[::1],
    table: cython.uint[::1],
    levels: cython.longlong[::1],
    out: cython.ulonglong[::1],
    moves: cython.int[::1],
    mark: cython.int[::1],
    state: cython.longlong[::1],
    work: cython.ulonglong[::1],
    start: cython.ulonglong[::1],
    path: cython.int[::1],
    goal: cython.longlong,
    depth: cython.longlong,
) -> None:
    """Write to `path` the two places of each move that leads from `start` to number `goal` of the queue.

    `forward` and `backward` are the tables of the moves and of the moves taken back. Back from the goal, the earliest layout of each level that leads on is taken; then the
    moves are found by going there from the start, whose mirror images the queue may hold.
    """
    kw: cython.int = dims[KEY_WORDS]
    bits: cython.int = cython.cast(cython.int, state[BITS])
    d: cython.longlong
    best: cython.longlong
    found: cython.longlong
    n: cython.Py_ssize_t
    j: cython.Py_ssize_t
    w: cython.int
    p: cython.int
    t: cython.int
    chain = [goal]
    best = goal
    for d in range(depth, 0, -1):
        n = _expand(
            backward, fields, masks, dims,
            queue, best, best + 1, 1 << 30, out, moves, mark, state, work,
        )  # fmt: skip
        best = -1
        for j in range(n):
            found = _find(queue, table, bits, kw, out, j, _hashed(out, j, kw))
            if levels[d - 1] <= found < levels[d] and (best < 0 or found < best):
                best = found
        chain.append(best)
    for d in range(depth):
        best = chain[depth - 1 - d]
        n = _expand(
            forward, fields, masks, dims,
            start, 0, 1, 1 << 30, out, moves, mark, state, work,
        )  # fmt: skip
        for j in range(n):
            w = 0
            while w < kw and out[j * kw + w] == queue[best * kw + w]:
                w += 1
            if w == kw:
                p = moves[2 * j]
                t = moves[2 * j + 1]
                for w in range(kw):
                    if dims[IMAGES]:
                        start[w] ^= z[p * kw + w] ^ z[t * kw + w]
                    else:
                        start[w] = out[j * kw + w]
                path[2 * d] = p
                path[2 * d + 1] = t
                break
