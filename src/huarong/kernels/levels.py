"""Levels of a breadth-first search as sorted keys or as bits by rank: removing duplicates, subtracting, expanding.

Keys have `kw` 64-bit words, the first the most significant. They are stored mixed (`mix` is a bijection). The top bits
of the first word, which give the positions of some of the pieces, stay; the other bits are hashed, so that keys with
equal top bits are spread evenly over their range.
"""

import cython
from cython.cimports.huarong.kernels._c import count, fetch, i32, isize, lowest, u16s, u32s, u64, u64s

# Odd numbers, and the inverse of the first modulo 2^64.
ODD = cython.declare(u64, 0x9E3779B97F4A7C15)
INVERSE = cython.declare(u64, 0xF1DE83E19937733D)
OTHER = cython.declare(u64, 0xBF58476D1CE4E5B9)
ALL = cython.declare(u64, 0xFFFFFFFFFFFFFFFF)

# The indices of a link's numbers (the entries that it leads to and comes from, its map), and their count.
INTO = cython.declare(i32, 0)
FROM = cython.declare(i32, 1)
MAP = cython.declare(i32, 2)
LINK = cython.declare(i32, 3)

AHEAD = cython.declare(i32, 12)
"""How many links ahead a link's bits are prefetched; the link's word of `live` is prefetched twice as far ahead."""


@cython.cfunc
@cython.inline
@cython.nogil
def _rest(keys: u64s, at: isize, kw: i32) -> u64:
    """Return a hash of the words of a key after the first."""
    h = 0
    for w in range(1, kw):
        h = (((h >> 31) ^ h ^ keys[at + w]) * OTHER) & ALL
    return h ^ (h >> 32)


def mix(keys: u64s, n: isize, kw: i32, low: i32, wide: i32) -> None:
    """Spread the `low` lowest bits of the first words of `n` keys over the `wide` lowest, in place; `unmix` undoes it.

    The bits above the `low` lowest, at most 64 - `wide` of them, go to the top unchanged.
    """
    below = ALL >> (64 - low) if low else 0
    within = ALL >> (64 - wide)
    with cython.nogil:
        for i in range(n):
            v = keys[i * kw]
            top = v >> low if low < 64 else 0
            v = ((v & below) ^ _rest(keys, i * kw, kw)) & within
            v = (v * ODD) & within
            v = ((v ^ (v >> 32)) * ODD) & within
            keys[i * kw] = ((top << wide) & ALL) | v if wide < 64 else v


def unmix(keys: u64s, n: isize, kw: i32, low: i32, wide: i32) -> None:
    """Undo `mix`, in place."""
    below = ALL >> (64 - low) if low else 0
    within = ALL >> (64 - wide)
    with cython.nogil:
        for i in range(n):
            v = keys[i * kw]
            top = v >> wide if wide < 64 else 0
            v = ((v & within) * INVERSE) & within
            v = ((v ^ (v >> 32)) * INVERSE) & within
            v = (v ^ _rest(keys, i * kw, kw)) & below
            keys[i * kw] = ((top << low) & ALL) | v if low < 64 else v


@cython.cfunc
@cython.inline
@cython.nogil
def _compare(a: u64s, i: isize, b: u64s, j: isize, kw: i32) -> i32:
    for w in range(kw):
        if a[i * kw + w] != b[j * kw + w]:
            return -1 if a[i * kw + w] < b[j * kw + w] else 1
    return 0


def unique(keys: u64s, n: isize, kw: i32) -> isize:
    """Remove duplicates from `n` sorted keys, in place; return how many keys are left."""
    kept: isize = 0
    with cython.nogil:
        if kw == 1:
            for i in range(n):
                keys[kept] = keys[i]
                kept += i + 1 == n or keys[i + 1] != keys[i]
        else:
            for i in range(n):
                if i + 1 == n or _compare(keys, i, keys, i + 1, kw):
                    for w in range(kw):
                        keys[kept * kw + w] = keys[i * kw + w]
                    kept += 1
    return kept


def subtract(keys: u64s, n: isize, others: u64s, kw: i32) -> isize:
    """Remove from `n` sorted keys, in place, those in `others`, also sorted; return how many keys are left."""
    j: isize = 0
    many = len(others) // kw
    kept: isize = 0
    with cython.nogil:
        if kw == 1:
            for i in range(n):
                key = keys[i]
                while j < many and others[j] < key:
                    j += 1
                keys[kept] = key
                kept += j == many or others[j] != key
        else:
            for i in range(n):
                while j < many and _compare(others, j, keys, i, kw) < 0:
                    j += 1
                if j == many or _compare(others, j, keys, i, kw):
                    for w in range(kw):
                        keys[kept * kw + w] = keys[i * kw + w]
                    kept += 1
    return kept


def pull(
    links: u32s, first: isize, last: isize, level: u64s, live: u64s, words: i32, masks: u64s, to: u16s, out: u64s
) -> None:
    """Expand a level of bits along the links `first` to `last`.

    A link is three numbers: the entry of `out` that it leads to, the entry of `level` that it comes from (both of
    `words` words), and its map. Map 0 keeps every bit in place. In map m, bit i goes to bit `to[64 * words * m + i]` if
    the mask has it. `live` says which words of an entry are not zero (see `settle`).
    """
    cython.declare(s=isize, w=isize, stop=isize)
    span: isize = (words + 63) // 64
    j: i32
    one: u64 = 1
    with cython.nogil:
        for k in range(first, last):
            if cython.compiled and k + 2 * AHEAD < last:
                fetch(cython.address(live[links[LINK * (k + 2 * AHEAD) + FROM]]))
                s = links[LINK * (k + AHEAD) + FROM]
                if live[s]:
                    fetch(cython.address(level[s * words + span * lowest(live[s])]))
            s = links[LINK * k + FROM]
            g = live[s]
            if g == 0:
                continue
            s *= words
            t = cython.cast(isize, links[LINK * k + INTO]) * words
            m = cython.cast(isize, links[LINK * k + MAP]) * words
            while g:
                w = span * lowest(g)
                g &= g - 1
                stop = w + span if w + span < words else words
                while w < stop:
                    v = level[s + w]
                    if m == 0:
                        out[t + w] |= v
                    else:
                        v &= masks[m + w]
                        base = 64 * (m + w)
                        while v:
                            j = to[base + lowest(v)]
                            v &= v - 1
                            out[t + (j >> 6)] |= one << (j & 63)
                    w += 1


def settle(out: u64s, now: u64s, before: u64s, live: u64s, words: i32, first: isize, last: isize) -> isize:
    """Subtract two earlier levels (empty if there are none) from the entries `first` to `last`; count the remaining
    bits.

    Bit g of `live[i]` is set if entry i has bits in the g-th of its at most 64 groups of words.
    """
    w: isize
    span: isize = (words + 63) // 64
    g: u64
    one: u64 = 1
    n: isize = 0
    with cython.nogil:
        for i in range(first, last):
            g = 0
            at = i * words
            for w in range(words):
                v = out[at + w]
                if v:
                    if len(now):
                        v &= ~now[at + w]
                    if len(before):
                        v &= ~before[at + w]
                    out[at + w] = v
                    if v:
                        n += count(v)
                        g |= one << (w // span)
            live[i] = g
    return n
