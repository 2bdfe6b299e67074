"""`huarong atlas tables`: the tables of a family of spaces in all metrics, for other programs."""

from __future__ import annotations

from typing import Any

import click

from huarong.cli.base import command, option
from huarong.cli.language import tell
from huarong.cli.options import JSON, FileName, limits
from huarong.cli.output import Reporter, print_json, table

__all__ = ["tables_command"]


@command("tables")
@option("--board", "A size, or rows with `/`.", metavar="BOARD", default="4x5")
@option("--pieces", "The pieces; counts may be ranges. By default those of 华容道.", metavar="SET")
@option("--goal", "The goal: rows with `/` between.", metavar="TEXT")
@option("-o --output", "The folder to write to.", FileName("dir"), required=True)
@JSON
@limits()
def tables_command(
    board: str,
    pieces: str | None,
    goal: str | None,
    output: str,
    as_json: bool,
    limits: dict[str, Any],
) -> None:
    """Write the tables of a family of spaces: Parquet, a compressed atlas for each metric, and a data card.

    Without options it is the family of 华容道: the 203 sets of pieces on 4x5 with one 2x2 and at least two empty cells. It needs
    the extra `export`.
    """
    from huarong.atlas.dataset import FAMILY, write_dataset
    from huarong.atlas.goals import read_goal
    from huarong.space.space import Space

    space = Space.parse(board, pieces or FAMILY)
    with Reporter(not as_json, "{percent:.0f} % of the tables, {seconds:,.0f} s") as reporter:
        found = write_dataset(output, space, read_goal(space, goal), progress=reporter, **limits)
    files = {each.name: each.stat().st_size for each in sorted(found.folder.iterdir())}
    if as_json:
        about = {"space": space.text, "layouts": space.size, "folder": output}
        print_json(
            {**about, "files": [{"name": name, "bytes": size} for name, size in files.items()]}
        )
    else:
        table(
            [[name, f"{size:,}"] for name, size in files.items()],
            [tell("file"), tell("bytes")],
            [1],
        )
        click.echo(tell("written: {path}", path=output))
