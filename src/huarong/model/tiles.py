"""Whether a puzzle has numbered tiles, like the 8-puzzle and the 15-puzzle."""

from huarong.model.board import DIRECTIONS
from huarong.model.puzzle import Puzzle


def all_tiles(puzzle: Puzzle) -> bool:
    """Whether the pieces are 1x1, all different and free to slide, and exactly one cell is empty.

    The board may have walls. The goal need not name every tile if it distinguishes all of them.

    >>> all_tiles(Puzzle.parse("876/543/21.")), all_tiles(Puzzle.parse("AB/..", goal="../AB"))
    (True, False)
    """
    return (
        len(puzzle.kinds) == len(puzzle.pieces) == len(puzzle.board.free) - 1
        and not puzzle.board.gates
        and all(len(kind.shape) == 1 and len(kind.directions) == len(DIRECTIONS) for kind in puzzle.kinds)
    )


def tile_orders(puzzle: Puzzle) -> tuple[list[int], list[int]] | None:
    """Return the start and the goal of numbered tiles on an open board, cell by cell, 0 for the blank; else None.

    The goal must name every tile and have one alternative. Tiles are numbered from 1 like their kinds.

    >>> tile_orders(Puzzle.parse("312/4.5", goal="123/45."))
    ([3, 1, 2, 4, 0, 5], [1, 2, 3, 4, 5, 0])
    """
    goal = puzzle.goal.alternatives
    if puzzle.board.walls or len(goal) != 1 or len(goal[0]) != len(puzzle.pieces):
        return None
    if not all_tiles(puzzle):
        return None
    first, last = [0] * puzzle.board.size, [0] * puzzle.board.size
    for piece in puzzle.pieces:
        first[piece.head] = piece.kind + 1
    for kind, head in goal[0]:
        last[head] = kind + 1
    return first, last
