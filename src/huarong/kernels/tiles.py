"""Tiles: additive pattern databases, built breadth-first, and the IDA* that they guide.

A pattern is k of a puzzle's tiles. Its database tells, for each arrangement of these tiles on the N cells,
the fewest moves *of these tiles* that bring them home, whatever moves others make, the least over the
blank's places. So the values of patterns without a tile in common add up to a lower bound (Felner,
Korf and Hanan, Additive pattern database heuristics, 2004).

Arrangements are numbered in two ways. While building, `mask * k! + order`: which cells (masks in ascending
order), then which tile on which of them; so the moves of one mask are the same for all its orders, and
a tile that passes no other keeps its order. While searching, a mixed-radix number with a digit for each
tile, its cell less the number of earlier tiles on cells before it: when a tile moves past others, each
of them changes one digit by one, so the number changes by additions alone.
"""

from __future__ import annotations

from types import SimpleNamespace

try:
    import cython
except ModuleNotFoundError:
    from huarong.kernels import _plain as cython

# What a search returns.
RUNNING = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
NONE = cython.declare(cython.int, 2)

# Places in the `memo` of a search: its depth, the threshold, nodes so far, the least estimate above the
# threshold, and the sizes.
DEPTH = cython.declare(cython.int, 0)
THRESHOLD = cython.declare(cython.int, 1)
NODES = cython.declare(cython.int, 2)
ABOVE = cython.declare(cython.int, 3)
CELLS = cython.declare(cython.int, 4)
VIEWS = cython.declare(cython.int, 5)
GROUPS = cython.declare(cython.int, 6)
WIDTH = cython.declare(cython.int, 7)

# What a search keeps for each depth: the blank's cell, the next direction to try, the tile that moved there, and
# for each of two views the estimate, and the number that its pattern had before.
BLANK = cython.declare(cython.int, 0)
NEXT = cython.declare(cython.int, 1)
TILE = cython.declare(cython.int, 2)
VALUE = cython.declare(cython.int, 3)
BEFORE = cython.declare(cython.int, 5)
FRAME = cython.declare(cython.int, 7)

UNKNOWN = cython.declare(cython.int, 255)

# The same for Python, which does not see C variables.
why = SimpleNamespace(RUNNING=RUNNING, FOUND=FOUND, NONE=NONE)
at = SimpleNamespace(
    DEPTH=DEPTH,
    THRESHOLD=THRESHOLD,
    NODES=NODES,
    ABOVE=ABOVE,
    CELLS=CELLS,
    VIEWS=VIEWS,
    GROUPS=GROUPS,
    WIDTH=WIDTH,
)
frame = SimpleNamespace(BLANK=BLANK, VALUE=VALUE, FRAME=FRAME)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rank(order: cython.uchar[::1], begin: cython.Py_ssize_t, k: cython.int) -> cython.int:
    """The number of a permutation among those of its length, in lexicographic order."""
    rank: cython.int = 0
    i: cython.int
    j: cython.int
    for i in range(k):
        rank *= k - i
        for j in range(i + 1, k):
            rank += order[begin + j] < order[begin + i]
    return rank


def shifts(k: cython.int, orders: cython.uchar[::1], shifted: cython.int[::1]) -> None:
    """List the k! orders of k tiles, and what each becomes when the tile in place i goes to place j.

    `orders` has k bytes for each, in lexicographic order; `shifted[(i * k + j) * k! + order]` is the order
    afterwards. Both are filled in.
    """
    count: cython.int = cython.cast(cython.int, len(orders) // k) - 1
    order: cython.uchar[::1] = orders[count * k :]
    n: cython.int
    i: cython.int
    j: cython.int
    p: cython.int
    rest: cython.int
    size: cython.int
    used: cython.int
    with cython.nogil:
        for n in range(count):
            rest = n
            size = count
            used = 0
            for i in range(k):
                size = size // (k - i)
                j = rest // size
                rest = rest % size
                p = 0
                while used >> p & 1 or j > 0:
                    j -= 1 - (used >> p & 1)
                    p += 1
                orders[n * k + i] = p
                used |= 1 << p
        for n in range(count):
            for i in range(k):
                for j in range(k):
                    p = n * k
                    for rest in range(k):
                        if rest == j:
                            order[rest] = orders[p + i]
                        else:
                            size = rest if rest < j else rest - 1
                            order[rest] = orders[p + (size if size < i else size + 1)]
                    shifted[(i * k + j) * count + n] = _rank(order, 0, k)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _regions(
    mask: cython.ulonglong,
    target: cython.int[::1],
    cells: cython.int,
    region: cython.uchar[::1],
    stack: cython.int[::1],
) -> cython.void:
    """Number the regions of the cells outside a mask, in the order of their first cells."""
    count: cython.uchar = 0
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
        region[cell] = count
        top = 1
        while top > 0:
            top -= 1
            here = stack[top]
            for d in range(4):
                other = target[4 * here + d]
                if other >= 0 and region[other] == 255 and not mask >> other & 1:
                    region[other] = count
                    stack[top] = other
                    top += 1
        count += 1


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
    scratch: cython.uchar[::1],
    stack: cython.int[::1],
    begin: cython.longlong,
    end: cython.longlong,
) -> None:
    """The moves of some masks: `4 k` for each, of its tiles in the order of cells, in each direction.

    For each: the mask that it leads to (-1: no move), which tile comes to which place, and the bits of the
    regions where the blank is before and after.
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
            _regions(mask, target, cells, here, stack)
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
                    leaves[edge] = 1 << here[q]
                    lands[edge] = 1 << there[p]
                i += 1


def grow(
    goes: cython.int[::1],
    shift: cython.int[::1],
    leaves: cython.uchar[::1],
    lands: cython.uchar[::1],
    shifted: cython.int[::1],
    distance: cython.uchar[::1],
    seen: cython.uchar[::1],
    fresh: cython.uchar[::1],
    due: cython.uchar[::1],
    active: cython.int[::1],
    memo: cython.longlong[::1],
    depth: cython.int,
    begin: cython.longlong,
    budget: cython.longlong,
) -> cython.longlong:
    """One level of the search from home: the mask to go on with, after some `budget` moves.

    For each arrangement, `seen` has a bit for each region that the blank has been found in, `fresh` for
    those found at the last level; they are expanded now, at this depth, and what they lead to is a level
    deeper. `due` is for each mask the depth at which it has something fresh; since every move of a
    pattern's tile changes the parity of the dark cells covered, that is never two depths in a row.
    `memo` counts the arrangements reached, and these with their regions.
    """
    orders: cython.longlong = len(active)
    edges: cython.longlong = len(goes) // len(due)
    m: cython.longlong = begin
    row: cython.longlong
    to: cython.longlong
    r: cython.longlong
    e: cython.longlong
    change: cython.longlong
    leave: cython.uchar
    land: cython.uchar
    count: cython.int
    n: cython.int
    with cython.nogil:
        while m < len(due) and budget > 0:
            budget -= 1
            if due[m] != depth:
                m += 1
                continue
            row = m * orders
            count = 0
            for n in range(orders):
                if fresh[row + n]:
                    active[count] = n
                    count += 1
            budget -= orders >> 3
            for e in range(m * edges, (m + 1) * edges):
                if goes[e] < 0:
                    continue
                leave = leaves[e]
                land = lands[e]
                to = goes[e] * orders
                change = shift[e] * orders
                budget -= count
                for n in range(count):
                    if fresh[row + active[n]] & leave:
                        r = to + shifted[change + active[n]]
                        if not seen[r] & land:
                            seen[r] |= land
                            fresh[r] |= land
                            due[goes[e]] = depth + 1
                            memo[1] += 1
                            if distance[r] == UNKNOWN:
                                distance[r] = depth + 1
                                memo[0] += 1
            for n in range(count):
                fresh[row + active[n]] = 0
            m += 1
    return m


def renumber(
    masks: cython.ulonglong[::1],
    orders: cython.uchar[::1],
    strides: cython.longlong[::1],
    distance: cython.uchar[::1],
    table: cython.uchar[::1],
    cells: cython.int,
    begin: cython.longlong,
    budget: cython.longlong,
) -> cython.longlong:
    """Copy distances from the builder's order to the searcher's: the mask to go on with."""
    k: cython.int = cython.cast(cython.int, len(strides))
    count: cython.longlong = len(distance) // len(masks)
    place: cython.int[8] = [0] * 8
    slot: cython.int
    other: cython.int
    m: cython.longlong = begin
    n: cython.longlong
    number: cython.longlong
    i: cython.int
    j: cython.int
    c: cython.int
    with cython.nogil:
        while m < len(masks) and budget > 0:
            i = 0
            for c in range(cells):
                if masks[m] >> c & 1:
                    place[i] = c
                    i += 1
            for n in range(count):
                number = 0
                for i in range(k):
                    slot = orders[n * k + i]
                    c = place[i]
                    for j in range(i):
                        other = orders[n * k + j]
                        c -= other < slot
                    number += strides[slot] * c
                table[number] = distance[m * count + n]
            budget -= count
            m += 1
    return m


def search(
    tables: cython.uchar[::1],
    target: cython.int[::1],
    step: cython.longlong[::1],
    first: cython.int[::1],
    between: cython.int[::1],
    stride: cython.longlong[::1],
    group: cython.int[::1],
    passing: cython.longlong[::1],
    board: cython.uchar[::1],
    number: cython.longlong[::1],
    frames: cython.longlong[::1],
    memo: cython.longlong[::1],
    budget: cython.longlong,
) -> cython.int:
    """Go on with a depth-first search below the threshold for so many nodes: FOUND, NONE or RUNNING.

    The blank goes from cell b in direction d to `target[4 b + d]` (-1: off the board); the tile there
    moves `step` in the numbering of cells, past the cells `between`, which begin at `first`. Both are
    given for each view of the board: as it is, and in the mirror. For each view and tile, `stride` and
    `group` are what its digit counts and which pattern it is in, and `passing` how the number changes
    when it moves up past another. `number` is where in `tables` each pattern of each view is read. A node
    is a move made or cut off.
    """
    cells: cython.int = cython.cast(cython.int, memo[CELLS])
    views: cython.int = cython.cast(cython.int, memo[VIEWS])
    groups: cython.int = cython.cast(cython.int, memo[GROUPS])
    threshold: cython.longlong = memo[THRESHOLD]
    above: cython.longlong = memo[ABOVE]
    depth: cython.longlong = memo[DEPTH]
    nodes: cython.longlong = memo[NODES]
    stop: cython.longlong = nodes + budget
    result: cython.int = RUNNING
    at_frame: cython.longlong
    value: cython.longlong
    delta: cython.longlong
    moved: cython.longlong
    edge: cython.longlong
    g: cython.longlong
    row: cython.longlong
    b: cython.int
    q: cython.int
    t: cython.int
    v: cython.int
    d: cython.int
    i: cython.int
    with cython.nogil:
        while nodes < stop:
            at_frame = depth * FRAME
            b = cython.cast(cython.int, frames[at_frame + BLANK])
            d = cython.cast(cython.int, frames[at_frame + NEXT])
            if d == 4:
                if depth == 0:
                    result = NONE
                    break
                t = cython.cast(cython.int, frames[at_frame + TILE])
                for v in range(views):
                    number[v * groups + group[v * cells + t]] = frames[at_frame + BEFORE + v]
                board[b] = t
                depth -= 1
                continue
            frames[at_frame + NEXT] = d + 1
            q = target[4 * b + d]
            if q < 0 or (depth > 0 and q == frames[at_frame - FRAME + BLANK]):
                continue
            nodes += 1
            t = board[q]
            for v in range(views):
                edge = (v * cells + b) * 4 + d
                row = v * cells + t
                moved = step[edge]
                delta = 0
                for i in range(first[edge], first[edge + 1]):
                    delta += passing[row * cells + board[between[i]]]
                delta = moved * stride[row] + (delta if moved > 0 else -delta)
                g = v * groups + group[row]
                value = frames[at_frame + VALUE + v] + tables[number[g] + delta] - tables[number[g]]
                if depth + 1 + value > threshold:
                    if depth + 1 + value < above:
                        above = depth + 1 + value
                    break
                frames[at_frame + FRAME + VALUE + v] = value
                frames[at_frame + FRAME + BEFORE + v] = delta
            else:
                depth += 1
                at_frame += FRAME
                board[b] = t
                frames[at_frame + BLANK] = q
                frames[at_frame + NEXT] = 0
                frames[at_frame + TILE] = t
                for v in range(views):
                    g = v * groups + group[v * cells + t]
                    delta = frames[at_frame + BEFORE + v]
                    frames[at_frame + BEFORE + v] = number[g]
                    number[g] += delta
                if frames[at_frame + VALUE] == 0:
                    result = FOUND
                    break
    memo[DEPTH] = depth
    memo[NODES] = nodes
    memo[ABOVE] = above
    return result


def slide(
    target: cython.int[::1],
    rows_next: cython.int[::1],
    rows_cost: cython.uchar[::1],
    columns_next: cython.int[::1],
    columns_cost: cython.uchar[::1],
    board: cython.uchar[::1],
    frames: cython.longlong[::1],
    memo: cython.longlong[::1],
    budget: cython.longlong,
) -> cython.int:
    """The same search where any number of tiles in a line slide at once, guided by walking distances.

    `rows_next[(state * 2 + d) * height + r]` is what a state of the rows becomes when a tile of goal row r
    goes down (d = 0: the blank goes up) or up, `rows_cost` how many moves in columns it needs at least; the
    same for columns. Frames hold the blank, the next direction and length to try, and both states.
    """
    width: cython.int = cython.cast(cython.int, memo[WIDTH])
    height: cython.int = cython.cast(cython.int, memo[CELLS]) // width
    threshold: cython.longlong = memo[THRESHOLD]
    above: cython.longlong = memo[ABOVE]
    depth: cython.longlong = memo[DEPTH]
    nodes: cython.longlong = memo[NODES]
    stop: cython.longlong = nodes + budget
    result: cython.int = RUNNING
    f: cython.longlong
    rows: cython.longlong
    columns: cython.longlong
    least: cython.longlong
    other: cython.longlong
    b: cython.int
    q: cython.int
    d: cython.int
    n: cython.int
    _: cython.int
    with cython.nogil:
        while nodes < stop:
            f = depth * FRAME
            b = cython.cast(cython.int, frames[f + BLANK])
            d = cython.cast(cython.int, frames[f + NEXT]) >> 8
            n = (cython.cast(cython.int, frames[f + NEXT]) & 255) + 1
            if d < 4 and depth > 0 and d >> 1 == frames[f + TILE] >> 9:
                frames[f + NEXT] = (d + 1) << 8
                continue
            if d == 4:
                if depth == 0:
                    result = NONE
                    break
                d = cython.cast(cython.int, frames[f + TILE]) >> 8 ^ 1
                for _ in range(cython.cast(cython.int, frames[f + TILE]) & 255):
                    q = target[4 * b + d]
                    board[b] = board[q]
                    b = q
                depth -= 1
                continue
            rows = frames[f + VALUE]
            columns = frames[f + VALUE + 1]
            q = b
            for _ in range(n):
                q = target[4 * q + d]
                if q < 0:
                    break
                if d < 2:
                    rows = rows_next[(rows * 2 + d) * height + board[q] // width]
                else:
                    columns = columns_next[(columns * 2 + d - 2) * width + board[q] % width]
            if q < 0:
                frames[f + NEXT] = (d + 1) << 8
                continue
            frames[f + NEXT] = (d << 8) | n
            nodes += 1
            # The next move is along the other line, and so on in turn.
            least = 2 * rows_cost[rows]
            other = 2 * columns_cost[columns]
            if d < 2:
                other -= 1
            else:
                least -= 1
            least = depth + 1 + (other if other > least else least)
            if least > threshold:
                if least < above:
                    above = least
                continue
            for _ in range(n):
                q = target[4 * b + d]
                board[b] = board[q]
                b = q
            depth += 1
            f += FRAME
            frames[f + BLANK] = b
            frames[f + NEXT] = 0
            frames[f + TILE] = (d << 8) | n
            frames[f + VALUE] = rows
            frames[f + VALUE + 1] = columns
            if rows_cost[rows] == 0 and columns_cost[columns] == 0:
                result = FOUND
                break
    memo[DEPTH] = depth
    memo[NODES] = nodes
    memo[ABOVE] = above
    return result
