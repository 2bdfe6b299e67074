"""Boards in a terminal: colored blocks, large or small, or plain rows if there are no colors.

A drawing is lines of spans. Each span is a text and its style, as Rich writes styles, or `""`. The caller prints it.
"""

import functools
import itertools
from collections.abc import Sequence

from huarong.draw.goals import goal_cells
from huarong.i18n import text_width
from huarong.library.reader import puzzle as read
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.symbols import EMPTY, GATE, WALL

Span = tuple[str, str]
Line = list[Span]

_KEY = "#b5382a"
_COLOURS = {"1x2": "#3f6f5f", "2x1": "#3d5277", "1x1": "#b58a3c"}
_OTHERS = ("#7a4f7d", "#2f7f86", "#8a5a3c", "#56753a", "#9a4a63", "#4a6a9a", "#806a2a", "#5a5a8a")
_SHADES = 8
_LARGEST = 4
_SIXTEEN = map("color({})".format, (1, 2, 4, 3, 5, 6, 5, 6, 5, 6, 5, 6))
_FEW = dict(zip((_KEY, *_COLOURS.values(), *_OTHERS), _SIXTEEN, strict=True))
"""The replacement for each color on a terminal with sixteen colors."""
_BRIGHT = [f"color({n})" for n in range(9, 15)]
_STYLES = {EMPTY: "on #e9dfcb", WALL: "on #3b3029", GATE: "#3b3029 on #d3c4a8"}
_INK, _CHOSEN = "bold #fffaf0", "bold #26221d on #f2b233"
_GOAL = "goal"


def styles(puzzle: Puzzle, colours: bool | str = True, heads: Sequence[int] | None = None) -> dict[str, str]:
    """Return the style of each character of the grid: red for the key pieces, by size for other pieces.

    `colours` names the terminal's colors as Rich does: `"truecolor"` (also True), `"256"`, `"standard"` or `"windows"`.
    No two pieces share a color while colors last; after that, no two neighbors in this layout do.
    """
    system = "truecolor" if colours is True else str(colours)
    few = system in ("standard", "windows")
    result = dict(_STYLES)
    heads = [piece.head for piece in puzzle.pieces] if heads is None else heads
    ground = {_seen(_STYLES[symbol].split()[-1], system) for symbol in (EMPTY, WALL)}
    given, beside = dict[str, str](), _neighbours(puzzle, heads)
    for piece in sorted(puzzle.pieces, key=lambda piece: piece.kind not in puzzle.keys):
        own = _COLOURS.get(puzzle.kinds[piece.kind].size, _OTHERS[piece.kind % len(_OTHERS)])
        colour = _KEY if piece.kind in puzzle.keys else own
        like = [other for other in puzzle.pieces if other.kind == piece.kind].index(piece)
        wanted = (colour, *_COLOURS.values(), *_OTHERS)
        choice = [_shade(each, like + n) for each in wanted for n in range(_SHADES)]
        if few:
            choice = [_FEW[colour], *_FEW.values(), *_BRIGHT]
        taken = ground.union(given.values())
        close = ground | {given.get(other, "") for other in beside[piece.symbol]}
        found = next(each for avoided in (taken, close, ()) for each in choice if _seen(each, system) not in avoided)
        given[piece.symbol] = _seen(found, system)
        result[piece.symbol] = f"{'bold black' if found in _BRIGHT else _INK} on {found}"
    return result


def _neighbours(puzzle: Puzzle, heads: Sequence[int]) -> dict[str, set[str]]:
    """Return for each piece the pieces that share a side of a cell with it."""
    beside: dict[str, set[str]] = {piece.symbol: set() for piece in puzzle.pieces}
    rows = puzzle.rows(heads)
    for line in (*rows, *zip(*rows, strict=True)):
        for a, b in itertools.pairwise(line):
            if a != b and a in beside and b in beside:
                beside[a].add(b)
                beside[b].add(a)
    return beside


@functools.cache
def _seen(colour: str, system: str) -> str:
    """Return the color that a terminal shows in place of one that it may not have."""
    if system == "truecolor":
        return colour
    from rich.color import Color
    from rich.console import COLOR_SYSTEMS

    return str(Color.parse(colour).downgrade(COLOR_SYSTEMS[system]).number)


@functools.cache
def _shade(colour: str, number: int) -> str:
    """Return one of several shades, to distinguish adjacent pieces of a kind."""
    light = (1.0, 0.82, 1.14, 0.68, 0.91, 1.28, 0.75, 1.07)[number % _SHADES]
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(part * light)):02x}" for part in (red, green, blue))


def _small(rows: Sequence[str], style: dict[str, str]) -> list[Line]:
    """Return the board with cells that are two characters wide and one line high."""
    shown = {EMPTY: "  ", WALL: "  ", GATE: "--"}

    def cell(symbol: str) -> str:
        return shown.get(symbol) or symbol + " " * (2 - text_width(symbol))

    return [[(cell(symbol) * len(list(run)), style[symbol]) for symbol, run in itertools.groupby(row)] for row in rows]


def _large(puzzle: Puzzle, heads: Sequence[int], style: dict[str, str], scale: int, goal: dict[int, str]) -> list[Line]:
    """Return the board with cells of four by two characters, times `scale`; pieces show their names if these fit.

    Open cells of a goal are hatched, and have the number of the goal if there are several.
    """
    width, height = puzzle.board.width, puzzle.board.height
    rows, across, down = puzzle.rows(heads), 4 * scale, 2 * scale
    canvas = [[" "] * (across * width) for _ in range(down * height)]
    for cell, text in goal.items():
        y, x = divmod(cell, width)
        if rows[y][x] == EMPTY:
            for line in canvas[down * y : down * y + down]:
                _put(line, across * x, "░" * across)
            _put(canvas[down * y], across * x, text[:across])
    for piece, head in zip(puzzle.pieces, heads, strict=True):
        cells = puzzle.board.cells(puzzle.kinds[piece.kind], head) or ()
        xs, ys = [c % width for c in cells], [c // width for c in cells]
        w, h = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
        lines = _words(piece.label, across * w, down * h, tall=h > w)
        if len(cells) < w * h or not lines:
            lines, xs, ys = [piece.symbol], xs[:1], ys[:1]
        y = scale * (min(ys) + max(ys) + 1) - (len(lines) // 2 or 1)
        for i, word in enumerate(lines):
            _put(canvas[y + i], 2 * scale * (min(xs) + max(xs) + 1) - text_width(word) // 2, word)
    lines_of_spans = []
    for y, letters in enumerate(canvas):
        first = y // down * width
        marked = [_GOAL if s == EMPTY and first + x in goal else s for x, s in enumerate(rows[y // down])]
        symbols = (symbol for symbol in marked for _ in range(across))
        runs = itertools.groupby(zip(letters, symbols, strict=True), key=lambda cell: cell[1])
        lines_of_spans.append([("".join(letter for letter, _ in run), style[symbol]) for symbol, run in runs])
    return lines_of_spans


def _words(label: str, wide: int, high: int, tall: bool) -> list[str]:
    """Return a label as lines that fit: Chinese downwards on upright pieces, otherwise whole or one word a line."""
    if tall and text_width(label) == 2 * len(label) and len(label) <= high:
        return list(label)
    if text_width(label) <= wide:
        return [label]
    words = label.split()
    return words if max(map(text_width, words)) <= wide and len(words) <= high else []


def _put(line: list[str], x: int, word: str) -> None:
    """Write a word on a line of cells; a wide character takes the next cell as well."""
    for letter in word:
        line[x] = letter
        for i in range(1, text_width(letter)):
            line[x + i] = ""
        x += text_width(letter)


def board(
    puzzle: PuzzleLike,
    heads: Sequence[int] | None = None,
    *,
    colours: bool | str = False,
    width: int = 0,
    height: int = 0,
    goal: bool = False,
    chosen: str = "",
) -> list[Line]:
    """Draw a layout of a puzzle (the start unless `heads` are given), in large cells if `width` characters allow.

    If `height` is given, cells are as large as both allow, up to four times the large ones. With `goal`, the open cells
    of the goal are hatched in large cells, and numbered if there are several goals. The piece with the character
    `chosen` is highlighted. `colours` names the terminal's colors as Rich does: `"truecolor"`, `"256"`, `"standard"` or
    `"windows"`.

    >>> board("AB/../goal:/../AB")
    [[('AB', '')], [('..', '')]]
    """
    puzzle = read(puzzle)
    heads = [piece.head for piece in puzzle.pieces] if heads is None else heads
    if not colours:
        return [[(row, "")] for row in puzzle.rows(heads)]
    style = styles(puzzle, colours, heads) | {_GOAL: f"{_KEY} {_STYLES[EMPTY]}", chosen: _CHOSEN}
    if scale := scale_of(puzzle, width, height):
        return _large(puzzle, heads, style, scale, goal_cells(puzzle) if goal else {})
    return _small(puzzle.rows(heads), style)


def scale_of(puzzle: Puzzle, width: int, height: int = 0) -> int:
    """Return the scale of a cell of `board`, in units of four by two characters; 0 for cells of two characters."""
    most = width // (4 * puzzle.board.width)
    return min(most, 1 if not height else height // (2 * puzzle.board.height), _LARGEST)


def filmstrip(
    puzzle: PuzzleLike,
    boards: Sequence[Sequence[int]],
    captions: Sequence[str],
    *,
    colours: bool | str = False,
    width: int = 80,
) -> list[Line]:
    """Draw small boards side by side, as many as fit into `width` characters, each above its caption."""
    puzzle = read(puzzle)
    wide = max([(2 if colours else 1) * puzzle.board.width, *map(text_width, captions)]) + 2
    across = max(1, width // wide)
    lines: list[Line] = []
    for i in range(0, len(boards), across):
        row = [board(puzzle, heads, colours=colours) for heads in boards[i : i + across]]
        titles = [[[(caption, "dim")]] for caption in captions[i : i + across]]
        for parts in zip(*(b + t for b, t in zip(row, titles, strict=True)), strict=True):
            line: Line = []
            for part in parts:
                gap = wide - sum(text_width(text) for text, _ in part)
                line += [*part, (" " * gap, "")]
            lines.append(line[:-1])
        lines.append([])
    return lines
