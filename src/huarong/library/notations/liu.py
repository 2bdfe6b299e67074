"""刘峻松's 24 digits: the cells of twelve pieces and empty cells."""

from __future__ import annotations

import re

from huarong.errors import Fault
from huarong.library.notations.base import Notation, fail
from huarong.library.notations.cover import CELLS, WIDTH, Cover, covered, require
from huarong.model.puzzle import Puzzle


def is_liu(text: str) -> bool:
    """Whether a text is 24 digits, with or without spaces."""
    return bool(re.fullmatch(r"(\d\d\s*){12}", text.strip(), re.ASCII))


def encode_liu(puzzle: Puzzle) -> str:
    """Write 刘峻松's 24 digits, horizontal generals before vertical ones: see `decode_liu`."""
    found = require(puzzle, A=1, D=5, S=4, E=2)
    groups = [[cell for cell, type_ in found.items() if type_ == each] for each in "AHVS"]
    groups.append([cell for cell in range(CELLS) if cell not in covered(found)])
    return "".join(f"{cell + 1:02}" for group in groups for cell in group)


def decode_liu(text: str, goal: str | None = None) -> Puzzle:
    """Read 刘峻松's 24 digits: twelve cells, numbered 1 to 20 in reading order.

    They are the first cells of the 2x2, of five generals and of four soldiers, then the two empty cells. Whether
    a general lies or stands is not stored, but only one way makes the pieces cover the board exactly: he
    stands where the cell at his right is another's, and lies where it would else stay bare::

        02  18 01 04 09 12  10 11 14 15  17 20        V A A V
        2x2 generals        soldiers     empty        V A A V
                                                      V S S V
                                                      V S S V
                                                      . H H .

    Source: 吕震宇, 华容道与数据结构, part 1, after a program of 刘峻松. He calls these digits 横刀立马.

    >>> decode_liu("021801040912101114151720").rows()
    ('HAAI', 'HAAI', 'JNOK', 'JPQK', '.BB.')
    """
    digits = "".join(text.split())
    if not is_liu(digits):
        column = next((i for i, c in enumerate(digits, 1) if c not in "0123456789"), len(digits) + 1)
        fail(column, "expected 24 digits: twelve cells from 01 to 20")
    cells = [int(digits[i : i + 2]) - 1 for i in range(0, 24, 2)]
    cover = Cover()
    for i, cell in enumerate(cells):
        template = ""
        if not 0 <= cell < CELLS:
            template = "{cell:02} is not a valid cell; expected 01 to 20"
        elif cell in cells[:i]:
            template = "cell {cell:02} is given twice"
        if template:
            cover.faults.append(Fault.at(1, 2 * i + 1, template, cell=cell + 1))
    if cover.faults:
        return cover.puzzle(goal)
    cover.put("A", cells[0], 1)
    given = set(cells)
    for i, cell in sorted(enumerate(cells[1:10], 1), key=lambda pair: pair[1]):
        right = cell + 1
        stands = right in given or right in cover.taken or right % WIDTH == 0
        cover.put("S" if i > 5 else "V" if stands else "H", cell, 2 * i + 1)
    blank = set(cells[10:])
    if not cover.faults and set(cover.free) != blank:
        bare = ", ".join(f"{cell + 1:02}" for cell in sorted(set(cover.free) ^ blank))
        fail(21, "the pieces do not cover the board exactly: cells {cells}", cells=bare)
    return cover.puzzle(goal)


LIU = Notation("liu", "刘峻松's 24 digits", "刘峻松 24 位数字", is_liu, decode_liu, encode_liu, goal=False, sure=True)
