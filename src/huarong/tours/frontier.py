"""Frontier-based search for tours: a sweep, vertex by vertex, that keeps only how the partial paths connect.

It is Knuth's Simpath (The Art of Computer Programming 4A, 7.1.4): two partial solutions that join equal pairs of
frontier vertices are one state with the sum of their counts. It counts tours without listing them, and decides for
certain whether there is one, on boards whose leaps span few vertices.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from huarong.errors import CannotExpress
from huarong.kernels import kernel
from huarong.limits import Watch, usable_memory
from huarong.tours.leaper import LeaperGraph, leaper_graph
from huarong.tours.task import TourTask

_PIECE = 1 << 20
"""How many bytes of memory are filled between two looks at the watch."""


def narrowest(task: TourTask) -> LeaperGraph:
    """The graph of a task's board, swept row by row or column by column, whichever spans fewer vertices."""
    across = leaper_graph(task.board, task.leaper, across=True)
    return min(task.graph, across, key=lambda each: each.span)


@dataclass(frozen=True, slots=True)
class Swept:
    """The result of a sweep: how many tours (1 where one was asked for), and the cells of that one."""

    count: int
    cells: tuple[int, ...] = ()


def sweep(task: TourTask, find: bool, watch: Watch) -> Swept | None:
    """The number of tours, or (`find`) one of them; None if the board is too wide.

    An open tour is treated as a closed one through an extra vertex that is joined to its possible ends. Without a
    start each tour is counted in one direction. Raises `LimitReached`, `Cancelled`, and `CannotExpress`.
    """
    graph = narrowest(task)
    if graph.span + 1 > kernel("frontier").most_slots:
        return None
    found = _Sweep(task, graph, find, watch)
    for v in range(graph.size):
        if found.passes(v):
            return Swept(1, found.tour())
    return Swept(found.loops.ways(found.total))


class _Sweep:
    """The layers of a sweep: for each vertex a row for each state, which is a way to connect the frontier vertices."""

    def __init__(self, task: TourTask, graph: LeaperGraph, find: bool, watch: Watch) -> None:
        self.task, self.graph, self.find, self.watch = task, graph, find, watch
        self.loops = loops = kernel("frontier")
        self.row = loops.row_words
        self.layer = array("Q", loops.initial(graph.span, graph.size, task.closed))
        self.total = array("Q", bytes(8 * self.row))
        start = None if task.closed else task.start
        end = -1 if start is None else graph.cells.index(start)
        self.kernel = loops.Sweep(*graph.arrays(), graph.span, end, find, self.total)
        self.layers, self.edges, self.held = [self.layer], list[list[int]](), 0

    def passes(self, v: int) -> bool:
        """Process a vertex: all states of one layer give those of the next. True if one tour is wanted and found."""
        graph, kernel, why = self.graph, self.kernel, self.loops.why
        size, span = graph.size, graph.span
        later = [u for u in graph.neighbours[v] if u > v] + [size] * (not self.task.closed)
        self.edges.append(later)
        ahead = array("i", [u % span if u < size else span for u in later])
        count, what = len(self.layer) // self.row, why.FULL
        room = max(64, count + count // 2)
        following, table = array("Q"), array("i")
        kernel.begin()
        while (before := kernel.next) < count:
            if what == why.FULL:
                room *= 2
                del table
                table = self._room(following, room, kernel.filled, v)
            upto = min(count, before + max(1, self.watch.call() // 16))
            what = kernel.advance(self.layer, upto, following, table, v, ahead)
            self.watch.back()
            self.watch.count(kernel.next - before, v, "sweep")
            if what == why.OVERFLOW:
                raise CannotExpress("there are at least 2**256 tours, too many to count")
            if what == why.CLOSES:
                return True
        del following[kernel.filled * self.row :]
        self.layer = following
        self.held = len(following) + (self.held if self.find else 0)
        if self.find:
            self.layers.append(following)
        return False

    def _room(self, rows: array[int], room: int, filled: int, v: int) -> array[int]:
        """Make room for more rows of the next layer and rebuild its hash table."""
        if (self.held + room * self.row) * 8 + room * 16 > usable_memory(self.watch.memory):
            raise self.watch.reached("memory")
        table = array("i")
        self._grow(rows, room * self.row, b"\0", v)
        self._grow(table, 1 << (2 * room - 1).bit_length(), b"\xff", v)
        for i in range(0, filled, 1 << 17):
            self.loops.index(rows, i, min(filled, i + (1 << 17)), table)
            self.watch.count(0, v, "sweep")
        return table

    def _grow(self, numbers: array[int], length: int, byte: bytes, v: int) -> None:
        """Lengthen an array in pieces, filled with a byte."""
        while len(numbers) < length:
            numbers.frombytes(byte * min(_PIECE, (length - len(numbers)) * numbers.itemsize))
            self.watch.count(0, v, "sweep")

    def tour(self) -> tuple[int, ...]:
        """The cells of the tour found, by following its links back from the last."""
        graph, linked = self.graph, self.loops.linked
        joined: list[list[int]] = [[] for _ in range(graph.size + 1)]
        row, *choices = linked(self.total)
        for v in range(len(self.layers) - 1, -1, -1):
            for choice in choices:
                if choice >= 0:
                    u = self.edges[v][choice]
                    joined[v].append(u)
                    joined[u].append(v)
            row, *choices = linked(self.layers[v][row * self.row : (row + 1) * self.row])
        ends, start = joined[graph.size], self.task.start
        begin = graph.cells.index(start) if start is not None else ends[0] if ends else 0
        path, before = [begin], graph.size if ends else joined[begin][0]
        while len(path) < graph.size:
            last = path[-1]
            path.append(next(u for u in joined[last] if u != before and u != graph.size))
            before = last
        return tuple(graph.cells[v] for v in path)
