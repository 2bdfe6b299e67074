"""Huarong (华容): sliding-block puzzles, solved optimally and known in full.

>>> import huarong as hr
>>> hr.solve("横刀立马").length
81
"""

from __future__ import annotations

from huarong.lazy import lazily
from huarong.model.notebook import Shown

TYPE_CHECKING = False  # as in `typing`, whose import is a third of that of this package
if TYPE_CHECKING:
    from huarong.atlas.atlas import Atlas as Atlas
    from huarong.atlas.hints import Hint as Hint
    from huarong.atlas.oracle import Oracle as Oracle, hint as hint
    from huarong.draw.picture import svg as svg
    from huarong.errors import (
        Cancelled as Cancelled,
        CannotExpress as CannotExpress,
        Fault as Fault,
        HuarongError as HuarongError,
        InputError as InputError,
        LimitReached as LimitReached,
        PuzzleError as PuzzleError,
        UnknownName as UnknownName,
    )
    from huarong.library.catalogue import find as find
    from huarong.library.reader import puzzle as puzzle
    from huarong.limits import Progress as Progress
    from huarong.model.board import (
        Board as Board,
        Kind as Kind,
        Layout as Layout,
        Leg as Leg,
        Move as Move,
        Piece as Piece,
    )
    from huarong.model.goal import Goal as Goal
    from huarong.model.metric import Metric as Metric
    from huarong.model.puzzle import Puzzle as Puzzle
    from huarong.model.setup import Setup as Setup
    from huarong.model.solution import Solution as Solution
    from huarong.notation import (
        NOTATIONS as NOTATIONS,
        detect as detect,
        mirror as mirror,
        read as read,
        write as write,
    )
    from huarong.proof.certificate import prove as prove
    from huarong.search.solver import solve as solve
    from huarong.space.space import Space as Space

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "atlas.atlas": "Atlas",
        "atlas.hints": "Hint",
        "atlas.oracle": "Oracle hint",
        "draw.picture": "svg",
        "errors": "Cancelled CannotExpress Fault HuarongError InputError LimitReached PuzzleError UnknownName",
        "library.catalogue": "find",
        "library.reader": "puzzle",
        "limits": "Progress",
        "model.board": "Board Kind Layout Leg Move Piece",
        "model.goal": "Goal",
        "model.metric": "Metric",
        "model.puzzle": "Puzzle",
        "model.setup": "Setup",
        "model.solution": "Solution",
        "notation": "NOTATIONS detect mirror read write",
        "proof.certificate": "prove",
        "search.solver": "solve",
        "space.space": "Space",
    },
)


def _drawn(value: object) -> str | None:
    from huarong.draw.picture import shown

    return shown(value)


Shown.drawn = _drawn
