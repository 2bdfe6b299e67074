"""Components: the layouts in reach are the naive twin's, also where the whole space is too large to search."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.atlas.component import Component
from huarong.errors import Cancelled, InputError
from huarong.limits import Watch
from huarong.model.puzzle import Puzzle
from huarong.space.numbering import NotNumberedError
from tests import naive
from tests.examples import examples
from tests.strategies import as_layout, puzzles

METRICS = ("step", "slide", "move")


@given(puzzles(limit=300), st.sampled_from(METRICS))
@examples(30)
def test_all_in_reach_with_their_distances(puzzle: Puzzle, metric: str) -> None:
    found = Component.of(puzzle)
    reached = naive.bfs(puzzle, "step").depth
    assert found.complete
    depth = dict(zip(found.ranks.tolist(), found.depth.tolist(), strict=True))
    assert depth == {found.space.rank(as_layout(puzzle, s)): d for s, d in reached.items()}
    right = naive.all_distances(puzzle, metric, reached)
    for rank, distance in zip(found.ranks.tolist(), found.distances(metric).tolist(), strict=True):
        assert (None if distance < 0 else distance) == right[naive.state(found.space.layout(rank))]
    begin, to = found.neighbours(metric)
    for i, rank in enumerate(found.ranks.tolist()):
        layout = found.space.layout(rank)
        assert found.index(layout) == i
        after = {naive.state(found.space.layout(int(found.ranks[j]))) for j in to[begin[i] : begin[i + 1]]}
        assert after == naive.neighbours(puzzle, naive.state(layout), metric)


def test_only_so_many_are_looked_for() -> None:
    found = Component.of("横刀立马", 1000)
    assert not found.complete and 500 < len(found) <= 1000
    assert found.depth.max() + 1 == len({*found.depth.tolist()})
    for most, complete in ((25955, True), (25954, False)):
        assert Component.of("横刀立马", most).complete is complete


def test_a_layout_that_is_not_in_the_component_has_no_index() -> None:
    found = Component.of("横刀立马", 10)
    known = {*found.ranks.tolist()}
    for rank in (0, int(found.ranks[0]) + 1, found.space.size - 1):
        assert rank not in known and found.index(found.space.layout(rank)) is None


def test_what_has_no_rank_is_refused() -> None:
    pytest.raises(NotNumberedError, Component.of, "Shark", 1000)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    many = "/".join(letters.ljust(400, ".")[i : i + 20] for i in range(0, 400, 20))
    goal = "/".join(["." * 20] * 19 + ["A".rjust(20, ".")])
    pytest.raises(InputError, Component.of, hr.puzzle(many, goal=goal)).match("64 bits")


def test_a_limit_counts_the_start_too() -> None:
    """What a stopped search has found is what is told, all of it."""
    puzzle = hr.puzzle("876543210")
    depths = Component.of(puzzle).depth
    watch = Watch(cancel=lambda: watch.depth == 5)
    stopped = pytest.raises(Cancelled, Component.of, puzzle, watch=watch)
    assert stopped.value.explored == np.count_nonzero(depths <= 5)


def test_a_layout_whose_pieces_lie_in_another_room_than_at_the_start() -> None:
    puzzle = hr.puzzle("AB#..../C.#..../..#..../goal:/......./......./A......")
    for heads, count in ([0, 1, 7], 60), ([3, 4, 5], 660):
        found = Component.of(puzzle.started(heads))
        assert len(found) == count and found.ranks[found.depth == 0].tolist() == [found.space.rank(found.puzzle.start)]
