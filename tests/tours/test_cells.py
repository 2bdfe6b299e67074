"""Boards and cells as people write them."""

import pytest
from hypothesis import given, strategies as st

from huarong.errors import InputError
from huarong.model.board import Board
from huarong.tours import cell_name, first_tour, parse_board, parse_cell


@given(st.integers(1, 60), st.integers(1, 60), st.data())
def test_cell_names_there_and_back(width, height, data):
    board = Board(width, height)
    cell = data.draw(st.integers(0, width * height - 1))
    assert parse_cell(board, cell_name(board, cell)) == cell


@pytest.mark.parametrize("text", ["", "8", "8x", "0x4", "axb", "999999999x9", "##/##", "..x/...", "../..."])
def test_no_boards(text):
    with pytest.raises(InputError):
        parse_board(text)


def test_no_cells():
    with pytest.raises(InputError, match="no cell i9; the nearest is h8"):
        parse_cell(Board(8, 8), "i9")
    with pytest.raises(InputError, match="no cell a2; the nearest is b2"):
        parse_cell(parse_board("#./.."), "a2")
    with pytest.raises(InputError, match="is not a valid cell"):
        parse_cell(Board(8, 8), "8a")
    with pytest.raises(InputError, match="not on the board"):
        first_tour(Board(3, 4), 99)


@pytest.mark.parametrize(("name", "nearest"), [("a9", "a8"), ("a0", "a1"), ("h0", "h1"), ("i8", "h8")])
def test_just_beyond_the_board_is_no_cell(name, nearest):
    with pytest.raises(InputError, match=f"no cell {name}; the nearest is {nearest}"):
        parse_cell(Board(8, 8), name)
