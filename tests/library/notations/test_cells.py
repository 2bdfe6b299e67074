"""Tables of cells: a word for each cell."""

import pytest

from huarong.errors import CannotExpress, PuzzleError
from huarong.library.notations.cells import decode_cells, encode_cells, is_cells
from huarong.model.puzzle import Puzzle


def test_hackerranks_input_is_written_where_it_can_hold_the_puzzle() -> None:
    text = "3 4\nA A C .\nA B C .\nB B . .\nB\n0 1"
    assert encode_cells(decode_cells(text)) == text
    gated = decode_cells("gate: B\nA1 A1 B\n. - .\ngates:\n. . .\n. - .\ngoal:\n. A1 A1\n. . .")
    assert [piece.label for piece in gated.pieces] == ["A1", "B"]
    assert decode_cells(encode_cells(gated)) == gated
    pytest.raises(CannotExpress, encode_cells, Puzzle.parse("AB./goal:/B..")).match("two rows and columns")


def test_headers_hold_any_signs() -> None:
    headers = "name: A/B [1]\nsource: L. W. Hardy (1909), x/y\n"
    table, grid = "A A .\nB . .\ngoal:\n. . .\n. A A", "AA.\nB..\ngoal:\n...\n.AA"
    assert is_cells(headers + table)
    assert decode_cells(headers + table) == Puzzle.parse(headers + grid)


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("A A .\nB C .\ngoal:\nD . .\n. . .", 4, "the goal names 'D'"),
        ("2 2\nA .\n. .\nA\n0 2", 5, "outside the board"),
        ("AA.\nB..", None, "as many words"),
    ],
)
def test_broken_tables(text: str, line: int | None, word: str) -> None:
    with pytest.raises(PuzzleError, match=word) as caught:
        decode_cells(text)
    assert caught.value.faults[0].line == line


def test_what_is_no_table() -> None:
    assert not any(map(is_cells, ("", "A", "A B", "A\nB", "A B\nC", "#*\n#.", "2 2\n1 2\n3")))
