"""Tiles: the 8-puzzle, the 15-puzzle and others, as numbers in reading order, 0 the blank."""

from __future__ import annotations

import math
import re
import string
from typing import NamedTuple

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.library.notations.base import Notation, check_free, check_size, fail
from huarong.model.board import MAX_CELLS, Board
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from huarong.model.symbols import tile_symbol

MAX_LENGTH = 8 * MAX_CELLS
_SBP_SIZE = r"(?a)\s*\d+\s*,\s*\d+\s*,?\s*\n"
_PART = r"(?P<end>\n|/|[\])]\s*,?\s*[\[(])|[^\s\[\](),/]+"


class _Tile(NamedTuple):
    """A word of the text, its number (-1: none), and where it stands."""

    number: int
    word: str
    line: int
    column: int


_DIGITS = {10: frozenset(string.digits), 36: frozenset(string.digits + string.ascii_letters)}


def _number(word: str, base: int = 10) -> int:
    return int(word, base) if len(word) < 5 and _DIGITS[base].issuperset(word) else -1


def _rows(text: str) -> list[list[_Tile]]:
    """The tiles of a text row by row, or in one row where the text has no ends of rows."""
    rows: list[list[_Tile]] = [[]]
    line, start = 1, 0
    for part in re.finditer(_PART, text[:MAX_LENGTH]):
        if part["end"]:
            rows.append([])
            if "\n" in part[0]:
                line, start = line + part[0].count("\n"), part.start() + part[0].rindex("\n") + 1
        else:
            rows[-1].append(_Tile(_number(part[0]), part[0], line, part.start() - start + 1))
    rows = [row for row in rows if row]
    if all(len(row) == 1 for row in rows):
        compact = [
            [_Tile(_number(c, 36), c, line, column + i) for i, c in enumerate(word)]
            for ((_, word, line, column),) in rows
        ]
        if len(rows) == 1 or _permutation(compact):
            return compact
    return rows


def _permutation(rows: list[list[_Tile]]) -> bool:
    numbers = [tile.number for row in rows for tile in row]
    return len(numbers) > 3 and sorted(numbers) == list(range(len(numbers)))


def is_tiles(text: str) -> bool:
    """Whether a text is a permutation of 0 to n-1, or a list of numbers with something between them.

    >>> is_tiles("876543210"), is_tiles("876543211"), is_tiles("8 7 6 5 4 3 2 1 1")
    (True, False, True)
    """
    if len(text) > MAX_LENGTH or not any(map(str.isdigit, text)):
        return False
    rows = _rows(text)
    tiles = [tile for row in rows for tile in row]
    divided = len(tiles) > 3 and re.search(r"[\s,/]", text.strip())
    plain = all(re.fullmatch(r"[0-9]+", tile.word) for tile in tiles)
    return _permutation(rows) or bool(divided and plain and not re.match(_SBP_SIZE, text))


def encode_tiles(puzzle: Puzzle) -> str:
    """Write the numbers of a tiles puzzle, its rows divided by `/`: see `decode_tiles`."""
    board = puzzle.board
    check_size(puzzle, board.width, board.height)
    if board.height == 1 or board.size < 4:
        raise CannotExpress(
            "this notation writes boards of two rows or more and at least four cells; this one is {got}",
            got=f"{board.width}x{board.height}",
        )
    number = {tile_symbol(i): i for i in range(1, board.size)}
    for piece in puzzle.pieces:
        kind = puzzle.kinds[piece.kind]
        if kind.size != "1x1":
            raise CannotExpress(
                "this notation writes 1x1 tiles; {symbol!r} is {size}", symbol=piece.symbol, size=kind.size
            )
        check_free(kind, piece.symbol)
        if piece.symbol not in number:
            raise CannotExpress(
                "this notation writes the tiles 1 to {most}; {symbol!r} is not one of them",
                most=board.size - 1,
                symbol=piece.symbol,
            )
    if len(puzzle.pieces) != board.size - 1:
        raise CannotExpress(
            "this notation writes boards with one empty cell; this one has {got}", got=board.size - len(puzzle.pieces)
        )
    between = " " if board.size > 10 else ""
    return "/".join(between.join(str(number.get(symbol, 0)) for symbol in row) for row in puzzle.rows())


def decode_tiles(text: str, goal: str | None = None) -> Puzzle:
    """Read tiles: a permutation of 0 to n-1 in reading order, 0 the blank.

    The numbers have spaces or commas between them; up to 36 can be one character each (0 to 9, a to z). Rows end at
    `/`, at a new line, or are the lists of a nested Python list; without rows the board is square. The goal is the
    tiles in order with the blank last, or `goal`, in this notation or as grid rows::

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
    board = Board(width, height)
    setup = Setup(board)
    for y, row in enumerate(rows):
        for x, number in enumerate(row):
            if number:
                setup.place(tile_symbol(number), [(x, y)], label=str(number))
    order = [[(y * width + x + 1) % board.size for x in range(width)] for y in range(height)]
    in_rows = goal is not None and not is_tiles(goal)
    wanted = order if goal is None or in_rows else _grid(goal, (width, height))
    places = {tile_symbol(n): [(x, y)] for y, row in enumerate(wanted) for x, n in enumerate(row) if n}
    puzzle = Puzzle.of(setup, [places])
    return Puzzle.parse(puzzle.text(), goal) if in_rows else puzzle


def _grid(text: str, size: tuple[int, int] | None) -> list[list[int]]:
    """The numbers as the rows of a board, of a given size; raises `PuzzleError` if they are not its tiles."""
    if len(text) > MAX_LENGTH:
        template = "the text has {got:,} {got:character|characters}; at most {most:,} are read"
        fail(None, template, got=len(text), most=MAX_LENGTH)
    rows = _rows(text)
    tiles = [tile for row in rows for tile in row]
    if len(tiles) < 4:
        fail(None, "expected at least four tiles, including the blank 0")
    faults, seen = [], set()
    for number, word, line, column in tiles:
        if not 0 <= number < len(tiles):
            template = "{word} is not a valid tile; expected each number from 0 to {most} once"
        elif number in seen:
            template = "the tile {word} is given twice; expected each number from 0 to {most} once"
        else:
            seen.add(number)
            continue
        faults.append(Fault.at(line, column, template, word=word[:20], most=len(tiles) - 1))
    if not faults:
        side = math.isqrt(len(tiles))
        width, height = size or ((side, side) if len(rows) == 1 else (len(rows[0]), len(rows)))
        if len(rows) == 1 and width * height != len(tiles):
            template = "{got} {got:tile|tiles} do not make a board of {size}; put / between its rows"
            fail(None, template, got=len(tiles), size=f"{width}x{height}")
        for row in rows if len(rows) > 1 else ():
            if len(row) != width or len(rows) != height:
                template = "this row has {got} {got:tile|tiles}; expected {width}, in {height} {height:row|rows}"
                values = {"got": len(row), "width": width, "height": height}
                faults.append(Fault.at(row[0].line, row[0].column, template, **values))
    if faults:
        raise PuzzleError(faults)
    return [[tile.number for tile in tiles[i : i + width]] for i in range(0, len(tiles), width)]


TILES = Notation("tiles", "tiles", "数码", is_tiles, decode_tiles, encode_tiles, goal=False, sure=True)
