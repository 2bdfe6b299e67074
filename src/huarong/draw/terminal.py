"""Boards in a terminal: coloured blocks, large or small, or plain rows where there are no colours."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from huarong.model.puzzle import Puzzle
from huarong.model.text import EMPTY, GATE, WALL

__all__ = ["board", "filmstrip"]

_KEY = "#b5382a"
_COLOURS = {"1x2": "#3f6f5f", "2x1": "#3d5277", "1x1": "#b58a3c"}
_OTHERS = ("#7a4f7d", "#2f7f86", "#8a5a3c", "#56753a", "#9a4a63", "#4a6a9a", "#806a2a", "#5a5a8a")
_STYLES = {EMPTY: "on #e9dfcb", WALL: "on #3b3029", GATE: "#3b3029 on #d3c4a8"}
_INK = "bold #fffaf0"


def styles(puzzle: Puzzle) -> dict[str, str]:
    """The style of each character of the grid: the key pieces red, the others by their size."""
    result = dict(_STYLES)
    for piece in puzzle.pieces:
        size = puzzle.kinds[piece.kind].size
        colour = _COLOURS.get(size, _OTHERS[piece.kind % len(_OTHERS)])
        if piece.kind in puzzle.keys:
            colour = _KEY
        like = [other for other in puzzle.pieces if other.kind == piece.kind]
        result[piece.symbol] = f"{_INK} on {_shade(colour, like.index(piece))}"
    return result


def _shade(colour: str, number: int) -> str:
    """One of four shades, so that pieces of a kind side by side can be told apart."""
    light = (1.0, 0.82, 1.14, 0.68)[number % 4]
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(part * light)):02x}" for part in (red, green, blue))


def _small(rows: Sequence[str], style: dict[str, str]) -> Text:
    """A cell is two characters of one line."""
    text = Text()
    for y, row in enumerate(rows):
        for symbol, run in itertools.groupby(row):
            shown = {EMPTY: "  ", WALL: "  ", GATE: "--"}.get(symbol)
            text.append(
                (shown or symbol + " " * (2 - cell_len(symbol))) * len(list(run)), style[symbol]
            )
        if y < len(rows) - 1:
            text.append("\n")
    return text


def _large(puzzle: Puzzle, heads: Sequence[int], style: dict[str, str]) -> Text:
    """A cell is four characters of two lines; pieces carry their names where these fit."""
    width, height = puzzle.board.width, puzzle.board.height
    rows = puzzle.rows(heads)
    canvas = [[" "] * (4 * width) for _ in range(2 * height)]
    for piece, head in zip(puzzle.pieces, heads, strict=True):
        cells = puzzle.board.cells(puzzle.kinds[piece.kind], head) or ()
        xs, ys = [c % width for c in cells], [c // width for c in cells]
        tall = max(ys) - min(ys) > max(xs) - min(xs)
        label = piece.label if piece.label == piece.symbol else piece.label.rstrip("0123456789")
        fits = len(label) <= 2 * len(cells) if tall else cell_len(label) <= 4 * len(set(xs))
        if len(cells) < (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1) or not fits:
            label, tall = piece.symbol, False
            xs, ys = xs[:1], ys[:1]
        y = min(ys) + max(ys) + 1 - (len(label) // 2 if tall else 1)
        if tall:
            for i, letter in enumerate(label):
                _put(canvas[y + i], 2 * (min(xs) + max(xs)) + 2 - cell_len(letter) // 2, letter)
        else:
            _put(canvas[y], 2 * (min(xs) + max(xs)) + 2 - cell_len(label) // 2, label)
    text = Text()
    for y, line in enumerate(canvas):
        styled = zip(line, (symbol for symbol in rows[y // 2] for _ in range(4)), strict=True)
        for symbol, run in itertools.groupby(styled, key=lambda cell: cell[1]):
            text.append("".join(letter for letter, _ in run), style[symbol])
        if y < 2 * height - 1:
            text.append("\n")
    return text


def _put(line: list[str], x: int, word: str) -> None:
    """Write a word on a line of cells; a wide letter takes the next cell as well."""
    for letter in word:
        line[x] = letter
        for i in range(1, cell_len(letter)):
            line[x + i] = ""
        x += cell_len(letter)


def board(
    console: Console, puzzle: Puzzle, heads: Sequence[int] | None = None, large: bool = True
) -> RenderableType:
    """A layout of a puzzle, the start unless heads are given, for this console to print."""
    heads = [piece.head for piece in puzzle.pieces] if heads is None else heads
    if console.color_system is None:
        return Text("\n".join(puzzle.rows(heads)))
    style = styles(puzzle)
    if large and 4 * puzzle.board.width <= console.width:
        return _large(puzzle, heads, style)
    return _small(puzzle.rows(heads), style)


def filmstrip(
    console: Console, puzzle: Puzzle, boards: Sequence[Sequence[int]], captions: Sequence[str]
) -> RenderableType:
    """Small boards side by side, as many as the console is wide, each above its caption."""
    if not boards:
        return Text()
    cells = [
        Group(board(console, puzzle, heads, large=False), Text(caption, "dim", no_wrap=True))
        for heads, caption in zip(boards, captions, strict=True)
    ]
    scale = 1 if console.color_system is None else 2
    width = max(scale * puzzle.board.width, *(cell_len(caption) for caption in captions)) + 2
    across = max(1, console.width // width)
    table = Table.grid(padding=0)
    for _ in range(min(across, len(cells))):
        table.add_column(width=min(width, console.width), no_wrap=True, overflow="crop")
    for i in range(0, len(cells), across):
        table.add_row(*(Padding(cell, (0, 0, 1, 0)) for cell in cells[i : i + across]))
    return table
