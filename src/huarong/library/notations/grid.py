"""The project's own notation, the grid text: in lines, or on one line."""

from __future__ import annotations

from huarong.library.notations.base import Notation
from huarong.model.puzzle import Puzzle


def is_line(text: str) -> bool:
    """Whether a text is one line with rows in it."""
    return "/" in text and "\n" not in text.strip()


def is_grid(text: str) -> bool:
    """Whether a text has several lines."""
    return "\n" in text.strip()


LINE = Notation("line", "the grid text on one line", "单行棋盘文本", is_line, Puzzle.parse, Puzzle.line)


GRID = Notation("grid", "the grid text", "棋盘文本", is_grid, Puzzle.parse, Puzzle.text)
