"""IDA* finds a shortest solution with or without patterns and a transposition table; numbered tiles go to their own
search.
"""

from unittest import mock

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.errors import LimitReached
from huarong.limits import Limits, Watch
from huarong.model.metric import Metric
from huarong.search import walk as idastar
from huarong.search.task import Task
from huarong.search.walk import run
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles


@examples(20)
@given(puzzle=puzzles(limit=100), metric=st.sampled_from(Metric), poor=st.booleans())
def test_it_finds_a_shortest_way(puzzle: hr.Puzzle, metric: Metric, poor: bool) -> None:
    if puzzle.goal.holds(puzzle.start):
        return
    task = Task(puzzle, metric, Watch(Limits(memory=1 << (17 if poor else 30))))
    found = run(task)
    assert found.length == naive.bfs(puzzle, metric.value).distance
    assert (found.method, found.verify()) == ("idastar", True)


def test_numbered_tiles_have_a_search_of_their_own() -> None:
    task = Task(hr.puzzle("8 6 7 2 5 4 3 0 1"), Metric.STEP, Watch())
    with mock.patch.object(idastar, "PathWalk", side_effect=AssertionError):
        found = run(task)
    assert (found.length, found.method) == (31, "idastar")
    assert found.verify()


def test_a_limit_tells_how_far_it_was_searched() -> None:
    task = Task(hr.puzzle("Rush Hour 40"), Metric.STEP, Watch(Limits(layouts=2_000)))
    with pytest.raises(LimitReached) as caught:
        run(task)
    assert 1 <= caught.value.lower <= 81
