"""The levels of gnome-klotski."""

from __future__ import annotations

import re
from collections.abc import Collection

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.library.notations.base import Notation, check_cells, with_goal
from huarong.library.notations.key_piece import check_targets, covering, key_of, keyed, written
from huarong.model.board import Board, Kind
from huarong.model.puzzle import Puzzle
from huarong.model.symbols import new_symbols
from huarong.model.text import MAX_TEXT, too_long

_HEADER = r"(?m)^\w[\w.]*\s*:"


def is_gnome(text: str) -> bool:
    """Whether a text is a gnome-klotski level: it has a key piece, a wall and several lines, no headers."""
    return "*" in text and "#" in text and "\n" in text.strip("\n") and not re.search(_HEADER, text)


def encode_gnome(puzzle: Puzzle) -> str:
    """Write a gnome-klotski level: see `decode_gnome`. A goal at the edge may become a way out of the board: see
    `way_out`.
    """
    return written(puzzle, _level, whole=True)


def _level(puzzle: Puzzle) -> str:
    key, kind, covers = key_of(puzzle)
    targets = set().union(*covers)
    if targets & puzzle.board.gates:
        raise CannotExpress("this notation cannot mark a target on a gate")
    check_targets(puzzle, kind, covers, targets, targets.issuperset)
    symbols = {piece.symbol for piece in puzzle.pieces}
    names = {"#": "#", "-": "-", ".": " ", key: "*"}
    if "*" in symbols - {key}:
        names["*"] = next(new_symbols(symbols))
    grid = [names.get(symbol, symbol) for symbol in "".join(puzzle.rows())]
    for cell in targets:
        grid[cell] = "."
    width = puzzle.board.width
    return "\n".join("".join(grid[i : i + width]) for i in range(0, len(grid), width))


def decode_gnome(text: str, goal: str | None = None) -> Puzzle:
    r"""Read a level of gnome-klotski.

    `#` is a wall, `*` the key piece, `-` a gate that only the key piece may enter, `.` a target cell, a space a free
    cell (also outside the frame), any other character a piece. Solved when every cell of the key piece lies on a
    target. Short rows are filled with free cells. Pieces named `/` or `:`, which the grid text cannot use, get
    other names::

        ######      the key piece starts at the top
        #a**b#
        #m**n#
        #cdef#
        #ghij#
        #k  l#      two free cells
        ##--##      the gate
            ..
            ..      the targets

    Source: GNOME Klotski, `src/puzzle.vala`.

    >>> puzzle = decode_gnome("#####\n#**a-..\n#####")
    >>> puzzle.rows(), puzzle.goal.alternatives
    (('#####..', '#**a-..', '#####..'), (((0, 12),),))
    """
    if len(text) > MAX_TEXT:
        raise PuzzleError([too_long(text)])
    lines = text.replace("\r\n", "\n").strip("\n").split("\n")
    width = max(map(len, lines))
    check_cells(width, len(lines))
    where: dict[str, list[tuple[int, int]]] = {}
    faults = []
    for y, line in enumerate(lines):
        for x, symbol in enumerate(line.ljust(width)):
            if symbol == " " or symbol.isprintable():
                where.setdefault(symbol, []).append((x, y))
            else:
                faults.append(Fault.at(y + 1, x + 1, "{symbol!r} cannot stand for a piece", symbol=symbol))
    walls, gates, targets, _ = (where.pop(symbol, []) for symbol in "#-. ")
    if "*" not in where:
        faults.append(Fault("there is no key piece: expected *"))
    if not targets:
        faults.append(Fault("there is no target: expected . where the key piece must come"))
    if faults:
        raise PuzzleError(faults)
    number = {(x, y): y * width + x for y in range(len(lines)) for x in range(width)}
    board = Board(
        width, len(lines), frozenset(map(number.__getitem__, walls)), frozenset(map(number.__getitem__, gates))
    )
    where = _renamed(where, ":/")
    on = set(map(number.__getitem__, targets))
    return with_goal(keyed(board, "*", where, covering(board, Kind.of(where["*"], gates=True), on.issuperset)), goal)


def _renamed(where: dict[str, list[tuple[int, int]]], forbidden: Collection[str]) -> dict[str, list[tuple[int, int]]]:
    more = new_symbols({*where, *forbidden})
    return {next(more) if symbol in forbidden else symbol: cells for symbol, cells in where.items()}


GNOME = Notation(
    "gnome", "a gnome-klotski level", "gnome-klotski 关卡", is_gnome, decode_gnome, encode_gnome, sure=True
)
