"""Writing files completely or not at all, and the folder for cached files, which can be recomputed."""

import contextlib
import errno
import importlib
import os
import re
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, BinaryIO

from huarong.errors import FileError, expect

STANDARD_OUTPUT = "/dev/stdout"
"""The path of this process's standard output, even on systems that have no such file."""


@contextlib.contextmanager
def replacing(path: str | Path, durable: bool = True) -> Iterator[BinaryIO]:
    """Open a file for writing that gets its name only when it is complete. After an error nothing is left behind.

    A symbolic link is kept, and the file that it points to is replaced. A device or a pipe is kept too, and is written
    once the content is complete. A `durable` file is flushed to the disk before it gets its name; a file with a
    checksum that can be recomputed need not be. Unfinished files that killed processes left in the folder are removed.
    Raises `FileError` if the folder or the disk refuses the file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "name") as file:
    ...         _ = file.write(b"all of it")
    ...     [each.name for each in Path(folder).iterdir()]
    ['name']
    """
    expect(path, str, os.PathLike)
    path = Path(path)
    try:
        target, standard = path, path == Path(STANDARD_OUTPUT)
        if path.is_symlink() and not standard:
            with contextlib.suppress(FileNotFoundError):
                path.stat()  # raises for links that form a circle
            target = Path(os.path.realpath(path))
        if not target.name or not _nameable(target):
            raise FileError("{path!r} cannot be written: it is not a valid file name", path=str(path))
        if standard or (target.exists() and not stat.S_ISREG(target.stat().st_mode)):
            import tempfile

            with tempfile.TemporaryFile() as whole:
                yield whole
                whole.seek(0)
                with open(os.dup(1) if standard else _opened(target), "wb") as device:
                    while some := whole.read(1 << 20):
                        device.write(some)
            return
        _tidy(target.parent)
        hidden = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}.part")
        _writing.add(hidden)
        try:
            with hidden.open("wb") as file:
                locked(file)
                file.seek(0)
                yield file
                file.flush()
                if durable:
                    os.fsync(file.fileno())
            hidden.replace(target)
        except BaseException:
            hidden.unlink(missing_ok=True)
            raise
        finally:
            _writing.discard(hidden)
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: str | Path, error: OSError) -> FileError:
    """Return the error for a file that the system refuses to write."""
    why = error.strerror or str(error)
    return FileError("{path} cannot be written: {why}", path=path, why=why)


def unreadable(path: str | Path, error: Exception) -> FileError:
    """Return the error for a file that the system refuses to read, or whose text is invalid."""
    why = getattr(error, "strerror", None) or str(error)
    return FileError("{path} cannot be read: {why}", path=path, why=why)


@contextlib.contextmanager
def refusable(path: str | Path) -> Iterator[None]:
    """A context for writing a file; it raises `FileError` if the system refuses."""
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from error


@contextlib.contextmanager
def readable(path: str | Path, missing: bool = False) -> Iterator[None]:
    """A context for reading a file; it raises `FileError` if the system refuses or the text is invalid. With `missing`,
    a `FileNotFoundError` passes through unchanged.
    """
    try:
        yield
    except (OSError, UnicodeError) as error:
        if missing and isinstance(error, FileNotFoundError):
            raise
        raise unreadable(path, error) from error


def writable(path: str | Path, replaced: bool = True) -> Path:
    """Check before long work that a file can be written; return its path.

    A file that is `replaced` requires a folder in which files can be created; a file that is appended to does not.
    Raises `FileError` if the path is a folder, or if its folder is missing or read-only.

    >>> writable("no/such/name")
    Traceback (most recent call last):
    huarong.errors.FileError: no/such/name cannot be written: No such file or directory
    """
    path, wrong = Path(path), 0
    if path == Path(STANDARD_OUTPUT):
        return path
    try:
        needed = [path] if path.exists() else []
        if not needed or (replaced and path.is_file()):
            needed.append(Path(os.path.realpath(path)).parent)
        if path.is_dir():
            wrong = errno.EISDIR
        elif not path.parent.is_dir():
            wrong = errno.ENOENT
        elif not all(os.access(each, os.W_OK) for each in needed):
            wrong = errno.EACCES
    except OSError as error:  # the name is too long, or a folder of the path is closed to us
        wrong = error.errno or errno.EACCES
    if wrong:
        raise FileError("{path} cannot be written: {why}", path=path, why=os.strerror(wrong))
    return path


def _nameable(path: Path) -> bool:
    """Whether the system allows a file of this name."""
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False


def _opened(device: Path) -> int:
    """Open a device or a pipe for writing; refuse a pipe that nobody reads."""
    file = os.open(device, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    if os.name != "nt":
        os.set_blocking(file, True)
    return file


_PART = re.compile(r"\..+\.([0-9]+)\.[0-9]+\.part")
_tidied: set[Path] = set()
_writing: set[Path] = set()
"""Temporary files that this process is writing, recorded without locks, which some file systems lack."""


def _tidy(folder: Path) -> None:
    """Remove the unfinished files of processes that have ended; each process checks a folder only once."""
    if folder in _tidied:
        return
    _tidied.add(folder)
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            found = _PART.fullmatch(path.name)
            if found and path not in _writing and abandoned(path, int(found[1])):
                path.unlink()


def abandoned(path: Path, writer: int) -> bool:
    """Whether a file's writer is gone: its process has ended, and no process on any machine holds the lock."""
    if writer == os.getpid():  # left by an earlier process with this number, unless a thread has just begun it
        if time.time() - path.stat().st_mtime < 5:
            return False
    elif os.name != "nt":  # Windows cannot ask whether a process is alive in this way
        try:
            os.kill(writer, 0)
        except (ProcessLookupError, OverflowError):
            pass
        except OSError:
            return False
        else:
            return False
    with path.open("r+b") as file:
        return locked(file)


def locked(file: IO[Any]) -> bool:
    """Lock an open file for this process if the system can; return False if another process has locked it.

    The lock ends with the process. If neither the system nor the file system has locks, users must ensure that only one
    process works on the file.
    """
    try:
        if os.name == "nt":
            msvcrt: Any = importlib.import_module("msvcrt")
            file.seek(1 << 30)  # Windows forbids reading locked bytes, so lock one behind the end
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl: Any = importlib.import_module("fcntl")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except (ImportError, OSError):
        pass
    return True


def cache_folder(part: str) -> Path:
    """The folder of one part of the cache, such as `"atlas"`: in the user's cache folder, or in the folder that
    `HUARONG_CACHE` names. It need not exist yet.

    >>> cache_folder("tables").name
    'tables'
    """
    root = os.environ.get("HUARONG_CACHE")
    if root:
        return Path(root) / part
    import platformdirs

    return platformdirs.user_cache_path("huarong") / part
