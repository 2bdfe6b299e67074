"""What the tests of notations share: layouts of 华容道 drawn at random, and examples worked by hand."""

from hypothesis import strategies as st

from huarong.library.notations.codes import ALPHABET, decode_short
from huarong.model.puzzle import Puzzle

HENG_DAO = "HAAI/HAAI/JBBK/JNOK/P..Q"
LAYOUTS = 29_334_498
"""How many layouts have short codes."""


def pieces(puzzle: Puzzle) -> set[frozenset[int]]:
    """The layout as the cells of each piece."""
    board, kinds = puzzle.board, puzzle.kinds
    return {frozenset(board.cells(kinds[p.kind], p.head) or ()) for p in puzzle.pieces}


def short(number: int) -> str:
    digits = ""
    for _ in range(5):
        number, digit = divmod(number, 32)
        digits = ALPHABET[digit] + digits
    return digits


classics = st.integers(0, LAYOUTS - 1).map(lambda number: decode_short(short(number)))
"""Layouts of 4x5 with one 2x2 and at least two empty cells."""

EXAMPLES = [
    ("code", "1A9BF0C00", HENG_DAO),
    ("code", "4FEA13400", "NOPH/AAIH/AAIJ/.BBJ/.QCC"),
    ("code", "10F7FFDF0", ".AA./NAAO/BBPQ/RSTU/CCVW"),
    ("short", "4WVE1", HENG_DAO),
    ("short", "AXCZN", "NOPH/AAIH/AAIJ/.BBJ/.QCC"),
    ("lv32", "11144021", "HAAI/HAAI/J..K/JBBK/NOPQ"),
    ("lv64", "577606461035643914", HENG_DAO),
    ("liu", "021801040912101114151720", "HAAI/HAAI/JNOK/JPQK/.BB."),
    ("zhou", "00000342DAE84D21", HENG_DAO),
    ("poos", "0b11111010010110100000010100000101111111111001010011", "NOHI/BBHI/AACC/AADD/PQ.."),
]
