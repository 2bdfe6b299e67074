"""Drawing graphs: the distances are right, and compiled and plain make the same descent."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from huarong.kernels import kernel
from tests.examples import examples

BOTH = [False, True]


@st.composite
def graphs(draw):
    """A graph of at most 12 points, as `begin` and `to`."""
    n = draw(st.integers(1, 12))
    pairs = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=30))
    beside = [sorted({b for a, b in pairs if a == i} | {a for a, b in pairs if b == i}) for i in range(n)]
    begin = np.cumsum([0, *map(len, beside)]).astype(np.int64)
    return begin, np.array([u for each in beside for u in each], np.int32), beside


@given(graphs())
def test_embed_spreads_by_distance(graph):
    begin, to, beside = graph
    expected, level = {0: 0}, [0]
    while level:
        level = sorted({u for v in level for u in beside[v]} - expected.keys())
        expected |= dict.fromkeys(level, max(expected.values()) + 1)
    for pure in BOTH:
        depth, queue = np.full(len(beside), -1, np.int32), np.zeros(len(beside), np.int32)
        depth[0] = 0
        reached = kernel("embed", pure=pure).spread(begin, to, depth, queue, 1)
        assert dict(zip(queue[:reached].tolist(), depth[queue[:reached]].tolist(), strict=True)) == expected
        assert (depth >= 0).sum() == reached == len(expected)


@examples(30)
@given(graphs(), st.integers(0, 99))
def test_embed_descends_alike(graph, seed):
    begin, to, beside = graph
    rng, n = np.random.default_rng(seed), len(beside)
    far = rng.integers(0, 5, (n, 2)).astype(np.int32)
    weight, start = rng.random((n, 2)).astype(np.float32), rng.random((n, 2))
    found = []
    for pure in BOTH:
        xy = start.copy()
        pivots = np.array([0, n - 1], np.int32)
        way = kernel("embed", pure=pure).descend(begin, to, pivots, far, weight, xy, 0, n)
        found.append([way, *xy.ravel()])
    assert found[0] == pytest.approx(found[1], rel=1e-5, abs=1e-6)
