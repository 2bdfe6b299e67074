"""Shared by the kernels that visit layouts: a hash table of keys, the goal test, and the tables of an expander.

Compiled kernels take them from `_keys.pxd`, as constants and inlined functions. `huarong.search.expander` lays out the
tables of an expander; this module names the positions in them.
"""

from types import SimpleNamespace
from typing import Any

PAUSED, FOUND, EXHAUSTED, FULL, ALONE = range(5)
why = SimpleNamespace(PAUSED=PAUSED, FOUND=FOUND, EXHAUSTED=EXHAUSTED, FULL=FULL, ALONE=ALONE)
"""The reasons why a search stopped; only `huarong.kernels.team` returns ALONE."""

ANY = 255
"""The sentinel for a last moved place that is unknown or too large for a byte; every piece is then moved."""

NUMBER, BOARD = 0, 1
"""Forms of a key's field: the index of one piece's place, a bit for each place. A larger number is the length of a list
of places.
"""

STEP, SLIDE, MOVE = 0, 1, 2
"""The metrics."""

# The record of a place, for boards and keys of one word and at most one mirror image.
COVER = 0  # the cells of a piece there
PART = 1  # its part of the key
IMAGE_PART = 2  # its part of the mirror image's key (of the key where there is no image)
HEAD = 3  # its first cell as a bit
ENTER = 4  # for each direction (U D L R) the cells entered by one step
NEXT = 8  # for each direction where the record of the next place begins (this one's for none)
LIST = 12  # one more than the number of its field where that is a list, else 0
HALO = 13  # the cells entered by any step
LIST_MASK = 14  # the bits of that list, from bit 0
RECORD = 16  # how many words a record has

# What follows the records: for each of 64 cells, the key's bits (in board fields) of pieces that could enter the cell;
# then
HOLDER = 64  # for each of the key's 64 bits, the index of the record of the bit's place
FREE = 128  # all free cells as bits


def scattered(key: int, before: int) -> int:
    """Return the hash of some words and one more; `before` is the hash of the words before it."""
    h = (key ^ before) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    return h ^ (h >> 29)


def hashed(keys: Any, number: int, kw: int) -> int:
    """Return the hash of a key of `kw` words."""
    h = 0
    for w in range(kw):
        h = scattered(keys[number * kw + w], h)
    return h


def tag(h: int, bits: int) -> int:
    """Return the bits of a hash that a table's entry has above the key's number."""
    return (h >> 32 << bits) & 0xFFFFFFFF


def solved(keys: Any, number: int, goals: Any, ngoals: int, kw: int) -> int:
    """Whether a key is a goal; `goals` has a mask and a value for each goal."""
    at = number * kw
    for a in range(0, 2 * ngoals * kw, 2 * kw):
        if all(keys[at + w] & goals[a + w] == goals[a + kw + w] for w in range(kw)):
            return 1
    return 0


def same(keys: Any, number: int, others: Any, other: int, kw: int) -> int:
    """Whether a key of one array equals a key of another."""
    return int(all(keys[number * kw + w] == others[other * kw + w] for w in range(kw)))


def find(queue: Any, table: Any, bits: int, kw: int, keys: Any, number: int, h: int) -> int:
    """Return the number in the queue of a key with hash h, or -1 - s if it is missing; s is the empty slot for it."""
    slots = (1 << bits) - 1
    slot = h >> (64 - bits)
    while entry := table[slot]:
        found = (entry & slots) - 1
        if entry & ~slots == tag(h, bits) and same(queue, found, keys, number, kw):
            return int(found)
        slot = (slot + 1) & slots
    return -1 - slot
