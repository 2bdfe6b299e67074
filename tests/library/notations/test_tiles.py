"""Tiles: their spellings, and texts that are not tiles."""

import pytest

from huarong.errors import PuzzleError
from huarong.library.reader import detect, read, write
from huarong.model.puzzle import Puzzle


def test_tiles() -> None:
    assert read("876543210").rows() == ("876", "543", "21.")
    assert read("876543210").goal == Puzzle.parse("123/456/78.").goal
    korf = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    puzzle = read(korf)
    assert puzzle.rows() == ("edf7", "bc95", "6.21", "48a3")
    assert {p.symbol: p.label for p in puzzle.pieces}["e"] == "14"
    assert write(puzzle, "tiles") == korf
    spellings = [
        korf.replace("/", " "),
        korf.replace("/", "\n"),
        "[14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3]",
        "[[14, 13, 15, 7], [11, 12, 9, 5], [6, 0, 2, 1], [4, 8, 10, 3]]",
        "edf7bc95602148a3",
        "EDF7/BC95/6021/48A3",
    ]
    for text in spellings:
        assert [each.name for each in detect(text)] == ["tiles"]
        assert read(text) == puzzle
    to_zero = read(korf, goal="0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15")
    assert to_zero.goal == Puzzle.parse("edf7/bc95/6.21/48a3", goal=".123/4567/89ab/cdef").goal
    to_rows = read("8 7 6/5 4 3/2 1 0", goal="12./.../...")
    assert to_rows.goal == Puzzle.parse("876/543/21.", goal="12./.../...").goal
    assert read("1 2 3/4 0 5").rows() == ("123", "4.5")
    big = " ".join(map(str, [*range(1, 100), 0]))
    assert write(read(big), "tiles").replace("/", " ") == big


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("8 7 6\n5 4 3\n2 1 1", 3, 5, "given twice"),
        ("[9, 7, 6, 5, 4, 3, 2, 1, 0]", 1, 2, "is not a valid tile"),
        ("1 2 3/4 5 6 0", 1, 7, "expected 3, in 2 rows"),
        ("1 2 3 4 5 0", None, None, "write 123/450 or 12/34/50"),
    ],
)
def test_broken_tiles(text: str, line: int | None, column: int | None, word: str) -> None:
    with pytest.raises(PuzzleError, match=word) as caught:
        read(text)
    assert (caught.value.faults[0].line, caught.value.faults[0].column) == (line, column)
