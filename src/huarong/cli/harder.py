"""`huarong design harder`."""

from __future__ import annotations

from typing import Any

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import language, tell
from huarong.cli.options import METRIC, Count, limits, puzzle
from huarong.cli.output import Terms, print_json, table, title
from huarong.cli.reading import Source
from huarong.model.metric import Metric


@command("harder")
@puzzle()
@option("--easier", "Find changes that make the puzzle easier.")
@option("--top", "At most this many.", Count(1, 1000), default=10)
@option(
    "--change changes",
    "Only changes of this kind: move, cut, join, remove, wall or unwall; may be given several times.",
    metavar="KIND",
    multiple=True,
)
@option("--rate/--no-rate", "Rank by rating; --no-rate ranks by length, which is faster.", default=True)
@METRIC
@limits()
def harder_command(
    source: Source, easier: bool, top: int, changes: tuple[Any, ...], rate: bool, metric: Metric, terms: Terms
) -> int:
    """Find the single change that makes a puzzle hardest: move, split, join or remove a piece, or add or remove a wall.

    Each is a line that `huarong solve` reads. The exit status is 1 if no change makes it harder.
    """
    from huarong.design import changes as by

    found, ranked = source.read(), by.easier if easier else by.harder
    with terms.reported() as limits:
        best = ranked(found, top=top, changes=changes or by.CHANGES, rated=rate, metric=metric, **limits)
    if terms.json:
        print_json({"changes": [each.to_json(language()) for each in best]})
        return FOUND if best else NONE
    title(found)
    if not best:
        click.echo(tell("No single change makes it easier.") if easier else tell("No single change makes it harder."))
        return NONE
    rows = [
        ("" if e.rating is None else str(e.rating), f"{e.length:,}", e.message(language()), e.puzzle.line())
        for e in best
    ]
    table(rows, [tell("rating"), tell("length"), tell("change"), tell("puzzle")], right=[0, 1])
    return FOUND
