"""Names of the kernels' types: signed (i) and unsigned (u) integers by their bits, `isize` for indices, and arrays (s).

Compiled kernels take them from `_types.pxd`; uncompiled, every number is Python's `int`, and any sequence an array.
"""

from __future__ import annotations

u8 = u16 = i32 = u32 = i64 = u64 = isize = int
u8s = u16s = i32s = u32s = i64s = u64s = memoryview
