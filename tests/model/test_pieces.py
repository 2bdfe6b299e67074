"""Sets of pieces as text: one writer, one reader."""

import pytest
from hypothesis import given

from huarong.errors import InputError
from huarong.model.pieces import board_text, kind_text, pieces_text, range_text, read_board, read_pieces
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from tests.strategies import boards, kinds, puzzles


@given(puzzles())
def test_a_puzzles_set_reads_back(puzzle: Puzzle) -> None:
    space = Space.of(puzzle)
    assert Space.parse(board_text(puzzle.board), pieces_text(puzzle)) == space
    counts, empty = read_pieces(pieces_text(puzzle, marks=False))
    assert empty == (0, None)
    assert sum(least for least, _ in counts.values()) == len(puzzle.pieces)
    assert all(least == most and not kind.mark for kind, (least, most) in counts.items())


@given(boards())
def test_boards_read_back(board: object) -> None:
    assert read_board(board_text(board)) == board  # type: ignore[arg-type]


@given(kinds("each"))
def test_kinds_read_back(kind: object) -> None:
    counts, _ = read_pieces(f"{kind_text(kind)}:2..")  # type: ignore[arg-type]
    assert counts == {kind: (2, None)}


@pytest.mark.parametrize(
    ("text", "count"), [("4", (4, 4)), ("2..", (2, None)), ("..3", (0, 3)), ("2..5", (2, 5)), ("..", (0, None))]
)
def test_counts(text: str, count: tuple[int, int | None]) -> None:
    assert read_pieces(f"1x1:{text} empty:{text}") == ({next(iter(read_pieces("1x1:1")[0])): count}, count)
    assert read_pieces(f"1x1:{range_text(count)}")[0].popitem()[1] == count


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2x1", "'2x1' is not a valid piece and count"),
        ("2x1:", "'2x1:' is not a valid piece and count"),
        ("2x1:x", "not a valid piece and count"),
        ("2x1:1 2x1:2", "2x1 is given twice"),
        ("empty:1 empty:2", "empty is given twice"),
        ("0x1:1", "'0x1' is not a valid kind of piece"),
        ("..:1", "'..' is not a valid kind of piece"),
        ("2x1=XY:1", "not a valid kind of piece"),
        ("99x99:1", "99x99 has more than 4,096 cells"),
    ],
)
def test_what_is_no_set_of_pieces(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_pieces(text)
    assert message in str(error.value)


@pytest.mark.parametrize("text", ["", "4", "4x", "AB", "./..", "70x70", 4])
def test_what_is_no_board(text: str) -> None:
    pytest.raises(InputError, read_board, text)


def test_a_board_is_written_as_it_is_read() -> None:
    for text in ("3x2", ".#./...", "-.-/..."):
        assert board_text(read_board(text)) == text
