"""The map of a component as a picture: each layout a point, coloured by how far it is from the goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TypeVar

from huarong.errors import expect
from huarong.limits import Cancel, Watch

__all__ = ["map_svg"]

T = TypeVar("T")
_OFTEN = 4096
"""Points or edges that are drawn between two looks at the watch."""
_NEAR, _MIDDLE, _FAR, _NOWHERE = (200, 62, 44), (233, 196, 106), (38, 70, 110), "#999"


def map_svg(
    points: Sequence[Sequence[float]],
    edges: Iterable[Sequence[int]],
    distances: Sequence[int],
    *,
    start: int | None = None,
    path: Sequence[int] = (),
    title: str = "",
    size: int = 800,
    dark: bool = False,
    cancel: Cancel | None = None,
) -> str:
    """Points of the plane (within -1 and 1) and the edges between them as the text of an SVG image.

    `distances` are how far each point is from the goal: red is near, blue far, grey (-1) where none can be reached.
    `path` joins points by a thick line, such as a solution; `start` is ringed. Raises `Cancelled`.

    >>> picture = map_svg([(-1, 0), (1, 0)], [(0, 1)], [0, 1], start=1, size=100)
    >>> picture.count("<circle"), "<path" in picture
    (3, True)
    """
    for each in (points, edges, distances):
        expect(each, Iterable)
    watch = Watch.of(max_seconds=None, cancel=cancel)
    most = max([*distances, 1])
    half, margin = size / 2, size * 0.03
    reach = half - margin
    at = [(half + x * reach, half - y * reach) for x, y in _asking(points, watch)]
    radius = max(0.5, min(6.0, 0.28 * size / max(1, len(at)) ** 0.5))
    ink, paper = ("#ece5d8", "#1a1714") if dark else ("#26221d", "#fffdf8")
    lines = "".join(
        f"M{at[a][0]:.1f} {at[a][1]:.1f}L{at[b][0]:.1f} {at[b][1]:.1f}"
        for a, b in _asking(edges, watch)
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">',
        f"<title>{escape(title)}</title>" if title else "",
        f'<rect width="100%" height="100%" fill="{paper}"/>',
        f'<path d="{lines}" fill="none" stroke="{ink}" stroke-opacity=".16" stroke-width="{radius / 3:.2f}"/>',
    ]
    parts += _dots(at, distances, most, radius, watch)
    if len(path) > 1:
        line = "L".join(f"{at[i][0]:.1f} {at[i][1]:.1f}" for i in path)
        parts.append(
            f'<path d="M{line}" fill="none" stroke="{ink}" stroke-width="{max(1.5, radius):.2f}" stroke-linejoin="round" stroke-linecap="round"/>'
        )
    if start is not None:
        x, y = at[start]
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 * radius + 3:.2f}" fill="none" stroke="{ink}" stroke-width="2"/>'
        )
    return "".join([*parts, "</svg>"])


def _dots(
    at: Sequence[tuple[float, float]],
    distances: Sequence[int],
    most: int,
    radius: float,
    watch: Watch,
) -> Iterator[str]:
    """The points, a group for each colour."""
    groups: dict[str, list[int]] = {}
    for i, distance in enumerate(_asking(distances, watch)):
        groups.setdefault(_colour(distance, most), []).append(i)
    for colour, some in groups.items():
        dots = "".join(
            f'<circle cx="{at[i][0]:.1f}" cy="{at[i][1]:.1f}" r="{radius:.2f}"/>'
            for i in _asking(some, watch)
        )
        yield f'<g fill="{colour}">{dots}</g>'


def _asking(items: Iterable[T], watch: Watch) -> Iterator[T]:
    """The items one by one; the watch is asked now and then."""
    for number, each in enumerate(items):
        if not number % _OFTEN:
            watch.count(0)
        yield each


def _colour(distance: int, most: int) -> str:
    """A colour from red through gold to blue, in 24 steps, by the distance to the goal."""
    if distance < 0:
        return _NOWHERE
    share = round(24 * distance / most) / 24
    low, high, part = (_NEAR, _MIDDLE, 2 * share) if share < 0.5 else (_MIDDLE, _FAR, 2 * share - 1)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(low, high, strict=True))
