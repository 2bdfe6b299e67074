"""The job of building an atlas on disk: its folder, and the state from which a stopped build continues."""

import contextlib
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from huarong.atlas import file as atlas_file
from huarong.container import Container
from huarong.errors import FileError, InputError
from huarong.files import refusable
from huarong.i18n import size_text
from huarong.limits import Watch
from huarong.model.board import Goal, Metric
from huarong.resuming import DiskTooSmallError, StateFile
from huarong.space.space import Space

LOCK, _STATE = "lock", StateFile("state", "atlas in progress", version=2)


@dataclass(frozen=True)
class State:
    """The progress of a build: its files hold all layouts up to `depth`.

    `method` is the name of the engine, and `seconds` is the time spent so far. A table of bytes is folded when a byte
    can hold no more levels: `folds` counts this, `depth` then counts from `base`, and `folding` is the number of
    completed passes of the next fold.
    """

    title: str
    method: str
    depth: int = 0
    base: int = 0
    folds: int = 0
    folding: int = 0
    seconds: float = 0.0

    @classmethod
    def read(cls, folder: Path, title: str) -> "State | None":
        """Return the state in a folder; None if nothing was begun. Raises `InputError` and `FileError`."""
        found = _STATE.read(folder)
        if found is None:
            return None
        state = cls._of(found)
        if state.title != title:
            template = "{path} holds the beginning of another atlas ({title}): remove it, or use another file"
            raise InputError(template, path=str(folder), title=state.title)
        recent = _STATE.read_recent(folder)
        with contextlib.suppress(FileError):
            now = state if recent is None else cls._of(recent)
            if (now.folds, now.folding) == (state.folds, state.folding):
                return replace(state, depth=max(state.depth, now.depth))
        return state

    @classmethod
    def _of(cls, found: Container) -> "State":
        with found.sense():
            header = found.header
            depth, base, folds, folding = (int(header[name]) for name in ("depth", "base", "folds", "folding"))
            return cls(header["title"], header["method"], depth, base, folds, folding, float(header["seconds"]))

    def write(self, folder: Path, durable: bool) -> None:
        """Write the state; if `durable` is false, it is valid only until the machine restarts."""
        _STATE.write(folder, self.__dict__, durable)


@dataclass
class AtlasBuild:
    """A build of an atlas: its atlas, its folder and its progress."""

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

    @property
    def seconds(self) -> float:
        """The seconds spent, including earlier, stopped runs."""
        return self._before + self.watch.seconds

    def tidy(self) -> None:
        """Remove all files of the folder but the lock. Raises `FileError`."""
        with refusable(self.folder):
            for path in self.folder.iterdir():
                if path.name != LOCK:
                    path.unlink()

    def begun(self, method: str) -> bool:
        """Whether a build by this method was begun, and left files to continue from."""
        return self.state is not None and self.state.method == method

    def begin(self, method: str, size: int) -> State:
        """Begin a build if `size` bytes fit on the disk. Raises `DiskTooSmallError`."""
        self.tidy()
        self.require_disk(size)
        return State(atlas_file.title(self.space, self.goal, self.metric), method)

    def keep(self, state: State, durable: bool) -> None:
        """Write the progress of the build."""
        self.state = replace(state, seconds=self.seconds)
        self.state.write(self.folder, durable)

    def require_disk(self, size: int) -> None:
        """Raise `DiskTooSmallError` if `size` more bytes do not fit on the disk."""
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
        """Return the header of the atlas's file."""
        return atlas_file.header(self.space, self.goal, self.metric, width, histogram, self.seconds, self.reason)
