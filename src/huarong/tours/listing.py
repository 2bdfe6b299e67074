"""Iterating over every tour of a board."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Unpack

from huarong.errors import LimitReached
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.board import Board
from huarong.tours.finding import first
from huarong.tours.growing import depth_first
from huarong.tours.leaper import KNIGHT, Leaper, LeaperName
from huarong.tours.task import TourTask
from huarong.tours.tour import Tour

_PATIENCE = 1.0
"""Seconds for the quick methods to find a tour, before backtracking lists all: there may be none."""


@limited
def all_tours(
    board: Board | str,
    start: int | str | None = None,
    closed: bool = False,
    leaper: Leaper | LeaperName | str = KNIGHT,
    **limits: Unpack[GivenLimits],
) -> Iterator[Tour]:
    """Iterate over every tour in lexicographic order of the cells visited (numbered in reading order).

    Open tours are directed: each comes in both directions, where both begin at `start` or no start is
    given. Closed tours come once each, from `start` or the first cell, in the direction whose second
    cell comes before its last. Raises the errors of `first_tour`; the seconds count from this call.

    >>> sum(1 for _ in all_tours("3x4"))
    16
    """
    watch = Watch.of(**limits, unit="step")
    task = TourTask.of(board, start, closed, leaper)
    return (task.tour(cells) for cells in listed(task, watch))


def listed(task: TourTask, watch: Watch) -> Iterator[tuple[int, ...]]:
    """The cells of every tour for a task, in lexicographic order."""
    with contextlib.suppress(LimitReached):
        if first(task, watch.part(seconds=_PATIENCE)).tour is None:
            return
    if task.graph.size == 1:
        yield task.graph.cells
        return
    start = task.vertex
    every = range(1 if task.closed else task.graph.size) if start is None else (start,)
    for v in every:
        for cells in depth_first(task, v, False, watch):
            if cells is not None:
                yield cells
