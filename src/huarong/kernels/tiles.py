"""Tiles: the IDA* of a board of numbered tiles that pattern databases guide.

Arrangements of a pattern's tiles are numbered with a digit for each tile, its cell less the number of earlier tiles
on cells before it, in a mixed radix: when a tile moves past others, each of them changes one digit by one, so the
number changes by additions alone.
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
    tables: cython.uchar[::1],
    target: cython.int[::1],
    image: cython.int[::1],
    shift: cython.int[::1],
    group: cython.int[::1],
    board: cython.uchar[::1],
    numbers: cython.longlong[::1],
    frames: cython.longlong[::1],
    memo: cython.longlong[::1],
    budget: cython.longlong,
) -> cython.int:
    """The same search where any number of tiles in a line slide at once.

    An arrangement's number has the cells of its pattern's tiles and of the blank side by side, as many bits each
    as a cell's number has; the blank's are the lowest. `image` is where each view has a cell, `shift`
    and `group` the place of a tile in its pattern's number, and that pattern. `numbers` has for each depth where in
    `tables` each pattern of each view is read; the largest that they say counts. Frames hold the
    blank, the next direction and length to try, and those of the move that led here.
    """
    cells: cython.int = cython.cast(cython.int, memo[CELLS])
    views: cython.int = cython.cast(cython.int, memo[VIEWS])
    groups: cython.int = cython.cast(cython.int, memo[GROUPS])
    threshold: cython.longlong = memo[THRESHOLD]
    above: cython.longlong = memo[ABOVE]
    depth: cython.longlong = memo[DEPTH]
    nodes: cython.longlong = memo[NODES]
    stop: cython.longlong = nodes + budget
    row: cython.longlong = views * groups
    result: cython.int = RUNNING
    f: cython.longlong
    here: cython.longlong
    there: cython.longlong
    change: cython.longlong
    value: cython.int
    b: cython.int
    q: cython.int
    p: cython.int
    t: cython.int
    d: cython.int
    n: cython.int
    v: cython.int
    g: cython.int
    _: cython.int
    with cython.nogil:
        while nodes < stop:
            f = depth * FRAME
            b = cython.cast(cython.int, frames[f + BLANK])
            d = cython.cast(cython.int, frames[f + NEXT]) >> 8
            n = (cython.cast(cython.int, frames[f + NEXT]) & 255) + 1
            # A move along the line of the one before it would be one move with that.
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
            # What the move of one tile less has left in the next row is where this one goes on.
            here = depth * row
            there = here + row
            p = b
            if n == 1:
                for v in range(views * groups):
                    numbers[there + v] = numbers[here + v]
            else:
                p = cython.cast(cython.int, frames[f + FRAME + BLANK])
            q = target[4 * p + d]
            if q < 0:
                frames[f + NEXT] = (d + 1) << 8
                continue
            frames[f + NEXT] = (d << 8) | n
            frames[f + FRAME + BLANK] = q
            nodes += 1
            t = board[q]
            value = 0
            for v in range(views):
                change = image[v * cells + q] - image[v * cells + p]
                for g in range(groups):
                    numbers[there + v * groups + g] += change
                g = group[v * cells + t]
                numbers[there + v * groups + g] -= change << shift[v * cells + t]
                for g in range(groups):
                    if tables[numbers[there + v * groups + g]] > value:
                        value = tables[numbers[there + v * groups + g]]
            if depth + 1 + value > threshold:
                if depth + 1 + value < above:
                    above = depth + 1 + value
                continue
            for _ in range(n):
                q = target[4 * b + d]
                board[b] = board[q]
                b = q
            depth += 1
            f += FRAME
            frames[f + NEXT] = 0
            frames[f + TILE] = (d << 8) | n
            if value == 0:
                result = FOUND
                break
    memo[DEPTH] = depth
    memo[NODES] = nodes
    memo[ABOVE] = above
    return result
