"""Whole spaces, many layouts at once: sets of layouts as bits, one bitset for each frame.

A frame is where all pieces but the singles (interchangeable 1x1 pieces that slide freely) lie. If a space has
singles, this is many times faster than `huarong.atlas.dense`, which takes one layout at a time; the results are
equal. `docs/frames.md` explains it with a drawing; `huarong.kernels.frames`, `cubes` and `reorder` do the work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from huarong.atlas.bitparallel.bitsets import BitsetSearch, ranks_of
from huarong.atlas.bitparallel.frames import chunks, frames_of, kept_bytes, views
from huarong.atlas.bitparallel.regions import RegionArrays
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["components", "distances", "kept_bytes"]


def distances(
    space: Space, goal: Goal, metric: Metric | str, *, threads: int = 1, watch: Watch | None = None
) -> NDArray[np.uint8] | str:
    """For every rank the distance to the goal, 255 where none can be reached, or why frames do not serve.

    The reason is a key of `huarong.atlas.engines.REASONS`: `one way` for a kind that may slide there but not back; `no
    frames` also where the goal names the only kind of singles; `no room` if the search needs more memory than `watch`
    allows; `deep` if a distance is more than 254. Besides the result, it takes 2 to 22 bytes a layout, because a frame
    has a bit for every set of its free places: more where fewer of these sets are layouts.

    >>> space = Space.parse("3x2 2x1:1 1x1:3")
    >>> distances(space, Goal.of([[(0, 0)]]), "step").tolist()
    [1, 255, 255, 0, 0, 0, 0, 255, 255, 2, 3, 4, 255, 255, 255, 255]
    """
    frames = frames_of(space, goal.kinds, watch)
    if isinstance(frames, str):
        return frames
    if not frames.fit(8, threads, space.size, watch):
        return "no room"
    search = BitsetSearch(space, frames, Metric(metric).code, 8, threads, watch)
    search.begin(goal)
    if not search.levels():
        return "deep"
    result = np.empty(space.size, np.uint8)
    search.write(0, result, 1)
    return result


def components(space: Space, *, watch: Watch | None = None) -> tuple[NDArray[np.uint32], NDArray[np.int64]] | None:
    """For every rank the number of its component, and the least rank of each component, ascending.

    The result is that of `huarong.atlas.dense.components`, without a search. None if the space has no frames to
    exploit, or a kind that may slide there but not back, or if the search needs more memory than `watch` allows.
    Besides the result, it takes 1 to 10 bytes a layout: more where fewer of a frame's sets of free places are layouts.

    >>> components(Space.parse("2x2 2x1:1 1x1:1"))
    (array([0, 1, 1, 0], dtype=uint32), array([0, 1]))
    """
    frames = frames_of(space, frozenset(), watch)
    if isinstance(frames, str) or (regions := RegionArrays.of(space, frames, watch)) is None:
        return None
    labels, ranks = np.zeros(space.size, np.uint32), ranks_of(space, frames)
    for first, last in chunks(frames.count, watch, 64):
        ranks.label(first, last, *views(*regions.arrays, labels))
    numbers, least = np.zeros(regions.labels + 1, np.uint32), np.empty(regions.labels, np.int64)
    for first, last in chunks(space.size, watch):
        kernel("reorder").renumber(*views(labels, numbers, least), first, last)
    return labels, least[: numbers[0]].copy()
