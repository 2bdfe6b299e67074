"""The shortest solution lengths and ratings of the library's puzzles, computed in advance so that lists can show them.

They are only displayed: no search uses them. `tests/library/test_counts.py` computes the lengths again,
`tests/design/test_rating.py` the ratings.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

from huarong.library.catalogue import Entry
from huarong.model.metric import Metric

__all__ = ["best_counts", "rating", "stars"]

_DATA = Path(__file__).parents[1] / "data" / "counts.json"
_RATINGS = _DATA.with_name("ratings.json")
_LEVELS = (25, 40, 55, 65)


def best_counts(entry: Entry) -> dict[str, int | None] | None:
    """The length of a puzzle's shortest solution by metric (None: no solution); None where the lengths are not stored.

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


@functools.cache
def _ratings() -> dict[str, int | None]:
    found: dict[str, int | None] = json.loads(_RATINGS.read_text("utf-8"))
    return found


def rating(entry: Entry) -> int | None:
    """How hard a puzzle is, from 0 to 100, as `huarong.design.rate` computes it; None where it has no solution.

    >>> from huarong.library.catalogue import find
    >>> rating(find("横刀立马")), rating(find("走投无路"))
    (62, None)
    """
    return _ratings().get(entry.name)


def stars(rating: int | None) -> int | None:
    """From 1 to 5 stars: the rating passes 25, 40, 55, 65.

    >>> stars(62), stars(9), stars(None)
    (4, 1, None)
    """
    return None if rating is None else 1 + sum(rating > level for level in _LEVELS)
