"""`huarong design scramble`."""

from __future__ import annotations

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, LIMIT
from huarong.cli.language import language
from huarong.cli.options import METRIC, Count, limits, puzzle
from huarong.cli.output import Terms, print_json
from huarong.cli.reading import Source
from huarong.errors import LimitReached
from huarong.model.metric import Metric


@command("scramble")
@puzzle()
@option("--count", "The number of starts.", Count(1, 100_000), default=1)
@option("--distance", "Only starts at these distances to the goal, such as 40..50 or 81.", metavar="RANGE")
@METRIC
@option("--seed", "The seed of the random choices; without it, each call gives other starts.", Count(0))
@limits()
def scramble_command(
    source: Source, count: int, distance: str | None, metric: Metric, seed: int | None, terms: Terms
) -> int:
    """Draw random starts of a puzzle; every solvable layout is equally likely.

    Each start is a line, with its goal, that `huarong solve -` reads. Numbered tiles may have any size. In a
    large space, the command draws and solves layouts until enough of them have the requested distance.
    """
    from huarong.design.recipe import read_range
    from huarong.design.scrambling import scrambles

    wanted = None if distance is None else read_range(distance, "--distance")
    stopped = None
    with terms.reported() as limits:
        try:
            found = scrambles(source.read(), count, distance=wanted, metric=metric, seed=seed, **limits)
        except LimitReached as error:
            if not error.solution:
                raise
            found, stopped = error.solution, error
    if terms.json:
        print_json(
            {
                "metric": metric.value,
                "scrambles": [each.to_json() for each in found],
                **({"stopped": stopped.limit} if stopped else {}),
            }
        )
    else:
        for each in found:
            click.echo(each.puzzle.line())
    if stopped is not None:
        click.echo(f"huarong: {stopped.message(language())}", err=True)
        return LIMIT
    return FOUND
