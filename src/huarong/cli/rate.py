"""`huarong design rate`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import language, tell
from huarong.cli.options import limits, puzzle
from huarong.cli.output import (
    Reporter,
    Terms,
    heading,
    lengths,
    print_json,
    rating_text,
    table,
    title,
)
from huarong.cli.reading import Source
from huarong.errors import InputError, LimitReached
from huarong.library.labels import names

if TYPE_CHECKING:
    from huarong.design.rating import Rating

__all__ = ["rate_command"]


@command("rate")
@puzzle(required=False, all_levels=True)
@option(
    "--library",
    "Rate all puzzles of the library instead, and print the ratings by name as one JSON object.",
)
@limits()
def rate_command(source: Source, library: bool, terms: Terms) -> int:
    """Rate how hard a puzzle is for a person, from 0 to 100, with the reasons.

    The time limit of --library is one for each puzzle; those that reach it are left out. The exit status is 1 where the puzzle cannot be solved.
    """
    if bool(source.text) == library:
        raise InputError("give a PUZZLE or --library")
    if library:
        return _library(terms.limits)
    from huarong.design.rating import rate

    levels = source.levels()
    with terms.reported() as limits:
        ratings = [rate(each.puzzle, **limits) for each in levels]
    if len(ratings) > 1:
        return _several(ratings, terms.json)
    rating = ratings[0]
    if terms.json:
        print_json(rating.to_json(language()))
        return NONE if rating.score is None else FOUND
    title(rating.puzzle)
    if rating.score is None:
        click.echo(tell("It cannot be solved."))
        return NONE
    heading(rating_text(rating.score))
    if rating.best:
        click.echo(tell("at least {counts}", counts=lengths(rating.best)))
    if rating.estimated:
        why = "an estimate: there are too many layouts for a table, so one solution of {length:,} {length:move|moves} is looked at"
        click.echo(tell(why, length=rating.length))
    rows = [(tell(p.name), f"{p.effort:.1f}", p.message(language())) for p in rating.parts]
    table(rows, [tell("part"), tell("bits"), tell("why")], right=[1])
    return FOUND


def _several(ratings: Sequence[Rating], as_json: bool) -> int:
    """Print the ratings of the levels of a file, one a line."""
    if as_json:
        for number, each in enumerate(ratings, 1):
            print_json({"line": number, **each.to_json(language())})
    else:
        rows = [
            (
                str(number),
                "  ".join(names(each.puzzle, language())),
                tell("It cannot be solved.") if each.score is None else rating_text(each.score),
                lengths(each.best) if each.score is not None and each.best else "",
            )
            for number, each in enumerate(ratings, 1)
        ]
        table(rows, right=[0])
    return NONE if any(each.score is None for each in ratings) else FOUND


def _library(limits: dict[str, Any]) -> int:
    from huarong.atlas.oracles import Oracles
    from huarong.design.rating import rate
    from huarong.library.catalogue import entries

    oracles, found = Oracles(limits["max_memory"] // 2), {}
    with Reporter() as reporter:
        for number, entry in enumerate(entries(), 1):
            reporter.show(
                "{number} of {total}: {name}", number=number, total=len(entries()), name=entry.name
            )
            try:
                found[entry.name] = rate(entry.puzzle, **limits, oracles=oracles).score
            except LimitReached:
                continue
    print_json({"ratings": found})
    return FOUND
