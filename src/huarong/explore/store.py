"""Stores of levels: arrays in memory, or files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from huarong.container import Container, Writer, writing
from huarong.errors import FileError, HuarongError, LimitReached
from huarong.i18n import size_text
from huarong.limits import RESERVED, usable_memory
from huarong.resuming import with_room

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

_KIND = "exploration"
LOCK = "explore.lock"
"""The file that names the owner of a folder."""


class OutOfMemoryError(LimitReached):
    """The levels take `size` bytes or more, so a limit of `bound` is too low: at least `least` is needed."""

    limit = "memory"

    def __init__(self, size: int, bound: int, least: int) -> None:
        HuarongError.__init__(
            self,
            "the levels take {size} or more here, and the limit is {bound}: allow at least {least}, or explore on "
            "disk (--engine disk)",
            size=size_text(size),
            bound=size_text(bound),
            least=size_text(least),
        )


class Stopped(Exception):
    """Raised in a task to end it, once its driver is to stop."""


class StoredArray(NamedTuple):
    """An array in a store: its name, its size in bytes, and a checksum of its content (0 in memory)."""

    name: str
    size: int
    checksum: int

    def count(self, code: str = "u8") -> int:
        """How many numbers of an `array` type code the entry holds."""
        return self.size // np.dtype(code).itemsize


class Sink:
    """A writer to which the parts of an array are added; `entry` is the finished array's, None if it is empty."""

    def __init__(self, add: Callable[[NDArray[Any]], None]) -> None:
        self.add = add
        self.entry: StoredArray | None = None


@dataclass(eq=False)
class MemoryStore:
    """Arrays by name, in this process; they take at most three quarters of the memory that the process's limit leaves
    for tables.

    Raises `OutOfMemoryError` past that.
    """

    limit: int
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)
    stop: threading.Event = field(default_factory=threading.Event)
    size: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def check(self) -> None:
        """Raise `Stopped` if the exploration is to end."""
        if self.stop.is_set():
            raise Stopped

    @contextlib.contextmanager
    def writer(self, name: str) -> Iterator[Sink]:
        """A `Sink` for the array of a name; an empty array is not kept."""
        whole: NDArray[Any] | None = None

        def add(array: NDArray[Any]) -> None:
            nonlocal whole
            self._claim(array.nbytes)
            if whole is None:
                whole = array.copy()
            elif len(array):
                # Resized in place: joining copies would take twice the memory.
                whole.resize(len(whole) + len(array), refcheck=False)
                whole[-len(array) :] = array

        sink = Sink(add)
        yield sink
        if whole is not None and len(whole):
            self.arrays[name] = whole
            sink.entry = StoredArray(name, whole.nbytes, 0)

    def _claim(self, size: int) -> None:
        with self.lock:
            self.size += size
            if 4 * self.size > 3 * usable_memory(self.limit):
                raise OutOfMemoryError(self.size, self.limit, self.size * 4 // 3 + RESERVED)

    def put(self, name: str, array: NDArray[Any]) -> StoredArray:
        """Store an array, which the caller must not change afterwards."""
        self._claim(array.nbytes)
        self.arrays[name] = array
        return StoredArray(name, array.nbytes, 0)

    def get(self, entry: StoredArray, first: int = 0, last: int | None = None, code: str = "u8") -> Any:
        """The numbers `first` to `last` of an array."""
        return self.arrays[entry.name][first:last]

    def between(self, entry: StoredArray, low: int, high: int, kw: int) -> Words:
        """The sorted keys whose first words are at least `low` and below `high`."""
        found = self.arrays[entry.name]
        first, last = _bounds(found, low, high, kw)
        return found[first * kw : last * kw]

    def verify(self, entry: StoredArray) -> None:
        """Do nothing: arrays in memory need no check."""

    def names(self) -> list[str]:
        """The names of all arrays."""
        return list(self.arrays)

    def drop(self, name: str) -> None:
        """Forget the array of a name."""
        self.size -= self.arrays.pop(name).nbytes


@dataclass(eq=False)
class FileStore:
    """Arrays as files of a folder (see `huarong.container`), which any number of processes may share.

    A file takes its name when it is complete, so a process that is killed leaves no partial file; readers know its
    size and checksum and accept no other. With an `owner` (see `checkpoint.alone`), no file is published once the
    folder has another owner, since a task may outlive its driver for a moment. Raises `DiskFullError`, and
    `FileError` if a file is missing or damaged.
    """

    folder: Path
    owner: str = ""
    stop: threading.Event = field(default_factory=threading.Event)
    _sound: set[StoredArray] = field(default_factory=set)

    def __reduce__(self) -> Any:
        return _elsewhere, (self.folder, self.owner)

    def check(self) -> None:
        """Raise `Stopped` if the exploration is to end."""
        if self.stop.is_set():
            raise Stopped

    def check_owner(self) -> None:
        """Raise `Stopped` if the folder has another owner by now, and `FileError` if its owner cannot be read."""
        if self.owner and self.holder() != self.owner:
            raise Stopped

    def holder(self) -> str:
        """The owner of the folder. Raises `FileError`."""
        try:
            return (self.folder / LOCK).read_text("utf-8")
        except OSError as error:
            raise FileError(
                "{path} on {machine} is not the folder of this exploration: {why}",
                path=self.folder,
                machine=socket.gethostname(),
                why=error.strerror or str(error),
            ) from error

    def publish(self, name: str) -> None:
        """Make a complete file available to other machines: in a shared folder, nothing is to be done."""

    def fetch(self, name: str) -> None:
        """Fetch a file that another machine wrote: in a shared folder, nothing is to be done."""

    @contextlib.contextmanager
    def writer(self, name: str) -> Iterator[Sink]:
        """A `Sink` for the array of a name; an empty array is not kept."""
        writer: Writer | None = None
        with with_room(self.folder), contextlib.ExitStack() as stack:

            def add(array: NDArray[Any]) -> None:
                nonlocal writer
                if not array.size:
                    return
                if writer is None:
                    path = self.folder / name
                    writer = stack.enter_context(writing(path, _KIND, {"name": name}, durable=False))
                writer.write(np.ascontiguousarray(array).data)

            sink = Sink(add)
            yield sink
            self.check_owner()
        if writer is not None:
            self.publish(name)
            sink.entry = StoredArray(name, writer.size, writer.checksum)
            self._sound.add(sink.entry)

    def put(self, name: str, array: NDArray[Any]) -> StoredArray:
        """Write an array, which must not be empty."""
        with self.writer(name) as sink:
            sink.add(array)
        assert sink.entry is not None
        return sink.entry

    def opened(self, entry: StoredArray) -> Container:
        """Open the file of an entry and check its identity. Raises `FileError`."""
        path, here = self.folder / entry.name, socket.gethostname()
        try:
            found = Container.open(path, _KIND, mapped=True)
        except FileNotFoundError:
            raise _lost(path) from None
        if (found.size, found.checksum) != (entry.size, entry.checksum):
            found.close()
            raise FileError("{path} on {machine} differs from the file that was written", path=path, machine=here)
        return found

    def get(self, entry: StoredArray, first: int = 0, last: int | None = None, code: str = "u8") -> Any:
        """The numbers `first` to `last` of an array, memory-mapped from its file; not to be written to.

        The checksums of a file that another process wrote are verified before its first use. Raises `FileError`.
        """
        self.verify(entry)
        found = np.frombuffer(self.opened(entry).raw, code)
        return found[first:last]

    def between(self, entry: StoredArray, low: int, high: int, kw: int) -> Words:
        """A copy of the sorted keys whose first words are at least `low` and below `high`."""
        self.verify(entry)
        found = self.opened(entry)
        first, last = _bounds(np.frombuffer(found.raw, np.uint64), low, high, kw)
        begin, count = Container.offset + 8 * first * kw, (last - first) * kw
        try:
            return np.fromfile(found.path, np.uint64, count, offset=begin)
        except OSError as error:
            raise _lost(found.path) from error

    def verify(self, entry: StoredArray) -> None:
        """Verify a file's checksums, once in this process. Raises `FileError`."""
        if entry not in self._sound:
            with self.opened(entry) as found:
                found.check()
            self._sound.add(entry)

    def names(self) -> list[str]:
        """The names of all arrays. Raises `FileError` if the folder is gone."""
        try:
            return os.listdir(self.folder)
        except OSError as error:
            raise _lost(self.folder) from error

    def drop(self, name: str) -> None:
        """Delete the file of a name, or leave it if the system refuses: it is tried again after the next level."""
        with contextlib.suppress(OSError):
            (self.folder / name).unlink()


def _lost(path: Path) -> FileError:
    """The error for a file or folder that is no longer there."""
    return FileError(
        "{path} is missing on {machine}, though it was written there or elsewhere",
        path=path,
        machine=socket.gethostname(),
    )


_CHECKED: dict[str, set[StoredArray]] = {}
"""The entries that this worker process has verified, for the last owner of a folder."""


def _elsewhere(folder: Path, owner: str) -> FileStore:
    """Rebuild the store of a task that came from another process."""
    return FileStore(folder, owner, _sound=checked(owner))


def checked(owner: str) -> set[StoredArray]:
    """The entries that this process has verified for an owner: a file is verified once a process, not once a task."""
    if not owner:
        return set()
    if owner not in _CHECKED:
        _CHECKED.clear()
    return _CHECKED.setdefault(owner, set())


Store = MemoryStore | FileStore


def _bounds(keys: Words, low: int, high: int, kw: int) -> tuple[int, int]:
    """The range of indices of the sorted keys whose first words are at least `low` and below `high` (up to 2^64)."""
    words = keys[::kw]
    first = int(np.searchsorted(words, np.uint64(low))) if low else 0
    last = len(words) if high >> 64 else int(np.searchsorted(words, np.uint64(high)))
    return first, last
