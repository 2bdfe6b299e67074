"""吕震宇's two codes of 华容道: of 32 and of 64 bits."""

from __future__ import annotations

from huarong.errors import Fault
from huarong.library.notations.base import Notation, fail
from huarong.library.notations.cover import CELLS, Cover, covered, in_bits, items, number, require, types
from huarong.model.puzzle import Puzzle

# 吕震宇's 32-bit code

_LV32 = ("", "S", "V", "H")


def is_lv32(text: str) -> bool:
    """Whether a text is a whole number of at most 26 bits, and long enough not to be another code."""
    return in_bits(text, 26) and len(text.strip()) > 4


def encode_lv32(puzzle: Puzzle) -> str:
    """Write 吕震宇's 32-bit code, in decimal: see `decode_lv32`."""
    require(puzzle, A=1, D=5)
    todo = list(items(puzzle))
    value = 0
    for item in todo:
        value = value << 2 | _LV32.index(item)
    return str(_rank_of_square(puzzle) << 22 | value)


def _rank_of_square(puzzle: Puzzle) -> int:
    """The 2x2's place among the pieces and empty cells in reading order, counted from 1."""
    found = types(puzzle)
    head = next(cell for cell, type_ in found.items() if type_ == "A")
    taken = covered(found)
    return 1 + sum(cell in found or cell not in taken for cell in range(head))


def decode_lv32(text: str, goal: str | None = None) -> Puzzle:
    """Read 吕震宇's 32-bit code: 26 bits of a number.

    The board has twelve items in reading order: pieces and empty cells. The top 4 bits give the 2x2's place among
    them, counted from 1; the other eleven items have 2 bits each: `00` empty, `01` single, `10` vertical, `11`
    horizontal::

        V A A V    2nd   V  V  V  .  .  V  H  S  S  S  S     = 11144021
        V A A V   0010  10 10 10 00 00 10 11 01 01 01 01
        V . . V
        V H H V    so there are always five dominoes
        S S S S

    Source: 吕震宇, 华容道与数据结构, part 2 (2005).

    >>> decode_lv32("11144021").rows()
    ('HAAI', 'HAAI', 'J..K', 'JBBK', 'NOPQ')
    """
    value = number(text, 26)
    square = value >> 22
    if not 1 <= square <= 12:
        fail(1, "the top 4 of the 26 bits are {got}; expected 1 to 12, the place of the 2x2", got=square)
    cover = Cover()
    shift = 22
    for place, cell in enumerate(cover.free, 1):
        if place == square:
            cover.put("A", cell)
        elif not shift:
            fail(1, "eleven pieces and empty cells and the 2x2 do not fill the board")
        else:
            shift -= 2
            item = _LV32[value >> shift & 3]
            if item and not cover.faults:
                cover.put(item, cell)
        if cover.faults:
            break
    if shift and not cover.faults:
        fail(1, "the board is full before all eleven pieces and empty cells are placed")
    return cover.puzzle(goal)


LV32 = Notation("lv32", "吕震宇's 32-bit code", "吕震宇 32 位编码", is_lv32, decode_lv32, encode_lv32, goal=False)


# 吕震宇's 64-bit code

_LV64 = ("", "A", "V", "H", "S")


def is_lv64(text: str) -> bool:
    """Whether a text is a whole number of at most 60 bits, and long enough not to be another code."""
    return in_bits(text, 60) and len(text.strip()) > 4


def encode_lv64(puzzle: Puzzle) -> str:
    """Write 吕震宇's 64-bit code, in decimal: see `decode_lv64`."""
    return str(sum(_LV64.index(type_) << 3 * cell for cell, type_ in types(puzzle).items()))


def decode_lv64(text: str, goal: str | None = None) -> Puzzle:
    """Read 吕震宇's 64-bit code: 3 bits a cell, cell 0 lowest.

    A piece stands at its first cell in reading order: 1 the 2x2, 2 vertical, 3 horizontal, 4 single; the
    other cells have 0::

        横刀立马   V A A V     cell  19 18 17 16 15 14 13 12 11 10  9  8  7  6  5  4  3  2  1  0
                   V A A V            4  .  .  4  .  4  4  .  2  .  3  2  .  .  .  .  2  .  1  2
                   V H H V
                   V S S V           = 0o40040440203200002012
                   S . . S           = 577606461035643914

    Source: 吕震宇, 华容道与数据结构 (续).

    >>> decode_lv64("577606461035643914").rows()
    ('HAAI', 'HAAI', 'JBBK', 'JNOK', 'P..Q')
    """
    value = number(text, 60)
    cover = Cover()
    for cell in range(CELLS):
        item = value >> 3 * cell & 7
        if item >= len(_LV64):
            template = "cell {cell} has the type {got}; expected 0 to 4"
            cover.faults.append(Fault.of(template, cell=cell, got=item))
        elif item:
            cover.put(_LV64[item], cell)
    return cover.puzzle(goal)


LV64 = Notation("lv64", "吕震宇's 64-bit code", "吕震宇 64 位编码", is_lv64, decode_lv64, encode_lv64, goal=False)
