"""Rendering comparisons: text, Markdown, CSV and a bar chart, with numbers in readable units."""

import csv
import io
import math
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from huarong.i18n import aligned, say

NONE = "–"


def number(value: int | None) -> str:
    """Return a count, with commas.

    >>> number(25955), number(None)
    ('25,955', '–')
    """
    return NONE if value is None else f"{value:,}"


def duration(seconds: float | None) -> str:
    """Return a time, in a suitable unit.

    >>> duration(0.1234), duration(6.1e-07), duration(75), duration(None)
    ('123 ms', '0.61 µs', '75.0 s', '–')
    """
    if seconds is None:
        return NONE
    unit, scale = ("s", 1.0) if seconds >= 1 else ("ms", 1e-3) if seconds >= 1e-3 else ("µs", 1e-6)
    return f"{_three(seconds / scale)} {unit}"


def size(count: int | None) -> str:
    """Return bytes, in MiB.

    >>> size(12_345_678), size(0)
    ('11.8 MiB', '0.00 MiB')
    """
    return NONE if count is None else _three(count / (1 << 20)) + " MiB"


def _three(value: float) -> str:
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f}"


def text(rows: Sequence[Sequence[str]], title: str) -> str:
    """Return a table in columns: words align left, numbers (from the third column to the last but one) right.

    >>> print(text([["a", "b", "n", "notes"], ["x", "step", "12", ""]], "T"), end="")
    T
    a  b      n  notes
    x  step  12
    """
    return "\n".join([title, *aligned(rows, range(2, len(rows[0]) - 1))]) + "\n"


def markdown(rows: Sequence[Sequence[str]], title: str = "", right: Sequence[int] | None = None) -> str:
    """Return a table in Markdown; by default, the columns from the third to the last but one align right."""
    numbers = range(2, len(rows[0]) - 1) if right is None else right
    rule = ["---:" if i in numbers else "---" for i in range(len(rows[0]))]
    lines = ("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in (rows[0], rule, *rows[1:]))
    return "\n".join([*([title, ""] if title else []), *lines]) + "\n"


def csv_text(records: Sequence[dict[str, Any]]) -> str:
    """Return records as CSV, with a header."""
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
    """Return times as horizontal bars; if they differ much, the scale is logarithmic, and the chart says so.

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

    note = say("time, on a logarithmic scale", lang) if logarithmic else say("time", lang)
    lines = [f'<text x="10" y="22">{escape(title)}</text>', f'<text class="note" x="10" y="42">{note}</text>']
    for row, (name, seconds) in enumerate(bars):
        y, end = 56 + 26 * row, 160 + length(seconds)
        lines.append(f'<text x="150" y="{y + 15}" text-anchor="end">{escape(name)}</text>')
        lines.append(f'<rect x="160" y="{y}" width="{end - 160:.1f}" height="20" rx="2"/>')
        lines.append(f'<text x="{end + 8:.1f}" y="{y + 15}">{duration(seconds)}</text>')
    tall, label = 66 + 26 * len(bars), escape(title, {chr(34): "&quot;"})
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 {tall}" width="660" height="{tall}" role="img" '
    return "\n".join([f'{head}aria-label="{label}">', f"<style>{_STYLE}</style>", *lines, "</svg>\n"])
