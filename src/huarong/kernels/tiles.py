"""IDA* for numbered tiles, with pattern databases.

In a `StepSearch` a move slides one tile by one cell, and the databases are additive; in a `LineSearch` it slides any
number of tiles in a line, and the maximum of the databases is used. Each is one iteration of IDA*: a depth-first
search within a threshold, which can stop after a number of nodes and go on. A node is a move made or cut off.

A board has one or two *views*: itself, and its mirror image if that leaves the goal unchanged; where the tiles are
divided into patterns in several ways, one or two for each way. The databases' value of every view is a lower bound.
"""

from __future__ import annotations

import itertools
from array import array
from types import SimpleNamespace
from typing import Any

import cython

# What a search returns.
RUNNING = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
NONE = cython.declare(cython.int, 2)
PART = cython.declare(cython.int, 3)
why = SimpleNamespace(RUNNING=RUNNING, FOUND=FOUND, NONE=NONE, PART=PART)
"""The return values for Python, which cannot see C variables."""


@cython.cclass
class Deepening:
    """A depth-first search within a threshold: the board, the databases, and the current path.

    `board` has the tile on each cell, and `target[4 * b + d]` is the cell next to b in direction d (above, below, left,
    right), or -1. `group[cells * v + t]` is the pattern that has tile t in view v. `first_numbers` has the index in
    `tables` of each pattern of each view at the start.

    The current path has `depth` moves. By depth, `blank` is the cell of the blank. `above` is the least estimate
    above the threshold so far: the next threshold.
    """

    cells: cython.int
    views: cython.int
    groups: cython.int
    tables: cython.uchar[::1]
    board: cython.uchar[::1]
    target: cython.int[::1]
    group: cython.int[::1]
    first_numbers: cython.longlong[::1]
    blank: cython.int[::1]
    depth: cython.longlong
    threshold: cython.longlong
    above = cython.declare(cython.longlong, visibility="readonly")
    nodes = cython.declare(cython.longlong, visibility="readonly")

    def __init__(self, tables: Any, board: Any, numbers: Any, steering: Any) -> None:
        self.tables, self.board, self.first_numbers = tables, board, numbers
        self.target, self.group = steering.target, steering.group
        self.cells = cython.cast(cython.int, len(board))
        self.views = cython.cast(cython.int, len(steering.group) // len(board))
        self.groups = cython.cast(cython.int, len(numbers)) // self.views
        self.nodes = 0

    def path(self) -> list[int]:
        """The cell of the blank at the start and after each move of the current path."""
        return [self.blank[i] for i in range(self.depth + 1)]


@cython.final
@cython.cclass
class StepSearch(Deepening):
    """The search in which a move slides one tile by one cell.

    Arrangements of a pattern's tiles are numbered with a digit for each tile, its cell less the number of earlier tiles
    on cells before it, in a mixed radix: when a tile moves past others, each of them changes one digit by one, so the
    number changes by additions alone.

    The tile that the blank at cell b swaps with in direction d moves `step[e]` in the numbering of cells, past the
    cells `between[first[e]:first[e + 1]]`, where e = 4 * (cells * v + b) + d. For view v and tile t, `stride[cells * v
    + t]` is the place value of its digit, and `passing[cells * (cells * v + t) + u]` how the number changes when it
    moves up past tile u.

    The automaton `follow` has for each state the next one in each of the four directions, or -1 where the blank cannot
    go or another way leads to the same board (see `huarong.kernels.tile_automaton`); its first states are the blank's
    cells at the start.

    By depth, `turn` is the next direction to try, `tile` what moved there, `state` that of the automaton, `lead` the
    view with the largest estimate, which is asked first for the next moves; by depth and view, `value` is the estimate
    and `before` the number that the moved tile's pattern had before. The search goes no higher than depth `root`.
    """

    follow: cython.int[::1]
    first_board: cython.uchar[::1]
    step: cython.longlong[::1]
    first: cython.int[::1]
    between: cython.int[::1]
    stride: cython.longlong[::1]
    passing: cython.longlong[::1]
    number: cython.longlong[::1]
    turn: cython.int[::1]
    tile: cython.int[::1]
    state: cython.int[::1]
    lead: cython.int[::1]
    root: cython.longlong
    value: cython.longlong[::1]
    before: cython.longlong[::1]

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
        """Go from the start along a path of the blank that is within the threshold, and search only what goes on from
        there.
        """
        nodes = self.nodes
        for here, there in itertools.pairwise(path):
            for d in range(4):
                if self.target[4 * here + d] == there:
                    self.turn[self.depth] = d
            self.run(1)
        self.root, self.nodes = self.depth, nodes

    def run(self, budget: cython.longlong, deepest: cython.longlong = -1) -> cython.int:
        """Continue for `budget` nodes: FOUND, NONE (within the threshold) or RUNNING; PART at each node of depth
        `deepest`.
        """
        tables = self.tables
        board = self.board
        target = self.target
        group = self.group
        step = self.step
        first = self.first
        between = self.between
        stride = self.stride
        passing = self.passing
        number = self.number
        blank = self.blank
        turn = self.turn
        tile = self.tile
        follow = self.follow
        state = self.state
        lead = self.lead
        values = self.value
        before = self.before
        cells = self.cells
        views = self.views
        groups = self.groups
        threshold = self.threshold
        above = self.above
        depth = self.depth
        root = self.root
        nodes = self.nodes
        stop = nodes + budget
        result = RUNNING
        cython.declare(edge=cython.longlong, g=cython.longlong, row=cython.longlong)
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

    An arrangement's number has the cells of its pattern's tiles and of the blank side by side, each in as many bits
    as the number of a cell takes; the blank's bits are the lowest. `image[cells * v + c]` is where view v has cell c,
    and `shift[cells * v + t]` the place of a tile's bits in its pattern's number.

    By depth, `turn` and `count` are the direction and the number of tiles tried last, `came` and `length` those of the
    move that led there (`came` is -2 at the start, which is no direction), and `numbers` has where in `tables` each
    pattern of each view is read.
    """

    image: cython.int[::1]
    shift: cython.int[::1]
    numbers: cython.longlong[::1]
    turn: cython.int[::1]
    count: cython.int[::1]
    came: cython.int[::1]
    length: cython.int[::1]

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

    def run(self, budget: cython.longlong) -> cython.int:
        """Continue for `budget` nodes: FOUND, NONE (within the threshold) or RUNNING."""
        one: cython.longlong = 1  # negative numbers must not be shifted
        tables = self.tables
        board = self.board
        target = self.target
        group = self.group
        image = self.image
        shift = self.shift
        numbers = self.numbers
        blank = self.blank
        turn = self.turn
        count = self.count
        came = self.came
        length = self.length
        cells = self.cells
        views = self.views
        groups = self.groups
        threshold = self.threshold
        above = self.above
        depth = self.depth
        nodes = self.nodes
        stop = nodes + budget
        row: cython.longlong = views * groups
        result = RUNNING
        cython.declare(change=cython.longlong, t=cython.int)
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
                # This move continues from what the move of one tile less has left at the next depth.
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
