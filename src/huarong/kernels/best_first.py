"""What searches do with numbered keys in batches, when they do not go level by level.

Keys are numbered by their place in a queue (see `huarong.kernels.search`, which looks them up and enters
them); a value is kept for each number.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from huarong.kernels import _plain as cython

if cython.compiled:
    from cython.cimports.huarong.kernels._bits import lowest
else:
    from huarong.kernels._plain import lowest


def gather(
    queue: cython.ulonglong[::1],
    kw: cython.int,
    numbers: cython.longlong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    keys: cython.ulonglong[::1],
) -> None:
    """Copy the keys of `numbers[first:last]` to the beginning of `keys`."""
    i: cython.Py_ssize_t
    w: cython.int
    with cython.nogil:
        for i in range(first, last):
            for w in range(kw):
                keys[(i - first) * kw + w] = queue[numbers[i] * kw + w]


def relax(
    numbers: cython.longlong[::1],
    count: cython.Py_ssize_t,
    values: cython.ushort[::1],
    value: cython.int,
    better: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Lower the values of the first `count` numbers to `value`; negative numbers are none.

    Writes those that were higher to `better`, each once; returns how many they are.
    """
    n: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    number: cython.longlong
    with cython.nogil:
        for j in range(count):
            number = numbers[j]
            if number >= 0 and values[number] > value:
                values[number] = cython.cast(cython.ushort, value)
                better[n] = number
                n += 1
    return n


def translate(
    fields: cython.int[::1],
    masks: cython.ulonglong[::1],
    kw: cython.int,
    keys: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    z: cython.ulonglong[::1],
    zw: cython.int,
    out: cython.ulonglong[::1],
) -> None:
    """Write to `out` the keys of another packing for `keys[first:last]`.

    `z` has `zw` words for each place: what a piece there adds to the other key (nothing, where the other
    packing leaves the piece out). See `huarong.search.keys` for the fields.
    """
    i: cython.Py_ssize_t
    f: cython.int
    d: cython.int
    w: cython.int
    p: cython.int
    size: cython.int
    v: cython.ulonglong
    one: cython.ulonglong
    with cython.nogil:
        for i in range(first, last):
            for w in range(zw):
                out[(i - first) * zw + w] = 0
            for f in range(len(masks)):
                v = (keys[i * kw + fields[5 * f]] >> fields[5 * f + 1]) & masks[f]
                if fields[5 * f + 3] == 1:
                    while v:
                        p = fields[5 * f + 2] + lowest(v)
                        v &= v - 1
                        for w in range(zw):
                            out[(i - first) * zw + w] ^= z[p * zw + w]
                elif fields[5 * f + 3] == 0:
                    p = fields[5 * f + 2] + cython.cast(cython.int, v)
                    for w in range(zw):
                        out[(i - first) * zw + w] ^= z[p * zw + w]
                else:
                    size = fields[5 * f + 4]
                    one = (cython.cast(cython.ulonglong, 1) << size) - 1
                    for d in range(fields[5 * f + 3]):
                        p = fields[5 * f + 2] + cython.cast(cython.int, v & one)
                        v >>= size
                        for w in range(zw):
                            out[(i - first) * zw + w] ^= z[p * zw + w]
