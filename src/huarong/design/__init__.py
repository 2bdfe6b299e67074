"""Design: ratings, hardest starts, generated levels, single changes, reports, and the book of records.

>>> from huarong.design import hardest
>>> found = hardest("4x5 2x2:1 2x1:1 1x2:4 1x1:4", metric="step", top=1)
>>> found.facts.longest, found.starts[0].puzzle.rows()
(126, ('.AAB', 'CAAB', 'DEEF', 'DG.F', 'HGIJ'))
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.design.changes import CHANGES as CHANGES, Changed as Changed, easier as easier, harder as harder
    from huarong.design.generation import Level as Level, generate as generate
    from huarong.design.hardest_layouts import (
        Hardest as Hardest,
        HardestGoal as HardestGoal,
        HardestSet as HardestSet,
        Start as Start,
        hardest as hardest,
        hardest_goals as hardest_goals,
        hardest_sets as hardest_sets,
    )
    from huarong.design.judging import Judged as Judged, judge as judge
    from huarong.design.rating import Part as Part, Rating as Rating, rate as rate
    from huarong.design.recipe import Recipe as Recipe
    from huarong.design.records import (
        CheckedRow as CheckedRow,
        Record as Record,
        book as book,
        build_chapter as build_chapter,
        check_rows as check_rows,
    )
    from huarong.design.reporting import PuzzleReport as PuzzleReport, report as report
    from huarong.design.scrambling import Scramble as Scramble, scrambles as scrambles
    from huarong.design.solution_statistics import solutions_of_all as solutions_of_all

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "design.changes": "CHANGES Changed easier harder",
        "design.generation": "Level generate",
        "design.hardest_layouts": "Hardest HardestGoal HardestSet Start hardest hardest_goals hardest_sets",
        "design.judging": "Judged judge",
        "design.rating": "Part Rating rate",
        "design.recipe": "Recipe",
        "design.records": "CheckedRow Record book build_chapter check_rows",
        "design.reporting": "PuzzleReport report",
        "design.scrambling": "Scramble scrambles",
        "design.solution_statistics": "solutions_of_all",
    },
)
