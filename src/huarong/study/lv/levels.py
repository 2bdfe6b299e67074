"""The sizes of the levels of a search, which 吕震宇's pool must hold, and the sizes that part 6 quotes from 胡华旦
(《科学》, "华容道"难题的计算机解). Depths are in moves, as 吕震宇 counts; 胡华旦 may have counted steps.
"""

from dataclasses import dataclass
from typing import Unpack

import numpy as np

from huarong.atlas import dense
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric, MetricLike
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from huarong.study.classic import openings
from huarong.study.record import JsonRecord

CLAIMED = {10: "200–800", 11: "1,400", 12: "1,800"}
"""The most layouts at one depth by the number of pieces, as part 6 quotes 胡华旦."""


@dataclass(frozen=True, slots=True)
class Widest(JsonRecord):
    """An opening, its number of pieces, and its widest level nearer than the goal, with the depth of that level."""

    name: str
    pieces: int
    depth: int
    layouts: int


def level_widths(puzzle: Puzzle, watch: Watch | None = None, metric: Metric = Metric.MOVE) -> tuple[int, ...]:
    """The number of layouts at each distance from the start, up to the goal's; at all distances if unsolvable."""
    watch = watch or Watch()
    space = Space.of(puzzle)
    start = space.rank(space.place(puzzle.start, puzzle.kinds))
    far = dense.distances(space, [start], metric, reverse=False, watch=watch)
    reached = far[far != dense.unknown(far)].astype(np.int64)
    there = far[dense.goal_ranks(space, puzzle.goal, watch)]
    there = there[there != dense.unknown(far)]
    nearest = int(there.min()) if len(there) else int(reached.max()) + 1
    return tuple(np.bincount(reached)[:nearest].tolist())


@limited
def widest_levels(
    pieces: int | None = None, metric: MetricLike = Metric.MOVE, **limits: Unpack[GivenLimits]
) -> tuple[Widest, ...]:
    """Return the widest level of each opening of the library with two empty cells, widest first.

    With `pieces`, only openings with that number of pieces count. Raises `LimitReached` and `Cancelled`.
    """
    watch, found = Watch.of(**limits), []
    some = [each for each in openings() if pieces in (None, len(each[1].blocks))]
    for number, (entry, classic) in enumerate(some):
        watch.look(0, number, len(some))
        widths = level_widths(classic.puzzle, watch.part(), Metric(metric))
        if widths:
            depth = widths.index(max(widths))
            found.append(Widest(entry.title("zh") or entry.text, len(classic.blocks), depth, widths[depth]))
    return tuple(sorted(found, key=lambda each: -each.layouts))
