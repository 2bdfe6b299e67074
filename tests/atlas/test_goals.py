"""Goals and layouts are translated between spaces and puzzles, both ways; impossible ones are refused."""

import contextlib

import pytest

from huarong.atlas.goals import check_goal, goal_in, puzzle_at, read_goal
from huarong.errors import CannotExpress, InputError, PuzzleError
from huarong.library.notations.registry import NOTATIONS
from huarong.library.reader import puzzle, write
from huarong.model.board import Goal
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve
from huarong.space.space import Space
from tests.examples import data

HERO = puzzle("横刀立马")
CLASSIC = Space.of(HERO)
FAMILY = Space.parse("4x5 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")


@pytest.mark.parametrize(("goal", "words"), data("refused")["goals of spaces"])
def test_goals_that_cannot_be_read(goal: str, words: str) -> None:
    pytest.raises(InputError, read_goal, CLASSIC, goal).match(words)


def test_a_goal_has_to_be_said_where_there_is_no_usual_one() -> None:
    pytest.raises(InputError, read_goal, Space.parse("4x5 2x2:1..2")).match("no usual one")
    assert read_goal(CLASSIC) == read_goal(CLASSIC, "..../..../..../.xx./.xx.") == HERO.goal


@pytest.mark.parametrize(
    "goal",
    [
        "..../..../..../.xx./.xx.",
        "..../..../..../.曹曹./.曹曹.",
        "..../..../..../.11./.11.",
        "....\n....\n....\n.AA.\n.AA.\n",
        " ....  /....  /  ..../.**./.**./",
    ],
)
def test_a_goal_may_be_written_with_any_characters(goal: str) -> None:
    assert read_goal(CLASSIC, goal) == HERO.goal and read_goal(FAMILY, goal).alternatives == (((0, 13),),)


def test_the_goal_of_a_puzzle_in_another_notation() -> None:
    """In any notation the goal is one and the same place of the space, whatever the pieces are called."""
    written = []
    for notation in NOTATIONS:
        with contextlib.suppress(CannotExpress):
            written.append(write(HERO, notation))
    assert len(written) == len(set(written)) >= 9
    for found in map(puzzle, written):
        assert solve(found).length == 81
        if found.board == HERO.board:  # in others the goal is a way out of the board
            assert goal_in(CLASSIC, found) == HERO.goal and goal_in(FAMILY, found) == read_goal(FAMILY)


def test_a_layout_of_a_family_as_a_puzzle() -> None:
    goal = read_goal(FAMILY)
    for layout in FAMILY.random(20, seed=1):
        single = puzzle_at(FAMILY, layout, goal)
        assert FAMILY.place(single.start, single.kinds) == layout
        assert Puzzle.parse(single.text()).rows() == single.rows()


def test_a_goal_in_a_space_that_holds_the_puzzle() -> None:
    goal = goal_in(FAMILY, HERO)
    assert goal == read_goal(FAMILY)
    tiles = puzzle("1 2 3/4 5 6/7 8 0")
    pytest.raises(InputError, goal_in, Space.parse("3x3 1x1:8"), tiles).match("distinguishes pieces")


@pytest.mark.parametrize("goal", [[], [[(9, 0)]], [[(0, 20)]], [[(0, -1)]]])
def test_a_goal_that_the_space_does_not_know_is_refused(goal: list) -> None:
    pytest.raises(InputError, check_goal, CLASSIC, Goal.of(goal)).match("goal")


def test_more_pieces_than_letters_and_digits_are_called_by_characters() -> None:
    space = Space.parse("10x10 1x1:80")
    found = puzzle_at(space, space.layout(0), Goal.of([[(0, 0)]]))
    assert len({piece.symbol for piece in found.pieces}) == 80 and puzzle(found.line()).start == found.start


def test_a_character_means_the_marked_kind_of_several_of_a_shape() -> None:
    space = Space.parse("3x2 A@1x1=LR:1 1x1=LR:1 1x1=UD:1")
    kind = next(k for k, each in enumerate(space.kinds) if each.mark)
    assert read_goal(space, "..A/...").alternatives == (((kind, 2),),)
    assert read_goal(space, "goal:/..A/.../goal:/.../..A").alternatives == (((kind, 2),), ((kind, 5),))
    pytest.raises(PuzzleError, read_goal, space, "..B/...").match("3 kinds of pieces have the shape")
