"""The picture by which a notebook shows a puzzle, a layout or a solution."""

from __future__ import annotations

from typing import Any

from huarong.draw.picture import svg
from huarong.i18n import system_language
from huarong.model.board import Layout, Piece
from huarong.model.goal import Goal
from huarong.model.puzzle import Puzzle
from huarong.model.solution import Solution
from huarong.model.symbols import new_symbols


def shown(value: Any) -> str | None:
    """The SVG of a puzzle's start, a layout, or a solution's first move, with names in the system's language; None for
    anything else.

    A layout can be drawn if a puzzle or a space handed it out (see `Layout.home`).

    >>> puzzle = Puzzle.parse("AAB/...", goal=".../.AA")
    >>> shown(puzzle.start) == shown(puzzle) == svg(puzzle), shown(Layout(((0,), (2,))))
    (True, None)
    """
    lang = system_language()
    if isinstance(value, Puzzle):
        return svg(value, lang=lang)
    if isinstance(value, Solution):
        return svg(value.puzzle, move=value.moves[0] if value.moves else None, lang=lang)
    if not isinstance(value, Layout) or value.home is None:
        return None
    if isinstance(value.home, Puzzle):
        return svg(value.home, value, lang=lang)
    symbols = new_symbols("")
    pieces = tuple(Piece(next(symbols), "", kind, head) for kind, group in enumerate(value.heads) for head in group)
    return svg(Puzzle(value.home.board, value.home.kinds, pieces, Goal(())))
