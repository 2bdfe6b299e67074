"""`huarong check`."""

from __future__ import annotations

import contextlib
from typing import Any

import click

from huarong.cli.base import command
from huarong.cli.faults import BAD
from huarong.cli.language import language, tell
from huarong.cli.options import JSON, puzzle
from huarong.cli.output import print_json
from huarong.cli.reading import Source
from huarong.cli.show import empty
from huarong.errors import HuarongError, PuzzleError
from huarong.model.pieces import board_text, piece_set
from huarong.model.puzzle import Puzzle
from huarong.notation.registry import detect

__all__ = ["check_command"]


@command("check")
@puzzle()
@JSON
def check_command(source: Source, as_json: bool) -> None:
    """List everything that is wrong with a puzzle, or the facts about a good one."""
    try:
        found = source.read()
    except PuzzleError as error:
        if not as_json:
            raise
        faults = [
            {"line": f.line, "column": f.column, "message": f.message(language())}
            for f in error.faults
        ]
        print_json({"valid": False, "faults": faults})
        raise SystemExit(BAD) from None
    facts = _facts(found, source.text)
    if as_json:
        print_json({"valid": True, "faults": [], **facts})
        return
    click.echo(tell("a good puzzle"))
    for key, value in facts.items():
        shown = (
            f"{value:,}"
            if isinstance(value, int)
            else ", ".join(value)
            if isinstance(value, list)
            else value
        )
        click.echo(tell("  {fact}: {value}", fact=tell(key.replace("_", " ")), value=shown))


def _facts(found: Puzzle, text: str) -> dict[str, Any]:
    """What is known of a good puzzle; `piece_set` is what `huarong atlas --pieces` reads."""
    facts: dict[str, Any] = {
        "board": board_text(found.board),
        "pieces": len(found.pieces),
        "kinds": len(found.kinds),
        "piece_set": piece_set(found),
        "empty_cells": empty(found),
        "goal_alternatives": len(found.goal.alternatives),
    }
    if found.name or found.name_zh:
        facts["name"] = found.name_zh or found.name
    with contextlib.suppress(HuarongError):
        from huarong.space.space import Space

        facts["layouts"] = Space.of(found).size
    notations = [each.name for each in detect(text)]
    return facts | ({"notations": notations} if notations else {})
