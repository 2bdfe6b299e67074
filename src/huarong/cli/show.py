"""`huarong show`."""

from __future__ import annotations

import click

from huarong.cli.base import command
from huarong.cli.faults import BAD
from huarong.cli.language import language, tell
from huarong.cli.options import JSON, puzzle
from huarong.cli.output import Screen, print_json, title
from huarong.cli.reading import Source
from huarong.draw.terminal import board
from huarong.errors import HuarongError, PuzzleError
from huarong.library.description import Checked, Description
from huarong.model.puzzle import Puzzle

__all__ = ["show_command"]


@command("show")
@puzzle()
@JSON
def show_command(source: Source, as_json: bool) -> None:
    """Draw a puzzle, with its text and the facts about it, or list everything that is wrong with it."""
    try:
        found = source.read()
    except PuzzleError as error:
        if not as_json:
            raise
        print_json(Checked(None, source.text, error.faults).to_json(language()))
        raise SystemExit(BAD) from None
    checked = Checked(found, source.text, layouts=_layouts(found))
    if as_json:
        print_json(checked.to_json(language()) | Description(found).to_json())
        return
    screen = Screen()
    title(found)
    screen.draw(board(found, colours=screen.colours, width=screen.width))
    if found.source:
        click.echo(tell("source: {source}", source=found.source))
    click.echo("\n" + found.text() + "\n", nl=False)
    for key, value in checked.facts.items():
        if key == "name":
            continue
        shown = ", ".join(value) if isinstance(value, list) else value
        shown = f"{value:,}" if isinstance(value, int) else shown
        click.echo(tell("{fact}: {value}", fact=tell(key.replace("_", " ")), value=shown))


def _layouts(found: Puzzle) -> int | None:
    """The number of layouts of the pieces; None where they cannot be counted."""
    from huarong.space.space import Space

    try:
        return Space.of(found).size
    except HuarongError:
        return None
