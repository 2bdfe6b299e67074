"""Tiles: the 8-puzzle, the 15-puzzle and others, as numbers in reading order, 0 the blank."""

from __future__ import annotations

import math
import re

from huarong.board import MAX_CELLS, Board
from huarong.errors import CannotExpress
from huarong.notation.base import check_size, fail
from huarong.puzzle import TILES, Puzzle, Setup

__all__ = ["decode_tiles", "encode_tiles", "is_tiles"]

_FORM = re.compile(r"[\s\[\](),/0-9]*|[0-9a-zA-Z]{4,36}", re.ASCII)
_ROW_END = re.compile(r"[\])]\s*,?\s*[\[(]|/|\n")
_BRACKETS = str.maketrans("[](),;", "      ")


def _rows(text: str) -> list[list[int]]:
    """The numbers of a text row by row, or one row where it does not say; [] where it holds others."""
    text = text.strip().strip("[]()").strip()
    if not _FORM.fullmatch(text) or len(text) > 8 * MAX_CELLS:
        return []
    words = [row.translate(_BRACKETS).split() for row in _ROW_END.split(text)]
    words = [row for row in words if row]
    if all(len(row) == 1 for row in words):
        compact = [[int(digit, 36) for digit in row[0]] for row in words]
        if _permutation(compact) or any(not row[0].isdecimal() for row in words):
            return compact
    if any(len(word) > 4 for row in words for word in row):
        return []
    return [[int(word) for word in row] for row in words]


def _permutation(rows: list[list[int]]) -> bool:
    numbers = [number for row in rows for number in row]
    return len(numbers) > 3 and sorted(numbers) == list(range(len(numbers)))


def is_tiles(text: str) -> bool:
    """Whether a text is a permutation of 0 to n-1, or a list of numbers with something between them.

    >>> is_tiles("876543210"), is_tiles("876543211"), is_tiles("8 7 6 5 4 3 2 1 1")
    (True, False, True)
    """
    rows = _rows(text)
    return _permutation(rows) or (sum(map(len, rows)) > 3 and not _SBP_SIZE.match(text))


_SBP_SIZE = re.compile(r"\s*\d+\s*,\s*\d+\s*,?\s*\n", re.ASCII)


def _symbol(number: int) -> str:
    """The character of a tile on the board: its number, then letters, then 汉字."""
    return TILES[number] if number < len(TILES) else chr(0x4E00 + number)


def encode_tiles(puzzle: Puzzle) -> str:
    """Write the numbers of a tiles puzzle, its rows divided by `/`: see `decode_tiles`."""
    board = puzzle.board
    check_size(puzzle, board.width, board.height)
    number = {_symbol(i): i for i in range(1, board.size)}
    for piece in puzzle.pieces:
        size = puzzle.kinds[piece.kind].size
        if size != "1x1":
            raise CannotExpress(
                "this notation writes 1x1 tiles; {symbol!r} is {size}",
                symbol=piece.symbol,
                size=size,
            )
        if piece.symbol not in number:
            raise CannotExpress(
                "this notation writes the tiles 1 to {most}; {symbol!r} is none of them",
                most=board.size - 1,
                symbol=piece.symbol,
            )
    if len(puzzle.pieces) != board.size - 1:
        raise CannotExpress(
            "this notation writes boards with one empty cell; this one has {got}",
            got=board.size - len(puzzle.pieces),
        )
    between = " " if board.size > 10 else ""
    return "/".join(
        between.join(str(number.get(symbol, 0)) for symbol in row) for row in puzzle.rows()
    )


def decode_tiles(text: str, goal: str | None = None) -> Puzzle:
    """Read tiles: a permutation of 0 to n-1 in reading order, 0 the blank.

    The numbers have spaces or commas between them; up to 36 can be one character each (0 to 9, a to z). Rows end at
    `/`, at a new line, or as a nested Python list's do; without them the board is square. The goal is the tiles
    in order with the blank last, or `goal`, in this notation or as grid rows::

        876543210    8 7 6     14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3    14 13 15  7
                     5 4 3                                              11 12  9  5
                     2 1 .                                               6  .  2  1
                                                                         4  8 10  3

    >>> decode_tiles("876543210").rows()
    ('876', '543', '21.')
    >>> decode_tiles("1 2 3/4 5 0", goal="0 1 2 3 4 5").goal.alternatives
    (((0, 1), (1, 2), (2, 3), (3, 4), (4, 5)),)
    """
    rows = _grid(text, None)
    height, width = len(rows), len(rows[0])
    setup = Setup(Board(width, height))
    labels = {}
    for y, row in enumerate(rows):
        for x, number in enumerate(row):
            if number:
                setup.place(_symbol(number), [(x, y)])
                labels[_symbol(number)] = str(number)
    wanted = [[(y * width + x + 1) % (width * height) for x in range(width)] for y in range(height)]
    if goal is not None and _permutation(_rows(goal)):
        wanted = _grid(goal, (width, height))
    places = {_symbol(n): [(x, y)] for y, row in enumerate(wanted) for x, n in enumerate(row) if n}
    puzzle = setup.puzzle([places], labels=labels)
    if goal is not None and not _permutation(_rows(goal)):
        return Puzzle.parse(puzzle.text(), goal)
    return puzzle


def _grid(text: str, size: tuple[int, int] | None) -> list[list[int]]:
    """The numbers as the rows of a board, of a given size; raises `PuzzleError` where they are none."""
    rows = _rows(text)
    numbers = [number for row in rows for number in row]
    if len(numbers) > MAX_CELLS:
        fail(
            1,
            "the board has {got:,} cells; at most {most:,} are read",
            got=len(numbers),
            most=MAX_CELLS,
        )
    if not _permutation(rows):
        missing = sorted(set(range(len(numbers))) - set(numbers))[:5]
        template = (
            "expected each number from 0 to {most} once, in four cells or more; missing: {missing}"
        )
        fail(
            None,
            template,
            most=max(3, len(numbers) - 1),
            missing=", ".join(map(str, missing)) or "cells",
        )
    if size is None:
        side = math.isqrt(len(numbers))
        size = (len(rows[0]), len(rows)) if len(rows) > 1 else (side, side)
    width, height = size
    if width * height != len(numbers) and len(rows) == 1:
        template = "{got} numbers do not make a board of {size}; put / between its rows"
        fail(None, template, got=len(numbers), size=f"{width}x{height}")
    if len(rows) > 1:
        for y, row in enumerate(rows, 1):
            if len(row) != width or len(rows) != height:
                template = "row {row} has {got} numbers; expected {width}, in {height} rows"
                fail(None, template, row=y, got=len(row), width=width, height=height)
    return [numbers[i : i + width] for i in range(0, len(numbers), width)]
