"""Design: the hardest starts of a set of pieces, and the book of records.

>>> from huarong.design import hardest
>>> found = hardest("4x5 2x2:1 2x1:1 1x2:4 1x1:4", metric="step", top=1)
>>> found.facts.longest, found.starts[0].puzzle.rows()
(126, ('.AAB', 'CAAB', 'DEEF', 'DG.F', 'HGIJ'))
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.design.hardest_layouts import (
        Hardest,
        HardestGoal,
        HardestSet,
        Start,
        hardest,
        hardest_goals,
        hardest_sets,
    )

__all__ = [
    "Hardest",
    "HardestGoal",
    "HardestSet",
    "Start",
    "hardest",
    "hardest_goals",
    "hardest_sets",
]

_LAYOUTS = "huarong.design.hardest_layouts"

__getattr__, __dir__ = lazily(
    __name__,
    {
        "Hardest": _LAYOUTS,
        "HardestGoal": _LAYOUTS,
        "HardestSet": _LAYOUTS,
        "Start": _LAYOUTS,
        "hardest": _LAYOUTS,
        "hardest_goals": _LAYOUTS,
        "hardest_sets": _LAYOUTS,
    },
)
