"""What a search for any solution asks of layouts: what stands in the way, and what is new about them.

Keys and fields are those of `huarong.search.keys`. Both are guesses of where to look next, never bounds.
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

# Costs go round so many buckets; no step may cost as much.
RING = cython.declare(cython.int, 1024)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _places(
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    kw: cython.int,
    keys: cython.ulonglong[::1],
    i: cython.Py_ssize_t,
    held: cython.int[::1],
) -> cython.int:
    """Write the places of the pieces of a key to `held`; returns how many they are."""
    n: cython.int = 0
    f: cython.int
    d: cython.int
    size: cython.int
    v: cython.ulonglong
    one: cython.ulonglong
    for f in range(len(masks)):
        v = (keys[i * kw + fields[5 * f]] >> fields[5 * f + 1]) & masks[f]
        if fields[5 * f + 3] == 1:
            while v:
                held[n] = fields[5 * f + 2] + lowest(v)
                v &= v - 1
                n += 1
        elif fields[5 * f + 3] == 0:
            held[n] = fields[5 * f + 2] + cython.cast(cython.int, v)
            n += 1
        else:
            size = fields[5 * f + 4]
            one = (cython.cast(cython.ulonglong, 1) << size) - 1
            for d in range(fields[5 * f + 3]):
                held[n] = fields[5 * f + 2] + cython.cast(cython.int, v & one)
                v >>= size
                n += 1
    return n


def obstacles(
    cover: cython.ulonglong[::1],
    enter: cython.ulonglong[::1],
    step: cython.int[::1],
    nw: cython.int,
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    kw: cython.int,
    wanted: cython.int[::1],
    ahead: cython.int[::1],
    block: cython.int,
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    work: cython.int[::1],
    held: cython.int[::1],
    occupied: cython.ulonglong[::1],
    out: cython.ushort[::1],
) -> None:
    """Write for `keys[first:last]` how much stands in the way of the pieces that the goal names.

    `wanted` has for each of them its alternative, the first of its kind's places, the one after the last, and
    the place where it must be; `ahead` how many steps each place is from there on the empty board, at least
    `RING` where none leads there. Its way is the one of least cost, 1 for every step and `block` for every
    cell that it enters and another piece covers. `work` has room for the ring of buckets and two numbers
    for each place, `held` for the places of all pieces.
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
    alternative: cython.int
    total: cython.int
    best: cython.int
    cost: cython.int
    more: cython.int
    left: cython.int
    at: cython.int
    after: cython.int
    dist: cython.int = RING
    following: cython.int = RING + places
    with cython.nogil:
        for i in range(first, last):
            n = _places(fields, masks, kw, keys, i, held)
            for w in range(nw):
                occupied[w] = 0
            for f in range(n):
                for w in range(nw):
                    occupied[w] |= cover[held[f] * nw + w]
            best = 65535
            total = 0
            alternative = wanted[0]
            for r in range(len(wanted) // 4):
                if wanted[4 * r] != alternative:
                    best = total if total < best else best
                    total = 0
                    alternative = wanted[4 * r]
                for d in range(RING):
                    work[d] = -1
                for p in range(wanted[4 * r + 1], wanted[4 * r + 2]):
                    work[dist + p] = 1 << 30
                left = 0
                for f in range(n):
                    p = held[f]
                    if wanted[4 * r + 1] <= p < wanted[4 * r + 2]:
                        for w in range(nw):
                            occupied[w] &= ~cover[p * nw + w]
                        more = ahead[r * places + p]
                        if more < RING:
                            work[dist + p] = more
                            work[following + p] = work[more]
                            work[more] = p
                            left += 1
                # A cost here is that of the way to a place and of the steps that it has left at least.
                cost = 0
                while left and cost < 32767:
                    p = work[cost & (RING - 1)]
                    if p < 0:
                        cost += 1
                        continue
                    work[cost & (RING - 1)] = work[following + p]
                    left -= 1
                    if p == wanted[4 * r + 3]:
                        break
                    for d in range(4):
                        t = step[4 * p + d]
                        if t < 0 or ahead[r * places + t] >= RING:
                            continue
                        more = 0
                        for w in range(nw):
                            more += count(enter[(4 * p + d) * nw + w] & occupied[w])
                        more = cost + 1 + block * more
                        more += ahead[r * places + t] - ahead[r * places + p]
                        if more < work[dist + t]:
                            if work[dist + t] < 1 << 30:
                                # Taken out of its bucket, to be put into a nearer one.
                                at = work[dist + t] & (RING - 1)
                                if work[at] == t:
                                    work[at] = work[following + t]
                                else:
                                    at = work[at]
                                    while work[following + at] != t:
                                        at = work[following + at]
                                    work[following + at] = work[following + t]
                                left -= 1
                            work[dist + t] = more
                            after = more & (RING - 1)
                            work[following + t] = work[after]
                            work[after] = t
                            left += 1
                total += cost
                for f in range(n):
                    p = held[f]
                    if wanted[4 * r + 1] <= p < wanted[4 * r + 2]:
                        for w in range(nw):
                            occupied[w] |= cover[p * nw + w]
            best = total if total < best else best
            out[i - first] = cython.cast(cython.ushort, best)


def novel(
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    kw: cython.int,
    places: cython.Py_ssize_t,
    keys: cython.ulonglong[::1],
    first: cython.longlong,
    numbers: cython.longlong[::1],
    moves: cython.int[::1],
    met: cython.Py_ssize_t,
    slots: cython.int[::1],
    seen: cython.ulonglong[::1],
    held: cython.int[::1],
    out: cython.ushort[::1],
) -> None:
    """Write for the keys from number `first` on how few pieces it takes to say what is new about each.

    `numbers` are those of `met` neighbours in order and `moves` what was moved, as `expand` and `enter` leave
    them; `first` and up are met for the first time. 1 where the piece that moved has not been where it is,
    2 where not together with some other, 3 where neither is new: among the layouts of the same slot
    (`slots`, from `first` on), whose pairs of places are bits of `seen`, rows of whole words.
    """
    row: cython.Py_ssize_t = (places + 63) // 64
    new: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    at: cython.Py_ssize_t
    p: cython.Py_ssize_t
    t: cython.Py_ssize_t
    f: cython.int
    n: cython.int
    width: cython.int
    bit: cython.ulonglong
    with cython.nogil:
        for j in range(met):
            if numbers[j] != first + new:
                continue
            n = _places(fields, masks, kw, keys, first + new, held)
            t = moves[2 * j + 1]
            width = 3
            for f in range(n):
                p = held[f]
                at = slots[new] * places
                at = (at + t) * row + (p >> 6) if t < p else (at + p) * row + (t >> 6)
                bit = cython.cast(cython.ulonglong, 1) << ((p if t < p else t) & 63)
                if not seen[at] & bit:
                    seen[at] |= bit
                    if p == t:
                        width = 1
                    elif width > 2:
                        width = 2
            out[new] = cython.cast(cython.ushort, width)
            new += 1
