"""Huarong (华容): sliding-block puzzles, solved optimally and known in full.

>>> import huarong as hr
>>> hr.solve("横刀立马").length
81
"""

from __future__ import annotations

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
from huarong.lazy import lazily
from huarong.library.catalogue import find
from huarong.library.reader import puzzle
from huarong.limits import Progress
from huarong.model.board import Board, Kind, Layout, Leg, Move, Piece
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.model.notebook import Shown
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from huarong.model.solution import Solution
from huarong.notation import NOTATIONS, detect, mirror, read, write
from huarong.search.solver import solve

if TYPE_CHECKING:
    from huarong.atlas.atlas import Atlas
    from huarong.atlas.hints import Hint
    from huarong.atlas.oracle import Oracle
    from huarong.atlas.oracles import hint
    from huarong.draw.picture import svg
    from huarong.proof.certificate import prove
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
    "mirror",
    "prove",
    "puzzle",
    "read",
    "solve",
    "svg",
    "write",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "Atlas": "huarong.atlas.atlas",
        "Hint": "huarong.atlas.hints",
        "Oracle": "huarong.atlas.oracle",
        "Space": "huarong.space.space",
        "hint": "huarong.atlas.oracles",
        "prove": "huarong.proof.certificate",
        "svg": "huarong.draw.picture",
    },
)


def _picture(value: Any) -> str | None:
    from huarong.draw.notebook import shown

    return shown(value)


def _certificate(solution: Solution) -> Any:
    from huarong.proof.certificate import prove

    return prove(solution)


# Pictures and proofs stand on floors above the model, whose values ask for them.
Shown.painter = staticmethod(_picture)
Solution.prover = staticmethod(_certificate)
