"""The store of levels: files that appear completely or not at all."""

import contextlib
import os
import shutil
import socket
import threading
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from huarong.container import Container, Writer, writing
from huarong.errors import FileError, HuarongError, LimitReached
from huarong.i18n import size_text
from huarong.parallel import Threads
from huarong.resuming import locked_folder, with_room
from huarong.search.expansion import WordArray

_KIND = "exploration"
LOCK = "explore.lock"
"""The file that names the owner of a folder."""


class OutOfMemoryError(LimitReached):
    """The layouts do not fit into the memory allowed."""

    limit = "memory"

    def __init__(self, bound: int) -> None:
        template = (
            "the layouts do not fit into the memory limit of {bound}: allow more, or explore on disk (--engine disk)"
        )
        HuarongError.__init__(self, template, bound=size_text(bound))


class Stopped(Exception):
    """Ends a task after its driver has been told to stop."""


class StoredArray(NamedTuple):
    """An array in a store: its name, its size in bytes, and a checksum of its content."""

    name: str
    size: int
    checksum: int

    def count(self, code: str = "u8") -> int:
        """Return how many numbers of an `array` type code the entry has."""
        return self.size // np.dtype(code).itemsize


def entries(files: Iterable[Any]) -> tuple[StoredArray | None, ...]:
    """Return the files in a checkpoint; None for null. Raises `ValueError` and `TypeError`."""
    return tuple(
        None if each is None else StoredArray(Path(str(each[0])).name, int(each[1]), int(each[2])) for each in files
    )


_PORTION = 1 << 20
"""Array numbers to write, or words to verify, between two checks whether to stop."""
BLOCK = 1 << 22
"""The most keys in a block by default."""


@dataclass(frozen=True, slots=True)
class LevelRecord:
    """All layouts of one depth: how many each block holds, and whether one of them is a goal.

    `files` has the store's entry for each block, or None for a block without layouts. `bounds` has the first words of
    the keys at which the blocks begin.
    """

    depth: int
    counts: tuple[int, ...]
    files: tuple[StoredArray | None, ...]
    solved: bool = False
    bounds: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """The number of layouts of the level."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Shares:
    """What each task may use: `memory` in bytes, at most `block` keys, and `workers` running side by side."""

    memory: int
    block: int = BLOCK
    workers: int = 1


UNSHARED = Shares(0)
"""The shares of a plan that runs no tasks."""


def block_name(depth: int, block: int) -> str:
    """The name of a block of a level in the store."""
    return f"level-{depth:04}-{block:05}"


@dataclass(eq=False)
class Store:
    """Arrays as files of a folder (see `huarong.container`), which any number of processes may share.

    A file gets its name when it is complete, so a killed process leaves no partial file. Readers know the file's size
    and checksum and accept no other file. With an `owner` (see `alone`), no file is published once the folder has
    another owner, because a task may outlive its driver for a moment. Raises `DiskFullError`, and `FileError` if a file
    is missing or damaged.
    """

    folder: Path
    owner: str = ""
    stop: threading.Event = field(default_factory=threading.Event)
    _sound: set[StoredArray] = field(default_factory=set)

    def __reduce__(self) -> Any:
        return _elsewhere, (self.folder, self.owner)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the store for one exploration, as a new owner. Raises `InputError` if another exploration has it locked.

        A missing folder is created. The system releases the lock when the process ends.
        """
        name = f"process {os.getpid()} on {socket.gethostname()}"
        taken = "another exploration uses {path} ({who}): wait until it ends, or use another folder"
        with locked_folder(self.folder, LOCK, taken) as file:
            owner = f"{name} since {uuid.uuid4().hex}"
            with with_room(self.folder):
                file.truncate(0)
                file.write(owner)
                file.flush()
                os.fsync(file.fileno())
            self.owner = owner
            yield

    @property
    def room(self) -> float:
        """The free bytes."""
        return shutil.disk_usage(self.folder).free

    def __str__(self) -> str:
        return str(self.folder)

    def check(self) -> None:
        """Raise `Stopped` if the exploration must end."""
        if self.stop.is_set():
            raise Stopped

    def check_owner(self) -> None:
        """Raise `Stopped` if the folder now has another owner, and `FileError` if its owner cannot be read."""
        if self.owner and self.holder() != self.owner:
            raise Stopped

    def holder(self) -> str:
        """The owner of the folder. Raises `FileError`."""
        try:
            return (self.folder / LOCK).read_text("utf-8")
        except OSError as error:
            template = "{path} on {machine} is not the folder of this exploration: {why}"
            raise FileError(
                template, path=self.folder, machine=socket.gethostname(), why=error.strerror or str(error)
            ) from error

    def publish(self, name: str) -> None:
        """Make a complete file available to other machines. A shared folder needs no action."""

    def fetch(self, name: str) -> None:
        """Fetch a file that another machine wrote. A shared folder needs no action."""

    def write(self, name: str, parts: Iterable[NDArray[Any]]) -> StoredArray | None:
        """Write an array, given in parts; return None for an empty array, which is not kept."""
        writer: Writer | None = None
        with with_room(self.folder), contextlib.ExitStack() as stack:
            for part in filter(len, parts):
                if writer is None:
                    writer = stack.enter_context(writing(self.folder / name, _KIND, {"name": name}, durable=False))
                for first in range(0, len(part), _PORTION):
                    self.check()
                    writer.write(np.ascontiguousarray(part[first : first + _PORTION]).data)
            self.check_owner()
        if writer is None:
            return None
        self.publish(name)
        entry = StoredArray(name, writer.size, writer.checksum)
        self._sound.add(entry)
        return entry

    def put(self, name: str, array: NDArray[Any]) -> StoredArray:
        """Write an array, which must not be empty."""
        entry = self.write(name, [array])
        assert entry is not None
        return entry

    def opened(self, entry: StoredArray) -> Container:
        """Open the file of an entry and check its identity. Raises `FileError`."""
        path, here = self.folder / entry.name, socket.gethostname()
        try:
            found = Container.open(path, _KIND, mapped=True)
        except FileNotFoundError:
            raise _lost(path) from None
        if (found.size, found.checksum) != (entry.size, entry.checksum):
            found.close()
            template = "{path} on {machine} is damaged: its size or checksum does not match"
            raise FileError(template, path=path, machine=here)
        return found

    def get(self, entry: StoredArray, first: int = 0, last: int | None = None, code: str = "u8") -> Any:
        """Return the numbers `first` to `last` of an array, memory-mapped from its file; do not write to them.

        The checksums of a file that another process wrote are verified before its first use. Raises `FileError`.
        """
        self.verify(entry)
        return np.frombuffer(self.opened(entry).raw, code)[first:last]

    def between(self, entry: StoredArray, low: int, high: int, kw: int) -> WordArray:
        """Return a copy of the sorted keys whose first words are at least `low` and below `high`."""
        self.check()
        self.verify(entry)
        found = self.opened(entry)
        first, last = _bounds(np.frombuffer(found.raw, np.uint64), low, high, kw)
        begin, count = Container.offset + 8 * first * kw, (last - first) * kw
        try:
            return np.fromfile(found.path, np.uint64, count, offset=begin)
        except OSError as error:
            raise _lost(found.path) from error

    def verify(self, entry: StoredArray, look: Callable[[], None] | None = None) -> None:
        """Verify a file's checksums, once in this process; call `look` meanwhile. Raises `FileError`."""
        if entry not in self._sound:
            with self.opened(entry) as found:
                for first in range(0, found.size, 8 * _PORTION):
                    (look or self.check)()
                    found.check(first, min(first + 8 * _PORTION, found.size))
            self._sound.add(entry)

    def names(self) -> list[str]:
        """The names of all arrays. Raises `FileError` if the folder is gone."""
        try:
            return os.listdir(self.folder)
        except OSError as error:
            raise _lost(self.folder) from error

    def drop(self, name: str) -> None:
        """Delete a file; if the system refuses, leave it for another attempt after the next level."""
        with contextlib.suppress(OSError):
            (self.folder / name).unlink()


def _lost(path: Path) -> FileError:
    template = "{path} is missing on {machine}, though it was written there or elsewhere"
    return FileError(template, path=path, machine=socket.gethostname())


_CHECKED: dict[str, set[StoredArray]] = {}
"""The entries that this worker process has verified, for the last owner of a folder."""


def _elsewhere(folder: Path, owner: str) -> Store:
    """Rebuild the store of a task that came from another process."""
    return Store(folder, owner, _sound=checked(owner))


def checked(owner: str) -> set[StoredArray]:
    """Return the entries that this process has verified for an owner; each file is verified once per process."""
    if not owner:
        return set()
    if owner not in _CHECKED:
        _CHECKED.clear()
    return _CHECKED.setdefault(owner, set())


def _bounds(keys: WordArray, low: int, high: int, kw: int) -> tuple[int, int]:
    """The range of indices of the sorted keys whose first words are at least `low` and below `high` (up to 2^64)."""
    words = keys[::kw]
    first = int(np.searchsorted(words, np.uint64(low))) if low else 0
    last = len(words) if high >> 64 else int(np.searchsorted(words, np.uint64(high)))
    return first, last


# Tasks

StoreTask = Callable[[], Any]
"""Work for any process that can reach the store. It is idempotent: a second run writes equal files."""

RunTasks = Callable[[Sequence[StoreTask]], list[Any]]
"""A runner: it runs tasks in any order, concurrently, and returns their results in the tasks' order."""

Starter = Callable[[Callable[[], None], Store], RunTasks]
"""Creates a runner from the tasks' store and a function that the runner calls often and that may raise an error."""


def threads(workers: int) -> Starter:
    """A starter of runners whose threads last as long as this process, because each thread has its own buffers."""

    def start(look: Callable[[], None], store: Store) -> RunTasks:
        pool = Threads(workers)
        return lambda tasks: pool.all(tasks, look, store.stop.set)

    return start
