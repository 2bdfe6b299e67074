"""One letter for each kind of piece, pieces in parts, and signs of the empty cell."""

import itertools

import pytest

from huarong.errors import PuzzleError
from huarong.model.letters import copies, parts, sign_of_empty
from huarong.model.puzzle import Puzzle

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
