"""Puzzles put together from pieces, and random layouts of a space."""

import random
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from huarong.atlas.goals import read_goal
from huarong.design.assembly import Placed, assembled, placed, scattered, without
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from tests.examples import examples
from tests.strategies import puzzles


@examples(20)
@given(puzzles(limit=60), st.randoms())
def test_some_of_the_pieces_of_a_puzzle(puzzle: Puzzle, draw: random.Random) -> None:
    pieces = placed(puzzle)
    whole = assembled(puzzle.board, pieces, puzzle.kinds, puzzle.goal)
    assert whole is None or whole == Puzzle(puzzle.board, puzzle.kinds, puzzle.pieces, puzzle.goal)
    some = draw.sample(pieces, draw.randint(1, len(pieces)))
    left = Counter(each.kind for each in some)
    wanted = [
        sorted((puzzle.kinds[k].order, head) for k, head in each)
        for each in puzzle.goal.alternatives
        if not Counter(puzzle.kinds[k] for k, _ in each) - left
    ]
    found = assembled(puzzle.board, some, puzzle.kinds, puzzle.goal)
    assert (found is None) == (not wanted)
    if found is not None:
        assert sorted(wanted) == sorted(
            sorted((found.kinds[k].order, head) for k, head in each) for each in found.goal.alternatives
        )
        assert {(p.symbol, p.label, found.kinds[p.kind], p.head) for p in found.pieces} == {
            (each.symbol, each.label, each.kind, each.head) for each in some
        }
        assert [(p.kind, p.head) for p in found.pieces] == sorted((p.kind, p.head) for p in found.pieces)


def test_pieces_without_symbols_get_new_ones() -> None:
    puzzle = Puzzle.parse("AB./.../goal:/.A./...")
    pieces = [*placed(puzzle), Placed(puzzle.kinds[puzzle.pieces[1].kind], 5)]
    found = assembled(puzzle.board, pieces, puzzle.kinds, puzzle.goal)
    assert found is not None
    assert {(p.symbol, p.label, p.head) for p in found.pieces} == {("A", "A", 0), ("B", "B", 1), ("a", "a", 5)}


def test_a_goal_off_the_board_is_left_out() -> None:
    puzzle, small = (Puzzle.parse("A../.../goal:/..A/.../goal:/.../A.."), Puzzle.parse("A./../goal:/.A/.."))
    one = Puzzle.parse("AA./.../goal:/.AA/...")
    assert assembled(small.board, placed(small), one.kinds, one.goal) is None
    assert without(puzzle, "A") is None


@pytest.mark.parametrize(
    ("space", "goal", "some"),
    [
        ("3x3 2x2:1 1x1:1..5 empty:2..3", ".../.aa/.aa", True),
        ("3x3 2x2:1 1x1:2.. empty:1..2", ".../.aa/.aa", True),
        ("4x2 2x1=LR:1 1x1:1 1x2=UD:1..2", "..aa/....", True),
        ("2x2 A@1x1:1 1x1:4", "../.A", False),
        ("2x2 A@1x1:1 1x1:1 empty:3", "../.A", False),
    ],
)
def test_random_layouts_are_unsolved_ones_of_the_space(space: str, goal: str, some: bool) -> None:
    parsed = Space.parse(space)
    wanted = read_goal(parsed, goal)
    seeds = range(30 if some else 2)
    found = [scattered(parsed, wanted, random.Random(seed)) for seed in seeds]
    assert found == [scattered(parsed, wanted, random.Random(seed)) for seed in seeds]
    assert (len({each.start for each in found if each}) > 5) is some
    least, most = parsed.empty
    for each in filter(None, found):
        counts = Counter(each.kinds[piece.kind] for piece in each.pieces)
        for kind, (low, high) in zip(parsed.kinds, parsed.counts, strict=True):
            assert low <= counts[kind] <= (9 if high is None else high)
        empty = sum(row.count(".") for row in each.rows())
        assert least <= empty <= (9 if most is None else most)
        assert not each.goal.holds(each.start)
        assert parsed.place(each.start, each.kinds) is not None


def test_one_try_is_made_where_one_is_allowed() -> None:
    space = Space.parse("3x3 2x2:1 1x1:1..5 empty:2")
    goal = read_goal(space, ".../.aa/.aa")
    few = [scattered(space, goal, random.Random(seed), tries=1) for seed in range(40)]
    assert 0 < sum(each is None for each in few) < 40
