"""Whole spaces and explorations on a graphics processor: the extra `gpu` (CuPy).

A space has a byte for each rank in the device's memory, and its kernels are in `data/dense.cu`. They are also tested
without a device: they are C++ that compiles for the processor, and the arrays may be NumPy's.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable
from importlib import resources
from typing import Any

import numpy as np

from huarong.errors import InputError
from huarong.explore.exploration import Exploration, Request
from huarong.extras import optional
from huarong.limits import Watch
from huarong.model.goal import Goal
from huarong.model.metric import Metric, as_metric
from huarong.model.rules import Rules
from huarong.space.space import Space

_THREADS = 128
_CHUNK = 8192
"""Ranks to a block of threads; the number in `data/dense.cu` must be equal."""
_FAR, _UNKNOWN = 254, 255
_MOST_CELLS = 64
_MOST_EDGES = 1 << 23
_MOST_LAYOUTS = (1 << 32) - _CHUNK
_AHEAD = 16
"""Levels that are launched before the device is synchronized."""
_TABLES = 3
"""Bytes for each rank that exploring needs."""


class Cuda:
    """The graphics processor of this machine, through CuPy; tests have a stand-in, whose array module `xp` is NumPy.

    Raises `InputError` if there is none.
    """

    def __init__(self) -> None:
        self.xp = optional("cupy", "gpu")
        try:
            found = self.xp.cuda.runtime.getDeviceCount()
        except self.xp.cuda.runtime.CUDARuntimeError as error:
            raise InputError("there is no graphics processor here that CuPy can use: {why}", why=str(error)) from error
        if not found:
            raise InputError("there is no graphics processor here that CuPy can use: {why}", why="none found")

    @property
    def room(self) -> int:
        """How many bytes of its memory are free."""
        return int(self.xp.cuda.runtime.memGetInfo()[0])

    @functools.cached_property
    def _module(self) -> Any:
        return self.xp.RawModule(code=source())

    def launch(self, name: str, blocks: int, *args: Any) -> None:
        """Run `blocks` blocks of threads of a kernel of `data/dense.cu`; arguments are arrays and NumPy scalars."""
        self._module.get_function(name)((blocks,), (_THREADS,), args)


def source() -> str:
    """The source text of the kernels."""
    return resources.files("huarong").joinpath("data/dense.cu").read_text("utf-8")


class Dense:
    """A space on a device: its tables and kernels. Raises `InputError` for a space or board that is too large."""

    def __init__(self, space: Space, metric: Metric, device: Cuda, reverse: bool) -> None:
        self.space, self.metric, self.device, self.xp = space, metric, device, device.xp
        board, rules = space.board, Rules.of(space.board, space.kinds, reverse)
        cells = len(board.free)
        if not 0 < cells <= _MOST_CELLS:
            raise InputError("this engine takes boards of at most {most} {most:cell|cells}", most=_MOST_CELLS)
        if not 0 < space.size <= _MOST_LAYOUTS:
            template = "a space of {size:,} {size:layout|layouts} is too large for this engine; the most is {most:,}"
            raise InputError(template, size=space.size, most=_MOST_LAYOUTS)
        if space.tables.to.size > _MOST_EDGES:
            raise InputError(
                "the automaton of this space has {got:,} {got:edge|edges}, and the limit is {most:,}: explore on "
                "disk (--engine disk)",
                got=space.tables.to.size,
                most=_MOST_EDGES,
            )
        number = np.full(board.size + 1, cells)
        number[list(board.free)] = np.arange(cells)
        self.number = number
        tables = space.tables
        to = tables.to.reshape(-1).astype(np.int64)
        edges = tables.before.reshape(-1) | number[tables.cell[to]] << 32 | tables.letters * to << 40
        edges[to < 0] = np.iinfo(np.int64).min
        place = np.full((len(space.kinds), cells), -1, np.int32)
        head = number[np.array(rules.head)].astype(np.uint8)
        place[np.array(rules.kind), head] = np.arange(len(head))
        last = [cover.bit_length() - 1 for cover in rules.cover]
        given = (
            *(edges.view(np.uint64), place.reshape(-1), np.array(rules.step, np.int32)),
            *(head, np.array(last, np.uint8)),
            *(np.array(each, np.uint64) for each in (rules.cover, rules.halo, rules.enter)),
        )
        self.tables = (*map(self.xp.asarray, given), np.int32(tables.letters), np.int32(cells))

    @property
    def chunks(self) -> int:
        """The number of chunks of ranks."""
        return -(-self.space.size // _CHUNK)

    def goals(self, goal: Goal) -> Any:
        """A table with 0 for the goal's layouts and 255 for others, padded to whole chunks."""
        wanted = array("i")
        for each in goal.alternatives:
            wanted.append(len(each))
            wanted.extend(x for k, head in each for x in (k + 1, int(self.number[head])))
        wanted.append(-1)
        table = self.xp.full(self.chunks * _CHUNK, _UNKNOWN, np.uint8)
        listed = self.xp.asarray(np.array(wanted, np.int32))
        self.device.launch("goals", self.chunks, *self.tables, listed, table, np.uint32(self.space.size))
        return table

    def fill(self, table: Any, stop: Callable[[list[int]], bool] | None = None) -> list[int]:
        """Fill in the distances from the entries that are 0, level by level; returns how many layouts each level has.

        `stop` is called now and then with the levels so far; the search ends if it returns true. Raises `InputError`
        for distances of more than 254.
        """
        counts, metric = self.xp.zeros(_UNKNOWN + 1, np.uint64), self.metric.code
        for first in range(0, _UNKNOWN, _AHEAD):
            last = min(first + _AHEAD, _UNKNOWN)
            for depth in range(first, last):
                self.device.launch("level", self.chunks, *self.tables, table, counts, np.int32(depth), np.int32(metric))
            levels = [int(n) for n in counts.tolist()]
            if levels[_UNKNOWN]:
                raise InputError("distances of more than {most} are too large for this engine", most=_FAR)
            levels = levels[: levels.index(0)]
            if len(levels) < last or (stop is not None and stop(levels)):
                break
        return levels


def distances(space: Space, goal: Goal, metric: Metric | str = Metric.STEP, *, device: Cuda | None = None) -> Any:
    """For every rank the distance to the goal, 255 where none can be reached, as an array on the device.

    Raises `InputError` if there is no device, the board or the space is too large, or a distance passes 254.
    """
    dense = Dense(space, as_metric(metric), device or Cuda(), reverse=True)
    table = dense.goals(goal)
    dense.fill(table)
    return table[: space.size]


def explore(request: Request, watch: Watch, device: Cuda | None = None) -> Exploration:
    """Explore with a byte for each rank in a device's memory.

    Raises `InputError` if layouts are not numbered, a distance passes 254, or the device has too little memory.
    """
    puzzle, metric, until_goal = request.puzzle, request.metric, request.until_goal
    device, space = device or Cuda(), Space.of(puzzle)

    def nearest() -> int:
        return int(xp.where(goals, table, np.uint8(_UNKNOWN)).min())

    def stop(levels: list[int]) -> bool:
        watch.look(len(levels) - 1, sum(levels), space.size)
        return until_goal and nearest() < _UNKNOWN

    try:
        if _TABLES * space.size > device.room:
            raise MemoryError
        dense, xp = Dense(space, metric, device, reverse=False), device.xp
        goals = dense.goals(puzzle.goal) == 0
        table = xp.full(len(goals), _UNKNOWN, np.uint8)
        table[space.rank(puzzle.start)] = 0
        levels = dense.fill(table, stop)
        goal = nearest()
    except MemoryError as error:
        raise InputError("the graphics processor has too little memory: explore on disk (--engine disk)") from error
    if until_goal:
        levels = levels[: goal + 1]
    solved = goal < _UNKNOWN
    return Exploration(
        puzzle, metric, "gpu", tuple(levels), not (until_goal and solved), goal if solved else None, watch.seconds
    )
