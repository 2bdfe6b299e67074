"""The common part of the notations of 华容道 layouts: a 4x5 board with one 2x2, dominoes and singles.

A piece has one of four types: `A` (2x2), `H` (horizontal), `V` (vertical) and `S` (single). Its position is its first
cell in reading order (0 to 19). These notations hold a layout only. The goal is the usual one, the 2x2 at the bottom
center, unless another is given.
"""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.library.notations.base import check_free, check_size, fail, integer
from huarong.model.board import Board
from huarong.model.puzzle import Puzzle
from huarong.model.symbols import new_symbols
from huarong.model.text import drawn

WIDTH, CELLS = 4, 20
SHAPES = {"A": (0, 1, 4, 5), "H": (0, 1), "V": (0, 4), "S": (0,)}
SIZES = {"A": "2x2", "H": "2x1", "V": "1x2", "S": "1x1"}
_TYPES = {size: letter for letter, size in SIZES.items()}
LETTERS = {"A": "A", "H": "BCDEFG", "V": "HIJKLM", "S": "NOPQRSTUVWXYZ"}


class Cover:
    """The 4x5 board while a code is read: it is covered piece by piece, and faults are collected.

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
        """Iterate over the cells not yet covered, in reading order; pieces placed meanwhile cover cells too."""
        return (cell for cell in range(CELLS) if cell not in self.taken)

    def put(self, type_: str, cell: int, column: int | None = None) -> None:
        """Place a piece; if it cannot lie there, record a fault at column `column` of the text."""
        off = type_ in "AH" and cell % WIDTH == WIDTH - 1
        cells = [cell + offset for offset in SHAPES[type_]]
        if off or cells[-1] >= CELLS:
            template = "the {piece} piece at cell {cell} extends beyond the edge of the board"
        elif any(each in self.taken for each in cells):
            template = "the {piece} piece at cell {cell} overlaps another piece"
        else:
            self.taken.update(dict.fromkeys(cells, type_))
            self.pieces.append((type_, cell))
            return
        self.faults.append(Fault.at(1 if column else None, column, template, piece=SIZES[type_], cell=cell))

    def puzzle(self, goal: str | None = None) -> Puzzle:
        """Return the puzzle of these pieces. Raises `PuzzleError` with the collected faults."""
        squares = sum(type_ == "A" for type_, _ in self.pieces)
        if not self.faults and squares != 1:
            self.faults.append(Fault.of("the code has {got} 2x2 pieces; expected one", got=squares))
        if self.faults:
            raise PuzzleError(self.faults)
        more = new_symbols("".join(LETTERS.values()))
        letters = {type_: itertools.chain(symbols, more) for type_, symbols in LETTERS.items()}
        named = [(cell, type_, next(letters[type_])) for type_, cell in sorted(self.pieces, key=lambda piece: piece[1])]
        cells = [(cell + offset, symbol) for cell, type_, symbol in named for offset in SHAPES[type_]]
        return Puzzle.parse("\n".join(drawn(Board(WIDTH, CELLS // WIDTH), cells)), goal)


def types(puzzle: Puzzle) -> dict[int, str]:
    """Return the type of each piece, by its first cell in reading order.

    Raises `CannotExpress` if the puzzle does not have this board and these pieces.

    >>> types(Puzzle.parse("AAB./AAB./..../..../..CC"))
    {0: 'A', 2: 'V', 18: 'H'}
    """
    check_size(puzzle, WIDTH, CELLS // WIDTH)
    found = {}
    for piece in puzzle.pieces:
        kind = puzzle.kinds[piece.kind]
        if kind.size not in _TYPES:
            why = "this notation cannot write {symbol!r}, a {size} piece; expected 2x2, 2x1, 1x2 and 1x1"
            raise CannotExpress(why, symbol=piece.symbol, size=kind.size)
        check_free(kind, piece.symbol)
        found[piece.head] = _TYPES[kind.size]
    squares = sum(type_ == "A" for type_ in found.values())
    if squares != 1:
        raise CannotExpress("this notation writes exactly one 2x2 piece; this layout has {got}", got=squares)
    return dict(sorted(found.items()))


def covered(found: dict[int, str]) -> dict[int, str]:
    """Return the type of the piece that covers each covered cell; `found` has types by first cells."""
    return {cell + offset: type_ for cell, type_ in found.items() for offset in SHAPES[type_]}


def items(puzzle: Puzzle) -> Iterator[str]:
    """Iterate over the types of pieces except the 2x2, and "" for each empty cell, in the order of first cells."""
    found = types(puzzle)
    taken = covered(found)
    for cell in range(CELLS):
        if cell not in taken:
            yield ""
        elif found.get(cell, "A") != "A":
            yield found[cell]


def require(puzzle: Puzzle, **expected: int) -> dict[int, str]:
    """Return the types by first cell. Raises `CannotExpress`, which says what differs, if a type has another count."""
    found = types(puzzle)
    counts = Counter(found.values())
    counts["D"] = counts["H"] + counts["V"]
    counts["E"] = CELLS - sum(len(SHAPES[type_]) for type_ in found.values())
    words = SIZES | {"D": "domino", "E": "empty"}
    if any(counts[letter] != count for letter, count in expected.items()):
        needed, got = (" ".join(f"{words[c]}:{each[c]}" for c in expected) for each in (expected, counts))
        raise CannotExpress("this notation needs {expected}; this layout has {got}", expected=needed, got=got)
    return found


def number(text: str, bits: int) -> int:
    """Parse a whole number. Raises `PuzzleError` for any other text and for more than `bits` bits."""
    value = integer(text)
    if value is None:
        fail(1, "expected a whole number of at most {bits} {bits:bit|bits}: decimal, 0x… or 0b…", bits=bits)
    if value >> bits:
        fail(1, "this number has {got} {got:bit|bits}; expected at most {bits}", got=value.bit_length(), bits=bits)
    return value


def in_bits(bits: int, form: str = "(?!)") -> Callable[[str], bool]:
    """Return a test for texts of the form `form`, and for numbers of at most `bits` bits and more than 4 characters."""

    def accepts(text: str) -> bool:
        value, text = integer(text), text.strip()
        return bool(re.fullmatch(form, text)) or (len(text) > 4 and value is not None and not value >> bits)

    return accepts
