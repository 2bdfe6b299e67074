"""IDA* for numbered tiles, with pattern databases.

In a `StepSearch`, a move slides one tile by one cell, and the databases are additive. In a `LineSearch`, a move slides
any number of tiles in a line, and the maximum of the databases is used. Each is one iteration of IDA*: a depth-first
search within a threshold, which can stop after a number of nodes and continue. A node is a move made or cut off.

A board has one or two *views*: itself, and its mirror image if that leaves the goal unchanged. If the tiles are divided
into patterns in several ways, each way has these views. The databases' value of every view is a lower bound.
"""

import itertools
from array import array
from types import SimpleNamespace
from typing import Any

import cython
from cython.cimports.huarong.kernels._c import i32, i32s, i64, i64s, u8s

# What a search returns.
RUNNING = cython.declare(i32, 0)
FOUND = cython.declare(i32, 1)
NONE = cython.declare(i32, 2)
PART = cython.declare(i32, 3)
why = SimpleNamespace(RUNNING=RUNNING, FOUND=FOUND, NONE=NONE, PART=PART)
"""The return values for Python, which cannot see C variables."""


@cython.cclass
class Deepening:
    """A depth-first search within a threshold: the board, the databases, and the current path.

    `board` has the tile on each cell, and `target[4 * b + d]` is the cell next to b in direction d (above, below, left,
    right), or -1. `group[cells * v + t]` is the pattern that has tile t in view v. `first_numbers` has the index in
    `tables` of each pattern of each view at the start.

    The current path has `depth` moves, and `blank` has the blank's cell by depth. `above` is the least estimate above
    the threshold so far, which is the next threshold.
    """

    cython.declare(cells=i32, views=i32, groups=i32, tables=u8s, board=u8s, target=i32s, group=i32s, first_numbers=i64s)
    cython.declare(threshold=i64)
    blank: i32s
    depth: i64
    above = cython.declare(i64, visibility="readonly")
    nodes = cython.declare(i64, visibility="readonly")

    def __init__(self, tables: u8s, board: u8s, numbers: Any, steering: Any) -> None:
        self.tables, self.board, self.first_numbers = tables, board, numbers
        self.target, self.group = steering.target, steering.group
        self.cells = cython.cast(i32, len(board))
        self.views = cython.cast(i32, len(steering.group) // len(board))
        self.groups = cython.cast(i32, len(numbers)) // self.views
        self.nodes = 0

    def path(self) -> list[int]:
        """Return the cell of the blank at the start and after each move of the current path."""
        return [self.blank[i] for i in range(self.depth + 1)]


@cython.final
@cython.cclass
class StepSearch(Deepening):
    """The search in which a move slides one tile by one cell.

    The number of an arrangement has a digit for each tile of the pattern, in a mixed radix: the tile's cell minus the
    number of earlier tiles on cells before it. When a tile moves past others, each of them changes one digit by one, so
    the number changes by additions alone.

    The tile that the blank at cell b swaps with in direction d moves `step[e]` in the numbering of cells, past the
    cells `between[first[e]:first[e + 1]]`, where e = 4 * (cells * v + b) + d. For view v and tile t, `stride[cells * v
    + t]` is the place value of its digit, and `passing[cells * (cells * v + t) + u]` how the number changes when it
    moves up past tile u.

    The automaton `follow` has for each state the next one in each of the four directions, or -1 if the blank cannot go
    there or another way leads to the same board (see `huarong.kernels.tile_automaton`). Its first states are the
    blank's cells at the start.

    By depth, `turn` is the next direction to try, `tile` the tile that moved, and `state` the automaton's state. `lead`
    is the view with the largest estimate, which is asked first for the next moves. By depth and view, `value` is the
    estimate and `before` the previous number of the moved tile's pattern. The search never returns above depth `root`.
    """

    cython.declare(follow=i32s, first_board=u8s, step=i64s, first=i32s, between=i32s, stride=i64s, passing=i64s)
    cython.declare(number=i64s, turn=i32s, tile=i32s, state=i32s, lead=i32s, root=i64, value=i64s, before=i64s)

    def __init__(self, tables: Any, board: Any, numbers: Any, steering: Any, follow: Any) -> None:
        Deepening.__init__(self, tables, board, numbers, steering)
        self.follow, self.first_board = follow, board
        self.step, self.first, self.between = steering.step, steering.first, steering.between
        self.stride, self.passing = steering.stride, steering.passing

    def begin(self, threshold: int, blank: int) -> None:
        """Start from the first board, to find a solution of at most this many moves."""
        levels = threshold + 2
        self.threshold, self.above, self.depth = threshold, 1 << 30, 0
        self.number = array("q", self.first_numbers)
        self.blank, self.turn, self.tile, self.state, self.lead = [array("i", bytes(4 * levels)) for _ in range(5)]
        self.state[0], self.root = blank, 0
        self.board = bytearray(self.first_board)
        self.value = array("q", bytes(8 * self.views * levels))
        self.before = array("q", bytes(8 * self.views * levels))
        self.blank[0] = blank
        for v in range(self.views):
            for g in range(self.groups):
                self.value[v] += self.tables[self.number[v * self.groups + g]]

    def enter(self, path: list[int]) -> None:
        """Follow a path of the blank within the threshold from the start, and search only its continuations."""
        nodes = self.nodes
        for here, there in itertools.pairwise(path):
            for d in range(4):
                if self.target[4 * here + d] == there:
                    self.turn[self.depth] = d
            self.run(1)
        self.root, self.nodes = self.depth, nodes

    def run(self, budget: i64, deepest: i64 = -1) -> i32:
        """Continue for `budget` nodes; return FOUND, NONE (in the threshold), RUNNING, or PART at depth `deepest`."""
        tables, board, target, group, step = self.tables, self.board, self.target, self.group, self.step
        first, between, stride, passing = self.first, self.between, self.stride, self.passing
        number, blank, turn, tile, follow = self.number, self.blank, self.turn, self.tile, self.follow
        state, lead, values, before, cells = self.state, self.lead, self.value, self.before, self.cells
        views, groups, threshold, above, depth = self.views, self.groups, self.threshold, self.above, self.depth
        root, nodes = self.root, self.nodes
        stop = nodes + budget
        result = RUNNING
        cython.declare(edge=i64, g=i64, row=i64)
        with cython.nogil:
            while nodes < stop:
                b = blank[depth]
                d = turn[depth]
                if d == 4 or depth == deepest:
                    if depth == root:
                        result = NONE
                        break
                    t = tile[depth]
                    for v in range(views):
                        number[v * groups + group[v * cells + t]] = before[views * depth + v]
                    board[b] = t
                    depth -= 1
                    continue
                turn[depth] = d + 1
                then = follow[4 * state[depth] + d]
                if then < 0:
                    continue
                q = target[4 * b + d]
                nodes += 1
                t = board[q]
                v = lead[depth]
                best = -1
                for _ in range(views):
                    edge = (v * cells + b) * 4 + d
                    row = v * cells + t
                    moved = step[edge]
                    delta = 0
                    for i in range(first[edge], first[edge + 1]):
                        delta += passing[row * cells + board[between[i]]]
                    delta = moved * stride[row] + (delta if moved > 0 else -delta)
                    g = v * groups + group[row]
                    value = values[views * depth + v] + tables[number[g] + delta] - tables[number[g]]
                    if depth + 1 + value > threshold:
                        if depth + 1 + value < above:
                            above = depth + 1 + value
                        break
                    values[views * (depth + 1) + v] = value
                    before[views * (depth + 1) + v] = delta
                    if value > best:
                        best = value
                        lead[depth + 1] = v
                    v += 1
                    if v == views:
                        v = 0
                else:
                    depth += 1
                    board[b] = t
                    blank[depth] = q
                    turn[depth] = 0
                    tile[depth] = t
                    state[depth] = then
                    for v in range(views):
                        g = v * groups + group[v * cells + t]
                        delta = before[views * depth + v]
                        before[views * depth + v] = number[g]
                        number[g] += delta
                    if values[views * depth] == 0:
                        result = FOUND
                        break
                    if depth == deepest:
                        result = PART
                        break
        self.depth, self.nodes, self.above = depth, nodes, above
        return result


@cython.final
@cython.cclass
class LineSearch(Deepening):
    """The search in which a move slides any number of tiles in a line.

    An arrangement's number has the cells of its pattern's tiles and of the blank side by side, in equal numbers of
    bits; the blank's bits are the lowest. `image[cells * v + c]` is the cell of view v for cell c, and `shift[cells * v
    + t]` the position of a tile's bits in its pattern's number.

    By depth, `turn` and `count` are the direction and the number of tiles tried last. `came` and `length` are the
    direction and the number of tiles of the move that led there; at the start `came` is -2, which is no direction.
    `numbers` has the index in `tables` of each pattern of each view.
    """

    cython.declare(image=i32s, shift=i32s, numbers=i64s, turn=i32s, count=i32s, came=i32s, length=i32s)

    def __init__(self, tables: Any, board: Any, numbers: Any, steering: Any) -> None:
        Deepening.__init__(self, tables, board, numbers, steering)
        self.image, self.shift = steering.image, steering.shift

    def begin(self, threshold: int, blank: int) -> None:
        """Start from the first board, to find a solution of at most this many moves."""
        levels = threshold + 2
        self.threshold, self.above, self.depth = threshold, 1 << 30, 0
        start = array("q", self.first_numbers)
        self.numbers = start + array("q", bytes(8 * len(start) * (levels - 1)))
        self.blank, self.turn, self.count = [array("i", bytes(4 * levels)) for _ in range(3)]
        self.came, self.length = array("i", bytes(4 * levels)), array("i", bytes(4 * levels))
        self.blank[0], self.came[0] = blank, -2

    def run(self, budget: i64) -> i32:
        """Continue for `budget` nodes; return FOUND, NONE (within the threshold) or RUNNING."""
        one: i64 = 1  # negative numbers must not be shifted
        tables, board, target, group, image = self.tables, self.board, self.target, self.group, self.image
        shift, numbers, blank, turn, count = self.shift, self.numbers, self.blank, self.turn, self.count
        came, length, cells, views, groups = self.came, self.length, self.cells, self.views, self.groups
        threshold, above, depth, nodes = self.threshold, self.above, self.depth, self.nodes
        stop = nodes + budget
        row: i64 = views * groups
        result = RUNNING
        cython.declare(change=i64, t=i32)
        with cython.nogil:
            while nodes < stop:
                b = blank[depth]
                d = turn[depth]
                n = count[depth] + 1
                if d == 4:
                    if depth == 0:
                        result = NONE
                        break
                    d = came[depth] ^ 1
                    for _ in range(length[depth]):
                        q = target[4 * b + d]
                        board[b] = board[q]
                        b = q
                    depth -= 1
                    continue
                # A move along the line of the one before it would be one move with that.
                if d >> 1 == came[depth] >> 1:
                    turn[depth] = d + 1
                    count[depth] = 0
                    continue
                # This move extends the move of one tile fewer, whose result is at the next depth.
                here = depth * row
                there = here + row
                p = b
                if n == 1:
                    for v in range(views * groups):
                        numbers[there + v] = numbers[here + v]
                else:
                    p = blank[depth + 1]
                q = target[4 * p + d]
                if q < 0:
                    turn[depth] = d + 1
                    count[depth] = 0
                    continue
                count[depth] = n
                blank[depth + 1] = q
                nodes += 1
                t = board[q]
                value = 0
                for v in range(views):
                    change = image[v * cells + q] - image[v * cells + p]
                    for g in range(groups):
                        numbers[there + v * groups + g] += change
                    g = group[v * cells + t]
                    numbers[there + v * groups + g] -= change * (one << shift[v * cells + t])
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
                turn[depth] = 0
                count[depth] = 0
                came[depth] = d
                length[depth] = n
                if value == 0:
                    result = FOUND
                    break
        self.depth, self.nodes, self.above = depth, nodes, above
        return result
