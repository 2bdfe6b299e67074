"""Leapers by name and by leap."""

from typing import get_args

import pytest

from huarong.errors import InputError, UnknownName
from huarong.model.board import Board
from huarong.tours import KNIGHT, LEAPERS, LeaperName, first_tour, parse_cell, parse_leaper


def test_no_leapers():
    with pytest.raises(UnknownName, match="knight"):
        parse_leaper("night")
    with pytest.raises(InputError):
        first_tour(Board(3, 3), leaper=(0, 0))
    assert parse_leaper("Knight") == parse_leaper("(1, 2)") == KNIGHT


def test_every_name_is_a_type():
    assert set(LEAPERS) == set(get_args(LeaperName))


def test_a_tour_is_asked_for_in_words():
    by_words = first_tour("5x6", "a1", leaper="knight").tour
    board = Board(5, 6)
    assert by_words == first_tour(board, parse_cell(board, "a1"), leaper=KNIGHT).tour
