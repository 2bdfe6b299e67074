"""The best counts of the library's puzzles, found in the background and kept in the user's cache folder."""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
import time
from pathlib import Path
from typing import Any

from huarong import __version__
from huarong.cache import folder
from huarong.errors import Cancelled, FileError, LimitReached
from huarong.files import replacing
from huarong.library.catalogue import Entry, entries
from huarong.limits import Limits, Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve
from huarong.web.sight import Sights

__all__ = ["Survey", "best_counts", "difficulty"]

SECONDS, MEMORY = 12.0, 512 << 20
SAVE = 5.0
"""Seconds after which what has been found is kept, lest it be found again after a stop."""
_LEVELS = (15, 30, 60, 100)


def difficulty(moves: int | None) -> int | None:
    """From 1 to 5 stars: the least moves pass 15, 30, 60, 100.

    >>> difficulty(81), difficulty(9), difficulty(None)
    (4, 1, None)
    """
    return None if moves is None else 1 + sum(moves > level for level in _LEVELS)


def best_counts(puzzle: Puzzle, sights: Sights, watch: Watch) -> dict[str, int | None]:
    """The least count in each metric, by look-up or search; None where there is no solution.

    The time is for all of them: each has its part of what is left, and a metric that takes longer is left out.
    Raises `Cancelled`.
    """
    found: dict[str, int | None] = {}
    for n, metric in enumerate(Metric):
        sight = sights.get(puzzle, puzzle.start, metric)
        if sight is not None:
            found[metric] = sight.distance(sight.space.rank(puzzle.start))
            continue
        with contextlib.suppress(LimitReached):
            found[metric] = solve(
                puzzle,
                metric,
                max_seconds=max(0.01, watch.left / (len(Metric) - n)),
                max_memory=watch.memory,
                progress=watch.progress,
                cancel=watch.cancel,
            ).length
    return found


class Survey:
    """What is known of the library so far; `start` has the rest found by a thread of its own."""

    def __init__(self, path: Path | None = None) -> None:
        texts = "".join(entry.text for entry in entries())
        name = hashlib.sha256(f"{__version__} {SECONDS} {texts}".encode()).hexdigest()[:16]
        self.path = path or folder("library") / f"{name}.json"
        self.counts: dict[str, dict[str, int | None]] = self._load()
        self.stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def pending(self) -> int:
        """How many puzzles are still to be looked at."""
        return sum(entry.name not in self.counts for entry in entries())

    def facts(self, entry: Entry) -> dict[str, Any]:
        """The best counts and the difficulty of an entry, as far as they are known."""
        best = self.counts.get(entry.name)
        return {"best": best, "difficulty": difficulty((best or {}).get("move"))}

    def start(self) -> None:
        """Find what is missing, in the background, once."""
        if self._thread is None and self.pending:
            self._thread = threading.Thread(target=self._run, name="survey", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop the thread."""
        self.stop.set()
        if self._thread is not None:
            self._thread.join(2)

    def _run(self) -> None:
        waiting = [entry for entry in entries() if entry.name not in self.counts]
        # Those of one set of pieces together: one atlas answers for all of them.
        waiting.sort(
            key=lambda entry: (entry.group != "openings", entry.group == "korf", _pieces(entry))
        )
        group: Any = None
        sights = Sights()
        kept = time.monotonic()
        for entry in waiting:
            puzzle = entry.puzzle
            if entry.group == "openings" and _pieces(entry) != group:
                group, sights = _pieces(entry), Sights()
                for metric in Metric:
                    sights.make(puzzle, puzzle.start, metric)
            try:
                watch = Watch(Limits(MEMORY, SECONDS), cancel=self.stop)
                found = best_counts(puzzle, sights, watch)
            except Cancelled:
                break
            if self.stop.wait(0.002):
                break
            self.counts[entry.name] = found
            if time.monotonic() > kept + SAVE:
                self._save()
                kept = time.monotonic()
        self._save()

    def _load(self) -> dict[str, dict[str, int | None]]:
        try:
            data = json.loads(self.path.read_text("utf-8"))
            names = {entry.name for entry in entries()}
            return {
                name: {metric: counts[metric] for metric in Metric if metric in counts}
                for name, counts in data.items()
                if name in names and all(v is None or type(v) is int for v in counts.values())
            }
        except (OSError, ValueError, AttributeError, TypeError):
            return {}

    def _save(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(self.path) as file:
                file.write(json.dumps(self.counts).encode())
        except (OSError, FileError):
            return  # a cache that cannot be written to is no cache, and no fault


def _pieces(entry: Entry) -> str:
    return repr((entry.puzzle.kinds, [len(group) for group in entry.puzzle.start.heads]))
