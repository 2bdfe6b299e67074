"""The components of a space by the regions of its frames: counts of singles that slides connect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas.bitparallel.frames import SpaceFrames, chunks, views
from huarong.kernels import kernel, record
from huarong.limits import Watch, usable_memory
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST = 1 << 31
"""Counts are numbered in 32 bits."""


@dataclass(frozen=True, eq=False)
class RegionArrays:
    """The arrays of `huarong.kernels.regions` (`node`, `region`, `mask`, `stride`, `label`); the number of labels."""

    arrays: tuple[NDArray[Any], ...]
    labels: int

    @classmethod
    def of(cls, space: Space, frames: SpaceFrames, watch: Watch | None) -> RegionArrays | None:
        """The regions of a space's frames; None if they would not fit into the memory."""
        n, rules, cells = frames.count, frames.rules, len(space.board.free)
        mask = np.zeros(int(frames.arrays["axes"].sum()), np.uint64)
        arrays = {
            "region": np.zeros(n + 1, np.int32),
            "mask": mask,
            "stride": np.zeros(len(mask), np.int32),
            "node": np.zeros(n + 1, np.int64),
            "near": np.array([sum(1 << j for j in near if j >= 0) for near in space.board.beside()], np.uint64),
            "cover": np.array(rules.cover, np.uint64),
            "enter": np.array(rules.enter, np.uint64),
            **{name: frames.arrays[name] for name in ("slot", "place", "link", "into", "frame", "way")},
        }
        (least, most), (least_empty, most_empty) = space.counts[frames.single], space.empty
        given = record(
            arrays,
            least=least,
            most=cells if most is None else most,
            least_empty=least_empty,
            most_empty=cells if most_empty is None else most_empty,
        )
        core = kernel("regions").Regions(cells, given)
        for first, last in chunks(n, watch, 16):
            core.survey(first, last)
        nodes = int(arrays["node"][-1])
        own = sum(each.nbytes for each in arrays.values()) + 8 * nodes + 12 * space.size
        if nodes >= _MOST or (watch is not None and own > usable_memory(watch.memory)):
            return None
        label = np.zeros(nodes, np.uint32)
        core.begin(*views(label))
        for first, last in chunks(n, watch, 64):
            core.join(first, last)
        for first, last in chunks(nodes, watch):
            core.settle(first, last)
        names = ("node", "region", "mask", "stride")
        return cls((*(arrays[name] for name in names), label), int(core.labels))
