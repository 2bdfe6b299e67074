"""`huarong check`: judge a collection."""

from typing import Any

import click

from huarong import design
from huarong.cli.base import language, option
from huarong.cli.faults import FOUND, LIMIT, NONE
from huarong.cli.options import METRIC, SOURCES, Count, FileName, Source, command, limits, typed
from huarong.cli.output import Reporter, Terms, heading, resumable, table
from huarong.library.labels import length_text
from huarong.model.board import Metric


@command("check", SOURCES, METRIC, terms=limits(60.0))
@option("--trivial", "Report puzzles with fewer moves than this as trivial.", Count(0), default=0)
@option("--all whole", "List every puzzle with its length, even if nothing is wrong with it.")
@option("--journal", "Save each length to this file, and resume from it.", FileName())
def check_command(
    sources: list[Source], metric: Metric, trivial: int, whole: bool, journal: str | None, terms: Terms
) -> int:
    """Check a collection of puzzles for wrong lengths, duplicates, and puzzles that cannot be solved or read.

    FILE has a puzzle on each line, grids separated by empty lines, or lines of JSON; - is standard input. The command
    reports wrong lengths; puzzles that have no solution, are solved at the start or are trivial (see --trivial);
    duplicates, even with other characters or mirrored; and texts that cannot be read.

    Ctrl-C stops the command, which then prints what it has found; with --journal, the same command resumes. The limits
    apply to each puzzle. The exit status is 1 if anything was found.
    """
    from huarong.design.judging import judge, summary

    found, done = list[Any](), False
    collections = [each.collection() for each in sources]
    total = sum(len(each.parts) for each in collections if isinstance(each.parts, list))
    asked = metric if typed("metric") else None
    try:
        with Reporter(not terms.json) as reporter, resumable(journal):
            for each in judge(collections, asked, trivial=trivial, journal=journal, **terms.limits):
                found.append(each)
                reporter.show("{number:,} of {total:,}: {name}", number=len(found), total=total, name=each.place)
        done = True
    finally:
        told = summary(found)
        plain = {"complete": done, **told, "checked": [each.to_json(language()) for each in found]}
        if found or done:
            terms.answer(plain, lambda: _show_checked(found, told, whole))
    stopped = "stopped" in told["found"]
    return LIMIT if stopped else NONE if told["found"] else FOUND


def _show_checked(found: list[design.Judged], told: dict[str, Any], whole: bool) -> None:
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
