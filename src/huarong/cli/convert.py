"""`huarong convert`."""

from __future__ import annotations

import click

from huarong.cli.base import command, option
from huarong.cli.language import language, tell
from huarong.cli.options import JSON, notations, puzzle
from huarong.cli.output import print_json
from huarong.cli.reading import Source
from huarong.library import labels
from huarong.library.reader import NAME, NotationLike, read_text, write


@command("convert")
@puzzle(all_levels=True)
@option("--to", "The notation to write.", notations(), metavar="NOTATION", required=True)
@JSON
def convert_command(source: Source, to: NotationLike, as_json: bool) -> None:
    """Convert a puzzle to another notation.

    NOTATION is `tiles`, `name`, `short`, `code`, `liu`, `lv32`, `lv64`, `poos`, `zhou`, `rush`, `sbp`, `gnome`, `line` or `grid`.
    In `gnome` and `sbp` a goal at the edge may become a way out of the board.
    """
    levels = source.levels()
    for number, each in enumerate(levels, 1):
        text = write(each.puzzle, to)
        if read_text(text, notation=to).board != each.puzzle.board:
            about = "The goal is written as a way out of the board: the fewest moves stay the same, but there may be more steps and slides."
            click.echo(tell(about), err=True)
        text = labels.names(read_text(text), language())[0] if to == NAME else text.rstrip("\n")
        if as_json:
            line = {"line": number} if len(levels) > 1 else {}
            print_json({**line, "notation": to, "text": text})
        else:
            click.echo(text + "\n" if number < len(levels) and "\n" in text else text)
