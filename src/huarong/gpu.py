"""Whole spaces and explorations on a graphics processor: `pip install "huarong[gpu]"` (CuPy).

Two ways: where the space is numbered and a step counts, a byte for each rank (`distances`), by the kernels in
`data/dense.cu`; for any puzzle whose keys fit into 64 bits, sorted keys (`neighbours`), by array operations
alone. Both run without a device as well, for tests: the kernels are also plain C, and the arrays may be NumPy's.
"""

from __future__ import annotations

import functools
import importlib
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import resources
from typing import Any, Protocol

import numpy as np

from huarong.board import Metric
from huarong.errors import HuarongError, InputError
from huarong.explore import Exploration
from huarong.explore.runs import reversible
from huarong.explore.tiles import Tiles
from huarong.library import puzzle as read_puzzle
from huarong.packing import BOARD, NUMBER, Packing
from huarong.puzzle import Goal, Puzzle
from huarong.rules import Rules
from huarong.search import Progress, as_metric
from huarong.space import Space

__all__ = ["Cuda", "Device", "available", "distances", "explore", "neighbours"]

_THREADS = 256
_FAR = 254
_MOST_CELLS, _MOST_PIECES = 128, 64


class Device(Protocol):
    """Where arrays lie and kernels run: `Cuda`, or a stand-in in tests."""

    xp: Any
    """The array module: CuPy or NumPy."""

    def launch(self, name: str, size: int, *args: Any) -> None:
        """Run a kernel of `data/dense.cu` on arrays and integers (64 bits where they are `np.int64`)."""


class Cuda:
    """The graphics processor of this machine, through CuPy. Raises `InputError` where there is none."""

    def __init__(self) -> None:
        try:
            self.xp = importlib.import_module("cupy")
        except ImportError as error:
            raise InputError('this needs CuPy: pip install "huarong[gpu]"') from error
        try:
            found = self.xp.cuda.runtime.getDeviceCount()
        except self.xp.cuda.runtime.CUDARuntimeError as error:
            raise InputError(
                "there is no graphics processor here that CuPy can use: {why}", why=str(error)
            ) from error
        if not found:
            raise InputError(
                "there is no graphics processor here that CuPy can use: {why}", why="none found"
            )

    @functools.cached_property
    def _module(self) -> Any:
        return self.xp.RawModule(code=source())

    def launch(self, name: str, size: int, *args: Any) -> None:
        """Run a kernel with a thread for each item."""
        self._module.get_function(name)((-(-size // _THREADS),), (_THREADS,), args)


def source() -> str:
    """The kernels' text."""
    return resources.files("huarong").joinpath("data/dense.cu").read_text("utf-8")


def available() -> bool:
    """Whether there is a device and CuPy to use it."""
    try:
        Cuda()
    except InputError:
        return False
    return True


# A byte for each rank


class Dense:
    """A space on a device: its tables, and the kernels on them."""

    def __init__(self, space: Space, device: Device, reverse: bool) -> None:
        self.space, self.device, self.xp = space, device, device.xp
        rules, tables, cells = (
            Rules.of(space.board, space.kinds, reverse),
            space.tables,
            space.board.size,
        )
        if rules.words > 1 or cells > _MOST_CELLS or len(space.board.free) > _MOST_PIECES:
            raise InputError(
                "boards of more than {most} cells are not for this engine", most=_MOST_PIECES
            )
        place = np.full(len(space.kinds) * cells, -1, np.int32)
        place[np.array(rules.kind) * cells + np.array(rules.head)] = np.arange(len(rules.head))
        moved = self.xp.asarray
        self.tables = (
            moved(tables.cell),
            moved(tables.to.reshape(-1)),
            moved(tables.before.reshape(-1)),
            moved(place),
            moved(np.array(rules.head, np.int32)),
            moved(np.array(rules.step, np.int32)),
            moved(np.array(rules.cover, np.uint64)),
            moved(np.array(rules.enter, np.uint64)),
            np.int32(tables.letters),
            np.int32(cells),
        )

    def goals(self, goal: Goal) -> Any:
        """A table with 0 for the goal's layouts and 255 for the others."""
        wanted = array("i")
        for each in goal.alternatives:
            wanted.append(len(each))
            wanted.extend(x for kind, head in each for x in (kind + 1, head))
        wanted.append(-1)
        table = self.xp.empty(self.space.size, np.uint8)
        self.device.launch(
            "goals", self.space.size, *self.tables, self.xp.asarray(np.array(wanted, np.int32)), table,
            np.int64(self.space.size),
        )  # fmt: skip
        return table

    def fill(self, table: Any, until: Callable[[int], bool] | None = None) -> int:
        """Level after level, all distances in steps; returns the last depth.

        `until` is asked before each level is expanded, and ends the search where it says so.
        """
        more, depth = self.xp.zeros(1, np.int32), 0
        while until is None or not until(depth):
            if depth == _FAR:
                raise InputError("distances of more than {most} are not for this engine", most=_FAR)
            more.fill(0)
            self.device.launch(
                "level",
                self.space.size,
                *self.tables,
                table,
                np.int64(self.space.size),
                np.int32(depth),
                more,
            )
            if not int(more[0]):
                break
            depth += 1
        return depth


def distances(space: Space, goal: Goal, *, device: Device | None = None) -> Any:
    """For every rank the distance to the goal in steps, 255 where there is no way: an array on the device.

    Raises `InputError` where there is no device, the board is too large, or a distance passes 254.
    """
    dense = Dense(space, device or Cuda(), reverse=True)
    table = dense.goals(goal)
    dense.fill(table)
    return table


def explore(
    puzzle: Puzzle | str,
    metric: Metric | str = Metric.MOVE,
    *,
    until_goal: bool = False,
    progress: Callable[[Progress, int | None], None] | None = None,
    device: Device | None = None,
) -> Exploration:
    """The same as `huarong.explore.explore`, on a device and in its memory. Raises `InputError`."""
    if isinstance(puzzle, str):
        puzzle = read_puzzle(puzzle)
    metric, device = as_metric(metric), device or Cuda()
    began = time.perf_counter()
    by_rank = (metric is Metric.STEP or Tiles.fits(puzzle, False)) and not until_goal
    counts, goal = [], None
    levels: Iterable[tuple[int, bool]] = (by_rank and _by_rank(puzzle, device)) or _by_key(
        puzzle, metric, device
    )
    for depth, (count, solved) in enumerate(levels):
        counts.append(count)
        if solved and goal is None:
            goal = depth
        if progress is not None:
            progress(Progress(depth, sum(counts), time.perf_counter() - began), None)
        if solved and until_goal:
            break
    complete = not (until_goal and goal is not None)
    return Exploration(puzzle, metric, tuple(counts), complete, goal, time.perf_counter() - began)


def _by_rank(puzzle: Puzzle, device: Device) -> list[tuple[int, bool]] | None:
    """How many layouts there are at each depth, and whether there is a goal; None where this cannot be."""
    xp, space = device.xp, Space.of(puzzle)
    try:
        dense = Dense(space, device, reverse=False)
        rank = space.rank(puzzle.start)
        table = xp.full(space.size, 255, np.uint8)
        table[rank] = 0
        last = dense.fill(table)
    except HuarongError:
        return None
    goals = dense.goals(puzzle.goal) == 0
    nearest = int(xp.where(goals, table, 255).min())
    return [(int((table == depth).sum()), depth == nearest) for depth in range(last + 1)]


# Sorted keys


def _by_key(puzzle: Puzzle, metric: Metric, device: Device) -> Iterator[tuple[int, bool]]:
    xp, packing = device.xp, Packing.of(puzzle, symmetric=False)
    if packing.words > 1 or packing.rules.words > 1:
        raise InputError("layouts of more than 64 bits are not for this engine")
    tables = _Keys(packing, xp)
    level = xp.asarray(np.array(packing.encode(packing.places(puzzle.start)), np.uint64))
    seen, both_ways = level[:0], reversible(puzzle)
    while len(level):
        yield len(level), tables.solved(level)
        found = neighbours(tables, level, metric)
        for known in (seen, level):
            if len(known):
                at = xp.minimum(xp.searchsorted(known, found), len(known) - 1)
                found = found[known[at] != found]
        seen = level if both_ways else xp.sort(xp.concatenate([seen, level]))
        level = found


class _Keys:
    """The tables of a packing of one word, as arrays of an array module."""

    def __init__(self, packing: Packing, xp: Any) -> None:
        rules, self.packing, self.xp = packing.rules, packing, xp
        self.cover, self.enter, self.z = (
            xp.asarray(np.array(each, np.uint64)) for each in (rules.cover, rules.enter, packing.z)
        )
        self.step = xp.asarray(np.array(rules.step, np.int64))
        self.fields = [
            (*packing.fields[5 * f + 1 : 5 * f + 5], mask) for f, mask in enumerate(packing.masks)
        ]

    def solved(self, keys: Any) -> bool:
        """Whether a goal is among these keys."""
        goals = self.packing.goals
        pairs = zip(goals[::2], goals[1::2], strict=True)
        return any(bool(((keys & np.uint64(m)) == np.uint64(v)).any()) for m, v in pairs)

    def pieces(self, keys: Any) -> Iterator[tuple[Any, Any, int, int]]:
        """For each piece that a layout may have: the rows that have it, its places, its field, and which it is there."""
        for f, (shift, base, form, size, mask) in enumerate(self.fields):
            value = (keys >> np.uint64(shift)) & np.uint64(mask)
            if form == BOARD:
                for i in range(mask.bit_length()):
                    rows = self.xp.flatnonzero((value >> np.uint64(i)) & np.uint64(1))
                    yield rows, self.xp.full(len(rows), base + i), f, 0
            else:
                one = np.uint64(mask if form == NUMBER else (1 << size) - 1)
                for i in range(max(1, form)):
                    places = base + ((value >> np.uint64(i * size)) & one).astype(np.int64)
                    yield self.xp.arange(len(keys)), places, f, i

    def moved(self, keys: Any, places: Any, to: Any, field: int, number: int) -> Any:
        """The keys with one piece of each lifted from a place to another."""
        shift, base, form, size, mask = self.fields[field]
        if form in (NUMBER, BOARD):
            return keys ^ self.z[places] ^ self.z[to]
        value, one = (keys >> np.uint64(shift)) & np.uint64(mask), np.uint64((1 << size) - 1)
        numbers = [(value >> np.uint64(i * size)) & one for i in range(form)]
        numbers[number] = (to - base).astype(np.uint64)
        ordered = self.xp.sort(self.xp.stack(numbers), axis=0)
        result = keys & ~np.uint64(mask << shift)
        for i in range(form):
            result = result | ordered[i] << np.uint64(shift + i * size)
        return result


def neighbours(tables: _Keys, keys: Any, metric: Metric) -> Any:
    """The sorted keys of all neighbours of some layouts, each once."""
    xp, occupied = tables.xp, tables.xp.zeros(len(keys), np.uint64)
    for rows, places, _, _ in tables.pieces(keys):
        occupied[rows] |= tables.cover[places]
    found = [keys[:0]]
    for rows, places, field, number in tables.pieces(keys):
        others = occupied[rows] & ~tables.cover[places]
        for at, to in _reached(tables, places, others, metric):
            found.append(tables.moved(keys[rows[at]], places[at], to, field, number))
    return xp.unique(xp.concatenate(found))


def _reached(tables: _Keys, places: Any, others: Any, metric: Metric) -> Iterator[tuple[Any, Any]]:
    """Where pieces can go past others: which of them, and the places, in portions."""
    xp = tables.xp

    def steps(at: Any, now: Any, d: int) -> tuple[Any, Any]:
        to = tables.step[4 * now + d]
        free = (to >= 0) & ((tables.enter[4 * now + d] & others[at]) == 0)
        return at[free], to[free]

    everyone = xp.arange(len(places))
    if metric is not Metric.MOVE:
        for d in range(4):
            at, now = steps(everyone, places, d)
            while len(at):
                yield at, now
                if metric is Metric.STEP:
                    break
                at, now = steps(at, now, d)
        return
    width = np.int64(len(tables.step))
    seen = xp.sort(everyone * width + places)
    at, now = everyone, places
    while len(at):
        pairs: Sequence[Any] = [steps(at, now, d) for d in range(4)]
        reached = xp.unique(xp.concatenate([at * width + now for at, now in pairs]))
        fresh = reached[seen[xp.minimum(xp.searchsorted(seen, reached), len(seen) - 1)] != reached]
        seen = xp.sort(xp.concatenate([seen, fresh]))
        at, now = fresh // width, fresh % width
        if len(at):
            yield at, now
