"""All paths up to a length, against plain enumeration."""

import itertools

from hypothesis import given, strategies as st

from huarong import graph
from tests.graph.graphs import arrows


@given(arrows(), st.integers(-1, 7), st.booleans())
def test_paths(some, most, prune):
    found = [route.path for route in graph.paths(some, 0, most=most, prune=prune)]
    expected = {
        (0, *way)
        for n in range(most + 1)
        for way in itertools.permutations(range(1, 7), n)
        if all(pair in some.costs for pair in itertools.pairwise((0, *way)))
        and (0, *way)[-1] in some.goals
        and not some.goals & set((0, *way)[:-1])
    }
    assert len(found) == len(set(found))
    assert set(found) == expected
    unpruned = [route.path for route in graph.paths(some, 0, most=most, prune=False)]
    assert found == unpruned


class Doubled:
    """A square graph in which each side can be passed by two moves."""

    def neighbours(self, n):
        return [n ^ 1, n ^ 2, n ^ 1, n ^ 2]


def test_a_state_that_is_named_twice_makes_no_second_path():
    for prune in (True, False):
        found = [route.path for route in graph.paths(Doubled(), 0, 1, most=3, prune=prune)]
        assert found == [(0, 1), (0, 2, 3, 1)]


def test_states_with_one_key_are_one():
    class Coloured:
        def neighbours(self, state):
            n, _ = state
            return [(n + 1, "red"), (n + 1, "blue")]

        def key(self, state):
            return state[0]

    found = [route.path for route in graph.paths(Coloured(), (0, ""), (2, ""), most=2)]
    assert found == [((0, ""), (1, "red"), (2, "red"))]
