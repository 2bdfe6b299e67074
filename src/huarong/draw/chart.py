"""A chart with two logarithmic axes."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

from huarong.draw.picture import THEMES, on_paper
from huarong.errors import InputError, expect

_COLOURS = ("#b3392b", "#26466e", "#0b6e4f", "#8a5a00", "#7d4f9e", "#2a8f9d", "#c05a8c", "#777777")
_WIDTH, _HEIGHT, _LEFT, _BELOW, _RIGHT, _ABOVE = 640, 400, 64, 48, 150, 24


def power_chart(
    lines: Mapping[str, Sequence[tuple[float, float]]], *, x: str = "", y: str = "", title: str = ""
) -> str:
    """Draw named lines of points, all above 0, as the text of an SVG image with logarithmic axes.

    `x` and `y` are the labels of the axes. Raises `InputError` if there is no point, or if one is not above 0.

    >>> picture = power_chart({"time": [(1e4, 0.01), (1e8, 10)]}, x="layouts", y="seconds")
    >>> picture.count("<circle"), picture.count("<path")
    (2, 1)
    """
    expect(lines, Mapping)
    points = [point for line in lines.values() for point in line]
    if not points or min(map(min, points)) <= 0:
        raise InputError("a chart with logarithmic axes needs points, all above 0")
    low = [floor(log10(min(point[i] for point in points))) for i in (0, 1)]
    high = [ceil(log10(max(point[i] for point in points))) for i in (0, 1)]
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BELOW

    def place(point: tuple[float, float]) -> tuple[float, float]:
        across, up = ((log10(point[i]) - low[i]) / max(1, high[i] - low[i]) for i in (0, 1))
        return _LEFT + across * (right - _LEFT), bottom - up * (bottom - _ABOVE)

    parts, look = [], THEMES["light"]
    for power in range(low[0], high[0] + 1):
        at = place((10.0**power, 10.0 ** low[1]))[0]
        parts.append(_rule(at, _ABOVE, at, bottom) + _power(power, at, bottom + 18, "middle"))
    for power in range(low[1], high[1] + 1):
        at = place((10.0 ** low[0], 10.0**power))[1]
        parts.append(_rule(_LEFT, at, right, at) + _power(power, _LEFT - 8, at + 4, "end"))
    parts.append(
        f'<text x="{(_LEFT + right) / 2}" y="{_HEIGHT - 8}" text-anchor="middle">{escape(x)}</text>'
        f'<text x="{_LEFT}" y="{_ABOVE - 9}">{escape(y)}</text>'
    )
    # A line's name is at its end, or below a name that would cover it.
    ends = {name: place(line[-1]) for name, line in lines.items() if line}
    height, above = dict[str, float](), float("-inf")
    for name in sorted(ends, key=lambda name: ends[name][1]):
        height[name] = above = max(ends[name][1], above + 15)
    for i, (name, line) in enumerate(lines.items()):
        colour, dots_at = _COLOURS[i % len(_COLOURS)], [place(point) for point in line]
        path = "L".join(f"{a:.1f} {b:.1f}" for a, b in dots_at)
        dots = "".join(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3.5"/>' for a, b in dots_at)
        parts.append(
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/><g fill="{colour}">{dots}'
            f'<text x="{dots_at[-1][0] + 9:.1f}" y="{height[name] + 4:.1f}">{escape(name)}</text></g>'
        )
    more = f' font-family="sans-serif" font-size="13" fill="{look.ink}"'
    return on_paper(_WIDTH, _HEIGHT, look.paper, parts, title, more)


def _rule(x0: float, y0: float, x1: float, y1: float) -> str:
    return f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="#d9d0c0"/>'


def _power(power: int, x: float, y: float, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">10<tspan dy="-5" font-size="9">{power}</tspan></text>'
