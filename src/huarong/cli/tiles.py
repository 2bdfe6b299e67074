"""`huarong tiles`: solves numbered tiles; `tiles tables` has the pattern databases."""

from __future__ import annotations

from typing import Any

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import tell
from huarong.cli.options import JSON, limits, puzzle
from huarong.cli.output import Reporter, print_json
from huarong.cli.reading import Source
from huarong.errors import InputError

__all__ = ["tiles_command"]


@command("solve")
@puzzle()
@option("--lines", "Tiles in a line with the blank move at once.")
@option("--tables name", "The pattern databases that guide the search.", metavar="NAME")
@JSON
@limits()
def tiles_command(
    source: Source, lines: bool, name: str | None, as_json: bool, limits: dict[str, Any]
) -> int:
    """Solve a board of numbered tiles and one blank, by single tiles or by whole lines.

    It prints the tiles that each move slides, the one next to the blank first. The exit status is 1 where
    there is no solution.
    """
    from huarong.model.tiles import tile_orders
    from huarong.tiles.solver import solve_tiles

    found = source.read()
    board = tile_orders(found)
    if board is None:
        raise InputError("this is no board of numbered tiles and one blank, all named in the goal")
    labels = {piece.kind + 1: piece.label for piece in found.pieces}
    with Reporter(
        not as_json, "{next:,} {next:move|moves} or more, {work}, {rate:,.0f} a second"
    ) as reporter:
        answer = solve_tiles(
            *board, found.board.width, metric="line" if lines else "tile", tables=name,
            progress=reporter, **limits,
        )  # fmt: skip
    if as_json:
        print_json(answer.to_json())
    elif answer.solvable:
        moves = [" ".join(labels[tile] for tile in move) for move in answer.moves]
        click.echo(f"{len(moves)}: {', '.join(moves)}")
    else:
        click.echo(tell("cannot be solved"))
    return FOUND if answer.solvable else NONE
