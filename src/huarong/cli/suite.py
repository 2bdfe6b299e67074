"""`huarong suite`: lists the cases with known answers, and judges solvers by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from huarong.cli.base import Name, argument, command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import tell
from huarong.cli.options import JSON, METRIC, SECONDS, FileName, limits
from huarong.cli.output import Terms, print_json, table
from huarong.i18n import size_text
from huarong.model.metric import Metric

if TYPE_CHECKING:
    from huarong.suite import Run

CASES = option(
    "--cases path", "Your own cases, in the format of suite/cases.jsonl; the default is Huarong's.", FileName()
)
GROUP = option("--group groups", "Only this group of cases; may be repeated.", metavar="NAME", multiple=True)


@command("list")
@GROUP
@CASES
@JSON
def list_command(groups: Sequence[str], path: str | None, as_json: bool) -> None:
    """List the groups of cases; with --group, the cases of that group."""
    from huarong.suite import cases

    found = cases(path, groups)
    if as_json:
        print_json({"cases": [each.to_json() for each in found]})
    elif groups:
        rows = [(each.id, *(_known(a.length) for a in each.answers.values()), each.name, each.text) for each in found]
        names = (tell(each) for each in ("steps", "slides", "moves"))
        table(rows, ("", *names, "", tell("puzzle")), right=(1, 2, 3))
    else:
        groups = list(dict.fromkeys(each.group for each in found))
        many = [sum(each.group == group for each in found) for group in groups]
        rows = [(group, f"{n:,}") for group, n in zip(groups, many, strict=True)]
        table([*rows, (tell("all"), f"{len(found):,}")], right=(1,))


def _known(length: int | None) -> str:
    return tell("none") if length is None else f"{length:,}"


@command("run")
@argument("words", metavar="-- COMMAND...", nargs=-1, required=True)
@METRIC
@option(
    "--mode",
    "warm: one process gets the cases one by one; cold: one process for each case; batch: one process gets all "
    "cases at once.",
    Name(("warm", "cold", "batch")),
    default="warm",
)
@option("--each", "The time limit of each case in seconds.", SECONDS, default=10.0)
@GROUP
@CASES
@limits()
def run_command(
    words: Sequence[str], metric: Metric, mode: Any, each: float, groups: Sequence[str], path: str | None, terms: Terms
) -> int:
    """Judge a solver: its wrong answers, its speed, and the cases that it does not answer.

    COMMAND is a program that reads lines `ID METRIC PUZZLE`, separated by tabs, and answers each with a line `ID
    COUNT`: the length of a shortest solution, `none` if there is none, `?` if it does not know. The exit status is 1 if
    an answer is wrong.
    """
    from huarong.suite import cases, judge

    todo = cases(path, groups)
    with terms.reported("{done:,} of {total:,} {total:case|cases}, {seconds:.0f} s") as limits:
        run = judge(words, todo, metric, mode=mode, each=each, **limits)
    if terms.json:
        print_json(run.to_json())
    else:
        _report(run)
    return NONE if run.of("wrong") else FOUND


def _report(run: Run) -> None:
    """Print a run: its groups, its wrong answers, its time and memory."""
    rows = [
        (
            name,
            *(f"{each[kind]:,}" for kind in ("cases", "right", "wrong", "missing")),
            _milliseconds(each["median_seconds"]),
            _milliseconds(each["longest_seconds"]),
        )
        for name, each in {**run.groups(), tell("all"): run.to_json()}.items()
    ]
    names = ("cases", "right", "wrong", "no answer", "median, ms", "longest, ms")
    table(rows, ("", *map(tell, names)), right=range(1, 7))
    for each in run.of("wrong"):
        text = "{id}: the answer is {answer}, expected {expected}: {puzzle}"
        click.echo(tell(text, id=each.case.id, answer=each.answer, expected=each.expected, puzzle=each.case.text))
    click.echo(tell("{seconds:.2f} s in all", seconds=run.seconds))
    if run.cpu_seconds is not None:
        click.echo(tell("{seconds:.2f} s of CPU time", seconds=run.cpu_seconds))
    if run.peak_bytes is not None:
        click.echo(tell("at most {size} of memory", size=size_text(run.peak_bytes)))


def _milliseconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{1000 * seconds:,.2f}"
