"""Levels as bits by rank, for tiles: one empty cell, every tile different, on any board.

The word of a layout (see `huarong.space.space`) is divided into a head and a tail of `m` letters. The layouts with one
head have m! consecutive ranks, one for each order of the remaining letters: a bitset. If a tile slides within the head,
only the head changes, so the whole bitset moves at once. If it slides within the tail or across the cut, the bits are
permuted in a way that depends only on the moving letter's position among the tail's letters. So there are few maps of
m! bits each, and every head has a list of **links**: the head that a link comes from, and the map. Each block of the
next level is pulled from the blocks of the last level, independently of other blocks; earlier levels are subtracted.

For 3x4 tiles the tail has 6 letters: 665,280 heads of 720 bits, 64 MB a level.
"""

import functools
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from huarong.explore.store import LevelRecord, RunTasks, Shares, Store, StoredArray, block_name, entries
from huarong.kernels import kernel
from huarong.model.board import Layout, Metric
from huarong.model.puzzle import Puzzle
from huarong.model.tiles import all_tiles
from huarong.search.expansion import WordArray
from huarong.space.space import Space

_Grids = NDArray[np.uint8]
_Links = tuple[NDArray[np.uint32], NDArray[np.int64], int | NDArray[np.int64]]

_MOST_TAIL = 8
_SETUP = 1 << 14
_LINKS = 1 << 15
_WORDS = 1 << 18
_ROW_LINKS = 90
"""Bytes that the links to one head take (measured: 74 to 102)."""
_LEVELS_A_CELL = 5
"""Levels for each cell of a board; the greatest distances on 9, 12 and 16 cells are 31, 53 and 80."""


class _Sizes(NamedTuple):
    """How many letters there are (tiles and the empty cell), how many are in the tail, how many orders these have, how
    many 64-bit words the bits of the orders take, and how many heads there are.
    """

    letters: int
    tail: int
    bits: int
    words: int
    heads: int


@dataclass(frozen=True)
class Tiles:
    """The plan of levels as bits, in blocks of consecutive ranks."""

    kind: ClassVar[str] = "bits of tiles"
    key_words: ClassVar[int] = 0

    puzzle: Puzzle
    metric: Metric
    blocks: int = 1
    links: tuple[tuple[StoredArray | None, ...], ...] = field(default=(), repr=False)
    """For each block, the files of the links that lead to it from each block; empty before `begin`."""

    @staticmethod
    def fits(puzzle: Puzzle) -> bool:
        """Whether a puzzle has tiles whose layouts can be numbered, and goals that each name every tile."""
        named = all(len(dict(each)) == len(each) == len(puzzle.kinds) for each in puzzle.goal.alternatives)
        return named and all_tiles(puzzle) and 3 <= len(puzzle.pieces) <= 19

    @classmethod
    def of(cls, puzzle: Puzzle, metric: Metric, memory: int, workers: int) -> "Tiles":
        """The plan of a puzzle: a block for each worker, or more if five blocks exceed a task's memory."""
        whole = cls(puzzle, metric, 1)
        blocks = max(workers, -(-5 * whole.level_bytes // max(memory - (16 << 20), 1 << 20)))
        return cls(puzzle, metric, min(blocks, whole.sizes.heads))

    @classmethod
    def resumed(cls, stored: dict[str, Any], puzzle: Puzzle, metric: Metric, shares: Shares) -> "Tiles":
        """Return the plan of a checkpoint, with the blocks and links of its files."""
        links = tuple(map(entries, stored["links"]))
        return cls(puzzle, metric, int(stored["blocks"]), links)

    def __reduce__(self) -> Any:
        return Tiles, (self.puzzle, self.metric, self.blocks, self.links)

    @functools.cached_property
    def space(self) -> Space:
        """The space of all placements; half of them are reachable from any one."""
        return Space.of(self.puzzle)

    @functools.cached_property
    def sizes(self) -> "_Sizes":
        """The numbers of letters and of the parts into which they are divided."""
        letters = len(self.puzzle.kinds) + 1
        tail = min(letters // 2, _MOST_TAIL)
        bits = math.factorial(tail)
        return _Sizes(letters, tail, bits, -(-bits // 64), math.factorial(letters) // bits)

    @property
    def level_bytes(self) -> int:
        """The bytes of a level."""
        return 8 * self.sizes.words * self.sizes.heads

    @property
    def most(self) -> int:
        """Half of all placements, because parity is invariant."""
        return math.factorial(self.sizes.letters) // 2

    def room(self, layouts: int) -> tuple[int, int]:
        """Return the most bytes on the disks at a time, and the bytes written and read in all.

        Every level is written once and read five times, each time with the links.
        """
        level, links = self.level_bytes + 8 * self.sizes.heads, _ROW_LINKS * self.sizes.heads
        return 3 * level + links, (6 * level + links) * _LEVELS_A_CELL * self.sizes.letters

    def first(self, block: int) -> int:
        """Return the first head of a block."""
        return block * self.sizes.heads // self.blocks

    def many(self, block: int) -> int:
        """Return the number of heads of a block."""
        return self.first(block + 1) - self.first(block)

    def _whereabouts(self, rank: int) -> tuple[int, int, int]:
        """Return the block of a rank, the word in it, and the bit."""
        head, bit = divmod(rank, self.sizes.bits)
        block = ((head + 1) * self.blocks - 1) // self.sizes.heads
        return block, (head - self.first(block)) * self.sizes.words + bit // 64, bit % 64

    # The levels

    def begin(self, store: Store, run: RunTasks) -> "tuple[Tiles, LevelRecord]":
        """Write level 0, the start alone, and the links."""
        links = run([functools.partial(self.link, store, block) for block in range(self.blocks)])
        block, word, bit = self._whereabouts(self.space.rank(self.puzzle.start))
        out = np.zeros(self.many(block) * (self.sizes.words + 1), np.uint64)
        out[word] = 1 << bit
        self._settle(store, out, block)
        file = store.put(block_name(0, block), out)
        counts = tuple(int(b == block) for b in range(self.blocks))
        files = tuple(file if count else None for count in counts)
        return replace(self, links=tuple(links)), LevelRecord(0, counts, files, self._solved(block, out))

    def advance(self, store: Store, run: RunTasks, levels: Sequence[LevelRecord]) -> LevelRecord:
        """Pull every block of the next level."""
        known, plain = tuple(levels[-2:]), replace(self, links=())
        tasks = [functools.partial(plain.pull, store, known, block, self.links[block]) for block in range(self.blocks)]
        counts, files, solved = zip(*run(tasks), strict=True)
        return LevelRecord(known[-1].depth + 1, counts, files, any(solved))

    def size(self, level: LevelRecord, block: int) -> int:
        """The words of a block: the bits of all heads, then a word for each head, 0 if all its bits are zero."""
        return self.many(block) * (self.sizes.words + 1) if level.counts[block] else 0

    def farthest(self, store: Store, level: LevelRecord, most: int) -> Iterator[Layout]:
        """Return nothing: only a search from all goals requests layouts of the last level, and that uses keys."""
        return iter(())

    def to_json(self) -> dict[str, Any]:
        """Return the number of blocks, and the files of the links, as JSON."""
        return {"kind": self.kind, "blocks": self.blocks, "links": self.links}

    def pull(
        self, store: Store, known: Sequence[LevelRecord], block: int, from_each: Sequence[StoredArray | None]
    ) -> tuple[int, StoredArray | None, bool]:
        """Write a block of the next level: the layouts that links lead to, without those of the levels `known`."""
        levels, now = kernel("levels"), known[-1]
        masks, to = _whole(self.puzzle, self.metric).maps
        out = np.zeros(self.many(block) * (self.sizes.words + 1), np.uint64)
        step = max(1, min(_LINKS, _WORDS // self.sizes.words))
        for source, (entry, file) in enumerate(zip(from_each, now.files, strict=True)):
            if entry is None or file is None:
                continue
            store.verify(entry)  # its numbers are indices, which the kernel does not check
            there = store.get(file)
            live = there[self.many(source) * self.sizes.words :]
            links = store.get(entry, code="u4")
            many = len(links) // 3
            for first in range(0, many, step):
                store.check()
                last = min(first + step, many)
                levels.pull(links.data, first, last, there.data, live.data, self.sizes.words, masks, to, out.data)
            del there, live, links
        files = [level.files[block] for level in known]
        seen = [np.empty(0, np.uint64) if each is None else store.get(each) for each in files]
        count = self._settle(store, out, block, *seen)
        if not count:
            return 0, None, False
        return count, store.put(block_name(now.depth + 1, block), out), self._solved(block, out)

    def _settle(self, store: Store, out: WordArray, block: int, *seen: WordArray) -> int:
        """Subtract the levels `seen` from a block, append its `live` words, and count the remaining bits."""
        nothing = np.empty(0, np.uint64)
        now, before, *_ = *seen, nothing, nothing
        live, step, count = out[self.many(block) * self.sizes.words :], max(1, _WORDS // self.sizes.words), 0
        for first in range(0, len(live), step):
            store.check()
            last = min(first + step, len(live))
            count += kernel("levels").settle(out.data, now.data, before.data, live.data, self.sizes.words, first, last)
        return count

    def _solved(self, block: int, out: WordArray) -> bool:
        return any(b == block and int(out[word]) >> bit & 1 for b, word, bit in self._goals)

    @functools.cached_property
    def _goals(self) -> list[tuple[int, int, int]]:
        pieces = self.puzzle.pieces
        goals = (self.puzzle.layout([dict(each)[p.kind] for p in pieces]) for each in self.puzzle.goal.alternatives)
        return [self._whereabouts(self.space.rank(layout)) for layout in goals if layout in self.space]

    # Maps and links

    @functools.cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        """All ordered pairs of neighboring cells, by their indices among the free cells."""
        near = enumerate(self.puzzle.board.beside())
        return [pair for i, (_, down, _, right) in near for j in (right, down) if j >= 0 for pair in ((i, j), (j, i))]

    def _numbers(self, orders: NDArray[np.int64]) -> NDArray[np.int64]:
        later = [(orders[:, i, None] > orders[:, i + 1 :]).sum(1) for i in range(self.sizes.tail)]
        return sum(
            (n * math.factorial(self.sizes.tail - 1 - i) for i, n in enumerate(later)), np.zeros(len(orders), np.int64)
        )

    @functools.cached_property
    def maps(self) -> tuple[Any, Any]:
        """For every map, the bits that it moves and their targets (see `kernels.levels.pull`), as memory views."""
        m, cut, stride = self.sizes.tail, self.sizes.letters - self.sizes.tail, 64 * self.sizes.words
        orders = np.array(list(itertools.permutations(range(m))))  # by rank: the letters of the tail, 0 the least
        maps = np.full((1 + 4 + 2 * m * m, stride), 65535, np.uint16)
        for i, j in self._pairs:
            if min(i, j) >= cut:  # the empty cell goes from i to j
                x, y = i - cut, j - cut
                rows = np.flatnonzero(orders[:, x] == 0)
                turned = orders[rows]
                turned[:, [x, y]] = turned[:, [y, x]]
                maps[1 + self._way(i, j), rows] = self._numbers(turned)
        for x, r in itertools.product(range(m), repeat=2):
            # The letter that leaves the head becomes letter r of the tail; the empty cell, at x, leaves the tail.
            rows = np.flatnonzero(orders[:, x] == 0)
            after = orders[rows] - 1
            after[after >= r] += 1
            after[:, x] = r
            maps[5 + m * x + r, rows] = self._numbers(after)
            # Letter r of the tail, at x, goes into the head; the empty cell comes into the tail.
            rows = np.flatnonzero(orders[:, x] == r)
            after = orders[rows]
            after[after < r] += 1
            after[:, x] = 0
            maps[5 + m * m + m * x + r, rows] = self._numbers(after)
        bits = np.packbits((maps != 65535).reshape(-1), bitorder="little").view(np.uint64)
        return bits.data, maps.reshape(-1).data

    def _way(self, i: int, j: int) -> int:
        """Return a number from 0 to 3 for the direction from one free cell to its neighbor."""
        free = self.puzzle.board.free
        step = free[j] - free[i]
        return (abs(step) > 1) * 2 + (step < 0) if self.puzzle.board.width > 1 else step < 0

    def link(self, store: Store, block: int) -> tuple[StoredArray | None, ...]:
        """Write the links that lead to the heads of a block, one file for each block that they come from."""
        names = [f"links-{block:05}-{source:05}" for source in range(self.blocks)]
        parts: list[list[NDArray[np.uint32]]] = [[] for _ in names]
        first, last = self.first(block), self.first(block + 1)
        for head in range(first, last, _SETUP):
            store.check()
            found = list(self._links(np.arange(head, min(head + _SETUP, last), dtype=np.int64)))
            table = np.empty((sum(len(t) for t, _, _ in found), 3), np.uint32)
            come = np.concatenate([s for _, s, _ in found])
            table[:, 0] = np.concatenate([t for t, _, _ in found]) + np.uint32(head - first)
            table[:, 2] = np.concatenate([np.broadcast_to(m, len(t)) for t, _, m in found])
            order = np.argsort(table[:, 0], kind="stable")
            table, come = table[order], come[order]
            sources = ((come + 1) * self.blocks - 1) // self.sizes.heads
            for source in np.unique(sources):
                here = sources == source
                table[here, 1] = come[here] - self.first(int(source))
                parts[source].append(table[here].reshape(-1))
        return tuple(store.write(name, part) for name, part in zip(names, parts, strict=True))

    def _links(self, heads: NDArray[np.int64]) -> Iterator[_Links]:
        """Iterate over the links to these heads: the index of the head, the head that the link comes from, the map."""
        cut, m = self.sizes.letters - self.sizes.tail, self.sizes.tail
        free = np.array(self.puzzle.board.free)
        grids = self.space.grids(heads * self.sizes.bits)
        words = grids[:, free]
        here = np.arange(len(heads), dtype=np.uint32)
        inside = (words[:, :cut] > 0).all(axis=1)  # the empty cell stands in the tail

        def head_of(rows: _Grids) -> NDArray[np.int64]:
            grid = np.zeros((len(rows), self.puzzle.board.size), np.uint8)
            grid[:, free] = rows
            return self.space.ranks(grid) // self.sizes.bits

        for way in range(4):
            yield here[inside], heads[inside], 1 + way
        for i, j in self._pairs:
            if i < cut and j < cut:
                at = words[:, i] == 0
                rows = words[at]
                rows[:, [i, j]] = rows[:, [j, i]]
                yield here[at], head_of(rows), 0
            elif i < cut:
                x = j - cut
                at = words[:, i] == 0
                for r in range(m):  # letter r of the tail came out of the head's cell i
                    rows = words[at]
                    rows[:, i] = rows[:, cut + r]
                    rows[:, cut + 1 : cut + r + 1] = rows[:, cut : cut + r]
                    rows[:, cut] = 0
                    yield here[at], head_of(rows), 5 + m * x + r
                rows = words[inside]
                gone = rows[:, i].copy()  # this letter came out of the tail
                rows[:, i], rows[:, cut] = 0, gone
                rows[:, cut:].sort(axis=1)
                r_each = (rows[:, cut:] < gone[:, None]).sum(axis=1)
                yield here[inside], head_of(rows), 5 + m * m + m * x + r_each


@functools.lru_cache(4)
def _whole(puzzle: Puzzle, metric: Metric) -> "Tiles":
    """Return the plan of a puzzle in one block; a process computes its maps once, not for each level or task."""
    return Tiles(puzzle, metric, 1)
