"""A* finds a shortest solution, and at a limit tells the lower bound and the best solution."""

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.errors import LimitReached
from huarong.limits import Limits, Watch
from huarong.model.metric import Metric
from huarong.search.best_first import run
from huarong.search.task import Task
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles


@examples(20)
@given(puzzle=puzzles(limit=200), metric=st.sampled_from(Metric))
def test_it_finds_a_shortest_way(puzzle: hr.Puzzle, metric: Metric) -> None:
    if puzzle.goal.holds(puzzle.start):
        return
    found = run(Task(puzzle, metric, Watch()))
    assert found.length == naive.bfs(puzzle, metric.value).distance
    assert (found.method, found.optimal, found.verify()) == ("astar", True, True)


def test_patterns_save_layouts() -> None:
    guided = Task(hr.puzzle("横刀立马"), Metric.STEP, Watch())
    blind = Task(guided.puzzle, Metric.STEP, Watch())
    blind.__dict__["heuristic"] = None
    there, everything = run(guided), run(blind)
    assert there.length == everything.length == 116
    assert there.explored < 2 * everything.explored  # here mirror images are counted apart


def test_a_limit_tells_a_lower_bound() -> None:
    task = Task(hr.puzzle("横刀立马"), Metric.MOVE, Watch(Limits(layouts=20_000)))
    with pytest.raises(LimitReached) as caught:
        run(task)
    assert caught.value.lower is not None
    assert 1 < caught.value.lower <= 81
    assert caught.value.solution is None or caught.value.solution.length >= 81
