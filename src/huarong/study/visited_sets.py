"""Eight visited sets, the data structures of the bench. Each remembers the codes that it has seen.

Six are from 吕震宇's article: built there (`lv.visited`) or named. Two are modern: Python's set, and a bitmap by rank.
"""

import gc
import sys
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType

from huarong.study.lv.visited import AvlTree, ChainedHash, LinearList, VisitedSet, fold


class SortedArray:
    """A sorted array: a look-up halves the range at each step, and an insertion moves all greater codes."""

    def __init__(self) -> None:
        self.codes: list[int] = []
        self.compared = self.moved = 0

    def insert(self, code: int) -> bool:
        codes, low, high = self.codes, 0, len(self.codes)
        while low < high:
            middle = (low + high) // 2
            self.compared += 1
            at = codes[middle]
            if at == code:
                return False
            if at < code:
                low = middle + 1
            else:
                high = middle
        self.moved += len(codes) - low
        codes.insert(low, code)
        return True

    @property
    def longest(self) -> int:
        """The most codes that one look-up compares."""
        return len(self.codes).bit_length()


class _Node:
    __slots__ = ("code", "left", "right")

    def __init__(self, code: int) -> None:
        self.code = code
        self.left: _Node | None = None
        self.right: _Node | None = None


class SearchTree:
    """A plain binary search tree, without balancing: codes in ascending order make it a list."""

    def __init__(self) -> None:
        self.root: _Node | None = None
        self.compared = self.height = 0

    def insert(self, code: int) -> bool:
        """Add a code below the last one with which it is compared; return False if it is there already."""
        at, above, depth = self.root, None, 1
        while at is not None:
            self.compared += 1
            if at.code == code:
                return False
            above, at, depth = at, at.left if code < at.code else at.right, depth + 1
        if above is None:
            self.root = _Node(code)
        elif code < above.code:
            above.left = _Node(code)
        else:
            above.right = _Node(code)
        self.height = max(self.height, depth)
        return True


class Probing:
    """Open addressing with quadratic probing: if a place is taken, the places 1, 3, 6, 10 … further on are tried.

    The number of places is a power of two, 65,536 at first, so these steps reach every place. The table is doubled when
    three quarters are taken. `longest` is the most places probed to insert a new code.

    >>> known = Probing()
    >>> [known.insert(code) for code in (7, 7 + (1 << 14) - 1, 7)], known.longest
    ([True, True, False], 1)
    """

    def __init__(self, places: int = 1 << 16) -> None:
        self.table: list[int | None] = [None] * places
        self.count = self.compared = self.longest = 0

    def insert(self, code: int) -> bool:
        """Add a code in the first free place of its sequence; return False if it is there already."""
        table, mask = self.table, len(self.table) - 1
        at, step = fold(code) & mask, 1
        while table[at] is not None:
            self.compared += 1
            if table[at] == code:
                return False
            at, step = at + step & mask, step + 1
        table[at] = code
        self.count += 1
        self.longest = max(self.longest, step)
        if 4 * self.count > 3 * len(table):
            self._double()
        return True

    def _double(self) -> None:
        wider = Probing(2 * len(self.table))
        for code in self.table:
            if code is not None:
                wider.insert(code)
        self.table = wider.table


class _Silent:
    """A visited set that does not report its comparisons."""

    compared, compares = 0, False


class PythonSet(_Silent):
    """Python's own set, a hash table in C."""

    def __init__(self) -> None:
        self.codes: set[int] = set()

    def insert(self, code: int) -> bool:
        if code in self.codes:
            return False
        self.codes.add(code)
        return True


class RankBitmap(_Silent):
    """A bit for each layout, at its rank: it compares nothing and stores no code.

    >>> known = RankBitmap(65_880)
    >>> known.insert(777), known.insert(777), len(known.bits)
    (True, False, 8235)
    """

    def __init__(self, size: int) -> None:
        self.bits = bytearray((size + 7) // 8)

    def insert(self, rank: int) -> bool:
        """Set the bit of a rank; return False if it is set already."""
        bit = 1 << (rank & 7)
        if self.bits[rank >> 3] & bit:
            return False
        self.bits[rank >> 3] |= bit
        return True


STRUCTURES: Mapping[str, Callable[[], VisitedSet]] = {
    **{"list": LinearList, "bisection": SortedArray, "tree": SearchTree, "avl": AvlTree},
    **{"chains": ChainedHash, "probing": Probing, "set": PythonSet},
}
"""The visited sets for codes, in the order of the articles; the bitmap gets ranks."""


def footprint(known: object) -> int:
    """Return the bytes of everything that a structure holds, including its codes, as Python counts them.

    >>> footprint(PythonSet()) < footprint(ChainedHash())
    True
    """
    seen, found = {id(known)}, [known]
    for each in found:  # the list grows in the loop
        for part in gc.get_referents(each):
            if id(part) not in seen and not isinstance(part, (type, FunctionType, ModuleType)):
                seen.add(id(part))
                found.append(part)
    return sum(map(sys.getsizeof, found))
