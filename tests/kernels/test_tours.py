"""Searches of tours can be paused and resumed."""

from array import array

from hypothesis import given, strategies as st

from huarong.kernels import kernel
from huarong.tours.cells import parse_board
from huarong.tours.leaper import KNIGHT, leaper_graph


@given(st.integers(1, 60), st.booleans(), st.integers(1, 200))
def test_backtracking_can_stop_anywhere(budget, greedy, more):
    graph = leaper_graph(parse_board("3x4"), KNIGHT)
    ties = array("i", [0]) * graph.size
    found = []
    for pure, slice_ in ((False, budget), (True, more)):
        loops = kernel("tours", pure=pure)
        search, tours, what = loops.Backtracking(*graph.arrays(), ties, False, greedy, 0), [], 0
        while what != loops.why.NONE:
            what = search.run(slice_)
            if what == loops.why.FOUND:
                tours.append(tuple(search.vertices()))
        found.append((tours, search.nodes, search.deepest))
    assert found[0] == found[1]
