"""The engine for this machine's memory: a breadth-first search read level by level; 3x3 and 3x4 tiles bit by bit."""

from __future__ import annotations

from array import array

import numpy as np

from huarong.errors import LimitReached
from huarong.explore import tile_orders
from huarong.explore.cost import planned
from huarong.explore.exploration import Exploration, Request
from huarong.explore.plan import LevelRecord, Shares
from huarong.explore.sorted_keys import Runs
from huarong.explore.store import OutOfMemoryError, StoredArray
from huarong.explore.tile_bits import Tiles
from huarong.limits import Watch, usable_memory
from huarong.model.board import Layout
from huarong.search.bfs import BreadthFirst

_SCANNED = 1 << 16
"""How many keys are compared with the goals at a time."""


def explore(request: Request, watch: Watch) -> Exploration:
    """Explore in memory, mirror images counted apart. Raises `OutOfMemoryError` if the layouts do not fit."""
    room = usable_memory(watch.memory)
    if tile_orders.fits(request, room):
        return tile_orders.explore(request, watch)
    plan = Runs(request.puzzle, request.metric, Shares(0), request.goals)
    words, most = plan.packing.words, plan.most
    if planned(request) is Tiles:
        most = Tiles(plan.puzzle, plan.metric, 1).most
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
    """The levels of a search to its end, or to the first level that holds a goal."""
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
                goal = plan.solved(keys)
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
