"""`huarong check`."""

from __future__ import annotations

import click

from huarong.cli.base import command
from huarong.cli.faults import BAD
from huarong.cli.language import language, tell
from huarong.cli.options import JSON, puzzle
from huarong.cli.output import print_json
from huarong.cli.reading import Source
from huarong.errors import HuarongError, PuzzleError
from huarong.model.puzzle import Puzzle

__all__ = ["check_command"]


@command("check")
@puzzle()
@JSON
def check_command(source: Source, as_json: bool) -> None:
    """List everything that is wrong with a puzzle, or the facts about a good one."""
    from huarong.library.description import Checked

    try:
        found = source.read()
        checked = Checked(found, source.text, layouts=_layouts(found))
    except PuzzleError as error:
        if not as_json:
            raise
        checked = Checked(None, source.text, error.faults)
    if as_json:
        print_json(checked.to_json(language()))
        if checked.faults:
            raise SystemExit(BAD)
        return
    click.echo(tell("a good puzzle"))
    for key, value in checked.facts.items():
        shown = (
            f"{value:,}"
            if isinstance(value, int)
            else ", ".join(value)
            if isinstance(value, list)
            else value
        )
        click.echo(tell("  {fact}: {value}", fact=tell(key.replace("_", " ")), value=shown))


def _layouts(found: Puzzle) -> int | None:
    """How many layouts the pieces have; None where they cannot be counted."""
    from huarong.space.space import Space

    try:
        return Space.of(found).size
    except HuarongError:
        return None
