"""`huarong explore`: the layouts at each distance from a start."""

import contextlib
import re
import sys
from typing import Any

import click

from huarong import explore
from huarong.cli.base import Name, option, tell, unexpected
from huarong.cli.options import METRIC, Count, FileName, Source, command, limits, puzzle, resources, typed
from huarong.cli.output import Terms, resumable, table
from huarong.errors import InputError
from huarong.i18n import size_text
from huarong.model.board import Metric

_PLANNING = {"plan", "layouts", "text", "notation", "goal", "metric", "as_json", "by"}
"""The options that may go with --plan."""


@command("explore", puzzle(), METRIC, terms=limits(seconds=None), context_settings={"allow_extra_args": True})
@resources(
    Name("huarong.explore:ENGINES"),
    "Where to keep the levels and what processes them; the default is memory, or disk if DIR is given.",
)
@option(
    "--by",
    "How to store layouts: as sorted keys, or as one bit for each rank. The default for tiles is bits.",
    Name(("keys", "bits")),
)
@option("--until-goal", "Stop after the first level that contains a goal.")
@option("--lines", "Tiles in line with the blank move together.")
@option("--log", "Add a line of JSON to a file for each level that is complete.", FileName())
@option("--plan", "Only estimate how many bytes of disk and memory the exploration needs.")
@option("--layouts", "The number of layouts that --plan assumes, if the exact number is unknown.", Count())
def explore_command(
    source: Source, metric: Metric, plan: bool, layouts: int | None, resources: dict[str, Any], terms: Terms, **how: Any
) -> None:
    """Count the layouts at each distance from the start.

    Where levels are kept: in memory; in files of a folder (disk); in files that a Ray cluster works on (ray); or in the
    memory of a graphics processor (gpu). --resume continues an exploration that stopped in a folder.
    """
    _refuse(plan, source)
    by = how.pop("by")
    if plan:
        _plan(source, metric, terms, layouts, by)
        return
    # Ray logs to the standard output, which is for the result only.
    with (
        terms.reported() as limits,
        contextlib.redirect_stdout(sys.stderr),
        resumable(resources["folder"], "checkpoint", "--resume"),
    ):
        found = explore.run(source.read(), metric, explore.Resources(**resources, by=by), **how, **limits)
    terms.answer(found.to_json(), lambda: _show_levels(found))


def _refuse(plan: bool, source: Source) -> None:
    """Raise `InputError` for extra words, such as a number after --plan, and for contradictory options."""
    rest = click.get_current_context().args
    power = source.notation is None and re.fullmatch("[0-9]+e[0-9]+", source.text)
    if plan and (power or re.fullmatch("[0-9]+(e[0-9]+)?", "".join(rest))):
        raise InputError(
            "--plan takes no number; the number of layouts goes after --layouts: `huarong explore PUZZLE --plan "
            "--layouts 1e10`"
        )
    if rest:
        raise unexpected(rest)
    names = typed()
    others = [name for key, name in names.items() if key not in _PLANNING]
    if plan and others:
        raise InputError("{option} does not accept {names}", option="--plan", names=", ".join(others))
    if "layouts" in names and not plan:
        raise InputError("--layouts needs --plan")


def _plan(source: Source, metric: Metric, terms: Terms, layouts: int | None, by: Any) -> None:
    from huarong.explore.driver import ExplorationCost
    from huarong.explore.exploration import Request

    found = ExplorationCost.of(Request(source.read(), metric, explore.Resources(by=by)), layouts)
    rows = [
        (tell("layouts, at most"), f"{found.layouts:,}"),
        (tell("memory of each process, at least"), size_text(found.memory)),
        (tell("room on disks"), size_text(found.room)),
        (tell("read from and written to disks"), size_text(found.passed)),
    ]
    terms.answer(found.to_json(), lambda: table(rows, right=(1,)))


def _show_levels(found: "explore.Exploration") -> None:
    levels = enumerate(found.levels)
    rows = [(f"{depth:,}", f"{count:,}", "*" if depth == found.goal_depth else "") for depth, count in levels]
    table(rows, ("depth", "layouts", ""), right=(0, 1))
    text = "{total:,} {total:layout|layouts} within {radius:,} {unit}, {rate:,.0f} a second ({seconds:.3f} s)"
    unit = tell(found.metric.value if found.radius == 1 else f"{found.metric}s")
    figures = {"total": found.total, "radius": found.radius, "rate": found.total / max(found.seconds, 1e-9)}
    click.echo(tell(text, unit=unit, seconds=found.seconds, **figures))
    if found.goal_depth is not None:
        click.echo(tell("* the first goal is at depth {depth:,}", depth=found.goal_depth))
    if not found.complete:
        click.echo(tell("stopped at the goal: more layouts may lie farther away"))
