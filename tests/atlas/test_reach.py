"""Eccentricities are the naive twin's; a diameter agrees with searches from all layouts."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, strategies as st

from huarong.atlas.component import diameter, reach
from huarong.atlas.dense import TooLargeError
from huarong.errors import InputError
from huarong.library.reader import puzzle
from huarong.model.board import Layout
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from tests import naive
from tests.examples import examples
from tests.strategies import as_layout, puzzles

HERO = puzzle("横刀立马")
CLASSIC = Space.of(HERO)
METRICS = ("step", "slide", "move")


@pytest.mark.slow
def test_the_farthest_two_are_190_steps_apart() -> None:
    found = diameter(CLASSIC, HERO.start, "step")
    assert found.length == 190
    assert reach(CLASSIC, found.pair[0], "step").distances[CLASSIC.rank(found.pair[1])] == 190


def test_reach_of_one_layout() -> None:
    found = reach(CLASSIC, HERO.start, "step")
    assert (found.size, found.eccentricity) == (25955, 167) and (found.distances[found.farthest] == 167).all()


@given(puzzle=puzzles(), metric=st.sampled_from(METRICS))
@examples(60)
def test_from_one_layout(puzzle: Puzzle, metric: str) -> None:
    found = naive.bfs(puzzle, metric)
    away = reach(Space.of(puzzle), puzzle.start, metric)
    assert {away.space.rank(as_layout(puzzle, s)): d for s, d in found.depth.items()} == {
        rank: d for rank, d in enumerate(away.distances.tolist()) if d != 255
    }
    assert (away.size, away.eccentricity) == (len(found.depth), max(found.depth.values()))
    assert set(away.farthest) == {r for r, d in enumerate(away.distances) if d == away.eccentricity}


SYMMETRIC = {
    "its mirror image": "A..B/.CC./D..E",
    "upside down": "ABC/.../DEF",
    "half a turn": "AAB/.../BCC",
    "a quarter of a turn": "ABB/A.C/DDC",
    "every turn": "A.B/.C./D.E",
}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("grid", SYMMETRIC.values(), ids=SYMMETRIC.keys())
def test_a_start_that_is_its_own_image(grid: str, metric: str) -> None:
    found = Puzzle.parse(f"match: shape/{grid}", goal=grid)
    start = naive.bfs(found, metric)
    away = reach(Space.of(found), found.start, metric)
    ranks = {away.space.rank(as_layout(found, s)): d for s, d in start.depth.items()}
    assert ranks == {rank: d for rank, d in enumerate(away.distances.tolist()) if d != 255}
    assert away.levels == tuple(Counter(ranks.values())[d] for d in range(away.eccentricity + 1))
    last = sorted(rank for rank, d in ranks.items() if d == away.eccentricity)
    assert away.farthest.tolist() == last


@given(puzzles(), st.sampled_from(METRICS))
@examples(20)
def test_diameter_by_all_searches(puzzle: Puzzle, metric: str) -> None:
    space = Space.of(puzzle)
    kinds = [kind.directions for kind in puzzle.kinds]
    if any(("U" in each) != ("D" in each) or ("L" in each) != ("R" in each) for each in kinds):
        return
    away = reach(space, puzzle.start, metric)
    ranks = np.flatnonzero(away.distances != 255).tolist()
    longest = max(reach(space, space.layout(rank), metric).eccentricity for rank in ranks[:60])
    found = diameter(space, puzzle.start, metric)
    assert found.length >= longest
    assert found.length == longest or len(ranks) > 60
    assert reach(space, found.pair[0], metric).distances[space.rank(found.pair[1])] == found.length


def test_a_space_whose_table_does_not_fit_is_searched() -> None:
    space = Space.parse("4x5 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
    found = reach(space, HERO.start, "step", max_memory="20M")
    assert (found.size, found.eccentricity, len(found.farthest)) == (25955, 167, 4)
    with pytest.raises(TooLargeError):
        _ = found.distances


def test_a_layout_without_pieces_of_an_earlier_kind() -> None:
    space = Space.parse("3x2 2x1:0..1 1x1:0..")
    away = reach(space, Layout(((), (0, 1))), "step")
    assert away.size == 15 and {len(space.layout(rank).heads[1]) for rank in away.farthest.tolist()} == {2}


def test_a_diameter_needs_moves_that_can_be_taken_back() -> None:
    space = Space.parse("4x1 1x1=R:1")
    pytest.raises(InputError, diameter, space, space.layout(0)).match("one way")
