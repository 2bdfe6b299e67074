"""An atlas larger than memory as a table of bytes in a memory-mapped file, built level by level.

A level changes only bytes of 255, "nothing known", each once. So a resumed build sets bytes greater than the number
of its last complete level back to 255, and continues from that level.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from huarong.atlas import dense, file as atlas_file
from huarong.atlas.dense import FAR, Scan, TooLargeError, blocks
from huarong.atlas.job import AtlasBuild, State
from huarong.atlas.mapped import Mapped
from huarong.container import PIECE, Container
from huarong.errors import FileError
from huarong.files import refusable

_LEAST_ROOM = 1 << 18
"""Bytes of a table that stay resident even if the limit is lower."""
_SYNCED = 20.0
"""Seconds between two flushes of a table to the disk: at most this much work is lost if the machine stops."""


class TableOnDisk:
    """A job's table of distances in a memory-mapped file, and the search that fills it."""

    def __init__(self, job: AtlasBuild) -> None:
        self.job, self.space, self.watch, self.folder = job, job.space, job.watch, job.folder
        self.size = dense.padded(job.space)

    def run(self) -> None:
        """Find level after level; then turn the table into the atlas's file."""
        space, watch, job = self.space, self.watch, self.job
        title = atlas_file.title(space, job.goal, job.metric)
        here, room = dense.cursor(space, job.metric, True), watch.memory
        state = job.state if job.begun("bytes") else None
        if state is not None and not self._path("level", state.folds).exists():
            if self._is_whole():
                return
            state = None
        if state is None:
            job.tidy()
            job.require_disk(Container.offset + self.size + (8 << 20))
            Mapped.create(self._path("level", 0), self.size, watch)
        else:
            self.job.tidy((self._path("level", state.folds), self._path("far", state.folds)))
            self._pad(self._path("level", state.folds))
        table, scan = self._scan(here, 0 if state is None else state.folds, room)
        if state is None:
            dense.mark_goals(space, job.goal, table.array, here, watch, table.trim)
            state = State(title, "bytes")
            self._save(state, table, True)
        else:
            for some in dense.portions(self.size, watch, 1 << 20):
                part = table.array[some]
                part[part > state.depth] = 255
                table.trim()
        while True:
            if state.depth == FAR:
                table.close()
                state = self._folded(state)
                table, scan = self._scan(here, state.folds, room)
                self._save(state, table, True)
                self.job.tidy((self._path("level", state.folds), self._path("far", state.folds)))
            found = 0
            for each in scan.level(state.depth, state.base, watch, table.share):
                found += each
                table.trim()
            if not found:
                break
            state = replace(state, depth=state.depth + 1)
            self._save(state, table)
        del scan
        table.close()
        self._finish(state)

    def _path(self, name: str, folds: int) -> Path:
        return self.folder / f"{name}-{folds}"

    def _is_whole(self) -> bool:
        """Whether the atlas's file is complete: the build was stopped before its folder was removed."""
        with contextlib.suppress(FileNotFoundError, FileError):
            found = atlas_file.Stored.open(self.job.target, 0)
            return (found.space, found.goal, found.metric) == (self.space, self.job.goal, self.job.metric)
        return False

    def _pad(self, path: Path) -> None:
        """Fill the table up to its padded size with 255, over the end of a container that a stopped run may have
        written.
        """
        with refusable(path), path.open("r+b") as file:
            file.truncate(Container.offset + self.space.size)
            file.seek(Container.offset + self.space.size)
            file.write(b"\xff" * (self.size - self.space.size))

    def _scan(self, here: Any, folds: int, room: int) -> tuple[Mapped, Scan]:
        """The mapped table and the scan over it, within `room` bytes together. Raises `TooLargeError`."""
        marks = np.ones(2 * blocks(self.space), np.uint8)
        if 2 * len(marks) > room:
            raise TooLargeError(self.space.size, 2 * len(marks), room)
        table = Mapped(self._path("level", folds), self.size, max(_LEAST_ROOM, room - len(marks)))
        return table, Scan(self.space, table.array, here, marks)

    def _save(self, state: State, table: Mapped, durable: bool = False) -> None:
        """Write the state; every `_SYNCED` seconds flush the table before, so that both survive a stop of the
        machine.
        """
        now = time.perf_counter()
        if durable or now - self.job.synced >= _SYNCED:
            table.sync(self.watch)
            self.job.synced, durable = time.perf_counter(), True
        self.job.keep(state, durable)

    def _folded(self, state: State) -> State:
        """Copy the table's distances to a file of wider numbers, and begin a new table, in which the last depth counts
        as 1.

        Both are new files, so that a stopped run can do it again.
        """
        folds, base = state.folds, state.base
        wide = "<u2" if base + FAR < 65535 else "<u4"
        each = np.dtype(wide).itemsize
        self.job.require_disk((1 + each) * self.size)
        old = self._path("far", folds) if folds else None
        code = "" if old is None else f"<u{(old.stat().st_size - Container.offset) // self.size}"
        names = self._path("far", folds + 1), self._path("level", folds + 1)
        with refusable(names[0]), contextlib.ExitStack() as stack:
            near = stack.enter_context(self._path("level", folds).open("rb"))
            before = None if old is None else stack.enter_context(old.open("rb"))
            far, level = (stack.enter_context(path.open("wb")) for path in names)
            for file in (near, before, far, level):
                if file in (near, before) and file is not None:
                    file.seek(Container.offset)
                elif file is not None:
                    file.write(bytes(Container.offset))
            for first in range(0, self.size, PIECE):
                n = min(PIECE, self.size - first)
                some = np.frombuffer(near.read(n), np.uint8)
                out = np.full(n, np.iinfo(wide).max, wide)
                if before is not None:
                    known = np.frombuffer(before.read(n * np.dtype(code).itemsize), code)
                    there = known != np.iinfo(known.dtype).max
                    out[there] = known[there]
                fresh = (some != 255) & (out == np.iinfo(out.dtype).max)
                out[fresh] = some[fresh].astype(wide) + base
                far.write(out.data)
                level.write(np.where(some < FAR, 0, np.where(some == FAR, 1, some)).astype(np.uint8).data)
                self.watch.count(0)
        return replace(state, folds=folds + 1, base=base + FAR - 1, depth=1)

    def _finish(self, state: State) -> None:
        """Turn the table, or the file of wider numbers where distances are over 254, into the atlas's file."""
        path, width = self._path("level", state.folds), 1
        if state.folds:
            self._folded(state)
            path = self._path("far", state.folds + 1)
            width = (path.stat().st_size - Container.offset) // self.size
            if state.base + state.depth - 1 < 255:
                path, width = self._narrow(path, width), 1
        self.job.sealed(path, width)

    def _narrow(self, path: Path, width: int) -> Path:
        """Write the distances of a file, none over 254, to a new file as single bytes."""
        made = self.folder / "bytes"
        with refusable(made), path.open("rb") as wide, made.open("wb") as out:
            wide.seek(Container.offset)
            out.write(bytes(Container.offset))
            while some := wide.read(PIECE):
                out.write(np.minimum(np.frombuffer(some, f"<u{width}"), 255).astype(np.uint8).data)
                self.watch.count(0)
        return made
