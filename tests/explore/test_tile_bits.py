"""Levels as bits by rank: which goals they take, and what is passed to other processes."""

import pickle

import pytest

import huarong as hr
from huarong.explore import Resources, run
from huarong.explore.tile_bits import Tiles


@pytest.mark.parametrize("goal", ["1../.../...", ".../.2./..5", ".../.../..1", ".../.../12.", ".../..8/76."])
def test_goals_of_some_tiles_are_met_where_a_search_meets_them(goal: str) -> None:
    # One more goal, far away, names every tile: else those that no goal names would be alike, and no numbered tiles.
    puzzle = hr.puzzle("312/456/87.", goal=f"{goal}/goal:/.87/654/321")
    assert not Tiles.fits(puzzle)
    best = hr.solve(puzzle, "step").length
    assert run(puzzle, "step", Resources("disk", workers=1), until_goal=True).goal_depth == best


def test_a_plan_goes_to_another_process() -> None:
    plan = Tiles(hr.puzzle("12/34/5."), hr.Metric.STEP, 1)
    again = pickle.loads(pickle.dumps(plan))
    assert (again.puzzle, again.metric, again.blocks) == (plan.puzzle, plan.metric, plan.blocks)


def test_the_maps_of_a_puzzle_are_made_once(monkeypatch) -> None:
    made, numbers = [], Tiles._numbers

    def counted(self: Tiles, orders: object) -> object:
        made.append(orders)
        return numbers(self, orders)

    monkeypatch.setattr(Tiles, "_numbers", counted)
    counts = run("12/34/5.", "step", Resources("disk", workers=1)).levels
    once = len(made)
    assert run("12/34/5.", "step", Resources("disk", workers=1)).levels == counts
    assert len(made) == once > 0
