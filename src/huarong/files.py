"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import importlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, BinaryIO

from huarong.errors import FileError

__all__ = ["locked", "replacing"]


@contextlib.contextmanager
def replacing(path: str | Path, durable: bool = True) -> Iterator[BinaryIO]:
    """A file to write, which takes its name only when all is written; else nothing is left behind.

    A symbolic link stays one: the file that it leads to is replaced. A `durable` file is on the disk before it
    takes its name; one that can be computed again, and has a checksum, need not be. Raises `FileError` where the folder or
    the disk refuses it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "name") as file:
    ...         _ = file.write(b"all of it")
    ...     [each.name for each in Path(folder).iterdir()]
    ['name']
    """
    path = Path(path)
    try:
        target = path
        if path.is_symlink():
            with contextlib.suppress(FileNotFoundError):
                path.stat()  # a circle of links is refused
            target = Path(os.path.realpath(path))
        hidden = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}.part")
        try:
            with hidden.open("wb") as file:
                yield file
                file.flush()
                if durable:
                    os.fsync(file.fileno())
            hidden.replace(target)
        except BaseException:
            hidden.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileError("{path} cannot be written: {why}", path=path, why=error.strerror) from error


def locked(file: IO[Any]) -> bool:
    """Lock an open file for this process, where the system can; False where another process has locked it.

    The lock ends with the process, however that ends. Where neither the system nor the file system knows locks,
    it is up to people that nobody else works on the file.
    """
    try:
        if os.name == "nt":
            msvcrt: Any = importlib.import_module("msvcrt")
            file.seek(1 << 30)  # a byte that nobody reads: a lock there keeps nobody from reading
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl: Any = importlib.import_module("fcntl")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except (ImportError, OSError):
        pass
    return True
