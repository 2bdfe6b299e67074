"""The hardest starts of a space that is too large for an atlas: level by level from all goals at once."""

import itertools
from typing import Unpack

from huarong.atlas.goals import puzzle_at, read_goal
from huarong.atlas.statistics import Facts
from huarong.design.hardest_layouts import Hardest, Images, Start
from huarong.errors import InputError
from huarong.explore.engines import explored
from huarong.explore.exploration import HERE, Request, Resources
from huarong.limits import GivenLimits, Watch, patient
from huarong.model.board import Goal, Metric, MetricLike, as_metric
from huarong.model.rules import Rules, reversible
from huarong.space.space import Space

_MOST = 1 << 12
"""The number of layouts examined in the last level; some may be mirror images of other layouts."""


@patient
def hardest_from_goals(
    space: Space | str,
    goal: Goal | str | None = None,
    metric: MetricLike = Metric.MOVE,
    resources: Resources = HERE,
    *,
    top: int = 10,
    **limits: Unpack[GivenLimits],
) -> Hardest:
    """Find the hardest starts by an exploration from all goals: in memory, on disk, or on Ray, according to
    `resources`.

    The result is that of `huarong.design.hardest`, but with starts at the greatest distance only, at most `top`. The
    counts must be exact numbers, and every piece, alone on the board, must be able to reach every place of its kind
    (cars in different lines cannot). Raises `InputError`, and the errors of `huarong.explore.run`.

    >>> hardest_from_goals("3x2 2x1:1 1x1:2", ".../.aa", "step").facts.longest
    6
    """
    space = Space.parse(space) if isinstance(space, str) else space
    goal = goal if isinstance(goal, Goal) else read_goal(space, goal, corner=True)
    if any(least != most for least, most in space.counts):
        raise InputError("the counts are ranges, but a search from all goals requires one set of pieces")
    space.require_layouts()
    groups = Rules.of(space.board, space.kinds).groups
    if not reversible(space.kinds) or len(groups) > len(space.kinds):
        raise InputError("a search from all goals requires pieces whose moves are reversible and that can get anywhere")
    request = Request(puzzle_at(space, space.layout(0), goal), as_metric(metric), resources, goals=True, farthest=_MOST)
    found = explored(request, Watch.of(**limits))
    ranks = sorted(space.rank(space.place(layout, found.puzzle.kinds)) for layout in found.farthest)
    some = itertools.islice(Images.of(space, goal).once(space, ranks), top)
    starts = tuple(Start(puzzle_at(space, space.layout(rank), goal), found.radius) for rank in some)
    return Hardest(space, goal, found.metric, Facts.of(space.size, found.levels), starts, found.seconds)
