"""`huarong prove`."""

from dataclasses import replace
from pathlib import Path

import huarong as hr
from huarong import proof as proofs
from huarong.cli.base import language, option, tell
from huarong.cli.options import METRIC, Count, FileName, Output, Source, command, puzzle, typed
from huarong.cli.output import Terms
from huarong.errors import InputError
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import Solution
from huarong.search.solver import solve


@command("prove", puzzle(), METRIC)
@option("-o --output path", "Write the certificate to this file.", Output())
@option(
    "--plan",
    "The plan that a planner found for the PDDL of this puzzle, or the directions of tiles as RDLU: check it, and "
    "whether it is shortest; -o is optional then.",
    FileName(),
)
@option(
    "--max-layouts",
    "The maximum number of layouts in a certificate; with the default, a checker takes a few minutes.",
    Count(),
)
def prove_command(
    source: Source, metric: Metric, path: str | None, plan: str | None, max_layouts: int | None, terms: Terms
) -> int:
    """Write a certificate that an answer is right; any program can check it.

    It proves the length of a shortest solution and how many of them there are, or that there is none. If there are too
    many layouts for a checker, it uses patterns and proves the length only. `docs/en/explanation/proofs.md` describes
    the format; `huarong/proof/checker.py` checks a file without the rest of huarong. The exit status is 1 if there is
    no solution.

    With --plan, the exit status is 1 if a solution is shorter than the plan, and 2 if the plan cannot be carried out.
    """
    if path is None and plan is None:
        raise InputError("{name} is missing", name="-o")
    if max_layouts is not None:
        terms.limits["max_layouts"] = max_layouts
    puzzle: Puzzle | Solution = source.read()
    if plan is not None and isinstance(puzzle, Puzzle):
        puzzle = _planned(puzzle, plan, metric if typed("metric") else None, terms)
        if path is None or not puzzle.optimal:
            return terms.answer(puzzle.to_json(language()), _judged(puzzle), puzzle.optimal)
    found = terms.run(hr.prove, puzzle, metric)
    found.save(str(path))
    return terms.answer(found.to_json(), _proved(found), found.solution.solved)


def _planned(puzzle: Puzzle, path: str, metric: Metric | None, terms: Terms) -> Solution:
    """The solution that a plan describes: whether it is optimal, and as its bound the length of a shortest one."""
    from huarong.library.pddl import read_plan

    plan = read_plan(puzzle, Path(path), metric)
    best = terms.run(solve, puzzle, plan.metric)
    return replace(plan, optimal=plan.length == best.length, bound=best.length)


def _judged(plan: Solution) -> str:
    text = "The plan solves the puzzle: {length:,} in {metric}; a shortest solution has {best:,}"
    if plan.optimal:
        text = "The plan solves the puzzle: {length:,} in {metric} and no fewer"
    return tell(text, length=plan.length, metric=tell(f"{plan.metric}s"), best=plan.bound)


def _proved(found: proofs.Certificate) -> str:
    solution = found.solution
    text = (
        "Proved: {length:,} in {metric} and no fewer, with {solutions:,} {solutions:solution|solutions}; {layouts:,} "
        "{layouts:layout|layouts} to check, {size:,} {size:byte|bytes}"
    )
    if not solution.solved:
        text = "Proved: no solution; {layouts:,} {layouts:layout|layouts} to check, {size:,} {size:byte|bytes}"
        if not found.layouts:
            text = "Proved: no solution, by parity; {size:,} {size:byte|bytes}"
    elif found.solutions is None:
        text = (
            "Proved: {length:,} in {metric} and no fewer, with patterns; {layouts:,} {layouts:layout|layouts} to "
            "check besides those of the patterns, {size:,} {size:byte|bytes}"
        )
    figures = {"solutions": found.solutions, "layouts": found.layouts, "size": len(found.data)}
    return tell(text, length=solution.length, metric=tell(f"{solution.metric}s"), **figures)
