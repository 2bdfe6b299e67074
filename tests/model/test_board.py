"""Boards, kinds, layouts and moves are values that compare by content; layouts know their board."""

import pickle

import pytest

import huarong as hr
from huarong.errors import InputError
from huarong.model.board import Board, Kind, Layout, Leg, Move


def test_a_layout_knows_its_home_and_is_equal_without_it() -> None:
    puzzle = hr.puzzle("横刀立马")
    space = hr.Space.of(puzzle)
    bare = Layout(puzzle.start.heads)
    assert puzzle.start.home is puzzle
    assert space.layout(7).home is space
    assert puzzle.start.moved(0, 1, 1).home is puzzle
    assert bare.home is None
    assert bare == puzzle.start == space.layout(space.rank(bare))
    assert len({bare, puzzle.start, space.layout(space.rank(bare))}) == 1
    assert pickle.loads(pickle.dumps(puzzle.start)).home is None
    assert pickle.loads(pickle.dumps(puzzle.start)) == puzzle.start
    assert len(pickle.dumps(puzzle.start)) == len(pickle.dumps(bare)) < 200


def test_the_shape_of_a_kind_begins_at_its_head() -> None:
    assert Kind.of([(5, 5), (6, 5), (5, 7)]) == Kind.of([(0, 2), (1, 0), (0, 0)])
    assert Kind.of([(3, 1), (2, 2)]).shape == ((0, 0), (-1, 1))
    pytest.raises(ValueError, Kind.of, []).match("expected one or more pairs")
    with pytest.raises(InputError, match="expected str, not int"):
        Kind.of([(0, 0)], 4)  # type: ignore[arg-type]


def test_where_a_piece_can_lie() -> None:
    board = Board(3, 2, walls=frozenset({0}), gates=frozenset({5}))
    domino = Kind.of([(0, 0), (1, 0)])
    assert board.heads(domino) == (1, 3)
    assert board.heads(Kind.of(domino.shape, gates=True)) == (1, 3, 4)
    assert board.free == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("path", "name", "steps"), [("U1", "Up", 1), ("L3", "Left3", 3), ("R1D1", "Turning", 2), ("R2D1", "Path", 3)]
)
def test_what_a_move_is_called(path: str, name: str, steps: int) -> None:
    legs = tuple(Leg(path[i], int(path[i + 1])) for i in range(0, len(path), 2))
    move = Move("A", "曹操", 0, 1, legs)
    assert (move.name, move.steps, move.path, str(move)) == (name, steps, path, f"A {path}")
