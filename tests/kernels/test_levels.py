"""The kernel for levels as bits."""

from array import array

from hypothesis import given, strategies as st

from huarong.kernels import kernel

BOTH = [False, True]


@given(st.lists(st.integers(0, 63), min_size=1, max_size=40), st.integers(1, 3))
def test_levels_mark_two_bits(ranks, value):
    for pure in BOTH:
        table = bytearray(b"\xff" * 16)
        kernel("levels", pure=pure).mark(table, array("q", ranks), value)
        read = [table[r >> 2] >> 2 * (r & 3) & 3 for r in range(64)]
        assert read == [value if r in set(ranks) else 3 for r in range(64)]
