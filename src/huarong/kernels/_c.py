"""The names that kernels take from C: types, and builtins for bits of words and for prefetching.

Signed (i) and unsigned (u) integers have their number of bits, `isize` is for indices, and an s means an array.
Compiled kernels take these names from `_c.pxd`. Uncompiled, every number is Python's `int`, and any sequence is an
array.
"""

u8 = u16 = i32 = u32 = i64 = u64 = isize = int
u8s = u16s = i32s = u32s = i64s = u64s = memoryview


def lowest(x: int) -> int:
    """Return the number of the lowest set bit."""
    return (x & -x).bit_length() - 1


def count(x: int) -> int:
    """Return how many bits are set."""
    return x.bit_count()


def fetch(_: object) -> None:
    """Prefetch memory; only compiled kernels do."""
