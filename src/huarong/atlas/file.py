"""The file of an atlas: a container (`huarong.container`) whose distances are read on look-up.

The content is the distances by rank, `width` bytes each (little-endian); a layout that cannot be solved has all bits
set. The header has the space (as `Space.parse` reads it), goal, metric, layouts, width, histogram, the seconds that the
search took, and the reason for its engine (a key of `huarong.atlas.engines.REASONS`).
"""

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from huarong.atlas.dense import DistanceArray, RankArray
from huarong.atlas.goals import kept_goal
from huarong.container import PIECE, Container, writing
from huarong.errors import FileError, InputError, expect
from huarong.files import cache_folder
from huarong.limits import Watch
from huarong.model.board import Goal, Metric
from huarong.space.space import Space

ByRank: TypeAlias = "NDArray[Any] | Stored"  # distances by rank: an array, or what reads one from a file in slices

KIND = "atlas"
"""The kind of the file, as its header has it."""
_TYPES: dict[int, Any] = {1: np.uint8, 2: np.uint16, 4: np.uint32}


def title(space: Space, goal: Goal, metric: Metric) -> str:
    """Return the title of an atlas, one line that identifies its space, goal and metric."""
    expect(space, Space)
    expect(goal, Goal)
    return f"{space.text} | {json.dumps(goal.alternatives)} | {metric}"


def cache_path(title: str) -> Path:
    """Return the path in the user's cache folder of the atlas with this title."""
    name = hashlib.sha256(title.encode()).hexdigest()[:32]
    return cache_folder("atlas") / f"{name}.atlas"


def require_text(space: Space) -> None:
    """Raise `InputError` for a space that cannot be read back from its text."""
    if Space.parse(space.text) != space:
        raise InputError("the kinds of this space are not in the usual order, so its numbering has no text form")


def header(
    space: Space, goal: Goal, metric: Metric, width: int, histogram: tuple[int, ...], seconds: float, reason: str = ""
) -> dict[str, Any]:
    """Return the header of an atlas's file, whose distances have `width` bytes each; `reason` is a key of `REASONS`.

    Raises `InputError` for a space that cannot be read back from its text.
    """
    require_text(space)
    about = {"space": space.text, "goal": goal.alternatives, "metric": metric.value, "layouts": space.size}
    return {**about, "width": width, "histogram": histogram, "seconds": seconds, "reason": reason}


def write(path: str | Path, about: dict[str, Any], values: ByRank, watch: Watch | None = None) -> None:
    """Write an atlas with a header. Raises `FileError`."""
    watch = watch or Watch()
    each = PIECE // values.itemsize
    with writing(path, KIND, about) as out:
        for first in range(0, len(values), each):
            some = np.ascontiguousarray(values[first : first + each])
            out.write((some.byteswap() if sys.byteorder == "big" else some).data)
            watch.count(0)


def opened(path: str | Path, room: int | None = None, known: Space | None = None) -> dict[str, Any]:
    """Open a file, check its header, and return the fields of its `Atlas`.

    With `room`, about that many bytes of larger content stay in memory. If `known` equals the file's space, that object
    is used, so that its numbering need not be computed again. Raises `FileNotFoundError` and `FileError`.
    """
    file = Container.open(path, KIND, room=room)
    header = file.header
    with file.sense():
        text = header["space"]
        space = known if known is not None and known.text == text else Space.parse(text)
        goal = kept_goal(space, header["goal"])
        metric, seconds = Metric(header["metric"]), float(header["seconds"])
        expected, kind = space.size, np.dtype(_TYPES[int(header["width"])])
        histogram, reason = tuple(map(int, header["histogram"])), str(header.get("reason", ""))
    if file.size != expected * kind.itemsize:
        template = "{path} has {got:,} {got:layout|layouts}; the space that it names has {expected:,}"
        raise FileError(template, path=file.path, got=file.size // kind.itemsize, expected=expected)
    table = np.frombuffer(file.raw, kind)
    if sys.byteorder == "big":
        table = table.byteswap()
    about = {"space": space, "goal": goal, "metric": metric, "table": table, "seconds": seconds, "reason": reason}
    return about | {"stored": Stored(file, table, histogram)}


@dataclass(eq=False)
class Stored:
    """The distances in an atlas's file, as an array that is read when it is sliced or indexed by ranks.

    `table` has the distances read so far. If the file has a limit `room`, it drops them from memory at that limit.
    """

    file: Container
    table: DistanceArray
    histogram: tuple[int, ...]

    def __post_init__(self) -> None:
        self._view, self._sound = self.table.data, self.file.sound

    def read(self, rank: int) -> int:
        """Return the value stored for a rank, which must not be negative. Raises `IndexError`, `FileError`."""
        at = rank * self.table.itemsize
        if not self._sound[at >> 20]:
            self.file.check(at, at + 1)
        value: int = self._view[rank]
        return value

    def verify(self, watch: Watch | None = None) -> None:
        """Read and verify all distances. Raises `FileError`."""
        for first in range(0, self.file.size, PIECE):
            self.file.check(first, min(self.file.size, first + PIECE))
            if watch is not None:
                watch.count(0)

    # The file as an array: each access reads, checks and copies the part that it needs.

    @property
    def dtype(self) -> np.dtype[Any]:
        """The data type of a distance."""
        return self.table.dtype

    @property
    def itemsize(self) -> int:
        """The number of bytes of a distance."""
        return self.table.itemsize

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, some: slice | RankArray) -> DistanceArray:
        if isinstance(some, slice):
            first, last, _ = some.indices(len(self))
            self.file.check(first * self.itemsize, last * self.itemsize)
        elif not all(self._sound):
            for piece in np.unique(some * self.itemsize >> 20).tolist():
                self.file.check(piece * PIECE, piece * PIECE + 1)
        found: DistanceArray = self.table[some].copy()
        return found
