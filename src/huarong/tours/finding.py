"""Finding one tour of a board: quick methods first, then a complete one.

Finding a tour is hard in general and easy on most boards. Backtracking by Warnsdorff's rule comes first, then
rotations, then frontier-based search (`huarong.tours.frontier`), which decides narrow boards for certain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

from huarong.errors import Fault, LimitReached
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.board import Board
from huarong.tours.cells import cell_name
from huarong.tours.frontier import sweep
from huarong.tours.growing import by_rotations, depth_first
from huarong.tours.impossible import colours, obstacle_to
from huarong.tours.leaper import KNIGHT, Leaper, LeaperName
from huarong.tours.task import TourTask
from huarong.tours.tour import Tour


@dataclass(frozen=True, slots=True)
class TourAnswer:
    """A tour, or the reason why there is none, with the steps explored and the seconds taken."""

    tour: Tour | None
    reason: Fault | None
    explored: int
    seconds: float

    @property
    def solved(self) -> bool:
        """Whether there is a tour."""
        return self.tour is not None

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The answer as JSON: the names of the tour's cells, or the reason in the language asked for.

        >>> first_tour("3x3").to_json()["reason"]
        '0 leaps lead to b2'
        """
        return {
            "tour": self.tour and [cell_name(self.tour.board, cell) for cell in self.tour.cells],
            "reason": self.reason and self.reason.message(lang),
            "explored": self.explored,
            "seconds": round(self.seconds, 6),
        }


@limited
def first_tour(
    board: Board | str,
    start: int | str | None = None,
    closed: bool = False,
    leaper: Leaper | LeaperName | str = KNIGHT,
    **limits: Unpack[GivenLimits],
) -> TourAnswer:
    """A tour from a cell (or from any), or the reason why there is none.

    The board is a `Board`, a size such as `"8x8"`, or rows of `.` and `#`; the start a cell's number in reading
    order or its name, such as `"a1"`. `progress` counts steps, its `depth` is the longest path so far in cells, and
    its `part` the method: `search`, `rotate` or `sweep`. Raises `LimitReached` if the limits leave it undecided,
    `Cancelled`, and `InputError` for a wrong board, cell or leaper.

    >>> print(first_tour("5x5", "a5").tour.cells[:5])
    (0, 7, 4, 13, 24)
    >>> print(first_tour("4x4").reason)
    there is no tour: every path was tried
    """
    watch = Watch.of(**limits, unit="step")
    task = TourTask.of(board, start, closed, leaper)
    return first(task, watch)


def first(task: TourTask, watch: Watch) -> TourAnswer:
    """A tour for a task, or the reason why there is none."""
    if reason := obstacle_to(task):
        return TourAnswer(None, reason, 0, watch.seconds)
    cells = _found(task, watch)
    if cells is None:
        reason = Fault.of("there is no tour: every path was tried")
        return TourAnswer(None, reason, watch.layouts, watch.seconds)
    if task.closed and task.start is not None:
        turn = cells.index(task.start)
        cells = cells[turn:] + cells[:turn]
    return TourAnswer(task.tour(cells), None, watch.layouts, watch.seconds)


def _found(task: TourTask, watch: Watch) -> tuple[int, ...] | None:
    """The cells of a tour (a closed one wherever it begins), or None if there is none."""
    size, grown = task.graph.size, 1
    if size == 1:
        return task.graph.cells
    starts = _starts(task)
    hub = max(range(size), key=lambda v: len(task.graph.neighbours[v]))
    while starts:
        for v in starts[: 8 * grown]:
            cells = next(depth_first(task, v, True, watch, (4 * size + 1000) * grown), ())
            if cells:
                return cells
            if cells is not None:
                starts.remove(v)
        if not starts:
            break
        for v in [hub] if task.closed else starts[:8]:
            if cells := by_rotations(task, v, watch, 1000 * size * grown):
                return cells
        if grown == 1:
            try:
                swept = sweep(task, True, watch)
            except LimitReached as reached:
                if reached.limit != "memory":
                    raise
                swept = None
            if swept is not None:
                return swept.cells or None
        grown *= 4
    return None


def _starts(task: TourTask) -> list[int]:
    """The vertices to start from, most promising first; one is enough for a closed tour."""
    graph, start = task.graph, task.vertex
    if start is not None and not task.closed:
        return [start]
    order = sorted(range(graph.size), key=lambda v: (len(graph.neighbours[v]), v))
    if task.closed:
        return order[:1]
    colour, alternating = colours(graph)
    if alternating and graph.size % 2:
        many = int(colour.count(1) > colour.count(0))
        order = [v for v in order if colour[v] == many]
    return order
