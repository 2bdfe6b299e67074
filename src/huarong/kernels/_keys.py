"""Shared by the kernels that visit layouts: the hash of a key, the part of it in a hash table's entry, the goal test.

Compiled kernels take them from `_keys.pxd`, as constants and as functions that are inlined.
"""

from __future__ import annotations

from typing import Any

PAUSED, FOUND, EXHAUSTED, FULL, ALONE = range(5)
"""Why a search stopped."""

ANY = 255
"""The sentinel for a last moved place that is unknown or too large for a byte; every piece is then moved."""


def scattered(key: int, before: int) -> int:
    """The hash of some words and one more, `before` being the hash of the words before it."""
    h = (key ^ before) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    return h ^ (h >> 29)


def hashed(keys: Any, number: int, kw: int) -> int:
    """The hash of a key of `kw` words."""
    h = 0
    for w in range(kw):
        h = scattered(keys[number * kw + w], h)
    return h


def tagged(h: int, bits: int) -> int:
    """The bits of a hash that a table's entry has above the key's number."""
    return (h >> 32 << bits) & 0xFFFFFFFF


def solved(keys: Any, number: int, goals: Any, ngoals: int, kw: int) -> int:
    """Whether a key is a goal: of each goal, `goals` has a mask and a value."""
    return int(
        any(
            all(keys[number * kw + w] & goals[2 * a * kw + w] == goals[(2 * a + 1) * kw + w] for w in range(kw))
            for a in range(ngoals)
        )
    )
