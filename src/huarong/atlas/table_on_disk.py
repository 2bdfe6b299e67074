"""An atlas larger than memory as a table of bytes in a memory-mapped file, built level by level.

A level changes only bytes of 255 (unknown), each at most once. So a resumed build sets bytes above its last complete
level back to 255 and continues from that level. When a byte can hold no more levels, the table is *folded*: its
distances are copied to a file of wider numbers, and the last level then counts as 1. That takes three passes; each can
be stopped at any point and repeated.
"""

import contextlib
import mmap
import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from huarong.atlas import dense, file as atlas_file
from huarong.atlas.dense import FAR, Scan, TooLargeError, blocks
from huarong.atlas.job import AtlasBuild, State
from huarong.atlas.statistics import with_counts
from huarong.container import writing
from huarong.files import refusable, unwritable
from huarong.limits import Watch, process_memory

_LEAST_ROOM = 1 << 18
"""Bytes of a table that stay in memory even if the limit is lower."""
_SYNCED = 20.0
"""Seconds between two flushes of a table to the disk; at most this much work is lost if the machine stops."""
_PART = 1 << 20
_LEAST, _MOST = 1 << 10, 1 << 22
"""The fewest and most layouts to expand between two calls of `Mapped.trim`."""


class Mapped:
    """The bytes of a file, memory-mapped as `array`; about `room` of them are resident at most.

    The caller works on about `share` layouts, then calls `trim`, and repeats. The number of pages that a layout touches
    is unknown in advance, so `trim` measures it and adapts `share`. Dropped pages stay in the file.
    """

    def __init__(self, path: Path, size: int, room: int) -> None:
        self.path = path
        with refusable(path):
            self.array = np.memmap(path, np.uint8, "r+", 0, (size,))
        self.room, self.share, self._held = room, _LEAST, 0
        self._before = process_memory(field="RssFile") or 0

    @staticmethod
    def create(path: Path, size: int, watch: Watch) -> None:
        """Create a file of `size` bytes, each 255, and reserve its space on the disk. Raises `FileError`."""
        ones = b"\xff" * _PART
        with refusable(path), path.open("wb") as file:
            for first in range(0, size, _PART):
                file.write(ones[: min(_PART, size - first)])
                watch.count(0)

    def trim(self) -> None:
        """Drop resident pages if they approach `room`, and adapt `share`. Call it between two kernel calls."""
        now = process_memory(field="RssFile")
        if now is None:  # the system does not say how many bytes are resident
            self._drop()
            return
        held = now - self._before
        if held - self._held > self.room // 8:
            self.share = max(_LEAST, self.share // 2)
        else:
            self.share = min(_MOST, 2 * self.share)
        if held > self.room * 3 // 4:
            self._drop()
            held = (process_memory(field="RssFile") or 0) - self._before
        self._held = held

    def _drop(self) -> None:
        with contextlib.suppress(AttributeError, ValueError):
            self.array._mmap.madvise(mmap.MADV_DONTNEED)  # type: ignore[attr-defined]

    def sync(self, watch: Watch) -> None:
        """Flush all changes to the disk and ask the watch meanwhile. Raises `FileError`."""
        failed: list[OSError] = []

        def write() -> None:
            try:
                with self.path.open("r+b") as file:
                    os.fsync(file.fileno())
            except OSError as error:
                failed.append(error)

        thread = threading.Thread(target=write, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(0.05)
            watch.count(0)
        if failed:
            raise unwritable(self.path, failed[0]) from failed[0]

    def close(self) -> None:
        """Unmap the file; do not use `array` afterwards."""
        memory = self.array._mmap  # type: ignore[attr-defined]
        del self.array
        with contextlib.suppress(BufferError):
            memory.close()


class TableOnDisk:
    """A job's table of distances in a memory-mapped file, and the search that fills it."""

    def __init__(self, job: AtlasBuild) -> None:
        self.job, self.space, self.watch = job, job.space, job.watch
        self.size, count = dense.padded(job.space), 2 * blocks(job.space)
        if 2 * count > self.watch.memory:
            raise TooLargeError(self.space.size, 2 * count, self.watch.memory)
        self.marks, self.synced = np.ones(count, np.uint8), time.perf_counter()
        self.room = max(_LEAST_ROOM, self.watch.memory - len(self.marks))

    def run(self) -> None:
        """Find level after level; then write the atlas's file."""
        job, here, path = self.job, dense.cursor(self.space, self.job.metric, True), self.job.folder / "level"
        begun = job.begun("scan") and path.exists()
        state = job.state if begun else None
        if state is None:
            state = job.begin("scan", 2 * self.size + (8 << 20))
            Mapped.create(path, self.size, self.watch)
        table = Mapped(path, self.size, self.room)
        scan = Scan(self.space, table.array, here, self.marks)
        if not begun:
            dense.mark_goals(self.space, job.goal, table.array, self.watch, table.trim)
            self._save(state, table, True)
        elif not state.folding:
            last = state.depth
            self._change(table, lambda part: part > last, 255)
        while True:
            if state.depth == FAR:
                state = self._folded(state, table)
            found = 0
            for each in scan.level(state.depth, state.base, self.watch, lambda: table.share):
                found += each
                table.trim()
            if not found:
                break
            state = replace(state, depth=state.depth + 1)
            self._save(state, table)
        del scan
        self._finish(state, table)
        table.close()

    def _change(self, table: Mapped, which: Callable[[Any], Any], value: int) -> None:
        for some in dense.portions(self.size, self.watch, _PART):
            part = table.array[some]
            part[which(part)] = value
            table.trim()

    def _save(self, state: State, table: Mapped, durable: bool = False) -> None:
        """Write the state; every `_SYNCED` seconds, flush the table first in case the machine stops."""
        now = time.perf_counter()
        if durable or now - self.synced >= _SYNCED:
            table.sync(self.watch)
            self.synced, durable = time.perf_counter(), True
        self.job.keep(state, durable)

    def _folded(self, state: State, table: Mapped) -> State:
        """Copy the table's distances to the file of wider numbers, and set the table's last level to 1."""
        if state.folding == 0:
            self._widened(state, table).close()
            state = replace(state, folding=1)
            self._save(state, table, True)
        if state.folding == 1:
            self._change(table, lambda part: part < FAR, 0)
            state = replace(state, folding=2)
            self._save(state, table, True)
        self._change(table, lambda part: part == FAR, 1)
        self.marks[:] = 1
        state = replace(state, folds=state.folds + 1, base=state.base + FAR - 1, depth=1, folding=0)
        self._save(state, table, True)
        return state

    def _widened(self, state: State, table: Mapped) -> Mapped:
        """Return the file of wider numbers with the table's distances, flushed to the disk."""
        path = self.job.folder / "far"
        if not path.exists() or path.stat().st_size != 4 * self.size:
            self.job.require_disk(5 * self.size)
            Mapped.create(path, 4 * self.size, self.watch)
        wide = Mapped(path, 4 * self.size, self.room)
        for some in dense.portions(self.size, self.watch, _PART):
            dense.widen(table.array[some], wide.array.view("<u4")[some], state.base)
            table.trim()
            wide.trim()
        wide.sync(self.watch)
        return wide

    def _finish(self, state: State, table: Mapped) -> None:
        longest, counts = state.base + state.depth - 1, np.zeros(1, np.int64)
        width = 1 if longest < 255 else 2 if longest < 65535 else 4
        nowhere = (1 << 8 * width) - 1
        wide = self._widened(state, table) if state.folds else None
        values = table.array if wide is None else wide.array.view("<u4")
        with writing(self.job.target, atlas_file.KIND, self.job.header(width, ())) as out:
            for some in dense.portions(self.space.size, self.watch, _PART):
                part = np.minimum(values[some], nowhere).astype(f"<u{width}")
                out.write(part.data)
                counts = with_counts(counts, part[part != nowhere])
                (wide or table).trim()
            out.header["histogram"] = np.trim_zeros(counts, "b").tolist()
            out.header["seconds"] = self.job.seconds
        if wide is not None:
            wide.close()
