"""Work that can be stopped and resumed: a folder with its lock and its state, or a journal of finished parts.

Two kinds of work keep levels in such a folder, each in its faster form. An atlas (`huarong.atlas.engines`) holds all
layouts of a space, most of which are reached: as bitsets by frame, or as one byte for each rank. An exploration
(`huarong.explore`) may reach few layouts of a space, or layouts without ranks, and several machines may share it: as
sorted keys, or as bits of tiles. In measurements, an exploration by keys took 2 to 9 times as long as an atlas of
bitsets (`benchmarks/atlas/on_disk.py --ways`).

The **state** records how far the work is. It is the header of a container that is replaced as a whole, so a killed
process leaves the previous state. A state that is not durable is not flushed to the disk; it is valid until the machine
restarts.
"""

import contextlib
import errno
import json
import os
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from huarong.container import Container, writing
from huarong.errors import FileError, HuarongError, InputError, LimitReached
from huarong.files import locked, refusable, unwritable
from huarong.parallel import Threads

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}

OTHER_VERSION = (
    "{path} was written by another version and cannot be resumed: use another folder or file, or remove this one"
)
GO_ON = (
    "the disk of {folder} is full: all levels but the one just begun are kept there; "
    "make room and continue with --resume"
)
"""The message of `DiskFullError`, unless the work is resumed in another way."""


class _DiskError(LimitReached):
    """A limit of the disk, with its own message."""

    limit = "disk"

    def __init__(self, template: str, **values: Any) -> None:
        HuarongError.__init__(self, template, **values)


class DiskTooSmallError(_DiskError):
    """The levels would not fit on the disk; this is checked before the work begins."""


class DiskFullError(_DiskError):
    """The disk is full. Complete levels are kept, and the work can be resumed."""


@contextlib.contextmanager
def with_room(folder: Path, full: str = GO_ON) -> Iterator[None]:
    """A context for writing files of a folder. It raises `DiskFullError` with the message `full`, or `FileError`."""
    try:
        with refusable(folder):
            yield
    except FileError as error:
        if getattr(error.__cause__, "errno", None) in _NO_ROOM:
            raise DiskFullError(full, folder=str(folder)) from error
        raise


@contextlib.contextmanager
def locked_folder(folder: Path, name: str, taken: str) -> Iterator[IO[str]]:
    """Lock a folder against other processes and yield the lock file, named `name`. A missing folder is created.

    The system releases the lock when the process ends. If another process has the lock, the message `taken` is raised
    as `InputError`; its `{who}` is what that process wrote to the file. Raises `FileError` too.
    """
    with contextlib.ExitStack() as stack:
        with refusable(folder):
            folder.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context((folder / name).open("a+", encoding="utf-8"))
        if not locked(file):
            file.seek(0)
            raise InputError(taken, path=str(folder), who=file.read().partition(" since ")[0])
        yield file


@dataclass(frozen=True)
class StateFile:
    """A file that holds the state of some work, in any folder: its name, kind and version."""

    name: str
    kind: str
    version: int = 1

    def write(self, folder: Path, state: Mapping[str, Any], durable: bool = True) -> None:
        """Replace the durable state or, without `durable`, the last state that is not durable. Raises `FileError`."""
        about = {"version": self.version, **state, "boot": _boot()}
        name = self.name if durable else self.recent
        with writing(folder / name, self.kind, about, durable=durable):
            pass

    def read(self, folder: Path) -> Container | None:
        """Return the durable state as the header of a closed file; None if there is none. Raises `FileError`."""
        path = folder / self.name
        try:
            with Container.open(path, self.kind) as found:
                if found.header.get("version", 1) != self.version:
                    raise FileError(OTHER_VERSION, path=path)
                return found
        except FileNotFoundError:
            return None

    def read_recent(self, folder: Path) -> Container | None:
        """Return the last state that is not durable; None after a restart or if it is damaged."""
        with (
            contextlib.suppress(FileNotFoundError, FileError),
            Container.open(folder / self.recent, self.kind) as found,
        ):
            return found if found.header.get("boot") == _boot() else None
        return None

    @property
    def recent(self) -> str:
        """The name of the file for states that are not durable."""
        return f"{self.name}-now"


def _boot() -> str:
    """Return a name of the current boot. Until the next boot, nothing that a killed process wrote is lost."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return f"process {os.getpid()}"


class Journal:
    """The finished parts of a computation by name; with a path, they are kept in a file of JSON lines.

    A line has a name, a result and a checksum of both, and is appended at once: programs that share a journal may
    compute a part twice but lose none. An incomplete last line, left by a killed program, is dropped. Raises
    `FileError` if the file belongs to another computation, a line is damaged, or the disk is full.

    >>> journal = Journal(None, "squares")
    >>> [journal.get(str(n), lambda: n * n) for n in (2, 2)]
    [4, 4]
    """

    def __init__(self, path: str | Path | None, title: str) -> None:
        self.path, self.parts = None if path is None else Path(path), dict[str, Any]()
        if self.path is None:
            return
        try:
            lines = self.path.read_bytes().splitlines(True) if self.path.is_file() else []
            whole = [line for line in lines if line.endswith(b"\n")]
            if whole and json.loads(whole[0]) != {"work": title}:
                raise ValueError
            if lines and not whole and not _line({"work": title}).startswith(lines[0]):
                raise ValueError  # an unfinished first line may be another file's: do not overwrite it
            for number, line in enumerate(whole[1:], 2):
                if line != whole[0]:  # begun by two at once
                    self._read(number, line)
            if whole != lines:
                os.truncate(self.path, sum(map(len, whole)))
            if not whole:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._write({"work": title})
        except FileError:
            raise
        except (ValueError, RecursionError):
            raise FileError("{path} is the journal of other work: use another file", path=str(path)) from None
        except OSError as error:
            raise unwritable(self.path, error) from error

    def get(self, name: str, make: Callable[[], Any]) -> Any:
        """Return the result of a part, as JSON: from the journal, or computed by `make` and added to it."""
        if name not in self.parts:
            self.parts[name] = make()
            found = [name, self.parts[name]]
            self._write([*found, _checksum(found)])
        return self.parts[name]

    def get_all(self, parts: Iterable[tuple[str, Callable[[], Any]]], workers: int) -> Iterator[tuple[str, Any]]:
        """Iterate over the names and results of parts in order; compute missing parts, `workers` at a time.

        >>> list(Journal(None, "squares").get_all([("2", lambda: 4), ("3", lambda: 9)], 2))
        [('2', 4), ('3', 9)]
        """
        waiting: deque[tuple[str, Callable[[], Any]]] = deque()
        with Threads(workers) as pool:
            for name, make in parts:
                waiting.append((name, make if name in self.parts else pool.submit(make).result))
                if len(waiting) > 2 * workers:
                    yield (first := waiting.popleft())[0], self.get(*first)
            while waiting:
                yield (first := waiting.popleft())[0], self.get(*first)

    def _read(self, number: int, line: bytes) -> None:
        try:
            *found, checksum = json.loads(line)
            name, part = found
            sound = isinstance(name, str) and checksum == _checksum(found)
        except (ValueError, TypeError, RecursionError):
            sound = False
        if not sound:
            template = "line {line} of {path} is damaged: name another journal, or remove the line"
            raise FileError(template, line=number, path=str(self.path))
        self.parts[name] = part

    def _write(self, line: Any) -> None:
        if self.path is None:
            return
        data = _line(line)
        with refusable(self.path), self.path.open("ab", buffering=0) as file:
            if file.write(data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _line(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def _checksum(found: list[Any]) -> int:
    return zlib.crc32(json.dumps(found).encode())
