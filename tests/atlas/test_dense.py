"""The level scan of whole spaces: compiled, plain and naive agree, on boards of any number of words."""

import functools
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, strategies as st

from huarong.atlas import dense, statistics
from huarong.atlas.atlas import Atlas
from huarong.atlas.statistics import Components
from huarong.kernels import kernel
from huarong.limits import Limits, Watch
from huarong.model.board import Board, Goal, Kind, Layout, Metric
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from tests import naive
from tests.atlas.truth import labels
from tests.examples import examples
from tests.strategies import as_layout, puzzles

METRICS = ("step", "slide", "move")
PLAIN = functools.partial(kernel, pure=True)


@given(puzzles(), st.sampled_from(METRICS))
@examples(40)
def test_distances_are_those_of_the_naive_twin(puzzle: Puzzle, metric: str) -> None:
    space = Space.of(puzzle)
    values = dense.distances(space, puzzle.goal, metric)
    right = naive.all_distances(puzzle, metric, naive.enumerate_layouts(puzzle))
    for state, distance in right.items():
        value = int(values[space.rank(as_layout(puzzle, state))])
        assert (None if value == dense.unknown(values) else value) == distance
    assert len(values) == space.size == len(right)


@given(puzzles())
@examples(20)
def test_components_are_those_of_the_naive_twin(puzzle: Puzzle) -> None:
    space = Space.of(puzzle)
    numbers, least = dense.components(space)
    assert least[numbers].tolist() == labels(puzzle, space) and least.tolist() == sorted(set(least.tolist()))


@given(puzzles(), st.sampled_from(METRICS))
@examples(15)
def test_the_plain_kernel_agrees_too(puzzle: Puzzle, metric: str) -> None:
    space = Space.of(puzzle)
    values = dense.distances(space, puzzle.goal, metric)
    parts = Components.of(space, values)
    with mock.patch.object(dense, "kernel", PLAIN), mock.patch.object(statistics, "kernel", PLAIN):
        assert (dense.distances(space, puzzle.goal, metric) == values).all()
        again = Components.of(space, values)
        atlas = Atlas(space, puzzle.goal, metric, values)
        assert atlas.options(puzzle.start) == Atlas.of(puzzle, metric).options(puzzle.start)
    for name in ("labels", "least", "sizes", "goals"):
        assert (getattr(parts, name) == getattr(again, name)).all()


@pytest.mark.parametrize("length", [254, 255, 256, 257, 600])
def test_distances_that_take_more_than_a_byte(length: int) -> None:
    space = Space(Board(length, 1), (Kind.of([(0, 0)]),), ((1, 1),))
    atlas = Atlas.build(space, Goal.of([[(0, 0)]]), "step")
    assert [atlas.distance(space.rank(Layout(((i,),)))) for i in range(length)] == list(range(length))
    assert atlas.facts.longest == length - 1 and atlas.distances.dtype.itemsize == (1 if length <= 255 else 2)


def test_a_long_way_with_layouts_that_cannot_be_solved() -> None:
    walls = frozenset({300})
    space = Space(Board(310, 1, walls), (Kind.of([(0, 0)]),), ((1, 1),))
    atlas = Atlas.build(space, Goal.of([[(0, 0)]]), "step")
    assert (atlas.facts.solvable, atlas.facts.unsolvable, atlas.facts.longest) == (300, 9, 299)
    assert atlas.get(Layout(((305,),))) is None


def test_in_portions_it_is_the_same() -> None:
    """Whole tables are passed over in portions: with small portions, the results must be the same."""
    space = Space(Board(600, 1), (Kind.of([(0, 0)]),), ((1, 1),))
    right = dense.distances(space, Goal.of([[(0, 0)]]), "step")

    def few(n, watch, size=7):
        return real(n, watch, min(size, 7))

    real = dense.portions
    with mock.patch.object(dense, "portions", few):
        assert (dense.distances(space, Goal.of([[(0, 0)]]), "step") == right).all()
        classic = Space.parse("4x3 2x1:1 1x2:1 1x1:2")
        numbers, least = dense.components(classic)
        assert dense.where(numbers, 1).tolist() == np.flatnonzero(numbers == 1).tolist()
    again, first = dense.components(classic)
    assert (numbers == again).all() and (least == first).all()


def test_the_memory_limit() -> None:
    space, goal = Space(Board(600, 1), (Kind.of([(0, 0)]),), ((1, 1),)), Goal.of([[(0, 0)]])
    dense.distances(space, goal, "step", watch=Watch(Limits(4000)))
    with pytest.raises(dense.TooLargeError, match="600 layouts, which need 1"):
        dense.distances(space, goal, "step", watch=Watch(Limits(1000)))
    caught = pytest.raises(dense.TooLargeError, dense.components, space, watch=Watch(Limits(1000)))
    assert (caught.value.limit, caught.value.layouts, caught.value.lower) == ("memory", 600, None)
    assert caught.value.proving(5).lower == 5 and "600 layouts" in str(caught.value.proving(5))


def test_components_of_too_many_layouts_are_not_a_matter_of_memory() -> None:
    space = Space(Board(600, 1), (Kind.of([(0, 0)]),), ((4, 4),))
    with pytest.raises(dense.TooLargeError, match=r"5,346,164,850 layouts, .* fewer than") as caught:
        dense.components(space)
    assert "allow more memory" not in str(caught.value)


@given(puzzles(limit=300), st.sampled_from(METRICS))
@examples(20)
def test_neighbours_of_many_are_those_of_each(puzzle: Puzzle, metric: str) -> None:
    space = Space.of(puzzle)
    begin, to, places = dense.neighbours(space, range(space.size), metric)
    moves = dense.Moves(space, Metric(metric))
    for rank in range(space.size):
        some = slice(begin[rank], begin[rank + 1])
        ends = [tuple(each) for each in places[some].tolist()]
        assert [(p, q, r) for (p, q), r in zip(ends, to[some].tolist(), strict=True)] == moves.at(rank)
        state = naive.state(space.layout(rank))
        after = {naive.state(space.layout(r)) for r in to[some].tolist()}
        assert after == naive.neighbours(puzzle, state, metric)


def test_a_limit_leaves_room_for_python():
    """A table as large as the limit is refused: the process would take more."""
    space, memory = Space.parse("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."), 200 << 20
    with pytest.raises(dense.TooLargeError, match=r"need 2\d\d MiB, but the limit is 200 MiB"):
        dense.require(space, 6.9, memory)
    dense.require(space, 4.2, memory)


def test_a_goal_on_a_wall_is_met_by_no_layout() -> None:
    """The goals of a space are marked by walking its free cells: a wall before the first is never met there."""
    for text, kind in (("#../... 1x1:1", 0), ("#../... 2x1:1 1x1:1", 1)):
        space = Space.parse(text)
        assert {*dense.distances(space, Goal.of([[(kind, 0)]]), "step").tolist()} == {255}
        assert 0 in dense.distances(space, Goal.of([[(kind, 1)]]), "step")
