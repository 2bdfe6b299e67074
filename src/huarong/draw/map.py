"""The map of a component as a picture: each layout is a point, colored by its distance to the goal."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any, TypeVar

import numpy as np
from PIL import Image

from huarong.draw.picture import Theme, ThemeName, on_paper, svg, theme_named
from huarong.errors import InputError, expect
from huarong.limits import Cancel, Watch
from huarong.model.puzzle import Puzzle

T = TypeVar("T")
_OFTEN = 4096
"""The number of points or edges drawn between two checks of the watch."""
_SINGLE = 30_000
"""The most points that are separate shapes; more become one image, which is smaller and shown faster."""
_FINE = 4000
"""The widest picture whose image has two pixels for each of its own."""
_FAINT = 0.16
"""The opacity of edges."""
_PORTION = 1 << 20
"""The number of line pixels set between two checks of the watch."""
_SHADES = 24
_NEAR, _MIDDLE, _FAR, _NOWHERE = (200, 62, 44), (233, 196, 106), (38, 70, 110), "#999999"


def map_svg(
    points: Iterable[Sequence[float]],
    edges: Iterable[Sequence[int]],
    distances: Iterable[int],
    *,
    path: Sequence[int] = (),
    title: str = "",
    size: int = 800,
    theme: ThemeName = "light",
    boards: Sequence[Puzzle] = (),
    cancel: Cancel | None = None,
) -> str:
    """Draw points of the plane (within -1 and 1) and edges between them, which may be arrays, as the text of an SVG
    image.

    `distances` has each point's distance to the goal: red is near, blue far, gray (-1) unreachable. `path` joins points
    by a thick line, such as a solution; its first point is ringed. More than 30,000 points and edges become one image
    of pixels inside the SVG. With `boards`, the start of each puzzle is drawn at its point. `theme` is `light`, `dark`
    or `contrast`. Raises `Cancelled`.

    >>> picture = map_svg([(-1, 0), (1, 0)], [(0, 1)], [0, 1], path=[1], size=100)
    >>> picture.count("<circle"), "<path" in picture
    (3, True)
    """
    for each in (points, edges, distances):
        expect(each, Iterable)
    watch = Watch.of(max_seconds=None, cancel=cancel)
    half, margin = size / 2, size * (0.13 if boards else 0.03)
    reach = half - margin
    at = _numbers(points, np.float64, 2) * (reach, -reach) + half
    ends, far = _numbers(edges, np.int64, 2), _numbers(distances, np.int64)
    radius = max(0.5, min(6.0, 0.28 * size / max(1, len(at)) ** 0.5))
    look = theme_named(theme)
    ink, paper, many = look.ink, look.paper, len(at) > _SINGLE
    shown = _image(at, ends, far, radius, size, look, watch) if many else _shapes(at, ends, far, radius, ink, watch)
    parts = list(shown)
    side = 2 * radius + 3
    if boards:
        side = _side(at, size)
        parts += _boards(at, _shades(far).tolist(), boards, side, theme)
    parts += _way(at[list(path)], max(1.5, radius), ink)
    if path:
        ring = f'cx="{at[path[0]][0]:.1f}" cy="{at[path[0]][1]:.1f}" r="{side * (0.8 if boards else 1):.2f}"'
        parts.append(f'<circle {ring} fill="none" stroke="{ink}" stroke-width="2"/>')
    return on_paper(size, size, paper, parts, title)


def _way(at: Any, wide: float, ink: str) -> list[str]:
    """Return the line through some points."""
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in at)
    ends = f'stroke-width="{wide:.2f}" stroke-linejoin="round" stroke-linecap="round"'
    return [f'<path d="M{line}" fill="none" stroke="{ink}" {ends}/>'] if len(at) > 1 else []


def _numbers(values: Iterable[Any], kind: Any, wide: int = 0) -> Any:
    """Return the values as an array, or as rows of `wide` values. Raises `InputError`."""
    try:
        found = np.asarray(values if isinstance(values, np.ndarray) else list(values), kind)
        return found.reshape(len(found), wide) if wide else found
    except (TypeError, ValueError):
        raise InputError("expected {expected}, not {got}", expected="numbers", got=type(values).__name__) from None


def _shapes(at: Any, ends: Any, far: Any, radius: float, ink: str, watch: Watch) -> Iterator[str]:
    """Iterate over the edges as one path, and the points as circles, in a group for each color."""
    places, groups = at.tolist(), dict[str, list[int]]()
    lines = ((*places[a], *places[b]) for a, b in _asking(ends.tolist(), watch))
    drawn = "".join(f"M{x:.1f} {y:.1f}L{x2:.1f} {y2:.1f}" for x, y, x2, y2 in lines)
    yield f'<path d="{drawn}" fill="none" stroke="{ink}" stroke-opacity="{_FAINT}" stroke-width="{radius / 3:.2f}"/>'
    for i, shade in enumerate(_asking(_shades(far).tolist(), watch)):
        groups.setdefault(_colour(shade), []).append(i)
    for colour, some in groups.items():
        circles = (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.2f}"/>' for x, y in (places[i] for i in some))
        yield f'<g fill="{colour}">{"".join(_asking(circles, watch))}</g>'


def _side(at: Any, size: int) -> float:
    """Return the side of the boards at points: they do not overlap, unless they would be too small to read."""
    apart = np.abs(at[:, None] - at[None]).max(axis=2)[~np.eye(len(at), dtype=bool)].min(initial=size)
    return float(min(max(0.85 * apart, 0.06 * size), 0.2 * size))


def _boards(at: Any, shades: Sequence[int], boards: Sequence[Puzzle], side: float, theme: ThemeName) -> Iterator[str]:
    """Iterate over the boards at points, each in a frame of the point's color."""
    for (x, y), shade, puzzle in zip(at.tolist(), shades, boards, strict=True):
        cell = round(side / (max(puzzle.board.width, puzzle.board.height) + 0.44))
        wide, high = ((n + 0.44) * cell for n in (puzzle.board.width, puzzle.board.height))
        box = f'x="{x - wide / 2 - 2:.1f}" y="{y - high / 2 - 2:.1f}" width="{wide + 4:.1f}" height="{high + 4:.1f}"'
        yield f'<rect {box} rx="3" fill="{_colour(shade)}"/>'
        picture = svg(puzzle, theme=theme, cell=max(1, cell))
        yield picture.replace("<svg ", f'<svg x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" ', 1)


def _image(at: Any, ends: Any, far: Any, radius: float, size: int, look: Theme, watch: Watch) -> Iterator[str]:
    """Iterate over the parts of an image of edges and points, the points nearest to a goal on top."""
    scale = 2 if size <= _FINE else 1
    pixels = np.zeros((scale * size, scale * size), np.uint8)
    at = at * scale
    _lines(pixels, at[ends[:, 0]], at[ends[:, 1]], 1, watch)
    shades = _shades(far)
    order = np.argsort(np.where(far < 0, far.max(initial=0) + 1, far), kind="stable")[::-1]
    _dots(pixels, at[order], radius * scale, (shades[order] + 3).astype(np.uint8), watch)
    low, high = (bytes.fromhex(colour[1:]) for colour in (look.paper, look.ink))
    palette = [look.paper, _mixed(low, high, _FAINT), *map(_colour, range(-1, _SHADES + 1))]
    data = b64encode(_palette_png(pixels, palette)).decode()
    yield f'<image width="{size}" height="{size}" href="data:image/png;base64,{data}"/>'


def _asking(items: Iterable[T], watch: Watch) -> Iterator[T]:
    """Iterate over the items, asking the watch now and then."""
    for number, each in enumerate(items):
        if not number % _OFTEN:
            watch.count(0)
        yield each


def _shades(far: Any) -> Any:
    """Return the number of each point's color, from 0 at a goal to `_SHADES`; -1 if no goal can be reached."""
    return np.where(far < 0, -1, np.round(_SHADES * far / max(1, far.max(initial=0))).astype(int))


def _colour(shade: int) -> str:
    if shade < 0:
        return _NOWHERE
    share = shade / _SHADES
    return _mixed(_NEAR, _MIDDLE, 2 * share) if share < 0.5 else _mixed(_MIDDLE, _FAR, 2 * share - 1)


def _mixed(low: Sequence[int], high: Sequence[int], part: float) -> str:
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(low, high, strict=True))


# The image


def _lines(pixels: Any, begin: Any, end: Any, colour: int, watch: Watch) -> None:
    """Draw straight lines from each point of `begin` to the point of `end`, one pixel wide.

    Lines whose lengths lie between the same powers of two are drawn together, with the greater power as the number of
    pixels.
    """
    powers = np.ceil(np.log2(np.maximum(np.abs(end - begin).max(axis=1), 1))).astype(int)
    for power in np.unique(powers).tolist():
        some, parts = np.flatnonzero(powers == power), np.linspace(0, 1, 1 + (1 << power))
        each = max(1, _PORTION >> power)
        for first in range(0, len(some), each):
            watch.count(0)
            a, b = (ends[some[first : first + each], :, None] for ends in (begin, end))
            x, y = np.moveaxis((a + (b - a) * parts).astype(np.int64), 1, 0)
            pixels[y, x] = colour


def _dots(pixels: Any, at: Any, radius: float, colours: Any, watch: Watch) -> None:
    """Draw a disc around each x and y of `at`, the last on top."""
    reach = np.arange(-int(radius), int(radius) + 1)
    whole = at.astype(np.int64)
    for dx, dy in ((dx, dy) for dx in reach for dy in reach if dx * dx + dy * dy <= radius**2):
        watch.count(0)
        pixels[whole[:, 1] + dy, whole[:, 0] + dx] = colours


def _palette_png(pixels: Any, palette: Sequence[str]) -> bytes:
    """Return a PNG whose pixels are indices of colors such as `#c83e2c`."""
    image, file = Image.fromarray(pixels, "L"), BytesIO()
    image.putpalette(b"".join(bytes.fromhex(colour[1:]) for colour in palette))
    image.save(file, "PNG")
    return file.getvalue()
