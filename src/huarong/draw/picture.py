"""A layout as an SVG image for notebooks, files and pages, without scripts or external resources.

One unit is one cell. Colors are presentation attributes, so a page's style sheet may set others by class: `floor`,
`wall`, `gate`, `goal`, `frame`, `exit`, `arrow` and `piece`. A `piece` also has a second class: `key` if the goal names
it, else `s` single, `v` upright, `h` lying, `long` from three cells on, or `o1`, `o2`, ... for other shapes.
"""

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape
from typing import Any, Literal, NamedTuple, get_args

from huarong.draw.goals import Point, exit_gap
from huarong.errors import InputError, expect
from huarong.i18n import system_language
from huarong.lazy import stored
from huarong.library.labels import in_language, names, parted
from huarong.library.reader import puzzle as read
from huarong.model.board import DELTA, Board, Goal, Kind, Layout, Move, Piece
from huarong.model.letters import parts
from huarong.model.puzzle import Puzzle, PuzzleLike, Solution
from huarong.model.symbols import new_symbols

Cell = tuple[int, int]
_ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round"}
SERIF = "'Noto Serif CJK SC','Noto Serif SC','Songti SC',SimSun,serif"
ThemeName = Literal["light", "dark", "contrast"]


class Theme(NamedTuple):
    """The colors of a picture; `others` are for shapes other than straight bars."""

    wood: str
    floor: str
    paper: str
    ink: str
    on: str
    key: str
    single: str
    upright: str
    lying: str
    upright_long: str
    lying_long: str
    others: Sequence[str]
    edge: float


THEMES: dict[ThemeName, Theme] = {name: Theme(**stored("themes.json")[name]) for name in get_args(ThemeName)}


def theme_named(name: str) -> Theme:
    """Return the colors of a theme. Raises `InputError`."""
    if name in THEMES:
        return THEMES[name]
    raise InputError("{theme!r} is not a valid theme; expected one of {names}", theme=name, names=", ".join(THEMES))


def on_paper(width: float, height: float, paper: str, parts: Iterable[str], title: str = "", more: str = "") -> str:
    """Return an SVG image of `parts` on paper of the color `paper`; `more` are attributes of the whole."""
    box = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"{more}'
    title = f"<title>{xml(title)}</title>" if title else ""
    ground = f'<rect width="100%" height="100%" fill="{paper}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{title}{ground}{"".join(parts)}</svg>'


def svg(
    puzzle: PuzzleLike,
    layout: Layout | Sequence[int] | None = None,
    *,
    move: Move | None = None,
    theme: ThemeName = "light",
    labels: bool = True,
    cell: int = 56,
    lang: str = "en",
) -> str:
    """Draw a layout of a puzzle, by default its start, as the text of an SVG image.

    The puzzle may be anything that `huarong.puzzle` reads. `layout` may also be the heads of the pieces in the order of
    `puzzle.pieces`, which distinguishes equal pieces. `move` is drawn as an arrow from its piece, shown before the
    move. `theme` is `light`, `dark` or `contrast`. `cell` is the width of a cell in pixels. Names are in the language
    `lang`. If a goal has alternatives, or names several pieces, each goal place is labeled. Raises `InputError` for an
    unknown theme.

    >>> picture = svg(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    >>> picture.startswith("<svg xmlns="), len(picture) < 6500, picture.count('class="piece')
    (True, True, 10)
    """
    return layers(puzzle, layout, move, theme, labels, cell, lang).whole


def shown(value: Any) -> str | None:
    """Return the SVG of a puzzle's start, a layout, or a solution's first move, in the system's language; else None.

    A layout can be drawn if it belongs to a puzzle or a space (see `Layout.home`).

    >>> puzzle = Puzzle.parse("AAB/...", goal=".../.AA")
    >>> shown(puzzle.start) == shown(puzzle) == svg(puzzle), shown(Layout(((0,), (2,))))
    (True, None)
    """
    lang = system_language()
    if isinstance(value, Puzzle):
        return svg(value, lang=lang)
    if isinstance(value, Solution):
        return svg(value.puzzle, move=value.moves[0] if value.moves else None, lang=lang)
    if not isinstance(value, Layout) or value.home is None:
        return None
    if isinstance(value.home, Puzzle):
        return svg(value.home, value, lang=lang)
    symbols = new_symbols("")
    pieces = tuple(Piece(next(symbols), "", kind, head) for kind, group in enumerate(value.heads) for head in group)
    return svg(Puzzle(value.home.board, value.home.kinds, pieces, Goal(())))


class Layers(NamedTuple):
    """The parts of a picture: the opening tag, the parts below the pieces, the pieces, the goals' tags, the arrow."""

    opening: str
    ground: str
    group: str
    pieces: tuple[str, ...]
    tags: str
    arrow: str

    @property
    def whole(self) -> str:
        """The whole picture."""
        pieces = "".join(self.pieces)
        return f"{self.opening}{self.ground}{self.group}{pieces}{self.tags}</g>{self.arrow}</svg>"

    @property
    def board(self) -> str:
        """The picture without its pieces."""
        return f"{self.opening}{self.ground}</svg>"

    def piece(self, number: int) -> str:
        """Return the picture of one piece alone, at its position."""
        return f"{self.opening}{self.group}{self.pieces[number]}</g></svg>"

    @property
    def above(self) -> str:
        """The layer above the pieces, with the tags of goals; empty if there are none."""
        return self.tags and f"{self.opening}{self.group}{self.tags}</g></svg>"


def layers(
    puzzle: PuzzleLike,
    layout: Layout | Sequence[int] | None,
    move: Move | None,
    theme: ThemeName,
    labels: bool,
    cell: int,
    lang: str,
) -> Layers:
    """Return the parts of the picture that `svg` draws from these arguments."""
    look, puzzle = theme_named(theme), in_language(read(puzzle), lang)
    board = puzzle.board
    if layout is None:
        heads: Sequence[int] = [piece.head for piece in puzzle.pieces]
    else:
        heads = puzzle.heads(layout) if isinstance(layout, Layout) else layout
    keys = puzzle.keys
    title = next(iter(names(puzzle, lang)), "/".join(puzzle.rows(heads)))
    width, height = board.width + 0.44, board.height + 0.44
    box = f'viewBox="-.22 -.22 {_n(width)} {_n(height)}" width="{_n(width * cell)}" height="{_n(height * cell)}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" class="huarong" role="img" {box}><title>{xml(title)}</title>'
    group = f'<g stroke-width="{_n(look.edge)}" font-family="{SERIF}" font-weight="700" text-anchor="middle">'
    arrow, pieces, styles = "", [], _styles(puzzle, keys, look)
    for piece, head in zip(puzzle.pieces, heads, strict=True):
        name, fill = styles[piece.kind]
        cells = _cells(board, puzzle.kinds[piece.kind], head)
        ring = f'stroke="{_darker(fill)}"'
        if move is not None and move.piece == piece.symbol:
            name += " moved"
            ring = f'stroke="{look.ink}" stroke-width="{_n(look.edge + 0.03)}"'
            arrow = _arrow(cells, move, look.ink)
        label = _label(piece.label, cells, look.on) if labels else ""
        pieces.append(f'<g class="piece {name}" fill="{fill}" {ring}>{_body(cells, fill)}{label}</g>')
    ground = "".join(_ground(puzzle, keys, look))
    return Layers(opening, ground, group, tuple(pieces), _tags(puzzle, look), arrow)


def _n(value: float) -> str:
    """Return a number as short text, rounded to hundredths."""
    text = f"{value:.2f}".rstrip("0").rstrip(".").replace("0.", ".", value < 1)
    return "0" if text in ("-0", "") else text


def xml(text: str) -> str:
    """Return a text as XML, without unprintable characters."""
    return escape("".join(c for c in text if c.isprintable()))


def _darker(colour: str) -> str:
    digits = colour[1:] if len(colour) == 7 else "".join(c + c for c in colour[1:])
    return "#" + "".join(f"{int(digits[i : i + 2], 16) * 78 // 100:02x}" for i in (0, 2, 4))


def _cells(board: Board, kind: Kind, head: int) -> list[Cell]:
    return [(head % board.width + dx, head // board.width + dy) for dx, dy in kind.shape]


# The ground: floor, gates, frame, and where the goal is


def _ground(puzzle: Puzzle, keys: Collection[int], look: Theme) -> Iterator[str]:
    board = puzzle.board
    free = [(n % board.width, n // board.width) for n in board.free]
    gates = [(n % board.width, n // board.width) for n in sorted(board.gates)]
    _, gap = exit_gap(puzzle)
    yield _path("frame", _frame(free, gap), fill="none", stroke=look.wood, stroke_width=".16", **_ROUND)
    yield _path("floor", _outline(free), fill=look.floor)
    if pillars := "".join(map(_outline, _pillars(board))):
        yield _path("wall", pillars, fill=look.wood)
    if gap:
        dots = {"stroke_width": ".05", "stroke_linecap": "round", "stroke_dasharray": ".02 .14"}
        yield _path("exit", f"M{_at(gap[0])}L{_at(gap[1])}", stroke=look.key, **dots)
    if gates:
        yield _path("gate", _outline(gates, 0.06, 0.12), **_dashed(look.ink, ".1", ".5", ".08 .08"))
    if keys:
        wanted = sorted({each for alternative in puzzle.goal.alternatives for each in alternative})
        groups = (group for kind, head in wanted for group in parts(_cells(board, puzzle.kinds[kind], head)))
        outlines = "".join(_outline(group, 0.1, 0.12) for group in groups)
        yield _path("goal", outlines, **_dashed(look.key, ".07", ".55", ".1 .08"))


def _path(name: str, line: str, **look: str) -> str:
    return f'<path class="{name}" d="{line}"' + "".join(f' {k.replace("_", "-")}="{v}"' for k, v in look.items()) + "/>"


def _dashed(colour: str, opaque: str, rim: str, dashes: str) -> dict[str, str]:
    """Return the attributes of a faint colored area with a dashed rim."""
    line = {"stroke": colour, "stroke_opacity": rim, "stroke_width": ".03", "stroke_dasharray": dashes}
    return {"fill": colour, "fill_opacity": opaque, **line}


def _tags(puzzle: Puzzle, look: Theme) -> str:
    """Tags at the places of a goal, above the pieces: numbers of alternatives, names of pieces if several."""
    goals, keys = puzzle.goal.alternatives, puzzle.keys
    places: dict[tuple[int, int], list[int]] = {}
    for number, goal in enumerate(goals, 1):
        for each in goal:
            places.setdefault(each, []).append(number)
    if not keys or len(places) < 2:
        return ""
    named = {piece.kind: piece.label or piece.symbol for piece in reversed(puzzle.pieces)}
    drawn = []
    for (kind, head), numbers in sorted(places.items()):
        x, y = min(_cells(puzzle.board, puzzle.kinds[kind], head), key=lambda cell: (cell[1], cell[0]))
        text = ",".join(map(str, numbers)) if len(numbers) < len(goals) else ""
        if len(keys) > 1:
            text = f"{text} {named[kind]}".strip()
        wide = 0.12 + 0.2 * sum(1.0 if ord(c) > 0x2E7F else 0.6 for c in text)
        left, top, right, bottom = x + 0.1, y + 0.1, x + 0.1 + wide, y + 0.36
        bar = "L".join(map(_at, ((left, top), (right, top), (right, bottom), (left, bottom))))
        at = f'x="{_n(x + 0.1 + wide / 2)}" y="{_n(y + 0.3)}"'
        text = f'<text {at} font-size=".2" fill="{look.on}">{xml(text)}</text>'
        drawn.append(f'<g class="tag" stroke="none"><path d="M{bar}Z" fill="{look.key}"/>{text}</g>')
    return "".join(drawn)


def _pillars(board: Board) -> list[list[Cell]]:
    """The walls to draw, which are not connected to the edge; the other walls only give the board its outline."""
    width, height = board.width, board.height
    groups = parts([(n % width, n // width) for n in sorted(board.walls)])
    return [each for each in groups if all(0 < x < width - 1 and 0 < y < height - 1 for x, y in each)]


def _frame(free: Collection[Cell], gap: tuple[Point, Point] | None) -> str:
    """Return the line around the free cells, a tenth of a cell outside them, open at the gap."""
    path = ""
    for loop in _loops(free):
        points = _inset(loop, -0.1)
        path += "M" + _at(points[-1])
        for a, b in zip([points[-1], *points], points, strict=False):
            if gap and all(_between(a, point, b) for point in gap):
                first, second = sorted(gap, key=lambda p: abs(p[0] - a[0]) + abs(p[1] - a[1]))
                path += f"L{_at(first)}M{_at(second)}"
            path += "L" + _at(b)
        path += "" if gap else "Z"
    return path


def _between(a: Point, point: Point, b: Point) -> bool:
    return all(min(p, q) - 1e-9 <= v <= max(p, q) + 1e-9 for p, v, q in zip(a, point, b, strict=True))


# Outlines of sets of cells


def _loops(cells: Collection[Cell]) -> list[list[Cell]]:
    """Return the corners of the boundary, clockwise, one list for each closed line."""
    inside = set(cells)
    edges: dict[Cell, list[Cell]] = {}
    for x, y in sorted(inside):
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
        beyond = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
        for a, b, cell in zip(corners, corners[1:], beyond, strict=False):
            if cell not in inside:
                edges.setdefault(a, []).append(b)
    loops = []
    while edges:
        start = at = min(edges)
        loop: list[Cell] = []
        dx, dy = 0, 0
        while not loop or at != start:
            # Where two cells meet at a corner only, the line turns right and keeps them apart.
            ways = edges[at]
            right = (at[0] - dy, at[1] + dx)
            to = ways.pop(ways.index(right) if right in ways else 0)
            if not ways:
                del edges[at]
            if (to[0] - at[0], to[1] - at[1]) != (dx, dy):
                loop.append(at)
            dx, dy = to[0] - at[0], to[1] - at[1]
            at = to
        loops.append(loop)
    return loops


def _inset(loop: Sequence[Cell], by: float) -> list[Point]:
    points: list[Point] = []
    for (x0, y0), (x, y), (x2, y2) in zip([loop[-1], *loop], loop, [*loop[1:], loop[0]], strict=False):
        ux, uy, wx, wy = _sign(x - x0), _sign(y - y0), _sign(x2 - x), _sign(y2 - y)
        points.append((x - by * (uy + wy), y + by * (ux + wx)))
    return points


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _at(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _outline(cells: Collection[Cell], inset: float = 0, radius: float = 0) -> str:
    """Return the path around cells, slightly inside them, with rounded corners."""
    path = ""
    for loop in _loops(cells):
        points = _inset(loop, inset)
        for i, (x, y) in enumerate(points):
            (x0, y0), (x2, y2) = points[i - 1], points[(i + 1) % len(points)]
            before = x - radius * _sign(x - x0), y - radius * _sign(y - y0)
            after = x + radius * _sign(x2 - x), y + radius * _sign(y2 - y)
            path += ("L" if i else "M") + _at(before)
            if radius:
                path += f"Q{_at((x, y))} {_at(after)}"
        path += "Z"
    return path


# Pieces


def _styles(puzzle: Puzzle, keys: Collection[int], look: Theme) -> list[tuple[str, str]]:
    """Return the class and color of each kind."""
    styles = []
    shapes: dict[tuple[Cell, ...], int] = {}
    for index, kind in enumerate(puzzle.kinds):
        w, h, full = _box(kind.shape)
        if index in keys:
            styles.append(("key", look.key))
        elif (w, h) == (1, 1):
            styles.append(("s", look.single))
        elif full and w == 1:
            styles.append(("v", look.upright) if h == 2 else ("v long", look.upright_long))
        elif full and h == 1:
            styles.append(("h", look.lying) if w == 2 else ("h long", look.lying_long))
        else:
            number = shapes.setdefault(kind.shape, len(shapes))
            styles.append((f"o{number + 1}", look.others[number % len(look.others)]))
    return styles


def _box(cells: Collection[Cell]) -> tuple[int, int, bool]:
    """Return the width and height of the cells' bounding box, and whether they fill it."""
    xs, ys = zip(*cells, strict=True)
    w, h = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    return w, h, w * h == len(cells)


def _body(cells: Sequence[Cell], fill: str) -> str:
    """Return a rounded outline for each connected part, and links between the parts."""
    groups = parts(cells)
    body = f'<path d="{"".join(_outline(group, 0.04, 0.12) for group in groups)}"/>'
    joined = groups[0]
    for group in groups[1:]:
        pairs = itertools.product(joined, group)
        (x, y), (x2, y2) = min(pairs, key=lambda p: (p[0][0] - p[1][0]) ** 2 + (p[0][1] - p[1][1]) ** 2)
        body += _path("link", f"M{x}.5 {y}.5L{x2}.5 {y2}.5", stroke=fill, stroke_width=".12")
        joined = joined + group
    return body


def _label(label: str, cells: Sequence[Cell], colour: str) -> str:
    """Return the label in the middle of its piece, with its number (卒1) in the lower right corner.

    Chinese labels run downwards on upright pieces; on square pieces, words are placed one below the other.
    """
    short, number = parted(label)
    w, h, full = _box(cells)
    x, y = min(c[0] for c in cells), min(c[1] for c in cells)
    if not full:
        cx, cy = sum(c[0] for c in cells) / len(cells), sum(c[1] for c in cells) / len(cells)
        x, y = min(cells, key=lambda c: (c[0] - cx) ** 2 + (c[1] - cy) ** 2)
        w = h = 1
    lines = list(short) if h > w and all(ord(c) > 0x2E7F for c in short) else short.split() if h >= w else [short]
    ems = max((sum(1.0 if ord(c) > 0x2E7F else 0.62 for c in line) for line in lines), default=1.0)
    size = min(0.62 if min(w, h) > 1 else 0.36, (w - 0.25) / max(ems, 1), (h - 0.25) / max(len(lines), 1))
    middle, base = x + w / 2, y + h / 2 + 0.36 * size
    ink = f'fill="{colour}" stroke="none"'
    at = f'x="{_n(x + w - 0.2)}" y="{_n(y + h - 0.15)}"'
    corner = f'<text class="number" {at} font-size=".2" {ink}>{xml(number)}</text>' if number else ""
    if len(lines) < 2:
        return f'<text x="{_n(middle)}" y="{_n(base)}" font-size="{_n(size)}" {ink}>{xml(short)}</text>{corner}'
    base -= (len(lines) - 1) * 0.575 * size
    places = ((f'x="{_n(middle)}" y="{_n(base + i * 1.15 * size)}"', c) for i, c in enumerate(lines))
    rows = "".join(f"<tspan {at}>{xml(c)}</tspan>" for at, c in places)
    return f'<text font-size="{_n(size)}" {ink}>{rows}</text>{corner}'


def _arrow(cells: Sequence[Cell], move: Move, colour: str) -> str:
    """Return the arrow of a move, from inside the piece's leading edge along the path to where that edge stops."""
    w, h, _ = _box(cells)
    x, y = min(c[0] for c in cells) + w / 2, min(c[1] for c in cells) + h / 2
    points = [(x, y)]
    for leg in move.legs:
        dx, dy = DELTA[leg.direction]
        x, y = x + dx * leg.cells, y + dy * leg.cells
        points.append((x, y))
    (dx, dy), (ex, ey) = DELTA[move.legs[0].direction], DELTA[move.legs[-1].direction]
    ahead = (w if dx else h) / 2 - 0.22
    if len(points) > 2:
        ahead = min(ahead, move.legs[0].cells - 0.3)
    points[0] = points[0][0] + dx * ahead, points[0][1] + dy * ahead
    x, y = x + ex * ((w if ex else h) / 2 - 0.58), y + ey * ((w if ex else h) / 2 - 0.58)
    points[-1] = x, y
    barbs = [(x - 0.14 * ex - 0.14 * s * ey, y - 0.14 * ey + 0.14 * s * ex) for s in (1, -1)]
    line = "M" + "L".join(map(_at, points)) + f"M{_at(barbs[0])}L{_at((x, y))}L{_at(barbs[1])}"
    return _path("arrow", line, fill="none", stroke=colour, stroke_width=".06", **_ROUND)


# Pixels

_MOST = 1 << 14
"""The most pixels of a picture in either direction."""


def png(svg: str, scale: float = 2.0) -> bytes:
    r"""Return an SVG picture as the bytes of a PNG, with `scale` pixels for each of its own.

    Raises `InputError` if the picture would be far too large.

    >>> png(svg("AB/../goal:/../AB"), 1)[:4]
    b'\x89PNG'
    """
    import resvg_py

    expect(svg, str)
    try:
        texts = (svg.partition(f' {name}="')[2].partition('"')[0] for name in ("width", "height"))
        width, height = (scale * float(text) for text in texts)
    except ValueError:
        raise InputError("the text is not an SVG picture with a width and a height") from None
    if not 1 <= width <= _MOST or not 1 <= height <= _MOST:
        text = (
            "a picture of {width:,.0f} x {height:,.0f} pixels is too large; expected at most {most:,} in each direction"
        )
        raise InputError(text, width=width, height=height, most=_MOST)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=scale))
