"""The table of notations: which one reads a text, what it reads, and how other texts are refused."""

import re
import string
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, strategies as st

from huarong.errors import CannotExpress, HuarongError, InputError, PuzzleError
from huarong.library.notations import registry
from huarong.library.notations.codes import ALPHABET
from huarong.library.notations.registry import DIALECTS, NOTATIONS, OTHERS, NotationName, notation
from huarong.library.reader import detect, read, write
from huarong.model.puzzle import Puzzle
from huarong.model.text import MAX_TEXT
from tests.examples import data
from tests.library.notations.codes import EXAMPLES, HENG_DAO, pieces

LEVELS = data("gnome_levels")


@pytest.mark.parametrize(("name", "text", "rows"), EXAMPLES)
def test_worked_examples(name: str, text: str, rows: str) -> None:
    puzzle = read(text)
    assert "/".join(puzzle.rows()) == rows and detect(text)[0].name == name
    assert write(Puzzle.parse(rows), name) == text and puzzle.goal == Puzzle.parse(rows).goal


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("code", "1A9BF0C"),
        ("code", "1a9bf0c0"),
        ("short", "4wve1"),
        ("lv64", hex(577606461035643914)),
        ("zhou", str(0x342DAE84D21)),
        ("poos", "10000010100000101001011010111110111111111000110010"),
        ("poos", str(0b10000010100000101001011010111110111111111000110010)),
        ("liu", "02 18 01 04 09 12 10 11 14 15 17 20"),
    ],
)
def test_other_spellings(name: str, text: str) -> None:
    expected = "HAAI/HAAI/JNOK/JPQK/.BB." if name == "liu" else HENG_DAO
    assert "/".join(read(text, name).rows()) == expected


MIDDLE = "goal:/..../..../.AA./.AA./...."
BOTTOM = "goal:/..../..../..../.AA./.AA."


@pytest.mark.parametrize(("text", "name", "reason"), data("refused")["unwritable"])
def test_what_cannot_be_written_says_why(text: str, name: str, reason: str) -> None:
    pytest.raises(CannotExpress, write, Puzzle.parse(text), name).match(reason)


def test_tiles_go_before_codes() -> None:
    assert read("123456780").board.width == 3 and read("1A9BF0C00").board.width == 4


@pytest.mark.parametrize(("name", "text", "word"), data("refused")["numbers"])
def test_broken_numbers(name: str, text: str, word: str) -> None:
    pytest.raises(PuzzleError, read, text, name).match(word)


def test_a_text_that_several_accept_is_read_in_order() -> None:
    names = [each.name for each in detect("12BE9")]
    assert names == ["short", "code"] and read("12BE9") == read("12BE9", "short") != read("12BE9", "code")
    pytest.raises(InputError, read, "12BE9", "lines").match(r"is not a valid notation; .*the nearest: line")


def test_ordinary_words_are_no_codes() -> None:
    for word in ("cafe", "decade", "happy", "hughs", "Added"):
        assert detect(word) == ()


def test_huge_texts_are_refused() -> None:
    for each in (*NOTATIONS, *DIALECTS):
        for text in ("1" * (MAX_TEXT + 1), "AB./" * (MAX_TEXT // 4 + 1), "1," * MAX_TEXT):
            pytest.raises(HuarongError, read, text, each.name)
            assert detect(text) == ()


def test_a_level_of_gnome_klotski_that_is_too_long_is_not_read_at_all() -> None:
    pytest.raises(HuarongError, read, "#" * (MAX_TEXT + 1), "gnome").match(f"{MAX_TEXT + 1:,}")


LETTERS = {
    "tiles": "0123456789abcdef ,/[]\n",
    "short": ALPHABET + "0IOL",
    "code": "0123456789ABCDEFx",
    "liu": "0123456789 ",
    "lv32": "0123456789",
    "lv64": "0123456789abx",
    "poos": "01b",
    "zhou": "0123456789ABCDEFx",
    "rush": string.ascii_uppercase + ".ox",
    "sbp": "0123456789,-\n ",
    "gnome": "#*-. abc\n:/",
    "cells": "AB.01 #-,\n:goal",
    "line": "AB.#-/:goalmtchs= *",
    "grid": "AB.#-/:goalmtchs= *\n",
}
LETTERS |= dict.fromkeys([each.name for each in OTHERS], "0123456789ABaemwdfxo.#,:()[]{}\"'->\n -")
STARTS = {each.name: [""] for each in NOTATIONS}
for _name, _text, *_ in data("formats"):
    STARTS[_name].append(_text)
for _name, _text, _ in EXAMPLES:
    STARTS[_name].append(_text)
STARTS["tiles"] += ["876543210", "1 2 3/4 5 0"]
STARTS["rush"].append("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.")
STARTS["sbp"].append("5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,")
STARTS["gnome"].append(LEVELS["gnome-klotski: Agatka"])
STARTS["cells"] += ["3 4\nA A C .\nA B C .\nB B . .\nB\n0 1", "gate: B\nA1 A1 B\n. - .\ngoal:\n. A1 A1\n. . ."]
STARTS["line"].append("slide: A=LR/gate: B/AAB/.-./goal:/.AA/...")
STARTS["grid"].append("name: x\nmatch: shape\nslide: along\nAAB\n.-.\ngates:\n...\n--.\ngoal:\n.AA\n...\n")


@st.composite
def near(draw: st.DrawFn, name: str) -> str:
    """A text of a notation with some characters changed, left out or inserted."""
    name = name.partition("-")[0]
    letters = st.sampled_from(LETTERS[name])
    text = draw(st.sampled_from(STARTS[name])) or draw(st.text(letters, max_size=60))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text(letters, max_size=2)) + text[at + draw(st.integers(0, 2)) :]
    return text


@pytest.mark.parametrize("name", [each.name for each in (*NOTATIONS, *DIALECTS)])
@given(data=st.data())
def test_any_text_is_a_puzzle_or_a_complaint(name: str, data: st.DataObject) -> None:
    text = data.draw(st.one_of(near(name), st.text(max_size=80)))
    goal = data.draw(st.one_of(st.none(), st.text("AB.#/0123 \n", max_size=20)))
    each = notation(name)
    each.accepts(text)
    try:
        puzzle = each.decode(text, goal)
    except HuarongError:
        return
    assert not puzzle.faults(puzzle.start)
    if goal is None and each in NOTATIONS:
        assert pieces(each.decode(each.encode(puzzle), None)) == pieces(puzzle)


@given(st.one_of(st.text(max_size=200), st.sampled_from(sorted(LETTERS)).flatmap(near)))
def test_reading_anything(text: str) -> None:
    try:
        puzzle = read(text)
    except HuarongError:
        assert detect(text) == ()
    else:
        assert detect(text)[0].decode(text, None) == puzzle


def test_the_names_of_notations_are_those_of_the_table() -> None:
    assert get_args(NotationName) == tuple(each.name for each in (*NOTATIONS, *DIALECTS))


def test_the_page_reads_the_notations_of_the_table_in_its_order() -> None:
    """What a page reads without a server means what it means here."""
    rules = Path(registry.__file__).parents[2] / "web" / "static" / "rules"
    tables = [(rules / each).read_text("utf-8") for each in ("formats.js", "reader.js")]
    found = [re.findall(r"^  \[\s*'(\w+)'", each, re.M) for each in tables]
    assert [*found[0], *found[1]] == [each.name for each in NOTATIONS]
