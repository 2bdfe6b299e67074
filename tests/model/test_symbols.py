"""The characters of a board."""

import itertools

import pytest

from huarong.model.symbols import new_symbols, stands, tile_symbol


@pytest.mark.parametrize("symbol", ["A", "7", "曹", "=", "*", "é", ".", "#"])
def test_what_stands_in_a_cell(symbol: str) -> None:
    assert stands(symbol)


@pytest.mark.parametrize("symbol", ["", "AB", " ", "\u3000", "\0", "/", ":", "\n", "\ufeff"])
def test_what_stands_in_none(symbol: str) -> None:
    assert not stands(symbol)


def test_symbols_are_enough_for_any_board() -> None:
    tiles = [tile_symbol(number) for number in range(4096)]
    assert len({*tiles}) == len(tiles)
    assert all(map(stands, tiles))
    fresh = list(itertools.islice(new_symbols("abcA"), 4096))
    assert len({*fresh}) == len(fresh)
    assert all(map(stands, fresh))
    assert {*"abcA"}.isdisjoint(fresh)
