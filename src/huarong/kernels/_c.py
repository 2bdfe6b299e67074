"""What kernels take from C: names of types, and builtins for bits of words and for prefetching.

Signed (i) and unsigned (u) integers have their number of bits, `isize` is for indices, and an s stands for an array.
Compiled kernels take all this from `_c.pxd`; uncompiled, every number is Python's `int`, and any sequence an array.
"""

u8 = u16 = i32 = u32 = i64 = u64 = isize = int
u8s = u16s = i32s = u32s = i64s = u64s = memoryview


def lowest(x: int) -> int:
    """The number of the lowest set bit."""
    return (x & -x).bit_length() - 1


def count(x: int) -> int:
    """How many bits are set."""
    return x.bit_count()


def fetch(_: object) -> None:
    """Prefetch memory: only what is compiled does."""
