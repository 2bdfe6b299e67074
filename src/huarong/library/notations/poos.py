"""poos's 50 bits: what covers each cell, and which two are empty."""

from __future__ import annotations

import re
from collections.abc import Iterable

from huarong.errors import expect
from huarong.library.notations.base import Notation, fail
from huarong.library.notations.cover import CELLS, SHAPES, SIZES, WIDTH, Cover, covered, in_bits, number, require
from huarong.model.puzzle import Puzzle

_POOS = ("A", "H", "V", "S")


def is_poos(text: str) -> bool:
    """Whether a text is 50 binary digits or a whole number of at most 50 bits."""
    text = text.strip()
    return bool(re.fullmatch("[01]{50}", text)) or (len(text) > 4 and in_bits(text, 50))


def encode_poos(puzzle: Puzzle) -> str:
    """Write poos's 50-bit code, as 0b and 50 binary digits: see `decode_poos`."""
    found = require(puzzle, A=1, E=2)
    taken, every = covered(found), range(CELLS)
    return f"0b{_poos((taken.get(cell, 'S') for cell in every), set(every) - set(taken)):050b}"


def _poos(cells: Iterable[str], empties: Iterable[int]) -> int:
    value = 0
    for type_ in cells:
        value = value << 2 | _POOS.index(type_)
    for cell in sorted(empties):
        value = value << 5 | cell
    return value


def _parts(value: int) -> tuple[list[str], list[int]]:
    cells = [_POOS[value >> 48 - 2 * cell & 3] for cell in range(CELLS)]
    return cells, [value >> 5 & 31, value & 31]


def decode_poos(text: str, goal: str | None = None) -> Puzzle:
    """Read poos's 50-bit code: 2 bits a cell, then the two empty cells in 5 bits each.

    A cell of the 2x2 is 0, of a horizontal 1, of a vertical 2, of a single 3, and an empty cell also 3::

        S S V V    11 11 10 10
        H H V V    01 01 10 10
        A A H H    00 00 01 01
        A A H H    00 00 01 01
        S S . .    11 11 11 11   10010 10011 (18 and 19)

    Source: poos, 华容道搜索算法实现 (2019).

    >>> decode_poos("0b11111010010110100000010100000101111111111001010011").rows()
    ('NOHI', 'BBHI', 'AACC', 'AADD', 'PQ..')
    """
    text = text.strip()
    cells, empties = _parts(number("0b" + text if re.fullmatch("[01]{50}", text) else text, 50))
    cover = Cover()
    for cell in empties:
        if cell >= CELLS or cells[cell] != "S":
            fail(1, "the empty cell {cell} must be one of 0 to 19 that no larger piece covers", cell=cell)
    if empties[0] == empties[1]:
        fail(1, "the empty cell {cell} is given twice", cell=empties[0])
    for cell in cover.free:
        type_ = cells[cell]
        if cell in empties or cover.faults:
            continue
        last = SHAPES[type_][-1]
        over = [cell + offset for offset in SHAPES[type_] if cell + offset < CELLS]
        if any(cells[each] != type_ for each in over) or cell + last >= CELLS:
            template = "the bits of cell {cell} begin a {piece} piece that the cells after it do not continue"
            size = next(size for size, letter in SIZES.items() if letter == type_)
            fail(1, template, cell=cell, piece=size)
        cover.put(type_, cell)
    return cover.puzzle(goal)


def mirror_poos(value: int) -> int:
    """The code of the mirror image: left and right change places in each row and in the numbers of the empty cells.

    >>> f"{mirror_poos(0b11111010010110100000010100000101111111111001010011):050b}"
    '10101111101001010101000001010000111111111000010001'
    """
    expect(value, int)
    found = 0
    for shift in range(42, 9, -8):
        row = value >> shift & 0xFF
        found = found << 8 | (row & 3) << 6 | (row & 12) << 2 | row >> 2 & 12 | row >> 6
    first, second = (cell // WIDTH * WIDTH + WIDTH - 1 - cell % WIDTH for cell in (value >> 5 & 31, value & 31))
    return found << 10 | min(first, second) << 5 | max(first, second)


POOS = Notation("poos", "poos's 50-bit code", "poos 50 位编码", is_poos, decode_poos, encode_poos, goal=False)
