"""Texts as people write them: each is read as it is meant, or the reader asks; in Python and in the page's reader.

`tests/data/pasted.json` has a text, the notation it is read in and its rows; or null and how the error begins.
"""

import json
import random
import re
from typing import Any

import pytest
from tools.fuzz import PAGE, by_python, changed, in_node, seeds

import huarong as hr
from huarong.errors import HuarongError, InputError, PuzzleError
from huarong.library.reader import NAME, detect, read, read_text
from tests.examples import data

TABLE: list[list[Any]] = data("pasted")


def test_the_table_is_large_and_has_no_text_twice() -> None:
    assert len({text for text, _, _ in TABLE}) == len(TABLE) >= 170


@pytest.mark.parametrize(("text", "notation", "told"), TABLE)
def test_a_text_is_read_as_it_is_meant(text: str, notation: str | None, told: str) -> None:
    if notation is None:
        caught = pytest.raises(InputError, read, text)
        assert str(caught.value).startswith(told)
        return
    puzzle = read(text)
    assert puzzle.read_as is not None and (puzzle.read_as.notation, "/".join(puzzle.rows())) == (notation, told)
    assert read(puzzle.text()) == puzzle and read(puzzle.line()).pieces == puzzle.pieces


def test_the_page_reads_the_table_alike() -> None:
    texts = [text for text, _, _ in TABLE]
    for text, page in zip(texts, in_node(PAGE, texts), strict=True):
        assert page == by_python(text), text


RUSH, GOAL = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.", "................XX.................."


def _rows(cells: str) -> str:
    return json.dumps(re.findall(".{6}", cells))


FREE = "pieces slide in all directions; write slide: along for Rush Hour"


def test_a_grid_of_rush_hour_that_slides_freely_is_told() -> None:
    grid = "\n".join([*json.loads(_rows(RUSH)), "goal:", *json.loads(_rows(GOAL))])
    for text, notes in ((grid, [FREE]), (f"slide: free\n{grid}", []), (f"slide: along\n{grid}", [])):
        how = read(text).read_as
        assert how is not None and [note.message() for note in how.notes] == notes
    assert hr.solve(grid).length == 4


@pytest.mark.parametrize(("text", "length"), data("known")["lengths of texts"])
def test_what_was_read_as_another_puzzle(text: str, length: int | None) -> None:
    assert hr.solve(text).length == length


@pytest.mark.parametrize("text", ["123450", "543210", "412503", "1 2 3 4 5 0"])
def test_tiles_that_make_two_boards_are_asked_about(text: str) -> None:
    caught = pytest.raises(PuzzleError, read_text, text)
    words = str(caught.value).split()
    assert [read(words[at]).board.width for at in (words.index("write") + 1, -1)] == [3, 2]
    assert read_text(text, goal="123/450").board.width == 3


def test_every_permutation_is_tiles() -> None:
    for n in (4, 5, 6, 8, 9):
        digits = random.Random(n).sample("0123456789"[:n], n)
        assert {each.name for each in detect("".join(digits))} <= {"tiles"}
        with pytest.raises(PuzzleError) if n in (5, 6, 8) else pytest.MonkeyPatch.context():
            assert read("".join(digits)).read_as.notation == "tiles"  # type: ignore[union-attr]


def check_told(count: int, seed: int) -> None:
    draw, texts = random.Random(seed), [*seeds(90), *(text for text, _, _ in TABLE)]
    for _ in range(count):
        text = changed(draw.choice(texts), texts, draw)
        try:
            puzzle = read_text(text)
        except HuarongError:
            continue
        how = puzzle.read_as
        assert how is not None
        if how.notation == NAME:
            assert read_text(text, notation=NAME) == puzzle
        else:
            assert read(text, how.notation) == puzzle, text  # type: ignore[arg-type]
            assert [how.notation, *how.others] == [each.name for each in detect(text)], text


def test_a_text_is_never_answered_as_something_else_than_it_was_told_to_be() -> None:
    check_told(300, 1)


@pytest.mark.slow
def test_a_hundred_thousand_texts_are_never_answered_as_something_else() -> None:
    check_told(100_000, 2)
