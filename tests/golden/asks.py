"""Asks: where each long function asks its watch whether to go on, how often, and how far it says it is by then."""

from __future__ import annotations

import functools
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any
from unittest import mock

from huarong.limits import Watch
from huarong.search import METHODS
from tests.golden import Work, works
from tests.golden.limits import LONG

WORKS: dict[str, Work] = {}

SET_UP = {"chunks", "Numbering._grown", "_masks", "_survey"}
"""Functions that set tables up, which ask or not by what is cached."""


class _Asked:
    """Stands in for the asks of every watch: counts them by the function that asks, and keeps the last figures of each."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.last: dict[str, Any] = {}
        self._look = Watch.look

    def look(
        self,
        watch: Watch,
        depth: int = 0,
        layouts: int = 0,
        total: int | None = None,
        part: str = "",
    ) -> None:
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename.endswith(
            ("limits.py", "mock.py", "asks.py")
        ):
            frame = frame.f_back
        name = frame.f_code.co_qualname
        self.times[name] += 1
        self.last[name] = [int(depth), int(layouts), total and int(total), part, int(watch.lower)]
        self._look(watch, depth, layouts, total, part)


def asks(work: Callable[[], Any]) -> Any:
    """The asks of a second call: what the first has set up and cached depends on what ran before it."""
    work()
    asked = _Asked()
    with (
        mock.patch.object(
            Watch, "look", lambda watch, *given, **named: asked.look(watch, *given, **named)
        ),
        mock.patch.object(Watch, "back", return_value=None),  # so as much is done each time
    ):
        work()
    return {at: [asked.times[at], *asked.last[at]] for at in sorted(asked.times.keys() - SET_UP)}


for name, call in LONG.items():
    if name != "explore":  # by other threads
        WORKS[name] = functools.partial(asks, call)

ALSO = {
    "engines": (
        "anytime cars", "anytime shapes", "component two goals",
        "csv swap", "tour 3x4 a1 False knight", "tour 4x4 None False knight", "proof two goals move", "tiles 876543210 3 line",
        "tiles 123405678 3 tile", "atlas one way move", "atlas shapes slide", "map two goals", "paths one way 5",
        *(f"solve cars {method}" for method in METHODS if method != "auto"),
    ),
    "design": (
        "levels 4x3 2x1:1 1x2:1 1x1:2 None 3..9 0", "harder slide: along/AA./..B/XX./goal:/.../.../.XX", "hardest goals move",
        "hardest of a range step", "hardest sets move", "report AB./CD./goal:/.../DA.", "rate shapes", "rate one-way",
    ),
    "draw": ("sheet 5 2 2 letter False", "animation gif"),
    "study": ("whole trace lv-avl", "whole trace ma-tree", "stations move 2 1", "key points move", "listing 1 2 3/4 0 6/7 5 8 7"),
}  # fmt: skip
"""Other works, by group."""

for group, names in ALSO.items():
    for name in names:
        WORKS[f"{group}: {name}"] = functools.partial(asks, works(group)[name])
