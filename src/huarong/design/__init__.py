"""Design: ratings, hardest starts, generated levels, single changes, reports, and the book of records.

>>> from huarong.design import hardest
>>> found = hardest("4x5 2x2:1 2x1:1 1x2:4 1x1:4", metric="step", top=1)
>>> found.facts.longest, found.starts[0].puzzle.rows()
(126, ('.AAB', 'CAAB', 'DEEF', 'DG.F', 'HGIJ'))
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.design.changes import CHANGES, Changed, easier, harder
    from huarong.design.generation import Level, generate
    from huarong.design.hardest_layouts import (
        Hardest,
        HardestGoal,
        HardestSet,
        Start,
        hardest,
        hardest_goals,
        hardest_sets,
    )
    from huarong.design.rating import Part, Rating, rate
    from huarong.design.recipe import Recipe
    from huarong.design.records import CheckedRow, Record, book, build_chapter, check_rows
    from huarong.design.reporting import PuzzleReport, report
    from huarong.design.solutions import solutions_of_all

__all__ = [
    "CHANGES",
    "Changed",
    "CheckedRow",
    "Hardest",
    "HardestGoal",
    "HardestSet",
    "Level",
    "Part",
    "PuzzleReport",
    "Rating",
    "Recipe",
    "Record",
    "Start",
    "book",
    "build_chapter",
    "check_rows",
    "easier",
    "generate",
    "harder",
    "hardest",
    "hardest_goals",
    "hardest_sets",
    "rate",
    "report",
    "solutions_of_all",
]

_LAYOUTS = "huarong.design.hardest_layouts"

__getattr__, __dir__ = lazily(
    __name__,
    {
        "CHANGES": "huarong.design.changes",
        "Changed": "huarong.design.changes",
        "easier": "huarong.design.changes",
        "harder": "huarong.design.changes",
        "Level": "huarong.design.generation",
        "generate": "huarong.design.generation",
        "Part": "huarong.design.rating",
        "Rating": "huarong.design.rating",
        "rate": "huarong.design.rating",
        "Recipe": "huarong.design.recipe",
        "PuzzleReport": "huarong.design.reporting",
        "report": "huarong.design.reporting",
        "CheckedRow": "huarong.design.records",
        "Record": "huarong.design.records",
        "book": "huarong.design.records",
        "build_chapter": "huarong.design.records",
        "check_rows": "huarong.design.records",
        "solutions_of_all": "huarong.design.solutions",
        "Hardest": _LAYOUTS,
        "HardestGoal": _LAYOUTS,
        "HardestSet": _LAYOUTS,
        "Start": _LAYOUTS,
        "hardest": _LAYOUTS,
        "hardest_goals": _LAYOUTS,
        "hardest_sets": _LAYOUTS,
    },
)
