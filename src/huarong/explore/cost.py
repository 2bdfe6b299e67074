"""What an exploration on disks costs, reckoned from measured rates: `docs/cluster.md` says where they come from."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BITS_RATE", "KEYS_RATE", "Cost", "of_bits", "of_keys"]

BITS_RATE = 40e6
"""Layouts that a processor explores in a second as bits by rank: 3x4 tiles, on disk."""
KEYS_RATE = 2e6
"""Layouts that a processor explores in a second as sorted keys of one word, in moves: Pelopones."""
_LEVEL, _LINKS = 2 / 8, 1.5 / 8
"""Bytes for each layout of a level of bits (half of all placements can be reached), and of the links."""


@dataclass(frozen=True)
class Cost:
    """`seconds` of one processor, bytes `passed` to and from disks in all, bytes of `room` on them at a time."""

    seconds: float
    passed: float
    room: float


def of_bits(layouts: float, levels: int) -> Cost:
    """Tiles: every level is written once and read five times, in full, and so are the links read.

    >>> of_bits(1e12, 60)
    Cost(seconds=25000.0, passed=101250000000000.0, room=937500000000.0)
    """
    return Cost(
        layouts / BITS_RATE,
        layouts * levels * (6 * _LEVEL + _LINKS),
        layouts * (3 * _LEVEL + _LINKS),
    )


def of_keys(layouts: float, words: int = 1, candidates: float = 2, widest: float = 1 / 20) -> Cost:
    """Any puzzle, with keys of so many words: candidates are written and read, levels written and read three times.

    `candidates` there are for each layout; `widest` is the part of all layouts that the widest level holds.

    >>> of_keys(1e9)
    Cost(seconds=500.0, passed=64000000000.0, room=2000000000.0)
    """
    key = 8 * words
    return Cost(
        layouts / KEYS_RATE,
        layouts * key * (2 * candidates + 4),
        layouts * key * widest * (3 + candidates),
    )
