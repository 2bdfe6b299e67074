"""The number of shortest solutions of every layout of a space."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.errors import InputError, expect
from huarong.limits import Watch

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CHUNK = 1 << 17


def solutions_of_all(atlas: Atlas, watch: Watch) -> NDArray[np.uint64]:
    """For every rank the number of shortest solutions, 0 if there is none (see `Atlas.count_solutions`).

    Level by level from the goals: a layout's number is the sum of those of its neighbours that are one nearer. 8 bytes
    a layout. Raises `InputError` if a number has more than 63 bits.
    """
    expect(atlas, Atlas)
    space, values = atlas.space, atlas.table
    dense.require(space, 9.1, watch.memory)
    here = dense.cursor(space, atlas.metric)
    counts = np.zeros(space.size, np.uint64)
    for distance in range(len(atlas.histogram)):
        ranks = dense.where(values, distance, watch)
        if not distance:
            counts[ranks] = 1
            continue
        for first in range(0, len(ranks), _CHUNK):
            some = ranks[first : first + _CHUNK]
            begin, to, _ = dense.neighbours(space, some, atlas.metric, here=here, watch=watch)
            ways = np.where(values[to] == distance - 1, counts[to], np.uint64(0))
            if np.add.reduceat(ways.astype(np.float64), begin[:-1]).max() >= 2.0**63:
                raise InputError("a layout has more shortest solutions than fit into 63 bits")
            counts[some] = np.add.reduceat(ways, begin[:-1])
            watch.count(len(some), distance)
    return counts
