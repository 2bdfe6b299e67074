"""The hardest starts: the layouts of a set of pieces that are farthest from a goal."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import puzzle_at, read_goal
from huarong.atlas.statistics import Facts
from huarong.design.images import Images
from huarong.limits import MAX_MEMORY, MAX_SECONDS, Cancel, Report, Watch
from huarong.model.goal import Goal
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space

__all__ = ["Hardest", "Start", "hardest"]


@dataclass(frozen=True, slots=True)
class Start:
    """A start, and how far it is from its goal."""

    puzzle: Puzzle
    length: int

    def to_json(self) -> dict[str, Any]:
        """The puzzle on one line, with its goal, and the length."""
        return {"puzzle": self.puzzle.line(), "length": self.length}


@dataclass(frozen=True)
class Hardest:
    """What is farthest from a goal: the facts of a space in one metric, and its hardest starts, each told once.

    A start and its mirror image count as one, as do all images under turns and mirrorings that leave board, pieces and
    goal as they are. `starts` begins with the longest.
    """

    space: Space
    goal: Goal
    metric: Metric
    facts: Facts
    starts: tuple[Start, ...]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values of JSON."""
        return {
            "space": self.space.text,
            "metric": self.metric.value,
            **self.facts.to_json(),
            "hardest": [each.to_json() for each in self.starts],
            "seconds": round(self.seconds, 6),
        }


def hardest(
    space: Space | str,
    goal: Goal | str | None = None,
    metric: Metric | MetricName = Metric.MOVE,
    *,
    top: int = 10,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float = MAX_SECONDS,
    progress: Report | None = None,
    cancel: Cancel | None = None,
) -> Hardest:
    """The layouts of a space that are farthest from a goal: `top` of them, the farthest first, in the order of ranks.

    The space may be given as a text, board and pieces; the goal as rows with `/` between (without one it is the usual
    goal of 华容道). Exact: every layout is looked at. Raises `TooLargeError`, `LimitReached`, `Cancelled`, and `InputError`.

    >>> found = hardest("3x2 2x1:1 1x1:2", ".../.aa", "step", top=2)
    >>> [(start.puzzle.line(), start.length) for start in found.starts]
    [('AA./.BC/goal:/.../.AA', 6), ('AAB/C../goal:/.../.AA', 6)]
    """
    watch = Watch.of(max_memory, max_seconds, progress, cancel)
    space = Space.parse(space) if isinstance(space, str) else space
    goal = goal if isinstance(goal, Goal) else read_goal(space, goal)
    atlas = Atlas.watched(space, goal, as_metric(metric), watch)
    starts = tuple(itertools.islice(farthest(atlas, watch), top))
    return Hardest(space, goal, atlas.metric, atlas.facts, starts, watch.seconds)


def farthest(atlas: Atlas, watch: Watch) -> Iterator[Start]:
    """All solvable layouts of an atlas as puzzles, the farthest first, of mirror images one."""
    space, images = atlas.space, Images.of(atlas.space, atlas.goal)
    for distance in range(len(atlas.histogram) - 1, -1, -1):
        ranks = dense.where(atlas.table, distance, watch).tolist()
        for rank in images.once(space, ranks):
            yield Start(puzzle_at(space, space.layout(rank), atlas.goal), distance)
            watch.ask()
