"""Pictures of a terminal: what a command prints, in its colours, and what Tab offers."""

from __future__ import annotations

import itertools
import shlex
from html import escape

from click.shell_completion import BashComplete
from click.testing import CliRunner
from rich.style import Style
from rich.terminal_theme import MONOKAI as THEME
from rich.text import Text

from huarong.cli.main import main
from huarong.cli.output import text_width

WIDE, HIGH, EDGE = 8.4, 19, 12
"""Pixels: a cell of the terminal, and the margin around all."""
COLOURS = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "FORCE_COLOR": "1"}
COLUMNS = 84


def terminal(lines: int, words: str, language: str) -> str:
    """The first lines that a command prints on a terminal with colours, below the command itself."""
    call = shlex.split(words)
    env = {**COLOURS, "LC_ALL": "C.UTF-8", "COLUMNS": f"{COLUMNS}"}
    done = CliRunner(env=env).invoke(main, ["--lang", language, *call], color=True)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    shown = done.output.splitlines()
    more = ["…"] if len(shown) > lines else []
    return screen([f"$ huarong {words}", *shown[:lines], *more])


def completion(words: str) -> str:
    """What Tab offers after the beginning of a command: `solve 横` with the cursor behind it."""
    *before, begun = words.split(" ")
    found = BashComplete(main, {}, "huarong", "_HUARONG_COMPLETE").get_completions(before, begun)
    rows: list[str] = []
    for each in found:
        fits = rows and text_width(f"{rows[-1]}  {each.value}") <= COLUMNS
        rows = [*rows[:-1], f"{rows[-1]}  {each.value}"] if fits else [*rows, each.value]
    return screen([f"$ huarong {words}⇥", *rows])


def screen(lines: list[str]) -> str:
    """Lines with the escapes of a terminal as SVG; a wide character takes two cells."""
    texts = [Text.from_ansi(line) for line in lines]
    wide = EDGE * 2 + WIDE * max(text_width(text.plain) for text in texts)
    high = EDGE * 2 + HIGH * len(texts)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high}" width="{wide:.0f}" height="{high}" '
        f"font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace\" "
        f'font-size="14">',
        f'<rect width="{wide:.0f}" height="{high}" rx="6" fill="#1d1f21"/>',
    ]
    for n, text in enumerate(texts):
        parts += _line(text, EDGE + n * HIGH)
    return "\n".join([*parts, "</svg>\n"])


def _line(text: Text, top: float) -> list[str]:
    """One line: the grounds of its characters, and these over them."""
    styles = [Style()] * len(text.plain)
    for span in text.spans:
        style = Style.parse(span.style) if isinstance(span.style, str) else span.style
        for i in range(span.start, span.end):
            styles[i] += style
    grounds, letters = [], []
    at = 0
    cells = [(letter, style, text_width(letter)) for letter, style in zip(text.plain, styles, strict=True)]
    for (style, width), run in itertools.groupby(cells, key=lambda cell: cell[1:]):
        part = "".join(letter for letter, _, _ in run)
        x, size = EDGE + at * WIDE, len(part) * width * WIDE
        at += len(part) * width
        if style.bgcolor and not style.bgcolor.is_default:
            ground = style.bgcolor.get_truecolor(THEME).hex
            grounds.append(
                f'<rect x="{x:.1f}" y="{top}" width="{size + 0.3:.1f}" height="{HIGH + 0.3}" fill="{ground}"/>'
            )
        if part.strip():
            colour = style.color.get_truecolor(THEME).hex if style.color else "#e6e6e6"
            weight = ' font-weight="bold"' if style.bold else ""
            letters.append(
                f'<text x="{x:.1f}" y="{top + HIGH - 5}" fill="{colour}" textLength="{size:.1f}" '
                f'lengthAdjust="spacingAndGlyphs" '
                f'xml:space="preserve"{weight}>{escape(part)}</text>'
            )
    return [*grounds, *letters]
