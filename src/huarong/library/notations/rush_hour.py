"""Rush Hour: the 36 cells of its board."""

from __future__ import annotations

import re
import string

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.library.notations.base import Notation, check_size, fail, with_goal
from huarong.model.board import Board, Kind, Piece
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup

SIDE = 6
_RUSH = r"[A-Zox.]{36}"


def is_rush(text: str) -> bool:
    """Whether a text is 36 characters of Rush Hour."""
    return bool(re.fullmatch(_RUSH, text.strip()))


def encode_rush(puzzle: Puzzle) -> str:
    """Write Rush Hour's 36 characters, the red car `X`, walls `x`: see `decode_rush`."""
    board = puzzle.board
    if (board.width, board.height) != (SIDE, SIDE) or board.gates:
        check_size(puzzle, SIDE, SIDE)
    for piece in puzzle.pieces:
        kind = puzzle.kinds[piece.kind]
        if kind.directions != kind.along or not _straight(kind):
            raise CannotExpress(
                "{symbol!r} is not a valid vehicle; expected 1xN or Nx1, sliding along its length", symbol=piece.symbol
            )
    red = puzzle.key
    across = red is not None and puzzle.kinds[red.kind].along == "LR"
    if red is None or not across or puzzle.goal.alternatives != (((red.kind, _exit(puzzle, red)),),):
        raise CannotExpress("the goal of Rush Hour is one car in its row at the right edge; this goal is different")
    letters = string.ascii_uppercase.replace("X", "")
    symbols = [piece.symbol for piece in puzzle.pieces]
    spare = iter(letter for letter in letters if letter not in symbols)
    names = {symbol: symbol if symbol in letters else next(spare) for symbol in symbols}
    names |= {red.symbol: "X", "#": "x", ".": "."}
    return "".join(names[symbol] for symbol in "".join(puzzle.rows()))


def _exit(puzzle: Puzzle, red: Piece) -> int:
    """The head of the red car where it touches the right edge in its row."""
    row = red.head // SIDE
    return row * SIDE + SIDE - len(puzzle.kinds[red.kind].shape)


def _straight(kind: Kind) -> bool:
    """Whether a kind's cells, two or more, are a line without gaps."""
    xs, ys = zip(*kind.shape, strict=True)
    lined = not any(xs) or not any(ys)
    return lined and len(kind.shape) == max(*xs, *ys) + 1 > 1


def decode_rush(text: str, goal: str | None = None) -> Puzzle:
    """Read Rush Hour's 36 characters: the cells of a 6x6 board in reading order.

    A capital letter is a vehicle of two or more cells in a line, which slides only along it; `X` is the red car, or
    `A` if there is no `X` (Michael Fogleman's form). `.` or `o` is empty, `x` a wall. Solved when the red car
    touches the right edge::

        AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.     A A . . . O
                                                 P . . Q . O
                                                 P X X Q . O   <- the red car leaves here
                                                 P . . Q . .
                                                 B . . . C C
                                                 B . R R R .

    Source: https://www.michaelfogleman.com/rush/ (the 36 characters).

    >>> puzzle = decode_rush("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.")
    >>> puzzle.rows()[2], puzzle.goal.alternatives
    ('PXXQ.O', (((4, 16),),))
    """
    text = text.strip()
    if not re.fullmatch(_RUSH, text):
        column = next((i for i, c in enumerate(text[:36], 1) if not re.match("[A-Zox.]", c)), 0)
        fail(column or min(len(text), 36) + 1, "expected 36 characters: A to Z, `.` or `o` empty, `x` a wall")
    where: dict[str, list[tuple[int, int]]] = {}
    for i, symbol in enumerate(text):
        where.setdefault(symbol, []).append((i % SIDE, i // SIDE))
    for symbol in ".o":
        where.pop(symbol, None)
    walls = frozenset(y * SIDE + x for x, y in where.pop("x", []))
    red = "X" if "X" in where else "A"
    faults = []
    for symbol, cells in where.items():
        kind = Kind.of(cells)
        column = text.index(symbol) + 1
        if not _straight(kind):
            template = "{symbol!r} is not a valid vehicle; expected two or more cells in a line"
            faults.append(Fault.at(1, column, template, symbol=symbol))
        elif symbol == red and kind.along != "LR":
            template = "the red car {symbol!r} stands upright; expected a car in a row"
            faults.append(Fault.at(1, column, template, symbol=symbol))
    if red not in where:
        faults.append(Fault("there is no red car: expected X, or A"))
    if faults:
        raise PuzzleError(faults)
    setup = Setup(Board(SIDE, SIDE, walls))
    for symbol, cells in where.items():
        setup.place(symbol, cells, directions=Kind.of(cells).along)
    y, length = where[red][0][1], len(where[red])
    exits = [(x, y) for x in range(SIDE - length, SIDE)]
    return with_goal(Puzzle.of(setup, [{red: exits}]), goal)


RUSH_HOUR = Notation(
    "rush", "Rush Hour's 36 characters", "塞车时间 36 字符", is_rush, decode_rush, encode_rush, sure=True
)
