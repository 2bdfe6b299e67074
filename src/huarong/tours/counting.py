"""Counting tours: by frontier-based search on narrow boards, by backtracking on small or very wide ones."""

from __future__ import annotations

from collections import Counter
from typing import Unpack

from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.board import Board
from huarong.model.symmetry import SYMMETRIES
from huarong.tours.frontier import narrowest, sweep
from huarong.tours.growing import counted
from huarong.tours.impossible import obstacle_to
from huarong.tours.leaper import KNIGHT, Leaper, LeaperName
from huarong.tours.task import TourTask

_FEW, _WIDE = 36, 12
"""Boards of at most `_FEW` cells whose leaps span at least `_WIDE` vertices are counted by backtracking."""


@limited
def count_tours(
    board: Board | str,
    start: int | str | None = None,
    closed: bool = False,
    leaper: Leaper | LeaperName | str = KNIGHT,
    **limits: Unpack[GivenLimits],
) -> int:
    """How many tours `all_tours` would yield: open ones directed, closed ones undirected.

    Frontier-based search counts them without listing, unless the board is too wide for it or so small that
    backtracking is quicker; then starts that are symmetric are counted once. Raises the errors of `first_tour`, and
    `CannotExpress` for counts of 2**256 and more.

    >>> count_tours("5x5", start="a1"), count_tours("5x5")
    (304, 1728)
    """
    watch = Watch.of(**limits, unit="step")
    task = TourTask.of(board, start, closed, leaper)
    if obstacle_to(task):
        return 0
    if task.graph.size == 1:
        return 1
    if not _soon_searched(task) and (swept := sweep(task, False, watch)) is not None:
        return swept.count * (2 if task.start is None and not task.closed else 1)
    return sum(counted(task, v, watch) * times for v, times in _starts(task))


def _soon_searched(task: TourTask) -> bool:
    """Whether backtracking takes less time than a sweep: for open tours of few cells, each with many neighbours.

    On 6x6 a sweep has millions of states, and backtracking enters a hundred million vertices.
    """
    return not task.closed and task.graph.size <= _FEW and narrowest(task).span >= _WIDE


def _starts(task: TourTask) -> list[tuple[int, int]]:
    """Vertices to start from, one of each class of symmetric starts, with the size of the class."""
    graph, board = task.graph, task.board
    if task.closed or task.start is not None:
        return [(task.vertex or 0, 1)]
    images = [each for each in SYMMETRIES if each.board(board) == board]
    alike = Counter(min(cell, *(each.cell(board, cell) for each in images)) if images else cell for cell in graph.cells)
    return [(graph.cells.index(cell), times) for cell, times in sorted(alike.items())]
