"""Solutions: their length, moves and JSON, and that a wrong one does not verify."""

import json
from dataclasses import replace

import pytest

from huarong.library.reader import puzzle as read
from huarong.model.board import Leg, Move
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import Solution, replay, unsolvable
from huarong.search.solver import solve

PUZZLE = Puzzle.parse("AB/..", goal="../AB")
SOLUTION = replay(PUZZLE, Metric.STEP, [(0, 2), (1, 3)])


def test_length_and_moves() -> None:
    assert len(SOLUTION) == SOLUTION.length == 2 and [str(move) for move in SOLUTION] == ["A D1", "B D1"]
    none = unsolvable(PUZZLE, Metric.STEP)
    assert (len(none), list(none), bool(none), none.length) == (0, [], False, None)
    assert bool(replay(PUZZLE, Metric.STEP, []))


def test_to_json() -> None:
    data = SOLUTION.to_json()
    assert json.loads(json.dumps(data)) == data
    assert data == {
        "name": None,
        "metric": "step",
        "solved": True,
        "length": 2,
        "counts": {"step": 2, "slide": 2, "move": 2},
        "moves": ["A D1", "B D1"],
        "pieces": {"A": "A", "B": "B"},
        "layouts": ["AB/..", ".B/A.", "../AB"],
        "heads": [list(heads) for heads in SOLUTION.heads],
        "optimal": True,
        "bound": None,
        "method": "bfs",
        "why": None,
        "reason": None,
        "explored": 0,
        "depth": 2,
        "seconds": 0.0,
    }
    none = unsolvable(PUZZLE, Metric.MOVE).to_json()
    assert (none["solved"], none["length"], none["counts"], none["moves"]) == (False, None, None, [])


def made(*moves: Move) -> Solution:
    return replace(SOLUTION, moves=moves)


@pytest.mark.parametrize(
    "moves",
    [
        SOLUTION.moves[:1],
        (*SOLUTION.moves[:1], Move("B", "B", 1, 3, ())),
        (*SOLUTION.moves[:1], Move("B", "B", 1, 3, (Leg("D", 0), Leg("D", 1)))),
        (*SOLUTION.moves[:1], Move("B", "B", 0, 3, (Leg("D", 1),))),
        (*SOLUTION.moves[:1], Move("B", "B", 1, 2, (Leg("D", 1),))),
        (*SOLUTION.moves[:1], Move("B", "B", 1, 3, (Leg("R", 1),))),
        (*SOLUTION.moves, Move("A", "A", 2, 2, (Leg("R", 1), Leg("L", 1)))),
    ],
)
def test_a_wrong_solution_does_not_verify(moves: tuple[Move, ...]) -> None:
    assert SOLUTION.verify() and not made(*moves).verify()


@pytest.mark.parametrize(
    ("text", "start", "move"),
    [
        ("slide: A=R/.A/goal:/A.", 1, Move("A", "A", 1, 0, (Leg("L", 1),))),  # the piece may not go in that direction
        ("..A/A../goal:/..A/A..", 3, Move("A", "A", 3, 2, (Leg("L", 1),))),  # around the edge
        (".../A../goal:/..A/...", 3, Move("A", "A", 3, 2, (Leg("L", 1),))),
        ("A./goal:/A.", 0, Move("A", "A", 0, 0, ())),  # a move of no length
    ],
)
def test_a_move_that_no_piece_can_make_does_not_verify(text: str, start: int, move: Move) -> None:
    puzzle = read(text)
    found = replace(SOLUTION, puzzle=puzzle, moves=(move,))
    assert move.start == start and not found.verify()


def test_moves_of_two_legs_count_no_slides_too_many() -> None:
    found = solve(read("The Diabolical Box"))
    assert found.verify() and "e D1R1D2" not in [str(move) for move in found]
