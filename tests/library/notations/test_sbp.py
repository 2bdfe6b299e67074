"""SBP, the sliding brick puzzles."""

import pytest

from huarong.errors import PuzzleError
from huarong.library.reader import read, write


def test_sbp() -> None:
    text = "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,"
    puzzle = read(text)
    assert puzzle.rows() == ("#--##", "#.ab#", "#.AA#", "#####")
    assert puzzle.goal.alternatives == (((0, 1),),)
    assert {p.symbol for p in puzzle.pieces if puzzle.kinds[p.kind].gates} == {"A"}
    assert write(puzzle, "sbp") == text
    two_ways = read("4,3,\n0,0,-1,1,\n3,0,0,0,\n2,2,0,0,", "sbp")
    assert [head for ((_, head),) in two_ways.goal.alternatives] == [1]
    two_ways = read("4,2,\n0,0,-1,0,\n2,2,0,3,", "sbp")
    assert [head for ((_, head),) in two_ways.goal.alternatives] == [1, 2]


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("3,2,\n2,0,-1,\n0,0,\n", 3, None, "has 2 numbers"),
        ("3,2,\n2,0,-1,\n0,x,0,\n", 3, 3, "'x' is not a valid number"),
        ("3,2,\n2,0,-1,\n", None, None, "there is 1 row"),
        ("3,2,\n2,0,0,\n0,0,0,", None, None, "expected a master piece"),
        ("3,2,\n2,2,1,\n2,0,-1,", None, None, "fits nowhere"),
        ("100,100,\n2,0,-1,", 1, 1, "10,000 cells"),
        ("0,2,\n", 1, 1, "expected the width and the height"),
    ],
)
def test_broken_sbp(text: str, line: int | None, column: int | None, word: str) -> None:
    with pytest.raises(PuzzleError, match=word) as caught:
        read(text, "sbp")
    assert (caught.value.faults[0].line, caught.value.faults[0].column) == (line, column)


def test_a_master_piece_larger_than_the_goal_is_written_as_it_was_read() -> None:
    text = "5,4,\n1,-1,11,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,"
    puzzle = read(text, "sbp")
    assert read(write(puzzle, "sbp"), "sbp") == puzzle
