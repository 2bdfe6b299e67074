"""A benchmark suite of puzzles with known answers, for judging any solver (`suite/README.md`)."""

from huarong.suite.case import Answer, Case, case_of, cases
from huarong.suite.drawing import played, tasks
from huarong.suite.questions import LanguageTask
from huarong.suite.verdict import Run, Verdict, judge

__all__ = ["Answer", "Case", "LanguageTask", "Run", "Verdict", "case_of", "cases", "judge", "played", "tasks"]
