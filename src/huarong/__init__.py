"""Huarong (华容): sliding-block puzzles, solved optimally and known in full.

>>> import huarong as hr
>>> hr.solve("横刀立马").length
81
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from huarong.errors import (
    Cancelled,
    CannotExpress,
    Fault,
    HuarongError,
    InputError,
    LimitReached,
    PuzzleError,
    UnknownName,
)
from huarong.library.catalogue import find, puzzle
from huarong.model.board import Board, Kind, Layout, Leg, Move
from huarong.model.metric import Metric
from huarong.model.puzzle import Goal, Piece, Puzzle, Setup
from huarong.notation import NOTATIONS, detect, read, write
from huarong.search.solver import Progress, Solution, solve

if TYPE_CHECKING:
    from huarong.atlas.atlas import Atlas
    from huarong.atlas.hints import Hint
    from huarong.atlas.oracle import Oracle, hint
    from huarong.draw.svg import svg
    from huarong.space.space import Space

__version__ = "0.1.0"

__all__ = [
    "NOTATIONS",
    "Atlas",
    "Board",
    "Cancelled",
    "CannotExpress",
    "Fault",
    "Goal",
    "Hint",
    "HuarongError",
    "InputError",
    "Kind",
    "Layout",
    "Leg",
    "LimitReached",
    "Metric",
    "Move",
    "Oracle",
    "Piece",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Setup",
    "Solution",
    "Space",
    "UnknownName",
    "detect",
    "find",
    "hint",
    "puzzle",
    "read",
    "solve",
    "svg",
    "write",
]

_LATER = {
    "Atlas": "huarong.atlas.atlas",
    "Space": "huarong.space.space",
    "Hint": "huarong.atlas.hints",
    "Oracle": "huarong.atlas.oracle",
    "hint": "huarong.atlas.oracle",
    "svg": "huarong.draw.svg",
}
"""What is imported when it is first asked for: NumPy takes longer than a solve."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'huarong' has no attribute {name!r}")
    return getattr(importlib.import_module(_LATER[name]), name)


def _puzzle_svg(self: Puzzle) -> str:
    from huarong.draw.svg import svg

    return svg(self)


def _solution_svg(self: Solution) -> str:
    from huarong.draw.svg import svg

    return svg(self.puzzle, self.heads[0], move=self.moves[0] if self.moves else None)


# Notebooks ask for these; the model itself stands below the pictures.
setattr(Puzzle, "_repr_svg_", _puzzle_svg)  # noqa: B010
setattr(Solution, "_repr_svg_", _solution_svg)  # noqa: B010
