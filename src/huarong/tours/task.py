"""The task of a search for tours, checked once and passed to each method."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from huarong.errors import InputError
from huarong.model.board import Board
from huarong.tours.cells import parse_board, parse_cell
from huarong.tours.leaper import KNIGHT, Leaper, LeaperGraph, LeaperName, leaper_graph, parse_leaper
from huarong.tours.tour import Tour


@dataclass(frozen=True, slots=True)
class TourTask:
    """A board to tour, the start (None for any), whether the tour is to be closed, and the leaper.

    `graph` has the board's cells as vertices in reading order.

    >>> task = TourTask.of("3x4", "a1")
    >>> task.start, task.graph.size
    (9, 12)
    """

    board: Board
    start: int | None
    closed: bool
    leaper: Leaper
    graph: LeaperGraph

    @classmethod
    def of(
        cls,
        board: Board | str,
        start: int | str | None = None,
        closed: bool = False,
        leaper: Leaper | LeaperName | str = KNIGHT,
    ) -> TourTask:
        """The task that a user gives, checked. Raises `InputError` and `UnknownName`."""
        board = board if isinstance(board, Board) else parse_board(str(board))
        start = parse_cell(board, start) if isinstance(start, str) else start
        leaper = parse_leaper(leaper) if isinstance(leaper, str) else leaper
        graph = leaper_graph(board, leaper)
        if start is not None and start not in graph.cells:
            raise InputError("cell {cell} is not on the board", cell=start)
        return cls(board, start, closed, leaper, graph)

    @property
    def vertex(self) -> int | None:
        """The vertex of the start."""
        return None if self.start is None else self.graph.cells.index(self.start)

    def tour(self, cells: tuple[int, ...]) -> Tour:
        """The `Tour` through these cells."""
        return Tour(self.board, cells, self.closed, self.leaper)

    def ties(self) -> array[int]:
        """For each vertex, a number that breaks ties of Warnsdorff's rule: it is smaller the farther the vertex is from
        the middle.
        """
        width, height = self.board.width, self.board.height
        return array(
            "i",
            (-((2 * (c % width) - width + 1) ** 2) - (2 * (c // width) - height + 1) ** 2 for c in self.graph.cells),
        )
