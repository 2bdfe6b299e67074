"""Explorations in a graphics processor's memory: one bit a layout for tiles, one or two bytes for other puzzles."""

import math
from typing import Any

import numpy as np

from huarong.atlas.dense import unknown
from huarong.atlas.on_device import DenseOnDevice
from huarong.device import Device, chosen, here
from huarong.errors import InputError
from huarong.explore.exploration import Exploration, Request
from huarong.explore.memory import by_orders, orders
from huarong.limits import Watch
from huarong.space.numbering import NotNumberedError
from huarong.space.space import Space
from huarong.tiles.orders import DeviceOrderSearch

_TABLES = 3
"""Bytes for each rank that an exploration needs."""
_MANY = 1 << 26
"""The fewest layouts for which a device is used by default."""


def unasked(request: Request) -> Device | None:
    """Return a device if a request names no engine, has many layouts, and fits into the device; else None."""
    given, found, cells = request.resources, orders(request), request.puzzle.board.size
    if given.engine or given.folder or given.workers or given.by or request.goals or request.log:
        return None
    if found is not None:
        many = request.lines or math.factorial(cells) // 2 >= _MANY
        return chosen(None, lambda: DeviceOrderSearch.size(cells, found[2], request.lines), many)
    try:
        size = Space.of(request.puzzle).size
    except NotNumberedError:
        return None
    return chosen(None, lambda: _TABLES * size, size >= _MANY)


def explore(request: Request, watch: Watch, device: Device | None = None) -> Exploration:
    """Explore on a device.

    Raises `InputError` if layouts are not numbered, or the device has too little memory.
    """
    device, found = device or here(), orders(request)
    try:
        if found is not None:
            start, _, line = found
            search = DeviceOrderSearch(device, start, line, lambda: watch.count(0), request.lines)
            return by_orders(request, watch, search, "gpu")
        if request.lines:
            raise InputError("whole lines of tiles can move only on boards with a side of two or three cells")
        return _by_ranks(request, watch, device)
    except MemoryError as error:
        raise InputError("the graphics processor has too little memory: explore on disk (--engine disk)") from error


def _by_ranks(request: Request, watch: Watch, device: Device) -> Exploration:
    puzzle, until_goal, space, xp = request.puzzle, request.until_goal, Space.of(request.puzzle), device.xp

    def nearest(table: Any) -> int | None:
        found = int(xp.where(goals, table, table.dtype.type(unknown(table))).min())
        return found if found < unknown(table) else None

    device.require(_TABLES * space.size)
    dense = DenseOnDevice(space, request.metric, device, watch, reverse=False)
    goals = dense.goals(puzzle.goal) == 0
    table = xp.full(len(goals), 255, np.uint8)
    table[space.rank(puzzle.start)] = 0
    table, levels = dense.fill(table, lambda table: until_goal and nearest(table) is not None)
    goal = nearest(table)
    if until_goal and goal is not None:
        levels = levels[: goal + 1]
    complete = not (until_goal and goal is not None)
    return Exploration(puzzle, request.metric, "gpu", tuple(levels), complete, goal, watch.seconds)
