"""One form for every binary file of the project: what it is, its content, and checksums over all of it.

======================  ===================================================================================
bytes                   what
======================  ===================================================================================
0 to 7                  `HUARONG` and a line feed
8 to 11                 the version of the form, 1 (all numbers little-endian)
12 to 63                zeros, so that the content is aligned
64 to 64 + n            the content, n bytes
then                    CRC-32 of each MiB of the content, 4 bytes each
then                    the header: JSON in UTF-8; its `kind` says what the content is
the last 24             n (8 bytes), the header's length and CRC-32, the CRC-32 of the checksums, and of these 20 bytes
======================  ===================================================================================

A file is written from front to back and takes its name when it is complete. A reader trusts nothing but what
its checksum vouches for: the end and the header when the file is opened, each MiB when it is first asked for.
"""

from __future__ import annotations

import contextlib
import functools
import json
import mmap
import struct
import zlib
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

from huarong.errors import FileError
from huarong.files import replacing

__all__ = ["PIECE", "Container", "Writer", "writing"]

_MAGIC = b"HUARONG\n"
_VERSION = 1
_FRONT = struct.Struct("<8sI52x")
_END = struct.Struct("<QIII")
_CRC = struct.Struct("<I")
PIECE = 1 << 20
"""So many bytes of the content share a checksum."""


class Writer:
    """Writes the content of a container, in portions of any size.

    `size` counts the bytes; `checksum`, known once the file is complete, stands for all of the file.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._sums, self._open = file, array("I"), 0
        self.size, self.checksum = 0, 0
        self._put(_FRONT.pack(_MAGIC, _VERSION))

    def write(self, data: Any) -> None:
        """Add what a bytes-like object holds."""
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
        """Write what stands behind the content."""
        if self.size % PIECE:
            self._close()
        sums = struct.pack(f"<{len(self._sums)}I", *self._sums)
        text = json.dumps(header, ensure_ascii=False).encode()
        end = _END.pack(self.size, len(text), zlib.crc32(text), zlib.crc32(sums))
        self.checksum = zlib.crc32(end)
        self._put(sums + text + end + _CRC.pack(self.checksum))

    def _close(self) -> None:
        """A piece is complete."""
        self._sums.append(self._open)
        self._open = 0

    def _put(self, data: bytes | memoryview) -> None:
        """Write all of it, also where the system takes only a part at a time."""
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]


@contextlib.contextmanager
def writing(
    path: str | Path, kind: str, header: Mapping[str, Any] | None = None, *, durable: bool = True
) -> Iterator[Writer]:
    """A container to write, which takes its name only when all is written (see `replacing`). Raises `FileError`.

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
        out.finish({**(header or {}), "kind": kind})


@dataclass(frozen=True, eq=False)
class Container:
    """A container that is open: its header, and its content as it is asked for, each MiB checked once.

    What was asked for must not be used once the container is closed. `offset` is where the content begins in
    the file.
    """

    offset: ClassVar[int] = _FRONT.size

    path: Path
    header: dict[str, Any]
    size: int
    checksum: int
    _map: mmap.mmap
    _sums: tuple[int, ...]
    sound: bytearray = field(repr=False)
    """For each MiB of the content whether it was checked."""

    @classmethod
    def open(cls, path: str | Path, kind: str) -> Container:
        """Open a file of this kind and check all but its content.

        Raises `FileNotFoundError`, and `FileError`, which says what is wrong with the file.
        """
        path = Path(path)
        try:
            with path.open("rb") as file:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        except FileNotFoundError:
            raise
        except ValueError:
            raise FileError("{path} is empty", path=path) from None
        except OSError as error:
            why = error.strerror or str(error)
            raise FileError("{path} cannot be read: {why}", path=path, why=why) from error
        try:
            return cls._read(path, kind, mapped)
        except BaseException:
            mapped.close()
            raise

    @classmethod
    def _read(cls, path: Path, kind: str, mapped: mmap.mmap) -> Container:
        least = _FRONT.size + _END.size + _CRC.size
        if mapped[: len(_MAGIC)] != _MAGIC:
            raise FileError("{path} is no file of huarong: it does not begin as one", path=path)
        if len(mapped) < least:
            raise FileError("{path} is cut short", path=path)
        front = mapped[: _FRONT.size]
        version = _FRONT.unpack(front)[1]
        if version != _VERSION or front != _FRONT.pack(_MAGIC, _VERSION):
            raise FileError(
                "{path} has version {got} of the form; this program reads {known}",
                path=path,
                got=version,
                known=_VERSION,
            )
        end = mapped[-_END.size - _CRC.size : -_CRC.size]
        size, length, header_sum, sums_sum = _END.unpack(end)
        pieces = -(-size // PIECE)
        (checksum,) = _CRC.unpack(mapped[-_CRC.size :])
        if zlib.crc32(end) != checksum or len(mapped) != least + size + 4 * pieces + length:
            raise FileError("{path} is cut short, has grown or is damaged at its end", path=path)
        behind = _FRONT.size + size
        sums = mapped[behind : behind + 4 * pieces]
        text = mapped[behind + 4 * pieces : behind + 4 * pieces + length]
        if zlib.crc32(sums) != sums_sum or zlib.crc32(text) != header_sum:
            raise FileError("{path} is damaged: its header is not what was written", path=path)
        header = json.loads(text)
        if header.get("kind") != kind:
            raise FileError(
                "{path} holds {got!r}; expected {kind!r}",
                path=path,
                got=header.get("kind"),
                kind=kind,
            )
        found = struct.unpack(f"<{pieces}I", sums)
        return cls(path, header, size, checksum, mapped, found, bytearray(pieces))

    @functools.cached_property
    def raw(self) -> memoryview:
        """The content, unchecked: for those who `check` what they read. What is written to it is not kept."""
        return memoryview(self._map)[_FRONT.size : _FRONT.size + self.size]

    def content(self, first: int = 0, last: int | None = None) -> memoryview:
        """The bytes `first` to `last` of the content, checked. Raises `FileError`."""
        last = self.size if last is None else last
        self.check(first, last)
        return self.raw[first:last]

    def check(self, first: int = 0, last: int | None = None) -> None:
        """Vouch for some bytes of the content, or for all of it. Raises `FileError`."""
        last = self.size if last is None else last
        for piece in range(first // PIECE, -(-last // PIECE)):
            if not self.sound[piece]:
                some = self.raw[piece * PIECE : (piece + 1) * PIECE]
                if zlib.crc32(some) != self._sums[piece]:
                    raise FileError(
                        "{path} is damaged: MiB {piece} of its content is not what was written",
                        path=self.path,
                        piece=piece,
                    )
                self.sound[piece] = 1

    def close(self) -> None:
        """Let the file go, unless something still uses its content."""
        self.__dict__.pop("raw", None)
        with contextlib.suppress(BufferError):
            self._map.close()

    def __enter__(self) -> Container:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
