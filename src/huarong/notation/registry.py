"""The table of notations, in the order in which a text is tried, and reading a text in the first that fits.

A new notation of this package is a module with a `Notation`, and a line in `NOTATIONS`; other packages `register`
theirs. See `docs/notations.md`.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Iterator
from typing import Literal

from huarong.errors import InputError, PuzzleError, choices, expect
from huarong.model.puzzle import Puzzle
from huarong.model.text import MAX_TEXT, too_long
from huarong.notation.base import Notation
from huarong.notation.dnomd343 import CODE, SHORT
from huarong.notation.gnome import GNOME
from huarong.notation.grid import GRID, LINE
from huarong.notation.liu import LIU
from huarong.notation.lv import LV32, LV64
from huarong.notation.poos import POOS
from huarong.notation.rush_hour import RUSH_HOUR
from huarong.notation.sbp import SBP
from huarong.notation.tiles import TILES
from huarong.notation.zhou import ZHOU

__all__ = ["NOTATIONS", "NotationName", "detect", "notation", "notations", "read", "register"]

NOTATIONS: tuple[Notation, ...] = (
    TILES, SHORT, CODE, LIU, LV32, LV64, POOS, ZHOU, RUSH_HOUR, SBP, GNOME, LINE, GRID,
)  # fmt: skip
"""The notations of this package, in the order in which a text is tried; the order is part of what a text means."""

NotationName = Literal[
    "tiles", "short", "code", "liu", "lv32", "lv64", "poos", "zhou", "rush", "sbp", "gnome", "line", "grid",
]  # fmt: skip
"""The names of the notations, as functions take them."""
GROUP = "huarong.notations"
"""The group of entry points by which installed packages name their notations."""
_registered: list[Notation] = []


def notations() -> Iterator[Notation]:
    """All notations in the order in which a text is tried: those of `NOTATIONS`, then those of other packages.

    >>> [each.name for each in notations()][:2]
    ['tiles', 'short']
    """
    yield from NOTATIONS
    _load_installed()
    yield from _registered


def register(notation: Notation) -> None:
    """Add a notation of another package. It is tried last, so that no text changes its meaning.

    An installed package can name its `Notation` as an entry point of the group `huarong.notations` instead. Raises
    `InputError` if another notation has this name.

    >>> register(NOTATIONS[0])
    Traceback (most recent call last):
    huarong.errors.InputError: there is already a notation called 'tiles'
    """
    expect(notation, Notation)
    if notation in _registered:
        return
    if notation.name in {"name", *(each.name for each in (*NOTATIONS, *_registered))}:
        raise InputError("there is already a notation called {name!r}", name=notation.name)
    _registered.append(notation)


@functools.cache
def _load_installed() -> None:
    from importlib.metadata import entry_points  # takes 20 ms; most texts are read before

    for each in entry_points(group=GROUP):
        try:
            register(each.load())
        except Exception as error:
            about = f"the notation {each.name!r} ({each.value}) is unavailable: {error}"
            warnings.warn(about, RuntimeWarning, stacklevel=2)


def notation(name: Notation | str) -> Notation:
    """The notation of a name; raises `InputError` with all names.

    >>> notation("poos").title
    "poos's 50-bit code"
    """
    if isinstance(name, Notation):
        return name
    for each in notations():
        if each.name == name:
            return each
    names = [each.name for each in notations()]
    template = "{name!r} is not a valid notation; {expected}"
    raise InputError(template, name=name, expected=choices(name, names))


def detect(text: str) -> tuple[Notation, ...]:
    """The notations in which a text is a puzzle, in their order; the first is the one it is read in.

    >>> [each.name for each in detect("12BE9")]
    ['short', 'code']
    """
    expect(text, str)
    return tuple(each for each, found in _tries(text, None) if isinstance(found, Puzzle))


def _tries(text: str, goal: str | None) -> Iterator[tuple[Notation, Puzzle | PuzzleError]]:
    """Each notation that accepts a text, with the puzzle or the error that reading it gives; read one by one."""
    for each in notations() if len(text) <= MAX_TEXT else ():
        if each.accepts(text):
            try:
                yield each, each.decode(text, goal)
            except PuzzleError as error:
                yield each, error


def read(
    text: str, notation: Notation | NotationName | None = None, goal: str | None = None
) -> Puzzle:
    """Read a text in the notation named, or in the first in which it is a puzzle.

    `goal` replaces the goal that the notation gives or implies. Raises `PuzzleError` with all faults in the first
    notation that accepts the text, and `InputError` where none does.

    >>> read("1A9BF0C").rows() == read("HAAI/HAAI/JBBK/JNOK/P..Q").rows()
    True
    """
    expect(text, str)
    if len(text) > MAX_TEXT:
        raise PuzzleError([too_long(text)])
    if notation is not None:
        return _named(notation).decode(text, goal)
    first: PuzzleError | None = None
    for _, found in _tries(text, goal):
        if isinstance(found, Puzzle):
            return found
        first = first or found
    if first:
        raise first
    raise InputError("no notation reads {text!r}", text=text[:60])


_named = notation
