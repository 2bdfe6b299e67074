"""Numbering: growing the automaton, and rank and layout one at a time and in arrays.

`python -m pytest -c benchmarks/pytest.ini benchmarks/space`
"""

import numpy as np
import pytest

from huarong.space.space import Space

SPACES = {
    "classic": "4x5 2x2:1 2x1:1 1x2:4 1x1:4",
    "family": "4x5 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..",
    "tiles-3x4": "3x4 " + " ".join(f"{mark}@1x1:1" for mark in "123456789ab"),
}
MANY = 1_000_000


@pytest.fixture(params=SPACES)
def space(request):
    return Space.parse(SPACES[request.param])


@pytest.mark.parametrize("name", SPACES)
def test_grow(benchmark, name):
    """At most 5 ms for the classic set, 0.3 s for the family."""
    assert benchmark(lambda: Space.parse(SPACES[name]).size) > 0


def test_rank_one(benchmark, space):
    """About 2 µs, so that a look-up by layout takes at most 5 µs."""
    (layout,) = space.random(1, seed=0)
    assert space.layout(benchmark(space.rank, layout)) == layout


def test_layout_one(benchmark, space):
    rank = space.size // 2
    assert space.rank(benchmark(space.layout, rank)) == rank


def test_ranks(benchmark, space):
    """At least 10 million a second: 100 ms for these."""
    ranks = np.random.default_rng(0).integers(0, space.size, MANY)
    assert np.array_equal(benchmark(space.ranks, space.grids(ranks)), ranks)


def test_grids(benchmark, space):
    ranks = np.random.default_rng(0).integers(0, space.size, MANY)
    assert np.array_equal(space.ranks(benchmark(space.grids, ranks)), ranks)


@pytest.mark.parametrize("text", ["64x64 1x1:2048", "19x19 3x9:1 2x2:4"])
def test_refuse(benchmark, text):
    """Well under a second."""

    def refused():
        with pytest.raises(ValueError, match="cannot be numbered"):
            Space.parse(text).size  # noqa: B018

    benchmark(refused)
