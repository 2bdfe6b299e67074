"""All paths: every solution of at most a given number of moves that visits no layout twice.

马旭's recursion lists these paths for the 8-puzzle. The order is depth first. At each layout, pieces come in the order
of `puzzle.pieces`, and a piece's destinations in the order up, down, left, right, nearer places first. A path ends at
the first goal that it meets.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Unpack

from huarong.errors import InputError
from huarong.library.reader import puzzle as read
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric, MetricLike, as_metric
from huarong.model.puzzle import PuzzleLike, Solution, replay
from huarong.search.walk import PathWalk, walk

MAX_MOST = 10_000
"""The greatest number of moves of a listed path."""


@limited
def paths(
    puzzle: PuzzleLike,
    metric: MetricLike = Metric.MOVE,
    *,
    most: int,
    prune: bool = True,
    **limits: Unpack[GivenLimits],
) -> Iterator[Solution]:
    """Iterate over every path of at most `most` moves from the start to a goal that visits no layout twice.

    With `prune`, the search first computes the distance to a goal of each layout within `most` moves, in at most
    `max_memory`. It then enters only branches that can reach a goal within `most` moves. Without `prune`, it is the
    plain recursion and takes almost no memory. `max_seconds` limits the time spent searching, not the time between two
    paths. Each path is a `Solution`: `optimal` says whether it is known to be shortest, and `bound` is the length of a
    shortest one, if known. Raises `InputError`, `LimitReached` and `Cancelled`.

    >>> [[str(move) for move in path.moves] for path in paths("A./../goal:/../.A", "step", most=2)]
    [['A D1', 'A R1'], ['A R1', 'A D1']]
    """
    watch = Watch.of(**limits)
    return _listed(_set_up(puzzle, metric, most, prune, watch), watch)


def _listed(search: PathWalk, watch: Watch) -> Iterator[Solution]:
    puzzle = search.puzzle
    shortest = None if search.distances is None else search.distances[puzzle.start]
    if puzzle.goal.holds(puzzle.start):
        yield replay(puzzle, search.metric, [])
        return
    for _ in walk(search, watch):
        found = search.solution(watch.seconds)
        best = found.length == shortest
        yield replace(found, method="paths", optimal=best, bound=None if best else shortest)


@limited
def count(
    puzzle: PuzzleLike,
    metric: MetricLike = Metric.MOVE,
    *,
    most: int,
    prune: bool = True,
    **limits: Unpack[GivenLimits],
) -> int:
    """Return the number of paths without storing any. It takes the arguments of `paths`.

    >>> count("876543210", most=30)
    10
    """
    watch = Watch.of(**limits)
    search = _set_up(puzzle, metric, most, prune, watch)
    start = search.puzzle
    return 1 if start.goal.holds(start.start) else sum(1 for _ in walk(search, watch))


def _set_up(puzzle: PuzzleLike, metric: MetricLike, most: int, prune: bool, watch: Watch) -> PathWalk:
    start, metric = read(puzzle), as_metric(metric)
    with watch.setting_up():
        if not 0 <= most <= MAX_MOST:
            raise InputError(
                "paths of {got} {got:move|moves} cannot be listed; expected 0 to {most:,}", got=most, most=MAX_MOST
            )
        distances = None
        if prune:
            from huarong.search.distances import Distances

            distances = Distances(start, metric, watch, most)
        return PathWalk(start, metric, most, distances)
