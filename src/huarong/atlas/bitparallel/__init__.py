"""Whole spaces, many layouts at once: sets of layouts as bits, with one bitset for each frame.

A frame is the positions of all pieces except the singles, which are interchangeable 1x1 pieces that slide freely. If a
space has singles, this is many times faster than `huarong.atlas.dense`, which handles one layout at a time; the results
are equal. `docs/en/explanation/frames.md` explains it with a drawing. The loops are in `frames`, `cubes`, `reorder` and
`regions` of `huarong.kernels`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from huarong.atlas.bitparallel.bitsets import BitsetSearch, ranks_of
from huarong.atlas.bitparallel.frames import SpaceFrames, chunks, frames_of, kept_bytes, views
from huarong.kernels import kernel, record
from huarong.limits import Watch, usable_memory
from huarong.model.board import Goal, Metric
from huarong.space.space import Space

__all__ = ["components", "distances", "kept_bytes"]

_MOST_NODES = 1 << 31
"""The greatest number of nodes: they are numbered in 32 bits."""


def distances(
    space: Space, goal: Goal, metric: Metric | str, *, threads: int = 1, watch: Watch | None = None
) -> NDArray[np.uint8] | str:
    """Return every rank's distance to the goal, 255 for none, or the reason why frames cannot be used.

    The reason is a key of `huarong.atlas.engines.REASONS`. `one way`: a kind may make a slide that it cannot reverse.
    `no frames`: there are no singles that the goal does not name, or frames do not pay. `no room`: the search needs
    more memory than `watch` allows. `deep`: a distance is over 254. The search takes 2 to 22 bytes a layout besides the
    result: a frame has a bit for every set of its free places, and fewer layouts among these sets mean more bytes for
    each.

    >>> space = Space.parse("3x2 2x1:1 1x1:3")
    >>> distances(space, Goal.of([[(0, 0)]]), "step").tolist()
    [1, 255, 255, 0, 0, 0, 0, 255, 255, 2, 3, 4, 255, 255, 255, 255]
    """
    watch = watch or Watch()
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
    """Return the number of each rank's component, and the least rank of each component, ascending.

    The result equals that of `huarong.atlas.dense.components`, without a search. It is None if the space has no useful
    frames, if a kind may make a slide that it cannot reverse, or if `watch` allows too little memory. Besides the
    result, it takes 1 to 10 bytes a layout: more if few of a frame's sets of free places are layouts.

    >>> components(Space.parse("2x2 2x1:1 1x1:1"))
    (array([0, 1, 1, 0], dtype=uint32), array([0, 1]))
    """
    frames = frames_of(space, frozenset(), watch)
    if isinstance(frames, str) or (found := _regions(space, frames, watch)) is None:
        return None
    regions, many = found
    labels, ranks = np.zeros(space.size, np.uint32), ranks_of(space, frames)
    for first, last in chunks(frames.count, watch, 64):
        ranks.label(first, last, *views(*regions, labels))
    numbers, least = np.zeros(many + 1, np.uint32), np.empty(many, np.int64)
    for first, last in chunks(space.size, watch):
        kernel("reorder").renumber(*views(labels, numbers, least), first, last)
    return labels, least[: numbers[0]].copy()


def _regions(space: Space, frames: SpaceFrames, watch: Watch | None) -> tuple[list[NDArray[Any]], int] | None:
    """The arrays of `huarong.kernels.regions` (`node`, `region`, `mask`, `stride`, `label`), and the label count.

    A node is a count of singles in a region of a frame; slides connect nodes. None without enough memory.
    """
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
    most, most_empty = (cells if each is None else each for each in (most, most_empty))
    given = record(arrays, least=least, most=most, least_empty=least_empty, most_empty=most_empty)
    core = kernel("regions").Regions(cells, given)
    for first, last in chunks(n, watch, 16):
        core.survey(first, last)
    nodes = int(arrays["node"][-1])
    own = sum(each.nbytes for each in arrays.values()) + 8 * nodes + 12 * space.size
    if nodes >= _MOST_NODES or (watch is not None and own > usable_memory(watch.memory)):
        return None
    label = np.zeros(nodes, np.uint32)
    core.begin(*views(label))
    for first, last in chunks(n, watch, 64):
        core.join(first, last)
    for first, last in chunks(nodes, watch):
        core.settle(first, last)
    return [*(arrays[name] for name in ("node", "region", "mask", "stride")), label], int(core.labels)
