"""dnomd343's codes, and all other codes of 华容道: reading and writing."""

import pytest
from hypothesis import given, strategies as st

from huarong.errors import CannotExpress, PuzzleError
from huarong.library.notations.codes import decode_short
from huarong.library.notations.registry import notation
from huarong.library.reader import detect, read, write
from huarong.model.puzzle import Puzzle
from tests.library.notations.codes import LAYOUTS, classics, short


def test_the_first_and_the_last_short_code() -> None:
    assert write(decode_short("11111"), "short") == "11111"
    assert write(decode_short(short(LAYOUTS - 1)), "short") == short(LAYOUTS - 1)
    pytest.raises(PuzzleError, decode_short, short(LAYOUTS)).match("29,334,498 layouts")


@given(st.integers(0, LAYOUTS - 1), st.integers(0, LAYOUTS - 1))
def test_short_codes_are_in_the_order_of_the_codes(a: int, b: int) -> None:
    codes = [write(decode_short(short(n)), "code") for n in (a, b)]
    assert (a < b) == (codes[0] < codes[1])


@given(classics)
def test_codes_of_any_layout_read_back(puzzle: Puzzle) -> None:
    written = 0
    for name in ("code", "short", "lv64", "lv32", "liu", "zhou", "poos", "line", "grid"):
        try:
            text = write(puzzle, name)
        except CannotExpress:
            continue
        written += 1
        assert read(text, name) == puzzle
        if len(text) > 4:
            assert notation(name) in detect(text)
    assert written >= 5
