"""The container format of all binary files of the project: a header, the content, and checksums of both.

======================  ===================================================================================
bytes                   what
======================  ===================================================================================
0 to 7                  `HUARONG` and a line feed
8 to 11                 the version of the format, 1 (all numbers little-endian)
12 to 63                zeros, so that the content is aligned
64 to 63 + n            the content, n bytes
then                    CRC-32 of each MiB of the content, 4 bytes each
then                    the header: JSON in UTF-8; its `kind` says what the content is
the last 24             n (8 bytes), the header's length and CRC-32, the CRC-32 of the checksums, and of these 20 bytes
======================  ===================================================================================

A file is written from front to back under a temporary name and renamed when it is complete. A reader verifies checksums
before it uses any data: the end and the header when it opens the file, each MiB when it is first requested.

Each MiB is read into the reader's own memory and checked there. Later changes to the file therefore do not matter, and
a file that is truncated while open raises an error; a memory map would end the process (SIGBUS). Contents of more than
`MOST_READ` bytes, and contents opened with `mapped=True`, are memory-mapped all the same.
"""

import contextlib
import functools
import json
import mmap
import os
import stat
import struct
import threading
import zlib
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

from huarong.errors import FileError, expect
from huarong.files import replacing, unreadable

_MAGIC = b"HUARONG\n"
_VERSION = 1
_FRONT = struct.Struct("<8sI52x")
_END = struct.Struct("<QIII")
_CRC = struct.Struct("<I")
PIECE = 1 << 20
"""The bytes that one checksum covers: 1 MiB."""
MOST_READ = 1 << 30
"""The largest content, in bytes, that is read into memory; larger contents are memory-mapped."""


class Writer:
    """Writes the content of a container, in portions of any size.

    `size` is the number of bytes written. `checksum` identifies the whole file; it is set once the file is complete.
    The entries of `header` are written at the end.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._sums, self._open = file, array("I"), 0
        self.size, self.checksum = 0, 0
        self.header = dict[str, Any]()
        self._put(_FRONT.pack(_MAGIC, _VERSION))

    def write(self, data: Any) -> None:
        """Append the bytes of `data`, any bytes-like object, to the content."""
        rest = memoryview(data).cast("B")
        while rest:
            some = rest[: PIECE - self.size % PIECE]
            self._put(some)
            self._open = zlib.crc32(some, self._open)
            self.size += len(some)
            rest = rest[len(some) :]
            if self.size % PIECE == 0:
                self._close()

    def finish(self, header: Mapping[str, Any]) -> None:
        """Write what follows the content: checksums, header and end."""
        if self.size % PIECE:
            self._close()
        sums = struct.pack(f"<{len(self._sums)}I", *self._sums)
        text = json.dumps(header, ensure_ascii=False).encode()
        end = _END.pack(self.size, len(text), zlib.crc32(text), zlib.crc32(sums))
        self.checksum = zlib.crc32(end)
        self._put(sums + text + end + _CRC.pack(self.checksum))

    def _close(self) -> None:
        """Store the checksum of a complete MiB."""
        self._sums.append(self._open)
        self._open = 0

    def _put(self, data: bytes | memoryview) -> None:
        """Write all bytes, even if the system accepts only some of them per call."""
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]


@contextlib.contextmanager
def writing(
    path: str | Path, kind: str, header: Mapping[str, Any] | None = None, *, durable: bool = True
) -> Iterator[Writer]:
    """Open a container for writing. It gets its name only when it is complete (see `replacing`). Raises `FileError`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "name"
    ...     with writing(path, "example", {"answer": 42}) as out:
    ...         out.write(b"content")
    ...     with Container.open(path, "example") as found:
    ...         found.header["answer"], bytes(found.content())
    (42, b'content')
    """
    with replacing(path, durable) as file:
        out = Writer(file)
        yield out
        out.finish({**(header or {}), **out.header, "kind": kind})


@dataclass(frozen=True, eq=False)
class Container:
    """An open container: its header, and its content, which is read on demand. Each MiB is checked once.

    Do not use memory views of the content after the container is closed. `offset` is where the content begins in the
    file.
    """

    offset: ClassVar[int] = _FRONT.size

    path: Path
    header: dict[str, Any]
    size: int
    checksum: int
    _file: "_Reader"
    _memory: mmap.mmap | bytearray
    _mapped: bool
    _sums: tuple[int, ...]
    sound: bytearray = field(repr=False)
    """For each MiB of the content, 1 if it was read and checked, else 0."""
    room: int | None = None
    """The most bytes of the content to keep in memory, approximately; None for no limit."""
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _held: list[int] = field(default_factory=lambda: [0], repr=False)

    @classmethod
    def open(cls, path: str | Path, kind: str, mapped: bool = False, room: int | None = None) -> "Container":
        """Open a file of this kind and check everything but its content.

        `mapped` memory-maps the content. The caller must then hold a lock on the file, because a mapped file must not
        be truncated. `room` is the number of bytes to keep in memory: larger content is mapped, dropped from memory
        whenever `room` bytes were read, and checked again when it is read again. Raises `FileNotFoundError`, and
        `FileError`, which says what is wrong with the file.
        """
        expect(path, str, os.PathLike)
        path = Path(path)
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                raise FileError("{path} cannot be read: it is not an ordinary file", path=path)
            file = _Reader(path)
        except (FileNotFoundError, FileError):
            raise
        except (OSError, ValueError) as error:
            raise unreadable(path, error) from error
        try:
            return cls._read(path, kind, file, mapped, room)
        except OSError as error:
            file.close()
            raise unreadable(path, error) from error
        except BaseException:
            file.close()
            raise

    @classmethod
    def _read(cls, path: Path, kind: str, file: "_Reader", mapped: bool, room: int | None) -> "Container":
        whole, least = os.fstat(file.number).st_size, _FRONT.size + _END.size + _CRC.size
        if not whole:
            raise FileError("{path} is empty", path=path)
        front = file.at(0, _FRONT.size)
        if front[: len(_MAGIC)] != _MAGIC:
            raise FileError("{path} was not written by huarong: its first bytes differ", path=path)
        if whole < least or len(front) < _FRONT.size:
            raise FileError("{path} is incomplete", path=path)
        version = _FRONT.unpack(front)[1]
        if version != _VERSION:
            template = "{path} has version {got} of the format; this program reads {known}"
            raise FileError(template, path=path, got=version, known=_VERSION)
        if front != _FRONT.pack(_MAGIC, _VERSION):
            raise FileError("{path} is damaged: the checksum of its header does not match", path=path)
        last = file.at(whole - _END.size - _CRC.size, _END.size + _CRC.size)
        last = last.ljust(_END.size + _CRC.size)
        end, (checksum,) = last[: _END.size], _CRC.unpack(last[_END.size :])
        size, length, header_sum, sums_sum = _END.unpack(end)
        pieces = -(-size // PIECE)
        if zlib.crc32(end) != checksum or whole != least + size + 4 * pieces + length:
            raise FileError("{path} is incomplete, too long or damaged at its end", path=path)
        behind = file.at(_FRONT.size + size, 4 * pieces + length)
        sums, text = behind[: 4 * pieces], behind[4 * pieces :]
        if zlib.crc32(sums) != sums_sum or zlib.crc32(text) != header_sum:
            raise FileError("{path} is damaged: the checksum of its header does not match", path=path)
        with _sense(path):
            header = json.loads(text)
            found = header.get("kind")
        if found != kind:
            template = "{path} contains {got!r}; expected {kind!r}"
            raise FileError(template, path=path, got=found, kind=kind)
        room = None if room is None or size <= room else max(room, PIECE)
        mapped = mapped or size > MOST_READ or room is not None
        memory: mmap.mmap | bytearray = bytearray()
        if mapped:
            memory = mmap.mmap(file.number, 0, access=mmap.ACCESS_COPY)
            file.close()
        elif size:
            memory = mmap.mmap(-1, size)
        known = struct.unpack(f"<{pieces}I", sums)
        sound = bytearray(pieces)
        return cls(path, header, size, checksum, file, memory, mapped, known, sound, room)

    def sense(self) -> contextlib.AbstractContextManager[None]:
        """A context that raises `FileError` if the header lacks a key or has a wrong type or value."""
        return _sense(self.path)

    @functools.cached_property
    def raw(self) -> memoryview:
        """The content; only the bytes for which `check` was called are valid.

        Writing to it does not change the file.
        """
        start = _FRONT.size if self._mapped else 0
        return memoryview(self._memory)[start : start + self.size]

    def content(self, first: int = 0, last: int | None = None) -> memoryview:
        """Return the bytes `first` to `last` of the content, checked. Raises `FileError`."""
        last = self.size if last is None else last
        self.check(first, last)
        return self.raw[first:last]

    def check(self, first: int = 0, last: int | None = None) -> None:
        """Read and verify the bytes `first` to `last` of the content, by default all. Raises `FileError`."""
        last = self.size if last is None else last
        for piece in range(first // PIECE, -(-last // PIECE)):
            if not self.sound[piece]:
                with self._lock:
                    if not self.sound[piece]:
                        self._make_room()
                        self._take(piece, self.raw[piece * PIECE : (piece + 1) * PIECE])
                        self.sound[piece] = 1

    def _make_room(self) -> None:
        """Drop the content from memory if one more MiB would exceed `room`."""
        if self.room is None:
            return
        self._held[0] += PIECE
        if self._held[0] > self.room:
            self._held[0] = PIECE
            self.sound[:] = bytes(len(self.sound))
            if isinstance(self._memory, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
                self._memory.madvise(mmap.MADV_DONTNEED)

    def pieces(self) -> Iterator[memoryview]:
        """Iterate over the content, MiB by MiB. Each is checked, and none is kept in memory. Raises `FileError`."""
        for piece in range(len(self._sums)):
            size = min(PIECE, self.size - piece * PIECE)
            some = self.raw[piece * PIECE :][:size] if self._mapped else memoryview(bytearray(size))
            self._take(piece, some)
            yield some

    def _take(self, piece: int, some: memoryview) -> None:
        """Check a MiB; read it first unless it is mapped."""
        try:
            got = len(some) if self._mapped else self._file.into(_FRONT.size + piece * PIECE, some)
        except OSError as error:
            raise unreadable(self.path, error) from error
        if got < len(some) or zlib.crc32(some) != self._sums[piece]:
            template = "{path} is damaged: the checksum of MiB {piece} does not match"
            raise FileError(template, path=self.path, piece=piece)

    def close(self) -> None:
        """Close the file; memory that a view still uses is freed together with that view."""
        self.__dict__.pop("raw", None)
        self._file.close()
        if isinstance(self._memory, mmap.mmap):
            with contextlib.suppress(BufferError):
                self._memory.close()

    def __enter__(self) -> "Container":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextlib.contextmanager
def _sense(path: Path) -> Iterator[None]:
    """Turn errors in reading a header into `FileError`: even a header with a valid checksum may hold anything."""
    try:
        yield
    except FileError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        why = f"{type(error).__name__}: {error}"
        raise FileError("{path} has an invalid header: {why}", path=path, why=why) from error


class _Reader:
    """A file that several threads can read at any offset. It is closed with the last reference to it."""

    def __init__(self, path: Path) -> None:
        self.number = -1
        self.number = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self.lock = threading.Lock()

    def into(self, offset: int, memory: memoryview) -> int:
        """Fill `memory` with the file's bytes from `offset` on; return how many bytes were read."""
        done = 0
        while done < len(memory):
            if hasattr(os, "preadv"):
                more = os.preadv(self.number, [memory[done:]], offset + done)
            else:
                with self.lock:
                    os.lseek(self.number, offset + done, os.SEEK_SET)
                    some = os.read(self.number, len(memory) - done)
                more = len(some)
                memory[done : done + more] = some
            if not more:
                break
            done += more
        return done

    def at(self, offset: int, size: int) -> bytes:
        """Return `size` bytes from `offset` on; fewer at the end of the file."""
        found = bytearray(size)
        return bytes(found[: self.into(offset, memoryview(found))])

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        number, self.number = self.number, -1
        if number >= 0:
            os.close(number)

    __del__ = close
