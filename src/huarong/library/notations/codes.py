"""Codes of 华容道 layouts: two by dnomd343, digits by conwnet and 刘峻松, bits by 吕震宇, poos and 周扬."""

import functools
import re
from collections.abc import Iterator

from huarong.errors import CannotExpress, Fault, expect
from huarong.library.notations.base import Notation, fail, matching
from huarong.library.notations.cover import (
    CELLS,
    SHAPES,
    SIZES,
    WIDTH,
    Cover,
    covered,
    in_bits,
    items,
    number,
    require,
    types,
)
from huarong.model.puzzle import Puzzle

# dnomd343's code

BITS = {0: "", 1: "H", 2: "V", 3: "S"}
_CODE = matching(r"(?a)(?=.*\d|[A-F]{5})(?!\d{1,4}$)[0-9a-fA-F]{1,9}")
"""1 to 9 hexadecimal digits that are not an ordinary word (`cafe`) or number (`42`)."""


def encode_code(puzzle: Puzzle) -> str:
    """Write dnomd343's code in full: see `decode_code`."""
    head = next(cell for cell, type_ in types(puzzle).items() if type_ == "A")
    bits = "".join(f"{'HVS'.find(item) + 1 if item else 0:02b}" for item in items(puzzle))
    return f"{head:X}{int(bits.ljust(32, '0'), 2):08X}"


def decode_code(text: str, goal: str | None = None) -> Puzzle:
    """Read dnomd343's code: 36 bits in 9 hexadecimal digits; trailing zeros may be omitted.

    The first digit is the first cell of the 2x2. Two bits follow for each cell, in reading order, that nothing covers
    yet: `00` for an empty cell; `01`, `10` or `11` if a horizontal, vertical or single piece begins there::

        横刀立马   V A A V    2x2    V V V H V S S S . . S
                   V A A V   0001   101010011011111100001100 00000000
                   V H H V      1      A   9   B   F   0   C    0   0
                   V S S V
                   S . . S

    Source: https://github.com/dnomd343/klotski, `src/core/common_code`.

    >>> decode_code("1A9BF0C").rows()
    ('HAAI', 'HAAI', 'JBBK', 'JNOK', 'P..Q')
    """
    text = text.strip()
    if not re.fullmatch(r"[0-9a-fA-F]{1,9}", text):
        fail(1, "expected 1 to 9 hexadecimal digits, as in 1A9BF0C00")
    head, bits = int(text[0], 16), int(text[1:].ljust(8, "0"), 16)
    cover = Cover()
    cover.put("A", head, 1)
    shift = 32
    for cell in cover.free:
        if cover.faults:
            break
        shift -= 2
        item = BITS[bits >> shift & 3]
        if item:
            cover.put(item, cell, (30 - shift) // 4 + 2)
    rest = bits & ((1 << shift) - 1)
    if rest and not cover.faults:
        column = (32 - rest.bit_length()) // 4 + 2
        cover.faults.append(Fault.at(1, column, "the board is full; expected only zeros here"))
    return cover.puzzle(goal)


CODE = Notation("code", "dnomd343's code", "dnomd343 编码", _CODE, decode_code, encode_code, goal=False)


# dnomd343's short code

ALPHABET = "123456789ABCDEFGHJKMNPQRSTUVWXYZ"
EMPTIES = 2
_SHORT = matching(r"(?a)(?=.*\d|[A-Z]{5})[1-9a-hjkmnp-zA-HJKMNP-Z]{5}")
"""Five characters of the short code, with a digit or all capital, so that no ordinary word (`happy`) is one."""


@functools.cache
def _count(cell: int, full: int, empties: int) -> int:
    """Return the number of ways to fill the board from a cell on with at least `empties` empty cells."""
    if cell == CELLS:
        return empties == 0
    if full & 1:
        return _count(cell + 1, full >> 1, empties)
    return sum(_count(cell + 1, after, left) for after, left in _choices(cell, full, empties) if after >= 0)


def _choices(cell: int, full: int, empties: int) -> Iterator[tuple[int, int]]:
    """Yield for items 0 to 3 at a cell the cells then covered beyond it (bits; -1: impossible) and `empties` then."""
    after = full >> 1
    yield after, max(0, empties - 1)
    yield (-1 if cell % WIDTH == WIDTH - 1 or after & 1 else after | 1), empties
    yield (-1 if cell + WIDTH >= CELLS or after >> 3 & 1 else after | 8), empties
    yield after, empties


def _square(head: int) -> int:
    return sum(1 << head + offset for offset in SHAPES["A"])


_HEADS = tuple(cell for cell in range(CELLS - WIDTH) if cell % WIDTH != WIDTH - 1)


def encode_short(puzzle: Puzzle) -> str:
    """Write dnomd343's short code: see `decode_short`."""
    head = next(cell for cell, type_ in types(puzzle).items() if type_ == "A")
    todo = list(items(puzzle))
    if todo.count("") < EMPTIES:
        template = "short codes require at least {expected} empty {expected:cell|cells}; this layout has {got}"
        raise CannotExpress(template, expected=EMPTIES, got=todo.count(""))
    rank = sum(_count(0, _square(each), EMPTIES) for each in _HEADS if each < head)
    full, empties, found = _square(head), EMPTIES, iter(todo)
    for cell in range(CELLS):
        if full & 1:
            full >>= 1
            continue
        item = "HVS".find(each) + 1 if (each := next(found)) else 0
        choices = list(_choices(cell, full, empties))
        rank += sum(_count(cell + 1, *choice) for choice in choices[:item] if choice[0] >= 0)
        full, empties = choices[item]
    digits = ""
    for _ in range(5):
        rank, digit = divmod(rank, 32)
        digits = ALPHABET[digit] + digits
    return digits


def decode_short(text: str, goal: str | None = None) -> Puzzle:
    """Read dnomd343's short code: the number of a layout in base 32, five characters.

    All 29,334,498 layouts with one 2x2 and at least two empty cells are numbered from 0 in the order of
    their codes (see `decode_code`). The digits are `1` to `9` and the letters without I, L and O::

        横刀立马   1A9BF0C00   is number 4,091,296
                   3 x 32^4 + 28 x 32^3 + 27 x 32^2 + 13 x 32 + 0
                   4          W           V           E         1

    No list of layouts is needed, because the layouts with a smaller code are counted cell by cell.

    Source: https://github.com/dnomd343/klotski, `src/core/short_code`.

    >>> encode_code(decode_short("4WVE1"))
    '1A9BF0C00'
    """
    text = text.strip().upper()
    if len(text) != 5 or not set(text) <= set(ALPHABET):
        column = next((i for i, c in enumerate(text, 1) if c not in ALPHABET), min(len(text), 5) + 1)
        fail(column, "expected five characters out of {alphabet}", alphabet=ALPHABET)
    rank = functools.reduce(lambda value, c: value * 32 + ALPHABET.index(c), text, 0)
    for head in _HEADS:
        size = _count(0, _square(head), EMPTIES)
        if rank < size:
            break
        rank -= size
    else:
        total = sum(_count(0, _square(each), EMPTIES) for each in _HEADS)
        fail(1, "there {total:is|are} {total:,} {total:layout|layouts}; no layout has this number", total=total)
    cover = Cover()
    cover.put("A", head)
    full, empties = _square(head), EMPTIES
    for cell in range(CELLS):
        if full & 1:
            full >>= 1
            continue
        item = 0
        for after, left in _choices(cell, full, empties):
            size = _count(cell + 1, after, left) if after >= 0 else 0
            if rank < size:
                break
            rank -= size
            item += 1
        if item:
            cover.put(BITS[item], cell)
        full, empties = after, left
    return cover.puzzle(goal)


SHORT = Notation("short", "dnomd343's short code", "dnomd343 短码", _SHORT, decode_short, encode_short, goal=False)


# conwnet

_FORM = matching("[0-5]{20}")
_BEGINS = "..SVHA"
"""What begins a cell with each digit; 0 is empty, and 1 belongs to a piece that began earlier."""


def encode_conwnet(puzzle: Puzzle) -> str:
    """Write conwnet's 20 digits: see `decode_conwnet`."""
    begun = types(puzzle)
    taken = covered(begun)
    return "".join(str(_BEGINS.index(begun[n]) if n in begun else int(n in taken)) for n in range(CELLS))


def decode_conwnet(text: str, goal: str | None = None) -> Puzzle:
    """Read conwnet's 20 digits, one for each cell in reading order.

    0 is an empty cell, and 1 is a cell of a piece that begins elsewhere. The other digits begin a piece: 2 a single, 3
    a vertical domino, 4 a horizontal domino, 5 the 2x2::

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
    if not _FORM(code):
        bad = next((i for i, c in enumerate(code[:CELLS]) if c not in "012345"), min(len(code), CELLS))
        fail(bad + 1, "expected 20 digits from 0 to 5")
    cover = Cover()
    for cell, digit in enumerate(code):
        if digit > "1":
            cover.put(_BEGINS[int(digit)], cell, cell + 1)
    for cell, digit in enumerate(code):
        if not cover.faults and (digit == "1") != (cell in cover.taken and digit < "2"):
            template = "cell {cell} is {digit}; the pieces around it require {expected}"
            values = {"cell": cell, "digit": digit, "expected": int(cell in cover.taken)}
            cover.faults.append(Fault.at(1, cell + 1, template, **values))
    return cover.puzzle(goal)


_TITLES = ("conwnet's 20 digits", "conwnet 20 位数字")
CONWNET = Notation("conwnet", *_TITLES, _FORM, decode_conwnet, encode_conwnet, goal=False, sure=True)


# 刘峻松


is_liu = matching(r"(?a)(\d\d\s*){12}")
"""Whether a text is 24 digits, with or without spaces."""


def encode_liu(puzzle: Puzzle) -> str:
    """Write 刘峻松's 24 digits, horizontal generals before vertical ones: see `decode_liu`."""
    found = require(puzzle, A=1, D=5, S=4, E=2)
    groups = [[cell for cell, type_ in found.items() if type_ == each] for each in "AHVS"]
    groups.append([cell for cell in range(CELLS) if cell not in covered(found)])
    return "".join(f"{cell + 1:02}" for group in groups for cell in group)


def decode_liu(text: str, goal: str | None = None) -> Puzzle:
    """Read 刘峻松's 24 digits: twelve cells, numbered 1 to 20 in reading order.

    They are the first cells of the 2x2, of five generals and of four soldiers, then the two empty cells. The code does
    not store a general's direction, but only one choice covers the board exactly: a general is vertical if the cell to
    the right belongs to another piece, and horizontal if nothing else covers this cell::

        02  18 01 04 09 12  10 11 14 15  17 20        V A A V
        2x2 generals        soldiers     empty        V A A V
                                                      V S S V
                                                      V S S V
                                                      . H H .

    Source: 吕震宇, 华容道与数据结构, part 1, after a program of 刘峻松. The article calls these digits 横刀立马.

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
        wrong = "{cell:02} is not a valid cell; expected 01 to 20" if not 0 <= cell < CELLS else ""
        template = wrong or ("cell {cell:02} is given twice" if cell in cells[:i] else "")
        cover.faults += [Fault.at(1, 2 * i + 1, template, cell=cell + 1)] if template else []
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


# 吕震宇's 32-bit code

_LV32 = ("", "S", "V", "H")


def encode_lv32(puzzle: Puzzle) -> str:
    """Write 吕震宇's 32-bit code, in decimal: see `decode_lv32`."""
    found = require(puzzle, A=1, D=5)
    taken, head = covered(found), next(cell for cell, type_ in found.items() if type_ == "A")
    value = 1 + sum(cell in found or cell not in taken for cell in range(head))
    for item in items(puzzle):
        value = value << 2 | _LV32.index(item)
    return str(value)


def decode_lv32(text: str, goal: str | None = None) -> Puzzle:
    """Read 吕震宇's 32-bit code: 26 bits of a number.

    The board has twelve items in reading order, pieces and empty cells. The top 4 bits give the position of the 2x2
    among them, counted from 1. Each of the other eleven items has 2 bits: `00` empty, `01` single, `10` vertical, `11`
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
            fail(1, "the eleven pieces and empty cells, together with the 2x2, do not fill the board")
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


LV32 = Notation("lv32", "吕震宇's 32-bit code", "吕震宇 32 位编码", in_bits(26), decode_lv32, encode_lv32, goal=False)


# 吕震宇's 64-bit code

_LV64 = ("", "A", "V", "H", "S")


def encode_lv64(puzzle: Puzzle) -> str:
    """Write 吕震宇's 64-bit code, in decimal: see `decode_lv64`."""
    return str(sum(_LV64.index(type_) << 3 * cell for cell, type_ in types(puzzle).items()))


def decode_lv64(text: str, goal: str | None = None) -> Puzzle:
    """Read 吕震宇's 64-bit code: 3 bits for each cell, cell 0 lowest.

    The code of a piece is at its first cell in reading order: 1 for the 2x2, 2 for a vertical, 3 for a horizontal, 4
    for a single. Other cells have 0::

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


LV64 = Notation("lv64", "吕震宇's 64-bit code", "吕震宇 64 位编码", in_bits(60), decode_lv64, encode_lv64, goal=False)


# poos

_POOS = "AHVS"


def encode_poos(puzzle: Puzzle) -> str:
    """Write poos's 50-bit code, as 0b and 50 binary digits: see `decode_poos`."""
    taken = covered(require(puzzle, A=1, E=2))
    cells = (f"{_POOS.index(taken.get(cell, 'S')):02b}" for cell in range(CELLS))
    return "".join(["0b", *cells, *(f"{cell:05b}" for cell in range(CELLS) if cell not in taken)])


def decode_poos(text: str, goal: str | None = None) -> Puzzle:
    """Read poos's 50-bit code: 2 bits a cell, then the two empty cells in 5 bits each.

    A cell has 0 for the 2x2, 1 for a horizontal, 2 for a vertical, and 3 for a single or an empty cell::

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
    value = number("0b" + text if re.fullmatch("[01]{50}", text) else text, 50)
    cells, empties = [_POOS[value >> 48 - 2 * cell & 3] for cell in range(CELLS)], [value >> 5 & 31, value & 31]
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
        if any(cells[each : each + 1] != [type_] for each in (cell + n for n in SHAPES[type_])):
            template = "the bits begin a {piece} piece at cell {cell}, but the cells after it do not continue the piece"
            fail(1, template, cell=cell, piece=SIZES[type_])
        cover.put(type_, cell)
    return cover.puzzle(goal)


def mirror_poos(value: int) -> int:
    """Return the code of the mirror image: columns are reversed, also in the numbers of the empty cells.

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


_is_poos = in_bits(50, "[01]{50}")
POOS = Notation("poos", "poos's 50-bit code", "poos 50 位编码", _is_poos, decode_poos, encode_poos, goal=False)


# 周扬

_ZHOU = "VVVVSSSSHA"


def encode_zhou(puzzle: Puzzle) -> str:
    """Write 周扬's basic state, as the 16 hexadecimal digits of its 8 bytes: see `decode_zhou`."""
    found = require(puzzle, A=1, H=1, V=4, S=4)
    bits = (f"{cell:05b}" for type_ in "VSHA" for cell, each in found.items() if each == type_)
    return f"{int(''.join(bits), 2):016X}"


def decode_zhou(text: str, goal: str | None = None) -> Puzzle:
    """Read 周扬's basic state: ten coordinates of 5 bits, in 8 bytes written as 16 hexadecimal digits.

    A coordinate has y in 3 bits and x in 2, which together are the number of the cell. The order is: the four
    verticals, sorted; the four singles, sorted; the horizontal; the 2x2::

        横刀立马   V A A V    A1  A2  A3  A4  B1  B2  B3  B4   C   D
                   V A A V     0   3   8  11  13  14  16  19   9   1
                   V H H V
                   V S S V   00000 00011 01000 01011 01101 01110 10000 10011 01001 00001
                   S . . S   = 00 00 03 42 DA E8 4D 21

    The number itself (decimal, 0x…, 0b…) is accepted too.

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


_is_zhou = in_bits(50, "000[0-3][0-9a-fA-F]{12}")
ZHOU = Notation("zhou", "周扬's basic state", "周扬基本状态", _is_zhou, decode_zhou, encode_zhou, goal=False)
