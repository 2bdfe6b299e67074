"""Pattern databases: distances and lower bounds, against the naive twin."""

from itertools import combinations

import pytest
from hypothesis import assume, given, strategies as st

import huarong as hr
from huarong.search.pattern_database import Heuristic, pattern, patterns, size
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles, symmetric_puzzles

ANY = st.one_of(puzzles(), symmetric_puzzles())


def layout(puzzle, state):
    kinds = range(len(puzzle.kinds))
    return hr.Layout(tuple(tuple(h for k, h in state if k == kind) for kind in kinds))


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
        said = bound(layout(puzzle, state))
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
