"""Notations: the ways to write puzzles as text, each a record that can recognise, read and write it.

A text is read in the first of `notations()` in which it is a puzzle, unless one is named; the order is
part of what a text means. See `docs/notations.md`.

>>> [notation.name for notation in detect("11144021")]
['lv32']
>>> write(read("4WVE1"), "code"), write("横刀立马", "short")
('1A9BF0C00', '4WVE1')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.library.reader import mirror, piece_set, write
    from huarong.notation.base import Notation
    from huarong.notation.poos import mirror_poos
    from huarong.notation.registry import (
        NOTATIONS,
        NotationName,
        detect,
        notation,
        notations,
        read,
        register,
    )

__all__ = [
    "NOTATIONS",
    "Notation",
    "NotationName",
    "detect",
    "mirror",
    "mirror_poos",
    "notation",
    "notations",
    "piece_set",
    "read",
    "register",
    "write",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "NOTATIONS": "huarong.notation.registry",
        "Notation": "huarong.notation.base",
        "NotationName": "huarong.notation.registry",
        "detect": "huarong.notation.registry",
        "mirror": "huarong.library.reader",
        "mirror_poos": "huarong.notation.poos",
        "notation": "huarong.notation.registry",
        "notations": "huarong.notation.registry",
        "piece_set": "huarong.library.reader",
        "read": "huarong.notation.registry",
        "register": "huarong.notation.registry",
        "write": "huarong.library.reader",
    },
)
