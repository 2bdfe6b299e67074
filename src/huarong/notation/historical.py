"""The codes of the articles on 华容道: 吕震宇's two, 刘峻松's digits, 周扬's basic state, poos's bits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from huarong.errors import CannotExpress, Fault
from huarong.model.puzzle import Puzzle
from huarong.notation.base import fail, integer
from huarong.notation.dnomd343 import CELLS, SHAPES, SIZES, WIDTH, Cover, items, types

__all__ = [
    "decode_liu",
    "decode_lv32",
    "decode_lv64",
    "decode_poos",
    "decode_zhou",
    "encode_liu",
    "encode_lv32",
    "encode_lv64",
    "encode_poos",
    "encode_zhou",
    "is_liu",
    "is_lv32",
    "is_lv64",
    "is_poos",
    "is_zhou",
    "mirror_poos",
]


def _number(text: str, bits: int) -> int:
    value = integer(text)
    if value is None:
        fail(1, "expected a whole number of at most {bits} bits: decimal, 0x… or 0b…", bits=bits)
    if value >> bits:
        fail(
            1,
            "this number has {got} bits; expected at most {bits}",
            got=value.bit_length(),
            bits=bits,
        )
    return value


def _below(text: str, bits: int) -> bool:
    value = integer(text)
    return value is not None and not value >> bits


def _require(puzzle: Puzzle, **expected: int) -> dict[int, str]:
    """The types by cell, where there are so many of each; `CannotExpress` says what differs."""
    found = types(puzzle)
    counts = Counter(found.values())
    counts["D"] = counts["H"] + counts["V"]
    counts["E"] = CELLS - sum(len(SHAPES[type_]) for type_ in found.values())
    words = {letter: size for size, letter in SIZES.items()} | {"D": "domino", "E": "empty"}
    if any(counts[letter] != count for letter, count in expected.items()):
        raise CannotExpress(
            "this notation needs {expected}; this layout has {got}",
            expected=" ".join(f"{words[letter]}:{count}" for letter, count in expected.items()),
            got=" ".join(f"{words[letter]}:{counts[letter]}" for letter in expected),
        )
    return found


# 吕震宇's 32-bit code

_LV32 = ("", "S", "V", "H")


def is_lv32(text: str) -> bool:
    """Whether a text is a whole number of at most 26 bits, and not of a few digits only."""
    return _below(text, 26) and len(text.strip()) > 4


def encode_lv32(puzzle: Puzzle) -> str:
    """Write 吕震宇's 32-bit code, in decimal: see `decode_lv32`."""
    _require(puzzle, A=1, D=5)
    todo = list(items(puzzle))
    value = 0
    for item in todo:
        value = value << 2 | _LV32.index(item)
    return str(_rank_of_square(puzzle) << 22 | value)


def _rank_of_square(puzzle: Puzzle) -> int:
    """Which of the pieces and empty cells, from 1 in reading order, the 2x2 is."""
    found = types(puzzle)
    head = next(cell for cell, type_ in found.items() if type_ == "A")
    covered = {cell + offset for cell, type_ in found.items() for offset in SHAPES[type_]}
    return 1 + sum(cell in found or cell not in covered for cell in range(head))


def decode_lv32(text: str, goal: str | None = None) -> Puzzle:
    """Read 吕震宇's 32-bit code: 26 bits of a number.

    The board is twelve things in reading order, empty cells among them. The top 4 bits say the how-manieth
    the 2x2 is, then the other eleven have 2 bits each: `00` empty, `01` single, `10` vertical, `11` horizontal::

        V A A V    2nd   V  V  V  .  .  V  H  S  S  S  S     = 11144021
        V A A V   0010  10 10 10 00 00 10 11 01 01 01 01
        V . . V
        V H H V    so there are always five dominoes
        S S S S

    Source: 吕震宇, 华容道与数据结构, part 2 (2005).

    >>> decode_lv32("11144021").rows()
    ('HAAI', 'HAAI', 'J..K', 'JBBK', 'NOPQ')
    """
    value = _number(text, 26)
    square = value >> 22
    if not 1 <= square <= 12:
        fail(
            1,
            "the top 4 of the 26 bits are {got}; expected 1 to 12, the place of the 2x2",
            got=square,
        )
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


# 吕震宇's 64-bit code

_LV64 = ("", "A", "V", "H", "S")


def is_lv64(text: str) -> bool:
    """Whether a text is a whole number of at most 60 bits, and not of a few digits only."""
    return _below(text, 60) and len(text.strip()) > 4


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
    value = _number(text, 60)
    cover = Cover()
    for cell in range(CELLS):
        item = value >> 3 * cell & 7
        if item >= len(_LV64):
            template = "cell {cell} has the type {got}; expected 0 to 4"
            cover.faults.append(Fault.at(None, None, template, cell=cell, got=item))
        elif item:
            cover.put(_LV64[item], cell)
    return cover.puzzle(goal)


# 刘峻松's 24 digits


def is_liu(text: str) -> bool:
    """Whether a text is 24 digits, with or without spaces."""
    return bool(re.fullmatch(r"(\d\d\s*){12}", text.strip(), re.ASCII))


def encode_liu(puzzle: Puzzle) -> str:
    """Write 刘峻松's 24 digits, horizontal generals before vertical ones: see `decode_liu`."""
    found = _require(puzzle, A=1, D=5, S=4, E=2)
    covered = {cell + offset for cell, type_ in found.items() for offset in SHAPES[type_]}
    groups = [[cell for cell, type_ in found.items() if type_ == each] for each in "AHVS"]
    groups.append([cell for cell in range(CELLS) if cell not in covered])
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
        column = next(
            (i for i, c in enumerate(digits, 1) if c not in "0123456789"), len(digits) + 1
        )
        fail(column, "expected 24 digits: twelve cells from 01 to 20")
    cells = [int(digits[i : i + 2]) - 1 for i in range(0, 24, 2)]
    cover = Cover()
    for i, cell in enumerate(cells):
        template = ""
        if not 0 <= cell < CELLS:
            template = "{cell:02} is no cell; expected 01 to 20"
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
        bare = ", ".join(f"{cell + 1:02}" for cell in set(cover.free) ^ blank)
        fail(21, "the pieces do not cover the board exactly: cells {cells}", cells=bare)
    return cover.puzzle(goal)


# 周扬's basic state

_ZHOU = "VVVVSSSSHA"


def is_zhou(text: str) -> bool:
    """Whether a text is 16 hexadecimal digits that begin with 000, or a whole number of 50 bits."""
    text = text.strip()
    return bool(re.fullmatch(r"000[0-3][0-9a-fA-F]{12}", text)) or (
        len(text) > 4 and _below(text, 50)
    )


def encode_zhou(puzzle: Puzzle) -> str:
    """Write 周扬's basic state, as the 16 hexadecimal digits of its 8 bytes: see `decode_zhou`."""
    found = _require(puzzle, A=1, H=1, V=4, S=4)
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
    value = int(text, 16) if re.fullmatch("[0-9a-fA-F]{16}", text) else _number(text, 50)
    if value >> 50:
        fail(
            1,
            "this number has {got} bits; expected at most {bits}",
            got=value.bit_length(),
            bits=50,
        )
    cover = Cover()
    cells = [value >> 45 - 5 * i & 31 for i in range(10)]
    for type_, cell in zip(_ZHOU, cells, strict=True):
        if cell >= CELLS:
            cover.faults.append(
                Fault.at(
                    None, None, "{cell} is no cell; expected 0 to {most}", cell=cell, most=CELLS - 1
                )
            )
        else:
            cover.put(type_, cell)
    for four in (cells[:4], cells[4:8]):
        if not cover.faults and sorted(four) != four:
            template = "the cells {got} are not sorted; expected {expected}"
            cover.faults.append(Fault.at(None, None, template, got=four, expected=sorted(four)))
    return cover.puzzle(goal)


# poos's 50 bits

_POOS = ("A", "H", "V", "S")


def is_poos(text: str) -> bool:
    """Whether a text is 50 binary digits or a whole number of at most 50 bits."""
    text = text.strip()
    return bool(re.fullmatch("[01]{50}", text)) or (len(text) > 4 and _below(text, 50))


def encode_poos(puzzle: Puzzle) -> str:
    """Write poos's 50-bit code, as 0b and 50 binary digits: see `decode_poos`."""
    found = _require(puzzle, A=1, E=2)
    cells = {cell + offset: type_ for cell, type_ in found.items() for offset in SHAPES[type_]}
    return f"0b{_poos((cells.get(cell, 'S') for cell in range(CELLS)), set(range(CELLS)) - set(cells)):050b}"


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
    cells, empties = _parts(_number("0b" + text if re.fullmatch("[01]{50}", text) else text, 50))
    cover = Cover()
    for cell in empties:
        if cell >= CELLS or cells[cell] != "S":
            fail(
                1,
                "the empty cell {cell} must be one of 0 to 19 that no larger piece covers",
                cell=cell,
            )
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
    """The code of the mirror image: each row's cells and the two empty cells change left and right.

    >>> f"{mirror_poos(0b11111010010110100000010100000101111111111001010011):050b}"
    '10101111101001010101000001010000111111111000010001'
    """
    cells, empties = _parts(value)
    return _poos(
        _mirrored(cells), (cell // WIDTH * WIDTH + WIDTH - 1 - cell % WIDTH for cell in empties)
    )


def _mirrored(cells: Sequence[str]) -> list[str]:
    return [cells[cell // WIDTH * WIDTH + WIDTH - 1 - cell % WIDTH] for cell in range(CELLS)]
