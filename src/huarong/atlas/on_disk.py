"""Atlases larger than memory: built in a folder beside the file that they will be, and gone on with after a stop.

The folder of `FILE` is `FILE.building`. It is named there what is built (title), and how far that is. Two ways:

- **bits** (`huarong.atlas.bitparallel.on_disk`), where a space has frames whose links and three bitsets fit into the memory:
  levels are found many layouts at a time, and each is a file; at the end the distances are put together range by range.
- **bytes**, for every other space: the table of distances itself lies in a file that is
  memory-mapped (`huarong.atlas.mapped`), and levels are found in it as in memory. A level changes only bytes that say "nothing
  known", each once; so after a stop what is deeper than the last whole level is forgotten, and it goes on from there. After a
  stop of the machine a level counts as whole only where the table was flushed to the disk after it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from huarong.atlas import dense
from huarong.atlas import file as atlas_file
from huarong.atlas.bitparallel.on_disk import Levels, need
from huarong.atlas.dense import FAR, Scan, TooLargeError
from huarong.atlas.mapped import Mapped
from huarong.container import PIECE, Container, sealing, writing
from huarong.errors import FileError, HuarongError, InputError, LimitReached
from huarong.files import locked
from huarong.i18n import size_text
from huarong.limits import Watch
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.space.space import Space

__all__ = ["DiskTooSmallError", "build", "building", "fits_memory", "require_memory"]

_EACH = 1.1
"""Bytes a layout that an atlas takes in memory."""
_LEAST_ROOM = 1 << 18
"""Bytes of a table that are resident whatever the limit."""
_SYNCED = 20.0
"""Seconds between two times that a table is flushed to the disk: so much is lost where the machine stops."""
_LEVELS = 80
"""Bytes on the disk that the levels take for each word of a bitset: a word is in some ten of them."""
_STATE, _NOW, _LOCK = "state", "now", "lock"
_KIND = "atlas in progress"


class DiskTooSmallError(LimitReached):
    """An atlas would not fit on the disk, which is noticed before it is begun."""

    def __init__(self, folder: Path, layouts: int, size: int, free: int) -> None:
        self.limit, self.depth, self.explored, self.seconds = "disk", 0, 0, 0.0
        HuarongError.__init__(
            self,
            "the atlas of {layouts:,} {layouts:layout|layouts} takes {size} on the disk of {folder}, which has {free} free: "
            "make room, or name a file on another disk",
            layouts=layouts,
            size=size_text(size),
            folder=str(folder),
            free=size_text(free),
        )


def fits_memory(space: Space, memory: int) -> bool:
    """Whether an atlas is built in memory."""
    return int(_EACH * space.size) <= memory


def require_memory(space: Space, memory: int) -> None:
    """Raise `TooLargeError` where an atlas does not fit into memory; the message says that one in a file would do."""
    if not fits_memory(space, memory):
        raise TooLargeError(
            space.size,
            int(_EACH * space.size),
            memory,
            "the space has {layouts:,} {layouts:layout|layouts}, which take {size} here; the limit is {bound}: allow more "
            "memory, write the atlas to a file (--save), for which it is built on disk, take fewer pieces, or search a single "
            "puzzle, for which `solve` needs no such table",
        )


def building(path: str | Path) -> Path:
    """The folder in which the atlas of a file is built."""
    target = Path(os.path.realpath(path))
    return target.with_name(f"{target.name}.building")


def build(path: str | Path, space: Space, goal: Goal, metric: Metric, watch: Watch) -> None:
    """Build the atlas of a file on disk, or go on with it. The file appears whole or not at all, and the folder goes then.

    Raises `InputError` where the folder is in use or holds something else that was begun, `DiskTooSmallError`, `TooLargeError`
    where even the least that has to be in memory does not fit, `LimitReached`, `Cancelled` and `FileError`.
    """
    atlas_file.require_text(space)
    target, folder = Path(os.path.realpath(path)), building(path)
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(target.stat().st_mode):
            raise FileError("{path} cannot be written: it is not a file", path=path)
    title = atlas_file.title(space, goal, metric)
    with _alone(folder):
        job = Job(folder, target, space, goal, metric, watch, State.read(folder, title))
        job.run()
    with contextlib.suppress(OSError):
        shutil.rmtree(folder)


@dataclass(frozen=True)
class State:
    """How far a build is: all layouts up to a depth are in its files.

    `folds` tells how often the table was begun anew because a byte holds no more levels; its numbers count from `base` then.
    `method` is `"bits"` or `"bytes"`; `seconds` are those spent so far.
    """

    title: str
    method: str
    depth: int = 0
    base: int = 0
    folds: int = 0
    seconds: float = 0.0

    @classmethod
    def read(cls, folder: Path, title: str) -> State | None:
        """The state in a folder; None where nothing was begun. Raises `InputError` and `FileError`."""
        try:
            with Container.open(folder / _STATE, _KIND) as found, found.sense():
                header = found.header
                depth, base, folds = (int(header[name]) for name in ("depth", "base", "folds"))
                spent = float(header["seconds"])
                state = cls(header["title"], header["method"], depth, base, folds, spent)
        except FileNotFoundError:
            return None
        if state.title != title:
            raise InputError(
                "{path} holds the beginning of another atlas ({title}): remove it, or name another file",
                path=str(folder),
                title=state.title,
            )
        with (
            contextlib.suppress(FileNotFoundError, FileError),
            Container.open(folder / _NOW, _KIND) as found,
            found.sense(),
        ):
            if (found.header["folds"], found.header["boot"]) == (state.folds, _boot()):
                state = replace(state, depth=max(state.depth, int(found.header["depth"])))
        return state

    def write(self, folder: Path, durable: bool) -> None:
        """Write the state; one that is not durable counts as long as the machine is not started anew."""
        about = {**self.__dict__, "boot": _boot()}
        with writing(folder / (_STATE if durable else _NOW), _KIND, about, durable=durable):
            pass


@dataclass
class Job:
    """A build: what it is of, its folder, and how far it is."""

    folder: Path
    target: Path
    space: Space
    goal: Goal
    metric: Metric
    watch: Watch
    state: State | None

    def __post_init__(self) -> None:
        self._before = self.state.seconds if self.state else 0.0
        self.synced = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds spent, those before a stop included."""
        return self._before + self.watch.seconds

    def run(self) -> None:
        """Build, or go on, to the end."""
        if self.begun("bytes") or not self._levels():
            _Table(self).run()

    def _levels(self) -> bool:
        """Build by levels of bits. False where the space is not for them."""
        frames = Levels.frames_for(self.space, self.goal, self.watch)
        room = self.watch.memory
        least = room + 1 if frames is None else need(frames, 1)
        if frames is None or least > room:
            if self.begun("bits"):
                raise TooLargeError(self.space.size, least, room)
            return False
        if not self.begun("bits"):
            self.tidy(())
            self.require_disk(self.space.size + _LEVELS * frames.words)
            self.keep(State(atlas_file.title(self.space, self.goal, self.metric), "bits"), True)
        levels = Levels(self.space, self.goal, self.metric, frames, self.folder, self.watch)
        threads = min(os.cpu_count() or 1, 2)
        levels.run(threads if need(frames, threads) <= room else 1, self._passed)
        header = atlas_file.header(
            self.space, self.goal, self.metric, levels.width, tuple(levels.counts), self.seconds
        )
        with writing(self.target, atlas_file.KIND, header) as out:
            levels.write(out, room)
            out.header["seconds"] = self.seconds
        return True

    def _passed(self, depth: int) -> None:
        """Keep that a level of bits is whole."""
        assert self.state is not None
        self.keep(replace(self.state, depth=depth), False)

    def tidy(self, kept: tuple[Path, ...]) -> None:
        """Remove all files but those that hold the state, and these."""
        for path in self.folder.iterdir():
            if path.name not in (_STATE, _NOW, _LOCK) and path not in kept:
                path.unlink()

    def begun(self, method: str) -> bool:
        """Whether the files of a method are there to go on with."""
        return self.state is not None and self.state.method == method

    def keep(self, state: State, durable: bool) -> None:
        """Write how far the build is."""
        self.state = replace(state, seconds=self.seconds)
        self.state.write(self.folder, durable)

    def require_disk(self, size: int) -> None:
        """Raise `DiskTooSmallError` where `size` bytes more do not fit on the disk."""
        free = shutil.disk_usage(self.folder).free
        if size > free:
            raise DiskTooSmallError(self.folder, self.space.size, size, free)

    def sealed(self, path: Path, width: int) -> None:
        """Make the file of the atlas of a file with the distances, and give it its name."""
        with contextlib.suppress(FileNotFoundError):
            os.truncate(path, Container.offset + width * self.space.size)
        counts, nowhere = np.zeros(1, np.int64), (1 << 8 * width) - 1
        header = atlas_file.header(self.space, self.goal, self.metric, width, (), 0.0)
        try:
            with path.open("rb") as file, sealing(path, atlas_file.KIND, header) as out:
                file.seek(Container.offset)
                while out.size < width * self.space.size:
                    some = file.read(min(PIECE, width * self.space.size - out.size))
                    out.write(some)
                    values = np.frombuffer(some, f"<u{width}")
                    counts = _added(counts, np.bincount(values[values != nowhere]))
                    self.watch.count(0)
                out.header["histogram"] = np.trim_zeros(counts, "b").tolist()
                out.header["seconds"] = self.seconds
            path.replace(self.target)
        except OSError as error:
            raise _unwritable(path, error) from error


class _Table:
    """The table of distances as a memory-mapped file, in which levels are found."""

    def __init__(self, job: Job) -> None:
        self.job, self.space, self.watch, self.folder = job, job.space, job.watch, job.folder
        self.size = dense.padded(job.space)

    def run(self) -> None:
        """Find level after level; then the table becomes the file of the atlas."""
        space, watch, job = self.space, self.watch, self.job
        title = atlas_file.title(space, job.goal, job.metric)
        here, room = dense.cursor(space, job.metric, True), watch.memory
        state = job.state if job.begun("bytes") else None
        if state is not None and not self._path("level", state.folds).exists():
            if self._is_whole():
                return
            state = None
        if state is None:
            self.job.tidy(())
            job.require_disk(Container.offset + self.size + (8 << 20))
            Mapped.create(self._path("level", 0), self.size, watch)
        else:
            self.job.tidy((self._path("level", state.folds), self._path("far", state.folds)))
            self._pad(self._path("level", state.folds))
        table, scan = self._scan(here, 0 if state is None else state.folds, room)
        if state is None:
            dense.mark_goals(space, job.goal, table.array, here, watch, table.keep)
            state = State(title, "bytes")
            self._save(state, table, True)
        else:
            for some in dense.portions(self.size, watch, 1 << 20):
                part = table.array[some]
                part[part > state.depth] = 255
                table.keep()
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
                table.keep()
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
        """Whether the file is there already: a build that was stopped at its very end."""
        with contextlib.suppress(FileNotFoundError, FileError):
            found = atlas_file.Stored.open(self.job.target, 0)
            return (found.space, found.goal, found.metric) == (
                self.space, self.job.goal, self.job.metric,
            )  # fmt: skip
        return False

    def _pad(self, path: Path) -> None:
        """Make sure that nothing but 255 is behind the layouts, where the sealing of a file may have begun."""
        try:
            with path.open("r+b") as file:
                file.truncate(Container.offset + self.space.size)
                file.seek(Container.offset + self.space.size)
                file.write(b"\xff" * (self.size - self.space.size))
        except OSError as error:
            raise _unwritable(path, error) from error

    def _scan(self, here: Any, folds: int, room: int) -> tuple[Mapped, Scan]:
        """The mapped table and the scan over it, within so many bytes together. Raises `TooLargeError`."""
        marks = self.size // 256
        if 2 * marks > room:
            raise TooLargeError(self.space.size, 2 * marks, room)
        table = Mapped(self._path("level", folds), self.size, max(_LEAST_ROOM, room - marks))
        threads = os.cpu_count() or 1
        job = self.job
        scan = Scan.of(
            self.space, job.metric, True, table.array, here, (room - marks) / 2, threads, self.watch
        )
        scan.marks[:] = 1
        table.room = max(_LEAST_ROOM, room - marks - scan.bytes)
        return table, scan

    def _save(self, state: State, table: Mapped, durable: bool = False) -> None:
        """Keep the state; from time to time with the table flushed, so that it outlasts a stop of the machine."""
        now = time.perf_counter()
        if durable or now - self.job.synced >= _SYNCED:
            table.sync(self.watch)
            self.job.synced, durable = time.perf_counter(), True
        self.job.keep(state, durable)

    def _folded(self, state: State) -> State:
        """Put the distances of the table into one of wider numbers, and begin another table, in which its last depth is 1.

        Both are new files, so that a fold that is stopped can be made again.
        """
        folds, base = state.folds, state.base
        wide = "<u2" if base + FAR < 65535 else "<u4"
        each = np.dtype(wide).itemsize
        self.job.require_disk((1 + each) * self.size)
        old = self._path("far", folds) if folds else None
        code = "" if old is None else f"<u{(old.stat().st_size - Container.offset) // self.size}"
        names = self._path("far", folds + 1), self._path("level", folds + 1)
        try:
            with contextlib.ExitStack() as stack:
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
                    level.write(
                        np.where(some < FAR, 0, np.where(some == FAR, 1, some))
                        .astype(np.uint8)
                        .data
                    )
                    self.watch.count(0)
        except OSError as error:
            raise _unwritable(names[0], error) from error
        return replace(state, folds=folds + 1, base=base + FAR - 1, depth=1)

    def _finish(self, state: State) -> None:
        """Make the file of the atlas of the table, or of the wider numbers where distances are over 254."""
        path, width = self._path("level", state.folds), 1
        if state.folds:
            self._folded(state)
            path = self._path("far", state.folds + 1)
            width = (path.stat().st_size - Container.offset) // self.size
            if state.base + state.depth - 1 < 255:
                path, width = self._narrow(path, width), 1
        self.job.sealed(path, width)

    def _narrow(self, path: Path, width: int) -> Path:
        """The distances of a file, none over 254, as bytes in another."""
        made = self.folder / "bytes"
        with path.open("rb") as wide, made.open("wb") as out:
            wide.seek(Container.offset)
            out.write(bytes(Container.offset))
            while some := wide.read(PIECE):
                out.write(np.minimum(np.frombuffer(some, f"<u{width}"), 255).astype(np.uint8).data)
                self.watch.count(0)
        return made


def _added(counts: Any, more: Any) -> Any:
    """The sum of two histograms."""
    if len(more) > len(counts):
        counts, more = more, counts
    counts[: len(more)] += more
    return counts


def _unwritable(path: Path, error: OSError) -> FileError:
    return FileError("{path} cannot be written: {why}", path=path, why=error.strerror or str(error))


def _boot() -> str:
    """What names the run of the machine since it was started: what a process wrote is there as long as it lasts."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return f"process {os.getpid()}"


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock a folder, which is made if it is missing, for one process. Raises `InputError` and `FileError`."""
    with contextlib.ExitStack() as stack:
        try:
            folder.mkdir(exist_ok=True)
            file = stack.enter_context((folder / _LOCK).open("a+b"))
        except OSError as error:
            raise _unwritable(folder, error) from error
        if not locked(file):
            raise InputError(
                "{path} is being built by another process: wait for its end, or name another file",
                path=str(folder),
            )
        yield
