"""The engine for this machine's memory: a breadth-first search read level by level.

3x3 and 3x4 tiles are searched bit-parallel if no layouts are kept: sixty orders in a word (`huarong.kernels.orders`).
"""

import math
from array import array

import numpy as np

from huarong.errors import LimitReached
from huarong.explore.driver import planned
from huarong.explore.exploration import Exploration, Request
from huarong.explore.sorted_keys import Runs
from huarong.explore.store import LevelRecord, OutOfMemoryError, StoredArray
from huarong.explore.tile_bits import Tiles
from huarong.limits import Watch, usable_memory
from huarong.model.board import Layout
from huarong.model.tiles import tile_orders
from huarong.parallel import Threads, cores
from huarong.search.bfs import BreadthFirst
from huarong.tiles.orders import DeviceOrderSearch, OrderSearch, heads

_SCANNED = 1 << 16
"""The number of keys to compare with the goals at a time."""
_CHUNKS = 16
"""The number of parts into which a level of orders is divided; each free thread takes the next one."""


def explore(request: Request, watch: Watch) -> Exploration:
    """Explore in memory, without merging mirror images. Raises `OutOfMemoryError` if the layouts do not fit."""
    room = usable_memory(watch.memory)
    if has_orders(request, room):
        return explore_orders(request, watch)
    plan = Runs(request.puzzle, request.metric, goals=request.goals)
    words, most = plan.packing.words, plan.most
    if planned(request) is Tiles:
        most = Tiles(plan.puzzle, plan.metric).most
        if not request.until_goal and 8 * words * most > room:
            raise OutOfMemoryError(watch.memory)
    try:
        none = array("Q") if request.goals else None
        search = BreadthFirst(plan.puzzle, plan.metric, watch, plan.packing, goals=False, starts=none)
        search.threads = request.resources.workers
        for keys in plan.goal_keys(watch.look) if request.goals else ():
            search.enter(keys.data, len(keys) // words, np.empty(len(keys) // words, np.int64).data)
        search.kernel.begin()
        levels = _searched(request, plan, search, most)
        farthest: tuple[Layout, ...] = ()
        if levels and request.farthest:
            first = search.count - levels[-1].count
            keys = np.frombuffer(search.queue.view, np.uint64)[first * words : search.count * words]
            farthest = tuple(plan.layouts([keys], request.farthest))
        return request.answer("memory", levels, watch.seconds, farthest)
    except LimitReached as error:
        if error.limit != "memory":
            raise
        raise OutOfMemoryError(watch.memory) from error


def _searched(request: Request, plan: Runs, search: BreadthFirst, most: int | None) -> list[LevelRecord]:
    """Return the levels of a search to its end, or to the first level with a goal."""
    levels, watch, first = list[LevelRecord](), search.watch, 0
    words, why = plan.packing.words, search.why.PAUSED
    while True:
        # All layouts of the level that is being expanded are known: level d ends before number `search.levels[d + 1]`.
        while len(levels) <= search.depth and search.count:
            last, goal = search.levels[len(levels) + 1], False
            wanted = request.log is not None or not any(level.solved for level in levels)
            for at in range(first, last if wanted else first, _SCANNED):
                watch.look(len(levels), search.count, most)
                some = min(last, at + _SCANNED) - at
                keys = np.frombuffer(search.queue.view, np.uint64, some * words, 8 * at * words)
                goal = bool(plan.packing.solved(keys).any())
                del keys  # the queue cannot grow while an array has its memory
                if goal:
                    break
            file = StoredArray("", 8 * words * (last - first), 0)
            levels.append(LevelRecord(len(levels), (last - first,), (file,), goal))
            request.note(levels, watch.seconds)
            if goal and request.until_goal:
                return levels
            first = last
        if why == search.why.EXHAUSTED:
            request.note([*levels, LevelRecord(len(levels), (0,), (None,))], watch.seconds)
            return levels
        watch.look(len(levels), search.count, most)
        why = search.advance()
        if why == search.why.FULL:
            search.grow()


def has_orders(request: Request, memory: int) -> bool:
    """Whether a request is for 3x3 or 3x4 tiles with one complete goal, without farthest layouts, and fits memory."""
    board = request.puzzle.board
    small = sorted((board.width, board.height)) in ([3, 3], [3, 4])
    return small and orders(request) is not None and 8 * board.size * heads(board.size) <= memory


def orders(request: Request) -> tuple[list[int], list[int], int] | None:
    """Return the start and the goal along the lines of two or three cells, 0 for the blank, and the length of a line.
    None if layouts are not numbered by orders.
    """
    board, found = request.puzzle.board, tile_orders(request.puzzle)
    line = 3 if 3 in (board.width, board.height) else 2
    if found is None or request.goals or request.farthest or board.size < 6 or line not in (board.width, board.height):
        return None
    turned = [board.width * y + x for x in range(board.width) for y in range(board.height)]
    cells = list(range(board.size)) if board.width == line else turned
    start, goal = ([order[cell] for cell in cells] for order in found)
    return start, goal, line


def explore_orders(request: Request, watch: Watch) -> Exploration:
    """Count the layouts of tiles by orders. All metrics agree, because a tile can only move by one cell."""
    found = orders(request)
    assert found is not None
    with Threads(request.resources.workers or cores()) as pool:
        return by_orders(request, watch, OrderSearch(found[0], _CHUNKS, pool), "memory")


def by_orders(request: Request, watch: Watch, search: OrderSearch | DeviceOrderSearch, engine: str) -> Exploration:
    """Search all orders to the end or to the goal, and count the layouts of each level."""
    start, last, _ = orders(request) or ([], [], 0)
    levels, solved, most = list[LevelRecord](), False, math.factorial(request.puzzle.board.size) // 2

    def add(count: int, here: bool) -> None:
        file = StoredArray("", search.bytes, 0) if count else None
        levels.append(LevelRecord(len(levels), (count,), (file,), here))
        request.note(levels, watch.seconds)

    add(1, start == last)
    while levels[-1].count and not (request.until_goal and levels[-1].solved):
        watch.look(len(levels) - 1, sum(level.count for level in levels), most)
        count = search.advance()
        solved = solved or levels[-1].solved
        add(count, not solved and search.has(last))
    return request.answer(engine, levels, watch.seconds)
