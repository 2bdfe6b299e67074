"""Tasks, their patterns and distances: bounds are never more than the naive twin's distances."""

from itertools import combinations

import pytest
from hypothesis import assume, given, strategies as st

import huarong as hr
from huarong.limits import Limits, Watch
from huarong.model.board import Metric
from huarong.search.distances import Distances
from huarong.search.expansion import FAR
from huarong.search.keys import KeyPacking
from huarong.search.pattern_database import Heuristic, pattern, patterns, size
from huarong.search.task import Task
from huarong.space.space import Space
from tests import naive
from tests.examples import examples
from tests.strategies import as_layout, puzzles, symmetric_puzzles


@examples(12)
@given(puzzle=puzzles(limit=300), metric=st.sampled_from(Metric))
def test_its_heuristic_is_a_lower_bound(puzzle: hr.Puzzle, metric: Metric) -> None:
    task = Task(puzzle, metric, Watch())
    assert task.packing is KeyPacking.of(puzzle) and task.layouts == Space.of(puzzle).size
    if task.heuristic is None:
        assert not task.patterns
        return
    far = naive.all_distances(puzzle, metric.value, naive.bfs(puzzle, metric.value).depth)
    for state, distance in far.items():
        if distance is not None:
            assert task.heuristic(as_layout(puzzle, state)) <= distance


def test_patterns_fit_the_memory() -> None:
    puzzle = hr.puzzle("横刀立马")
    sizes = []
    for memory in (1 << 30, 40_000, 100):
        task = Task(puzzle, Metric.MOVE, Watch(Limits(memory=memory)))
        sizes.append(max((len(each) for group in task.patterns for each in group), default=0))
    assert sizes == [3, 2, 0] and task.heuristic is None


def test_a_board_too_wide_to_number_has_no_bound_on_its_layouts() -> None:
    rows = "/".join(["AA" + "." * 68, "AA" + "." * 68, "." * 70])
    goal = "/".join(["." * 70, "." * 68 + "AA", "." * 68 + "AA"])
    assert Task(hr.puzzle(rows, goal), Metric.MOVE, Watch()).layouts == float("inf")


def test_tables_that_do_not_fit_are_done_without() -> None:
    puzzle = hr.puzzle("##A/B../.../...", goal="##A/.B./.../...")
    task = Task(puzzle, Metric.STEP, Watch(Limits(memory=1 << 17)))
    assert task.patterns and task.heuristic is None
    for method in ("astar", "idastar"):
        assert hr.solve(puzzle, "step", method=method, max_memory=1 << 17).length == 1


ANY = st.one_of(puzzles(), symmetric_puzzles())


@examples(50)
@given(ANY, st.sampled_from(naive.METRICS), st.randoms())
def test_a_pattern_says_no_more_than_the_truth(puzzle, metric, random):
    """For any patterns, alone and added, the bound is admissible at every layout in reach, and 0 at a goal."""
    named = [{kind for kind, _ in each} for each in puzzle.goal.alternatives]
    kinds = range(len(puzzle.kinds))
    fit = [
        each
        for n in range(1, len(kinds) + 1)
        for each in combinations(kinds, n)
        if all(kinds_named & set(each) for kinds_named in named)
    ]
    groups = [[each] for each in random.sample(fit, min(2, len(fit)))]
    groups += [[a, b] for a in fit for b in fit if a < b and not set(a) & set(b)][:2]
    assume(groups)
    bound = Heuristic.of(puzzle, groups, metric)
    found = naive.bfs(puzzle, metric)
    truth = naive.all_distances(puzzle, metric, found.depth)
    for state, distance in list(truth.items())[:100]:
        said = bound(as_layout(puzzle, state))
        assert distance is None or said <= distance
        assert all(bound.groups) and said >= 0


@examples(40)
@given(ANY, st.integers(2, 5000))
def test_patterns_fit_and_can_be_added(puzzle, limit):
    for group in patterns(puzzle, limit):
        assert all(size(puzzle, kinds) <= limit for kinds in group)
        assert len({kind for kinds in group for kind in kinds}) == sum(map(len, group))
        assert all(pattern(puzzle, kinds).goal.alternatives for kinds in group)


def test_patterns_that_share_a_kind_are_not_added():
    pytest.raises(hr.InputError, Heuristic.of, "876543210", [[(0, 1), (1, 2)]]).match("in common")
    pytest.raises(hr.InputError, pattern, hr.puzzle("横刀立马"), [1]).match("no piece")


@examples(50)
@given(puzzles(), st.sampled_from(naive.METRICS))
def test_distances(puzzle, metric):
    far = Distances.of(puzzle, metric)
    truth = naive.all_distances(puzzle, metric, naive.bfs(puzzle, metric).depth)
    assert len(far) == len(truth)
    assert {naive.state(each): left for each, left in far.items()} == {
        state: FAR if distance is None else distance for state, distance in truth.items()
    }
    hardest = {state for state, distance in truth.items() if distance == far.longest}
    assert {naive.state(each) for each in far.layouts(far.longest)} == hardest
    known = [distance for distance in truth.values() if distance is not None]
    assert far.histogram == tuple(known.count(n) for n in range(max(known, default=-1) + 1))


@examples(40)
@given(puzzles(), st.sampled_from(naive.METRICS), st.integers(0, 6))
def test_distances_within_some_moves(puzzle, metric, most):
    """Where the shortest solution is within the bound, the start's distance is exact."""
    far, best = Distances.of(puzzle, metric, most=most), naive.bfs(puzzle, metric).distance
    assert far[puzzle.start] == (FAR if best is None or best > most else best)


def test_what_is_not_in_reach():
    far = Distances.of("AB./goal:/B.A", "step")
    assert far[far.puzzle.start] == FAR
    with pytest.raises(KeyError):
        far[hr.puzzle("BA.").start]
    with pytest.raises(KeyError):
        far[hr.puzzle("横刀立马").start]
    assert far.histogram == () and hr.puzzle("横刀立马").start not in far


def test_the_hardest_start_that_a_card_can_reach():
    far = Distances.of("Rush Hour 1")
    assert len(far) == 1247  # as in tests/data/known_optima.json
    hardest = list(far.layouts(far.longest))
    assert far.longest == 9 and all(hr.solve(far.puzzle.started(each)).length == 9 for each in hardest)
    assert sum(far.histogram) <= len(far)


def test_no_table_is_made_for_a_search_that_takes_less_time(monkeypatch) -> None:
    board = "abbcdde/a..cgge/hijjklm/hnnoklp/.rsottp/uusvvww/xxyyzAA"
    crowded = hr.puzzle(f"{board}/goal:/......./..gg.../......./......./......./......./.......")
    for name in ("pattern_database.Heuristic.of", "empty_cells.EmptyCells.__init__"):
        monkeypatch.setattr(f"huarong.search.{name}", None)
    found = hr.solve(crowded, method="astar")
    assert (found.length, found.method, found.optimal, found.verify()) == (12, "astar", True, True)
