"""Tasks: the size of a puzzle, patterns within the memory, and an admissible heuristic."""

from hypothesis import given, strategies as st

import huarong as hr
from huarong.limits import Limits, Watch
from huarong.model.metric import Metric
from huarong.search.keys import KeyPacking
from huarong.search.task import Task
from huarong.space.space import Space
from tests import naive
from tests.examples import examples
from tests.search.test_keys import layout
from tests.strategies import puzzles


@examples(12)
@given(puzzle=puzzles(limit=300), metric=st.sampled_from(Metric))
def test_its_heuristic_is_a_lower_bound(puzzle: hr.Puzzle, metric: Metric) -> None:
    task = Task(puzzle, metric, Watch())
    assert task.packing is KeyPacking.of(puzzle)
    assert task.layouts == Space.of(puzzle).size
    if task.heuristic is None:
        assert not task.patterns
        return
    far = naive.all_distances(puzzle, metric.value, naive.bfs(puzzle, metric.value).depth)
    for state, distance in far.items():
        if distance is not None:
            assert task.heuristic(layout(puzzle, state)) <= distance


def test_patterns_fit_the_memory() -> None:
    puzzle = hr.puzzle("横刀立马")
    sizes = []
    for memory in (1 << 30, 40_000, 100):
        task = Task(puzzle, Metric.MOVE, Watch(Limits(memory=memory)))
        sizes.append(max((len(each) for group in task.patterns for each in group), default=0))
    assert sizes == [3, 2, 0]
    assert task.heuristic is None


def test_a_board_too_wide_to_number_has_no_bound_on_its_layouts() -> None:
    rows = "/".join(["AA" + "." * 68, "AA" + "." * 68, "." * 70])
    goal = "/".join(["." * 70, "." * 68 + "AA", "." * 68 + "AA"])
    assert Task(hr.puzzle(rows, goal), Metric.MOVE, Watch()).layouts == float("inf")


def test_tables_that_do_not_fit_are_done_without() -> None:
    puzzle = hr.puzzle("##A/B../.../...", goal="##A/.B./.../...")
    task = Task(puzzle, Metric.STEP, Watch(Limits(memory=1 << 17)))
    assert task.patterns
    assert task.heuristic is None
    for method in ("astar", "idastar"):
        assert hr.solve(puzzle, "step", method=method, max_memory=1 << 17).length == 1
