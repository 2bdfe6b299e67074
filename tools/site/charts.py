"""Charts of what a page says: the figures of a table as bars, the floors of the package as boxes."""

from __future__ import annotations

import math
import re
from html import escape

from huarong.cli.output import text_width

COLOUR = "#b5482f"
LABEL, ROOM, HIGH = 6.6, 380, 24
"""Pixels: a character of a label, the longest bar, a row."""


def bars(text: str, column: int) -> str:
    r"""A column of the table that a text begins with, as bars on a logarithmic scale; rows without a number are left
    out.

    >>> bars("| a | s |\n|---|---|\n| `x` | 1 |\n| y | 10 |\n", 1).count("<rect")
    3
    """
    table = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)
    if not table:
        raise ValueError("there is no table behind this picture")
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in table.group().splitlines()]
    found = [
        (re.sub(r"[`*]|\]\([^)]*\)|\[", "", row[0]).strip(), figure)
        for row in rows[2:]
        if (figure := re.search(r"\d[\d,]*(?:\.\d+)?", row[column]))
    ]
    values = [float(figure.group().replace(",", "")) for _, figure in found]
    least = math.floor(math.log10(min(values)))
    span = math.ceil(math.log10(max(values) * 1.01)) - least
    left = 16 + LABEL * max(text_width(label) for label, _ in found)
    wide, high = left + ROOM + 60, HIGH * (len(found) + 1) + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high}" font-family="sans-serif" '
        f'font-size="12">',
        f'<rect width="{wide:.0f}" height="{high}" fill="white"/>',
    ]
    for power in range(span + 1):
        x = left + ROOM * power / span
        parts.append(f'<path d="M{x:.1f} 8V{high - HIGH}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{high - 8}" text-anchor="middle" fill="#555">{10.0 ** (least + power):g}</text>'
        )
    for n, ((label, figure), value) in enumerate(zip(found, values, strict=True)):
        top = 8 + HIGH * n
        length = max(2.0, ROOM * (math.log10(value) - least) / span)
        parts += [
            f'<text x="{left - 8:.1f}" y="{top + 16}" text-anchor="end">{escape(label)}</text>',
            f'<rect x="{left:.1f}" y="{top + 4}" width="{length:.1f}" height="{HIGH - 8}" fill="{COLOUR}"/>',
            f'<text x="{left + length + 5:.1f}" y="{top + 16}">{figure.group()}</text>',
        ]
    return "\n".join([*parts, "</svg>\n"])


def floors(text: str) -> str:
    """The floors of the package as boxes, one above the other, from the drawing in letters that a text begins with."""
    drawing = re.search(r"```text\n(.*?)```", text, re.DOTALL)
    rows = re.findall(r"^ *(\d)  (\S.*?) {3,}(\S.*)$", drawing.group(1) if drawing else "", re.MULTILINE)
    if not rows:
        raise ValueError("there are no floors behind this picture")
    wide, high = 880, 44 * len(rows) + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="13">',
        f'<rect width="{wide}" height="{high}" fill="white"/>',
    ]
    for n, (floor, names, about) in enumerate(rows):
        top = 8 + 44 * n
        parts += [
            f'<rect x="8" y="{top}" width="{wide - 16}" height="40" rx="4" fill="#f4e9dc" stroke="#c9a87f"/>',
            f'<text x="22" y="{top + 25}" fill="#8a6a42">{floor}</text>',
        ]
        x = 44.0
        for name in names.split():
            size = 14 + 8 * len(name)
            parts += [
                f'<rect x="{x:.0f}" y="{top + 9}" width="{size}" height="22" rx="3" fill="{COLOUR}"/>',
                f'<text x="{x + size / 2:.0f}" y="{top + 24.5}" text-anchor="middle" fill="white" '
                f'font-family="ui-monospace, monospace">{name}</text>',
            ]
            x += size + 6
        parts.append(f'<text x="{x + 6:.0f}" y="{top + 25}" font-size="11" fill="#333">{escape(about)}</text>')
    return "\n".join([*parts, "</svg>\n"])
