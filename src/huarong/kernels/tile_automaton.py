"""The automaton of the blank's moves: of several ways to the same board, it allows one.

A *word* is a sequence of directions in which the blank moves from a cell. Several words may lead from one cell to the
same arrangement of all tiles. The *canonical* word is the shortest and, among the shortest, the first in the order of
directions. Each part of a canonical word is canonical. So a search may turn back as soon as its last moves are not
canonical, and still finds a shortest way (Taylor and Korf, Pruning duplicate nodes in depth-first search, 1993).
"""

from array import array

import cython
from cython.cimports.huarong.kernels._c import i32, i32s, i64, u8s, u64


@cython.final
@cython.cclass
class Words:
    """All canonical words of up to some length from each cell, level by level.

    `target[4 * cell + d]` is the cell next to a cell in direction d, or -1. Word w has the board `boards[cells * w:]`:
    the tile (named by its cell at the start) on each cell. `blank[w]` is the blank's cell, `start[w]` its first cell,
    and `rest[w]` the word without its first move. `child[4 * w + d]` is the word that continues in direction d; -1
    means none or not canonical, -2 unknown. `used[w]` says whether w begins a word that is not canonical although all
    parts of that word are. Each cell has a word without moves. `slots` is a hash table of boards, by word.
    """

    cells: i32
    count = cython.declare(i32, visibility="readonly")
    cython.declare(target=i32s, boards=u8s, blank=i32s, start=i32s, rest=i32s, parent=i32s, child=i32s, used=u8s)
    cython.declare(slots=i32s)

    def __init__(self, target: i32s, most: int) -> None:
        self.target = target
        self.cells = cython.cast(i32, len(target) // 4)
        self.boards = bytearray(most * self.cells)
        self.blank, self.start, self.rest, self.parent = [array("i", bytes(4 * most)) for _ in range(4)]
        self.child = array("i", bytes(16 * most))
        self.used = bytearray(most)
        self.slots = array("i", bytes(4 << (2 * most - 1).bit_length()))
        self.count = self.cells
        for cell in range(self.cells):
            self.blank[cell] = self.start[cell] = cell
            self.rest[cell] = self.parent[cell] = -1
            for other in range(self.cells):
                self.boards[cell * self.cells + other] = other
            self._enter(cell)

    @cython.cfunc
    @cython.nogil
    def _enter(self, word: i32) -> i32:
        """Enter a word's board into the hash table; return an earlier word with the same start and board, or -1."""
        mask: u64 = len(self.slots) - 1
        base: i64 = cython.cast(i64, word) * self.cells
        ones: u64 = 0xFFFFFFFFFFFFFFFF
        factor: u64 = 0x9E3779B97F4A7C15
        code: u64 = self.start[word]
        for c in range(self.cells):
            code = (code ^ self.boards[base + c]) * factor & ones
            code ^= code >> 29
        code &= mask
        while self.slots[code]:
            other = self.slots[code] - 1
            if self.start[other] == self.start[word]:
                there: i64 = cython.cast(i64, other) * self.cells
                same = True
                for c in range(self.cells):
                    if self.boards[base + c] != self.boards[there + c]:
                        same = False
                        break
                if same:
                    return other
            code = (code + 1) & mask
        self.slots[code] = word + 1
        return -1

    def extend(self, begin: i32, end: i32) -> i32:
        """Find the extensions of the words numbered `begin` to `end`; return where it stopped: at the end, or when
        memory was full.
        """
        most: i32 = len(self.used)
        w = begin
        with cython.nogil:
            while w < end and self.count + 4 <= most:
                for d in range(4):
                    self.child[4 * w + d] = -1
                    b = self.blank[w]
                    q = self.target[4 * b + d]
                    if q < 0:
                        continue
                    # The word without its first move goes on in this direction: else the word has a part that is not
                    # canonical.
                    rest = self.rest[w]
                    tail = q if rest < 0 else self.child[4 * rest + d]
                    if tail < 0:
                        continue
                    n = self.count
                    for c in range(self.cells):
                        self.boards[n * self.cells + c] = self.boards[w * self.cells + c]
                    self.boards[n * self.cells + b] = self.boards[w * self.cells + q]
                    self.boards[n * self.cells + q] = self.boards[w * self.cells + b]
                    self.blank[n], self.start[n] = q, self.start[w]
                    self.rest[n], self.parent[n] = tail, w
                    if self._enter(n) < 0:
                        self.child[4 * w + d] = n
                        self.count += 1
                        continue
                    u = w
                    while u >= 0 and not self.used[u]:
                        self.used[u] = 1
                        u = self.parent[u]
                w += 1
        return w

    def states(self, known: i32) -> list[int]:
        """Return the automaton: `4 * state + d` has the state after a move in direction d, or -1. The first states are
        the blank's cells.

        `known` is the first word that has not been extended.
        """
        follow = array("i", bytes(16 * known))
        number = array("i", [-1] * known)
        states = 0
        for w in range(known):
            if w < self.cells or self.used[w]:
                number[w] = states
                states += 1
        result = [0] * (4 * states)
        for w in range(known):
            for d in range(4):
                x = self.child[4 * w + d]
                if x >= 0 and (x >= known or number[x] < 0):
                    # The longest suffix of the word that is a state.
                    rest = self.rest[w]
                    x = follow[4 * rest + d] if rest >= 0 else self.blank[x]
                follow[4 * w + d] = x
                if number[w] >= 0:
                    result[4 * number[w] + d] = number[x] if x >= 0 else -1
        return result
