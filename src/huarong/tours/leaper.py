"""Leapers and their tours as values: the knight and its like, cells by name, a tour and its drawing.

A leaper (a, b) jumps a cells one way and b the other; the knight is (1, 2). Names of the others are
those of fairy chess.
"""

from __future__ import annotations

import itertools
import re
from array import array
from dataclasses import dataclass

from huarong.errors import InputError, UnknownName
from huarong.model.board import MAX_CELLS, Board

__all__ = [
    "KNIGHT",
    "LEAPERS",
    "Leaper",
    "LeaperGraph",
    "Tour",
    "cell_name",
    "leaper_graph",
    "parse_board",
    "parse_cell",
    "parse_leaper",
]

Leaper = tuple[int, int]
KNIGHT: Leaper = (1, 2)
LEAPERS: dict[str, Leaper] = {
    "wazir": (0, 1),
    "ferz": (1, 1),
    "knight": KNIGHT,
    "camel": (1, 3),
    "zebra": (2, 3),
    "giraffe": (1, 4),
    "antelope": (3, 4),
}


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
            " ".join(number.get(y * width + x, "#").rjust(wide) for x in range(width))
            for y in range(height)
        )

    def verify(self) -> bool:
        """Whether it visits every cell once, by leaps of its leaper, and closes if it says so.

        >>> Tour(Board(3, 1), (0, 1, 2)).verify()
        False
        """
        width, leap = self.board.width, sorted(self.leaper)
        pairs = list(itertools.pairwise(self.cells + self.cells[: self.closed]))
        return tuple(sorted(self.cells)) == self.board.free and all(
            sorted((abs(a % width - b % width), abs(a // width - b // width))) == leap
            for a, b in pairs
        )

    def svg(self, cell: int = 48) -> str:
        """The tour drawn on its board, `cell` pixels a cell, as an SVG document.

        >>> Tour(Board(1, 1), (0,)).svg().startswith("<svg xmlns=")
        True
        """
        width, height = self.board.width, self.board.height
        margin = 24
        places = [
            (margin + (c % width + 0.5) * cell, margin + (c // width + 0.5) * cell)
            for c in self.cells
        ]
        line = " ".join(f"{x:g},{y:g}" for x, y in places)
        shape = "polygon" if self.closed else "polyline"
        full_width, full_height = width * cell + 2 * margin, height * cell + 2 * margin
        title = f"A {'closed' if self.closed else 'open'} tour of {width}x{height}"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width} {full_height}" '
            f'width="{full_width}" height="{full_height}" role="img" '
            'font-family="system-ui, sans-serif" text-anchor="middle">',
            f"<title>{title}</title>",
            f'<rect width="{full_width}" height="{full_height}" fill="#fbfaf7"/>',
        ]
        for c in range(self.board.size):
            y, x = divmod(c, width)
            fill = "#e6dcc8" if (x + y) % 2 else "#f6f0e4"
            parts.append(
                f'<rect x="{margin + x * cell}" y="{margin + y * cell}" width="{cell}" '
                f'height="{cell}" fill="{"#6b6255" if c in self.board.walls else fill}"/>'
            )
        parts.append(
            f'<{shape} points="{line}" fill="none" stroke="#1f5f8b" stroke-opacity="0.8" '
            f'stroke-width="{cell / 16:g}" stroke-linejoin="round" stroke-linecap="round"/>'
        )
        parts.append(f'<g fill="#1f5f8b">{"".join(_dot(x, y, cell / 14) for x, y in places)}</g>')
        parts.append(f'<g fill="#c8442d">{_dot(*places[0], cell / 7)}</g>')
        if not self.closed:
            parts.append(f'<g fill="#2e7d4f">{_dot(*places[-1], cell / 7)}</g>')
        if cell >= 24:
            parts.append(
                '<g fill="#5f543c" stroke="#f6f0e4" stroke-width="3" paint-order="stroke" '
                f'font-size="{cell / 4.5:.3g}" text-anchor="start">'
            )
            parts += [
                f'<text x="{x - cell * 0.45:g}" y="{y - cell * 0.26:g}">{i}</text>'
                for i, (x, y) in enumerate(places, 1)
            ]
            parts.append("</g>")
        parts.append('<g fill="#8a8172" font-size="12">')
        for x in range(width):
            name = cell_name(self.board, x).rstrip("0123456789")
            at = margin + (x + 0.5) * cell
            parts.append(f'<text x="{at:g}" y="{full_height - 8}">{name}</text>')
        for y in range(height):
            at = margin + (y + 0.5) * cell + 4
            parts.append(f'<text x="12" y="{at:g}">{height - y}</text>')
        return "\n".join([*parts, "</g>", "</svg>", ""])


def _dot(x: float, y: float, radius: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:.3g}"/>'


def parse_board(text: str) -> Board:
    """A board from `8x8` (width x height) or from rows of `.` and `#` (a hole), in lines or with `/`.

    Raises `InputError`.

    >>> parse_board("3x4").size, sorted(parse_board("..#/...").walls)
    (12, [2])
    """
    text = text.strip()
    if match := re.fullmatch(r"(\d{1,9})\s*[x×*]\s*(\d{1,9})", text, re.IGNORECASE):
        width, height, walls = int(match[1]), int(match[2]), frozenset[int]()
    else:
        rows = [row.strip() for row in re.split(r"[/\n]", text) if row.strip()]
        if not rows or set("".join(rows)) - {".", "#"}:
            raise InputError(
                "{text!r} is no board: expected a size like 8x8, or rows of . (cell) and # (hole)",
                text=text,
            )
        width, height = len(rows[0]), len(rows)
        for y, row in enumerate(rows, 1):
            if len(row) != width:
                raise InputError(
                    "row {row} has {count} cells; expected {width}, as in the first",
                    row=y,
                    count=len(row),
                    width=width,
                )
        walls = frozenset(i for i, symbol in enumerate("".join(rows)) if symbol == "#")
    if not 0 < width * height <= MAX_CELLS or len(walls) == width * height:
        raise InputError(
            "a board of {width}x{height}: expected 1 to {most} cells",
            width=width,
            height=height,
            most=MAX_CELLS,
        )
    return Board(width, height, walls)


def cell_name(board: Board, cell: int) -> str:
    """The name of a cell as on a chessboard: columns from `a`, rows from 1 at the bottom.

    >>> cell_name(Board(8, 8), 0), cell_name(Board(30, 1), 27)
    ('a8', 'ab1')
    """
    y, x = divmod(cell, board.width)
    letters, x = "", x + 1
    while x:
        x, digit = divmod(x - 1, 26)
        letters = chr(97 + digit) + letters
    return f"{letters}{board.height - y}"


def parse_cell(board: Board, name: str) -> int:
    """The cell with a name like `a1`. Raises `InputError`, which offers the nearest cell there is.

    >>> parse_cell(Board(8, 8), "a1")
    56
    """
    match = re.fullmatch(r"([a-z]{1,6})(\d{1,9})", name.strip().lower())
    if not match:
        raise InputError("{name!r} names no cell: expected one like a1", name=name)
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 96
    x, y = column - 1, board.height - int(match[2])
    if 0 <= x < board.width and 0 <= y < board.height:
        cell = y * board.width + x
        if cell not in board.walls:
            return cell
    cell = min(board.free, key=lambda c: (abs(c % board.width - x) + abs(c // board.width - y), c))
    raise InputError(
        "the board has no cell {name}; the nearest is {nearest}",
        name=name.strip(),
        nearest=cell_name(board, cell),
    )


def parse_leaper(text: str) -> Leaper:
    """A leaper by its name or its leap. Raises `InputError` or `UnknownName`.

    >>> parse_leaper("camel"), parse_leaper("2,3")
    ((1, 3), (2, 3))
    """
    if match := re.fullmatch(r"\(?\s*(\d{1,4})\s*[,x]\s*(\d{1,4})\s*\)?", text.strip()):
        return int(match[1]), int(match[2])
    if text.strip().lower() not in LEAPERS:
        raise UnknownName(text, LEAPERS)
    return LEAPERS[text.strip().lower()]


@dataclass(frozen=True, slots=True)
class LeaperGraph:
    """A vertex for each cell that is no hole, and which vertices a leap joins."""

    board: Board
    cells: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.cells)

    @property
    def span(self) -> int:
        """How many vertices from one on an edge can reach."""
        return max((max(to) - v for v, to in enumerate(self.neighbours) if to), default=0) + 1

    def arrays(self) -> tuple[array[int], array[int]]:
        """What the kernels take: where each vertex's neighbours begin, and the neighbours."""
        first, to = array("i", [0]), array("i")
        for each in self.neighbours:
            to.extend(each)
            first.append(len(to))
        return first, to or array("i", [0])


def leaper_graph(board: Board, leaper: Leaper, across: bool = False) -> LeaperGraph:
    """The leaper's graph with the cells in reading order, or `across`: column by column.

    Raises `InputError` where the leap or the board is empty.

    >>> leaper_graph(Board(3, 3), KNIGHT).neighbours[0]
    (5, 7)
    """
    a, b = leaper
    if not 0 <= a <= MAX_CELLS or not 0 <= b <= MAX_CELLS or a == b == 0:
        raise InputError("a leap of ({a}, {b}): expected two numbers, not both 0", a=a, b=b)
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
