"""conwnet's 20 digits of 华容道: what each cell begins or continues."""

from __future__ import annotations

import re

from huarong.errors import Fault
from huarong.library.notations.base import Notation, fail
from huarong.library.notations.cover import CELLS, Cover, covered, types
from huarong.model.puzzle import Puzzle

_DIGITS = "..SVHA"
"""What each digit begins; 0 is empty and 1 belongs to a piece that has begun before."""


def encode_conwnet(puzzle: Puzzle) -> str:
    """Write conwnet's 20 digits: see `decode_conwnet`."""
    begun = types(puzzle)
    taken = covered(begun)
    return "".join(
        str(_DIGITS.index(begun[cell])) if cell in begun else str(int(cell in taken)) for cell in range(CELLS)
    )


def decode_conwnet(text: str, goal: str | None = None) -> Puzzle:
    """Read conwnet's 20 digits: one for each cell in reading order.

    0 is an empty cell and 1 a cell of a piece that begins elsewhere. The others begin a piece: 2 a single, 3 a
    vertical and 4 a horizontal domino, 5 the 2x2::

        横刀立马   3 5 1 3
                   1 1 1 1
                   3 4 1 3
                   1 2 2 1
                   2 0 0 2

    Source: https://github.com/conwnet/huarongdao, `README.md`.

    >>> decode_conwnet("35131111341312212002").rows()
    ('HAAI', 'HAAI', 'JBBK', 'JNOK', 'P..Q')
    """
    code = text.strip()
    if not re.fullmatch("[0-5]{20}", code):
        bad = next((i for i, c in enumerate(code[:CELLS]) if c not in "012345"), min(len(code), CELLS))
        fail(bad + 1, "expected 20 digits from 0 to 5")
    cover = Cover()
    for cell, digit in enumerate(code):
        if digit > "1":
            cover.put(_DIGITS[int(digit)], cell, cell + 1)
    for cell, digit in enumerate(code):
        if not cover.faults and (digit == "1") != (cell in cover.taken and digit < "2"):
            template = "cell {cell} is {digit}; the pieces around it make it {expected}"
            values = {"cell": cell, "digit": digit, "expected": int(cell in cover.taken)}
            cover.faults.append(Fault.at(1, cell + 1, template, **values))
    return cover.puzzle(goal)


CONWNET = Notation(
    "conwnet",
    "conwnet's 20 digits",
    "conwnet 20 位数字",
    lambda text: bool(re.fullmatch("[0-5]{20}", text.strip())),
    decode_conwnet,
    encode_conwnet,
    goal=False,
    sure=True,
)
