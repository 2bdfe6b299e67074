"""`huarong play`."""

from __future__ import annotations

import sys

from huarong.cli.base import command
from huarong.cli.language import language
from huarong.cli.options import puzzle
from huarong.cli.reading import Source
from huarong.errors import InputError


@command("play")
@puzzle(required=False)
def play_command(source: Source) -> None:
    """Play a puzzle in the terminal, with mouse and keys: undo, hints, grades, counts. Without PUZZLE, choose one from the library."""
    found = source.read() if source.text else None
    if sys.stdin is None or not sys.stdin.isatty() or not sys.stdout.isatty():
        raise InputError("playing needs a terminal, and standard input or output is not one")
    from huarong.tui.app import Player

    Player(found, language()).run()
