"""Numbered tiles: the 8-puzzle, the 15-puzzle and others, as numbers in reading order, 0 for the blank."""

import itertools
import math
import re
import string
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.library.notations.base import (
    Notation,
    Word,
    check_free,
    check_plane,
    check_size,
    fail,
    text_rows,
    with_goal,
)
from huarong.library.notations.codes import is_liu
from huarong.model.board import MAX_CELLS, Board
from huarong.model.puzzle import Puzzle, ReadAs
from huarong.model.setup import Setup
from huarong.model.symbols import tile_symbol
from huarong.model.text import check_length

MAX_LENGTH = 8 * MAX_CELLS
SIGNS = frozenset(("x", "X", "_", "-", ".", "*", "..", "--", "__", "**", "", "null", "None", "空", "□"))
"""Signs for the blank besides 0."""
_SBP_SIZE = r"(?a)\s*\d+\s*,\s*\d+\s*,?\s*\n"
_SIZE = r"(?a)\s*(\d{1,2})\s*[xX×*]\s*(\d{1,2})[\s:：;,]"
_WORD = r"[^\s,;|]+"
_PAIR = r"\[ ?\]"
_DIGITS = {10: frozenset(string.digits), 36: frozenset(string.digits + string.ascii_letters)}
_Size = tuple[int, int]


class _Tile(NamedTuple):
    """A word of the text, its number (-1 for none), and its place."""

    number: int
    word: str
    line: int
    column: int


_Rows = list[list[_Tile]]


class _Tiles(NamedTuple):
    """The tiles of a text by rows, or in one row if it has no row ends; the size, and what was assumed."""

    rows: _Rows
    size: _Size | None
    notes: tuple[Fault, ...] = ()


def _tile(word: str, line: int, column: int, base: int = 10) -> _Tile:
    number = int(word, base) if 0 < len(word) < 5 and _DIGITS[base].issuperset(word) else -1
    return _Tile(number, word, line, column)


def _words(lines: list[Word]) -> _Rows:
    return [[_tile(m[0], line, column + m.start()) for m in re.finditer(_WORD, row)] for row, line, column in lines]


def _fields(lines: list[Word]) -> _Rows:
    """Return the fields of each row between separators, without fields that are empty at an end of all rows."""
    rows = []
    for row, line, column in lines:
        parts = re.split(r"[,;|\t]", row)
        starts = itertools.accumulate((len(part) + 1 for part in parts), initial=column)
        rows.append([_tile(part.strip(), line, start) for part, start in zip(parts, starts, strict=False)])
    for end in (0, -1):
        if len(rows) > 1 and all(not row[end].word for row in rows):
            rows = [row[1:] if end == 0 else row[:-1] for row in rows]
    return rows


def _split(words: list[Word]) -> _Rows:
    return [[_tile(c, line, at + i, 36) for i, c in enumerate(word) if not c.isspace()] for word, line, at in words]


def _with_gap(rows: _Rows, spaced: bool) -> _Rows:
    """The rows with an empty tile for a missing number: in the only line with a gap, or in the only shorter row."""
    wide = max(map(len, rows))
    short = [row for row in rows if len(row) != wide]
    if len(rows) == 1:
        (row,) = rows
        gaps = [i for i, gap in enumerate(_gaps(row), 1) if gap]
        at = gaps[0] if len(gaps) == 1 else None
    elif len(short) == 1 and len(short[0]) == wide - 1:
        (row,) = short
        at = _hole(row, [each for each in rows if each is not row], spaced)
    else:
        return []
    if at is None or not row:
        return []
    gap = _Tile(-1, "", row[0].line, row[0].column)
    return [[*each[:at], gap, *each[at:]] if each is row else each for each in rows]


def _hole(row: list[_Tile], others: _Rows, spaced: bool) -> int:
    """Return where the shorter row has no tile: at a gap wider than all other gaps, or else at the row's end.

    Columns matter only if `spaced`: lines are the rows, and only spaces separate tiles. The hole is then the column
    that only this row leaves free, or the first if the row begins to the right of all others. In other texts, a gap has
    at least three characters.
    """
    for ends in (False, True) if spaced else ():
        own, *columns = ([tile.column + ends * len(tile.word) for tile in each] for each in (row, *others))
        free = [i for i, column in enumerate(columns[0]) if column not in own]
        if len(free) == 1 and all(each == columns[0] for each in columns):
            return free[0]
    own, gaps = _gaps(row), [gap for other in others for gap in _gaps(other)]
    widest = max(own, default=0)
    if widest > max([0 if spaced else 2, *gaps]) and own.count(widest) == 1:
        return own.index(widest) + 1
    begin = max(other[0].column + len(other[0].word) for other in others) + min(gaps)
    return 0 if spaced and row[0].column >= begin else len(row)


def _gaps(row: list[_Tile]) -> list[int]:
    return [after.column - tile.column - len(tile.word) for tile, after in itertools.pairwise(row)]


def _settled(rows: _Rows, size: _Size | None, most: bool) -> _Tiles | None:
    """The rows as tiles, 0 for the blank (n in a permutation of 1 to n, with `most`); None if no permutation."""
    tiles = [tile for row in rows for tile in row]
    count, numbers = len(tiles), sorted(tile.number for tile in tiles)
    if count < 4 or (size and size[0] * size[1] != count):
        return None
    if numbers == list(range(count)):
        return _Tiles(rows, size)
    signs = [tile for tile in tiles if tile.word in SIGNS and not 0 < tile.number < count]
    rest = sorted(tile.number for tile in tiles if tile not in signs)
    if len(signs) == 1 and rest == list(range(1, count)):
        blank = signs[0]
        note = "{symbol!r} is the blank" if blank.word else "the blank is cell {n}, where a number is missing"
    elif most and numbers == list(range(1, count + 1)) and _sizes(count) and len(set(map(len, rows))) == 1:
        blank, note = tiles[[tile.number for tile in tiles].index(count)], "the largest number, {symbol}, is the blank"
    else:
        return None
    place = next(i for i, tile in enumerate(tiles) if tile is blank)
    notes = (Fault.of(note, symbol=blank.word, n=place + 1),) if blank.word != "." else ()
    return _Tiles([[t._replace(number=0) if t is blank else t for t in row] for row in rows], size, notes)


def _read(text: str) -> _Tiles | None:
    """Return the tiles of a text that is a permutation; `[]` may be the blank."""
    marked = re.sub(_PAIR, lambda pair: "□".ljust(len(pair[0])), text)
    return (_permutation(marked) if marked != text else None) or _permutation(text)


def _permutation(text: str) -> _Tiles | None:
    """Return the tiles of a text that is a permutation; a size may precede them."""
    begin = re.match(_SIZE, text)
    size = (int(begin[1]), int(begin[2])) if begin else None
    if begin:
        text = "".join(c if c == "\n" else " " for c in begin[0]) + text[begin.end() :]
    lines = text_rows(text)
    rows = _words(lines)
    if not rows:
        return None
    spaced = not re.search(r"[,;|\t/\[\](){}]", text) and (not begin or lines[0].line > 1)
    found = _first(lines, rows, size, spaced)
    first = [tile.number for tile in rows[0]]
    if found or begin or len(rows) < 2 or len(first) not in (1, 2):
        return found
    return _first(lines[1:], rows[1:], (first[0], first[-1]), spaced)


def _first(lines: list[Word], rows: _Rows, size: _Size | None, spaced: bool) -> _Tiles | None:
    """Return the most likely division into rows that gives tiles; for `spaced`, see `_hole`."""
    ways = list(_readings(lines, rows, spaced))
    return next(filter(None, (_settled(each, size, most) for most in (False, True) for each in ways)), None)


def _readings(lines: list[Word], rows: _Rows, spaced: bool) -> Iterator[_Rows]:
    single = all(len(row) == 1 for row in rows)
    yield [[row[0] for row in rows]] if single else rows
    if any(c in each.text for each in lines for c in ",;|\t"):
        yield _fields(lines)
    signs = _split(lines)  # each character a tile: with a gap at the blank, a line a row, a word a row
    yield _with_gap(signs, spaced)
    if single and (len(rows) == 1 or not any(tile.word == "." for row in signs for tile in row)):
        yield signs
    if len(rows) == 1 < len(rows[0]) and len({len(tile.word) for tile in rows[0]}) == 1 < len(rows[0][0].word):
        yield _split([Word(*tile[1:]) for tile in rows[0]])
    yield _with_gap(rows, spaced)


def _sizes(count: int) -> list[_Size]:
    """Return the boards with at least two rows and columns for a number of tiles, squarest first; or the square."""
    side = math.isqrt(count)
    if side * side == count:
        return [(side, side)]
    found = [(count // height, height) for height in range(2, count // 2 + 1) if count % height == 0]
    return sorted(found, key=lambda each: (abs(each[0] - each[1]), -each[0]))


def is_tiles(text: str) -> bool:
    """Whether a text is tiles, or a list of numbers with separators of which at most one is repeated.

    Tiles are a permutation of 0 to n-1, or of 1 to n, or have another sign for the blank.

    >>> is_tiles("876543210"), is_tiles("876543211"), is_tiles("8 7 6 5 4 3 2 1 1")
    (True, False, True)
    """
    begin = re.match(_SIZE, text)
    if len(text) > MAX_LENGTH or not re.search("[0-9]", text) or ":" in text[begin.end() if begin else 0 :]:
        return False
    if _read(text):
        return True
    rows = _words(text_rows(text))
    words = [tile.word for row in rows for tile in row]
    repeated = sum(n > 1 for n in Counter(words).values())
    form = len(words) > 3 and any(len(row) > 1 for row in rows) and all(re.fullmatch("[0-9]+", word) for word in words)
    return form and repeated < 2 and not re.match(_SBP_SIZE, text) and not is_liu(text)


def encode_tiles(puzzle: Puzzle) -> str:
    """Write the numbers of a tiles puzzle, its rows divided by `/`: see `decode_tiles`."""
    board = puzzle.board
    check_size(puzzle, board.width, board.height)
    check_plane(board)
    number = {tile_symbol(i): i for i in range(1, board.size)}
    for piece in puzzle.pieces:
        kind, symbol = puzzle.kinds[piece.kind], piece.symbol
        if kind.size != "1x1":
            raise CannotExpress("this notation writes 1x1 tiles; {symbol!r} is {size}", symbol=symbol, size=kind.size)
        check_free(kind, symbol)
        if symbol not in number:
            why = "this notation writes the tiles 1 to {most}; {symbol!r} is not one of them"
            raise CannotExpress(why, most=board.size - 1, symbol=symbol)
    if empty := board.size - 1 - len(puzzle.pieces):
        raise CannotExpress("this notation writes boards with one empty cell; this one has {got}", got=empty + 1)
    between = " " if board.size > 10 else ""
    return "/".join(between.join(str(number.get(symbol, 0)) for symbol in row) for row in puzzle.rows())


def decode_tiles(text: str, goal: str | None = None) -> Puzzle:
    """Read tiles: a permutation of 0 to n-1 in reading order, 0 for the blank.

    The numbers are separated by spaces, commas or tabs; up to 36 can be one character each (0 to 9, a to z). Rows end
    at `/` or at a new line, or are the lists of a nested list. A size may precede them (`3x2:`, or a line of its own).
    Without rows and size, the board is square; if the tiles do not fill a square, the reader asks. The blank may also
    be `x`, `X`, `_`, `-`, `.`, `[]`, an empty field, a gap, or n in a permutation of 1 to n. The goal is the tiles in
    order with the blank last, or `goal`, in this notation or as grid rows::

        876543210    8 7 6     14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3    14 13 15  7
                     5 4 3                                              11 12  9  5
                     2 1 .                                               6  .  2  1
                                                                         4  8 10  3

    >>> decode_tiles("876543210").rows()
    ('876', '543', '21.')
    >>> decode_tiles("1 2 3/4 5 0", goal="0 1 2 3 4 5").goal.alternatives
    (((0, 1), (1, 2), (2, 3), (3, 4), (4, 5)),)
    """
    found = _checked(text)
    in_rows = goal is not None and not is_tiles(goal)
    ends = None if goal is None or in_rows else _checked(goal)
    rows = _grid(found, ends or (_Tiles(_split(text_rows(goal)), None) if goal else None))
    height, width = len(rows), len(rows[0])
    board = Board(width, height)
    setup = Setup(board)
    for y, row in enumerate(rows):
        for x, number in enumerate(row):
            if number:
                setup.place(tile_symbol(number), [(x, y)], label=str(number))
    order = [[(y * width + x + 1) % board.size for x in range(width)] for y in range(height)]
    wanted = _grid(ends, _Tiles(found.rows, (width, height))) if ends else order
    if (len(wanted[0]), len(wanted)) != (width, height):
        template = "the size of the goal is {got}; expected {expected}, the size of the board"
        fail(None, template, got=f"{len(wanted[0])}x{len(wanted)}", expected=f"{width}x{height}")
    places = {tile_symbol(n): [(x, y)] for y, row in enumerate(wanted) for x, n in enumerate(row) if n}
    puzzle = replace(Puzzle.of(setup, [places]), read_as=ReadAs("tiles", found.notes))
    return with_goal(puzzle, goal if in_rows else None)


def _checked(text: str) -> _Tiles:
    check_length(text, MAX_LENGTH)
    found = _read(text)
    if found:
        return found
    lines = text_rows(text)
    rows = _words(lines)
    tiles = [tile for row in (_split(lines) if all(len(row) == 1 for row in rows) else rows) for tile in row]
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
    raise PuzzleError(faults)


def _grid(found: _Tiles, other: _Tiles | None) -> list[list[int]]:
    """The numbers as rows of a board; the other text may give its size. Raises `PuzzleError` if it is unclear."""
    numbers = [tile.number for row in found.rows for tile in row]
    count = len(numbers)
    size = _size(found) or (other and _size(other))
    if size is None or size[0] * size[1] != count:
        if len(found.rows) > 1:
            width, height = len(found.rows[0]), len(found.rows)
            template = "this row has {got} {got:tile|tiles}; expected {height} {height:row|rows} of {width}"
            wrong = [row for row in found.rows if len(row) != width]
            values = {"width": width, "height": height}
            raise PuzzleError(Fault.at(r[0].line, r[0].column, template, got=len(r), **values) for r in wrong)
        sizes = _sizes(count)
        if not sizes:
            fail(None, "{got} {got:tile|tiles} make no board of two rows and columns or more", got=count)
        if len(sizes) > 1:
            template = "{got} {got:tile|tiles} could make a board of {size} or of {other}: write {rows} or {columns}"
            gap = " " if count > 10 else ""
            texts = ["/".join(gap.join(map(str, numbers[i : i + w])) for i in range(0, count, w)) for w, _ in sizes[:2]]
            first, second = (f"{w}x{h}" for w, h in sizes[:2])
            fail(None, template, got=count, size=first, other=second, rows=texts[0], columns=texts[1])
        size = sizes[0]
    return [numbers[i : i + size[0]] for i in range(0, count, size[0])]


def _size(found: _Tiles) -> _Size | None:
    alike = len(found.rows) > 1 and len({len(row) for row in found.rows}) == 1
    return (len(found.rows[0]), len(found.rows)) if alike else found.size


TILES = Notation("tiles", "tiles", "数字推盘", is_tiles, decode_tiles, encode_tiles, goal=False, sure=True)
