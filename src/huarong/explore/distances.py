"""Saving the distances of an exploration level by level: as an atlas, or in two bits a layout.

An exploration gives distances from the start, and an atlas distances to a goal. If moves are reversible, they are
equal, so the file is the atlas whose goal is the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas import file as atlas_file
from huarong.atlas.dense import TooLargeError
from huarong.atlas.mapped import Mapped
from huarong.container import Container
from huarong.errors import FileError, InputError
from huarong.explore.exploration import Request
from huarong.explore.modulo import Modulo
from huarong.explore.plan import LevelRecord, Mark
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.model.rules import reversible
from huarong.resuming import with_room
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CHUNK = 1 << 22
_WORD = (1 << 64) - 1
_FARTHEST = 254
_ROOM = 32 << 20
"""Bytes of a mapped table that are resident at most."""


@dataclass(eq=False)
class MarkedDistances:
    """A table of distances by rank into which levels are marked, in bytes or in two bits each.

    In a folder it is a memory-mapped file, so that an exploration can be resumed. `marked` is the sum of hashes of
    all entries marked, by which a damaged table is detected.
    """

    space: Space
    goal: Goal
    metric: Metric
    path: Path
    two_bits: bool
    table: NDArray[np.uint8]
    marked: int | None = 0
    """The sum of hashes; None if the table was not marked level by level."""
    mapped: Mapped | None = None
    """The table's file, where it is one."""

    @classmethod
    def begin(cls, request: Request, levels: Sequence[LevelRecord], marked: int, watch: Watch) -> MarkedDistances:
        """A new table for the file that a request asks for, or the one that its folder has after `levels`.

        `marked` is the sum of hashes in the checkpoint. Raises `InputError` if no distances can be saved, and
        `TooLargeError`, and `DiskFullError` or `FileError` if the folder refuses the table.
        """
        puzzle, metric, folder, two_bits = (request.puzzle, request.metric, request.resources.path, request.two_bits)
        path = request.save or Path()
        if not reversible(puzzle.kinds):
            raise InputError("the moves of this puzzle are not reversible: use `atlas` for its distances")
        space = Space.of(puzzle)
        goal = Goal.of([[(k, h) for k, heads in enumerate(puzzle.start.heads) for h in heads]])
        size = -(-space.size // 4) if two_bits else space.size
        if folder is None:
            if size > watch.memory:
                raise TooLargeError(space.size, size, watch.memory)
            return cls(space, goal, metric, path, two_bits, np.full(size, 255, np.uint8))
        file = folder / ("modulo" if two_bits else "distances")
        there = file.stat().st_size if file.exists() else 0
        if levels and there == size:
            raise FileError("{path} was written by another version", path=file)
        if levels and there != size + Container.offset:
            raise InputError("the exploration in {path} was started without this --save", path=str(folder))
        with with_room(folder):
            if not levels:
                Mapped.create(file, size, watch)
            mapped = Mapped(file, size, _ROOM)
        return cls(space, goal, metric, path, two_bits, mapped.array, marked, mapped)

    def mark(self, depth: int) -> Mark:
        """A function that writes a depth for ranks."""
        if depth > _FARTHEST and not self.two_bits:
            raise InputError(
                "distances of more than {most} do not fit into a byte: save them modulo 3 (--two-bits)", most=_FARTHEST
            )

        def write(ranks: NDArray[Any]) -> None:
            if self.two_bits:
                kernel("levels").mark(self.table.data, ranks.data, depth % 3)
            else:
                self.table[ranks] = depth
            if self.marked is not None:
                value = depth % 3 if self.two_bits else depth
                self.marked = (self.marked + _summed(ranks, value)) & _WORD
            self._trim()

        return write

    def _trim(self) -> None:
        if self.mapped is not None:
            self.mapped.trim()

    def sync(self, watch: Watch) -> None:
        """Flush what was marked to the disk. Raises `DiskFullError` and `FileError`."""
        if self.mapped is not None:
            with with_room(self.mapped.path.parent):
                self.mapped.sync(watch)

    def take(self, distances: NDArray[np.uint8]) -> None:
        """Take all distances at once, 255 for layouts out of reach."""
        if self.two_bits:
            distances = Modulo.of(self.space, self.goal, self.metric, distances).table
        self.table, self.marked = distances, None

    def finish(self, levels: tuple[int, ...], seconds: float) -> None:
        """Write the file. Raises `FileError` if the table does not agree with the levels."""
        if not self._holds(levels):
            raise FileError("{path} is damaged: it differs from what was found", path=self.path)
        if self.two_bits:
            Modulo(self.space, self.goal, self.metric, self.table).save(self.path)
        else:
            atlas_file.write(self.path, self.space, self.goal, self.metric, self.table, levels, seconds)

    def _holds(self, levels: Sequence[int]) -> bool:
        """Whether the table's sum of hashes and its number of entries of each distance (modulo 3) are right."""
        width = 3 if self.two_bits else len(levels)
        counts, marked, each = np.zeros(256, np.int64), 0, 4 if self.two_bits else 1
        for i in range(0, len(self.table), _CHUNK):
            values: NDArray[np.uint8] = np.asarray(self.table[i : i + _CHUNK])
            if self.two_bits:
                values = np.stack([values >> 2 * k & 3 for k in range(4)], axis=1).reshape(-1)
            counts += np.bincount(values, minlength=256)
            if self.marked is not None:
                ranks = np.flatnonzero(values < width)
                marked += _summed(ranks + each * i, values[ranks])
            self._trim()
        expected = [sum(levels[i::3]) for i in range(3)] if self.two_bits else list(levels)
        return list(counts[:width]) == expected and self.marked in (None, marked & _WORD)


def _summed(ranks: NDArray[Any], values: NDArray[np.uint8] | int) -> int:
    """The sum of hashes of ranks and their values, modulo 2^64 (splitmix64; Steele, Lea and Flood, 2014)."""
    x = (ranks.astype(np.uint64) << np.uint64(8)) + np.asarray(values, np.uint64)
    x = (x + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return int((x ^ (x >> np.uint64(31))).sum(dtype=np.uint64))
