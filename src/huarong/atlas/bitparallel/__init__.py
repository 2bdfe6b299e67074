"""Whole spaces, many layouts at once: sets of layouts as bits, one bitset for each frame.

A frame is where all pieces but the singles (interchangeable 1x1 pieces that slide freely) lie. Where a
space has singles this is many times faster than one layout at a time (`huarong.atlas.dense`), and gives the
same. `docs/frames.md` explains it with a drawing; `huarong.kernels.frames`, `cubes` and `reorder` do the work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from huarong.atlas.bitparallel.bitsets import Search
from huarong.atlas.bitparallel.frames import chunks, frames_of, kept_bytes, views
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.model.rules import reversible
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["components", "distances", "kept_bytes"]

_METRICS = tuple(Metric)


def distances(
    space: Space,
    goal: Goal,
    metric: Metric | str,
    *,
    threads: int = 1,
    watch: Watch | None = None,
) -> NDArray[np.uint8] | None:
    """For every rank the distance to the goal, 255 where there is no way.

    None where the space has no frames to exploit or a kind that may slide there but not back, where the goal
    names its only kind of singles, where a distance passes 254, and where more memory would be needed than `watch` allows: besides the result about 2 bytes a
    layout if singles may lie almost anywhere, and up to 22 if few sets of cells are right for them.

    >>> space = Space.parse("3x2 2x1:1 1x1:3")
    >>> distances(space, Goal.of([[(0, 0)]]), "step").tolist()
    [1, 255, 255, 0, 0, 0, 0, 255, 255, 2, 3, 4, 255, 255, 255, 255]
    """
    if not reversible(space.kinds):
        return None
    frames = frames_of(space, {kind for each in goal.alternatives for kind, _ in each}, watch)
    if frames is None or not frames.fit(8, threads, space.size, watch):
        return None
    search = Search(space, frames, _METRICS.index(Metric(metric)), 8, threads, watch)
    search.begin(goal)
    if not search.levels():
        return None
    result = np.empty(space.size, np.uint8)
    search.write(0, result, 1)
    return result


def components(
    space: Space, *, watch: Watch | None = None
) -> tuple[NDArray[np.uint32], NDArray[np.int64]] | None:
    """For every rank the number of its component, and the least rank of each, which rises.

    The same as `huarong.atlas.dense.components`. None where the space has no frames to exploit or a kind that may
    slide there but not back, and where more memory would be needed than `watch` allows: besides the result 6 bytes a
    layout if singles may lie almost anywhere, and up to 70 if few sets of cells are right for them.

    >>> components(Space.parse("2x2 2x1:1 1x1:1"))
    (array([0, 1, 1, 0], dtype=uint32), array([0, 1]))
    """
    if not reversible(space.kinds):
        return None
    frames = frames_of(space, set(), watch)
    if frames is None or not frames.fit(32, 1, 4 * space.size, watch):
        return None
    search = Search(space, frames, 0, 32, 1, watch)
    search.begin(Goal(()))
    number = search.join()
    labels, numbers = np.zeros(space.size, np.uint32), np.zeros(number + 1, np.uint32)
    least = np.empty(number, np.int64)
    for k in range((number.bit_length() + 7) // 8):
        search.write(8 * k, labels.view(np.uint8)[k:], 4)
    for first, last in chunks(space.size, watch):
        kernel("reorder").renumber(*views(labels, numbers, least), first, last)
    return labels, least
