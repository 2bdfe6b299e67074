"""The characters of a board: the empty cell, walls, gates, the tiles in order, and other characters for pieces."""

import functools
from collections.abc import Collection, Iterable, Iterator
from typing import TypeVar

_T = TypeVar("_T")
EMPTY, WALL, GATE = ".", "#", "-"
TILES = ".123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The characters of tiles 0 (the blank), 1, 2, ... in a grid."""


@functools.lru_cache(1024)
def stands(symbol: str) -> bool:
    """Whether a character can be a piece: printable, not a space, not `/` (the end of a row), and not `:`."""
    return len(symbol) == 1 and symbol.isprintable() and not symbol.isspace() and symbol not in ":/"


def tile_symbol(number: int) -> str:
    """Return the character of a tile: its number, then letters, then 汉字.

    >>> [tile_symbol(number) for number in (0, 9, 10, 61, 62)]
    ['.', '9', 'a', 'Z', '举']
    """
    return TILES[number] if number < len(TILES) else chr(0x4E00 + number)


def places(rows: Iterable[Iterable[_T]]) -> dict[_T, list[tuple[int, int]]]:
    """Return the cells `(x, y)` of each character (or number) in rows, in reading order.

    >>> places(["AB", ".B"])
    {'A': [(0, 0)], 'B': [(1, 0), (1, 1)], '.': [(0, 1)]}
    """
    found: dict[_T, list[tuple[int, int]]] = {}
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            found.setdefault(symbol, []).append((x, y))
    return found


def new_symbols(taken: Collection[str]) -> Iterator[str]:
    """Iterate over unused characters for pieces: letters, digits, then 汉字.

    >>> symbols = new_symbols("ab")
    >>> next(symbols), next(symbols)
    ('c', 'd')
    """
    plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    yield from (symbol for symbol in plain if symbol not in taken)
    yield from (chr(c) for c in range(0x4E00, 0x9FA6) if chr(c) not in taken)
