"""Additive pattern databases for tiles, built breadth first, 64 arrangements at a time. A pattern is k of a puzzle's
tiles. For each arrangement of these tiles on the N cells, its database has the fewest moves *of these tiles* that bring
them home: the minimum over the blank's places. Moves of other tiles are not counted. So the values of patterns without
a common tile are additive: their sum is a lower bound (Felner, Korf and Hanan, Additive pattern database heuristics,
2004).

Here an arrangement is a mask and an order. The mask is the set of covered cells. The order is the position of each tile
among these cells: one of k!, in lexicographic order. All orders of a mask with the blank in one of its regions are a
*row* of bits, one bit an order. The move of a tile that passes no other tile keeps the order, so it transfers a whole
row by OR; a tile that passes others permutes the row.

For look-ups, a search uses other numbers, with a digit for each tile (see `huarong.kernels.tiles`).
"""

from array import array
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import count, i32, i32s, i64, i64s, lowest, u8s, u16s, u64, u64s


@cython.cfunc
@cython.nogil
def _rank(order: u8s, k: i32) -> i32:
    """Return the lexicographic rank of a permutation."""
    rank: i32 = 0
    for i in range(k):
        rank *= k - i
        for j in range(i + 1, k):
            rank += order[j] < order[i]
    return rank


def shifts(k: i32, orders: u8s, digits: u8s, shifted: u16s, begin: i32, end: i32) -> None:
    """List the orders of k tiles from number `begin` to `end`, and the order after each move of one tile.

    `orders` has the places of the k tiles for each of the k! orders (and room for one more). `digits` has these places
    minus the number of earlier tiles in places before them. `shifted[(i * k + j) * k! + order]` is the order after the
    tile in place i moves to place j. All three arrays are filled in.
    """
    total = cython.cast(i32, len(digits)) // k
    order: u8s = orders[total * k :]
    with cython.nogil:
        for n in range(begin, end):
            rest = n
            size = total
            used = 0
            for i in range(k):
                size = size // (k - i)
                j = rest // size
                rest = rest % size
                digits[n * k + i] = j
                p = 0
                while used >> p & 1 or j > 0:
                    j -= 1 - (used >> p & 1)
                    p += 1
                orders[n * k + i] = p
                used |= 1 << p
        for n in range(begin, end):
            for i in range(k):
                for j in range(k):
                    for rest in range(k):
                        p = orders[n * k + rest]
                        if p == i:
                            p = j
                        elif i < p <= j:
                            p -= 1
                        elif j <= p < i:
                            p += 1
                        order[rest] = p
                    shifted[(i * k + j) * total + n] = _rank(order, k)


@cython.final
@cython.cclass
class Pattern:
    """The database of one pattern under construction: its masks, the moves between them, and the visited set.

    `masks` are all sets of k cells in ascending order. `target[4 * cell + d]` is the cell next to a cell in direction
    d, or -1. `choose[9 * n + k]` is the binomial coefficient. `shifts` fills in `orders`, `digits` and `shifted`.

    Edge `4 * (k * m + i) + d` is the move of the i-th tile (in the order of cells) of mask m in direction d: `goes` is
    the next mask (-1: no move), `shift` which tile comes to which place, `leaves` and `lands` the regions of the blank
    before and after. `row[m]` is the row of mask m with the blank in its first region.

    By row, `seen` has the bits of the orders reached (the visited set), and `fresh` those reached last (the frontier).
    By mask, `due` is the depth of its frontier. Every move of a pattern's tile changes the parity of the dark cells
    covered, so a mask has no frontier at two successive depths. `distance[m * k! + order]` is the least depth over the
    regions.
    """

    cython.declare(cells=i32, k=i32, masks=u64s, target=i32s, choose=i64s, orders=u8s, digits=u8s, shifted=u16s)
    cython.declare(goes=i32s, shift=i32s, leaves=u8s, lands=u8s, row=i32s, seen=u64s, fresh=u64s, due=u8s, distance=u8s)
    # Workspace: the regions before and after a move, the cells that a region still grows from, and a row.
    cython.declare(here=u8s, there=u8s, stack=i32s, moved=u64s)

    def __init__(self, masks: u64s, target: i32s, choose: i64s, orders: tuple[Any, ...]) -> None:
        self.masks, self.target, self.choose = masks, target, choose
        self.orders, self.digits, self.shifted = orders
        self.cells = cython.cast(i32, len(target) // 4)
        self.k = count(masks[0])
        edges = 4 * self.k * len(masks)
        self.goes, self.shift = [array("i", bytes(4 * edges)) for _ in range(2)]
        self.leaves, self.lands = bytearray(edges), bytearray(edges)
        self.here, self.there = bytearray(self.cells), bytearray(self.cells)
        self.stack = array("i", bytes(4 * (4 * self.cells + 1)))

    @cython.cfunc
    @cython.nogil
    def _regions(self, mask: u64, region: u8s) -> i32:
        """Number the regions of the cells outside a mask, in the order of their first cells; return their number."""
        number = 0
        for cell in range(self.cells):
            region[cell] = 255
        for cell in range(self.cells):
            if mask >> cell & 1 or region[cell] != 255:
                continue
            self.stack[0] = cell
            region[cell] = number
            top = 1
            while top > 0:
                top -= 1
                here = self.stack[top]
                for d in range(4):
                    other = self.target[4 * here + d]
                    if other >= 0 and region[other] == 255 and not mask >> other & 1:
                        region[other] = number
                        self.stack[top] = other
                        top += 1
            number += 1
        return number

    @cython.cfunc
    @cython.nogil
    def _number(self, mask: u64) -> i64:
        """Return the number of a mask among the masks with as many cells, in ascending order."""
        number = 0
        below = 0
        for cell in range(self.cells):
            if mask >> cell & 1:
                below += 1
                number += self.choose[cell * 9 + below]
        return number

    def region(self, mask: u64, cell: i32) -> int:
        """Return the number of the region outside a mask that has a cell."""
        self._regions(mask, self.here)
        return int(self.here[cell])

    def plan(self, parts: u8s, begin: i64, end: i64) -> None:
        """Find the moves of the masks from `begin` to `end`, and the number of parts of their empty cells."""
        one: u64 = 1
        with cython.nogil:
            for m in range(begin, end):
                mask = self.masks[m]
                parts[m] = self._regions(mask, self.here)
                i = 0
                for p in range(self.cells):
                    if not mask >> p & 1:
                        continue
                    for d in range(4):
                        edge = (m * self.k + i) * 4 + d
                        q = self.target[4 * p + d]
                        self.goes[edge] = -1
                        if q < 0 or mask >> q & 1:
                            continue
                        other = mask ^ (one << p) ^ (one << q)
                        j = 0
                        for c in range(q):
                            j += cython.cast(i32, other >> c & 1)
                        self._regions(other, self.there)
                        self.goes[edge] = cython.cast(i32, self._number(other))
                        self.shift[edge] = i * self.k + j
                        self.leaves[edge] = self.here[q]
                        self.lands[edge] = self.there[p]
                    i += 1

    def known(self, row: i32s, seen: u64s, fresh: u64s, due: u8s, distance: u8s) -> None:
        """Take the arrays that hold the state of the search, with which `grow` and `mark` continue."""
        self.row, self.seen, self.fresh, self.due, self.distance = row, seen, fresh, due, distance
        self.moved = array("Q", bytes(8 * (len(seen) // row[len(due)])))

    def forget(self) -> None:
        """Free the arrays that only `grow` and `mark` need, which are most of the memory."""
        self.seen = self.fresh = self.moved = array("Q", [0])

    def grow(self, depth: i32, begin: i64, budget: i64) -> i64:
        """Expand the frontier for about `budget` words; return the mask to continue with."""
        row, seen, fresh, moved, shifted = self.row, self.seen, self.fresh, self.moved, self.shifted
        masks: i64 = len(self.due)
        edges: i64 = 4 * self.k
        words: i64 = len(moved)
        orders: i64 = len(shifted) // (self.k * self.k)
        m = begin
        cython.declare(r=i64, w=i64, source=i64, to=i64, change=i64)
        one: u64 = 1
        n: i32
        with cython.nogil:
            while m < masks and budget > 0:
                budget -= 1
                if self.due[m] != depth:
                    m += 1
                    continue
                for r in range(row[m], row[m + 1]):
                    source = r * words
                    any_bits = 0
                    for w in range(source, source + words):
                        any_bits |= fresh[w]
                    budget -= words
                    if any_bits == 0:
                        continue
                    for e in range(m * edges, (m + 1) * edges):
                        if self.goes[e] < 0 or row[m] + self.leaves[e] != r:
                            continue
                        to = (row[self.goes[e]] + self.lands[e]) * words
                        budget -= words
                        any_bits = 0
                        i = self.shift[e] // self.k
                        if self.shift[e] == i * self.k + i:
                            for w in range(words):
                                bits = fresh[source + w] & ~seen[to + w]
                                seen[to + w] |= bits
                                fresh[to + w] |= bits
                                any_bits |= bits
                        else:
                            change = self.shift[e] * orders
                            for w in range(words):
                                moved[w] = 0
                            for w in range(words):
                                bits = fresh[source + w]
                                while bits:
                                    n = shifted[change + (w << 6) + lowest(bits)]
                                    bits &= bits - 1
                                    moved[n >> 6] |= one << (n & 63)
                                    budget -= 1
                            for w in range(words):
                                bits = moved[w] & ~seen[to + w]
                                seen[to + w] |= bits
                                fresh[to + w] |= bits
                                any_bits |= bits
                        if any_bits != 0:
                            self.due[self.goes[e]] = depth + 1
                    for w in range(source, source + words):
                        fresh[w] = 0
                m += 1
        return m

    def mark(self, depth: i32, begin: i64, budget: i64) -> tuple[int, int]:
        """Write the depth of a level's new arrangements, for about `budget` words.

        Returns the mask to continue with, and how many arrangements were new.
        """
        row, seen, fresh = self.row, self.seen, self.fresh
        masks: i64 = len(self.due)
        words: i64 = len(self.moved)
        orders: i64 = len(self.distance) // masks
        reached: i64 = 0
        m = begin
        cython.declare(r=i64, w=i64)
        with cython.nogil:
            while m < masks and budget > 0:
                budget -= 1
                if self.due[m] == depth:
                    for w in range(words):
                        known = 0
                        bits = 0
                        for r in range(row[m], row[m + 1]):
                            at = r * words + w
                            known |= seen[at] & ~fresh[at]
                            bits |= fresh[at]
                        bits &= ~known
                        reached += count(bits)
                        at = m * orders + (w << 6)
                        while bits:
                            self.distance[at + lowest(bits)] = depth
                            bits &= bits - 1
                    budget -= words * (row[m + 1] - row[m])
                m += 1
        return m, reached

    def renumber(self, strides: i64s, table: u8s, begin: i64, end: i64) -> None:
        """Copy distances to their places for searches, for some of the `cells * cells` cells of the first two tiles.

        If these two are fixed, both the distances to read and the places to write lie together.
        """
        k, orders, digits = self.k, self.orders, self.digits
        total: i64 = len(digits) // k
        block: i64 = total // k if k == 1 else total // k // (k - 1)
        gap: cython.longlong[8] = [0] * 8
        sums: cython.longlong[9] = [0] * 9
        cover: u64
        one: u64 = 1
        cython.declare(m=i64, n=i64, first=i64, c=i32)
        with cython.nogil:
            for pair in range(begin, end):
                a = cython.cast(i32, pair // self.cells)
                b = cython.cast(i32, pair % self.cells)
                if (a == b) != (k == 1):
                    continue
                cover = one << a | one << b
                for m in range(len(self.masks)):
                    mask = self.masks[m]
                    if mask & cover != cover:
                        continue
                    i = 0
                    p = 0
                    t = 0
                    for c in range(self.cells):
                        if c == a:
                            p = i
                        if c == b:
                            t = i
                        if mask >> c & 1:
                            gap[i] = c - i
                            i += 1
                    first = 0
                    if k > 1:
                        first = (p * (k - 1) + t - (p < t)) * block
                    for n in range(first, first + block):
                        # As orders ascend, only the last digits change.
                        t = 0
                        if n > first:
                            t = k - 1
                            while digits[n * k + t] == 0:
                                t -= 1
                        while t < k:
                            c = cython.cast(i32, gap[orders[n * k + t]]) + digits[n * k + t]
                            sums[t + 1] = sums[t] + strides[t] * c
                            t += 1
                        table[sums[k]] = self.distance[m * total + n]


def spread(target: i32s, bits: i32, k: i32, table: u8s, depth: i32, begin: i64, end: i64) -> i64:
    """Expand the arrangements of this depth from number `begin` to `end`, where tiles in a line move at once.

    Here the blank belongs to the arrangement, and each move counts one, whatever its tiles. A number has the cells of
    the blank and of the k tiles, `bits` each, the blank's lowest. Returns how many arrangements are reached for the
    first time.
    """
    reached: i64 = 0
    mask: i64 = (1 << bits) - 1
    slot: cython.int[64] = [0] * 64
    number: i64
    with cython.nogil:
        for n in range(begin, end):
            if table[n] != depth:
                continue
            for i in range(1, k + 1):
                slot[n >> bits * i & mask] = i
            for d in range(4):
                number = n
                b = cython.cast(i32, n & mask)
                q = target[4 * b + d]
                while q >= 0:
                    number += q - b
                    if slot[q]:
                        number -= cython.cast(i64, q - b) * (cython.cast(i64, 1) << bits * slot[q])
                    if table[number] == 255:
                        table[number] = depth + 1
                        reached += 1
                    b = q
                    q = target[4 * b + d]
            for i in range(1, k + 1):
                slot[n >> bits * i & mask] = 0
    return reached
