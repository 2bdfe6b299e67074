"""Quick solutions of numbered tiles, then better ones: tile by tile, by beams, and by windows of the best solution.

Boards are those of a search: tiles are named by their goal cells, and the board is turned (`huarong.tiles.solver`). The
first solution places one tile after the other. Then one thread runs beams of growing width, guided by the pattern
databases. Another thread proves lower bounds by IDA*, then solves ends and windows of the best solution again.
"""

import contextlib
import functools
import itertools
import random
import threading
import time
from array import array
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, wait
from dataclasses import replace
from typing import Any, TypeVar

from huarong.errors import Cancelled, LimitReached
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.parallel import Threads
from huarong.tiles.tableset import Steering, TableSet, numbers, targets

S = TypeVar("S")

MOST_CELLS = 100
SECONDS = 2.0
"""The default number of seconds for improving a solution."""
_WIDTH = 300
"""The width of a thread's first beam."""
_WIDER = 30
"""The factor by which the next beam is wider. If time is short, the last beam is as wide as the time allows."""
_WIDE = 3000
"""Below this width, beams are worth less than beams that start from boards of the best solution."""
_ENDS, _END, _WIDER_END = 8, 1000, 3
"""Beams that start from boards of the best solution: their number, first width, and factor for the next width."""
_WINDOWS = ((40, 300), (60, 1500), (80, 6000))
"""Windows of the best solution: the number of moves, and the width of the beam that solves them again."""
_SLICE = 1 << 13
"""Boards to expand between two looks at the clock, in a millisecond or two."""
_NARROW, _REMEMBER = 4096, 1 << 18
"""The greatest width of beams that also drop boards of earlier levels, and the most such boards to remember."""
_PROOF = 0.25
"""The share of the time for proving lower bounds; small boards are proved to the end."""
_SMALL = 16
"""The most cells of a small board."""


def by_lines(board: Sequence[int], width: int, home: int) -> list[int]:
    """Return the blank's path of a solution that places one tile after another, line by line from the edges.

    `board` has the goal cell of the tile on each cell; `home` is the goal cell of the blank.

    >>> by_lines([0, 1, 3, 2], 2, 3)
    [2, 3]
    """
    walk = _Walk(board, width, home)
    if width in (1, len(board)):  # in one row the order never changes
        for straight in walk.way(walk.path[-1], home, set()):
            walk.step(straight)
        return walk.path
    rows, columns = [0, len(board) // width - 1], [0, width - 1]
    at = (home // width, home % width)
    for lines, others, own, cell in (
        (rows, columns, at[0], lambda r, c: r * width + c),
        (columns, rows, at[1], lambda c, r: r * width + c),
    ):
        while lines[1] - lines[0] > 1:
            end = int(lines[1] > own)
            inward = -1 if end else 1
            along = range(others[0], others[1] + 1)
            block = {cell(lines[end] + k * inward, other) for k in range(3) for other in along[-2:]}
            walk.line([cell(lines[end], other) for other in along], block)
            lines[end] += inward
    ring = {r * width + c for r in rows for c in columns}

    def after(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        blank = state.index(home)
        for cell in {*walk.near[blank]} & ring:
            yield tuple(state[{blank: cell, cell: blank}.get(at, at)] for at in range(len(state)))

    solved = tuple(range(len(board)))
    for state in _shortest(tuple(walk.board), solved.__eq__, after)[-2::-1]:
        walk.step(state.index(home))
    return walk.path


class _Walk:
    """A board, the cells that must not change any more, and the blank's path so far."""

    def __init__(self, board: Sequence[int], width: int, home: int) -> None:
        self.board, self.path, self.locked = list(board), [list(board).index(home)], set[int]()
        target = targets(width, len(board) // width)
        self.apart = distances(width, len(board) // width)
        self.near = [[q for q in target[4 * c : 4 * c + 4] if q >= 0] for c in range(len(board))]

    def step(self, cell: int) -> None:
        """Move the tile on `cell`, which is next to the blank."""
        blank, board = self.path[-1], self.board
        board[blank], board[cell] = board[cell], board[blank]
        self.path.append(cell)

    def way(self, start: int, end: int, locked: set[int]) -> list[int]:
        """Return the cells of a shortest way, without its start."""
        return _shortest(end, start.__eq__, lambda cell: (near for near in self.near[cell] if near not in locked))[1:]

    def bring(self, tile: int, cell: int, area: Container[int] = ()) -> None:
        """Bring a tile to a cell and lock it; with `area`, only bring it into this area around the cell."""
        while (at := self.board.index(tile)) != cell and at not in area:
            to = min(set(self.near[at]) - self.locked, key=self.apart[cell].__getitem__)
            for each in (*self.way(self.path[-1], to, self.locked | {at}), at):
                self.step(each)
        self.locked.add(at)

    def line(self, cells: list[int], block: set[int]) -> None:
        """Bring the tiles of a line home; the last two enter a block of six cells, in which a search continues."""
        for cell in cells[:-2]:
            self.bring(cell, cell)
        first, last = cells[-2:]
        self.bring(last, last)
        self.bring(first, min(block - {last, first}, key=self.apart[first].__getitem__), block)
        while self.path[-1] not in block:
            self.step(self.way(self.path[-1], min(block - self.locked - {first}), self.locked)[0])
        self.locked -= block

        def after(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            blank, *tiles = state
            return ((cell, *(blank if at == cell else at for at in tiles)) for cell in {*self.near[blank]} & block)

        begin: tuple[int, ...] = (self.path[-1], self.board.index(first), self.board.index(last))
        for cell, *_ in _shortest(begin, lambda state: state[1:] == (first, last), after)[-2::-1]:
            self.step(cell)
        self.locked |= {first, last}


def _shortest(start: S, is_end: Callable[[S], bool], after: Callable[[S], Iterable[S]]) -> list[S]:
    """Return the states of a shortest way, from its end back to its start; there must be one."""
    before = {start: start}
    for state in (queue := [start]):
        if is_end(state):
            break
        new = [each for each in after(state) if each not in before]
        before.update(dict.fromkeys(new, state))
        queue += new
    way = [state]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way


@functools.lru_cache(8)
def distances(width: int, height: int) -> list[list[int]]:
    """Return the Manhattan distances between all cells."""
    cells = [divmod(cell, width) for cell in range(width * height)]
    return [[abs(y - v) + abs(x - u) for v, u in cells] for y, x in cells]


@functools.lru_cache(8)
def _singles(width: int, height: int) -> tuple[Steering, bytearray]:
    """The distances of single tiles from any goal cell, as tables with one pattern per tile, and a 0 at the end."""
    cells, target = range(width * height), targets(width, height)
    step = array("q", (edge // 4 - cell if cell >= 0 else 0 for edge, cell in enumerate(target)))
    own, none = array("i", cells), array("i", bytes(4 * len(target) + 4))
    passing = array("q", bytes(8 * len(cells) ** 2))
    steering = Steering(target, step, none, own[:1], array("q", [1]) * len(cells), own, passing)
    return steering, bytearray([*itertools.chain(*distances(width, height)), 0])


class _Guide:
    """The order of boards in a thread's beams: by tables for one goal, or by single tiles' distances for any goal."""

    def __init__(self, shape: tuple[int, int], tables: TableSet | None = None, memory: bytearray | None = None) -> None:
        cells, draw = shape[0] * shape[1], random.Random(shape[0])
        self.width, self.tables = shape[0], tables
        self.steering, self.memory = _singles(*shape)
        if tables is not None and memory is not None:
            self.steering, self.memory = Steering.of(tables), memory
        self.zobrist = array("Q", (draw.getrandbits(64) for _ in range(cells * cells)))
        self.patterns = len(self.steering.group) // cells * (max(self.steering.group) + 1)
        self.beams: dict[int, Any] = {}
        self.proved = 0

    def numbers(self, board: Sequence[int], blank: int) -> "array[int]":
        """Return the index in `memory` of each pattern of a board; the blank's index is that of the 0 at the end."""
        if self.tables is not None:
            return numbers(self.tables, board)
        cells, found = len(board), array("q", [0]) * len(board)
        for cell, tile in enumerate(board):
            found[tile] = tile * cells + cell if tile != blank else cells * cells
        return found

    def size(self, cells: int) -> int:
        """Return about how many bytes a board of a beam takes, including its trace in a long solution."""
        return 2 * (cells + 5 * self.patterns + 40) + 120 + 4 * 4 * cells

    def beam(
        self,
        board: Sequence[int],
        blank: int,
        width: int,
        bound: int,
        go_on: Callable[[], bool],
        draw: int = 0,
        end: float = 0.0,
    ) -> list[int]:
        """Return the blank's path of a solution of at most `bound` moves if a beam finds one; else an empty list.

        With `draw`, patterns have slightly different weights. With `end`, the beam is as wide as the time until then
        allows, at most `width`. `proved` is then the lower bound that it proves.
        """
        if width not in self.beams:
            self.beams.clear()
            remember = _REMEMBER if width <= _NARROW else 0
            self.beams[width] = kernel("beam").Beam(width, self.memory, self.steering, self.zobrist, remember)
        beam, chance, came = self.beams[width], random.Random(draw), list[bytes]()
        weight = array("i", (8 + chance.choice((-1, 0, 1)) if draw else 1 for _ in range(self.patterns)))
        beam.begin(bytearray(board), blank, self.numbers(board, blank), weight)
        begun, expanded, found = time.perf_counter(), 0, False
        while beam.count and not found and beam.depth < bound:
            for at in range(0, beam.count, _SLICE):
                beam.expand(at, min(at + _SLICE, beam.count), bound)
                if not go_on():
                    return []
            now, expanded = time.perf_counter(), expanded + beam.count
            fits = expanded * (end - now) / max(now - begun, 1e-9) / (bound - beam.depth)
            found = beam.advance(min(width, max(_WIDTH, int(fits))) if end else width)
            if beam.depth == 1:  # the hash table has been emptied
                begun, expanded = time.perf_counter(), 0
            came.append(beam.trace())
        self.proved = min(beam.dropped, bound + 2)  # all solutions are even, or all are odd
        if not found:
            return []
        at, path = 0, list[int]()
        for level in reversed(came):
            at = memoryview(level).cast("I")[at]
            path.append(at & 3)
            at >>= 2
        ways = (-self.width, self.width, -1, 1)
        return list(itertools.accumulate((ways[d] for d in path[::-1]), initial=board.index(blank)))


def boards_along(start: bytes, path: Iterable[int]) -> list[bytes]:
    """Return the boards along the blank's path."""
    board, found = bytearray(start), [bytes(start)]
    for here, there in itertools.pairwise(path):
        board[here], board[there] = board[there], board[here]
        found.append(bytes(board))
    return found


def in_lines(path: list[int]) -> list[int]:
    """Return a blank's path without the cells at which it goes straight on.

    >>> in_lines([0, 1, 2, 6, 10, 9])
    [0, 2, 10, 9]
    """
    turns = (b for a, b, c in zip(path, path[1:], path[2:], strict=False) if b - a != c - b)
    return [*path[:1], *turns, *path[1:][-1:]]


class Improving:
    """A board, its best solution so far (as boards), and the threads that improve it.

    `guide` has the tables and their memory, if there are any for boards of this size. `prove` searches optimally until
    its watch ends it, and returns the blank's path. `known` is an existing solution, if there is one. The watch `proof`
    has the proved lower bound (`lower`), counted in moves of lines if the metric is `line`.
    """

    def __init__(
        self,
        board: bytes,
        shape: tuple[int, int],
        home: int,
        guide: tuple[TableSet, bytearray] | None,
        prove: Callable[[Watch], list[int]] | None,
        known: Sequence[bytes] = (),
    ) -> None:
        self.board, self.shape, self.home, self.guide, self.prove = board, shape, home, guide, prove
        self.best, self.stop, self._lock = list[bytes](), threading.Event(), threading.Lock()
        self.proof, self.lines = Watch(), False
        self.improve(list(known) or boards_along(board, by_lines(board, shape[0], home)))

    @property
    def path(self) -> list[int]:
        """The blank's path of the best solution."""
        return [board.index(self.home) for board in self.best]

    def going_on(self) -> bool:
        """Whether the best solution may be improved, and time is left."""
        return not self.stop.is_set() and self.proof.lower < (1 << 30 if self.lines else len(self.best) - 1)

    def improve(self, boards: list[bytes], proved: bool = False) -> None:
        """Replace the part of the best solution between the first and the last of `boards` if `boards` is shorter.

        If it is proved to be shortest, the work is done.
        """
        with self._lock:
            if self.best:
                if boards[0] not in self.best or boards[-1] not in self.best:
                    return
                before, after = self.best.index(boards[0]), self.best.index(boards[-1])
                boards = self.best[:before] + boards + self.best[after + 1 :]
            last, way, at = {board: i for i, board in enumerate(boards)}, list[bytes](), 0
            while at < len(boards):
                at = last[boards[at]]
                way.append(boards[at])
                at += 1
            if proved or not self.best or len(way) < len(self.best):
                self.best = way
            if proved:
                self.proof.lower = 1 << 30

    def run(self, watch: Watch, seconds: float, lower: int, lines: bool = False) -> Iterator[list[int]]:
        """Iterate over the blank's path of each better solution until time is up or one is proved to be best.

        Bounds count moves of whole lines if `lines` is true; the solutions are improved by single tiles.
        """
        self.lines = lines
        end, length = time.perf_counter() + seconds, len(self.best)
        part = seconds if len(self.board) <= _SMALL else _PROOF * seconds
        self.proof = Watch(replace(watch.limits, seconds=part), cancel=self.stop.is_set, lower=lower)
        yield self.path
        with Threads(2) as threads:
            work = [threads.submit(each, watch.memory // 3, end) for each in (self._beams, self._prove)]
            try:
                while time.perf_counter() < end and self.going_on() and not all(each.done() for each in work):
                    wait(work, 0.003, FIRST_EXCEPTION)
                    watch.ask()
                    if len(self.best) < length:
                        length = len(self.best)
                        yield self.path
            finally:
                self.stop.set()
        for each in work:
            if not each.cancelled():
                each.result()
        yield self.path

    def _beams(self, memory: int, end: float) -> None:
        """Run beams of growing width while time allows wide beams, then solve ends of the best solution again."""
        guide, width, draw, fits = self._guide(), _WIDTH, 0, _WIDE
        most = max(1, memory // guide.size(len(self.board)))
        while self.going_on() and fits >= _WIDE:
            begun = time.perf_counter()
            path = guide.beam(self.board, self.home, width, len(self.best) - 3, self.going_on, draw, end)
            if path:
                self.improve(boards_along(self.board, path))
            elif self.going_on() and not self.lines:
                self.proof.lower = max(self.proof.lower, guide.proved)
            now = time.perf_counter()
            fits = int(1.6 * width * (end - now) / max(now - begun, 1e-6))  # it gets narrower if it takes too long
            wider = min(most, fits if fits < 2 * _WIDER * width else _WIDER * width)
            draw += 1 if wider < _WIDER * width else 0
            width = wider
        while self.going_on():
            self._ends(guide, min(most, _END), draw, end)
            draw += _ENDS

    def _prove(self, memory: int, end: float) -> None:
        """Prove lower bounds, then solve ends and windows of the best solution again, in beams of growing width."""
        with contextlib.suppress(LimitReached, Cancelled):
            if self.prove is not None:
                path = self.prove(self.proof)
                if path:
                    return self.improve(boards_along(self.board, path), proved=True)
        guide, width, draw = self._guide(), _END, _ENDS
        most = max(1, memory // guide.size(len(self.board)))
        while self.going_on():
            self._ends(guide, width, draw, end)
            self._windows()
            width, draw = min(most, _WIDER_END * width), draw + _ENDS

    def _ends(self, guide: _Guide, width: int, draw: int, end: float) -> None:
        """Solve the best solution again from several of its boards on."""
        for part in range(_ENDS):
            boards = self.best
            at = part * len(boards) // _ENDS
            path = guide.beam(boards[at], self.home, width, len(boards) - at - 3, self.going_on, draw + part, end)
            if path:
                self.improve(boards_along(boards[at], path))

    def _guide(self) -> _Guide:
        """A thread's own guide."""
        return _Guide(self.shape, *self.guide) if self.guide else _Guide(self.shape)

    def _windows(self) -> None:
        """Solve windows of the best solution again, guided by the distances of single tiles."""
        guide = _Guide(self.shape)
        for length, width in _WINDOWS:
            at = 0
            while at < len(self.best) - 2 and self.going_on():
                boards = self.best[at : at + length + 1]
                cell = {tile: cell for cell, tile in enumerate(boards[-1])}
                board = [cell[tile] for tile in boards[0]]
                path = guide.beam(board, cell[self.home], width, len(boards) - 3, self.going_on)
                if path:
                    self.improve(boards_along(boards[0], path))
                at += length // 2
