"""Sets of pieces as text; one letter for each kind of piece, pieces in parts, and signs of the empty cell."""

import itertools

import pytest
from hypothesis import given

from huarong.errors import InputError, PuzzleError
from huarong.model.letters import copies, parts, sign_of_empty
from huarong.model.pieces import board_text, kind_text, pieces_text, range_text, read_board, read_pieces
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from tests.examples import data
from tests.strategies import boards, kinds, puzzles


@given(puzzles())
def test_a_puzzles_set_reads_back(puzzle: Puzzle) -> None:
    space = Space.of(puzzle)
    assert Space.parse(board_text(puzzle.board), pieces_text(puzzle)) == space
    counts, empty = read_pieces(pieces_text(puzzle, marks=False))
    assert empty == (0, None) and sum(least for least, _ in counts.values()) == len(puzzle.pieces)
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


@pytest.mark.parametrize(("text", "message"), data("refused")["pieces"])
def test_what_is_no_set_of_pieces(text: str, message: str) -> None:
    error = pytest.raises(InputError, read_pieces, text)
    assert message in str(error.value)


@pytest.mark.parametrize("text", ["", "4", "4x", "AB", "./..", "70x70", 4])
def test_what_is_no_board(text: str) -> None:
    pytest.raises(InputError, read_board, text)


def test_a_board_is_written_as_it_is_read() -> None:
    for text in ("3x2", ".#./...", "-.-/..."):
        assert board_text(read_board(text)) == text


CLASSIC = ("VAAV/VAAV/VHHV/VSSV/S..S", "VAAV/VAAV/VSSV/VSSV/.HH.", "HHAA/HHAA/HHVV/SSVV/S..S")


def notes(text: str) -> list[str]:
    how = Puzzle.parse(text).read_as
    return [note.message() for note in how.notes] if how else []


@pytest.mark.parametrize("text", CLASSIC[:2])
def test_letters_of_the_classic_board_are_kinds(text: str) -> None:
    puzzle = Puzzle.parse(text)
    assert sorted(puzzle.kinds[piece.kind].size for piece in puzzle.pieces) == sorted(
        ["2x2", *["1x2"] * 4, "2x1", *["1x1"] * 4]
    )
    assert {piece.label for piece in puzzle.pieces if piece.label != piece.symbol} >= {"V1", "V4", "S2"}
    assert notes(text)[0].startswith("one letter for each kind: V = 1x2:4, A = 2x2:1")
    assert Puzzle.parse(puzzle.line()) == puzzle and not notes(puzzle.line())


def test_headers_name_all_pieces_of_a_letter() -> None:
    puzzle = Puzzle.parse("slide: V=UD/names: V=将/VAAV/VAAV/VHHV/VSSV/S..S")
    ways = {puzzle.kinds[piece.kind].directions for piece in puzzle.pieces if piece.label.startswith("将")}
    assert ways == {"UD"} and sum(piece.label.startswith("将") for piece in puzzle.pieces) == 4
    with pytest.raises(PuzzleError, match="the goal names 'S', which stands for several pieces"):
        Puzzle.parse("VAAV/VAAV/VHHV/VSSV/S..S/goal:/..../..../..../..../S...")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("+A.+/..../goal:/..../...A", "'+' in 2 parts is one piece"),
        ("A.A.A/...../goal:/...../A.A.A", "'A' in 3 parts is one piece"),
        ("A.A/BB./B../goal:/BB./B../A.A", "'A' in 2 parts is one piece"),
    ],
)
def test_a_piece_in_parts_is_said_to_be_one(text: str, said: str) -> None:
    assert notes(text) == [said]
    line = Puzzle.parse(text).line()
    assert line.startswith("one: ") and Puzzle.parse(line) == Puzzle.parse(text) and not notes(line)


@pytest.mark.parametrize("text", ["A.A/B.B/C../goal:/.../.../..C", "A.A.A/.BC../goal:/...../...C."])
def test_parts_of_a_shape_that_is_elsewhere_are_asked_about(text: str) -> None:
    pytest.raises(PuzzleError, Puzzle.parse, text).match("give each piece a letter of its own, or add one: A")
    assert Puzzle.parse(f"one: AB/{text}").pieces


def test_the_sign_of_the_empty_cell() -> None:
    assert Puzzle.parse("AB/C_/goal:/BA/C_").rows() == ("AB", "C.")
    assert Puzzle.parse("one: _/AB/C_/goal:/BA/C_").rows() == ("AB", "C_")
    assert sign_of_empty(["AB", "CD"], "") == (".", None)
    for sign in "xXoO-~*+":
        pytest.raises(PuzzleError, Puzzle.parse, f"AB/C{sign}/goal:/BA/..").match(r"no cell is empty: write \. for")


def test_parts_and_copies() -> None:
    square = list(itertools.product(range(2), repeat=2))
    assert len(copies(square, 1, 2)) == len(copies(square, 2, 1)) == 2 and copies(square, 3, 1) == []
    assert [len(part) for part in parts([(0, 0), (1, 1), (1, 0), (3, 0)])] == [3, 1]
