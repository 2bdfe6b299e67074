"""Leapers, such as the knight, and the graph of their leaps on a board.

A leaper (a, b) jumps a cells along one axis and b along the other; the knight is (1, 2). Other leapers have their
names in fairy chess.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from typing import Literal

from huarong.errors import InputError, UnknownName, expect
from huarong.model.board import MAX_CELLS, Board

Leaper = tuple[int, int]
"""How many cells the piece leaps along one axis and along the other."""
KNIGHT: Leaper = (1, 2)
LeaperName = Literal["wazir", "ferz", "knight", "camel", "zebra", "giraffe", "antelope"]
LEAPERS: dict[str, Leaper] = {
    "wazir": (0, 1),
    "ferz": (1, 1),
    "knight": KNIGHT,
    "camel": (1, 3),
    "zebra": (2, 3),
    "giraffe": (1, 4),
    "antelope": (3, 4),
}


def parse_leaper(text: str) -> Leaper:
    """A leaper by its name or its leap. Raises `InputError` or `UnknownName`.

    >>> parse_leaper("camel"), parse_leaper("2,3")
    ((1, 3), (2, 3))
    """
    expect(text, str)
    if match := re.fullmatch(r"\(?\s*(\d{1,4})\s*[,x]\s*(\d{1,4})\s*\)?", text.strip()):
        return int(match[1]), int(match[2])
    if text.strip().lower() not in LEAPERS:
        raise UnknownName(text, LEAPERS)
    return LEAPERS[text.strip().lower()]


@dataclass(frozen=True, slots=True)
class LeaperGraph:
    """The graph of a leaper: a vertex for each cell that is not a hole, an edge for each leap."""

    board: Board
    cells: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.cells)

    @property
    def span(self) -> int:
        """One more than the greatest difference of the numbers of two neighbours: the width of a sweep's frontier."""
        return max((max(to) - v for v, to in enumerate(self.neighbours) if to), default=0) + 1

    def arrays(self) -> tuple[array[int], array[int]]:
        """The graph as kernels take it: where each vertex's neighbours begin, and the neighbours of all."""
        first, to = array("i", [0]), array("i")
        for each in self.neighbours:
            to.extend(each)
            first.append(len(to))
        return first, to or array("i", [0])


def leaper_graph(board: Board, leaper: Leaper, across: bool = False) -> LeaperGraph:
    """The leaper's graph with the cells in reading order, or `across`: column by column.

    Raises `InputError` for the leap (0, 0) and for a board without cells.

    >>> leaper_graph(Board(3, 3), KNIGHT).neighbours[0]
    (5, 7)
    """
    a, b = leaper
    if not 0 <= a <= MAX_CELLS or not 0 <= b <= MAX_CELLS or a == b == 0:
        raise InputError("({a}, {b}) is not a valid leap; expected two numbers, not both 0", a=a, b=b)
    width, height = board.width, board.height
    leaps = {(s * x, t * y) for x, y in ((a, b), (b, a)) for s in (1, -1) for t in (1, -1)}
    order = (lambda c: (c % width, c)) if across else (lambda c: (0, c))
    cells = tuple(sorted(board.free, key=order))
    if not cells:
        raise InputError("the board has no cells")
    vertex = {cell: v for v, cell in enumerate(cells)}
    neighbours = []
    for cell in cells:
        y, x = divmod(cell, width)
        reached = [
            vertex.get((y + dy) * width + x + dx, -1)
            for dx, dy in leaps
            if 0 <= x + dx < width and 0 <= y + dy < height
        ]
        neighbours.append(tuple(sorted(u for u in reached if u >= 0)))
    return LeaperGraph(board, cells, tuple(neighbours))
