"""`huarong prove`: certificates, of an answer or of a whole table, and checking them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import huarong as hr
from huarong import proof as proofs
from huarong.cli.base import language, option, tell
from huarong.cli.options import METRIC, Count, FileName, Output, Read, Source, command, puzzle, together, typed
from huarong.cli.output import Terms
from huarong.errors import InputError
from huarong.library.labels import length_text
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle, Solution
from huarong.search.solver import solve


@command("prove", puzzle(required=False), METRIC)
@option("-o --output path", "Write the certificate to this file.", Output())
@option(
    "--plan",
    "Check the plan that a planner found for the PDDL of this puzzle, or a list of directions of tiles such as RDLU, "
    "and say whether it is shortest; -o is optional then.",
    FileName(),
)
@option("--check", "Check this certificate and say what it proves; omit PUZZLE.", FileName())
@together(
    "more",
    lambda **given: {name: value for name, value in given.items() if value is not None},
    table=option("--all table", "Prove the distances of all layouts that the start can reach, the farthest included."),
    passes=option(
        "--passes",
        "With --all: prove that every solution (every:ROWS), or every shortest one (shortest:ROWS), passes a layout "
        "with the pieces of these rows, written like a goal. May be repeated.",
        Read("CLAIM", lambda text: text.partition(":")[::2]),
        multiple=True,
    ),
    max_layouts=option(
        "--max-layouts",
        "The maximum number of layouts in a certificate; with the default, a checker takes a few minutes.",
        Count(),
    ),
)
def prove_command(
    source: Source, metric: Metric, path: str | None, plan: str | None, check: str | None, more: Any, terms: Terms
) -> int:
    """Write a certificate that proves an answer; any program can check it.

    It proves the length of a shortest solution and how many of them there are, or that there is none. If there are too
    many layouts for a checker, it uses patterns and proves the length only. `docs/en/reference/certificates.md`
    describes the format; `huarong/proof/checker.py` checks a file without the rest of huarong. The exit status is 1 if
    there is no solution.

    With --plan, the exit status is 1 if a shorter solution exists, and 2 if the plan cannot be carried out.

    With --check, the exit status is 1 if the file proves nothing. An accepted table is kept, and hints from it are then
    marked as proved.
    """
    if check is not None:
        if source.text:
            raise InputError("{option} does not accept {names}", option="--check", names="PUZZLE")
        verdict = terms.run(proofs.verify, check)
        shown = [tell("Rejected: this file proves nothing ({reason})", reason=verdict["reason"])]
        if verdict["valid"]:
            shown = [_proved(verdict), ""] if "metric" in verdict else []
            shown += [verdict["theorem"], "", tell(_TRUSTED)]
        return terms.answer(verdict, shown, verdict["valid"])
    if not source.text or (path is None and plan is None):
        raise InputError("{name} is missing", name="-o" if source.text else "PUZZLE")
    puzzle: Puzzle | Solution = source.read()
    if plan is not None and isinstance(puzzle, Puzzle):
        puzzle = _planned(puzzle, plan, metric if typed("metric") else None, terms)
        if path is None or not puzzle.optimal:
            return terms.answer(puzzle.to_json(language()), _judged(puzzle), puzzle.optimal)
    found = terms.run(hr.prove, puzzle, metric, **more)
    found.save(str(path))
    return terms.answer(found.to_json(), _proved(found.to_json()), found.solution.solved)


def _planned(puzzle: Puzzle, path: str, metric: Metric | None, terms: Terms) -> Solution:
    """The solution that a plan describes: `optimal` if it is shortest; its `bound` is the length of a shortest one."""
    from huarong.library.pddl import read_plan

    plan = read_plan(puzzle, Path(path), metric)
    best = terms.run(solve, puzzle, plan.metric)
    return replace(plan, optimal=plan.length == best.length, bound=best.length)


def _judged(plan: Solution) -> str:
    text = "The plan solves the puzzle in {length}; a shortest solution takes {best:,}"
    if plan.optimal:
        text = "The plan solves the puzzle in {length}, and no solution is shorter"
    return tell(text, length=length_text(plan.length or 0, plan.metric, language()), best=plan.bound)


_TRUSTED = (
    "The theorem depends on this puzzle, its goal and its rules as printed here (docs/en/reference/certificates.md has "
    "them in full), on this checker, and on Python and the computer that ran it; not on the program that wrote the "
    "file, nor on the puzzle's name in it."
)


def _proved(found: dict[str, Any]) -> str:
    if "hardest" in found:
        text = (
            "Proved: the distances of all {layouts:,} {layouts:layout|layouts} that can be reached, up to {length}; "
            "{size:,} {size:byte|bytes}"
        )
        if not found["solved"]:
            text = "Proved: none of {layouts:,} {layouts:layout|layouts} reaches a goal; {size:,} {size:byte|bytes}"
    elif not found["solved"]:
        text = "Proved: no solution; {layouts:,} {layouts:layout|layouts} to check, {size:,} {size:byte|bytes}"
        if not found["layouts"]:
            text = "Proved: no solution, by parity; {size:,} {size:byte|bytes}"
    elif found["solutions"] is None:
        text = (
            "Proved with patterns: a shortest solution takes {length}; {layouts:,} {layouts:layout|layouts} to check "
            "besides those of the patterns, {size:,} {size:byte|bytes}"
        )
    else:
        text = (
            "Proved: {solutions:,} {solutions:solution|solutions} of {length}, and none is shorter; "
            "{layouts:,} {layouts:layout|layouts} to check, {size:,} {size:byte|bytes}"
        )
    length = length_text(found["farthest" if "hardest" in found else "length"] or 0, found["metric"], language())
    return tell(text, **found | {"length": length, "size": found["bytes"]})
