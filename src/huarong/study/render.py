"""Rendering comparisons: text, Markdown, CSV and a bar chart, with numbers in readable units."""

from __future__ import annotations

import csv
import io
import math
import unicodedata
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from huarong.i18n import say

NONE = "–"


def number(value: int | None) -> str:
    """A count, with commas.

    >>> number(25955), number(None)
    ('25,955', '–')
    """
    return NONE if value is None else f"{value:,}"


def duration(seconds: float | None) -> str:
    """A time, in the unit that suits it.

    >>> duration(0.1234), duration(6.1e-07), duration(75), duration(None)
    ('123 ms', '0.61 µs', '75.0 s', '–')
    """
    if seconds is None:
        return NONE
    for unit, scale in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= scale:
            return _three(seconds / scale) + f" {unit}"
    return _three(seconds * 1e6) + " µs"


def size(count: int | None) -> str:
    """Bytes, in MiB.

    >>> size(12_345_678), size(0)
    ('11.8 MiB', '0.00 MiB')
    """
    return NONE if count is None else _three(count / (1 << 20)) + " MiB"


def _three(value: float) -> str:
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f}"


def _width(word: str) -> int:
    """Columns in a terminal: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in word)


def _columns(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The cells, padded: words align left, numbers (from the third column to the last but one) right."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    last = len(widths) - 1
    padded = []
    for row in rows:
        cells = []
        for i, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - _width(cell))
            cells.append(space + cell if 2 <= i < last else cell if i == last else cell + space)
        padded.append(cells)
    return padded


def text(rows: Sequence[Sequence[str]], title: str) -> str:
    """A table in columns.

    >>> print(text([["a", "b", "n", "notes"], ["x", "step", "12", ""]], "T"), end="")
    T
    a  b      n  notes
    x  step  12
    """
    lines = ("  ".join(cells).rstrip() for cells in _columns(rows))
    return "\n".join([title, *lines]) + "\n"


def markdown(rows: Sequence[Sequence[str]], title: str) -> str:
    """A table in Markdown, numbers to the right."""
    last = len(rows[0]) - 1
    rule = ["---:" if 2 <= i < last else "---" for i in range(last + 1)]
    table = [rows[0], rule, *rows[1:]]
    lines = ("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in table)
    return "\n".join([title, "", *lines]) + "\n"


def csv_text(records: Sequence[dict[str, Any]]) -> str:
    """Records as CSV, with a header."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


_STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#222}.note{fill:#666}rect{fill:#3566b8}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.note{fill:#aaa}rect{fill:#7aa7f0}}"
)


def svg(bars: Sequence[tuple[str, float]], title: str, lang: str = "en") -> str:
    """Times as horizontal bars; if they differ much, the scale is logarithmic, and the chart says so.

    >>> svg([("a", 1.0), ("b", 2.0)], "T").count("<rect")
    2
    """
    times = [seconds for _, seconds in bars] or [1.0]
    low, high = min(times), max(times)
    logarithmic = high > 50 * low > 0
    base = 10 ** math.floor(math.log10(low) - 1e-9) if logarithmic else 0.0

    def length(seconds: float) -> float:
        if logarithmic:
            return 400 * math.log(seconds / base) / math.log(high / base)
        return 400 * seconds / high if high else 0

    lines = [
        f'<text x="10" y="22">{escape(title)}</text>',
        '<text class="note" x="10" y="42">{}</text>'.format(
            say("time, on a logarithmic scale", lang) if logarithmic else say("time", lang)
        ),
    ]
    for row, (name, seconds) in enumerate(bars):
        y = 56 + 26 * row
        end = 160 + length(seconds)
        lines.append(f'<text x="150" y="{y + 15}" text-anchor="end">{escape(name)}</text>')
        lines.append(f'<rect x="160" y="{y}" width="{end - 160:.1f}" height="20" rx="2"/>')
        lines.append(f'<text x="{end + 8:.1f}" y="{y + 15}">{duration(seconds)}</text>')
    tall = 66 + 26 * len(bars)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 {tall}" width="660" '
            f'height="{tall}" role="img" aria-label="{escape(title, {chr(34): "&quot;"})}">',
            f"<style>{_STYLE}</style>",
            *lines,
            "</svg>\n",
        ]
    )


Points = Sequence[tuple[float, float]]
_COLOURS = ("#3566b8", "#b5403a", "#3c8a5a", "#a3762a", "#7d4f9e", "#2a8f9d", "#c05a8c", "#777")
_POWERS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def curves(lines: Sequence[tuple[str, Points]], title: str) -> str:
    """Named curves in one chart of 660 by 300, the heights on a logarithmic scale; heights of 0 are left out.

    >>> curves([("a", [(1, 1), (10, 100)]), ("b", [])], "T").count("<polyline")
    1
    """
    kept = [(name, [(x, y) for x, y in some if y > 0]) for name, some in lines]
    every = [point for _, some in kept for point in some] or [(1.0, 1.0)]
    right = max(x for x, _ in every)
    low = math.floor(min(math.log10(y) for _, y in every))
    high = max(low + 1, math.ceil(max(math.log10(y) for _, y in every)))

    def place(x: float, y: float) -> tuple[float, float]:
        return 60 + 460 * x / right, 260 - 220 * (math.log10(y) - low) / (high - low)

    parts = [f'<text x="10" y="22">{escape(title)}</text>']
    for power in range(low, high + 1):
        y = place(0, 10.0**power)[1] + 5
        text = f"{10**power:,}" if 0 <= power < 4 else "10" + str(power).translate(_POWERS)
        parts.append(f'<text class="note" x="52" y="{y:.0f}" text-anchor="end">{text}</text>')
    for x in (right / 2, right):
        end = place(x, 10.0**low)[0]
        parts.append(f'<text class="note" x="{end:.0f}" y="280" text-anchor="middle">{x:,.0f}</text>')
    names = []
    for n, (name, some) in enumerate(kept):
        if some:
            points = [place(*point) for point in some]
            text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            colour = _COLOURS[n % len(_COLOURS)]
            line = f'points="{text}" fill="none" stroke="{colour}" stroke-width="2"'
            parts.append(f"<polyline {line}/>")
            names.append((points[-1][1], points[-1][0], name, colour))
    above = -math.inf
    for height, x, name, colour in sorted(names):
        above = max(height, above + 15)
        at = f'x="{x + 8:.0f}" y="{above + 5:.0f}" style="fill:{colour}"'
        parts.append(f"<text {at}>{escape(name)}</text>")
    return "\n".join(parts)


def stacked(charts: Sequence[str], title: str) -> str:
    """Charts of `curves`, one below the other, as one SVG."""
    tall = 300 * len(charts)
    shown = [f'<g transform="translate(0 {300 * n})">{each}</g>' for n, each in enumerate(charts)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 {tall}" width="660" '
            f'height="{tall}" role="img" aria-label="{escape(title, {chr(34): "&quot;"})}">',
            f"<style>{_STYLE}</style>",
            *shown,
            "</svg>\n",
        ]
    )
