"""Distances of 3x4 tiles, sixty layouts in a word (see `huarong.kernels.orders`)."""

import math

import numpy as np
from numpy.typing import NDArray

from huarong.atlas.goals import puzzle_at
from huarong.limits import Watch
from huarong.model.board import Goal, Layout, Metric
from huarong.model.tiles import tile_orders
from huarong.parallel import Threads
from huarong.space.space import Space
from huarong.tiles.orders import OrderSearch

_SIZES = ((3, 4),)
"""The board sizes, width and height, for which the tables pay."""
_CHUNKS = 64
"""The number of parts of a level; each free thread takes the next one."""


def distances(
    space: Space, goal: Goal, metric: Metric, *, threads: int = 1, watch: Watch | None = None
) -> NDArray[np.uint8] | str:
    """Return every rank's distance to the goal, equal in all metrics; 255 if the goal cannot be reached.

    Returns an empty text if this search cannot be used: it requires numbered tiles on 3x4, a goal with a place for each
    tile, and enough memory. Besides the result, it takes half a bit for each layout.
    """
    watch, cells = watch or Watch(), space.board.size
    order = _order(space, goal)
    if order is None or math.factorial(cells) * 1.1 > watch.memory:
        return ""
    result = np.empty(math.factorial(cells), np.uint8)
    parts = [len(result) * i // _CHUNKS for i in range(_CHUNKS + 1)]
    with Threads(threads) as pool:
        try:
            for _ in pool.map(lambda a, b: result[a:b].fill(255), parts, parts[1:]):
                watch.count(0)
            search, found, depth = OrderSearch(order, _CHUNKS, pool, result.data), 1, 0
            result[space.rank(Layout(tuple((order.index(tile),) for tile in range(1, cells))))] = 0
            while found:
                watch.count(found, depth)
                found, depth = search.advance(lambda: watch.count(0)), depth + 1
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return result


def _order(space: Space, goal: Goal) -> list[int] | None:
    """Return the tiles of the goal, cell by cell, with 0 for the blank; None if the space or the goal does not fit."""
    board, tiles = space.board, space.board.size - 1
    if (board.width, board.height) not in _SIZES or space.counts != ((1, 1),) * tiles or not space.size:
        return None
    orders = tile_orders(puzzle_at(space, space.layout(0), goal))
    return orders[1] if orders and sorted(orders[1]) == list(range(board.size)) else None
