"""How many tours there are, without listing them where the board is narrow enough."""

from __future__ import annotations

from huarong.limits import MAX_MEMORY, MAX_SECONDS, Cancel, Report, Watch
from huarong.model.board import Board
from huarong.tours.frontier import sweep
from huarong.tours.impossible import obstacle_to
from huarong.tours.leaper import KNIGHT, Leaper, LeaperName
from huarong.tours.listing import listed
from huarong.tours.task import Task

__all__ = ["count_tours"]


def count_tours(
    board: Board | str,
    start: int | str | None = None,
    closed: bool = False,
    leaper: Leaper | LeaperName | str = KNIGHT,
    *,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float = MAX_SECONDS,
    progress: Report | None = None,
    cancel: Cancel | None = None,
) -> int:
    """How many tours `all_tours` would yield: open ones directed, closed ones undirected.

    Counted by a sweep, without listing them, unless the board is too wide for it. Raises as
    `first_tour` does, and `CannotExpress` for counts of 2**256 and more.

    >>> count_tours("5x5", start="a1"), count_tours("5x5")
    (304, 1728)
    """
    watch = Watch.of(max_memory, max_seconds, progress, cancel, unit="step")
    task = Task.of(board, start, closed, leaper)
    if obstacle_to(task):
        return 0
    if task.graph.size == 1:
        return 1
    swept = sweep(task, False, watch)
    if swept is not None:
        return swept.count * (2 if task.start is None and not task.closed else 1)
    return sum(1 for _ in listed(task, watch))
