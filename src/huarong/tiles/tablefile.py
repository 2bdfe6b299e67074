"""The files of tables: a header with the body's length and checksum, so that nothing damaged is ever trusted."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from huarong.errors import FileError
from huarong.files import replacing
from huarong.tiles.tableset import TableSet

__all__ = [
    "BEGUN",
    "BEGUN_MAGIC",
    "HEADER",
    "PIECE",
    "file_name",
    "magic",
    "read_table",
    "write_table",
]

BEGUN_MAGIC = b"HRBEGUN\n"
HEADER, _VERSION = struct.Struct("<8sHBBBB8sQI"), 1
BEGUN = ".table.begun"
"""How the name of a file ends that has what a build knows so far."""
PIECE = 1 << 21
"""Bytes that are read, written or filled at a time, within a few milliseconds."""


def file_name(pattern: tuple[int, ...], ending: str = ".table") -> str:
    """The name of a pattern's file.

    >>> file_name((1, 2, 3))
    '1.2.3.table'
    """
    return ".".join(map(str, pattern)) + ending


def magic(tables: TableSet) -> bytes:
    """How a file of such a set begins."""
    return b"HRLINES\n" if tables.lines else b"HRTILES\n"


def _header(
    begin: bytes, tables: TableSet, pattern: tuple[int, ...], length: int, crc: int
) -> bytes:
    shape = (tables.width, tables.height, tables.blank, len(pattern), bytes(pattern))
    return HEADER.pack(begin, _VERSION, *shape, length, crc)


def read_table(
    path: Path,
    begin: bytes,
    tables: TableSet,
    pattern: tuple[int, ...],
    into: Sequence[memoryview],
    check: Callable[[], None],
) -> bool:
    """Whether a file is there, sound, and this pattern's; its body is read into memory.

    `check` is called every few milliseconds and may raise.
    """
    crc = 0
    try:
        with open(path, "rb", buffering=0) as file:
            header = file.read(HEADER.size)
            for part in into:
                at = 0
                while at < len(part):
                    more = file.readinto(part[at : at + PIECE])
                    if not more:
                        return False
                    crc = zlib.crc32(part[at : at + more], crc)
                    at += more
                    check()
            longer = file.read(1)
    except OSError:
        return False
    return not longer and header == _header(begin, tables, pattern, sum(map(len, into)), crc)


def write_table(
    path: Path,
    begin: bytes,
    tables: TableSet,
    pattern: tuple[int, ...],
    body: Iterable[memoryview],
    check: Callable[[], None],
) -> None:
    """Write a file, whole or not at all. `check` is called every few milliseconds and may raise.

    Raises `FileError`. What a file holds can be computed again: it is not forced to the disk at once.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror
        raise FileError("{path} cannot be written: {why}", path=path, why=why) from error
    crc = length = 0
    with replacing(path, durable=False) as file:
        file.seek(HEADER.size)
        for part in body:
            for at in range(0, len(part), PIECE):
                piece = part[at : at + PIECE]
                crc = zlib.crc32(piece, crc)
                length += file.write(piece)
                check()
        file.seek(0)
        file.write(_header(begin, tables, pattern, length, crc))
