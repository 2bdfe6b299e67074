"""Additive pattern databases for tiles, built breadth first, 64 arrangements at a time.

A pattern is k of a puzzle's tiles. Its database has, for each arrangement of these tiles on the N cells, the fewest
moves *of these tiles* that bring them home, not counting moves of others: the minimum over the blank's places. So the
values of patterns without a common tile are additive: their sum is a lower bound (Felner, Korf and Hanan, Additive
pattern database heuristics, 2004).

Here an arrangement is a mask, the cells covered (in ascending order of their bits), and an order, the place
of each tile among these cells: one of k!, in lexicographic order of the places of the tiles. All orders of a
mask with the blank in one of its regions are a *row* of bits, one bit an order. A move of a tile that passes
no other leaves its order, so it carries a whole row by OR; one that passes others permutes the row.

A search looks distances up by other numbers, with a digit for each tile (see `huarong.kernels.tiles`).
"""

from __future__ import annotations

from array import array
from typing import Any

import cython
from cython.cimports.huarong.kernels._bits import count, lowest


@cython.cfunc
@cython.nogil
def _rank(order: cython.uchar[::1], k: cython.int) -> cython.int:
    """The lexicographic rank of a permutation."""
    rank: cython.int = 0
    for i in range(k):
        rank *= k - i
        for j in range(i + 1, k):
            rank += order[j] < order[i]
    return rank


def shifts(
    k: cython.int,
    orders: cython.uchar[::1],
    digits: cython.uchar[::1],
    shifted: cython.ushort[::1],
    begin: cython.int,
    end: cython.int,
) -> None:
    """List the orders of k tiles from number `begin` to `end`, and what each becomes when one tile goes elsewhere.

    `orders` has the places of the k tiles for each of the k! orders (and room for one more), `digits` these places
    less the number of earlier tiles in places before them; `shifted[(i * k + j) * k! + order]` is the order after
    the tile in place i goes to place j. All are filled in.
    """
    total = cython.cast(cython.int, len(digits)) // k
    order: cython.uchar[::1] = orders[total * k :]
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

    `masks` are all sets of k cells in ascending order; `target[4 * cell + d]` is the cell next to a cell in direction
    d, or -1; `choose[9 * n + k]` the binomial coefficient. `orders`, `digits` and `shifted` are filled in by `shifts`.

    Edge `4 * (k * m + i) + d` is the move of the i-th tile (in the order of cells) of mask m in direction d: `goes`
    the mask that it leads to (-1: no move), `shift` which tile comes to which place, `leaves` and `lands` the regions
    where the blank is before and after. `row[m]` is the row of mask m with the blank in its first region.

    By row, `seen` has the bits of the orders reached (the visited set), `fresh` of those reached last (the frontier).
    By mask, `due` is the depth of its frontier; since every move of a pattern's tile changes the parity of the dark
    cells covered, a mask has no frontier at two successive depths. `distance[m * k! + order]` is the least depth over
    the regions.
    """

    cells: cython.int
    k: cython.int
    masks: cython.ulonglong[::1]
    target: cython.int[::1]
    choose: cython.longlong[::1]
    orders: cython.uchar[::1]
    digits: cython.uchar[::1]
    shifted: cython.ushort[::1]
    goes: cython.int[::1]
    shift: cython.int[::1]
    leaves: cython.uchar[::1]
    lands: cython.uchar[::1]
    row: cython.int[::1]
    seen: cython.ulonglong[::1]
    fresh: cython.ulonglong[::1]
    due: cython.uchar[::1]
    distance: cython.uchar[::1]
    # Workspace: the regions before and after a move, the cells that a region still grows from, and a row.
    here: cython.uchar[::1]
    there: cython.uchar[::1]
    stack: cython.int[::1]
    moved: cython.ulonglong[::1]

    def __init__(self, masks: Any, target: Any, choose: Any, orders: Any) -> None:
        self.masks, self.target, self.choose = masks, target, choose
        self.orders, self.digits, self.shifted = orders
        self.cells = cython.cast(cython.int, len(target) // 4)
        self.k = cython.cast(cython.int, masks[0].bit_count())
        edges = 4 * self.k * len(masks)
        self.goes = array("i", bytes(4 * edges))
        self.shift = array("i", bytes(4 * edges))
        self.leaves = bytearray(edges)
        self.lands = bytearray(edges)
        self.here = bytearray(self.cells)
        self.there = bytearray(self.cells)
        self.stack = array("i", bytes(4 * (4 * self.cells + 1)))

    @cython.cfunc
    @cython.nogil
    def _regions(self, mask: cython.ulonglong, region: cython.uchar[::1]) -> cython.int:
        """Number the regions of the cells outside a mask, in the order of their first cells; returns how many there
        are.
        """
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
    def _number(self, mask: cython.ulonglong) -> cython.longlong:
        """The number of a mask among those with as many cells, in ascending order."""
        number = 0
        below = 0
        for cell in range(self.cells):
            if mask >> cell & 1:
                below += 1
                number += self.choose[cell * 9 + below]
        return number

    def region(self, mask: cython.ulonglong, cell: cython.int) -> int:
        """The number of the region outside a mask in which a cell lies."""
        self._regions(mask, self.here)
        return int(self.here[cell])

    def plan(self, parts: cython.uchar[::1], begin: cython.longlong, end: cython.longlong) -> None:
        """Find the moves of the masks from `begin` to `end`, and in how many parts their empty cells fall."""
        one: cython.ulonglong = 1
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
                            j += cython.cast(cython.int, other >> c & 1)
                        self._regions(other, self.there)
                        self.goes[edge] = cython.cast(cython.int, self._number(other))
                        self.shift[edge] = i * self.k + j
                        self.leaves[edge] = self.here[q]
                        self.lands[edge] = self.there[p]
                    i += 1

    def known(self, row: Any, seen: Any, fresh: Any, due: Any, distance: Any) -> None:
        """Take the arrays that hold the state of the search, with which `grow` and `mark` continue."""
        self.row, self.seen, self.fresh, self.due, self.distance = row, seen, fresh, due, distance
        self.moved = array("Q", bytes(8 * (len(seen) // row[len(due)])))

    def forget(self) -> None:
        """Free the arrays that only `grow` and `mark` need, which are most of the memory."""
        self.seen = self.fresh = self.moved = array("Q", [0])

    def grow(self, depth: cython.int, begin: cython.longlong, budget: cython.longlong) -> cython.longlong:
        """Expand the frontier for about `budget` words; returns the mask to continue with."""
        row = self.row
        seen = self.seen
        fresh = self.fresh
        moved = self.moved
        shifted = self.shifted
        masks: cython.longlong = len(self.due)
        edges: cython.longlong = 4 * self.k
        words: cython.longlong = len(moved)
        orders: cython.longlong = len(shifted) // (self.k * self.k)
        m = begin
        cython.declare(r=cython.longlong, w=cython.longlong, source=cython.longlong, to=cython.longlong)
        cython.declare(change=cython.longlong)
        one: cython.ulonglong = 1
        n: cython.int
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

    def mark(self, depth: cython.int, begin: cython.longlong, budget: cython.longlong) -> tuple[int, int]:
        """Write the depth of a level's new arrangements, for about `budget` words; returns where to go on.

        That is a mask; the second result is how many arrangements were new.
        """
        row = self.row
        seen = self.seen
        fresh = self.fresh
        masks: cython.longlong = len(self.due)
        words: cython.longlong = len(self.moved)
        orders: cython.longlong = len(self.distance) // masks
        reached: cython.longlong = 0
        m = begin
        cython.declare(r=cython.longlong, w=cython.longlong)
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

    def renumber(
        self, strides: cython.longlong[::1], table: cython.uchar[::1], begin: cython.longlong, end: cython.longlong
    ) -> None:
        """Copy distances to where a search looks for them, for some of the `cells * cells` cells of the first two
        tiles.

        If these two are fixed, the distances that are read lie together, and those that are written, too.
        """
        k = self.k
        orders = self.orders
        digits = self.digits
        total: cython.longlong = len(digits) // k
        block: cython.longlong = total // k if k == 1 else total // k // (k - 1)
        gap: cython.longlong[8] = [0] * 8
        sums: cython.longlong[9] = [0] * 9
        cover: cython.ulonglong
        one: cython.ulonglong = 1
        cython.declare(m=cython.longlong, n=cython.longlong, first=cython.longlong, c=cython.int)
        with cython.nogil:
            for pair in range(begin, end):
                a = cython.cast(cython.int, pair // self.cells)
                b = cython.cast(cython.int, pair % self.cells)
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
                            c = cython.cast(cython.int, gap[orders[n * k + t]]) + digits[n * k + t]
                            sums[t + 1] = sums[t] + strides[t] * c
                            t += 1
                        table[sums[k]] = self.distance[m * total + n]


def spread(
    target: cython.int[::1],
    bits: cython.int,
    k: cython.int,
    table: cython.uchar[::1],
    depth: cython.int,
    begin: cython.longlong,
    end: cython.longlong,
) -> cython.longlong:
    """Expand the arrangements from number `begin` to `end` that have this depth, where tiles in a line move at once.

    Here the blank belongs to the arrangement, and each move counts one, for any tiles. A number
    has the cells of the blank and of the k tiles, `bits` each, the blank's lowest. Returns how many arrangements
    are reached for the first time.
    """
    reached: cython.longlong = 0
    mask: cython.longlong = (1 << bits) - 1
    slot: cython.int[64] = [0] * 64
    number: cython.longlong
    with cython.nogil:
        for n in range(begin, end):
            if table[n] != depth:
                continue
            for i in range(1, k + 1):
                slot[n >> bits * i & mask] = i
            for d in range(4):
                number = n
                b = cython.cast(cython.int, n & mask)
                q = target[4 * b + d]
                while q >= 0:
                    number += q - b
                    if slot[q]:
                        number -= cython.cast(cython.longlong, q - b) * (
                            cython.cast(cython.longlong, 1) << bits * slot[q]
                        )
                    if table[number] == 255:
                        table[number] = depth + 1
                        reached += 1
                    b = q
                    q = target[4 * b + d]
            for i in range(1, k + 1):
                slot[n >> bits * i & mask] = 0
    return reached
