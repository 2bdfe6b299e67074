"""Rush Hour's 36 characters."""

import pytest

import huarong as hr
from huarong.errors import PuzzleError
from huarong.library.reader import read, write
from tests.library.notations.test_round_trip import meaning


def test_rush_hour() -> None:
    puzzle = read("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.")
    assert puzzle.rows()[2] == "PXXQ.O"
    assert {kind.directions for kind in puzzle.kinds} == {"LR", "UD"}
    red = next(p for p in puzzle.pieces if p.symbol == "X")
    assert puzzle.goal.alternatives == (((red.kind, 16),),)
    fogleman = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    puzzle = read(fogleman)
    assert puzzle.board.walls == {3}
    assert puzzle.goal.alternatives[0][0][1] == 16
    ours = write(puzzle, "rush")
    assert (ours[13:15], ours[3]) == ("XX", "x")
    assert meaning(read(ours)) == meaning(puzzle)


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        ("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR", 36, "35 characters; a board of Rush Hour has 36"),
        ("AA...OP..Q.OPX!Q.OP..Q..B...CCB.RRR.", 15, "36 characters"),
        ("AA...O....A.PXXQ.OP..Q..B...CCB.RRR.", 1, "'A' is not a valid vehicle"),
        ("A......A....XX......................", 1, "'A' is not a valid vehicle"),
        ("AA.A........XX......................", 1, "'A' is not a valid vehicle"),
        ("A...........XX......................", 1, "'A' is not a valid vehicle"),
        ("PP...OX..Q.OX..Q.O...Q..B...CCB.RRR.", 7, "stands upright"),
        ("." * 36, None, "no red car"),
    ],
)
def test_broken_rush_hour(text: str, column: int | None, word: str) -> None:
    with pytest.raises(PuzzleError, match=word) as caught:
        read(text, "rush")
    fault = caught.value.faults[0]
    assert (fault.line, fault.column) == (1 if column else None, column)


BY_KIND = "TTTUVVUCCUVVU.XXVVCCU....UU.CC.UCCCC"


def test_each_letter_is_a_kind_of_its_own() -> None:
    """Two upright trucks side by side could be three cars; those have a letter already. Servais's board: 93 steps."""
    puzzle = read(BY_KIND)
    assert puzzle.read_as is not None
    assert [str(note) for note in puzzle.read_as.notes][1] == "'V' stands for 2 vehicles"
    assert [hr.solve(puzzle, metric).length for metric in ("slide", "step")] == [49, 93]
    with pytest.raises(PuzzleError, match="'V' can be divided into vehicles in several ways"):
        read("....VV....VVXX..VV..................")
