"""Additive pattern databases for tiles, built breadth first, 64 arrangements at a time.

A pattern is k of a puzzle's tiles. Its database tells, for each arrangement of these tiles on the N cells,
the fewest moves *of these tiles* that bring them home, whatever moves others make, the least over the
blank's places. So the values of patterns without a tile in common add up to a lower bound (Felner,
Korf and Hanan, Additive pattern database heuristics, 2004).

Here an arrangement is a mask, the cells covered (in ascending order of their bits), and an order, the place
of each tile among these cells: one of k!, in lexicographic order of the places of the tiles. All orders of a
mask with the blank in one of its regions are a *row* of bits, one bit an order. A move of a tile that passes
no other leaves its order, so it carries a whole row by OR; one that passes others permutes the row.

For the search of a puzzle they are numbered anew (see `huarong.kernels.tiles`), with a digit for each tile.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from huarong.kernels import _plain as cython

if cython.compiled:
    from cython.cimports.huarong.kernels._bits import count, lowest
else:
    from huarong.kernels._plain import count, lowest


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rank(order: cython.uchar[::1], k: cython.int) -> cython.int:
    """The number of a permutation among those of its length, in lexicographic order."""
    rank: cython.int = 0
    i: cython.int
    j: cython.int
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
) -> None:
    """List the k! orders of k tiles, and what each becomes when the tile in place i goes to place j.

    `orders` has the places of the k tiles for each, `digits` these places less the number of earlier tiles in
    places before them; `shifted[(i * k + j) * k! + order]` is the order afterwards. All are filled in.
    """
    total: cython.int = cython.cast(cython.int, len(digits)) // k
    order: cython.uchar[::1] = orders[total * k :]
    n: cython.int
    i: cython.int
    j: cython.int
    p: cython.int
    rest: cython.int
    size: cython.int
    used: cython.int
    with cython.nogil:
        for n in range(total):
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
        for n in range(total):
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _regions(
    mask: cython.ulonglong,
    target: cython.int[::1],
    cells: cython.int,
    region: cython.uchar[::1],
    stack: cython.int[::1],
) -> cython.int:
    """Number the regions of the cells outside a mask, in the order of their first cells; how many."""
    number: cython.int = 0
    cell: cython.int
    here: cython.int
    other: cython.int
    top: cython.int
    d: cython.int
    for cell in range(cells):
        region[cell] = 255
    for cell in range(cells):
        if mask >> cell & 1 or region[cell] != 255:
            continue
        stack[0] = cell
        region[cell] = number
        top = 1
        while top > 0:
            top -= 1
            here = stack[top]
            for d in range(4):
                other = target[4 * here + d]
                if other >= 0 and region[other] == 255 and not mask >> other & 1:
                    region[other] = number
                    stack[top] = other
                    top += 1
        number += 1
    return number


def regions(
    mask: cython.ulonglong,
    target: cython.int[::1],
    region: cython.uchar[::1],
    stack: cython.int[::1],
) -> None:
    """Number the regions that the blank cannot leave: the cells outside a mask, which become 255."""
    _regions(mask, target, cython.cast(cython.int, len(target) // 4), region, stack)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _number(
    mask: cython.ulonglong, choose: cython.longlong[::1], cells: cython.int
) -> cython.longlong:
    """The number of a mask among those with as many cells, in ascending order."""
    number: cython.longlong = 0
    below: cython.int = 0
    cell: cython.int
    for cell in range(cells):
        if mask >> cell & 1:
            below += 1
            number += choose[cell * 9 + below]
    return number


def plan(
    masks: cython.ulonglong[::1],
    target: cython.int[::1],
    choose: cython.longlong[::1],
    k: cython.int,
    goes: cython.int[::1],
    shift: cython.int[::1],
    leaves: cython.uchar[::1],
    lands: cython.uchar[::1],
    parts: cython.uchar[::1],
    scratch: cython.uchar[::1],
    stack: cython.int[::1],
    begin: cython.longlong,
    end: cython.longlong,
) -> None:
    """The moves of some masks: `4 k` for each, of its tiles in the order of cells, in each direction.

    For each: the mask that it leads to (-1: no move), which tile comes to which place, and the regions
    where the blank is before and after; and for each mask in how many parts the cells outside it fall.
    """
    cells: cython.int = cython.cast(cython.int, len(target) // 4)
    here: cython.uchar[::1] = scratch[:cells]
    there: cython.uchar[::1] = scratch[cells:]
    m: cython.longlong
    edge: cython.longlong
    mask: cython.ulonglong
    other: cython.ulonglong
    one: cython.ulonglong = 1
    i: cython.int
    j: cython.int
    p: cython.int
    q: cython.int
    c: cython.int
    d: cython.int
    with cython.nogil:
        for m in range(begin, end):
            mask = masks[m]
            parts[m] = _regions(mask, target, cells, here, stack)
            i = 0
            for p in range(cells):
                if not mask >> p & 1:
                    continue
                for d in range(4):
                    edge = (m * k + i) * 4 + d
                    q = target[4 * p + d]
                    goes[edge] = -1
                    if q < 0 or mask >> q & 1:
                        continue
                    other = mask ^ (one << p) ^ (one << q)
                    j = 0
                    for c in range(q):
                        j += cython.cast(cython.int, other >> c & 1)
                    _regions(other, target, cells, there, stack)
                    goes[edge] = cython.cast(cython.int, _number(other, choose, cells))
                    shift[edge] = i * k + j
                    leaves[edge] = here[q]
                    lands[edge] = there[p]
                i += 1


def grow(
    goes: cython.int[::1],
    shift: cython.int[::1],
    leaves: cython.uchar[::1],
    lands: cython.uchar[::1],
    row: cython.int[::1],
    shifted: cython.ushort[::1],
    seen: cython.ulonglong[::1],
    fresh: cython.ulonglong[::1],
    due: cython.uchar[::1],
    moved: cython.ulonglong[::1],
    k: cython.int,
    depth: cython.int,
    begin: cython.longlong,
    budget: cython.longlong,
) -> cython.longlong:
    """Expand what the last level found: the mask to go on with, after some `budget` words.

    `row[m]` is the row of mask m with the blank in its first region. `seen` has the rows of all that was
    reached, `fresh` of what was at the last level. `due` is for each mask the depth at which it has
    something fresh; since every move of a pattern's tile changes the parity of the dark cells covered,
    that is never two depths in a row. `moved` has room for a row.
    """
    masks: cython.longlong = len(due)
    edges: cython.longlong = 4 * k
    words: cython.longlong = len(seen) // row[masks]
    orders: cython.longlong = len(shifted) // (k * k)
    m: cython.longlong = begin
    r: cython.longlong
    e: cython.longlong
    w: cython.longlong
    source: cython.longlong
    to: cython.longlong
    change: cython.longlong
    bits: cython.ulonglong
    any_bits: cython.ulonglong
    one: cython.ulonglong = 1
    n: cython.int
    i: cython.int
    with cython.nogil:
        while m < masks and budget > 0:
            budget -= 1
            if due[m] != depth:
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
                    if goes[e] < 0 or row[m] + leaves[e] != r:
                        continue
                    to = (row[goes[e]] + lands[e]) * words
                    budget -= words
                    any_bits = 0
                    i = shift[e] // k
                    if shift[e] == i * k + i:
                        for w in range(words):
                            bits = fresh[source + w] & ~seen[to + w]
                            seen[to + w] |= bits
                            fresh[to + w] |= bits
                            any_bits |= bits
                    else:
                        change = shift[e] * orders
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
                        due[goes[e]] = depth + 1
                for w in range(source, source + words):
                    fresh[w] = 0
            m += 1
    return m


def mark(
    row: cython.int[::1],
    seen: cython.ulonglong[::1],
    fresh: cython.ulonglong[::1],
    due: cython.uchar[::1],
    distance: cython.uchar[::1],
    memo: cython.longlong[::1],
    depth: cython.int,
    begin: cython.longlong,
    budget: cython.longlong,
) -> cython.longlong:
    """Note the depth of what a level found: the mask to go on with, after some `budget` words.

    `distance[mask * k! + order]` keeps the least depth over the regions. `memo` counts the arrangements.
    """
    masks: cython.longlong = len(due)
    words: cython.longlong = len(seen) // row[masks]
    orders: cython.longlong = len(distance) // masks
    m: cython.longlong = begin
    r: cython.longlong
    w: cython.longlong
    at: cython.longlong
    known: cython.ulonglong
    bits: cython.ulonglong
    with cython.nogil:
        while m < masks and budget > 0:
            budget -= 1
            if due[m] == depth:
                for w in range(words):
                    known = 0
                    bits = 0
                    for r in range(row[m], row[m + 1]):
                        at = r * words + w
                        known |= seen[at] & ~fresh[at]
                        bits |= fresh[at]
                    bits &= ~known
                    memo[0] += count(bits)
                    at = m * orders + (w << 6)
                    while bits:
                        distance[at + lowest(bits)] = depth
                        bits &= bits - 1
                budget -= words * (row[m + 1] - row[m])
            m += 1
    return m


def renumber(
    masks: cython.ulonglong[::1],
    orders: cython.uchar[::1],
    digits: cython.uchar[::1],
    strides: cython.longlong[::1],
    distance: cython.uchar[::1],
    table: cython.uchar[::1],
    cells: cython.int,
    begin: cython.longlong,
    end: cython.longlong,
) -> None:
    """Copy distances to where a search looks for them, for some of the `cells * cells` cells of the first two tiles.

    Where these two are fixed, the distances that are read lie together, and those that are written, too.
    """
    k: cython.int = cython.cast(cython.int, len(strides))
    total: cython.longlong = len(digits) // k
    block: cython.longlong = total // k if k == 1 else total // k // (k - 1)
    gap: cython.longlong[8] = [0] * 8
    sums: cython.longlong[9] = [0] * 9
    cover: cython.ulonglong
    mask: cython.ulonglong
    one: cython.ulonglong = 1
    pair: cython.longlong
    m: cython.longlong
    n: cython.longlong
    first: cython.longlong
    a: cython.int
    b: cython.int
    c: cython.int
    i: cython.int
    p: cython.int
    t: cython.int
    with cython.nogil:
        for pair in range(begin, end):
            a = cython.cast(cython.int, pair // cells)
            b = cython.cast(cython.int, pair % cells)
            if (a == b) != (k == 1):
                continue
            cover = one << a | one << b
            for m in range(len(masks)):
                mask = masks[m]
                if mask & cover != cover:
                    continue
                i = 0
                p = 0
                t = 0
                for c in range(cells):
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
                    table[sums[k]] = distance[m * total + n]


def spread(
    target: cython.int[::1],
    bits: cython.int,
    k: cython.int,
    table: cython.uchar[::1],
    memo: cython.longlong[::1],
    depth: cython.int,
    begin: cython.longlong,
    end: cython.longlong,
) -> None:
    """Expand the arrangements of some numbers that have this depth, where tiles in a line move at once.

    Here the blank belongs to the arrangement, and each move counts one, whatever tiles it moves. A number
    has the cells of the blank and of the k tiles, `bits` each, the blank's lowest. `memo` counts them.
    """
    mask: cython.longlong = (1 << bits) - 1
    slot: cython.int[64] = [0] * 64
    n: cython.longlong
    number: cython.longlong
    b: cython.int
    q: cython.int
    d: cython.int
    i: cython.int
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
                        number -= cython.cast(cython.longlong, q - b) << bits * slot[q]
                    if table[number] == 255:
                        table[number] = depth + 1
                        memo[0] += 1
                    b = q
                    q = target[4 * b + d]
            for i in range(1, k + 1):
                slot[n >> bits * i & mask] = 0
