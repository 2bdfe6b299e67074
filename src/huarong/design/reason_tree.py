"""The tree of reasons at the start of a puzzle: what the goal wants, what is in its way, and where that could go.

Its nodes are wishes (see `huarong.atlas.reasons`); the children of one are the ways out of each piece in its way. A
piece wanted away already on the path from the root ends its branch. The tree is that of D. Olieslagers, Z. Bnaya, Y. Li
and W. J. Ma, "Backward reasoning through AND/OR trees to solve problems" (CogSci 2024).
"""

from __future__ import annotations

from typing import NamedTuple

from huarong.atlas.reasons import Reasons, Wish
from huarong.limits import Watch
from huarong.model.puzzle import Puzzle

MOST = 5_000
"""The most nodes that are made, level by level: a larger tree is measured in part."""


class ReasonTree(NamedTuple):
    """The nodes of a tree of reasons, its levels, and the wishes that can be met at once."""

    size: int
    depth: int
    leaves: int


def tree_of_reasons(puzzle: Puzzle, watch: Watch | None = None, most: int = MOST) -> ReasonTree:
    """The tree of reasons at the start of a puzzle. Raises `LimitReached` and `Cancelled` by the watch.

    >>> tree_of_reasons(Puzzle.parse("AB./.../goal:/..A/..."))
    ReasonTree(size=4, depth=2, leaves=3)
    """
    watch, reasons = watch or Watch(), Reasons(puzzle)
    level: list[tuple[Wish, frozenset[int]]] = [(wish, frozenset([wish[0]])) for wish in reasons.wishes(reasons.start)]
    size = depth = leaves = 0
    while level and size < most:
        below = []
        depth += 1
        for (piece, to), path in level[: most - size]:
            watch.count(0)
            swept = reasons.swept(reasons.start[piece], to)
            blocking = reasons.in_the_way(reasons.start, piece, swept)
            leaves += not blocking
            below += [
                ((other, out), path | {other})
                for other in blocking
                if other not in path
                for out in reasons.ways_out(reasons.start[other], swept)
            ]
        size += min(len(level), most - size)
        level = below
    return ReasonTree(size, depth, leaves)
