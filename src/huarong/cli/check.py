"""`huarong check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from huarong.cli.base import argument, command, option
from huarong.cli.faults import FOUND, LIMIT, NONE
from huarong.cli.language import language
from huarong.cli.options import FROM, METRIC, OTHER_GOAL, Count, FileName, limits, typed
from huarong.cli.output import Reporter, Terms, heading, print_json, resumable, table
from huarong.cli.reading import Source
from huarong.library.labels import length_text
from huarong.model.metric import Metric

if TYPE_CHECKING:
    from huarong.design.judging import Judged


@command("check")
@argument("texts", nargs=-1, metavar="FILE...", required=True)
@FROM
@OTHER_GOAL
@METRIC
@option("--trivial", "Report puzzles of fewer moves.", Count(0), default=0)
@option("--all whole", "List every puzzle with its length, also where nothing was found.")
@option("--journal", "Keep lengths that were found in a file, and resume from it.", FileName())
@limits(60.0)
def check_command(
    texts: tuple[str, ...], metric: Metric, trivial: int, whole: bool, journal: str | None, terms: Terms, **read_as: Any
) -> int:
    """Check a collection of puzzles: lengths, claims, duplicates, and what cannot be solved or read.

    FILE has a puzzle a line, grids with empty lines between, or lines of JSON; - is standard input. It reports puzzles
    whose file claims another length, that have no solution, are solved at the start or are trivial (see --trivial),
    that are there twice, with other characters or in a mirror, and texts that cannot be read.

    Ctrl-C ends it with what was found by then; with --journal, the same command goes on from there. The limits apply to
    each puzzle. The exit status is 1 if something was found.
    """
    from huarong.design.judging import judge, summary

    found, done = list[Any](), False
    collections = [Source(text, **read_as).collection() for text in texts]
    total = sum(len(each.parts) for each in collections if isinstance(each.parts, list))
    asked = metric if "metric" in typed() else None
    try:
        with Reporter(not terms.json) as reporter, resumable(journal):
            for each in judge(collections, asked, trivial=trivial, journal=journal, **terms.limits):
                found.append(each)
                reporter.show("{number:,} of {total:,}: {name}", number=len(found), total=total, name=each.place)
        done = True
    finally:
        told = summary(found)
        if terms.json:
            print_json({"complete": done, **told, "checked": [each.to_json(language()) for each in found]})
        else:
            _show(found, told, whole)
    stopped = "stopped" in told["found"]
    return LIMIT if stopped else NONE if told["found"] else FOUND


def _show(found: list[Judged], told: dict[str, Any], whole: bool) -> None:
    from huarong.design.judging import summary_text

    rows = []
    for each in found:
        length = "" if each.length is None or each.metric is None else length_text(each.length, each.metric, language())
        notes = "; ".join(finding.text.message(language()).replace("\n", "; ") for finding in each.findings)
        if whole or notes:
            rows.append((each.place, each.name, length, notes))
    if rows:
        table(rows)
    text, kinds = summary_text(told, language()).split("\n")
    heading(text)
    click.echo(kinds)
