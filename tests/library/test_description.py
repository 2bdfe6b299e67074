"""The description of a puzzle before it is solved."""

from hypothesis import given

import huarong as hr
from huarong.errors import PuzzleError
from huarong.library.description import checked, described
from huarong.model.pieces import read_board, read_pieces
from tests.examples import examples
from tests.strategies import puzzles


@examples(20)
@given(puzzle=puzzles(limit=300))
def test_the_cells_add_up_and_the_texts_read_back(puzzle: hr.Puzzle) -> None:
    data = described(puzzle)
    covered = sum(len(puzzle.kinds[piece.kind].shape) for piece in puzzle.pieces)
    assert data["empty_cells"] + covered == len(puzzle.board.free)
    assert read_board(data["board"]) == puzzle.board
    assert len(read_pieces(data["piece_set"])[0]) == len(puzzle.kinds)
    assert hr.puzzle(data["puzzle"], notation="line") == hr.Puzzle.parse(data["puzzle"].replace("/", "\n"))


def test_a_bad_text_is_told_in_both_languages() -> None:
    try:
        hr.puzzle("AAB/A/.?:/", notation="grid")
        faults = ()
    except PuzzleError as error:
        faults = error.faults
    english, chinese = (checked(None, "", faults, lang=lang) for lang in ("en", "zh"))
    assert english["valid"] is chinese["valid"] is False
    assert set(english) == {"valid", "faults"}
    assert english["faults"][0]["message"] != chinese["faults"][0]["message"]
