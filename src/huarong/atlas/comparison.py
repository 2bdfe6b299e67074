"""Two atlases of one space compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.errors import InputError, expect

if TYPE_CHECKING:
    from huarong.atlas.dense import Ranks


def largest_difference(one: Atlas, other: Atlas) -> tuple[int, Ranks]:
    """The most by which a layout's distance in `one` exceeds that in `other`, and the ranks with this difference.

    Layouts that cannot be solved do not count. Both must have the same space and goal. Raises `InputError`.
    """
    for each in (one, other):
        expect(each, Atlas)
    if (one.space, one.goal) != (other.space, other.goal):
        raise InputError("the two atlases have different spaces or goals")
    difference = one.distances.astype(np.int32) - other.distances
    difference[one.distances == dense.unknown(one.table)] = -1
    most = int(difference.max())
    return most, np.flatnonzero(difference == most)
