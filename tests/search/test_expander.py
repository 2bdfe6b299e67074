"""Neighbours as keys are those of the naive twin; `reverse` writes predecessors."""

from array import array

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.model.metric import Metric
from huarong.search.expander import NeighbourFinder
from huarong.search.keys import KeyPacking
from tests import naive
from tests.examples import examples
from tests.search.plain import plain_kernels
from tests.search.test_keys import key, layout
from tests.strategies import puzzles


def neighbours(packing: KeyPacking, found: tuple[int, ...], metric: Metric, reverse: bool) -> set:
    expander = NeighbourFinder(packing, metric, reverse, room=4)
    out = array("Q", bytes(8 * packing.words * (4 + packing.fan_out)))
    first, n = expander(array("Q", found), 0, 1, out)
    assert first == 1
    w = packing.words
    return {tuple(out[i : i + w]) for i in range(0, n * w, w)}


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])
@examples(12)
@given(puzzle=puzzles(limit=60), metric=st.sampled_from(Metric))
def test_both_ways(compiled: bool, puzzle: hr.Puzzle, metric: Metric) -> None:
    packing = KeyPacking.of(puzzle, symmetric=False)
    with pytest.MonkeyPatch.context() as patch:
        if not compiled:
            patch.setattr("huarong.search.expander.kernel", _plain)
        states = list(naive.bfs(puzzle, metric.value).depth)
        keys = {state: key(packing, layout(puzzle, state)) for state in states}
        arrows = set()
        for state in states:
            found = neighbours(packing, keys[state], metric, reverse=False)
            assert found == {keys[to] for to in naive.neighbours(puzzle, state, metric.value)}
            arrows |= {(keys[state], to) for to in found}
        back = {
            (came, keys[state]) for state in states for came in neighbours(packing, keys[state], metric, reverse=True)
        }
        known = set(keys.values())
        assert {arrow for arrow in back if arrow[0] in known} == arrows


def _plain(name: str):
    from huarong.kernels import kernel

    return kernel(name, pure=True)


def test_it_stops_where_the_room_is_full_and_goes_on() -> None:
    puzzle = hr.puzzle("横刀立马")
    packing = KeyPacking.of(puzzle, symmetric=False)
    start = key(packing, puzzle.start)
    expander = NeighbourFinder(packing, Metric.MOVE, room=1)
    keys = array("Q", [*start, *start, *start])
    out = array("Q", bytes(8 * (1 + packing.fan_out)))
    each = len(naive.neighbours(puzzle, naive.start(puzzle), "move"))
    assert expander(keys, 0, 3, out) == (1, each)
    assert expander(keys, 1, 3, out) == (2, each)


def test_a_watch_ends_the_making_of_its_tables() -> None:
    from huarong.errors import Cancelled
    from huarong.limits import Watch

    row = "AABCD" + "." * 35
    rows = "/".join([row] + ["." * 40] * 39)
    goal = "/".join(["." * 40] * 39 + ["." * 38 + "AA"])
    puzzle, stop = hr.puzzle(rows, goal), Watch(cancel=lambda: True)
    with pytest.raises(Cancelled), stop.setting_up():
        KeyPacking.of(puzzle)
    packing = KeyPacking.of(puzzle)
    with pytest.raises(Cancelled), stop.setting_up():
        NeighbourFinder(packing, Metric.STEP)
    assert NeighbourFinder(packing, Metric.STEP).packing is packing


def test_plain_kernels_are_found_for_every_search() -> None:
    with plain_kernels():
        assert hr.solve("AB/../goal:/../AB", "step").length == 2
