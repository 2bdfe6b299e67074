"""Levels from an existing atlas, with and without a wanted rating; a rating; the changes of a puzzle.

`python -m pytest -c benchmarks/pytest.ini benchmarks/design/bench_generate.py`
"""

import pytest

from huarong.design.changes import harder
from huarong.design.generation import generate
from huarong.design.rating import rate
from huarong.design.recipe import Recipe

CLASSIC = "4x5 2x2:1 2x1:1 1x2:4 1x1:4"
COUNT = 30


@pytest.mark.parametrize("rating", [None, "45..60", "52..55"])
def test_levels(benchmark, rating):
    """Thirty levels and their atlas: at most 20 ms for each beyond the atlas (1 ms measured; 10 with ratings, 17 with a
    narrow range).
    """
    levels = benchmark(lambda: generate(CLASSIC, moves="40..60", rating=rating, count=COUNT, seed=1))
    assert len(levels) == COUNT


def test_cars(benchmark):
    assert benchmark(lambda: generate(Recipe.of("6x6", cars="7..9"), moves="8..", count=1, seed=1))


@pytest.mark.parametrize("name", ["横刀立马", "Pennant", "Rush Hour 40"])
def test_rate(benchmark, name):
    assert benchmark(lambda: rate(name)).score


def test_harder(benchmark):
    assert benchmark(lambda: harder("Pennant", top=5))
