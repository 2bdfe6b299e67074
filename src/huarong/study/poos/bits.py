"""The 50 bits of poos: two for each cell, five for each of the two empty cells.

A cell has 0 for the 2x2, 1 for a flat general, 2 for an upright one, and 3 for a soldier or an empty cell.
"""

from collections.abc import Iterable

from huarong.library.notations.codes import mirror_poos

Swaps = tuple[tuple[int, int], ...]
"""Pairs of an empty cell and the piece's cell that changes places with it."""


def identity(values: Iterable[int], empty: tuple[int, int]) -> int:
    """Return the 50 bits: 2 for each cell in reading order, 5 for each empty cell, in order.

    0 is the 2x2, 1 a flat general, 2 an upright one, 3 a soldier and an empty cell alike.

    >>> bin(identity(map(int, "33221122001100113333"), (18, 19)))
    '0b11111010010110100000010100000101111111111001010011'
    """
    code = 0
    for value in values:
        code = code << 2 | value
    return code << 10 | empty[0] << 5 | empty[1]


def value_at(code: int, cell: int) -> int:
    """Return the number of a cell (`valueAtByte`)."""
    return code >> 48 - 2 * cell & 3


def exchanged(code: int, swaps: Swaps) -> int:
    """Return the identifier after cells have changed places (`exchangeByte`).

    The printed `isSpace0` keeps the first empty cell's bits and overwrites the other's.
    """
    holes = [code >> 5 & 31, code & 31]
    for a, b in swaps:
        differ = (value_at(code, a) ^ value_at(code, b)) & 3
        code ^= differ << 48 - 2 * a | differ << 48 - 2 * b
        holes[holes.index(a)] = b
    return code >> 10 << 10 | min(holes) << 5 | max(holes)


mirrored = mirror_poos
"""Returns the identifier of the mirror image: each row of 8 bits has its four pairs reversed."""


def mirrored_as_printed(code: int) -> int:
    """Return the result of `mapToAnotherIdentifier` as the article prints it, which is not the mirror image.

    It takes rows at shifts of 16, 12, 8, 4 and 0, but they are at 32, 24, 16, 8 and 0. It overwrites a row's left half
    by the whole row, and the halves themselves do not change places.

    >>> code = identity(map(int, "33221122001100113333"), (18, 19))
    >>> mirrored_as_printed(code) == mirrored(code)
    False
    """

    def exchange(value: int) -> int:
        left, right = value >> 2 | value << 2, value & 15
        return left << 4 | right >> 2 | right << 2

    base = code >> 10
    rows = (base >> 16, *(base >> shift & 0xFF for shift in (12, 8, 4, 0)))
    result = 0
    for row, shift in zip(rows, (16, 12, 8, 4, 0), strict=True):
        result |= exchange(row) << shift
    for hole in (code >> 5 & 31, code & 31):
        result = (result << 5) + hole // 4 * 4 + 3 - hole % 4
    return result & 0xFFFFFFFFFFFFFFFF
