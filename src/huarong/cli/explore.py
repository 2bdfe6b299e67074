"""The command `explore`: how many layouts there are at each distance, in memory and beyond."""

from __future__ import annotations

import json

import click

from huarong.cli.main import (
    FROM,
    GOAL,
    JSON,
    METRIC,
    PUZZLE,
    Command,
    Name,
    Reporter,
    console,
    read,
    tell,
)
from huarong.explore import ENGINES, Exploration, run
from huarong.explore.engines import EngineName
from huarong.model.metric import Metric, MetricName

__all__ = ["explore_command"]


@click.command("explore", cls=Command)
@PUZZLE
@METRIC
@FROM
@GOAL
@JSON
@click.option(
    "--engine", type=Name(ENGINES),
    help="Where the levels are kept, and what works on them.",
)  # fmt: skip
@click.option("--dir", "folder", metavar="DIR", help="The folder of the levels, for disk and ray.")
@click.option(
    "--max-memory", metavar="SIZE", default="4G", show_default=True,
    help="What all that runs on this machine may use, from 256M up.",
)  # fmt: skip
@click.option("--max-seconds", type=float, metavar="S", help="Stop after so many seconds.")
@click.option(
    "--workers", type=click.IntRange(min=1), metavar="N",
    help="How many threads or processes work; as many as there are cores by default.",
)  # fmt: skip
@click.option(
    "--address", metavar="HOST:PORT", default="local", show_default=True,
    help="The Ray cluster; local starts one on this machine.",
)  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on with what DIR holds.")
@click.option("--until-goal", is_flag=True, help="Stop after the first level that holds a goal.")
@click.option(
    "--save", metavar="FILE", help="Write all distances from the start to a file: an atlas."
)
@click.option("--two-bits", is_flag=True, help="Save the distances modulo 3, 2 bits a layout.")
def explore_command(
    text: str,
    metric: MetricName,
    notation: str | None,
    goal: str | None,
    as_json: bool,
    engine: EngineName | None,
    folder: str | None,
    max_memory: str,
    max_seconds: float | None,
    workers: int | None,
    address: str,
    resume: bool,
    until_goal: bool,
    save: str | None,
    two_bits: bool,
) -> None:
    """Count the layouts at each distance from the start.

    Levels are kept in memory, as files of a folder (disk), as files that a Ray cluster works on (ray), or in the
    memory of a graphics processor (gpu). An exploration in a folder that was stopped goes on with --resume.
    """
    with Reporter(not as_json) as reporter:
        found = run(
            read(text, notation, goal), metric, engine=engine, folder=folder, resume=resume,
            workers=workers, address=address, until_goal=until_goal, save=save, two_bits=two_bits,
            max_memory=max_memory, max_seconds=max_seconds, progress=reporter,
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps(found.to_json(), ensure_ascii=False))
    else:
        _print(found)


def _print(found: Exploration) -> None:
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("depth", "layouts"):
        table.add_column(tell(heading), justify="right")
    for depth, count in enumerate(found.levels):
        table.add_row(str(depth), f"{count:,}", "*" if depth == found.goal_depth else "")
    console().print(table, markup=False)
    click.echo(
        tell(
            "{total:,} layouts within {radius} {metric}s, {rate:,.0f} a second ({seconds:.3f} s)",
            total=found.total,
            radius=found.radius,
            metric=tell(str(Metric(found.metric))),
            rate=found.total / max(found.seconds, 1e-9),
            seconds=found.seconds,
        )
    )
    if found.goal_depth is not None:
        click.echo(tell("* the first goal is at depth {depth}", depth=found.goal_depth))
    if not found.complete:
        click.echo(tell("stopped at the goal: there may be more layouts farther away"))
