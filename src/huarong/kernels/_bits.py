"""Bits of words: the lowest, their number. Compiled kernels take them from `_bits.pxd`, where they are the builtins of
C compilers.
"""

from __future__ import annotations


def lowest(x: int) -> int:
    """The number of the lowest set bit."""
    return (x & -x).bit_length() - 1


def count(x: int) -> int:
    """How many bits are set."""
    return x.bit_count()


def fetch(_: object) -> None:
    """Prefetch memory: only what is compiled does."""
