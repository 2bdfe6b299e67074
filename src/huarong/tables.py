"""Additive pattern databases for tiles: built once, kept in the user's cache folder, checked when read.

A set of tables belongs to a board and the cell where the goal has the blank; tiles are called after the
cells where the goal has them. Its name says the sizes of its patterns: `tiles-6-6-3` for the 15-puzzle,
`tiles-5x5-5-5-5-5-4` for the 24-puzzle, `tiles-4x4-b5-6-6-3` where the blank is at cell 5 in the end.
"""

from __future__ import annotations

import contextlib
import math
import operator
import os
import re
import struct
import tempfile
import threading
import zlib
from array import array
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import accumulate, combinations
from pathlib import Path

from huarong import cache
from huarong.errors import Cancelled, HuarongError, InputError, LimitReached, UnknownName
from huarong.kernels import kernel
from huarong.watch import Cancel, Watch

__all__ = [
    "MAX_MEMORY",
    "BuildCancelledError",
    "Building",
    "Stored",
    "TableSet",
    "TablesTooLargeError",
    "build",
    "default_set",
    "folder",
    "load",
    "numbers",
    "remove",
    "steering",
    "stored",
    "symmetries",
    "table_set",
    "targets",
    "views",
]

MAX_MEMORY = 4 << 30
MOST_CELLS = 64

_SMALL = 8_000_000
"""A pattern of the default sets has at most so many arrangements."""

_SHAPES: dict[tuple[int, int, int, tuple[int, ...]], tuple[tuple[int, ...], ...]] = {
    (4, 4, 0, (6, 6, 3)): ((3, 6, 7, 10, 11, 15), (1, 2, 4, 5, 8, 9), (12, 13, 14)),
    (5, 5, 0, (5, 5, 5, 5, 4)): (
        (1, 2, 5, 6, 7),
        (3, 4, 8, 9, 14),
        (10, 11, 15, 16, 20),
        (12, 13, 17, 18, 19),
        (21, 22, 23, 24),
    ),
    (5, 5, 0, (6, 6, 6, 6)): (
        (1, 2, 5, 6, 7, 12),
        (3, 4, 8, 9, 13, 14),
        (10, 11, 15, 16, 20, 21),
        (17, 18, 19, 22, 23, 24),
    ),
}
"""Patterns whose tiles lie close together; others are cut from the tiles in reading order."""


class TablesTooLargeError(LimitReached):
    """A set of tables that does not fit into the memory allowed."""

    def __init__(self, name: str, size: int, max_memory: int) -> None:
        self.limit, self.depth, self.explored, self.seconds = "memory", 0, 0, 0.0
        template = "{name} takes {size:,} bytes of memory; the limit is {bound:,}"
        HuarongError.__init__(self, template, name=name, size=size, bound=max_memory)


class BuildCancelledError(Cancelled):
    """A build that its user ended."""

    def __init__(self, name: str, done: int, total: int) -> None:
        self.depth, self.explored = 0, done
        template = "cancelled: {done:,} of {total:,} entries of {name}; patterns finished are kept"
        HuarongError.__init__(self, template, name=name, done=done, total=total)


@dataclass(frozen=True, slots=True)
class TableSet:
    """The patterns that a board's tiles are divided into, for goals with the blank at one cell.

    >>> table_set("tiles-7-8").patterns
    ((1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15))
    """

    width: int
    height: int
    blank: int
    patterns: tuple[tuple[int, ...], ...]

    @property
    def name(self) -> str:
        """How it is called."""
        size = (
            f"-{self.width}x{self.height}"
            if (self.width, self.height) != (4, 4) or self.blank
            else ""
        )
        blank = f"-b{self.blank}" if self.blank else ""
        return f"tiles{size}{blank}-" + "-".join(str(len(pattern)) for pattern in self.patterns)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The bytes of each pattern's table: how many arrangements its tiles have."""
        return tuple(math.perm(self.width * self.height, len(each)) for each in self.patterns)

    @property
    def offsets(self) -> tuple[int, ...]:
        """Where each table begins in the memory of all."""
        return tuple(accumulate(self.sizes, initial=0))[:-1]

    @property
    def memory(self) -> int:
        """The bytes that building takes at most: all the tables, and three times the largest."""
        return sum(self.sizes) + 3 * max(self.sizes)


@dataclass(frozen=True, slots=True)
class Building:
    """How far tables are built: arrangements reached, of how many, in how many seconds."""

    name: str
    done: int
    total: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Stored:
    """A set of tables in the cache folder."""

    name: str
    bytes: int
    complete: bool
    path: Path


def table_set(name: str) -> TableSet:
    """The set of a name: `tiles-7-8`, `tiles-3x5-6-6-2`, `tiles-4x4-b5-6-6-3`.

    Raises `UnknownName`, or `InputError` where the sizes do not fit the board.

    >>> table_set("tiles-3x3-8").sizes
    (362880,)
    """
    result = _parse(name)
    if result is None:
        raise UnknownName(name, dict.fromkeys([*_OFFERED, *(each.name for each in stored())]))
    cells, sizes = result.width * result.height, [len(pattern) for pattern in result.patterns]
    if not 2 <= cells <= MOST_CELLS or result.blank >= cells or sum(sizes) != cells - 1:
        raise InputError(
            "{name}: the patterns of {width}x{height} have {tiles} tiles in all",
            name=name,
            width=result.width,
            height=result.height,
            tiles=cells - 1,
        )
    if not 0 < min(sizes) <= max(sizes) <= (8 if cells <= 16 else 7):
        raise InputError("{name}: a pattern has 1 to 8 tiles (7 on more than 16 cells)", name=name)
    return result


def _parse(name: str) -> TableSet | None:
    match = re.fullmatch(r"tiles(?:-(\d{1,2})x(\d{1,2}))?(?:-b(\d{1,2}))?((?:-\d{1,2})+)", name)
    if not match:
        return None
    sizes = tuple(int(size) for size in match[4].split("-")[1:])
    return _divided(int(match[1] or 4), int(match[2] or 4), int(match[3] or 0), sizes)


def default_set(width: int, height: int, blank: int, max_memory: int = MAX_MEMORY) -> TableSet:
    """The set that is built where none is asked for: in seconds, and within the memory.

    >>> default_set(4, 4, 0).name, default_set(5, 5, 0).name
    ('tiles-6-6-3', 'tiles-5x5-5-5-5-5-4')
    """
    cells = width * height
    for k in range(min(8 if cells <= 16 else 7, cells - 1), 0, -1):
        sizes = (k,) * ((cells - 1) // k) + (((cells - 1) % k,) if (cells - 1) % k else ())
        result = _divided(width, height, blank, sizes)
        if max(result.sizes) <= _SMALL and result.memory <= max_memory:
            return result
    raise TablesTooLargeError(result.name, result.memory, max_memory)


def _divided(width: int, height: int, blank: int, sizes: tuple[int, ...]) -> TableSet:
    patterns = _SHAPES.get((width, height, blank, sizes))
    if patterns is None:
        tiles = [cell for cell in range(width * height) if cell != blank]
        ends = list(accumulate(sizes))
        patterns = tuple(tuple(tiles[e - k : e]) for e, k in zip(ends, sizes, strict=True))
    return TableSet(width, height, blank, patterns)


_OFFERED = ("tiles-6-6-3", "tiles-7-8", "tiles-5x5-5-5-5-5-4", "tiles-5x5-6-6-6-6")


# The cache folder: a folder for each set, a file for each pattern.

_MAGIC, _VERSION = b"HRTILES\n", 1
_HEADER = struct.Struct("<8sHBBBB8sQI")


def folder() -> Path:
    """Where tables are kept: the user's cache folder, or that of `HUARONG_CACHE`."""
    return cache.folder("tables")


def stored() -> tuple[Stored, ...]:
    """The sets in the cache folder, also those that are partly built."""
    result = []
    for path in sorted(folder().glob("tiles-*")):
        tables = _parse(path.name)
        if tables is not None:
            files = [path / _file(pattern) for pattern in tables.patterns]
            sizes = [file.stat().st_size if file.is_file() else 0 for file in files]
            whole = sizes == [_HEADER.size + size for size in tables.sizes]
            result.append(Stored(path.name, sum(sizes), whole, path))
    return tuple(result)


def remove(name: str) -> int:
    """Remove a set from the cache folder: the bytes freed. Raises `UnknownName`."""
    found = next((each for each in stored() if each.name == name), None)
    if found is None:
        raise UnknownName(name, [each.name for each in stored()])
    for path in found.path.glob("*.table*"):
        path.unlink()
    with contextlib.suppress(OSError):
        found.path.rmdir()
    _loaded.pop(name, None)
    return found.bytes


def build(
    name: str,
    *,
    progress: Callable[[Building], None] | None = None,
    cancel: Cancel | None = None,
    max_memory: int = MAX_MEMORY,
) -> Stored:
    """Build a set into the cache folder; what is there already, and sound, is kept.

    Each pattern is written as soon as it is finished, so a build that was stopped goes on from there.
    Raises `UnknownName`, `InputError`, `LimitReached` and `Cancelled`.
    """
    tables = table_set(name)
    load(tables, progress=progress, cancel=cancel, max_memory=max_memory, must_keep=True)
    return next(each for each in stored() if each.name == tables.name)


_loaded: dict[str, bytearray] = {}
"""The tables in memory, the latest last."""


def load(
    tables: TableSet,
    *,
    may_build: bool = True,
    must_keep: bool = False,
    progress: Callable[[Building], None] | None = None,
    cancel: Cancel | None = None,
    max_memory: int = MAX_MEMORY,
) -> bytearray | None:
    """The tables of a set, one after the other, from memory or the cache folder.

    What is missing there or damaged is built and kept (`must_keep`: or `InputError` is raised), or without
    `may_build` the answer is None. Raises `LimitReached` and `Cancelled`.
    """
    if tables.name in _loaded and not must_keep:
        return _loaded[tables.name]
    if sum(tables.sizes) > max_memory:
        raise TablesTooLargeError(tables.name, sum(tables.sizes), max_memory)
    memory = bytearray(sum(tables.sizes))
    parts = list(zip(tables.patterns, tables.offsets, tables.sizes, strict=True))
    missing = []
    for pattern, offset, size in parts:
        if not _read(tables, pattern, memoryview(memory)[offset : offset + size]):
            if not may_build:
                return None
            missing.append((pattern, offset, size))
    if missing:
        _build(
            tables,
            missing,
            memory,
            must_keep,
            _Report(tables, missing, progress, cancel),
            max_memory,
        )
    while sum(map(len, _loaded.values())) + len(memory) > max_memory:
        del _loaded[next(iter(_loaded))]
    _loaded[tables.name] = memory
    return memory


def _file(pattern: tuple[int, ...]) -> str:
    return ".".join(map(str, pattern)) + ".table"


def _header(tables: TableSet, pattern: tuple[int, ...], content: memoryview) -> bytes:
    shape = (tables.width, tables.height, tables.blank, len(pattern), bytes(pattern))
    return _HEADER.pack(_MAGIC, _VERSION, *shape, len(content), zlib.crc32(content))


def _read(tables: TableSet, pattern: tuple[int, ...], into: memoryview) -> bool:
    """Whether the file of a pattern is there and sound; its table is read into memory."""
    try:
        with open(folder() / tables.name / _file(pattern), "rb", buffering=0) as file:
            header = file.read(_HEADER.size)
            count = 0
            while count < len(into) and (more := file.readinto(into[count:])):
                count += more
            longer = file.read(1)
    except OSError:
        return False
    return count == len(into) and not longer and header == _header(tables, pattern, into)


def _write(tables: TableSet, pattern: tuple[int, ...], content: memoryview) -> None:
    """Write the file of a pattern: to a temporary name first, so that it is there whole or not at all."""
    path = folder() / tables.name / _file(pattern)
    path.parent.mkdir(parents=True, exist_ok=True)
    number, temporary = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(_header(tables, pattern, content))
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


# Building.


class _Report:
    """What the threads that build tell the one that waits, and the other way round."""

    def __init__(
        self,
        tables: TableSet,
        parts: list[tuple[tuple[int, ...], int, int]],
        progress: Callable[[Building], None] | None,
        cancel: Cancel | None,
    ) -> None:
        self.name, self.total = tables.name, sum(size for _, _, size in parts)
        self.progress, self.watch = progress, Watch(None, cancel)
        self.done: dict[tuple[int, ...], int] = {}
        self.stop = threading.Event()

    def look(self) -> None:
        done = sum(self.done.values())
        if self.progress is not None:
            self.progress(Building(self.name, done, self.total, self.watch.seconds))
        if self.watch.back():
            raise BuildCancelledError(self.name, done, self.total)


def _build(
    tables: TableSet,
    parts: list[tuple[tuple[int, ...], int, int]],
    memory: bytearray,
    must_keep: bool,
    report: _Report,
    max_memory: int,
) -> None:
    """Build tables into their places in memory, two at a time where memory and processors allow."""
    left = max_memory - len(memory) - 3 * max(size for _, _, size in parts)
    if left < 0:
        raise TablesTooLargeError(tables.name, max_memory - left, max_memory)
    several = sum(size for _, _, size in sorted(parts)[1:2]) * 3 <= left
    with ThreadPoolExecutor(min(2, os.cpu_count() or 1) if several else 1) as pool:
        waiting: set[Future[None]] = set()
        try:
            for pattern, offset, size in sorted(parts, key=lambda part: -part[2]):
                place = memoryview(memory)[offset : offset + size]
                waiting.add(pool.submit(_build_one, tables, pattern, place, must_keep, report))
            while waiting:
                done, waiting = wait(waiting, 0.05, FIRST_COMPLETED)
                for each in done:
                    each.result()
                report.look()
        finally:
            report.stop.set()


def _build_one(
    tables: TableSet,
    pattern: tuple[int, ...],
    table: memoryview,
    must_keep: bool,
    report: _Report,
) -> None:
    """The table of one pattern, breadth-first from home; written as soon as it is there."""
    loops, cells, k = kernel("tiles"), tables.width * tables.height, len(pattern)
    target, total = targets(tables.width, tables.height), len(table)
    masks = array("Q", sorted(sum(1 << c for c in each) for each in combinations(range(cells), k)))
    orders = math.factorial(k)
    order, shifted = bytearray(k * (orders + 1)), array("i", bytes(4 * k * k * orders))
    loops.shifts(k, order, shifted)
    choose = array("q", (math.comb(cell, j) for cell in range(cells) for j in range(9)))
    scratch, stack = bytearray(2 * cells), array("i", bytes(4 * (4 * cells + 1)))
    moves = 4 * k * len(masks)
    plan = (*(array("i", bytes(4 * moves)) for _ in range(2)), bytearray(moves), bytearray(moves))
    for at in range(0, len(masks), 1024):
        end = min(at + 1024, len(masks))
        loops.plan(masks, target, choose, k, *plan, scratch, stack, at, end)
        if report.stop.is_set():
            return
    home = masks.index(sum(1 << tile for tile in pattern))
    loops.regions(masks[home], target, scratch, stack)
    distance, seen, fresh = bytearray(b"\xff") * total, bytearray(total), bytearray(total)
    start, due = home * orders, bytearray(b"\xff") * len(masks)
    distance[start], due[home] = 0, 0
    seen[start] = fresh[start] = 1 << scratch[tables.blank]
    active, memo = array("i", bytes(4 * orders)), array("q", [1, 1])
    state = (*plan, shifted, distance, seen, fresh, due, active, memo)
    depth = before = 0
    while memo[1] > before:
        before, at = memo[1], 0
        while at < len(masks):
            at = loops.grow(*state, depth, at, 1 << 20)
            report.done[pattern] = memo[0]
            if report.stop.is_set():
                return
        depth += 1
    del state, seen, fresh
    strides, at = array("q", _strides(cells, k)), 0
    while at < len(masks) and not report.stop.is_set():
        at = loops.renumber(masks, order, strides, distance, table, cells, at, 1 << 20)
    if at == len(masks):
        try:
            _write(tables, pattern, table)
        except OSError as error:
            if must_keep:
                text = "cannot write to {path}: {reason}"
                raise InputError(text, path=folder(), reason=error.strerror) from error


def _strides(cells: int, k: int) -> list[int]:
    """What the digit of each tile of a pattern counts: digit j has cells - j values."""
    return [math.prod(range(cells - k + 1, cells - i)) for i in range(k)]


# What a search needs to read a set.


def targets(width: int, height: int) -> array[int]:
    """For each cell four numbers: the cell above, below, left and right of it, or -1."""
    result = array("i")
    for y in range(height):
        for x in range(width):
            for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
                inside = 0 <= x + dx < width and 0 <= y + dy < height
                result.append((y + dy) * width + x + dx if inside else -1)
    return result


def views(tables: TableSet) -> tuple[tuple[int, ...], ...]:
    """The board's symmetries that leave the blank's cell: the identity, and a mirror where there is one."""
    cells = range(tables.width * tables.height)
    found = [
        view
        for view in symmetries(tables.width, tables.height)
        if view[tables.blank] == tables.blank and view != tuple(cells)
    ]
    return (tuple(cells), *found[:1])


def symmetries(width: int, height: int, turned: bool = False) -> list[tuple[int, ...]]:
    """Where each cell goes: the ways to lay a board upon itself, or with `turned`, on height x width."""
    result = []
    for swap in (False, True):
        if swap != turned and width != height:
            continue
        wide = height if swap else width
        for flip_x in (False, True):
            for flip_y in (False, True):
                cells = []
                for cell in range(width * height):
                    y, x = divmod(cell, width)
                    x, y = (width - 1 - x if flip_x else x), (height - 1 - y if flip_y else y)
                    cells.append(x * wide + y if swap else y * wide + x)
                result.append(tuple(cells))
    return result


def steering(tables: TableSet) -> tuple[array[int], ...]:
    """How numbers change as tiles move: what `huarong.kernels.tiles.search` takes after `target`.

    The steps, where the cells between begin, these cells, strides, patterns, and changes in passing.
    """
    cells, target = tables.width * tables.height, targets(tables.width, tables.height)
    step, first, between = array("q"), array("i", [0]), array("i")
    stride, group, passing = array("q"), array("i"), array("q")
    slot = {tile: (g, i) for g, each in enumerate(tables.patterns) for i, tile in enumerate(each)}
    counts = [_strides(cells, len(pattern)) for pattern in tables.patterns]
    for view in views(tables):
        for edge, cell in enumerate(target):
            here, there = (view[cell], view[edge // 4]) if cell >= 0 else (0, 0)
            step.append(there - here)
            low, high = sorted((here, there))
            between.extend(c for c in range(cells) if low < view[c] < high)
            first.append(len(between))
        for tile in range(cells):
            g, i = slot.get(view[tile], (0, -1))
            stride.append(counts[g][i] if i >= 0 else 0)
            group.append(g)
            for other in range(cells):
                h, j = slot.get(view[other], (-1, -1))
                if g != h or i < 0 or i == j:
                    passing.append(0)
                else:
                    passing.append(-counts[g][i] if j < i else counts[g][j])
    return step, first, between, stride, group, passing


def numbers(tables: TableSet, board: Iterable[int]) -> array[int]:
    """Where in the tables each pattern of each view of a board is read."""
    cells, result = tables.width * tables.height, array("q")
    place = {tile: cell for cell, tile in enumerate(board)}
    for view in views(tables):
        back = {image: cell for cell, image in enumerate(view)}
        for pattern, offset in zip(tables.patterns, tables.offsets, strict=True):
            at = [view[place[back[tile]]] for tile in pattern]
            digits = (c - sum(b < c for b in at[:i]) for i, c in enumerate(at))
            strides = _strides(cells, len(pattern))
            result.append(offset + sum(map(operator.mul, digits, strides)))
    return result
