"""The distances of all layouts in reach are those of the naive twin."""

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.search.distances import Distances
from huarong.search.expansion import FAR
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles


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
    assert far.longest == 9
    assert all(hr.solve(far.puzzle.started(each)).length == 9 for each in hardest)
    assert sum(far.histogram) <= len(far)
