"""Bidirectional search starts from all solved layouts, and the two sides meet on a shortest path."""

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.errors import LimitReached
from huarong.limits import Limits, Watch
from huarong.model.metric import Metric
from huarong.search.bidirectional import goal_count, goal_keys, run
from huarong.search.keys import KeyPacking
from huarong.search.task import Task
from tests import naive
from tests.examples import examples
from tests.search.test_keys import key, layout
from tests.strategies import puzzles


@examples(20)
@given(puzzle=puzzles(limit=200), metric=st.sampled_from(Metric))
def test_it_finds_a_shortest_way(puzzle: hr.Puzzle, metric: Metric) -> None:
    if puzzle.goal.holds(puzzle.start):
        return
    found = run(Task(puzzle, metric, Watch()))
    best = naive.bfs(puzzle, metric.value).distance
    assert (found.length, found.method) == (best, "bidirectional")
    assert found.verify()


@examples(20)
@given(puzzle=puzzles(limit=200))
def test_the_goals_it_begins_with_are_all_there_are(puzzle: hr.Puzzle) -> None:
    packing = KeyPacking.of(puzzle, symmetric=False, lists=False)
    keys = set(map(tuple, goal_keys(puzzle, packing, Watch()).tolist()))
    right = {
        key(packing, layout(puzzle, state)) for state in naive.bfs(puzzle, "step").depth if naive.solved(puzzle, state)
    }
    assert right <= keys
    assert len(right) <= goal_count(puzzle, Watch())


@pytest.mark.parametrize("limits", [Limits(memory=1 << 16), Limits(layouts=100)])
def test_too_many_goals_are_refused_at_once(limits: Limits) -> None:
    pytest.raises(LimitReached, run, Task(hr.puzzle("横刀立马"), Metric.MOVE, Watch(limits)))
