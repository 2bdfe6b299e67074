"""`huarong show`."""

from __future__ import annotations

import click

from huarong.cli.base import command
from huarong.cli.language import tell
from huarong.cli.options import JSON, puzzle
from huarong.cli.output import Screen, print_json, title
from huarong.cli.reading import Source
from huarong.draw.terminal import board
from huarong.model.pieces import board_text, piece_set
from huarong.model.puzzle import Puzzle

__all__ = ["empty", "show_command"]


@command("show")
@puzzle()
@JSON
def show_command(source: Source, as_json: bool) -> None:
    """Draw a puzzle and what it is made of, with its text."""
    found, screen = source.read(), Screen()
    if as_json:
        print_json(_as_data(found))
        return
    title(found)
    screen.draw(board(found, colours=screen.colours, width=screen.width))
    if found.source:
        click.echo(tell("source: {source}", source=found.source))
    click.echo(
        tell(
            "board {width}x{height}, {pieces} {pieces:piece|pieces}: {set}; {empty} {empty:cell|cells} empty",
            width=found.board.width, height=found.board.height, pieces=len(found.pieces),
            set=piece_set(found, marks=False), empty=empty(found),
        )
    )  # fmt: skip
    click.echo("\n" + found.text(), nl=False)


def _as_data(found: Puzzle) -> dict[str, object]:
    return {
        "name": found.name_zh or found.name or None,
        "source": found.source or None,
        "board": board_text(found.board),
        "pieces": {piece.symbol: piece.label for piece in found.pieces},
        "piece_set": piece_set(found),
        "empty_cells": empty(found),
        "puzzle": found.line(),
    }


def empty(found: Puzzle) -> int:
    """How many cells no piece covers."""
    return sum(row.count(".") + row.count("-") for row in found.rows())
