"""Games of the terminal player that were left, kept in a file for each puzzle until they are begun again."""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any

from huarong import cache
from huarong.model.puzzle import Puzzle


def _file(puzzle: Puzzle) -> Path:
    return cache.folder("games") / (hashlib.sha256(puzzle.line().encode()).hexdigest()[:20] + ".json")


def keep(puzzle: Puzzle, moves: Any) -> None:
    """Keep the moves of a game; a game without moves is forgotten. A disk that refuses it does not end the play."""
    path = _file(puzzle)
    with contextlib.suppress(OSError):
        if moves:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"puzzle": puzzle.line(), "moves": moves}), "utf-8")
        else:
            path.unlink(missing_ok=True)


def kept(puzzle: Puzzle) -> Any:
    """The moves of the game of a puzzle that was left, as they were kept; None if there are none that can be read."""
    try:
        found = json.loads(_file(puzzle).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found.get("moves") if isinstance(found, dict) else None
