"""Huarong (华容): sliding-block puzzles, solved optimally and known in full.

>>> import huarong as hr
>>> hr.solve("横刀立马").length
81
"""

from __future__ import annotations

from huarong.lazy import HANDED_DOWN, lazily

TYPE_CHECKING = False  # as in `typing`, whose import is a third of that of this package
if TYPE_CHECKING:
    from huarong.atlas.atlas import Atlas
    from huarong.atlas.hints import Hint
    from huarong.atlas.oracle import Oracle
    from huarong.atlas.oracles import hint
    from huarong.draw.picture import svg
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
    from huarong.library.catalogue import find
    from huarong.library.reader import puzzle
    from huarong.limits import Progress
    from huarong.model.board import Board, Kind, Layout, Leg, Move, Piece
    from huarong.model.goal import Goal
    from huarong.model.metric import Metric
    from huarong.model.puzzle import Puzzle
    from huarong.model.setup import Setup
    from huarong.model.solution import Solution
    from huarong.notation import NOTATIONS, detect, mirror, read, write
    from huarong.proof.certificate import prove
    from huarong.search.solver import solve
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
        "find": "huarong.library.catalogue",
        "hint": "huarong.atlas.oracles",
        "prove": "huarong.proof.certificate",
        "solve": "huarong.search.solver",
        "svg": "huarong.draw.picture",
        "Goal": "huarong.model.goal",
        "Metric": "huarong.model.metric",
        "Progress": "huarong.limits",
        "Puzzle": "huarong.model.puzzle",
        "Setup": "huarong.model.setup",
        "Solution": "huarong.model.solution",
        **dict.fromkeys(
            (
                "Cancelled", "CannotExpress", "Fault", "HuarongError", "InputError", "LimitReached",
                "PuzzleError", "UnknownName",
            ),
            "huarong.errors",
        ),
        "puzzle": "huarong.library.reader",
        **dict.fromkeys(("Board", "Kind", "Layout", "Leg", "Move", "Piece"), "huarong.model.board"),
        **dict.fromkeys(("NOTATIONS", "detect", "mirror", "read", "write"), "huarong.notation"),
    },
)  # fmt: skip


def _picture(value: object) -> str | None:
    from huarong.draw.notebook import shown

    return shown(value)


def _certificate(solution: Solution) -> object:
    from huarong.proof.certificate import prove

    return prove(solution)


# Pictures and proofs stand on floors above the model, whose values ask for them.
HANDED_DOWN.update(picture=_picture, prove=_certificate)
