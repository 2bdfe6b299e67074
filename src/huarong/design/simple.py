"""Simple puzzles: any set of polyominoes on a small board, of which one must go from a corner to the opposite corner.

A piece is in a corner if it touches both sides that meet there. All packings of the board with pieces of given sizes
are searched together, from all goals and for every choice of the piece with the goal at once
(`huarong.kernels.packings`).
"""

from __future__ import annotations

import collections
import functools
import random
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from huarong.kernels import kernel, record
from huarong.limits import Watch
from huarong.model.board import METRICS, Board
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from huarong.model.symbols import TILES

Sizes = tuple[int, ...]
"""The sizes of the pieces in cells, in descending order."""

SYMBOLS = TILES[36:] + TILES[10:36]
"""The symbols of the pieces of a packing, in reading order."""
_STEPS = 1 << 16


@dataclass(frozen=True, eq=False)
class Polyominoes:
    """All polyominoes on an open board, by head and size: their cells (`mask`), their words in packings
    (`huarong.kernels.packings`), and a random number for each shape (`sign`).
    """

    width: int
    height: int
    mask: array[int]
    word: array[int]
    sign: array[int]

    @property
    def cells(self) -> int:
        """The number of cells of the board."""
        return self.width * self.height

    @functools.cached_property
    def sides(self) -> tuple[int, int, int, int]:
        """The cells of the upper, lower, left and right side, as masks."""
        w, h = self.width, self.height
        row, column = (1 << w) - 1, sum(1 << w * y for y in range(h))
        return row, row << w * (h - 1), column, column << w - 1

    @classmethod
    def of(cls, width: int, height: int) -> Polyominoes:
        """Return the polyominoes of a board of at most 21 cells."""
        cells = width * height
        columns = sum(1 << width * y for y in range(height))
        right = columns << width - 1
        found = sorted(_connected(width, height), key=lambda m: (m & -m, m.bit_count(), m))
        draw, sign = random.Random(cells), array("Q")
        signs = collections.defaultdict[int, int](lambda: draw.getrandbits(64))
        for shape in found:
            while not shape & (1 << width) - 1:
                shape >>= width
            while not shape & columns:
                shape >>= 1
            sign.append(signs[shape])
        word = array("Q", (m | (m & m >> 1 & ~right) << cells | (m & m >> width) << 2 * cells for m in found))
        return cls(width, height, array("Q", found), word, sign)


def puzzle_of(board: Polyominoes, word: int, mark: int) -> Puzzle:
    """Return the puzzle of a packing (its word) in which the piece with head `mark` must reach the lower right corner.

    >>> puzzle_of(Polyominoes.of(2, 2), 0b0001_0000_0111, 1).line()
    'AB/A./goal:/../.B'
    """
    setup, goal = Setup(Board(board.width, board.height)), dict[str, list[tuple[int, int]]]()
    for symbol, piece in zip(SYMBOLS, pieces_of(board, word), strict=False):
        cells = [divmod(c, board.width)[::-1] for c in range(board.cells) if piece >> c & 1]
        setup.place(symbol, cells)
        if piece & -piece == 1 << mark:
            dx = board.width - 1 - max(x for x, _ in cells)
            dy = board.height - 1 - max(y for _, y in cells)
            goal[symbol] = [(x + dx, y + dy) for x, y in cells]
    return Puzzle.of(setup, [goal])


def pieces_of(board: Polyominoes, word: int) -> Iterator[int]:
    """Iterate over the pieces of a packing, as masks of cells, in reading order of their heads."""
    cells, full = board.cells, (1 << board.cells) - 1
    left, joined, stacked = word & full, word >> cells & full, word >> 2 * cells
    while left:
        piece, more = 0, left & -left
        while more != piece:
            piece = more
            more |= (piece & joined) << 1 | (piece >> 1 & joined)
            more |= (piece & stacked) << board.width | (piece >> board.width & stacked)
        left &= ~piece
        yield piece


def _connected(width: int, height: int) -> set[int]:
    """Return all connected sets of cells, as masks."""
    cells, columns = width * height, sum(1 << width * y for y in range(height))
    right = columns << width - 1
    around = []
    for c in range(cells):
        bit = 1 << c
        near = bit << width | bit >> width
        near |= (bit & ~right) << 1 | (bit & ~columns) >> 1
        around.append(near & (1 << cells) - 1)
    found, fresh = set[int](), {1 << c for c in range(cells)}
    while fresh:
        found |= fresh
        fresh = {m | 1 << c for m in fresh for c in range(cells) if not m >> c & 1 and around[c] & m}
    return found


def sizes(cells: int) -> Iterator[Sizes]:
    """Iterate over all choices of piece sizes, in order of their sum, which is less than the number of cells."""

    def parts(total: int, most: int) -> Iterator[Sizes]:
        if not total:
            yield ()
        for each in range(min(total, most), 0, -1):
            for rest in parts(total - each, each):
                yield (each, *rest)

    for taken in range(1, cells):
        yield from parts(taken, taken)


@dataclass(frozen=True, eq=False)
class SimpleFamily:
    """The result for all packings of given sizes, by metric, set of pieces, and whether the piece covers the corner.

    `best` has the greatest distance of a start (-1 if there is none), and `many` the number of starts at that distance.
    `which` has the first such start (a word, see `huarong.kernels.packings`), and `mark` the head of the piece with the
    goal.
    """

    packings: int
    edges: int
    sets: int
    best: NDArray[np.int32]
    many: NDArray[np.int32]
    which: NDArray[np.uint64]
    mark: NDArray[np.int32]


def search(board: Polyominoes, pieces: Sizes, watch: Watch, core: Any = None) -> SimpleFamily:
    """Search all packings with pieces of given sizes; `core` is the kernel, by default the compiled one."""
    core, cells = core or kernel("packings"), board.cells
    keys, sums = _packings(board, pieces, watch)
    n = len(keys)
    names, group = np.unique(sums, return_inverse=True)
    group = group.astype(np.int32)
    bits = max(2, (2 * n).bit_length())
    given: dict[str, Any] = {"keys": keys, "group": group}
    given |= {"table": np.zeros(1 << bits, np.int32), "begin": np.zeros(n + 1, np.int32)}
    given |= {name: np.zeros(n, np.uint32) for name in ("start", "goal", "seen", "now", "next")}
    given |= {name: np.zeros(n, np.int32) for name in ("queue", "spare")}
    sets = {name: np.zeros(2 * len(names), np.int32) for name in ("best", "many", "which", "mark")}
    graph = core.PackingGraph(board.width, cells, bits, memoryview(array("Q", board.sides)), record(given | sets))
    for first in range(0, n, _STEPS):
        graph.index(first, min(n, first + _STEPS))
        watch.count(0)
    parts, i = [(np.empty(0, np.int32), np.empty(0, np.uint16))], 0
    while i < n:
        to, turn = np.empty(1 << 18, np.int32), np.empty(1 << 18, np.uint16)
        before = i
        i = graph.link(i, n, to.data, turn.data)
        used = int(given["begin"][i] - given["begin"][before])
        parts.append((to[:used], turn[:used]))
        watch.count(i - before)
    to, turn = map(np.concatenate, zip(*parts, strict=True))
    graph.linked(to.data, turn.data)
    results = []
    for metric in METRICS:
        graph.seed()
        depth = 0
        while graph.waiting:
            depth += 1
            for first in range(0, graph.waiting, _STEPS):
                graph.level(first, min(graph.waiting, first + _STEPS), depth, metric.code)
                watch.count(0)
            graph.deepen()
        results.append([sets[name].copy() for name in ("best", "many", "which", "mark")])
    best, many, which, mark = (np.array(each).reshape(3, -1, 2) for each in zip(*results, strict=True))
    return SimpleFamily(n, len(to), len(names), best, many, keys[which], mark)


def _packings(board: Polyominoes, pieces: Sizes, watch: Watch) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the words of all packings with pieces of given sizes, and the sums of their signs.

    A packing is treated as a frame whose kinds are the sizes and whose free cells are the cells that stay empty.
    """
    cells, masks, signs = board.cells, np.array(board.mask), np.array(board.sign)
    sizes = np.bitwise_count(masks).astype(np.int32)
    used = np.flatnonzero(np.isin(sizes, pieces)).astype(np.int32)
    heads = np.bitwise_count((masks & -masks) - np.uint64(1))[used]
    counts, empty = array("i", [pieces.count(size) for size in range(cells + 1)]), cells - sum(pieces)
    kinds: dict[str, Any] = {"start": np.searchsorted(heads, range(cells + 1)).astype(np.int32), "places": used}
    kinds |= {"size": np.arange(cells + 1, dtype=np.int32), "least": counts, "most": counts}
    given = record(kinds, free_least=empty, free_most=empty)
    survey = kernel("frames").FrameSurvey(cells, given, record({"cover": masks, "kind": sizes}), board.word)
    frames = [np.empty(_STEPS, kind) for kind in (np.uint64, np.uint64, np.uint8, np.int32, np.int32)]
    places, seen = np.empty(_STEPS * len(pieces) + cells, np.int32), 0
    parts: list[tuple[Any, Any]] = []
    while survey.height:
        n = survey.run(1 << 18, *(each.data for each in frames), places.data)
        signed = signs[places[: survey.slots - seen]].reshape(n, len(pieces))
        parts.append((frames[0][:n].copy(), signed.sum(axis=1, dtype=np.uint64)))
        seen = survey.slots
        watch.count(0)
    a, b = zip(*parts, strict=True)
    return np.concatenate(a), np.concatenate(b)


def hardest_of(board: Polyominoes, pieces: Sizes, watch: Watch, by_set: bool = False) -> list[list[Any]]:
    """Return the hardest unsolved starts for pieces of given sizes: over all sets, or for each set (`by_set`). A row
    has the metric, the length, how many starts have this length, and the least of these starts as a word and a mark.
    """
    found, rows = search(board, pieces, watch), []
    for m, metric in enumerate(METRICS):
        for some in range(found.sets) if by_set else (slice(None),):
            best = found.best[m, some]
            length = int(best.max(initial=-1))
            if length > 0:
                at = best == length
                starts = zip(found.which[m, some][at].tolist(), found.mark[m, some][at].tolist(), strict=True)
                rows.append([metric.value, length, int(found.many[m, some][at].sum()), *min(starts)])
    return rows
