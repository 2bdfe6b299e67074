"""Tours: paths of a knight, or any other leaper, that visit every cell of a board once.

Finding one is hard in general and easy on most boards. `first_tour` goes from the quick to the complete:
Warnsdorff's rule (fewest ways onward first; 1823) with backtracking, then rotations (Posa 1976), then
a sweep over the board, vertex by vertex, that keeps only how the paths drawn so far are joined; it
decides narrow boards for certain, and counts tours without listing them.
"""

from __future__ import annotations

import contextlib
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from huarong.errors import Cancelled, CannotExpress, Fault, HuarongError, InputError, LimitReached
from huarong.kernels import kernel
from huarong.model.board import Board
from huarong.tours.leaper import (
    KNIGHT,
    Leaper,
    LeaperGraph,
    Tour,
    cell_name,
    leaper_graph,
    parse_board,
    parse_cell,
    parse_leaper,
)
from huarong.watch import Cancel, Watch

__all__ = [
    "Answer",
    "Tour",
    "TourLimit",
    "TourProgress",
    "count_tours",
    "first_tour",
    "obstacle",
    "parse_board",
    "parse_cell",
    "parse_leaper",
    "tours",
]

MAX_MEMORY = 2 << 30
MAX_SECONDS = 60.0


class TourProgress(NamedTuple):
    """How far a search for tours has got: the stage, the work done, and the longest path so far in cells.

    The stage is `search`, `rotate` or `sweep`; the work is counted in vertices entered, vertices moved
    or states; a sweep's length is how many cells it has passed.
    """

    stage: str
    explored: int
    length: int
    seconds: float


Progress = Callable[[TourProgress], None]


class TourLimit(LimitReached):
    """A search for tours that a limit ended: whether there is one, or how many, is not decided."""

    def __init__(self, limit: str, bound: str, depth: int, explored: int, seconds: float) -> None:
        self.limit, self.depth, self.explored, self.seconds = limit, depth, explored, seconds
        template = {
            "memory": "stopped by the memory limit of {bound}, undecided ({explored:,} steps, {seconds:.1f} s)",
            "time": "stopped by the time limit of {bound}, undecided: the longest path has {depth} cells "
            "({explored:,} steps, {seconds:.1f} s)",
        }[limit]
        HuarongError.__init__(
            self, template, bound=bound, depth=depth, explored=explored, seconds=seconds
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """A tour, or the reason why there is none, and what it took to know."""

    tour: Tour | None
    reason: Fault | None
    explored: int
    seconds: float


def first_tour(
    board: Board,
    start: int | None = None,
    closed: bool = False,
    leaper: Leaper = KNIGHT,
    *,
    max_seconds: float | None = MAX_SECONDS,
    max_memory: int = MAX_MEMORY,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Answer:
    """A tour from a cell (or from any), or the reason why there is none.

    Limits are in seconds and bytes. Raises `TourLimit` where they leave it undecided, `Cancelled`
    once `cancel()` is true, `InputError` for a cell that is not on the board.

    >>> print(first_tour(parse_board("5x5"), start=0).tour.cells[:5])
    (0, 7, 4, 13, 24)
    >>> print(first_tour(parse_board("4x4")).reason)
    every way was tried: there is no tour
    """
    graph, watch = _checked(board, start, leaper), _Watch(max_seconds, progress, cancel)
    if reason := obstacle(board, start, closed, leaper):
        return Answer(None, reason, 0, watch.seconds)
    cells = _first(graph, leaper, start, closed, watch, max_memory)
    if cells is None:
        reason = Fault.at(None, None, "every way was tried: there is no tour")
        return Answer(None, reason, watch.explored, watch.seconds)
    if closed and start is not None:
        turn = cells.index(start)
        cells = cells[turn:] + cells[:turn]
    return Answer(Tour(board, cells, closed, leaper), None, watch.explored, watch.seconds)


def tours(
    board: Board,
    start: int | None = None,
    closed: bool = False,
    leaper: Leaper = KNIGHT,
    *,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Tour]:
    """Every tour, lazily, in ascending order of the cells visited (numbered in reading order).

    Open tours are directed: each comes in both directions, where both begin at `start` or no start is
    given. Closed tours come once each, from `start` or the first cell, in the direction whose second
    cell comes before its last. Raises as `first_tour` does.

    >>> sum(1 for _ in tours(parse_board("3x4")))
    16
    """
    graph, watch = _checked(board, start, leaper), _Watch(max_seconds, progress, cancel)
    with contextlib.suppress(TourLimit):
        answer = first_tour(
            board, start, closed, leaper, max_seconds=1.0, progress=progress, cancel=cancel
        )
        if answer.tour is None:
            return
    if graph.size == 1:
        yield Tour(board, graph.cells, closed, leaper)
        return
    every = range(1 if closed else graph.size)
    for v in every if start is None else (graph.cells.index(start),):
        for cells in _search(graph, v, closed, False, watch):
            if cells is not None:
                yield Tour(board, cells, closed, leaper)


def count_tours(
    board: Board,
    start: int | None = None,
    closed: bool = False,
    leaper: Leaper = KNIGHT,
    *,
    max_seconds: float | None = None,
    max_memory: int = MAX_MEMORY,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> int:
    """How many tours `tours` would yield: open ones directed, closed ones undirected.

    Counted by the sweep, without listing them, unless the board is too wide for it. Raises as
    `first_tour` does, and `CannotExpress` for counts of 2**256 and more.

    >>> count_tours(parse_board("5x5"), start=0), count_tours(parse_board("5x5"))
    (304, 1728)
    """
    graph, watch = _checked(board, start, leaper), _Watch(max_seconds, progress, cancel)
    if obstacle(board, start, closed, leaper):
        return 0
    if graph.size == 1:
        return 1
    swept = _sweep(board, leaper, start, closed, False, watch, max_memory)
    if swept is not None:
        return swept[0] * (2 if start is None and not closed else 1)
    left = None if max_seconds is None else max_seconds - watch.seconds
    every = tours(board, start, closed, leaper, max_seconds=left, progress=progress, cancel=cancel)
    return sum(1 for _ in every)


def obstacle(
    board: Board, start: int | None = None, closed: bool = False, leaper: Leaper = KNIGHT
) -> Fault | None:
    """Why no tour can exist, where a simple argument shows it; None where none does.

    The arguments: a cell with too few ways out, cells that cannot be reached, and colours: where
    every leap changes colour, the colours must alternate.

    >>> print(obstacle(Board(5, 5), closed=True))
    every leap changes colour, and there are 13 cells of one and 12 of the other
    """
    graph = _checked(board, start, leaper)
    size, names = graph.size, [cell_name(board, cell) for cell in graph.cells]
    if size == 1 and not closed:
        return None
    if closed and size < 3:
        return Fault.at(None, None, "a closed tour needs at least 3 cells")
    for name, to in zip(names, graph.neighbours, strict=True):
        if len(to) < 1 + closed:
            return Fault.at(None, None, "{cell} has {count} leaps to it", cell=name, count=len(to))
    ends = [
        names[v]
        for v, to in enumerate(graph.neighbours)
        if len(to) == 1 and graph.cells[v] != start
    ]
    if len(ends) > (2 if start is None else 1):
        text = "a tour would have to end at each of {cells}"
        return Fault.at(None, None, text, cells=", ".join(ends[:4]))
    colours, even = _colours(graph)
    if -1 in colours:
        lost = names[colours.index(-1)]
        text = "{cell} cannot be reached from {start}"
        return Fault.at(None, None, text, cell=lost, start=names[0])
    less, more = sorted((colours.count(0), colours.count(1)))
    if even and more - less > (0 if closed else 1):
        text = (
            "every leap changes colour, and there are {more} cells of one and {less} of the other"
        )
        return Fault.at(None, None, text, more=more, less=less)
    if even and more > less and start is not None:
        v = graph.cells.index(start)
        if colours.count(colours[v]) == less:
            text = "every leap changes colour, and {cell} has the colour of fewer cells"
            return Fault.at(None, None, text, cell=names[v])
    return None


def _colours(graph: LeaperGraph) -> tuple[list[int], bool]:
    """Colours 0 and 1 of the vertices (-1: not joined to the first), and whether all leaps change them."""
    colours, stack, even = [0] + [-1] * (graph.size - 1), [0], True
    while stack:
        v = stack.pop()
        for u in graph.neighbours[v]:
            if colours[u] < 0:
                colours[u] = 1 - colours[v]
                stack.append(u)
            even = even and colours[u] != colours[v]
    return colours, even


def _starts(graph: LeaperGraph, start: int | None, closed: bool) -> list[int]:
    """The vertices to start from, most hopeful first; one is enough for a closed tour."""
    if start is not None and not closed:
        return [graph.cells.index(start)]
    order = sorted(range(graph.size), key=lambda v: (len(graph.neighbours[v]), v))
    if closed:
        return order[:1]
    colours, even = _colours(graph)
    if even and graph.size % 2:
        many = int(colours.count(1) > colours.count(0))
        order = [v for v in order if colours[v] == many]
    return order


def _checked(board: Board, start: int | None, leaper: Leaper) -> LeaperGraph:
    graph = leaper_graph(board, leaper)
    if start is not None and start not in graph.cells:
        raise InputError("cell {cell} is not on the board", cell=start)
    return graph


class _Watch(Watch):
    """Counts what the stages of a search do, and ends it when it is time to."""

    def __init__(
        self, max_seconds: float | None, progress: Progress | None, cancel: Cancel | None
    ) -> None:
        super().__init__(max_seconds, cancel)
        self.progress, self.explored, self.length = progress, 0, 0

    def tick(self, stage: str, explored: int, length: int) -> None:
        """Count what a call did, report, and stop if it is time."""
        self.explored += explored
        self.length = max(self.length, length)
        if self.progress is not None and self.due():
            self.progress(TourProgress(stage, self.explored, length, self.seconds))
        stop = self.back()
        if stop == "cancel":
            raise Cancelled(self.length, self.explored)
        if stop == "time":
            raise self.limit("time", f"{self.max_seconds:g} s")

    def limit(self, which: str, bound: str) -> TourLimit:
        return TourLimit(which, bound, self.length, self.explored, self.seconds)


def _first(
    graph: LeaperGraph,
    leaper: Leaper,
    start: int | None,
    closed: bool,
    watch: _Watch,
    max_memory: int,
) -> tuple[int, ...] | None:
    """The cells of a tour (a closed one wherever it begins), or None if there is none."""
    size, grown = graph.size, 1
    if size == 1:
        return graph.cells
    starts = _starts(graph, start, closed)
    hub = max(range(size), key=lambda v: len(graph.neighbours[v]))
    while starts:
        for v in starts[: 8 * grown]:
            cells = next(_search(graph, v, closed, True, watch, (4 * size + 1000) * grown), ())
            if cells:
                return cells
            if cells is not None:
                starts.remove(v)
        if not starts:
            break
        for v in [hub] if closed else starts[:8]:
            if cells := _rotate(graph, v, closed, watch, 1000 * size * grown):
                return cells
        if grown == 1:
            try:
                swept = _sweep(graph.board, leaper, start, closed, True, watch, max_memory)
            except TourLimit as reached:
                if reached.limit != "memory":
                    raise
                swept = None
            if swept is not None:
                return swept[1] or None
        grown *= 4
    return None


def _search(
    graph: LeaperGraph,
    start: int,
    closed: bool,
    greedy: bool,
    watch: _Watch,
    most: int | None = None,
) -> Iterator[tuple[int, ...] | None]:
    """All tours from a vertex, as cells; at last None if it gave up after `most` vertices entered."""
    loops = kernel("tours")
    at, why = loops.at, loops.why
    size, (first, to), memo = graph.size, graph.arrays(), _memo(graph, closed)
    memo[at.GREEDY] = greedy
    path, links, choices, upto = (array("i", bytes(4 * n)) for n in (size, size, len(to), size + 1))
    state = (first, to, path, bytearray(size), links, _ties(graph), choices, upto, memo)
    loops.begin(*state, start)
    nodes, result = 0, why.RUNNING
    while result != why.NONE:
        if most is not None and nodes >= most:
            yield None
            return
        piece = watch.call()
        result = loops.search(*state, piece if most is None else min(piece, most - nodes))
        watch.tick("search", memo[at.NODES] - nodes, memo[at.DEEPEST])
        nodes = memo[at.NODES]
        if result == why.FOUND:
            yield tuple(graph.cells[v] for v in path)


def _rotate(
    graph: LeaperGraph, start: int, closed: bool, watch: _Watch, most: int
) -> tuple[int, ...] | None:
    """A tour from a vertex by Warnsdorff's rule and rotations; None if `most` vertices moved found none."""
    loops = kernel("tours")
    at, nodes = loops.at, 0
    size, (first, to), memo = graph.size, graph.arrays(), _memo(graph, closed)
    path, place = array("i", bytes(4 * size)), array("i", [-1]) * size
    path[0], place[start], memo[at.DEPTH] = start, 0, 1
    state = (first, to, path, place, _ties(graph), memo, array("Q", [most]))
    while nodes < most:
        result = loops.weave(*state, min(watch.call(), most - nodes))
        watch.tick("rotate", memo[at.NODES] - nodes, memo[at.DEPTH])
        nodes = memo[at.NODES]
        if result == loops.why.FOUND:
            return tuple(graph.cells[v] for v in path)
    return None


def _memo(graph: LeaperGraph, closed: bool) -> array[int]:
    at = kernel("tours").at
    memo = array("q", bytes(8 * 8))
    memo[at.CLOSED], memo[at.SIZE] = closed, graph.size
    return memo


def _ties(graph: LeaperGraph) -> array[int]:
    """What settles Warnsdorff's ties: less is farther from the middle of the board."""
    width, height = graph.board.width, graph.board.height
    return array(
        "i",
        (
            -((2 * (c % width) - width + 1) ** 2) - (2 * (c // width) - height + 1) ** 2
            for c in graph.cells
        ),
    )


def _sweep(
    board: Board,
    leaper: Leaper,
    start: int | None,
    closed: bool,
    find: bool,
    watch: _Watch,
    max_memory: int,
) -> tuple[int, tuple[int, ...]] | None:
    """The number of tours, or (`find`) one of them; None if the board is too wide.

    An open tour is a closed one through one vertex more that is joined to every end it may have.
    Without a start each is counted in one direction.
    """
    loops = kernel("tours")
    why, row = loops.why, loops.row_of
    graphs = (leaper_graph(board, leaper, across) for across in (False, True))
    graph = min(graphs, key=lambda each: each.span)
    size, span = graph.size, graph.span
    if span + 1 > row.SLOTS:
        return None
    layer = array("Q", loops.initial(span, size, closed))
    total, mate = array("Q", bytes(8 * row.ROW)), array("i", bytes(4 * row.SLOTS))
    arrays, end = graph.arrays(), -1 if closed or start is None else graph.cells.index(start)
    layers, edges, held = [layer], [], 0
    for v in range(size):
        later = [u for u in graph.neighbours[v] if u > v] + [size] * (not closed)
        edges.append(later)
        ahead = array("i", [u % span if u < size else span for u in later])
        count, done, memo = len(layer) // row.ROW, 0, array("q", [0])
        room = max(64, count + count // 2)
        following, table = array("Q"), array("i")
        what = why.FULL
        while done < count:
            if what == why.FULL:
                room *= 2
                if (held + room * row.ROW) * 8 + room * 16 > max_memory:
                    raise watch.limit("memory", f"{max_memory:,} bytes")
                table = array("i", [-1]) * (1 << (2 * room - 1).bit_length())
                while len(following) < room * row.ROW:
                    piece = min(1 << 20, room * row.ROW - len(following))
                    following.frombytes(bytes(8 * piece))
                    watch.tick("sweep", 0, v)
                for i in range(0, memo[0], 1 << 18):
                    loops.index(following, i, min(memo[0], i + (1 << 18)), table)
                    watch.tick("sweep", 0, v)
            before, upto = done, min(count, done + max(1, watch.call() // 16))
            state = (following, table, total, memo, mate, *arrays, ahead, span, v, size, end, find)
            what, done = loops.advance(layer, done, upto, *state)
            watch.tick("sweep", done - before, v)
            if what == why.OVERFLOW:
                raise CannotExpress("there are 2**256 tours or more, which are not counted")
            if what == why.CLOSES:
                return 1, _joined(graph, layers, edges, total[row.ROW - 1], start)
        del following[memo[0] * row.ROW :]
        layer = following
        held = len(layer) + (held if find else 0)
        if find:
            layers.append(layer)
    return sum(total[2 + i] << (64 * i) for i in range(row.WORDS)), ()


def _joined(
    graph: LeaperGraph,
    layers: list[array[int]],
    edges: list[list[int]],
    link: int,
    start: int | None,
) -> tuple[int, ...]:
    """The cells of the tour whose last choice a sweep's last link tells; each link leads to the one before."""
    joined: list[list[int]] = [[] for _ in range(graph.size + 1)]
    row = kernel("tours").row_of.ROW
    for v in range(len(layers) - 1, -1, -1):
        for choice in (link >> 4 & 15, link & 15):
            if choice:
                u = edges[v][choice - 1]
                joined[v].append(u)
                joined[u].append(v)
        link = layers[v][(link >> 8) * row + row - 1]
    ends = joined[graph.size]
    begin = graph.cells.index(start) if start is not None else ends[0] if ends else 0
    path, before = [begin], graph.size if ends else joined[begin][0]
    while len(path) < graph.size:
        last = path[-1]
        path.append(next(u for u in joined[last] if u != before and u != graph.size))
        before = last
    return tuple(graph.cells[v] for v in path)
