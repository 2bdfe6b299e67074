"""Building pattern databases for tiles, and their files: containers whose headers name the set and the pattern.

A pattern's distances are found breadth first from the goal, for two patterns at a time if memory allows. A finished
table is written to a `.table` file at once. A checkpoint is written to a `.table.begun` file every few seconds, from
which a stopped or killed build continues.
"""

import contextlib
import itertools
import math
import threading
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from huarong.container import Container, writing
from huarong.errors import FileError
from huarong.files import refusable
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.parallel import Threads, cores
from huarong.tiles.tableset import TableSet, TablesTooLargeError, cell_bits, strides, targets

TABLE, BEGUN = ".table", ".table.begun"
"""The endings of the names of files, which are also their kinds."""
PIECE = 1 << 20
"""The bytes that are read, written or filled at a time, in a few milliseconds."""
_EVERY = 5.0
"""The shortest time in seconds between two checkpoints; if writing one takes long, the pause is five times as long."""
_MASKS = 1024
"""The number of masks (see `huarong.kernels.patterns`) whose moves are found between two checks of the watch."""
_FULL = b"\xff" * PIECE


def file_name(pattern: tuple[int, ...], ending: str = TABLE) -> str:
    """Return the name of a pattern's file.

    >>> file_name((1, 2, 3))
    '1.2.3.table'
    """
    return ".".join(map(str, pattern)) + ending


def _header(tables: TableSet, pattern: tuple[int, ...]) -> dict[str, object]:
    return {"set": tables.name, "pattern": list(pattern)}


def _opened(path: Path, kind: str, tables: TableSet, pattern: tuple[int, ...], size: int) -> Container:
    """Open the file of a pattern. Raises `FileNotFoundError` and `FileError`."""
    found = Container.open(path, kind[1:])
    expected = {**_header(tables, pattern), "kind": kind[1:]}
    if found.header != expected or found.size != size:
        found.close()
        raise FileError("{path} belongs to another pattern", path=path)
    return found


def holds(path: Path, tables: TableSet, pattern: tuple[int, ...], size: int) -> bool:
    """Whether a file exists and is the table of a pattern, judging by its header only."""
    try:
        _opened(path, TABLE, tables, pattern, size).close()
    except (FileNotFoundError, FileError):
        return False
    return True


def read_table(
    path: Path,
    kind: str,
    tables: TableSet,
    pattern: tuple[int, ...],
    into: Sequence[memoryview] | int,
    check: Callable[[], None],
) -> bool:
    """Read a pattern's file into memory; return whether it exists, is valid, and is for this pattern.

    `into` may also be the expected number of bytes: then the content is only checked. `check` is called every few
    milliseconds and may raise an error.
    """
    parts = [] if isinstance(into, int) else [part for part in into if part]
    size = into if isinstance(into, int) else sum(map(len, parts))
    try:
        with _opened(path, kind, tables, pattern, size) as found:
            for piece in found.pieces():
                while piece and parts:
                    many = min(len(piece), len(parts[0]))
                    parts[0][:many] = piece[:many]
                    piece, parts[0] = piece[many:], parts[0][many:]
                    if not parts[0]:
                        del parts[0]
                check()
    except (FileNotFoundError, FileError):
        return False
    return True


def write_table(
    path: Path,
    kind: str,
    tables: TableSet,
    pattern: tuple[int, ...],
    body: Iterable[memoryview],
    check: Callable[[], None],
) -> None:
    """Write a file completely or not at all. `check` is called every few milliseconds and may raise an error.

    Raises `FileError`. The file is not flushed to the disk, because its content can be computed again.
    """
    with refusable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with writing(path, kind[1:], _header(tables, pattern), durable=False) as file:
        for part in body:
            for at in range(0, len(part), PIECE):
                file.write(part[at : at + PIECE])
                check()


@dataclass(frozen=True, slots=True)
class Order:
    """A table to build: its pattern, its file and, if the caller wants the table in memory too, the memory for it."""

    pattern: tuple[int, ...]
    path: Path
    into: memoryview | None = None


class _Stopped(Exception):
    """Ends a building thread whose table is no longer wanted."""


@dataclass
class _Crew:
    """The state that the building threads and the waiting thread share: progress, errors, and whether to stop."""

    tables: TableSet
    depth: dict[tuple[int, ...], int] = field(default_factory=dict)
    done: dict[tuple[int, ...], int] = field(default_factory=dict)
    stop: threading.Event = field(default_factory=threading.Event)

    def check(self) -> None:
        """Raise `_Stopped` in the calling thread if the build is over."""
        if self.stop.is_set():
            raise _Stopped

    def tell(self, pattern: tuple[int, ...], depth: int, done: int) -> None:
        """Report the progress of a pattern. Raises `_Stopped` if the build is over."""
        self.depth[pattern], self.done[pattern] = depth, done
        self.check()


def build_patterns(
    tables: TableSet, orders: Sequence[Order], watch: Watch, report: Callable[[int, int, int], None]
) -> None:
    """Build the tables of some patterns of a set, in threads.

    `report` is called many times a second with the depth, the entries done and their total; its exceptions end the
    build. If a file cannot be written, that is an error only for a table without memory of its own. Raises
    `LimitReached` for too little memory, and `FileError`.
    """
    work, sizes = (dict(zip(tables.patterns, each, strict=True)) for each in (tables.work, tables.sizes))
    total = sum(sizes[order.pattern] for order in orders)
    held = sum(len(order.into) for order in orders if order.into is not None)
    costs = sorted(
        (work[o.pattern] + (sizes[o.pattern] if tables.lines and o.into is None else 0) for o in orders), reverse=True
    )
    left = watch.memory - held - costs[0]
    if left < 0:
        raise TablesTooLargeError(tables.name, held + costs[0], watch.memory)
    several = len(costs) > 1 and costs[1] <= left
    crew = _Crew(tables)
    pool = Threads(min(2, cores()) if several else 1)

    def look() -> None:
        report(max(crew.depth.values(), default=0), sum(crew.done.values()), total)

    try:
        largest = sorted(orders, key=lambda order: -sizes[order.pattern])
        pool.all((partial(_build, order, crew) for order in largest), look, crew.stop.set, patient=False)
    finally:
        crew.stop.set()
        # The threads end within moments; a user who cancelled need not wait until their memory is freed.
        pool.shutdown(wait=False, cancel_futures=True)


def _build(order: Order, crew: _Crew) -> None:
    """Build the table of one pattern in its file, and in memory if wanted."""
    begun, tables = order.path.with_name(file_name(order.pattern, BEGUN)), crew.tables
    if tables.lines:
        body: Iterator[memoryview] = _lines(order, crew)
    else:
        growth = _Growth(order.pattern, begun, crew)
        growth.run()
        body = growth.blocks(order.into)
    if order.into is not None:
        for _ in body:
            crew.check()
        body = iter([order.into])
    try:
        write_table(order.path, TABLE, tables, order.pattern, body, crew.check)
        forget_checkpoint(order.path.parent, order.pattern)
    except FileError:
        if order.into is None:
            raise


def forget_checkpoint(folder: Path, pattern: tuple[int, ...]) -> None:
    """Delete the checkpoint of a pattern whose table is complete, if there is one."""
    with contextlib.suppress(OSError):
        (folder / file_name(pattern, BEGUN)).unlink()


def _filled(size: int, crew: _Crew) -> bytearray:
    """Return an array of `size` bytes 255, filled in pieces."""
    result = bytearray(size)
    for at in range(0, size, PIECE):
        result[at : at + PIECE] = _FULL[: min(PIECE, size - at)]
        crew.check()
    return result


_DEPTH, _MARKING, _AT, _REACHED = range(4)
"""Indices of `_Growth.state`: depth, whether a level is being expanded (0) or marked (1), next mask, entries."""


class _Growth:
    """The distances of one pattern's arrangements while they grow, level by level (see `huarong.kernels.patterns`)."""

    def __init__(self, pattern: tuple[int, ...], begun: Path, crew: _Crew) -> None:
        self.pattern, self.begun, self.crew, self.tables = pattern, begun, crew, crew.tables
        self.cells = self.tables.width * self.tables.height
        sets = itertools.combinations([1 << cell for cell in range(self.cells)], len(pattern))
        self.masks = array("Q", sorted(map(sum, sets)))
        self.prepare()
        if not self.restore():
            self.begin()
        self.core.known(self.row, self.seen, self.fresh, self.due, self.distance)

    def prepare(self) -> None:
        """Compute the orders of the tiles and the moves of all masks."""
        loops, k, factorial = (kernel("patterns"), len(self.pattern), math.factorial(len(self.pattern)))
        orders, digits = bytearray(k * (factorial + 1)), bytearray(k * factorial)
        shifted = array("H", bytes(2 * k * k * factorial))
        for at in range(0, factorial, _MASKS):
            loops.shifts(k, orders, digits, shifted, at, min(at + _MASKS, factorial))
            self.crew.check()
        choose = array("q", (math.comb(cell, j) for cell in range(self.cells) for j in range(9)))
        target = targets(self.tables.width, self.tables.height)
        self.core = loops.Pattern(self.masks, target, choose, (orders, digits, shifted))
        parts, self.row = bytearray(len(self.masks)), array("i", [0])
        for at in range(0, len(parts), _MASKS):
            end = min(at + _MASKS, len(parts))
            self.core.plan(parts, at, end)
            for each in parts[at:end]:
                self.row.append(self.row[-1] + each)
            self.crew.check()
        self.words, self.factorial = -(-factorial // 64), factorial

    def clear(self) -> None:
        """Reset to the state in which no arrangement is reached."""
        self.state = array("q", [0] * 4)
        self.due = _filled(len(self.masks), self.crew)
        self.distance = _filled(len(self.masks) * self.factorial, self.crew)
        size = 8 * self.words * self.row[-1]
        self.seen, self.fresh = (memoryview(bytearray(size)).cast("Q") for _ in range(2))

    def body(self) -> list[memoryview]:
        """Return the content of a checkpoint: the depth and the arrays of the reached arrangements, as bytes."""
        known = (self.state, self.due, self.distance, self.seen, self.fresh)
        return [memoryview(each).cast("B") for each in known]

    def restore(self) -> bool:
        """Continue from the checkpoint of an earlier build; return whether there is a valid one."""
        self.clear()
        if not self.begun.is_file():
            return False
        kept = (self.begun, BEGUN, self.tables, self.pattern)
        if read_table(*kept, self.body(), self.crew.check):
            return True
        self.clear()
        return False

    def save(self) -> None:
        """Write a checkpoint if the disk allows."""
        kept = (self.begun, BEGUN, self.tables, self.pattern)
        with contextlib.suppress(FileError):
            write_table(*kept, self.body(), self.crew.check)

    def begin(self) -> None:
        """Mark the arrangement of the goal as reached."""
        home = self.masks.index(sum(1 << tile for tile in self.pattern))
        self.state[_REACHED], self.due[home], self.distance[home * self.factorial] = 1, 0, 0
        region = self.core.region(self.masks[home], self.tables.blank)
        at = (self.row[home] + region) * self.words
        self.seen[at] = self.fresh[at] = 1

    def run(self) -> None:
        """Expand level by level until nothing new is reached."""
        state, core = self.state, self.core
        saved, pause = time.perf_counter(), _EVERY
        while state[_DEPTH] in self.due:
            depth, at = state[_DEPTH], state[_AT]
            if state[_MARKING]:
                at, reached = core.mark(depth + 1, at, 1 << 20)
                state[_REACHED] += reached
            else:
                at = core.grow(depth, at, 1 << 20)
            state[_AT] = at % len(self.masks)
            if at == len(self.masks):
                state[_DEPTH], state[_MARKING] = depth + state[_MARKING], 1 - state[_MARKING]
            self.crew.tell(self.pattern, state[_DEPTH], state[_REACHED])
            if time.perf_counter() - saved > pause:
                began = time.perf_counter()
                self.save()
                saved = time.perf_counter()
                pause = max(_EVERY, 5 * (saved - began))
        core.forget()
        del self.seen, self.fresh

    def blocks(self, into: memoryview | None) -> Iterator[memoryview]:
        """The table in the order of searches: by the cells of the first two tiles, then the others' arrangements.

        Each block is written to its place in `into`, or else to one buffer that is reused.
        """
        steps = array("q", strides(self.cells, len(self.pattern)))
        size = steps[1] if len(steps) > 1 else steps[0]
        steps[:2] = array("q", [0] * len(steps[:2]))
        block = None if into is not None else memoryview(bytearray(size))
        number = 0
        for pair in range(self.cells * self.cells):
            if (pair // self.cells == pair % self.cells) != (len(self.pattern) == 1):
                continue
            if into is not None:
                block = into[number * size : (number + 1) * size]
            assert block is not None
            self.core.renumber(steps, block, pair, pair + 1)
            number += 1
            yield block


def _lines(order: Order, crew: _Crew) -> Iterator[memoryview]:
    """Build a pattern's table for moves of tiles in a line: each move counts, and the blank belongs to the pattern."""
    tables, k = crew.tables, len(order.pattern)
    spread, bits = kernel("patterns").spread, cell_bits(tables.width * tables.height)
    target, reached, before, depth = targets(tables.width, tables.height), 1, 0, 0
    table = order.into
    if table is None:
        table = memoryview(bytearray(1 << bits * (k + 1)))
    for at in range(0, len(table), PIECE):
        table[at : at + PIECE] = _FULL[: min(PIECE, len(table) - at)]
        crew.check()
    table[sum(cell << bits * i for i, cell in enumerate((tables.blank, *order.pattern)))] = 0
    while reached > before:
        before = reached
        for at in range(0, len(table), PIECE):
            reached += spread(target, bits, k, table, depth, at, min(at + PIECE, len(table)))
            crew.tell(order.pattern, depth, reached)
        depth += 1
    yield table
