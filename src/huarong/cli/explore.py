"""`huarong explore`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from huarong.cli.base import Name, command, option
from huarong.cli.language import tell
from huarong.cli.options import JSON, METRIC, Count, FileName, limits, puzzle
from huarong.cli.output import Reporter, print_json, table
from huarong.cli.reading import Source
from huarong.model.metric import Metric

if TYPE_CHECKING:
    from huarong.explore import Exploration
    from huarong.explore.engines import EngineName

__all__ = ["explore_command"]


def _engines() -> list[str]:
    from huarong.explore import ENGINES

    return list(ENGINES)


@command("explore")
@puzzle()
@METRIC
@JSON
@option(
    "--engine", type=Name(_engines),
    help="Where the levels are kept, and what works on them; by default memory, or disk where DIR is given.",
)  # fmt: skip
@option(
    "--dir",
    "folder",
    type=FileName("dir"),
    metavar="DIR",
    help="The folder of the levels, for disk and ray.",
)
@option(
    "--workers", type=Count(), metavar="N",
    help="How many threads or processes work; as many as there are cores by default.",
)  # fmt: skip
@option(
    "--address", metavar="HOST:PORT", default="local", show_default=True,
    help="The Ray cluster; local starts one on this machine.",
)  # fmt: skip
@option("--resume", is_flag=True, help="Go on with what DIR holds.")
@option("--until-goal", is_flag=True, help="Stop after the first level that holds a goal.")
@option(
    "--save",
    type=FileName(),
    metavar="FILE",
    help="Write all distances from the start to a file: an atlas.",
)
@option("--two-bits", is_flag=True, help="Save the distances modulo 3, 2 bits a layout.")
@limits(seconds=None)
def explore_command(
    source: Source,
    metric: Metric,
    as_json: bool,
    engine: EngineName | None,
    folder: str | None,
    workers: int | None,
    address: str,
    resume: bool,
    until_goal: bool,
    save: str | None,
    two_bits: bool,
    limits: dict[str, Any],
) -> None:
    """Count the layouts at each distance from the start.

    Levels are kept in memory, as files of a folder (disk), as files that a Ray cluster works on (ray), or in the
    memory of a graphics processor (gpu). An exploration in a folder that was stopped goes on with --resume.
    """
    from huarong.explore import run

    with Reporter(not as_json) as reporter:
        found = run(
            source.read(), metric, engine=engine, folder=folder, resume=resume,
            workers=workers, address=address, until_goal=until_goal, save=save, two_bits=two_bits,
            progress=reporter, **limits,
        )  # fmt: skip
    if as_json:
        print_json(found.to_json())
    else:
        _show(found)


def _show(found: Exploration) -> None:
    rows = [
        (f"{depth:,}", f"{count:,}", "*" if depth == found.goal_depth else "")
        for depth, count in enumerate(found.levels)
    ]
    table(rows, (tell("depth"), tell("layouts"), ""), right=(0, 1))
    click.echo(
        tell(
            "{total:,} {total:layout|layouts} within {radius:,} {unit}, {rate:,.0f} a second ({seconds:.3f} s)",
            total=found.total,
            radius=found.radius,
            unit=tell(f"{found.metric}s"),
            rate=found.total / max(found.seconds, 1e-9),
            seconds=found.seconds,
        )
    )  # fmt: skip
    if found.goal_depth is not None:
        click.echo(tell("* the first goal is at depth {depth:,}", depth=found.goal_depth))
    if not found.complete:
        click.echo(tell("stopped at the goal: there may be more layouts farther away"))
