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
