"""The least counts of the library's puzzles, found once by `solve`, so that they can be shown at once.

They are for show: whatever solves a puzzle searches. `tests/library/test_counts.py` finds them again.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

from huarong.library.catalogue import Entry
from huarong.model.metric import Metric

__all__ = ["best_counts", "difficulty"]

_DATA = Path(__file__).parents[1] / "data" / "counts.json"
_LEVELS = (15, 30, 60, 100)


def best_counts(entry: Entry) -> dict[str, int | None] | None:
    """The least count of a puzzle in each metric, None where it has no solution; no dict where they are not known.

    >>> from huarong.library.catalogue import find
    >>> best_counts(find("横刀立马"))
    {'step': 116, 'slide': 90, 'move': 81}
    >>> best_counts(find("走投无路"))
    {'step': None, 'slide': None, 'move': None}
    """
    found = _counts().get(entry.name)
    return None if found is None else {m.value: n for m, n in zip(Metric, found, strict=True)}


@functools.cache
def _counts() -> dict[str, list[int | None]]:
    found: dict[str, list[int | None]] = json.loads(_DATA.read_text("utf-8"))
    return found


def difficulty(moves: int | None) -> int | None:
    """From 1 to 5 stars: the least moves pass 15, 30, 60, 100.

    >>> difficulty(81), difficulty(9), difficulty(None)
    (4, 1, None)
    """
    return None if moves is None else 1 + sum(moves > level for level in _LEVELS)
