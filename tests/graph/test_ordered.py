"""Heuristics: admissible ones, ones that overestimate, and values that are no numbers."""

import math

import pytest
from hypothesis import given

import huarong as hr
from huarong import graph
from tests.graph.graphs import Line, arrows


@given(arrows())
def test_a_sound_heuristic_passes_in_debug_mode(some):
    some.slack = 1.0
    assert graph.astar(some, 0, debug=True).cost == graph.dijkstra(some, 0).cost


def test_debug_mode_names_the_witness():
    with pytest.raises(graph.HeuristicError, match="not admissible") as caught:
        graph.astar(Line({2: 4}), 0, 5, debug=True)
    error = caught.value
    assert (error.kind, error.state, error.value, error.other) == ("inadmissible", 2, 4, 3)
    with pytest.raises(graph.HeuristicError, match="not consistent") as caught:
        graph.astar(Line({2: 3}), 0, 5, debug=True)
    error = caught.value
    assert (error.kind, error.state, error.neighbour) == ("inconsistent", 2, 1)
    assert (error.value, error.other) == (3, 1)


@pytest.mark.parametrize("says", [math.nan, None, "far", 1j])
def test_a_heuristic_that_is_no_number(says):
    for search in (graph.astar, graph.idastar):
        pytest.raises(hr.InputError, search, Line({0: says, 1: says}), 0, 3).match("expected a number")


@pytest.mark.parametrize("cost", [math.nan, None, "much", -0.5])
def test_a_cost_that_is_none(cost):
    class Toll(Line):
        def cost(self, a, b):
            return cost

    for search in (graph.dijkstra, graph.astar, graph.idastar):
        pytest.raises(hr.InputError, search, Toll({}), 0, 3).match("expected 0 or more")


def test_a_heuristic_below_zero_is_none():
    for search in (graph.astar, graph.idastar):
        assert search(Line(dict.fromkeys(range(-9, 9), -7)), 0, 3).cost == 3


def test_debug_mode_tells_what_it_has_seen_when_a_limit_ends_it():
    with pytest.raises(graph.HeuristicError, match="not consistent"):
        graph.astar(Line({2: 3}), 0, 10**9, debug=True, max_memory="1M")
