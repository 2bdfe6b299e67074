"""The pictures of the site, drawn by the project as the site is built.

A page asks for one by a comment, `<!-- picture: WORDS | what it shows -->`: the words of a call of `huarong draw`, such as
`strip 捷足先登 --across 4`, or `tour BOARD CELL` for a closed tour of the knight.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from huarong.cli.main import main
from huarong.tours import first_tour

PICTURE = re.compile(r"^<!-- picture: ([^|\n]+?) \| ([^\n]+?) -->$", re.MULTILINE)


def drawn(words: str, language: str) -> str:
    """The SVG that `huarong draw` prints for some words; for `tour` and a board, a cell, the knight's closed tour."""
    if words.startswith("tour "):
        board, cell = words.split()[1:]
        return first_tour(board, cell, closed=True).tour.svg()
    call = ["--lang", language, "draw", *shlex.split(words)]
    result = CliRunner().invoke(main, call, catch_exceptions=False)
    if result.exit_code:
        raise ValueError(f"{words}: {result.output}")
    return result.stdout


def pictured(text: str, folder: Path, up: str, language: str) -> str:
    """A page whose comments are pictures with what they show below, written to a folder that lies `up` from the page."""

    def replace(found: re.Match[str]) -> str:
        words, alt = found.groups()
        name = hashlib.sha256(words.encode()).hexdigest()[:12] + ".svg"
        path = folder / name
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(drawn(words, language), encoding="utf-8")
        return f"```{{figure}} {up}{folder.name}/{name}\n:alt: {alt}\n\n{alt}\n```"

    return PICTURE.sub(replace, text)
