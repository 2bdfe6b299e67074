"""Reading and writing boards and cells of tours: `8x8`, `a1`."""

from __future__ import annotations

import re

from huarong.errors import InputError, expect
from huarong.model.board import MAX_CELLS, Board


def parse_board(text: str) -> Board:
    """A board from `8x8` (width x height) or from rows of `.` and `#` (a hole), in lines or with `/`.

    Raises `InputError`.

    >>> parse_board("3x4").size, sorted(parse_board("..#/...").walls)
    (12, [2])
    """
    expect(text, str)
    text = text.strip()
    if match := re.fullmatch(r"(\d{1,9})\s*[x×*]\s*(\d{1,9})", text, re.IGNORECASE):
        width, height, walls = int(match[1]), int(match[2]), frozenset[int]()
    else:
        rows = [row.strip() for row in re.split(r"[/\n]", text) if row.strip()]
        if not rows or set("".join(rows)) - {".", "#"}:
            raise InputError(
                "{text!r} is not a valid board; expected a size such as 8x8, or rows of . (cell) and # (hole)",
                text=text,
            )
        width, height = len(rows[0]), len(rows)
        for y, row in enumerate(rows, 1):
            if len(row) != width:
                raise InputError(
                    "row {row} has {count} {count:cell|cells}; expected {width}, as in the first",
                    row=y,
                    count=len(row),
                    width=width,
                )
        walls = frozenset(i for i, symbol in enumerate("".join(rows)) if symbol == "#")
    if not 0 < width * height <= MAX_CELLS or len(walls) == width * height:
        raise InputError(
            "a board of {width}x{height} is not valid; expected 1 to {most} {most:cell|cells}",
            width=width,
            height=height,
            most=MAX_CELLS,
        )
    return Board(width, height, walls)


def cell_name(board: Board, cell: int) -> str:
    """The name of a cell as on a chessboard: columns from `a`, rows from 1 at the bottom.

    >>> cell_name(Board(8, 8), 0), cell_name(Board(30, 1), 27)
    ('a8', 'ab1')
    """
    expect(board, Board)
    expect(cell, int)
    y, x = divmod(cell, board.width)
    letters, x = "", x + 1
    while x:
        x, digit = divmod(x - 1, 26)
        letters = chr(97 + digit) + letters
    return f"{letters}{board.height - y}"


def parse_cell(board: Board, name: str) -> int:
    """The cell with a name like `a1`. Raises `InputError`, whose message names the nearest cell of the board.

    >>> parse_cell(Board(8, 8), "a1")
    56
    """
    expect(name, str)
    match = re.fullmatch(r"([a-z]{1,6})(\d{1,9})", name.strip().lower())
    if not match:
        raise InputError("{name!r} is not a valid cell; expected one such as a1", name=name)
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 96
    x, y = column - 1, board.height - int(match[2])
    if 0 <= x < board.width and 0 <= y < board.height:
        cell = y * board.width + x
        if cell not in board.walls:
            return cell
    cell = min(board.free, key=lambda c: (abs(c % board.width - x) + abs(c // board.width - y), c))
    raise InputError(
        "the board has no cell {name}; the nearest is {nearest}", name=name.strip(), nearest=cell_name(board, cell)
    )
