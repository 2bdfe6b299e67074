"""The table of notations, in the order in which `huarong.library.reader` tries them.

A new notation is a `Notation` and a name in `NOTATIONS`; other packages `register` theirs (see
`docs/en/reference/notations.md`).
"""

import functools
import warnings
from collections.abc import Iterator
from typing import Literal

from huarong.errors import InputError, choices, expect
from huarong.library.notations.base import GRID, LINE, Notation
from huarong.library.notations.cells import CELLS
from huarong.library.notations.codes import CODE, CONWNET, LIU, LV32, LV64, POOS, SHORT, ZHOU
from huarong.library.notations.json_forms import CARS, JSON_ROWS
from huarong.library.notations.key_piece import GNOME, SBP, dialect
from huarong.library.notations.lists import CLAUSECKER, FOGLEMAN, HRD
from huarong.library.notations.programs import FUJIWARA, JS2, SLIDE
from huarong.library.notations.rush_hour import RUSH_HOUR
from huarong.library.notations.tiles import TILES

OTHERS = (SLIDE, JS2, FUJIWARA, CONWNET, CARS, JSON_ROWS, FOGLEMAN, CLAUSECKER, HRD)
"""The formats of single programs. Their texts have unique forms, so they are tried first."""
NOTATIONS = (*OTHERS, TILES, SHORT, CODE, LIU, LV32, LV64, POOS, ZHOU, RUSH_HOUR, SBP, GNOME, CELLS, LINE, GRID)
"""The notations of this package, in the order in which they are tried; the order affects what a text means."""

DIALECTS = tuple(dialect(plain, along) for plain in (SBP, GNOME) for along in (False, True))
"""Notations that are used only if they are named."""

_Other = Literal["slide", "js2", "fujiwara", "conwnet", "cars", "json", "fogleman", "clausecker", "hrd"]
_Code = Literal["tiles", "short", "code", "liu", "lv32", "lv64", "poos", "zhou"]
_Board = Literal["rush", "sbp", "gnome", "cells", "line", "grid"]
_Dialect = Literal["sbp-edge", "sbp-along", "gnome-edge", "gnome-along"]
NotationName = Literal[_Other, _Code, _Board, _Dialect]
"""The names of the notations."""
GROUP = "huarong.notations"
"""The group of entry points through which installed packages declare their notations."""
_registered: list[Notation] = []


def notations() -> Iterator[Notation]:
    """Iterate over all notations in the order in which they are tried: `NOTATIONS`, then notations of other packages.

    >>> [each.name for each in notations()][:2]
    ['slide', 'js2']
    """
    yield from NOTATIONS
    _load_installed()
    yield from _registered


def register(notation: Notation) -> None:
    """Add a notation of another package. It is tried last, so no text changes its meaning.

    An installed package can instead declare its `Notation` as an entry point of the group `huarong.notations`. Raises
    `InputError` if another notation has this name.

    >>> register(NOTATIONS[0])
    Traceback (most recent call last):
    huarong.errors.InputError: there is already a notation called 'slide'
    """
    expect(notation, Notation)
    if notation in _registered:
        return
    if notation.name in {"name", *(each.name for each in (*NOTATIONS, *DIALECTS, *_registered))}:
        raise InputError("there is already a notation called {name!r}", name=notation.name)
    _registered.append(notation)


@functools.cache
def _load_installed() -> None:
    from importlib.metadata import entry_points  # takes 20 ms; most texts are recognized before

    for each in entry_points(group=GROUP):
        try:
            register(each.load())
        except Exception as error:
            about = f"the notation {each.name!r} ({each.value}) is unavailable: {error}"
            warnings.warn(about, RuntimeWarning, stacklevel=2)


def notation(name: Notation | str) -> Notation:
    """Return the notation with this name. Raises `InputError` with all names.

    >>> notation("poos").title
    "poos's 50-bit code"
    """
    if isinstance(name, Notation):
        return name
    for each in (*notations(), *DIALECTS):
        if each.name == name:
            return each
    names = [each.name for each in (*notations(), *DIALECTS)]
    template = "{name!r} is not a valid notation; {expected}"
    raise InputError(template, name=name, expected=choices(name, names))
