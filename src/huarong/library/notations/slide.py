"""The game identifiers of `slide`, an unfinished game of Simon Tatham's Portable Puzzle Collection."""

from __future__ import annotations

import re

from huarong.errors import CannotExpress
from huarong.library.notations.base import Notation, check_cells, claimed, fail, matching, with_goal
from huarong.library.notations.key_piece import key_of, keyed
from huarong.model.board import MAX_CELLS, Board, Kind
from huarong.model.puzzle import Puzzle
from huarong.model.symbols import new_symbols

_CELLS = r"(?:f?(?:[amew]\d*|d\d+))+"
_SLIDE = rf"(?ai)(\d{{1,4}})x(\d{{1,4}})(?:m\d*|u)?:({_CELLS}),(\d{{1,4}}),(\d{{1,4}})(?:,(-?\d+))?"
_LEAST, _MOST = (5, 4), 251


def encode_slide(puzzle: Puzzle) -> str:
    """Write an identifier of `slide`: see `decode_slide`. A wall is put around a board smaller than 5x4."""
    key, _, covers = key_of(puzzle)
    board = puzzle.board
    if len(covers) != 1:
        raise CannotExpress("this notation has one place for the key piece; the goal has {got}", got=len(covers))
    rim = board.width < _LEAST[0] or board.height < _LEAST[1]
    width, height = board.width + 2 * rim, board.height + 2 * rim
    if width > _MOST or height > _MOST:
        raise CannotExpress("this notation writes boards of at most {most} columns and rows", most=_MOST)
    grid, rows = ["#"] * (width * height), "".join(puzzle.rows())
    place = [(cell // board.width + rim) * width + cell % board.width + rim for cell in range(board.size)]
    for cell, symbol in zip(place, rows, strict=True):
        grid[cell] = symbol
    gates, last, items = {place[cell] for cell in board.gates}, dict[str, int](), list[str]()
    for cell, symbol in enumerate(grid):
        item = {"#": "w", ".": "e", "-": "e"}.get(symbol) or ("m" if symbol == key else "a")
        if symbol in last:
            item = f"d{cell - last[symbol]}"
            if cell - last[symbol] > _MOST:
                raise CannotExpress("this notation writes pieces whose cells are at most {most} apart", most=_MOST)
        if symbol not in "#.-":
            last[symbol] = cell
        items.append("f" * (cell in gates) + item)
    runs = re.sub(r"(?<![a-z])(f?[amew]) (?:\1 )*", _run, " ".join(items) + " ").replace(" ", "")
    goal = place[min(covers[0])]
    return f"{width}x{height}u:{runs},{goal % width},{goal // width}"


def _run(found: re.Match[str]) -> str:
    count = found[0].count(" ")
    return f"{found[1]}{count if count > 1 else ''} "


def decode_slide(text: str, goal: str | None = None) -> Puzzle:
    """Read an identifier of `slide`: a size, the cells in reading order, and where the main piece must come.

    `a` begins a piece, `m` the main piece, `d3` continues the piece of the cell three before it, `e` is empty and `w`
    a wall; `a4` stands for four of them in a row. `f` before a cell makes it a forcefield, which only the main piece
    may enter (this project's gate). Then follow the column and the row of the main piece's first cell at the goal,
    from 0, and the fewest moves::

        6x4u:w7md1aefewd5d1e2few6,3,1       w w w w w w
                                            w m m a . f      2x2 `m`, one `a`, two forcefields
                                            w m m . . f
                                            w w w w w w      the goal: column 3, row 1

    Source: Simon Tatham's Portable Puzzle Collection, `unfinished/slide.c`.

    >>> decode_slide("6x4u:w7md1aefewd5d1e2few6,3,1").rows()
    ('######', '#AAa.-', '#AA..-', '######')
    """
    found = re.fullmatch(_SLIDE, text.strip())
    if found is None:
        fail(1, "expected a size, cells and a goal, as in {example}", example="6x4u:w7md1aefewd5d1e2few6,3,1")
    width, height, x, y = (int(found[each]) for each in (1, 2, 4, 5))
    check_cells(width, height)
    runs = re.sub(r"(f?[amew])(\d+)", lambda run: run[1] * min(int(run[2]), MAX_CELLS + 1), found[3].lower())
    items, piece = re.findall(r"(f?)(?:d(\d+)|(.))", runs), list[int]()
    for cell, (_, back, letter) in enumerate(items):
        begun = piece[cell - int(back)] if back and 0 < int(back) <= cell else -1
        if back and begun < 0:
            fail(None, "d{back} of cell {cell} does not continue a piece", back=back, cell=cell)
        piece.append(begun if back else cell if letter in "am" else -1)
    mains = [cell for cell, (_, _, letter) in enumerate(items) if letter == "m"]
    if len(piece) != width * height or len(mains) != 1:
        template = "{got} {got:cell|cells} and {mains} main {mains:piece|pieces}; expected {expected} and one"
        fail(None, template, got=len(piece), mains=len(mains), expected=width * height)
    more = new_symbols("A")
    names = {head: "A" if head == mains[0] else next(more) for head in dict.fromkeys(piece) if head >= 0}
    where = {s: [(c % width, c // width) for c, p in enumerate(piece) if p == head] for head, s in names.items()}
    walls = frozenset(cell for cell, item in enumerate(items) if item[2] == "w")
    board = Board(width, height, walls, frozenset(cell for cell, item in enumerate(items) if item[0]) - walls)
    fits = x < width and y < height and board.cells(Kind.of(where["A"], gates=True), y * width + x)
    puzzle = keyed(board, "A", where, [y * width + x] if fits else [])
    return with_goal(claimed(puzzle, found[6], "move"), goal)


_FORM = matching(rf"(?ai)\d+x\d+(?:m\d*|u)?:{_CELLS}(?:,.*)?")
SLIDE = Notation("slide", "an identifier of slide", "slide 的标识", _FORM, decode_slide, encode_slide, sure=True)
