"""Where the levels of an exploration are kept: in memory, or as files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.errors import HuarongError, LimitReached
from huarong.i18n import size_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

__all__ = [
    "LOCK",
    "DiskFullError",
    "DiskTooSmallError",
    "FileStore",
    "MemoryStore",
    "OutOfMemoryError",
    "Stopped",
    "Store",
]

LOCK = "explore.lock"
"""The file that says whose a folder is."""

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class DiskFullError(LimitReached):
    """The disk has no more room; what is complete stays, and can be gone on with."""

    def __init__(self, folder: str | Path) -> None:
        self.limit, self.depth, self.explored, self.seconds = "disk", 0, 0, 0.0
        HuarongError.__init__(
            self,
            "the disk of {folder} is full: all levels but the one just begun are kept there; "
            "make room and go on with --resume",
            folder=str(folder),
        )


class DiskTooSmallError(LimitReached):
    """Levels that would never fit on a disk, noticed before anything is explored."""

    def __init__(
        self, folder: str | Path, layouts: int, size: float, free: int, hours: float
    ) -> None:
        self.limit, self.depth, self.explored, self.seconds = "disk", 0, 0, 0.0
        HuarongError.__init__(
            self,
            "{layouts:,} layouts take {size} on the disk of {folder}, which has {free} free, and "
            "{hours:,.1f} hours of the processors here, or more: use a larger disk, or a cluster "
            "(--engine ray), or --until-goal where the goal is near",
            folder=str(folder),
            layouts=layouts,
            size=size_text(size),
            free=size_text(free),
            hours=hours,
        )


class OutOfMemoryError(LimitReached):
    """Levels that would take more memory than allowed."""

    def __init__(self, size: int, bound: int) -> None:
        self.limit, self.depth, self.explored, self.seconds = "memory", 0, 0, 0.0
        HuarongError.__init__(
            self,
            "the levels take {size} here; the limit is {bound}: allow more memory, or "
            "explore on disk (--engine disk)",
            size=size_text(size),
            bound=size_text(bound),
        )


class Stopped(Exception):
    """Raised in a task whose driver has been told to stop."""


@dataclass(eq=False)
class MemoryStore:
    """Arrays by name, in this process only. Raises `OutOfMemoryError` past the limit."""

    limit: int
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)
    stop: threading.Event = field(default_factory=threading.Event)
    size: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def check(self) -> None:
        """Raise `Stopped` where the work is to end."""
        if self.stop.is_set():
            raise Stopped

    @contextlib.contextmanager
    def writer(self, name: str) -> Iterator[Callable[[NDArray[Any]], None]]:
        """A function that adds an array to what will have this name; nothing is kept of no numbers."""
        parts: list[NDArray[Any]] = []

        def add(array: NDArray[Any]) -> None:
            self._claim(array.nbytes)
            parts.append(array.copy())

        yield add
        if sum(map(len, parts)):
            self.arrays[name] = parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _claim(self, size: int) -> None:
        with self.lock:
            self.size += size
            if self.size > self.limit:
                raise OutOfMemoryError(self.size, self.limit)

    def put(self, name: str, array: NDArray[Any]) -> None:
        """Keep an array, which nobody else may write to from now on."""
        self._claim(array.nbytes)
        self.arrays[name] = array

    def get(self, name: str, first: int = 0, last: int | None = None, code: str = "u8") -> Any:
        """The numbers `first` to `last` of a name; none where there is none of it."""
        found = self.arrays.get(name)
        return np.empty(0, code) if found is None else found[first:last]

    def length(self, name: str, code: str = "u8") -> int:
        """How many numbers a name has."""
        return len(self.arrays.get(name, ()))

    def between(self, name: str, low: int, high: int, kw: int) -> Words:
        """Those sorted keys whose first words are from `low` to below `high`."""
        found = self.arrays.get(name)
        if found is None:
            return np.empty(0, np.uint64)
        first, last = _bounds(found, low, high, kw)
        return found[first * kw : last * kw]

    def names(self) -> list[str]:
        """All names."""
        return list(self.arrays)

    def drop(self, name: str) -> None:
        """Forget a name."""
        self.size -= self.arrays.pop(name).nbytes


@dataclass(eq=False)
class FileStore:
    """Arrays as files of a folder, which any number of processes may share.

    A file is written under another name and renamed when it is complete, so whoever is killed leaves no
    half of one. With an `owner` (see `alone`), nothing appears once the folder has another: a task whose
    driver was killed may live on for a moment. Raises `DiskFullError`.
    """

    folder: Path
    owner: str = ""
    stop: threading.Event = field(default_factory=threading.Event)

    def __reduce__(self) -> Any:
        return FileStore, (self.folder, self.owner)

    def check(self) -> None:
        """Raise `Stopped` where the work is to end."""
        if self.stop.is_set():
            raise Stopped

    def _check_owner(self) -> None:
        if self.owner and (self.folder / LOCK).read_text("utf-8") != self.owner:
            raise Stopped

    @contextlib.contextmanager
    def writer(self, name: str) -> Iterator[Callable[[NDArray[Any]], None]]:
        """A function that adds an array to what will have this name; nothing is kept of no numbers."""
        hidden = self.folder / f"{name}.{os.getpid()}.{threading.get_ident()}.part"
        try:
            with hidden.open("wb", buffering=0) as file:

                def add(array: NDArray[Any]) -> None:
                    rest = np.ascontiguousarray(array).data.cast("B")
                    while rest:
                        rest = rest[file.write(rest) :]

                yield add
                size = file.tell()
            self._check_owner()
            if size:
                hidden.replace(self.folder / name)
            else:
                hidden.unlink()
        except BaseException as error:
            with contextlib.suppress(OSError):
                hidden.unlink(missing_ok=True)
            if isinstance(error, OSError) and error.errno in _NO_ROOM:
                raise DiskFullError(self.folder) from error
            raise

    def put(self, name: str, array: NDArray[Any]) -> None:
        """Write an array."""
        with self.writer(name) as add:
            add(array)

    def get(self, name: str, first: int = 0, last: int | None = None, code: str = "u8") -> Any:
        """The numbers `first` to `last` of a name, mapped from its file; none where there is none of it."""
        each = np.dtype(code).itemsize
        shape = None if last is None else (last - first,)
        try:
            mapped = np.memmap(self.folder / name, code, "c", first * each, shape)
        except FileNotFoundError:
            return np.empty(0, code)
        return mapped.view(np.ndarray)

    def length(self, name: str, code: str = "u8") -> int:
        """How many numbers a name has."""
        try:
            return (self.folder / name).stat().st_size // np.dtype(code).itemsize
        except FileNotFoundError:
            return 0

    def between(self, name: str, low: int, high: int, kw: int) -> Words:
        """Those sorted keys whose first words are from `low` to below `high`."""
        try:
            found = np.memmap(self.folder / name, np.uint64, "r")
        except FileNotFoundError:
            return np.empty(0, np.uint64)
        first, last = _bounds(found, low, high, kw)
        return np.fromfile(
            self.folder / name, np.uint64, (last - first) * kw, offset=8 * first * kw
        )

    def names(self) -> list[str]:
        """All names."""
        return os.listdir(self.folder)

    def drop(self, name: str) -> None:
        """Delete a name."""
        (self.folder / name).unlink(missing_ok=True)


Store = MemoryStore | FileStore


def _bounds(keys: Words, low: int, high: int, kw: int) -> tuple[int, int]:
    """Between which of the sorted keys the first word is at least `low` and below `high` (up to 2^64)."""
    words = keys[::kw]
    first = int(np.searchsorted(words, np.uint64(low))) if low else 0
    last = len(words) if high >> 64 else int(np.searchsorted(words, np.uint64(high)))
    return first, last
