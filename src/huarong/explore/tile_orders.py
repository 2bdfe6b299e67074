"""Exploration of 3x3 and 3x4 tiles level by level, bit-parallel: sixty orders in a word (see
`huarong.kernels.orders`).
"""

from __future__ import annotations

import math

from huarong.explore.exploration import Exploration, Request
from huarong.explore.plan import LevelRecord
from huarong.explore.store import StoredArray
from huarong.limits import Watch
from huarong.model.puzzle import Puzzle
from huarong.model.tiles import tile_orders
from huarong.parallel import Threads, cores
from huarong.tiles.order_tables import OrderSearch, place

_CHUNKS = 16
"""The number of parts in which a level is made; a free thread takes the next one."""


def fits(request: Request, memory: int) -> bool:
    """Whether `explore` does what a request asks for: 3x3 or 3x4 tiles with one complete goal, of which nothing is
    kept.

    The tables must take at most `memory` bytes.
    """
    board = request.puzzle.board
    return (
        sorted((board.width, board.height)) in ([3, 3], [3, 4])
        and tile_orders(request.puzzle) is not None
        and not (request.goals or request.farthest)
        and _bytes(board.size) <= memory
    )


def _bytes(cells: int) -> int:
    """The bytes of three sets of layouts: in each, a word for every head and cell of the blank."""
    return 3 * 8 * cells * math.factorial(cells - 1) // math.factorial(5)


def explore(request: Request, watch: Watch) -> Exploration:
    """Count the layouts at each distance from the start. All metrics agree, since a tile can only move by one cell."""
    cells = request.puzzle.board.size
    start, goal = (place(cells, order) for order in _read(request.puzzle))
    search = OrderSearch(cells, start, _CHUNKS)
    levels, solved = list[LevelRecord](), False

    def add(count: int, here: bool) -> None:
        file = StoredArray("", _bytes(cells) // 3, 0) if count else None
        levels.append(LevelRecord(len(levels), (count,), (file,), here))
        request.note(levels, watch.seconds)

    with Threads(request.resources.workers or cores()) as pool:
        add(1, start == goal)
        while levels[-1].count and not (request.until_goal and levels[-1].solved):
            watch.look(len(levels) - 1, sum(level.count for level in levels), math.factorial(cells) // 2)
            count = sum(search.advance(pool))
            solved = solved or levels[-1].solved
            add(count, not solved and search.has(goal))
    return request.answer("memory", levels, watch.seconds)


def _read(puzzle: Puzzle) -> tuple[list[int], list[int]]:
    """The tiles of start and goal in the kernel's order of the cells: along the side of three cells first."""
    orders = tile_orders(puzzle)
    assert orders is not None
    width, height = puzzle.board.width, puzzle.board.height
    if width == 3:
        return orders
    start, goal = ([order[width * y + x] for x in range(width) for y in range(height)] for order in orders)
    return start, goal
