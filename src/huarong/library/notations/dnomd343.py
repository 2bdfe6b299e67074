"""dnomd343's two codes of 华容道: nine hexadecimal digits, and the number of a layout in five characters."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from huarong.errors import CannotExpress, Fault
from huarong.library.notations.base import Notation, fail, matching
from huarong.library.notations.cover import CELLS, SHAPES, WIDTH, Cover, items, types
from huarong.model.puzzle import Puzzle

# dnomd343's code

BITS = {0: "", 1: "H", 2: "V", 3: "S"}
_CODE = matching(r"(?a)(?=.*\d|[A-F]{5})(?!\d{1,4}$)[0-9a-fA-F]{1,9}")
"""1 to 9 hexadecimal digits that are not an ordinary word (`cafe`) or number (`42`)."""


def encode_code(puzzle: Puzzle) -> str:
    """Write dnomd343's code, in full: see `decode_code`."""
    head = next(cell for cell, type_ in types(puzzle).items() if type_ == "A")
    bits = "".join(f"{'HVS'.find(item) + 1 if item else 0:02b}" for item in items(puzzle))
    return f"{head:X}{int(bits.ljust(32, '0'), 2):08X}"


def decode_code(text: str, goal: str | None = None) -> Puzzle:
    """Read dnomd343's code: 36 bits in 9 hexadecimal digits; zeros at the end may be left off.

    The first digit is the first cell of the 2x2. Then each cell in reading order that nothing covers yet
    has two bits: `00` it is empty, or a piece begins there, `01` horizontal, `10` vertical, `11` single::

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
"""Five characters of the short code that are not an ordinary word (`daisy`)."""


@functools.cache
def _count(cell: int, covered: int, empties: int) -> int:
    """How many ways there are to fill the board from a cell on with at least `empties` empty cells."""
    if cell == CELLS:
        return empties == 0
    if covered & 1:
        return _count(cell + 1, covered >> 1, empties)
    return sum(_count(cell + 1, after, left) for after, left in _choices(cell, covered, empties) if after >= 0)


def _choices(cell: int, covered: int, empties: int) -> Iterator[tuple[int, int]]:
    """For items 0 to 3 at a cell, the cells then covered from the next cell on, as bits (-1: not possible)."""
    after = covered >> 1
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
        template = "short codes number the layouts with at least {expected} empty {expected:cell|cells}; this has {got}"
        raise CannotExpress(template, expected=EMPTIES, got=todo.count(""))
    rank = sum(_count(0, _square(each), EMPTIES) for each in _HEADS if each < head)
    covered, empties, found = _square(head), EMPTIES, iter(todo)
    for cell in range(CELLS):
        if covered & 1:
            covered >>= 1
            continue
        item = "HVS".find(each) + 1 if (each := next(found)) else 0
        choices = list(_choices(cell, covered, empties))
        rank += sum(_count(cell + 1, *choice) for choice in choices[:item] if choice[0] >= 0)
        covered, empties = choices[item]
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

    No list of layouts is needed: those with a smaller code are counted cell by cell.

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
    covered, empties = _square(head), EMPTIES
    for cell in range(CELLS):
        if covered & 1:
            covered >>= 1
            continue
        item = 0
        for after, left in _choices(cell, covered, empties):
            size = _count(cell + 1, after, left) if after >= 0 else 0
            if rank < size:
                break
            rank -= size
            item += 1
        if item:
            cover.put(BITS[item], cell)
        covered, empties = after, left
    return cover.puzzle(goal)


SHORT = Notation("short", "dnomd343's short code", "dnomd343 短码", _SHORT, decode_short, encode_short, goal=False)
