"""`huarong convert`."""

from __future__ import annotations

from typing import Any

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND
from huarong.cli.language import language, tell
from huarong.cli.many import answer_all, one_or_many
from huarong.cli.options import JSON, notations, puzzle
from huarong.cli.output import print_json
from huarong.cli.reading import Source
from huarong.library import labels
from huarong.library.reader import NAME, Given, NotationLike, read_text, write
from huarong.model.puzzle import Puzzle


@command("convert")
@puzzle(all_levels=True, lines=True)
@option("--to", "The notation to write.", notations(), metavar="NOTATION", required=True)
@JSON
def convert_command(source: Source, to: NotationLike, as_json: bool) -> int:
    """Convert a puzzle to another notation.

    NOTATION is `tiles`, `name`, `short`, `code`, `liu`, `lv32`, `lv64`, `poos`, `zhou`, `rush`, `sbp`, `gnome`, `line` or `grid`.
    In `gnome` and `sbp` a goal at the edge may become a way out of the board.
    """

    def answer(each: Given) -> tuple[dict[str, Any], int]:
        return {"notation": to, "text": _written(each.puzzle, to)}, FOUND

    given = one_or_many(source, whole=True)
    if isinstance(given, Given):
        told, _ = answer(given)
        print_json(told) if as_json else click.echo(told["text"])
        return FOUND
    if as_json or source.text == "-":
        return answer_all(given, answer)
    levels = [each for _, each in given if isinstance(each, Given)]
    for number, each in enumerate(levels, 1):
        text = _written(each.puzzle, to)
        click.echo(text + "\n" if number < len(levels) and "\n" in text else text)
    return FOUND


def _written(found: Puzzle, to: NotationLike) -> str:
    """The puzzle in a notation, with a note where its goal has become a way out of the board."""
    text = write(found, to)
    if read_text(text, notation=to).board != found.board:
        about = "The goal is written as a way out of the board: the fewest moves stay the same, but there may be more steps and slides."
        click.echo(tell(about), err=True)
    return labels.names(read_text(text), language())[0] if to == NAME else text.rstrip("\n")
