"""Distances of numbered tiles by orders are those found one layout at a time."""

import numpy as np
import pytest

import huarong as hr
from huarong.atlas import Atlas, dense, tile_distances
from huarong.errors import Cancelled
from huarong.kernels import kernel
from huarong.limits import Limits, Watch
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.space import Space
from huarong.tiles import orders as order_tables

ELEVEN = "1 2 3/4 5 6/7 8 9/10 11 0"


@pytest.mark.parametrize(
    ("goal", "pure"),
    [
        ("123/456/78.", False),
        (".12/345/678", False),
        ("213/456/78.", False),
        ("8.1/273/465", False),
        ("8.1/273/465", True),
    ],
)
def test_eight_tiles(goal: str, pure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_distances, "_SIZES", ((3, 3),))
    if pure:
        monkeypatch.setattr(order_tables, "kernel", lambda each: kernel(each, pure=True))
    puzzle = hr.Puzzle.parse("123/456/78.", goal=goal)
    space = Space.of(puzzle)
    found = tile_distances.distances(space, puzzle.goal, Metric.MOVE, threads=2)
    assert not isinstance(found, str) and np.array_equal(found, dense.distances(space, puzzle.goal, "move"))


def test_only_tiles_of_3x4_with_a_whole_goal_and_enough_memory() -> None:
    puzzle = hr.puzzle(ELEVEN)
    space = Space.of(puzzle)
    little = Watch(Limits(memory=500 << 20))
    assert tile_distances.distances(space, puzzle.goal, Metric.MOVE, watch=little) == ""
    assert tile_distances.distances(space, Goal.of([[(0, 0)]]), Metric.MOVE) == ""
    two = Goal.of([*puzzle.goal.alternatives, [(k, 10 - k) for k in range(11)]])
    assert tile_distances.distances(space, two, Metric.MOVE) == ""
    for text in ("1 2 3/4 5 6/7 8 0", "1 2 3 4/5 6 7 8/9 10 11 0", "横刀立马"):
        other = hr.puzzle(text)
        assert tile_distances.distances(Space.of(other), other.goal, Metric.MOVE) == ""


def test_cancelled_between_two_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_distances, "_SIZES", ((3, 3),))
    puzzle, asked = hr.puzzle("1 2 3/4 5 6/7 8 0"), iter(range(1000))
    watch = Watch.of(cancel=lambda: next(asked) > 90)
    pytest.raises(Cancelled, tile_distances.distances, Space.of(puzzle), puzzle.goal, Metric.MOVE, watch=watch)
    assert next(asked) == 92


def test_an_atlas_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_distances, "_SIZES", ((3, 3),))
    atlas = Atlas.of("1 2 3/4 5 6/7 8 0", "slide")
    assert (atlas.facts.longest, atlas.facts.solvable, atlas.facts.goals) == (31, 181440, 1)
    assert atlas.solution(hr.puzzle("8 6 7/2 5 4/3 0 1")).length == 31
