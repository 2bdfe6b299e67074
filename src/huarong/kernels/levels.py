"""Levels of a breadth-first search as sorted keys or as bits by rank: removing duplicates, subtracting, expanding.

Keys have `kw` 64-bit words, the first the most significant. They are stored mixed (`mix` is a bijection): the top
bits of the first word, which say where some of the pieces are, stay; the other bits are hashed, so that keys with
equal top bits are spread evenly over their range.
"""

from __future__ import annotations

import cython
from cython.cimports.huarong.kernels._bits import count, fetch, lowest

# Odd numbers, and the inverse of the first modulo 2^64.
ODD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
INVERSE = cython.declare(cython.ulonglong, 0xF1DE83E19937733D)
OTHER = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

# The indices of a link's numbers: the entry that it leads to, the entry that it comes from, its map; and their count.
INTO = cython.declare(cython.int, 0)
FROM = cython.declare(cython.int, 1)
MAP = cython.declare(cython.int, 2)
LINK = cython.declare(cython.int, 3)

AHEAD = cython.declare(cython.int, 12)
"""How many links ahead a link's bits are prefetched; its word of `live` is prefetched twice as far ahead."""


@cython.cfunc
@cython.inline
@cython.nogil
def _rest(keys: cython.ulonglong[::1], at: cython.Py_ssize_t, kw: cython.int) -> cython.ulonglong:
    """A hash of the words of a key after the first."""
    h = 0
    for w in range(1, kw):
        h = (((h >> 31) ^ h ^ keys[at + w]) * OTHER) & ALL
    return h ^ (h >> 32)


def mix(keys: cython.ulonglong[::1], n: cython.Py_ssize_t, kw: cython.int, low: cython.int, wide: cython.int) -> None:
    """Spread the `low` lowest bits of the first words of `n` keys over the `wide` lowest, in place; `unmix` undoes it.

    The bits above the `low` lowest, at most 64 - `wide` of them, go to the top as they are.
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


def unmix(keys: cython.ulonglong[::1], n: cython.Py_ssize_t, kw: cython.int, low: cython.int, wide: cython.int) -> None:
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
def _compare(
    a: cython.ulonglong[::1], i: cython.Py_ssize_t, b: cython.ulonglong[::1], j: cython.Py_ssize_t, kw: cython.int
) -> cython.int:
    for w in range(kw):
        if a[i * kw + w] != b[j * kw + w]:
            return -1 if a[i * kw + w] < b[j * kw + w] else 1
    return 0


def unique(keys: cython.ulonglong[::1], n: cython.Py_ssize_t, kw: cython.int) -> cython.Py_ssize_t:
    """Move one of each of `n` sorted keys to the front; returns how many are left."""
    kept: cython.Py_ssize_t = 0
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


def subtract(
    keys: cython.ulonglong[::1], n: cython.Py_ssize_t, others: cython.ulonglong[::1], kw: cython.int
) -> cython.Py_ssize_t:
    """Move those of `n` sorted keys that are not among the sorted `others` to the front; returns how many are left."""
    j: cython.Py_ssize_t = 0
    many = len(others) // kw
    kept: cython.Py_ssize_t = 0
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
    links: cython.uint[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    level: cython.ulonglong[::1],
    live: cython.ulonglong[::1],
    words: cython.int,
    masks: cython.ulonglong[::1],
    to: cython.ushort[::1],
    out: cython.ulonglong[::1],
) -> None:
    """Expand a level of bits along the links `first` to `last`.

    A link is three numbers: the entry of `out` that it leads to, the entry of `level` that it comes from
    (both of `words` words), and its map. Map 0 keeps every bit where it is; bit i of map m, where the mask
    has it, goes to bit `to[64 * words * m + i]`. `live` says which words of an entry are not zero (see `settle`).
    """
    cython.declare(s=cython.Py_ssize_t, w=cython.Py_ssize_t, stop=cython.Py_ssize_t)
    span: cython.Py_ssize_t = (words + 63) // 64
    j: cython.int
    one: cython.ulonglong = 1
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
            t = cython.cast(cython.Py_ssize_t, links[LINK * k + INTO]) * words
            m = cython.cast(cython.Py_ssize_t, links[LINK * k + MAP]) * words
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


def settle(
    out: cython.ulonglong[::1],
    now: cython.ulonglong[::1],
    before: cython.ulonglong[::1],
    live: cython.ulonglong[::1],
    words: cython.int,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Subtract two earlier levels (empty if there are none) from the entries `first` to `last`; count the bits left.

    Bit g of `live[i]` is set where entry i has bits in the g-th of its at most 64 groups of words.
    """
    w: cython.Py_ssize_t
    span: cython.Py_ssize_t = (words + 63) // 64
    g: cython.ulonglong
    one: cython.ulonglong = 1
    n: cython.Py_ssize_t = 0
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


def total(bits: cython.ulonglong[::1]) -> cython.Py_ssize_t:
    """The number of set bits."""
    n: cython.Py_ssize_t = 0
    with cython.nogil:
        for w in range(len(bits)):
            n += count(bits[w])
    return n
