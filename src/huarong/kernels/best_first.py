"""What searches do with numbered keys in batches, when they do not go level by level.

Keys are numbered by their place in a queue (see `huarong.kernels.search`, which looks them up and enters
them); a value is kept for each number.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from huarong.kernels import _plain as cython

if cython.compiled:
    from cython.cimports.huarong.kernels._bits import count, lowest
else:
    from huarong.kernels._plain import count, lowest


def gather(
    queue: cython.ulonglong[::1],
    kw: cython.int,
    numbers: cython.longlong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    keys: cython.ulonglong[::1],
) -> None:
    """Copy the keys of `numbers[first:last]` to the beginning of `keys`."""
    i: cython.Py_ssize_t
    w: cython.int
    with cython.nogil:
        for i in range(first, last):
            for w in range(kw):
                keys[(i - first) * kw + w] = queue[numbers[i] * kw + w]


def relax(
    numbers: cython.longlong[::1],
    count: cython.Py_ssize_t,
    values: cython.ushort[::1],
    value: cython.int,
    better: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Lower the values of the first `count` numbers to `value`; negative numbers are none.

    Writes those that were higher to `better`, each once; returns how many they are.
    """
    n: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    number: cython.longlong
    with cython.nogil:
        for j in range(count):
            number = numbers[j]
            if number >= 0 and values[number] > value:
                values[number] = cython.cast(cython.ushort, value)
                better[n] = number
                n += 1
    return n


def translate(
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    kw: cython.int,
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    z: cython.ulonglong[::1],
    zw: cython.int,
    out: cython.ulonglong[::1],
) -> None:
    """Write to `out` the keys of another packing for `keys[first:last]`.

    `z` has `zw` words for each place: what a piece there adds to the other key (nothing, where the other
    packing leaves the piece out). See `huarong.packing` for the fields.
    """
    i: cython.Py_ssize_t
    f: cython.int
    d: cython.int
    w: cython.int
    p: cython.int
    size: cython.int
    v: cython.ulonglong
    one: cython.ulonglong
    with cython.nogil:
        for i in range(first, last):
            for w in range(zw):
                out[(i - first) * zw + w] = 0
            for f in range(len(masks)):
                v = (keys[i * kw + fields[5 * f]] >> fields[5 * f + 1]) & masks[f]
                if fields[5 * f + 3] == 1:
                    while v:
                        p = fields[5 * f + 2] + lowest(v)
                        v &= v - 1
                        for w in range(zw):
                            out[(i - first) * zw + w] ^= z[p * zw + w]
                elif fields[5 * f + 3] == 0:
                    p = fields[5 * f + 2] + cython.cast(cython.int, v)
                    for w in range(zw):
                        out[(i - first) * zw + w] ^= z[p * zw + w]
                else:
                    size = fields[5 * f + 4]
                    one = (cython.cast(cython.ulonglong, 1) << size) - 1
                    for d in range(fields[5 * f + 3]):
                        p = fields[5 * f + 2] + cython.cast(cython.int, v & one)
                        v >>= size
                        for w in range(zw):
                            out[(i - first) * zw + w] ^= z[p * zw + w]


def obstacles(
    cover: cython.ulonglong[::1],
    enter: cython.ulonglong[::1],
    step: cython.int[::1],
    nw: cython.int,
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    kw: cython.int,
    wanted: cython.int[::1],
    block: cython.int,
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    work: cython.int[::1],
    occupied: cython.ulonglong[::1],
    out: cython.ushort[::1],
) -> None:
    """Write for `keys[first:last]` how much stands in the way of the pieces that the goal names.

    `wanted` has for each of them its alternative, the first of its kind's places, the one after the last, and
    the place where it must be. Its way there is the one of least cost, 1 for every step and `block` for
    every cell that it enters and another piece covers. No bound: good for a guess only. `work` has room for
    ring buckets and four numbers for each place.
    """
    places: cython.int = len(step) // 4
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    f: cython.int
    d: cython.int
    w: cython.int
    p: cython.int
    t: cython.int
    n: cython.int
    size: cython.int
    alternative: cython.int
    total: cython.int
    best: cython.int
    cost: cython.int
    more: cython.int
    left: cython.int
    at: cython.int
    after: cython.int
    ring: cython.int = 1024
    dist: cython.int = ring
    following: cython.int = ring + places
    held: cython.int = ring + 2 * places
    v: cython.ulonglong
    one: cython.ulonglong
    with cython.nogil:
        for i in range(first, last):
            n = 0
            for w in range(nw):
                occupied[w] = 0
            for f in range(len(masks)):
                v = (keys[i * kw + fields[5 * f]] >> fields[5 * f + 1]) & masks[f]
                if fields[5 * f + 3] == 1:
                    while v:
                        work[held + n] = fields[5 * f + 2] + lowest(v)
                        v &= v - 1
                        n += 1
                elif fields[5 * f + 3] == 0:
                    work[held + n] = fields[5 * f + 2] + cython.cast(cython.int, v)
                    n += 1
                else:
                    size = fields[5 * f + 4]
                    one = (cython.cast(cython.ulonglong, 1) << size) - 1
                    for d in range(fields[5 * f + 3]):
                        work[held + n] = fields[5 * f + 2] + cython.cast(cython.int, v & one)
                        v >>= size
                        n += 1
            for f in range(n):
                for w in range(nw):
                    occupied[w] |= cover[work[held + f] * nw + w]
            best = 65535
            total = 0
            alternative = wanted[0]
            for r in range(len(wanted) // 4):
                if wanted[4 * r] != alternative:
                    best = total if total < best else best
                    total = 0
                    alternative = wanted[4 * r]
                for d in range(ring):
                    work[d] = -1
                for p in range(wanted[4 * r + 1], wanted[4 * r + 2]):
                    work[dist + p] = 1 << 30
                left = 0
                for f in range(n):
                    p = work[held + f]
                    if wanted[4 * r + 1] <= p < wanted[4 * r + 2]:
                        work[dist + p] = 0
                        work[following + p] = work[0]
                        work[0] = p
                        left += 1
                        for w in range(nw):
                            occupied[w] &= ~cover[p * nw + w]
                cost = 0
                while left and cost < 32767:
                    p = work[cost & (ring - 1)]
                    if p < 0:
                        cost += 1
                        continue
                    work[cost & (ring - 1)] = work[following + p]
                    left -= 1
                    if p == wanted[4 * r + 3]:
                        break
                    for d in range(4):
                        t = step[4 * p + d]
                        if t < 0:
                            continue
                        more = 0
                        for w in range(nw):
                            more += count(enter[(4 * p + d) * nw + w] & occupied[w])
                        more = cost + 1 + block * more
                        if more < work[dist + t]:
                            if work[dist + t] < 1 << 30:
                                # Taken out of its bucket, to be put into a nearer one.
                                at = work[dist + t] & (ring - 1)
                                if work[at] == t:
                                    work[at] = work[following + t]
                                else:
                                    at = work[at]
                                    while work[following + at] != t:
                                        at = work[following + at]
                                    work[following + at] = work[following + t]
                                left -= 1
                            work[dist + t] = more
                            after = more & (ring - 1)
                            work[following + t] = work[after]
                            work[after] = t
                            left += 1
                total += cost
                for f in range(n):
                    p = work[held + f]
                    if wanted[4 * r + 1] <= p < wanted[4 * r + 2]:
                        for w in range(nw):
                            occupied[w] |= cover[p * nw + w]
            best = total if total < best else best
            out[i - first] = cython.cast(cython.ushort, best)
