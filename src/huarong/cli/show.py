"""`huarong show`."""

from __future__ import annotations

import click

from huarong.cli.base import command
from huarong.cli.language import tell
from huarong.cli.options import JSON, puzzle
from huarong.cli.output import Screen, print_json, title
from huarong.cli.reading import Source
from huarong.draw.terminal import board
from huarong.model.pieces import piece_set

__all__ = ["show_command"]


@command("show")
@puzzle()
@JSON
def show_command(source: Source, as_json: bool) -> None:
    """Draw a puzzle and what it is made of, with its text."""
    from huarong.library.description import Description

    found, screen = source.read(), Screen()
    about = Description(found)
    if as_json:
        print_json(about.to_json())
        return
    title(found)
    screen.draw(board(found, colours=screen.colours, width=screen.width))
    if found.source:
        click.echo(tell("source: {source}", source=found.source))
    click.echo(
        tell(
            "board {width}x{height}, {pieces} {pieces:piece|pieces}: {set}; {empty} {empty:cell|cells} empty",
            width=found.board.width, height=found.board.height, pieces=len(found.pieces),
            set=piece_set(found, marks=False), empty=about.empty_cells,
        )
    )  # fmt: skip
    click.echo("\n" + found.text(), nl=False)
