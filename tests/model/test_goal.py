"""Goals: the usual ones, and which piece is the key."""

import pytest

from huarong.model.board import Board, Kind
from huarong.model.goal import Goal, usual_goal
from huarong.model.puzzle import Puzzle

SQUARE = Kind.of([(0, 0), (1, 0), (0, 1), (1, 1)])
SINGLE = Kind.of([(0, 0)])


def test_usual_goal() -> None:
    assert usual_goal(Board(4, 5), [SINGLE, SQUARE]) == (1, 13)
    assert usual_goal(Board(4, 5), [SINGLE]) is None
    assert usual_goal(Board(4, 5), [SQUARE, SQUARE]) is None
    assert usual_goal(Board(5, 4), [SQUARE]) is None
    assert usual_goal(Board(4, 5, walls=frozenset({0})), [SQUARE]) is None
    assert usual_goal(Board(4, 5, gates=frozenset({0})), [SQUARE]) is None


def test_goals_are_equal_whatever_their_order() -> None:
    assert Goal.of([[(1, 2), (0, 3)], [(0, 1)]]) == Goal.of([[(0, 1)], [(0, 3), (1, 2), (1, 2)]])


@pytest.mark.parametrize(
    ("text", "keys", "key"),
    [
        ("ABBC/ABBC/DEEF/DGHF/I..J", "B", "B"),
        ("A./../goal:/../A.", "A", "A"),
        ("AB/../goal:/../A.", "A", "A"),
        ("AB./.../goal:/.../.BA", "", None),
        ("876/543/21.", "", None),
        ("AABB/C.../D.../goal:/..../..../BBAA", "AB", None),
        ("ABC/.../goal:/.../A../goal:/.../B..", "AB", None),
    ],
)
def test_key_pieces(text: str, keys: str, key: str | None) -> None:
    puzzle = Puzzle.parse(text)
    assert "".join(sorted(p.symbol for p in puzzle.pieces if p.kind in puzzle.keys)) == keys
    assert (puzzle.key.symbol if puzzle.key else None) == key
