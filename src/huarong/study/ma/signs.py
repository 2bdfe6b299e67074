"""马旭's sign matrices: for every cell, by 0 and 1, the cells that a piece there can move to.

His section 4 builds one for the blank of the 8-puzzle, and says that others serve other games: the knight, with up to
eight leaps, and a matrix for each kind of piece in 华容道.
"""

from __future__ import annotations

from collections.abc import Iterable

from huarong.errors import InputError
from huarong.model.board import DELTA, MAX_CELLS, Board, Kind

SignMatrix = tuple[tuple[int, ...], ...]
"""`sign[p][k]` is 1 where a piece can go from cell p to cell k."""

KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
"""The eight leaps of a knight, as (x, y)."""


def _matrix(board: Board, kind: Kind, offsets: Iterable[tuple[int, int]]) -> SignMatrix:
    if not 0 < board.size <= MAX_CELLS or board.width < 1:
        raise InputError(
            "{w}x{h} is not a valid board; expected at most {most:,} {most:cell|cells}",
            w=board.width,
            h=board.height,
            most=MAX_CELLS,
        )
    heads = set(board.heads(kind))
    rows = [[0] * board.size for _ in range(board.size)]
    for p in heads:
        y, x = divmod(p, board.width)
        for dx, dy in offsets:
            k = (y + dy) * board.width + x + dx
            if 0 <= x + dx < board.width and k in heads:
                rows[p][k] = 1
    return tuple(map(tuple, rows))


def sign_matrix(board: Board, kind: Kind) -> SignMatrix:
    """Where a sliding piece can go on the empty board, from each cell at which its head can be.

    Raises `InputError` for a board of more than `MAX_CELLS` cells.

    >>> for row in sign_matrix(Board(2, 2), Kind.of([(0, 0)])): print(*row)
    0 1 1 0
    1 0 0 1
    1 0 0 1
    0 1 1 0
    """
    return _matrix(board, kind, [DELTA[direction] for direction in kind.directions])


def knight_matrix(width: int, height: int) -> SignMatrix:
    """Where a knight can go. Raises `InputError` for a board of more than `MAX_CELLS` cells.

    >>> sum(map(sum, knight_matrix(8, 8)))
    336
    """
    return _matrix(Board(width, height), Kind.of([(0, 0)]), KNIGHT)
