"""The job of building an atlas on disk: its folder, and the state from which a stopped build continues."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from huarong.atlas import file as atlas_file
from huarong.atlas.statistics import with_counts
from huarong.container import PIECE, Container, sealing
from huarong.errors import FileError, InputError
from huarong.files import refusable
from huarong.i18n import size_text
from huarong.limits import Watch
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.resuming import DiskTooSmallError, StateFile, locked_folder
from huarong.space.space import Space

_LOCK, _STATE = "lock", StateFile("state", "atlas in progress")


@dataclass(frozen=True)
class State:
    """How far a build is: its files hold all layouts up to `depth`.

    `method` is `"bits"` or `"bytes"`, `seconds` is the time spent so far. In a table of bytes, `folds` says how many
    times a new table was begun because a byte holds no more levels; `depth` is then counted from `base`.
    """

    title: str
    method: str
    depth: int = 0
    base: int = 0
    folds: int = 0
    seconds: float = 0.0

    @classmethod
    def read(cls, folder: Path, title: str) -> State | None:
        """The state in a folder; None if nothing was begun. Raises `InputError` and `FileError`."""
        found = _STATE.read(folder)
        if found is None:
            return None
        state = cls._of(found)
        if state.title != title:
            raise InputError(
                "{path} holds the beginning of another atlas ({title}): remove it, or use another file",
                path=str(folder),
                title=state.title,
            )
        recent = _STATE.read_recent(folder)
        with contextlib.suppress(FileError):
            now = state if recent is None else cls._of(recent)
            if now.folds == state.folds:
                return replace(state, depth=max(state.depth, now.depth))
        return state

    @classmethod
    def _of(cls, found: Container) -> State:
        with found.sense():
            header = found.header
            depth, base, folds = (int(header[name]) for name in ("depth", "base", "folds"))
            return cls(header["title"], header["method"], depth, base, folds, float(header["seconds"]))

    def write(self, folder: Path, durable: bool) -> None:
        """Write the state; one that is not durable is valid until the machine is restarted."""
        _STATE.write(folder, self.__dict__, durable)


@dataclass
class AtlasBuild:
    """A build: which atlas, in which folder, and how far it is."""

    folder: Path
    target: Path
    space: Space
    goal: Goal
    metric: Metric
    watch: Watch
    state: State | None
    reason: str = ""
    """The key of the reason for the engine."""

    def __post_init__(self) -> None:
        self._before = self.state.seconds if self.state else 0.0
        self.synced = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The seconds spent, including those of runs that were stopped."""
        return self._before + self.watch.seconds

    def tidy(self, kept: tuple[Path, ...] = ()) -> None:
        """Remove all files of the folder but those in `kept` and, if there are any, those of the state. Raises
        `FileError`.
        """
        names = {_LOCK, *((_STATE.name, _STATE.recent) if kept else ())}
        with refusable(self.folder):
            for path in self.folder.iterdir():
                if path.name not in names and path not in kept:
                    path.unlink()

    def begun(self, method: str) -> bool:
        """Whether a build by this method was begun, and left files from which to continue."""
        return self.state is not None and self.state.method == method

    def keep(self, state: State, durable: bool) -> None:
        """Write how far the build is."""
        self.state = replace(state, seconds=self.seconds)
        self.state.write(self.folder, durable)

    def require_disk(self, size: int) -> None:
        """Raise `DiskTooSmallError` if `size` bytes more do not fit on the disk."""
        free = shutil.disk_usage(self.folder).free
        if size > free:
            raise DiskTooSmallError(
                "the atlas of {layouts:,} {layouts:layout|layouts} takes {size} on the disk of {folder}, which "
                "has {free} free: make room, or use a file on another disk",
                folder=str(self.folder),
                layouts=self.space.size,
                size=size_text(size),
                free=size_text(free),
            )

    def header(self, width: int, histogram: tuple[int, ...]) -> dict[str, Any]:
        """The header of the atlas's file."""
        return atlas_file.header(self.space, self.goal, self.metric, width, histogram, self.seconds, self.reason)

    def sealed(self, path: Path, width: int) -> None:
        """Turn a file of distances, `width` bytes each, into the atlas's file, and move it to its place."""
        counts, nowhere = np.zeros(1, np.int64), (1 << 8 * width) - 1
        header = self.header(width, ())
        with refusable(path):
            os.truncate(path, Container.offset + width * self.space.size)
            with path.open("rb") as file, sealing(path, atlas_file.KIND, header) as out:
                file.seek(Container.offset)
                while out.size < width * self.space.size:
                    some = file.read(min(PIECE, width * self.space.size - out.size))
                    out.write(some)
                    values = np.frombuffer(some, f"<u{width}")
                    counts = with_counts(counts, values[values != nowhere])
                    self.watch.count(0)
                out.header["histogram"] = np.trim_zeros(counts, "b").tolist()
                out.header["seconds"] = self.seconds
            path.replace(self.target)


def alone(folder: Path) -> AbstractContextManager[Any]:
    """Lock the folder of a build against other processes. Raises `InputError` and `FileError`."""
    return locked_folder(folder, _LOCK, "another process is building {path}: wait until it ends, or use another file")
