"""Notations: the ways to write puzzles as text, each a record that can recognise, read and write it.

A text is read in the first of `notations()` in which it is a puzzle, unless one is named; the order is
part of what a text means. See `docs/notations.md`.

>>> [notation.name for notation in detect("11144021")]
['lv32']
>>> write(read("4WVE1"), "code"), write("横刀立马", "short")
('1A9BF0C00', '4WVE1')
"""

from huarong.library.notations.base import Notation
from huarong.library.notations.codes import mirror_poos
from huarong.library.notations.registry import NOTATIONS, NotationName, notation, notations, register
from huarong.library.pddl import Pddl, pddl, read_plan
from huarong.library.reader import detect, mirror, piece_set, read, write

__all__ = [
    "NOTATIONS",
    "Notation",
    "NotationName",
    "Pddl",
    "detect",
    "mirror",
    "mirror_poos",
    "notation",
    "notations",
    "pddl",
    "piece_set",
    "read",
    "read_plan",
    "register",
    "write",
]
