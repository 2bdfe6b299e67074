"""华容道 on 4x5: one 2x2, dominoes and singles. What its notations share, and dnomd343's two codes.

In all of them a piece is one of four types, written here `A` (2x2), `H` (horizontal), `V` (vertical)
and `S` (single), and lies at its first cell in reading order (0 to 19). They hold a layout; the goal is
the usual one, the 2x2 at the bottom centre, unless another is given.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.model.board import DIRECTIONS
from huarong.model.puzzle import Puzzle
from huarong.notation.base import check_size, fail, new_symbols

__all__ = [
    "CELLS",
    "WIDTH",
    "Cover",
    "decode_code",
    "decode_short",
    "encode_code",
    "encode_short",
    "is_code",
    "is_short",
    "types",
]

WIDTH, CELLS = 4, 20
SHAPES = {"A": (0, 1, 4, 5), "H": (0, 1), "V": (0, 4), "S": (0,)}
SIZES = {"2x2": "A", "2x1": "H", "1x2": "V", "1x1": "S"}
LETTERS = {"A": "A", "H": "BCDEFG", "V": "HIJKLM", "S": "NOPQRSTUVWXYZ"}


class Cover:
    """The 4x5 board while a code is being read: pieces are put down, and faults gathered.

    >>> cover = Cover()
    >>> for type_, cell in [("A", 1), ("V", 0), ("S", 19)]: cover.put(type_, cell)
    >>> cover.puzzle().rows()
    ('HAA.', 'HAA.', '....', '....', '...N')
    """

    def __init__(self) -> None:
        self.taken: dict[int, str] = {}
        self.pieces: list[tuple[str, int]] = []
        self.faults: list[Fault] = []

    @property
    def free(self) -> Iterator[int]:
        """The cells not covered yet, in reading order, as the covering goes on."""
        return (cell for cell in range(CELLS) if cell not in self.taken)

    def put(self, type_: str, cell: int, column: int | None = None) -> None:
        """Put a piece down; where it cannot lie there, note a fault at that column of the text."""
        off = type_ in "AH" and cell % WIDTH == WIDTH - 1
        cells = [cell + offset for offset in SHAPES[type_]]
        if off or cells[-1] >= CELLS:
            template = "the {piece} piece at cell {cell} would reach over the edge of the board"
        elif any(each in self.taken for each in cells):
            template = "the {piece} piece at cell {cell} would lie on another piece"
        else:
            self.taken.update(dict.fromkeys(cells, type_))
            self.pieces.append((type_, cell))
            return
        size = next(size for size, letter in SIZES.items() if letter == type_)
        self.faults.append(Fault.at(1 if column else None, column, template, piece=size, cell=cell))

    def puzzle(self, goal: str | None = None) -> Puzzle:
        """The puzzle of these pieces; raises `PuzzleError` with the faults gathered."""
        squares = sum(type_ == "A" for type_, _ in self.pieces)
        if not self.faults and squares != 1:
            self.faults.append(
                Fault.at(None, None, "the code has {got} 2x2 pieces; expected one", got=squares)
            )
        if self.faults:
            raise PuzzleError(self.faults)
        grid = ["."] * CELLS
        letters = {type_: iter(symbols) for type_, symbols in LETTERS.items()}
        more = new_symbols("".join(LETTERS.values()))
        for type_, cell in sorted(self.pieces, key=lambda piece: piece[1]):
            symbol = next(letters[type_], "") or next(more)
            for offset in SHAPES[type_]:
                grid[cell + offset] = symbol
        rows = ("".join(grid[i : i + WIDTH]) for i in range(0, CELLS, WIDTH))
        return Puzzle.parse("\n".join(rows), goal)


def types(puzzle: Puzzle) -> dict[int, str]:
    """The type of the piece at each cell that is the first of one, in reading order.

    Raises `CannotExpress` where the puzzle is not of this family.

    >>> types(Puzzle.parse("AAB./AAB./..../..../..CC"))
    {0: 'A', 2: 'V', 18: 'H'}
    """
    check_size(puzzle, WIDTH, CELLS // WIDTH)
    found = {}
    for piece in puzzle.pieces:
        kind = puzzle.kinds[piece.kind]
        if kind.size not in SIZES:
            raise CannotExpress(
                "this notation has no way to write {symbol!r}, a {size} piece;"
                " expected 2x2, 2x1, 1x2 and 1x1",
                symbol=piece.symbol,
                size=kind.size,
            )
        if kind.directions != DIRECTIONS:
            raise CannotExpress(
                "this notation cannot say that {symbol!r} slides only {directions}",
                symbol=piece.symbol,
                directions=kind.directions or "nowhere",
            )
        found[piece.head] = SIZES[kind.size]
    squares = sum(type_ == "A" for type_ in found.values())
    if squares != 1:
        raise CannotExpress(
            "this notation writes exactly one 2x2 piece; there are {got}", got=squares
        )
    return dict(sorted(found.items()))


# dnomd343's code

BITS = {0: "", 1: "H", 2: "V", 3: "S"}
_CODE = re.compile(r"(?=.*\d|[A-F]{5})[0-9a-fA-F]{1,9}", re.ASCII)


def is_code(text: str) -> bool:
    """Whether a text is 1 to 9 hexadecimal digits and not an ordinary word (`cafe`)."""
    return bool(_CODE.fullmatch(text.strip()))


def items(puzzle: Puzzle) -> Iterator[str]:
    """The types other than the 2x2, and "" for an empty cell, by their first cells."""
    found = types(puzzle)
    covered = {cell + offset for cell, type_ in found.items() for offset in SHAPES[type_]}
    for cell in range(CELLS):
        if cell not in covered:
            yield ""
        elif found.get(cell, "A") != "A":
            yield found[cell]


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


# dnomd343's short code

ALPHABET = "123456789ABCDEFGHJKMNPQRSTUVWXYZ"
EMPTIES = 2
_SHORT = re.compile(r"(?=.*\d|[A-Z]{5})[1-9a-hjkmnp-zA-HJKMNP-Z]{5}", re.ASCII)


@functools.cache
def _count(cell: int, covered: int, empties: int) -> int:
    """How many ways there are to fill the board from a cell on with so many empty cells or more."""
    if cell == CELLS:
        return empties == 0
    if covered & 1:
        return _count(cell + 1, covered >> 1, empties)
    return sum(
        _count(cell + 1, after, left)
        for after, left in _choices(cell, covered, empties)
        if after >= 0
    )


def _choices(cell: int, covered: int, empties: int) -> Iterator[tuple[int, int]]:
    """For items 0 to 3 at a cell: what is then covered from the next cell on (-1: not possible)."""
    after = covered >> 1
    yield after, max(0, empties - 1)
    yield (-1 if cell % WIDTH == WIDTH - 1 or after & 1 else after | 1), empties
    yield (-1 if cell + WIDTH >= CELLS or after >> 3 & 1 else after | 8), empties
    yield after, empties


def _square(head: int) -> int:
    return sum(1 << head + offset for offset in SHAPES["A"])


_HEADS = tuple(cell for cell in range(CELLS - WIDTH) if cell % WIDTH != WIDTH - 1)


def is_short(text: str) -> bool:
    """Whether a text is five characters of the short code and not an ordinary word (`daisy`)."""
    return bool(_SHORT.fullmatch(text.strip()))


def encode_short(puzzle: Puzzle) -> str:
    """Write dnomd343's short code: see `decode_short`."""
    head = next(cell for cell, type_ in types(puzzle).items() if type_ == "A")
    todo = list(items(puzzle))
    if todo.count("") < EMPTIES:
        raise CannotExpress(
            "short codes number the layouts with at least {expected} empty cells; this has {got}",
            expected=EMPTIES,
            got=todo.count(""),
        )
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

    Nothing is listed: the layouts below a code are counted cell by cell.

    Source: https://github.com/dnomd343/klotski, `src/core/short_code`.

    >>> encode_code(decode_short("4WVE1"))
    '1A9BF0C00'
    """
    text = text.strip().upper()
    if len(text) != 5 or not set(text) <= set(ALPHABET):
        column = next(
            (i for i, c in enumerate(text, 1) if c not in ALPHABET), min(len(text), 5) + 1
        )
        fail(column, "expected five characters out of {alphabet}", alphabet=ALPHABET)
    rank = functools.reduce(lambda value, c: value * 32 + ALPHABET.index(c), text, 0)
    for head in _HEADS:
        size = _count(0, _square(head), EMPTIES)
        if rank < size:
            break
        rank -= size
    else:
        total = sum(_count(0, _square(each), EMPTIES) for each in _HEADS)
        fail(1, "there are {total:,} layouts; this is the number of none", total=total)
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
