"""The search by halves: its distances and sets of pieces are those found one layout at a time."""

from __future__ import annotations

from unittest import mock

import numpy as np
import pytest
from hypothesis import given, strategies as st

from huarong.atlas import dense, halves, statistics
from huarong.atlas.goals import read_goal
from huarong.errors import Cancelled
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.goal import Goal
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from tests.examples import examples, few
from tests.strategies import puzzles

METRICS = ("step", "slide", "move")


def by_halves(space: Space, goal: Goal, metric: str, pure: bool | None = None, threads: int = 1):
    """Distances by halves, even of a space that is too small for them to pay."""
    with (
        mock.patch.multiple(halves, _PAYS=0, _LAYOUTS_EACH=0),
        mock.patch.object(halves, "kernel", lambda name: kernel(name, pure)),
    ):
        assert halves.halves_of(space, metric, True, Watch()) is not None
        return dense.distances(space, goal, metric, threads=threads)


@given(puzzles(), st.sampled_from(METRICS))
@examples(40)
def test_distances_are_those_of_one_layout_at_a_time(puzzle: Puzzle, metric: str) -> None:
    space = Space.of(puzzle)
    right = dense.distances(space, puzzle.goal, metric)
    assert (by_halves(space, puzzle.goal, metric) == right).all()


@given(puzzles(), st.sampled_from(METRICS))
@examples(10)
def test_the_plain_kernel_agrees_too(puzzle: Puzzle, metric: str) -> None:
    space = Space.of(puzzle)
    right = dense.distances(space, puzzle.goal, metric)
    assert (by_halves(space, puzzle.goal, metric, pure=True) == right).all()


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    "text",
    few(
        [
            "4x4 2x2:1 2x1:1.. 1x2:0..2 1x1:2.. empty:2..4",
            "4x4 .X/XX:1 2x1:0..2 XX/X.:0..1 1x1:1 empty:3..6",
            "5x3 2x1=LR:1.. 1x2=UD:1.. 1x1=R:0..1 empty:3..5",
            "#..#/..../...#/.... 2x1:1..2 1x2:1.. 1x1:1.. empty:2..3",
        ],
        2,
    ),
)
def test_counts_with_bounds_walls_and_shapes(text: str, metric: str) -> None:
    """States count pieces only up to a bound, so one crossing may lead to several states."""
    space = Space.parse(text)
    goal = Goal.of([[(0, head)] for head in space.board.heads(space.kinds[0])[-2:]])
    right = dense.distances(space, goal, metric)
    for threads in (1, 3):
        assert (by_halves(space, goal, metric, threads=threads) == right).all()
    assert len(np.unique(right)) > 3


class Ranges:
    """A search whose every call does its whole range, as if the range were as long as a call may be."""

    def __init__(self, done: list[range]) -> None:
        self.done, self.spent = done, 1 << 30

    def begin(self, first: int, last: int) -> None:
        self.block, self.last = first, last

    def expand(self, depth: int, most: int) -> int:
        self.done.append(range(self.block, self.last))
        self.block = self.last
        return 1


def test_a_level_is_done_when_all_ranges_are() -> None:
    """A level is done only when all ranges are, even if every thread is at the end of its range when a call ends."""
    done: list[range] = []
    team = halves.HalvesThreads([Ranges(done), Ranges(done)], 100)
    while team.block < 100:
        team.expand(0, 1)
    assert sorted(each for some in done for each in some) == list(range(100))


def test_seeds_that_are_ranks() -> None:
    space = Space.parse("4x4 2x2:1 2x1:2 1x1:3")
    seeds, depths = [5, 77, 400], [0, 2, 1]
    right = dense.distances(space, seeds, "move", depths=depths)
    with mock.patch.multiple(halves, _PAYS=0, _LAYOUTS_EACH=0):
        assert (dense.distances(space, seeds, "move", depths=depths) == right).all()


@given(puzzles())
@examples(20)
def test_codes_are_sums_over_the_pieces(puzzle: Puzzle) -> None:
    space = Space.of(puzzle)
    weights = [7**k for k in range(len(space.kinds))]
    codes = halves.codes_of(space, weights, Watch())
    assert codes.base[0] == 0 and codes.base[-1] == space.size
    for b in range(len(codes.begun)):
        for i in range(codes.base[b + 1] - codes.base[b]):
            heads = space.layout(int(codes.base[b]) + i).heads
            right = sum(w * len(each) for w, each in zip(weights, heads, strict=True))
            assert codes.begun[b] + codes.ended[codes.ending[b] + i] == right
    some = list(codes.portions(3))
    assert [first for first, _ in some] == [0, *(last for _, last in some[:-1])]


def test_cancelled_while_tables_are_made() -> None:
    space = Space.parse("4x5 2x2:1 2x1:1 1x2:4 1x1:4")
    with mock.patch.multiple(halves, _PAYS=0, _LAYOUTS_EACH=0), pytest.raises(Cancelled):
        halves.halves_of(space, "move", True, Watch(cancel=lambda: True))


def test_sets_of_a_family_are_those_of_the_atlases_of_each() -> None:
    space = Space.parse("4x4 2x2:1 2x1:0.. 1x2:0..1 1x1:1..3 empty:2..5")
    goal = read_goal(space, "..../..../..aa/..aa")
    values = dense.distances(space, goal, "move")
    for each, ranks in statistics.farthest_by_set(space, values, Watch()):
        alone = Space(space.board, space.kinds, tuple((n, n) for n in each.counts))
        its = dense.distances(alone, goal, "move")
        assert each.histogram == statistics.histogram(its)
        assert len(ranks) == (each.facts.longest_count if each.facts.longest is not None else 0)
        assert (values[ranks] == each.facts.longest).all()


def test_too_little_room():
    """Tables that would take more memory than the limit are not begun."""
    space = Space.parse("4x5 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
    assert halves.halves_of(space, "step", True, Watch(cancel=lambda: True), 60 << 20) is None
