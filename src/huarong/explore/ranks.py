"""Levels as bits by rank, for any puzzle whose layouts are numbered (see `huarong.space.space`).

A block is a range of ranks, `width` of them. A block stores a bit for each rank, or, if that is shorter, a list of
**offsets** (32-bit numbers counted from its first rank). So a level takes at most 4 bytes a layout, and at most a bit
for each rank.

A slide changes only the letters from the first to the last cell that it touches, so most neighbours of a block's
layouts lie in the block itself: these are set as bits in memory. The others are sorted and written as offsets, block by
block; the task that makes a block reads its part. Earlier levels are subtracted.
"""

from __future__ import annotations

import functools
import itertools
import threading
from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from huarong.atlas import dense
from huarong.errors import HuarongError, InputError
from huarong.explore.plan import LevelRecord, Mark, Shares, block_name
from huarong.explore.store import Store, StoredArray
from huarong.explore.tasks import RunTasks
from huarong.kernels import kernel
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules, reversible
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]
    Numbers = NDArray[np.int64]

_WORDS = 1 << 10
"""How many words of bits are turned into ranks at a time."""
_STEP = 1 << 13
"""How many layouts are expanded between two looks at the store's sign to stop."""
_LEAST = 1 << 12
_SPARSE = 512
"""If a block has fewer layouts than one in this many ranks, they are treated as a list."""
_NARROWEST = 1 << 20
_WIDEST = 1 << 31
_BITS_A_KEY = 64
_BLOCKS = 2
"""Blocks for each worker, if the space is large enough: the wider they are, the fewer neighbours lie in others."""
_TASKS = 4
"""Tasks for each worker and level."""
_FEWEST = 1 << 14
"""Layouts for which a task pays: some ten milliseconds of work."""
_MOST = 1 << 40
_PAYS = 1 << 20


class NumberRange(NamedTuple):
    """Neighbours that lie in a block, some perhaps of earlier levels: `many` of the numbers of a file, from `first`
    on.
    """

    block: int
    entry: StoredArray
    first: int
    many: int
    whole: bool = False
    """Whether the file is of this block alone, and holds bits where they are shorter."""


Held = tuple[int, StoredArray | None]
"""How many layouts of a level a block holds, and their file."""


class LayoutRange(NamedTuple):
    """Layouts of a block that a task expands: the `first` up to the `last` of those it holds."""

    block: int
    held: Held
    first: int
    last: int


@dataclass(frozen=True)
class RankLevels:
    """The plan of levels as bits: `memory` is the bytes that a task may use, `workers` how many run side by side."""

    kind: ClassVar[str] = "bits by rank"

    puzzle: Puzzle
    metric: Metric
    width: int
    memory: int
    workers: int = 1

    @classmethod
    def of(cls, puzzle: Puzzle, metric: Metric, shares: Shares) -> RankLevels:
        """The plan with blocks of about as many bytes as those of keys have, and some for each worker."""
        most = min(2 * shares.memory, _BITS_A_KEY * shares.block, _WIDEST)
        fair = max(_NARROWEST, -(-_space(puzzle).size // (_BLOCKS * shares.workers)))
        width = max(64, min(most, fair) // 64 * 64)
        return cls(puzzle, metric, width, shares.memory, shares.workers)

    @classmethod
    def resumed(cls, stored: dict[str, Any], puzzle: Puzzle, metric: Metric, shares: Shares) -> RankLevels:
        """The plan of a checkpoint, with blocks as wide as its files have them."""
        return cls(puzzle, metric, int(stored["width"]), shares.memory, shares.workers)

    @staticmethod
    def fits(puzzle: Puzzle) -> bool:
        """Whether the layouts of a puzzle are numbered, and few enough that most can be reached."""
        try:
            return 0 < _space(puzzle).size <= _MOST
        except HuarongError:
            return False

    @staticmethod
    def unfit() -> InputError:
        """The error for layouts that cannot be stored as bits, although bits were requested."""
        return InputError(
            "the layouts of this puzzle cannot be stored as bits: they have no ranks, are too many, or the search "
            "begins at all goals; store them as keys (--by keys)"
        )

    @staticmethod
    def pays(puzzle: Puzzle) -> bool:
        """Whether bits are expected to be shorter and faster than keys.

        They are if the space is large and each piece, alone on the board, can get to every place of its kind.
        Otherwise (cars in different lines) most numbers belong to layouts that cannot be reached.
        """
        if not RankLevels.fits(puzzle):
            return False
        groups = Rules.of(puzzle.board, puzzle.kinds).groups
        return len(groups) == len(puzzle.kinds) and _space(puzzle).size >= _PAYS

    @property
    def space(self) -> Space:
        """The space of all placements of the pieces."""
        return _space(self.puzzle)

    @property
    def most(self) -> int:
        """The size of the space."""
        return self.space.size

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return -(-self.most // self.width)

    @property
    def words(self) -> int:
        """The number of 64-bit words of a block's bits."""
        return self.width // 64

    @property
    def _cursor(self) -> Any:
        """This thread's cursor."""
        return _cursor(self.puzzle, self.metric)

    # The levels

    def begin(self, store: Store, run: RunTasks) -> tuple[RankLevels, LevelRecord]:
        """Write level 0, the start alone."""
        block, offset = divmod(self.space.rank(self.puzzle.start), self.width)
        one = np.array([offset], np.int64)
        file = self._stored(store, block_name(0, block), one)
        counts, files = [0] * self.blocks, list[StoredArray | None]([None]) * self.blocks
        counts[block], files[block] = 1, file
        solved = self._solved([one + block * self.width])
        return self, LevelRecord(0, tuple(counts), tuple(files), solved)

    def advance(self, store: Store, run: RunTasks, levels: Sequence[LevelRecord]) -> LevelRecord:
        """Expand every block, then make each block of the next level from the neighbours that lie in it."""
        now, depth = levels[-1], levels[-1].depth + 1
        known = levels[-2:] if reversible(self.puzzle.kinds) else levels
        made = run(
            [
                functools.partial(self.expand, store, now.depth, number, pieces)
                for number, pieces in enumerate(self._cut(now))
            ]
        )
        parts = defaultdict[int, list[NumberRange]](list)
        for each in itertools.chain(*made):
            parts[each.block].append(each)
        came = {b: sum(each.many for each in parts[b]) for b in sorted(parts)}
        settled = run(
            [
                functools.partial(
                    self.settle,
                    store,
                    depth,
                    [(b, parts[b], [(level.counts[b], level.files[b]) for level in known]) for b in some],
                )
                for some in self._shared(came)
            ]
        )
        for name in {each.entry.name for each in itertools.chain(*made)}:
            store.drop(name)
        counts, files = [0] * self.blocks, list[StoredArray | None]([None]) * self.blocks
        solved = False
        for block, count, file, goal in itertools.chain(*settled):
            counts[block], files[block] = count, file
            solved |= goal
        return LevelRecord(depth, tuple(counts), tuple(files), solved)

    def _cut(self, level: LevelRecord) -> list[list[LayoutRange]]:
        """The layouts of a level, cut into tasks of equally many: some for each worker, but none for very little."""
        total, before = level.count, 0
        many = max(1, min(_TASKS * self.workers, total // _FEWEST))
        many -= many % self.workers if many > self.workers else 0
        tasks = [list[LayoutRange]() for _ in range(many)]
        for block, held in enumerate(zip(level.counts, level.files, strict=True)):
            count, first = held[0], 0
            while first < count:
                at = (before + first) * many // total
                last = min(count, -(-(at + 1) * total // many) - before)
                tasks[at].append(LayoutRange(block, held, first, last))
                first = last
            before += count
        return tasks

    def _shared(self, weights: dict[int, int]) -> Iterator[list[int]]:
        """Divide blocks into tasks of about equal weight: several for each worker, but none of very little weight."""
        fair = max(_FEWEST, sum(weights.values()) // (_TASKS * self.workers))
        some, weight = list[int](), 0
        for block, each in weights.items():
            some.append(block)
            weight += each
            if weight >= fair:
                yield some
                some, weight = [], 0
        if some:
            yield some

    def size(self, level: LevelRecord, block: int) -> int:
        """The 64-bit words of a block in the store."""
        return min(self.words, -(-level.counts[block] // 2))

    def to_json(self) -> dict[str, Any]:
        """The width of the blocks."""
        return {"kind": self.kind, "width": self.width}

    # The tasks

    def expand(self, store: Store, depth: int, number: int, pieces: Sequence[LayoutRange]) -> list[NumberRange]:
        """Write the neighbours of some layouts, sorted by the block that they lie in."""
        fan_out = dense.fan_out(self.space)
        full = max(_LEAST, (self.memory // 4) // 8)
        far = np.empty(full + fan_out + kernel("dense").room, np.int64)
        spread = kernel("dense").Spread(self._cursor, far.data, fan_out)
        parts = list[NumberRange]()

        def name() -> str:
            return f"run-{depth + 1:04}-{number:05}-{len(parts):05}"

        def away() -> None:
            parts.extend(self._written(store, name(), far[: spread.n]))
            spread.n = 0

        for block, held, first, last in pieces:
            few = last - first < self.width // _SPARSE
            near = np.zeros(0 if few else self.words, np.uint64)
            spread.use(block * self.width, near.data)
            for ranks in self._listed(store, block, held, first, last):
                done = 0
                while done < len(ranks):
                    store.check()
                    done = spread.expand(ranks.data, done, min(len(ranks), done + _STEP))
                    if spread.n > full:
                        spread.n = _sorted(far, spread.n)
                        if spread.n > full // 2:
                            away()
            count = kernel("levels").total(near.data)
            if count:
                file = self._stored(store, name(), near, count)
                parts.append(NumberRange(block, file, 0, count, True))
        spread.n = _sorted(far, spread.n)
        if spread.n:
            away()
        return parts

    def settle(
        self, store: Store, depth: int, blocks: Sequence[tuple[int, Sequence[NumberRange], Sequence[Held]]]
    ) -> list[tuple[int, int, StoredArray | None, bool]]:
        """Write some blocks of the next level: the neighbours that lie in them, without earlier levels."""
        found = []
        for block, parts, known in blocks:
            store.check()
            name = block_name(depth, block)
            sparse = sum(each.many for each in parts) < self.width // _SPARSE
            made = (self._list if sparse else self._bits)(store, parts, known)
            count = len(made) if sparse else kernel("levels").total(made.data)
            file = self._stored(store, name, made, count) if count else None
            solved = bool(count) and self._solved(self._chunks(store, block, made))
            found.append((block, count, file, solved))
        return found

    def _list(self, store: Store, parts: Sequence[NumberRange], known: Sequence[Held]) -> Numbers:
        """The offsets of the neighbours that lie in a block, without earlier levels; for few of them."""
        here = np.unique(np.concatenate([self._part(store, each) for each in parts]))
        for held in known:
            seen = self._held(store, held)
            if seen is None:
                continue
            if seen.dtype == np.uint64:
                words = seen[here >> np.uint32(6)]
                here = here[(words >> (here & np.uint32(63)).astype(np.uint64) & np.uint64(1)) == 0]
            else:
                at = np.minimum(np.searchsorted(seen, here), len(seen) - 1)
                here = here[seen[at] != here]
        return here.astype(np.int64)

    def _bits(self, store: Store, parts: Sequence[NumberRange], known: Sequence[Held]) -> Words:
        """The bits of the neighbours that lie in a block, without earlier levels."""
        levels, bits = kernel("levels"), np.zeros(self.words, np.uint64)
        came = ((self._part(store, each), True) for each in parts)
        seen = ((self._held(store, held), False) for held in known)
        for some, on in itertools.chain(came, seen):
            store.check()
            if some is not None:
                (levels.join if some.dtype == np.uint64 else levels.put)(bits.data, some.data, on)
        return bits

    # Files

    def _stored(self, store: Store, name: str, made: NDArray[Any], count: int = 1) -> StoredArray:
        """Write offsets, or bits of which `count` are set, in the shorter of the two forms."""
        if made.dtype == np.uint64:
            if self.words <= -(-count // 2):
                return store.put(name, made)
            parts = self._offsets(made)
        elif self.words <= -(-len(made) // 2):
            bits = np.zeros(self.words, np.uint64)
            kernel("levels").put(bits.data, made.astype(np.uint32).data, True)
            return store.put(name, bits)
        else:
            parts, count = iter([made]), len(made)
        numbers, n = np.empty(count + count % 2, np.uint32), 0
        for some in parts:
            numbers[n : n + len(some)] = some
            n += len(some)
        numbers[n:] = numbers[n - 1]
        return store.put(name, numbers.view(np.uint64))

    def _held(self, store: Store, held: Held) -> NDArray[Any] | None:
        """The layouts of a block in a store: bits (of type u8), or offsets (of type u4); None if there are none."""
        count, file = held
        if file is None:
            return None
        found: Words = store.get(file)
        return found if len(found) == self.words <= -(-count // 2) else found.view("u4")[:count]

    def _part(self, store: Store, part: NumberRange) -> NDArray[Any]:
        """The neighbours of a part: bits, or offsets."""
        if part.whole:
            found = self._held(store, (part.many, part.entry))
            assert found is not None
            return found
        some: NDArray[Any] = store.get(part.entry, part.first, part.first + part.many, code="u4")
        return some

    def _written(self, store: Store, name: str, ranks: Numbers) -> Iterator[NumberRange]:
        """Write sorted ranks as offsets, block after block."""
        least, most = int(ranks[0]) // self.width, int(ranks[-1]) // self.width
        cuts = np.searchsorted(ranks, np.arange(least, most + 2) * self.width).tolist()
        numbers = np.empty(len(ranks), np.uint32)
        for block, (first, last) in enumerate(itertools.pairwise(cuts), least):
            numbers[first:last] = ranks[first:last] - block * self.width
        entry = store.put(name, numbers)
        for block, (first, last) in enumerate(itertools.pairwise(cuts), least):
            if last > first:
                yield NumberRange(block, entry, first, last - first)

    def _offsets(self, bits: Words) -> Iterator[Numbers]:
        """The offsets of set bits, chunk by chunk."""
        for first in range(0, len(bits), _WORDS):
            last = min(first + _WORDS, len(bits))
            out = np.empty(64 * (last - first), np.int64)
            n = kernel("levels").offsets(bits.data, first, last, out.data, 0)
            if n:
                yield out[:n]

    def _chunks(self, store: Store, block: int, made: NDArray[Any]) -> Iterator[Numbers]:
        """The ranks of a block's layouts, given as bits or offsets, chunk by chunk."""
        base = block * self.width
        if made.dtype == np.uint64:
            for some in self._offsets(made):
                store.check()
                some += base
                yield some
        else:
            for first in range(0, len(made), 64 * _WORDS):
                store.check()
                yield made[first : first + 64 * _WORDS].astype(np.int64) + base

    def _listed(self, store: Store, block: int, held: Held, first: int = 0, last: int = _MOST) -> Iterator[Numbers]:
        """The ranks of a block's layouts, from the `first` up to the `last`, chunk by chunk."""
        found, before = self._held(store, held), 0
        if found is None:
            return
        for some in self._chunks(store, block, found):
            if before + len(some) > first:
                yield some[max(0, first - before) : last - before]
            before += len(some)
            if before >= last:
                return

    # Goals and ranks

    def _solved(self, chunks: Iterator[Numbers] | Sequence[Numbers]) -> bool:
        """Whether a goal is among the layouts of these ranks."""
        cells, letters, begin = self._goals
        meets = kernel("dense").meets
        return len(begin) > 1 and any(
            meets(self._cursor, some.data, len(some), cells, letters, begin) for some in chunks
        )

    @functools.cached_property
    def _goals(self) -> tuple[array[int], array[int], array[int]]:
        """The cells and letters of all goals, and where those of each begin (see `kernels.dense.meets`)."""
        cells, letters, begin = array("i"), array("i"), array("i", [0])
        for each in self.puzzle.goal.alternatives:
            need = {head: kind + 1 for kind, head in each}
            if len(need) == len(set(each)):
                cells.extend(need)
                letters.extend(need.values())
                begin.append(len(cells))
        return cells, letters, begin

    def ranks(self, store: Store, level: LevelRecord, mark: Mark) -> None:
        """Pass the ranks of a level's layouts to `mark`."""
        for block, held in enumerate(zip(level.counts, level.files, strict=True)):
            for some in self._listed(store, block, held):
                mark(some)


@functools.lru_cache(4)
def _space(puzzle: Puzzle) -> Space:
    """The space of a puzzle, made once a process."""
    return Space.of(puzzle)


_HERE = threading.local()


def _cursor(puzzle: Puzzle, metric: Metric) -> Any:
    """A cursor of this thread, made anew if the last one was for another puzzle."""
    if getattr(_HERE, "of", None) != (puzzle, metric):
        _HERE.cursor, _HERE.of = dense.cursor(_space(puzzle), metric), (puzzle, metric)
    return _HERE.cursor


def _sorted(numbers: Numbers, n: int) -> int:
    """Sort the first `n` numbers, in place, and leave one of each; returns how many are left."""
    numbers[:n].sort()
    kept: int = kernel("levels").unique(numbers.view(np.uint64).data, n, 1)
    return kept
