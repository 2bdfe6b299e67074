"""`huarong design hardest`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import tell
from huarong.cli.options import JSON, METRIC, Count, limits
from huarong.cli.output import Reporter, Screen, print_json
from huarong.draw.terminal import board as drawn
from huarong.model.metric import Metric

if TYPE_CHECKING:
    from huarong.design import Hardest

__all__ = ["hardest_command"]


@command("hardest")
@option(
    "--board", metavar="BOARD", required=True,
    help="A size such as 4x5, or rows with `/`: . a cell, # a wall, - a gate.",
)  # fmt: skip
@option(
    "--pieces", metavar="SET", required=True,
    help='The pieces, such as "2x2:1 2x1:2 1x2:3 1x1:4"; a count may be a range.',
)  # fmt: skip
@METRIC
@option("--goal", metavar="TEXT", help="The goal: rows with `/` between.")
@option(
    "--top", type=Count(), metavar="N", default=10, show_default=True, help="Name so many starts."
)
@JSON
@limits()
def hardest_command(
    board: str,
    pieces: str,
    metric: Metric,
    goal: str | None,
    top: int,
    as_json: bool,
    limits: dict[str, Any],
) -> int:
    """Find the starts of a set of pieces that are farthest from the goal.

    Every layout is looked at. Of mirror images one is told. Each start is a line that `huarong solve -` reads, its
    goal included; what is said about it goes to standard error. The exit status is 1 where nothing can be solved.
    """
    from huarong.design import hardest
    from huarong.space.space import Space

    with Reporter(not as_json) as reporter:
        space = Space.parse(board, pieces)
        found = hardest(space, goal, metric, top=top, progress=reporter, **limits)
    if as_json:
        print_json(found.to_json())
    else:
        _show(found)
    return NONE if found.facts.longest is None else FOUND


_LONGEST = {
    "step": "{space}: {n:,} {n:step|steps} at most, from {count:,} {count:layout|layouts}",
    "slide": "{space}: {n:,} {n:slide|slides} at most, from {count:,} {count:layout|layouts}",
    "move": "{space}: {n:,} {n:move|moves} at most, from {count:,} {count:layout|layouts}",
}


def _show(found: Hardest) -> None:
    facts, screen = found.facts, Screen()
    if facts.longest is None:
        click.echo(tell("No layout has a way to the goal."))
        return
    text = tell(
        _LONGEST[found.metric],
        space=found.space.text,
        n=facts.longest,
        count=facts.longest_count,
    )
    click.secho(text, bold=True, err=True)
    for start in found.starts:
        if screen.colours:
            screen.draw(drawn(start.puzzle, colours=True))
        click.echo(start.puzzle.line())
