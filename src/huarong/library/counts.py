"""The shortest solution lengths and ratings of the library's puzzles, computed in advance so that lists can show them.

They are only displayed, no search uses them. `test_counts.py` and `test_rating.py` of the tests compute them again.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from huarong.model.metric import Metric

DATA = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")
_LEVELS = (25, 40, 55, 65)


class _Named(Protocol):
    """A puzzle of the library, by its English name."""

    @property
    def name(self) -> str: ...


_Entry = TypeVar("_Entry", bound=_Named)


def best_counts(entry: _Named) -> dict[str, int | None] | None:
    """The length of a puzzle's shortest solution by metric (None: no solution); None if the lengths are not stored.

    >>> from huarong.library.catalogue import find
    >>> best_counts(find("横刀立马"))
    {'step': 116, 'slide': 90, 'move': 81}
    >>> best_counts(find("走投无路"))
    {'step': None, 'slide': None, 'move': None}
    """
    found = stored("counts.json").get(entry.name)
    return None if found is None else {m.value: n for m, n in zip(Metric, found, strict=True)}


def length(entry: _Named) -> int | None:
    """The length of a puzzle's shortest solution in moves; None if there is none or it is not stored.

    >>> from huarong.library.catalogue import find
    >>> length(find("横刀立马")), length(find("走投无路"))
    (81, None)
    """
    return (best_counts(entry) or {}).get("move")


@functools.cache
def stored(file: str) -> dict[str, Any]:
    """The content of a file of `huarong/data`: lengths or ratings by the names of puzzles, or a group of puzzles."""
    with open(os.path.join(DATA, file), "rb") as stream:
        found: dict[str, Any] = json.load(stream)
    return found


def rating(entry: _Named) -> int | None:
    """How hard a puzzle is, from 0 to 100, as `huarong.design.rate` computes it; None if it has no solution.

    >>> from huarong.library.catalogue import find
    >>> rating(find("横刀立马")), rating(find("走投无路"))
    (66, None)
    """
    found: int | None = stored("ratings.json").get(entry.name)
    return found


def stars(rating: int | None) -> int | None:
    """From 1 to 5 stars: the rating passes 25, 40, 55, 65.

    >>> stars(62), stars(9), stars(None)
    (4, 1, None)
    """
    return None if rating is None else 1 + sum(rating > level for level in _LEVELS)


_WORDS = {"easy": (1, 2), "medium": (3, 3), "hard": (4, 4), "expert": (5, 5)}
"""The words for a difficulty, each with its least and greatest number of stars."""


def difficulty(word: str) -> tuple[int, int] | None:
    """The ratings that a word stands for: easy is 1 or 2 stars, medium 3, hard 4, expert 5; None for any other word.

    >>> difficulty("easy"), difficulty("medium"), difficulty("expert"), difficulty("30..50")
    ((0, 40), (41, 55), (66, 100), None)
    """
    if word not in _WORDS:
        return None
    least, most = _WORDS[word]
    ends = (-1, *_LEVELS, 100)
    return ends[least - 1] + 1, ends[most]


def ranked(
    entries: Iterable[_Entry], value: Callable[[_Entry], int | None] = rating, descending: bool = False
) -> list[_Entry]:
    """Puzzles by rating (or length), ascending or descending; those without a value come last.

    >>> from huarong.library.catalogue import find
    >>> some = [find(name) for name in ("走投无路", "横刀立马", "比翼横空")]
    >>> [each.name_zh for each in ranked(some)]
    ['比翼横空', '横刀立马', '走投无路']
    >>> [each.name_zh for each in ranked(some, length, descending=True)]
    ['横刀立马', '比翼横空', '走投无路']
    """
    sign = -1 if descending else 1
    return sorted(entries, key=lambda entry: (value(entry) is None, sign * (value(entry) or 0)))
