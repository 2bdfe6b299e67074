"""A tour as a value, which can be printed, drawn, written as JSON, and verified."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from huarong.errors import expect
from huarong.model.board import Board
from huarong.tours.cells import cell_name
from huarong.tours.leaper import KNIGHT, Leaper


@dataclass(frozen=True, slots=True)
class Tour:
    """The cells of a board in the order in which a leaper visits them.

    Printed, it is the board with the number of each visit:

    >>> print(Tour(Board(4, 3), (0, 9, 7, 1, 8, 6, 3, 10, 4, 2, 11, 5)))
     1  4 10  7
     9 12  6  3
     5  2  8 11
    """

    board: Board
    cells: tuple[int, ...]
    closed: bool = False
    leaper: Leaper = KNIGHT

    def __str__(self) -> str:
        number = {cell: str(i) for i, cell in enumerate(self.cells, 1)}
        wide = len(str(len(self.cells)))
        width, height = self.board.width, self.board.height
        return "\n".join(
            " ".join(number.get(y * width + x, "#").rjust(wide) for x in range(width)) for y in range(height)
        )

    def verify(self) -> bool:
        """Whether it visits every cell once, by leaps of its leaper, and returns to its start if it is `closed`.

        >>> Tour(Board(3, 1), (0, 1, 2)).verify()
        False
        """
        width, leap = self.board.width, sorted(self.leaper)
        pairs = list(itertools.pairwise(self.cells + self.cells[: self.closed]))
        return tuple(sorted(self.cells)) == self.board.free and all(
            sorted((abs(a % width - b % width), abs(a // width - b // width))) == leap for a, b in pairs
        )

    def to_json(self) -> dict[str, Any]:
        """The tour as JSON: the size of the board, its holes and the tour's cells by name.

        >>> Tour(Board(3, 1), (0, 2), leaper=(0, 2)).to_json()["cells"]
        ['a1', 'c1']
        """
        board = self.board
        return {
            "width": board.width,
            "height": board.height,
            "holes": [cell_name(board, cell) for cell in sorted(board.walls)],
            "closed": self.closed,
            "leaper": list(self.leaper),
            "cells": [cell_name(board, cell) for cell in self.cells],
        }

    def svg(self, cell: int = 48) -> str:
        """The tour drawn on its board, `cell` pixels a cell, as an SVG document.

        >>> Tour(Board(1, 1), (0,)).svg().startswith("<svg xmlns=")
        True
        """
        expect(cell, int)
        wide, high = self.board.width * cell + 2 * _MARGIN, self.board.height * cell + 2 * _MARGIN
        title = f"A {'closed' if self.closed else 'open'} tour of {self.board.width}x{self.board.height}"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
            f'width="{wide}" height="{high}" role="img" '
            'font-family="system-ui, sans-serif" text-anchor="middle">',
            f"<title>{title}</title>",
            f'<rect width="{wide}" height="{high}" fill="#fbfaf7"/>',
            *_squares(self.board, cell),
            *_line(self, cell),
            *_names(self.board, cell),
        ]
        return "\n".join([*parts, "</svg>", ""])

    def _repr_svg_(self) -> str:
        return self.svg()


_MARGIN = 24
"""Pixels around the board, for the names of its columns and rows."""


def _squares(board: Board, cell: int) -> Iterator[str]:
    """The board's cells, light and dark, and its holes."""
    for c in range(board.size):
        y, x = divmod(c, board.width)
        fill = "#e6dcc8" if (x + y) % 2 else "#f6f0e4"
        yield (
            f'<rect x="{_MARGIN + x * cell}" y="{_MARGIN + y * cell}" width="{cell}" '
            f'height="{cell}" fill="{"#6b6255" if c in board.walls else fill}"/>'
        )


def _line(tour: Tour, cell: int) -> Iterator[str]:
    """The line of the tour, with its first and last cell marked, and the numbers of visits where there is room."""
    places = [
        (_MARGIN + (c % tour.board.width + 0.5) * cell, _MARGIN + (c // tour.board.width + 0.5) * cell)
        for c in tour.cells
    ]
    points = " ".join(f"{x:g},{y:g}" for x, y in places)
    yield (
        f'<{"polygon" if tour.closed else "polyline"} points="{points}" fill="none" '
        f'stroke="#1f5f8b" stroke-opacity="0.8" stroke-width="{cell / 16:g}" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )
    yield f'<g fill="#1f5f8b">{"".join(_dot(x, y, cell / 14) for x, y in places)}</g>'
    yield f'<g fill="#c8442d">{_dot(*places[0], cell / 7)}</g>'
    if not tour.closed:
        yield f'<g fill="#2e7d4f">{_dot(*places[-1], cell / 7)}</g>'
    if cell >= 24:
        yield (
            '<g fill="#5f543c" stroke="#f6f0e4" stroke-width="3" paint-order="stroke" '
            f'font-size="{cell / 4.5:.3g}" text-anchor="start">'
        )
        for i, (x, y) in enumerate(places, 1):
            yield f'<text x="{x - cell * 0.45:g}" y="{y - cell * 0.26:g}">{i}</text>'
        yield "</g>"


def _names(board: Board, cell: int) -> Iterator[str]:
    """The columns' letters below the board and the rows' numbers beside it."""
    yield '<g fill="#8a8172" font-size="12">'
    bottom = board.height * cell + 2 * _MARGIN - 8
    for x in range(board.width):
        name = cell_name(board, x).rstrip("0123456789")
        yield f'<text x="{_MARGIN + (x + 0.5) * cell:g}" y="{bottom}">{name}</text>'
    for y in range(board.height):
        at = _MARGIN + (y + 0.5) * cell + 4
        yield f'<text x="12" y="{at:g}">{board.height - y}</text>'
    yield "</g>"


def _dot(x: float, y: float, radius: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:.3g}"/>'
