"""How pattern databases for tiles are built, and written so that nothing damaged is ever trusted.

A file is a header and a body, and the header has the body's length and checksum. It is written under another name
and renamed when it is whole. Besides the tables there are those that are begun: what a build knows,
every few seconds, so that a build that was killed goes on from there.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import os
import struct
import tempfile
import threading
import time
import zlib
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from huarong.errors import Cancelled, HuarongError, InputError
from huarong.kernels import kernel
from huarong.tiles.tableset import TableSet, TablesTooLargeError, cell_bits, strides, targets
from huarong.watch import Cancel, Watch

__all__ = [
    "BEGUN",
    "HEADER",
    "BuildCancelledError",
    "Building",
    "Report",
    "build_patterns",
    "file_name",
    "magic",
    "read",
]

_BEGUN = b"HRBEGUN\n"
HEADER, _VERSION = struct.Struct("<8sHBBBB8sQI"), 1
BEGUN = ".table.begun"
"""How the name of a file ends that has what a build knows so far."""

_EVERY = 5.0
"""Seconds between two such files at least; and five times as long as the last took."""
_PIECE = 1 << 22
"""Bytes that are read or written at a time."""


@dataclass(frozen=True, slots=True)
class Building:
    """How far tables are built: arrangements reached, of how many, in how many seconds."""

    name: str
    done: int
    total: int
    seconds: float


class BuildCancelledError(Cancelled):
    """A build that its user ended."""

    def __init__(self, name: str, done: int, total: int) -> None:
        self.depth, self.explored = 0, done
        template = (
            "cancelled: {done:,} of {total:,} entries of {name}; begun again, it goes on from there"
        )
        HuarongError.__init__(self, template, name=name, done=done, total=total)


# Files.


def file_name(pattern: tuple[int, ...], ending: str = ".table") -> str:
    """The name of a pattern's file: `1.2.3.table`."""
    return ".".join(map(str, pattern)) + ending


def magic(tables: TableSet) -> bytes:
    """How a file of such a set begins."""
    return b"HRLINES\n" if tables.lines else b"HRTILES\n"


def _header(
    begin: bytes, tables: TableSet, pattern: tuple[int, ...], length: int, crc: int
) -> bytes:
    shape = (tables.width, tables.height, tables.blank, len(pattern), bytes(pattern))
    return HEADER.pack(begin, _VERSION, *shape, length, crc)


def read(
    path: Path,
    begin: bytes,
    tables: TableSet,
    pattern: tuple[int, ...],
    into: Sequence[memoryview],
) -> bool:
    """Whether a file is there, sound, and this pattern's; its body is read into memory."""
    crc = 0
    try:
        with open(path, "rb", buffering=0) as file:
            header = file.read(HEADER.size)
            for part in into:
                at = 0
                while at < len(part):
                    more = file.readinto(part[at : at + _PIECE])
                    if not more:
                        return False
                    crc = zlib.crc32(part[at : at + more], crc)
                    at += more
            longer = file.read(1)
    except OSError:
        return False
    return not longer and header == _header(begin, tables, pattern, sum(map(len, into)), crc)


def _write(
    path: Path,
    begin: bytes,
    tables: TableSet,
    pattern: tuple[int, ...],
    body: Sequence[memoryview],
    stopped: Callable[[], bool],
) -> None:
    """Write a file: to a temporary name first, so that it is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, temporary = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(number, "wb", buffering=0) as file:
            file.seek(HEADER.size)
            crc = 0
            for part in body:
                at = 0
                while at < len(part) and not stopped():
                    crc = zlib.crc32(part[at : at + _PIECE], crc)
                    end = min(at + _PIECE, len(part))
                    while at < end:
                        at += file.write(part[at:end]) or 0
            file.seek(0)
            file.write(_header(begin, tables, pattern, sum(map(len, body)), crc))
        if not stopped():
            os.replace(temporary, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)


# Building.


class Report:
    """What the threads that build tell the one that waits, and the other way round."""

    def __init__(
        self,
        tables: TableSet,
        sizes: Sequence[int],
        progress: Callable[[Building], None] | None,
        cancel: Cancel | None,
    ) -> None:
        self.name, self.total = tables.name, sum(sizes)
        self.progress, self.watch = progress, Watch(None, cancel)
        self.done: dict[tuple[int, ...], int] = {}
        self.stop = threading.Event()

    def look(self) -> None:
        """Tell the user; raises `BuildCancelledError`."""
        done = sum(self.done.values())
        if self.progress is not None:
            self.progress(Building(self.name, done, self.total, self.watch.seconds))
        if self.watch.back():
            raise BuildCancelledError(self.name, done, self.total)


def build_patterns(
    tables: TableSet,
    parts: Sequence[tuple[tuple[int, ...], int, int]],
    memory: bytearray,
    folder: Path,
    must_keep: bool,
    report: Report,
    max_memory: int,
) -> None:
    """Build some patterns (with their offset and size) into memory and into files of a folder.

    Two at a time where memory and processors allow. Raises `LimitReached`, `Cancelled`, and where a file
    cannot be written and `must_keep` says so, `InputError`.
    """
    cost = dict(zip(tables.patterns, tables.work, strict=True))
    costs = sorted((cost[pattern] for pattern, _, _ in parts), reverse=True)
    left = max_memory - len(memory) - costs[0]
    if left < 0:
        raise TablesTooLargeError(tables.name, max_memory - left, max_memory)
    several = sum(costs[1:2]) <= left
    with ThreadPoolExecutor(min(2, os.cpu_count() or 1) if several else 1) as pool:
        waiting: set[Future[None]] = set()
        try:
            for pattern, offset, size in sorted(parts, key=lambda part: -part[2]):
                place = memoryview(memory)[offset : offset + size]
                path = folder / tables.name / file_name(pattern)
                waiting.add(pool.submit(_build, tables, pattern, place, path, must_keep, report))
            while waiting:
                done, waiting = wait(waiting, 0.05, FIRST_COMPLETED)
                for each in done:
                    each.result()
                report.look()
        finally:
            report.stop.set()


def _build(
    tables: TableSet,
    pattern: tuple[int, ...],
    table: memoryview,
    path: Path,
    must_keep: bool,
    report: Report,
) -> None:
    """The table of one pattern; written as soon as it is there."""
    stopped, begun = report.stop.is_set, path.with_name(file_name(pattern, BEGUN))
    try:
        if (
            _fill_lines(tables, pattern, table, report)
            if tables.lines
            else _fill(tables, pattern, table, begun, report)
        ):
            _write(path, magic(tables), tables, pattern, [table], stopped)
            begun.unlink(missing_ok=True)
    except OSError as error:
        if must_keep:
            text = "cannot write to {path}: {reason}"
            raise InputError(text, path=path.parent.parent, reason=error.strerror) from error


_DEPTH, _MARKING, _AT, _REACHED = range(4)
"""What a build keeps: the depth, whether it is being expanded or noted, the next mask, arrangements so far."""


def _fill(
    tables: TableSet, pattern: tuple[int, ...], table: memoryview, begun: Path, report: Report
) -> bool:
    """Fill a pattern's table, breadth first from home; False if it was stopped."""
    loops, cells, k = kernel("patterns"), tables.width * tables.height, len(pattern)
    stopped, total, factorial = report.stop.is_set, len(table), math.factorial(k)
    target = targets(tables.width, tables.height)
    masks = array("Q", sorted(sum(1 << c for c in each) for each in combinations(range(cells), k)))
    orders, digits = bytearray(k * (factorial + 1)), bytearray(k * factorial)
    shifted = array("H", bytes(2 * k * k * factorial))
    for at in range(0, factorial, 1024):
        loops.shifts(k, orders, digits, shifted, at, min(at + 1024, factorial))
        if stopped():
            return False
    choose = array("q", (math.comb(cell, j) for cell in range(cells) for j in range(9)))
    core, parts = (
        loops.Pattern(masks, target, choose, (orders, digits, shifted)),
        bytearray(len(masks)),
    )
    for at in range(0, len(masks), 1024):
        core.plan(parts, at, min(at + 1024, len(masks)))
        if stopped():
            return False
    row = array("i", itertools.accumulate(parts, initial=0))
    words = -(-factorial // 64)

    def blank() -> tuple[Any, ...]:
        rows = (memoryview(bytearray(8 * words * row[-1])).cast("Q") for _ in range(2))
        return (
            array("q", [0] * 4),
            bytearray(b"\xff") * len(masks),
            bytearray(b"\xff") * total,
            *rows,
        )

    known, found = blank(), False
    if begun.is_file():
        body = [memoryview(each).cast("B") for each in known]
        found = read(begun, _BEGUN, tables, pattern, body)
        if not found:
            del known, body
            known = blank()
    if not found:
        at = masks.index(sum(1 << tile for tile in pattern))
        state, due, distance, seen, fresh = known
        state[_REACHED], due[at], distance[at * factorial] = 1, 0, 0
        at = (row[at] + core.region(masks[at], tables.blank)) * words
        seen[at] = fresh[at] = 1
    state, due, distance, seen, fresh = known
    core.known(row, seen, fresh, due, distance)
    saved, pause = time.perf_counter(), _EVERY
    while state[_DEPTH] in due:
        depth, at = state[_DEPTH], state[_AT]
        if state[_MARKING]:
            at, reached = core.mark(depth + 1, at, 1 << 20)
            state[_REACHED] += reached
        else:
            at = core.grow(depth, at, 1 << 20)
        state[_AT] = at % len(masks)
        if at == len(masks):
            state[_DEPTH], state[_MARKING] = depth + state[_MARKING], 1 - state[_MARKING]
        report.done[pattern] = state[_REACHED]
        if stopped():
            return False
        if time.perf_counter() - saved > pause:
            began = time.perf_counter()
            with contextlib.suppress(OSError):
                body = [memoryview(each).cast("B") for each in known]
                _write(begun, _BEGUN, tables, pattern, body, stopped)
            saved = time.perf_counter()
            pause = max(_EVERY, 5 * (saved - began))
    core.forget()
    del known, seen, fresh
    steps = array("q", strides(cells, k))
    for at in range(cells * cells):
        if stopped():
            return False
        core.renumber(steps, table, at, at + 1)
    return True


def _fill_lines(
    tables: TableSet, pattern: tuple[int, ...], table: memoryview, report: Report
) -> bool:
    """The same where tiles in a line move at once: each move counts, and the blank is of the arrangement."""
    spread, bits = kernel("patterns").spread, cell_bits(tables.width * tables.height)
    target, reached, begun = targets(tables.width, tables.height), 1, 0
    for at in range(0, len(table), _PIECE):
        table[at : at + _PIECE] = b"\xff" * len(table[at : at + _PIECE])
    table[sum(cell << bits * i for i, cell in enumerate((tables.blank, *pattern)))] = 0
    depth = 0
    while reached > begun:
        begun = reached
        for at in range(0, len(table), _PIECE):
            end = min(at + _PIECE, len(table))
            reached += spread(target, bits, len(pattern), table, depth, at, end)
            report.done[pattern] = reached
            if report.stop.is_set():
                return False
        depth += 1
    return True
