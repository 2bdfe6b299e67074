"""The folder of work that can be stopped and resumed: its lock, its state, and the refusal of a disk that is too small.

Two kinds of work keep levels in such a folder, each in the form that is faster for it. An atlas
(`huarong.atlas.engines`) holds all layouts of a space, most of which are reached: bitsets by frame, or a byte for each
rank. An exploration (`huarong.explore`) may reach few of them, or layouts that have no ranks, and several machines may
work on it: sorted keys, or bits of tiles. Measured, an exploration by keys took 2 to 9 times as long as an atlas of
bitsets (`benchmarks/atlas/on_disk.py --ways`).

The **state** says how far the work is. It is the header of a container, which is replaced as a whole: a process that is
killed leaves the last one. A state that is not durable is not flushed to the disk, and valid until the machine is
restarted.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from huarong.container import Container, writing
from huarong.errors import FileError, HuarongError, InputError, LimitReached
from huarong.files import locked, refusable

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}

OTHER_VERSION = "{path} was written by another version and cannot be resumed: use another folder"
GO_ON = (
    "the disk of {folder} is full: all levels but the one just begun are kept there; "
    "make room and continue with --resume"
)
"""What `DiskFullError` says, unless the work is resumed in another way."""


class _DiskError(LimitReached):
    """A limit of the disk, which has a message of its own."""

    limit = "disk"

    def __init__(self, template: str, **values: Any) -> None:
        HuarongError.__init__(self, template, **values)


class DiskTooSmallError(_DiskError):
    """The levels would not fit on the disk, which is noticed before the work begins."""


class DiskFullError(_DiskError):
    """The disk is full; complete levels stay, and the work can be resumed."""


@contextlib.contextmanager
def with_room(folder: Path, full: str = GO_ON) -> Iterator[None]:
    """A context in which files of a folder are written: raises `DiskFullError` with the message `full`, or
    `FileError`.
    """
    try:
        with refusable(folder):
            yield
    except FileError as error:
        if getattr(error.__cause__, "errno", None) in _NO_ROOM:
            raise DiskFullError(full, folder=str(folder)) from error
        raise


@contextlib.contextmanager
def locked_folder(folder: Path, name: str, taken: str) -> Iterator[IO[str]]:
    """Lock a folder, made if it is missing, against other processes; yields the file of the lock, named `name`.

    The system releases the lock when the process ends, however that ends. `taken` is the message of the `InputError`
    if another process has the lock; `{who}` is what that process wrote to the file. Raises `FileError` too.
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
    """The file of the state of work, in whichever folder: its name, kind and version."""

    name: str
    kind: str
    version: int = 1

    def write(self, folder: Path, state: Mapping[str, Any], durable: bool = True) -> None:
        """Replace the durable state or, if the new one is not durable, the last state that is not durable. Raises
        `FileError`.
        """
        about = {"version": self.version, **state, "boot": _boot()}
        name = self.name if durable else self.recent
        with writing(folder / name, self.kind, about, durable=durable):
            pass

    def read(self, folder: Path) -> Container | None:
        """The durable state, as the header of a closed file; None if there is none. Raises `FileError`."""
        path = folder / self.name
        try:
            with Container.open(path, self.kind) as found:
                if found.header.get("version", 1) != self.version:
                    raise FileError(OTHER_VERSION, path=path)
                return found
        except FileNotFoundError:
            return None

    def read_recent(self, folder: Path) -> Container | None:
        """The last state that is not durable; None if the machine was restarted since, or if the state is damaged."""
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
    """A name of the current boot: until the next one, what a killed process wrote is not lost."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return f"process {os.getpid()}"
