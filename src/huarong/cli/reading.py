"""Reading the argument PUZZLE: standard input, a file, or a text."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

import click

from huarong.cli.language import tell
from huarong.errors import InputError
from huarong.library.reader import Given, NotationLike, levels, numbered, read_text
from huarong.model.puzzle import Puzzle

_GRIDS = ("line", "grid")
"""The notations in which a text may begin with `./`."""


@dataclass(frozen=True, slots=True)
class Source:
    """A PUZZLE as it was given, with the notation and the goal asked for."""

    text: str
    notation: NotationLike | None = None
    goal: str | None = None

    def read(self) -> Puzzle:
        """The puzzle; of a file of levels, the first, with a note that says so. Raises `InputError`, `PuzzleError` or
        `UnknownName`.
        """
        found = self.levels()
        if len(found) > 1:
            text = "this is the first of {n:,} {n:level|levels}; {path}#2 is the second"
            click.echo(tell(text, n=len(found), path=self.text), err=True)
        return found[0].puzzle

    def levels(self) -> list[Given]:
        """All puzzles of a file of levels; of anything else the one puzzle. Raises what `read` raises."""
        if self.text == "-":
            if sys.stdin is None:
                raise InputError("there is no standard input to read")
            return levels(sys.stdin.buffer, self.goal, self.notation)
        path = self.path()
        if path:
            known = os.path.exists(path) or os.path.isfile(numbered(path)[0])
            if known or not _like_a_grid(self.text):
                return levels(path, self.goal, self.notation)
        return [Given(read_text(self.text, self.goal, self.notation))]

    def path(self) -> str | None:
        """The file that the text names, with the number of a level as it is; None if it is not a file's name."""
        text = self.text
        if len(text) >= 1024 or {"\n", "\0"} & set(text):
            return None
        if self.notation in _GRIDS and _like_a_grid(text):
            return None
        try:
            path = os.path.expanduser(text)
            file, _ = numbered(path)
            named = text.startswith(("./", "../", "/", "~")) or file.endswith((".txt", ".jsonl"))
            return path if named or os.path.isfile(file) else None
        except (OSError, ValueError):
            return None


def _like_a_grid(text: str) -> bool:
    """Whether a text has a goal, or rows of equal lengths, separated by `/`: `../AB`, not `../games`.

    >>> _like_a_grid("../AB/goal:/AB/.."), _like_a_grid("../games/one.txt"), _like_a_grid("./AA/goal:/AA")
    (True, False, True)
    """
    board, goal, _ = text.strip("/").partition("/goal:")
    rows = board.split("/")
    return bool(goal) or (len(rows) > 1 and len({len(row) for row in rows if ":" not in row}) == 1)
