"""The automaton of a space: large ones, ranks beyond 64 bits, and spaces that are refused."""

import math
import sys

import numpy as np
import pytest

from huarong.errors import InputError
from huarong.limits import Limits, Watch
from huarong.space import numbering
from huarong.space.numbering import NotNumberedError
from huarong.space.space import Space
from tests.space.twin import HUGE, plain, word


@pytest.mark.slow
def test_a_large_automaton_grows_the_same_either_way():
    tiles = " ".join(f"{mark}@1x1:1" for mark in "abcdefghijk")
    space = Space.parse("3x5", f"{tiles} empty:4")
    assert space.size == math.factorial(15) // math.factorial(4)
    twin = plain(space)
    assert len(space.tables.cell) > 2 * numbering._ROOM
    for name in ("cell", "to", "before"):
        assert np.array_equal(getattr(twin.tables, name), getattr(space.tables, name))


def test_an_automaton_that_does_not_fit_is_refused_before_it_is_grown():
    """It grew past a small limit: to 53 MiB where the whole process was allowed 100."""
    tiles = " ".join(f"{mark}@1x1:1" for mark in "abcdefghijk")
    small, enough = (Watch(Limits(memory=size << 20)) for size in (4, 4096))
    with pytest.raises(NotNumberedError, match="would have more than"):
        Space.parse("3x5", f"{tiles} empty:4").measured(small)
    assert Space.parse("3x4", f"{tiles} empty:1").measured(enough) == math.factorial(12)


def test_counts_that_take_all_64_bits():
    marks = [chr(m) for m in range(192, 257)]
    space = Space.parse("1x2", " ".join(f"{m}@1x1:..1" for m in marks[:64]) + f" {marks[64]}@1x1:0..")
    assert space.size == 66 * 66 - 64 and [space.rank(layout) for layout in space] == list(range(space.size))
    assert list(plain(space)) == list(space)


def test_ranks_past_64_bits():
    assert HUGE.size > 1 << 63
    layouts = HUGE.random(30, seed=1)
    assert [HUGE.layout(HUGE.rank(layout)) for layout in layouts] == layouts
    ordered = sorted(layouts, key=HUGE.rank)
    words = [word(HUGE, layout) for layout in ordered]
    assert words == sorted(words)
    for refused in (lambda: HUGE.grids([0]), lambda: HUGE.ranks([[0] * 81]), lambda: HUGE.tables):
        pytest.raises(InputError, refused).match("64 bits")
    pytest.raises(OverflowError, len, HUGE).match(r"use \.size")
    assert HUGE and sys.maxsize < HUGE.size


@pytest.mark.parametrize(
    ("board", "pieces", "why"),
    [
        ("19x19", "3x9:1 2x2:4", "a 3x9 piece at cell 0 ends 154 cells later"),
        ("64x64", "1x1:2048", "would have more than"),
        ("5x5", " ".join(f"{m}@1x1:1" for m in "abcdefghijklmnopqrstuvwx"), "would have more than"),
        ("9x9", " ".join(f"{chr(m)}@1x1:1" for m in range(192, 257)), "the counts take 70 bits"),
        ("2x2", " ".join(f"{chr(m)}@1x1:0.." for m in range(192, 447)), "of 255 kinds"),
    ],
)
def test_a_space_too_large_to_number(board, pieces, why):
    space = Space.parse(board, pieces)
    with pytest.raises(NotNumberedError) as error:
        space.size  # noqa: B018
    assert why in str(error.value)
