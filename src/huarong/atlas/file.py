"""The file of an atlas: a header in text, a byte for each layout, and checksums, all memory-mapped.

====================  =======================================================================
bytes                 what
====================  =======================================================================
0 to 7                `HRATLAS` and a line feed
8 to 11               the version of the format, 1 (all numbers little-endian)
12 to 15              how long the header is, a multiple of 4096 less 20
16 to 19              CRC-32 of the header
20 to ...             the header: JSON in UTF-8, then spaces
then                  the distances by rank, `width` bytes each, all bits set where there is none
then                  CRC-32 of each MiB of the distances, 4 bytes each
====================  =======================================================================

The header names the space (as `Space.parse` reads it), goal, metric, layouts, width, histogram, the
seconds that the search took, and the CRC-32 of the checksums.
"""

from __future__ import annotations

import functools
import hashlib
import json
import mmap
import os
import struct
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from huarong.atlas.goals import check_goal
from huarong.cache import folder
from huarong.errors import FileError, InputError
from huarong.files import replacing
from huarong.model.metric import Metric
from huarong.model.puzzle import Goal
from huarong.space.space import Space

if TYPE_CHECKING:
    from huarong.atlas.dense import Distances, Ranks

__all__ = ["FileError", "Stored", "cache_path", "replacing", "title", "write"]

MAGIC = b"HRATLAS\n"
VERSION = 1
_FRONT = struct.Struct("<8sIII")
_PAGE = 4096
_PIECE = 1 << 20


def title(space: Space, goal: Goal, metric: Metric) -> str:
    """What an atlas is of, in one line: the same for the same space, goal and metric only."""
    return f"{space.text} | {json.dumps(goal.alternatives)} | {metric}"


def cache_path(title: str) -> Path:
    """Where the atlas of this title lies in the user's cache folder."""
    name = hashlib.sha256(title.encode()).hexdigest()[:32]
    return folder("atlas") / f"{name}.atlas"


def write(
    path: str | Path,
    space: Space,
    goal: Goal,
    metric: Metric,
    values: Distances,
    histogram: tuple[int, ...],
    seconds: float,
) -> None:
    """Write an atlas. Raises `FileError`, and `InputError` for a space that its text does not give back."""
    if Space.parse(space.text) != space:
        raise InputError(
            "the kinds of this space are not in the usual order, so no text names its numbering"
        )
    if sys.byteorder == "big":
        values = values.byteswap()
    data = np.ascontiguousarray(values).view(np.uint8).data
    pieces = [data[i : i + _PIECE] for i in range(0, len(data), _PIECE)]
    sums = struct.pack(f"<{len(pieces)}I", *map(zlib.crc32, pieces))
    header = {
        "space": space.text,
        "goal": goal.alternatives,
        "metric": metric.value,
        "layouts": space.size,
        "width": values.itemsize,
        "histogram": histogram,
        "seconds": seconds,
        "checksums": zlib.crc32(sums),
    }
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + _FRONT.size) % _PAGE)
    with replacing(path) as file:
        file.write(_FRONT.pack(MAGIC, VERSION, len(text), zlib.crc32(text)) + text)
        file.write(data)
        file.write(sums)


@dataclass(frozen=True, eq=False)
class Stored:
    """An atlas in a file. `table` is the file's memory; `read`, `check` and `verify` vouch for it."""

    path: Path
    space: Space
    goal: Goal
    metric: Metric
    table: Distances
    histogram: tuple[int, ...]
    seconds: float
    sums: tuple[int, ...]
    sound: bytearray

    @classmethod
    def open(cls, path: str | Path) -> Stored:
        """Map a file and check all but the distances. Raises `FileNotFoundError` and `FileError`."""
        path = Path(path)
        try:
            with path.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                front = file.read(_FRONT.size)
                header = _header(path, front, file)
                memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise
        except (OSError, ValueError) as error:
            if isinstance(error, FileError):
                raise
            why = getattr(error, "strerror", None) or str(error)
            raise FileError("{path} cannot be read: {why}", path=path, why=why) from error
        try:
            space = Space.parse(header["space"])
            goal = Goal.of([tuple(each) for each in alternative] for alternative in header["goal"])
            check_goal(space, goal)
            metric, seconds = Metric(header["metric"]), float(header["seconds"])
            width, layouts = int(header["width"]), int(header["layouts"])
            kind = {1: np.uint8, 2: np.uint16, 4: np.uint32}[width]
            histogram, checksums = tuple(map(int, header["histogram"])), header["checksums"]
        except (KeyError, TypeError, ValueError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise FileError(
                "{path} has a header that makes no sense: {why}", path=path, why=reason
            ) from error
        if layouts != space.size:
            raise FileError(
                "{path} has {got:,} layouts; the space that it names has {expected:,}",
                path=path,
                got=layouts,
                expected=space.size,
            )
        begin = _FRONT.size + _FRONT.unpack(front)[2]
        pieces = -(-layouts * width // _PIECE)
        end = begin + layouts * width
        if size != end + 4 * pieces:
            raise FileError(
                "{path} is cut short or has grown: {got:,} bytes; expected {expected:,}",
                path=path,
                got=size,
                expected=end + 4 * pieces,
            )
        if zlib.crc32(memory[end:]) != checksums:
            raise FileError(
                "{path} is damaged: its list of checksums is not what was written", path=path
            )
        sums = struct.unpack(f"<{pieces}I", memory[end:])
        table = np.frombuffer(memory, kind, layouts, begin)
        if sys.byteorder == "big":
            table = table.byteswap()
        return cls(path, space, goal, metric, table, histogram, seconds, sums, bytearray(pieces))

    def read(self, rank: int) -> int:
        """The number stored for a rank, which must not be negative. Raises `IndexError`, `FileError`."""
        piece = rank * self.table.itemsize >> 20
        if not self.sound[piece]:
            self._check(piece)
        value: int = self._view[rank]
        return value

    @functools.cached_property
    def _view(self) -> memoryview:
        return self.table.data

    def check(self, ranks: Ranks) -> None:
        """Vouch for the distances of these ranks. Raises `FileError`."""
        if not all(self.sound):
            for piece in np.unique(ranks * self.table.itemsize >> 20).tolist():
                if not self.sound[piece]:
                    self._check(piece)

    def verify(self) -> None:
        """Vouch for all distances. Raises `FileError`."""
        for piece, sound in enumerate(self.sound):
            if not sound:
                self._check(piece)

    def _check(self, piece: int) -> None:
        each = _PIECE // self.table.itemsize
        if zlib.crc32(self.table[piece * each : (piece + 1) * each].data) != self.sums[piece]:
            raise FileError(
                "{path} is damaged: MiB {piece} of its distances is not what was written",
                path=self.path,
                piece=piece,
            )
        self.sound[piece] = 1


def _header(path: Path, front: bytes, file: BinaryIO) -> dict[str, Any]:
    """The header of an atlas whose first bytes are these, checked against its checksum."""
    if len(front) < _FRONT.size or not front.startswith(MAGIC):
        raise FileError("{path} is no atlas: it does not begin as one", path=path)
    _, version, length, checksum = _FRONT.unpack(front)
    if version != VERSION:
        raise FileError(
            "{path} has version {got} of the format; this program reads {known}: a newer one wrote it",
            path=path,
            got=version,
            known=VERSION,
        )
    text = file.read(length)
    if len(text) < length or zlib.crc32(text) != checksum:
        raise FileError("{path} is damaged: its header is not what was written", path=path)
    header: dict[str, Any] = json.loads(text)
    return header
