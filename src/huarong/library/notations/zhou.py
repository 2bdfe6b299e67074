"""周扬's basic state: ten cells in 50 bits."""

from __future__ import annotations

import re

from huarong.errors import Fault
from huarong.library.notations.base import Notation
from huarong.library.notations.cover import CELLS, Cover, in_bits, number, require
from huarong.model.puzzle import Puzzle

_ZHOU = "VVVVSSSSHA"


def is_zhou(text: str) -> bool:
    """Whether a text is 16 hexadecimal digits that begin with 000, or a whole number of 50 bits."""
    text = text.strip()
    return bool(re.fullmatch(r"000[0-3][0-9a-fA-F]{12}", text)) or (len(text) > 4 and in_bits(text, 50))


def encode_zhou(puzzle: Puzzle) -> str:
    """Write 周扬's basic state, as the 16 hexadecimal digits of its 8 bytes: see `decode_zhou`."""
    found = require(puzzle, A=1, H=1, V=4, S=4)
    value = 0
    for type_ in "VSHA":
        for cell, each in found.items():
            if each == type_:
                value = value << 5 | cell
    return f"{value:016X}"


def decode_zhou(text: str, goal: str | None = None) -> Puzzle:
    """Read 周扬's basic state: ten coordinates of 5 bits, in 8 bytes written as 16 hexadecimal digits.

    A coordinate is y in 3 bits and x in 2, which makes the number of the cell. First the four verticals, then
    the four singles, each four sorted, then the horizontal and the 2x2::

        横刀立马   V A A V    A1  A2  A3  A4  B1  B2  B3  B4   C   D
                   V A A V     0   3   8  11  13  14  16  19   9   1
                   V H H V
                   V S S V   00000 00011 01000 01011 01101 01110 10000 10011 01001 00001
                   S . . S   = 00 00 03 42 DA E8 4D 21

    The number itself (decimal, 0x…, 0b…) is read as well.

    Source: 周扬, 陈伊琳, 韦妮君, 周一诺, on solving 华容道 by a hash table, section 4.

    >>> decode_zhou("00000342DAE84D21").rows()
    ('HAAI', 'HAAI', 'JBBK', 'JNOK', 'P..Q')
    """
    text = text.strip()
    value = number(f"0x{text}" if re.fullmatch("[0-9a-fA-F]{16}", text) else text, 50)
    cover = Cover()
    cells = [value >> 45 - 5 * i & 31 for i in range(10)]
    for type_, cell in zip(_ZHOU, cells, strict=True):
        if cell >= CELLS:
            cover.faults.append(Fault.of("{cell} is not a valid cell; expected 0 to {most}", cell=cell, most=CELLS - 1))
        else:
            cover.put(type_, cell)
    for four in (cells[:4], cells[4:8]):
        if not cover.faults and sorted(four) != four:
            template = "the cells {got} are not sorted; expected {expected}"
            cover.faults.append(Fault.of(template, got=four, expected=sorted(four)))
    return cover.puzzle(goal)


ZHOU = Notation("zhou", "周扬's basic state", "周扬基本状态", is_zhou, decode_zhou, encode_zhou, goal=False)
