"""The kernel that renumbers labels in the order of ranks."""

import numpy as np
from hypothesis import given, strategies as st

from huarong.kernels import kernel

BOTH = [False, True]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=40))
def test_reorder_numbers_labels_as_they_come(labels):
    order = list(dict.fromkeys(labels))
    for pure in BOTH:
        given_, numbers, least = (np.array(labels, np.uint32), np.zeros(10, np.uint32), np.zeros(9, np.int64))
        views = (each.data for each in (given_, numbers, least))
        kernel("reorder", pure=pure).renumber(*views, 0, len(labels))
        assert given_.tolist() == [order.index(each) for each in labels]
        assert least[: len(order)].tolist() == [labels.index(each) for each in order]
