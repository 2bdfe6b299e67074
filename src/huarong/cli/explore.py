"""The command `explore`: how many layouts there are at each distance, in memory and beyond."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any

import click

from huarong.cli.main import FROM, GOAL, JSON, METRIC, PUZZLE, Command, console, read, tell
from huarong.errors import InputError
from huarong.explore import Exploration, explore
from huarong.explore.store import DiskFullError
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import Progress, memory_size

__all__ = ["explore_command"]

ENGINES = ("memory", "disk", "ray", "gpu")


class _Shower:
    """Shows how far an exploration has come, on a terminal."""

    def __init__(self, wanted: bool) -> None:
        self.status: Any = console(stderr=True).status("") if wanted else None

    def __call__(self, progress: Progress, most: int | None) -> None:
        """Show the newest figures; of the time left only what the size of the space says."""
        if self.status is None or progress.seconds < 0.3:
            return
        self.status.start()
        left = (most - progress.layouts) / progress.rate if most and progress.layouts else None
        text = tell(
            "depth {depth}, {layouts:,} layouts, {rate:,.0f} a second",
            depth=progress.depth,
            layouts=progress.layouts,
            rate=progress.rate,
        )
        if left is not None:
            text += tell(", at most {seconds:,.0f} s left", seconds=left)
        self.status.update(text)

    def __enter__(self) -> _Shower:
        return self

    def __exit__(self, *_: object) -> None:
        if self.status is not None:
            self.status.stop()


@click.command("explore", cls=Command)
@PUZZLE
@METRIC
@FROM
@GOAL
@JSON
@click.option(
    "--engine", type=click.Choice(ENGINES), default="memory", show_default=True,
    help="Where the levels are kept, and what works on them.",
)  # fmt: skip
@click.option("--dir", "folder", metavar="DIR", help="The folder of the levels, for disk and ray.")
@click.option(
    "--memory", metavar="SIZE", default="4G", show_default=True,
    help="What all that runs on this machine may use, from 256M up.",
)  # fmt: skip
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
    metric: str,
    notation: str | None,
    goal: str | None,
    as_json: bool,
    engine: str,
    folder: str | None,
    memory: str,
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
    bound = memory_size(memory)
    if folder is not None and engine not in ("disk", "ray"):
        raise InputError("--dir goes with --engine disk or ray, not {engine}", engine=engine)
    if address != "local" and engine != "ray":
        raise InputError("--address goes with --engine ray, not {engine}", engine=engine)
    if two_bits and save is None:
        raise InputError("--two-bits goes with --save")
    if resume and folder is None:
        raise InputError("there is nothing to resume without --dir")
    options: dict[str, Any] = {"until_goal": until_goal, "save": save, "two_bits": two_bits}
    options |= {"memory": bound, "workers": workers, "resume": resume}
    puzzle = read(text, notation, goal)
    with _Shower(not as_json and os.isatty(2)) as shower:
        found = _explored(engine, puzzle, metric, folder, address, options | {"progress": shower})
    if as_json:
        click.echo(json.dumps(as_data(found, engine), ensure_ascii=False))
    else:
        _print(found)


def _explored(
    engine: str,
    puzzle: Puzzle,
    metric: str,
    folder: str | None,
    address: str,
    options: dict[str, Any],
) -> Exploration:
    if engine == "memory":
        return explore(puzzle, metric, **options)
    if engine == "gpu":
        from huarong.explore import gpu

        return gpu.explore(
            puzzle, metric, **{k: v for k, v in options.items() if k not in ("workers", "resume")}
        )
    with tempfile.TemporaryDirectory(prefix="huarong-") as spare:
        options["folder"] = folder or spare
        try:
            if engine == "disk":
                return explore(puzzle, metric, **options)
            from huarong.explore import ray as cluster

            return cluster.explore(puzzle, metric, address=address, **options)
        except DiskFullError as error:
            if folder is not None:
                raise
            raise InputError(
                "the disk of {folder} is full, and nothing is kept without --dir: name a folder with more room",
                folder=tempfile.gettempdir(),
            ) from error


def as_data(found: Exploration, engine: str) -> dict[str, Any]:
    """An exploration as JSON has it."""
    return {
        "name": found.puzzle.name_zh or found.puzzle.name or None,
        "metric": str(found.metric),
        "engine": engine,
        "levels": list(found.levels),
        "total": found.total,
        "radius": found.radius,
        "complete": found.complete,
        "goal_depth": found.goal_depth,
        "seconds": round(found.seconds, 6),
    }


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
