"""`huarong play`."""

import os
import sys

from huarong.cli.base import language, option
from huarong.cli.options import METRIC, Count, FileName, Source, command, puzzle, typed
from huarong.errors import InputError
from huarong.model.board import Metric


@command("play", puzzle(required=False), terms=None)
@option("--timed", "Play for time from random starts; the clock starts with the first move.")
@option("--inspection", "With --timed: seconds of inspection before the start; 0 for none.", Count(0, 600), default=15)
@option("--session", "With --timed: append each solve to this CSV file.", FileName())
@METRIC
def play_command(source: Source, timed: bool, inspection: int, session: str | None, metric: Metric) -> None:
    """Play a puzzle in the terminal, with mouse and keys: undo, hints, grades, counts. Without PUZZLE, choose one from
    the library.
    """
    needed = typed("inspection", "session", "metric").values()
    if needed and not timed:
        raise InputError("{names} {n:requires|require} --timed", names=", ".join(needed), n=len(needed))
    found = source.read() if source.text else None
    if session:
        from huarong.tui.session import check_session

        check_session(session)
    if sys.stdin is None or not sys.stdin.isatty() or not sys.stdout.isatty():
        raise InputError("playing requires a terminal, but standard input or output is not one")
    if not os.environ.get("NO_COLOR"):
        os.environ.pop("NO_COLOR", None)  # an empty one means nothing (no-color.org), but turns Textual gray
    if timed:
        from huarong.tui.timing import TimedPlayer, Timing

        TimedPlayer(found, language(), Timing(inspection, metric, session)).run()
        return
    from huarong.tui.app import Player

    Player(found, language()).run()
