"""Levels as sorted keys, for any puzzle: neighbors are written as sorted runs, merged, and earlier levels subtracted.

The top bits of a key's first word are its **class**: the positions of some of the pieces. The bits below are mixed (see
`huarong.kernels.levels`). Most moves keep the class, and the other moves lead from a class to few others. So if a block
is a range of classes, most of its neighbors are in the block itself, and few blocks have runs to merge with it:
structured duplicate detection (Zhou and Hansen, AAAI 2004). The keys of each class are counted as the runs are written,
and blocks are cut to hold about equally many; a class too large for a block is cut evenly.

    first word   63 .. 54          53 .. 0
                 class (10 bits)   the other bits, mixed
"""

import bisect
import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from huarong.errors import HuarongError
from huarong.explore.store import UNSHARED, LevelRecord, RunTasks, Shares, Store, StoredArray, block_name
from huarong.kernels import kernel
from huarong.model.board import Layout, Metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import reversible
from huarong.search.bidirectional import reachable
from huarong.search.expander import NeighbourFinder
from huarong.search.expansion import WordArray
from huarong.search.keys import KeyPacking
from huarong.space.space import Space, goal_layouts

_CHUNK = 1 << 16
_LEAST = 1 << 12
_CLASS_BITS = 10
_SORTED = 1 << 19
"""The most keys that one call sorts, so that it takes less than 0.1 s."""
_SMALL = 1 << 17
"""The fewest keys in a block for which a task pays."""
_WIDEST, _CANDIDATES = 1 / 20, 2
"""The share of all layouts in the widest level, and the keys in runs for each layout (measured: 1.9 to 3.0)."""


class Sorted(NamedTuple):
    """A sorted run in the store: its classes in ascending order, and the number of keys of each class."""

    entry: StoredArray
    classes: tuple[int, ...]
    counts: tuple[int, ...]

    def reaches(self, low: int, high: int) -> bool:
        """Whether the run has a key of a class from `low` to `high`."""
        return bisect.bisect_left(self.classes, low) < bisect.bisect_right(self.classes, high)


@dataclass(frozen=True)
class Runs:
    """The plan of levels as sorted keys; a level is cut into enough blocks for all workers."""

    kind: ClassVar[str] = "keys"

    puzzle: Puzzle
    metric: Metric
    shares: Shares = UNSHARED
    goals: bool = False
    """Whether level 0 is all goals instead of the start."""

    @classmethod
    def resumed(cls, stored: dict[str, Any], puzzle: Puzzle, metric: Metric, shares: Shares) -> "Runs":
        """Return the plan of a checkpoint; later levels may be divided into other blocks than earlier ones."""
        return cls(puzzle, metric, shares, bool(stored["goals"]))

    @property
    def most(self) -> int | None:
        """The size of the space, if it is numbered."""
        try:
            return Space.of(self.puzzle).size
        except HuarongError:
            return None

    def room(self, layouts: int) -> tuple[int, int]:
        """Return the most bytes on the disks at a time for `layouts` layouts, and the bytes written and read in all.

        A run is written and read; a level is written once and read three times, to expand it and to subtract it twice.
        """
        level = 8 * self.packing.words * layouts
        return int(_WIDEST * level * (3 + _CANDIDATES)), level * (2 * _CANDIDATES + 4)

    @functools.cached_property
    def packing(self) -> KeyPacking:
        """The packing of the layouts, which does not merge mirror images."""
        return KeyPacking.of(self.puzzle, symmetric=False)

    @property
    def key_words(self) -> int:
        """The number of 64-bit words of a key."""
        return self.packing.words

    @functools.cached_property
    def form(self) -> tuple[int, int]:
        """The number of bits of the first word below the class, in the packed key and in the mixed one."""
        fields, masks = self.packing.fields, self.packing.masks
        used = max(
            (fields[5 * f + 1] + mask.bit_length() for f, mask in enumerate(masks) if not fields[5 * f]), default=0
        )
        bits = min(_CLASS_BITS, used // 2)
        return used - bits, 64 - bits

    def __reduce__(self) -> Any:
        return Runs, (self.puzzle, self.metric, self.shares, self.goals)

    def begin(self, store: Store, run: RunTasks) -> "tuple[Runs, LevelRecord]":
        """Write level 0: the start alone, or all goals."""
        packing = self.packing
        if self.goals:
            # A task does this, so that the driver can check its limits meanwhile.
            (runs,) = run([functools.partial(self.goal_runs, store)])
            return self, replace(self._merged(store, run, runs, ()), solved=True)
        key = np.array(packing.encode(packing.places(self.puzzle.start)), np.uint64)
        solved = bool(packing.solved(key).any())
        kernel("levels").mix(key.data, 1, packing.words, *self.form)
        return self, LevelRecord(0, (1,), (store.put(block_name(0, 0), key),), solved, (0,))

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON: whether level 0 is all goals."""
        return {"kind": self.kind, "goals": self.goals}

    def goal_runs(self, store: Store) -> list[Sorted]:
        """Write sorted runs of all layouts that the goal accepts."""
        runs, kw = list[Sorted](), self.packing.words
        for keys in self.goal_keys(store.check):
            kernel("levels").mix(keys.data, len(keys) // kw, kw, *self.form)
            n = self._cleaned(store, keys, len(keys) // kw)
            runs.append(self._written(store, f"run-0000-00000-{len(runs):05}", keys[: n * kw]))
        return runs

    def goal_keys(self, check: Callable[[], None]) -> Iterator[WordArray]:
        """The unmixed keys of all layouts that the goal accepts, in chunks; alternatives may repeat some."""
        layouts = goal_layouts(reachable(self.puzzle), self.puzzle.goal, check, _CHUNK)
        chunks = (self.packing.pack(letters).reshape(-1) for letters in layouts)
        while parts := list(itertools.islice(chunks, 16)):
            yield np.concatenate(parts)

    def farthest(self, store: Store, level: LevelRecord, most: int) -> Iterator[Layout]:
        """Iterate over some of the layouts of a level, at most `most`."""
        return self.layouts((k for b in range(len(level.counts)) for k in self._chunks(store, level, b)), most)

    def layouts(self, chunks: Iterable[WordArray], most: int) -> Iterator[Layout]:
        """Iterate over the layouts of the first `most` unmixed keys."""
        some = (self.packing.layouts(keys[: most * self.packing.words]) for keys in chunks)
        return itertools.islice(itertools.chain.from_iterable(some), most)

    def advance(self, store: Store, run: RunTasks, levels: Sequence[LevelRecord]) -> LevelRecord:
        """Expand every block to sorted runs, then merge the runs part by part."""
        now = levels[-1]
        made = run([functools.partial(self.expand, store, now, b) for b in range(len(now.counts)) if now.counts[b]])
        known = tuple(levels[-2:] if reversible(self.puzzle.kinds) else levels)
        return self._merged(store, run, list(itertools.chain(*made)), known)

    def _merged(self, store: Store, run: RunTasks, runs: Sequence[Sorted], known: Sequence[LevelRecord]) -> LevelRecord:
        """Merge the runs to a level of the keys that no level of `known` has; return it, and drop the runs."""
        depth, wide = known[-1].depth + 1 if known else 0, self.form[1]
        blocks, tasks = self._cut(runs), []
        for b, cuts in enumerate(blocks):
            reaching = [each.entry for each in runs if each.reaches(cuts[0] >> wide, (cuts[-1] - 1) >> wide)]
            before = [file for level in known for file in _overlapping(level, cuts[0], cuts[-1])]
            tasks.append(functools.partial(self.merge, store, block_name(depth, b), reaching, before, cuts))
        merged = run(tasks)
        for each in runs:
            store.drop(each.entry.name)
        counts, files, solved = zip(*merged, strict=True)
        return LevelRecord(depth, counts, files, any(solved), tuple(cuts[0] for cuts in blocks))

    def _cut(self, runs: Sequence[Sorted]) -> list[tuple[int, ...]]:
        """How the first word's range is cut: for each block its begin, the begins of its portions, and its end."""
        many, wide = Counter[int](), self.form[1]
        for each in runs:
            many.update(dict(zip(each.classes, each.counts, strict=True)))
        block = min(self.shares.block, max(_SMALL, many.total() // (2 * self.shares.workers)))
        portion = min(block, max(_LEAST, min(self.shares.memory // (8 * self.packing.words) // 5, 1 << 21)))
        parts: list[tuple[int, int]] = []  # the begin of each, and about how many keys it has
        for c, n in sorted(many.items()):
            shares = -(-n // portion)
            if shares == 1 and parts and parts[-1][1] + n <= portion:
                parts[-1] = parts[-1][0], parts[-1][1] + n
            else:
                cuts = (-(-(i << wide) // shares) for i in range(shares))
                parts += [((c << wide) + each, -(-n // shares)) for each in cuts]
        blocks: list[list[int]] = []
        room = 0
        for begin, n in parts:
            if n > room:
                blocks.append([])
                room = block
            blocks[-1].append(begin)
            room -= n
        blocks = blocks or [[0]]
        blocks[0][0] = 0
        ends = [*(each[0] for each in blocks[1:]), 1 << 64]
        return [(*each, end) for each, end in zip(blocks, ends, strict=True)]

    def size(self, level: LevelRecord, block: int) -> int:
        """Return the number of words of a block's keys."""
        return level.counts[block] * self.packing.words

    # The tasks

    def expand(self, store: Store, level: LevelRecord, block: int) -> list[Sorted]:
        """Write the neighbors of a block as sorted runs."""
        levels, kw = kernel("levels"), self.packing.words
        expander = NeighbourFinder(self.packing, self.metric)
        fan_out = self.packing.fan_out
        part = 2 / 5 if kw == 1 else 1 / 4  # keys of more words are not sorted in place
        room = max(_LEAST, min(int(self.shares.memory / (8 * kw) * part), self.shares.block // kw)) + fan_out
        buffer = np.empty(min(room, level.counts[block] * fan_out + fan_out) * kw, np.uint64)
        runs: list[Sorted] = []
        n = 0
        for keys in self._chunks(store, level, block):
            done = 0
            while done < len(keys) // kw:
                store.check()
                left = len(buffer) // kw - n
                if left <= fan_out:
                    n = self._cleaned(store, buffer, n)
                    if n > len(buffer) // kw // 2:
                        runs.append(self._written(store, _run(level, block, runs), buffer[: n * kw]))
                        n = 0
                    continue
                done, more = expander(keys.data, done, len(keys) // kw, buffer[n * kw :].data, left - fan_out)
                levels.mix(buffer[n * kw :].data, more, kw, *self.form)
                n += more
        n = self._cleaned(store, buffer, n)
        if n:
            runs.append(self._written(store, _run(level, block, runs), buffer[: n * kw]))
        return runs

    def merge(
        self, store: Store, name: str, runs: Sequence[StoredArray], known: Sequence[StoredArray], cuts: Sequence[int]
    ) -> tuple[int, StoredArray | None, bool]:
        """Write a block of the next level: the runs' keys in its range that no file of `known` has."""
        levels, kw = kernel("levels"), self.packing.words
        count, solved = 0, False

        def portions() -> Iterator[WordArray]:
            nonlocal count, solved
            for low, high in itertools.pairwise(cuts):
                store.check()
                keys = np.concatenate([np.empty(0, "u8"), *(store.between(each, low, high, kw) for each in runs)])
                n = self._cleaned(store, keys, len(keys) // kw)
                for file in known:
                    seen = store.between(file, low, high, kw)
                    n = levels.subtract(keys.data, n, seen.data, kw)
                yield keys[: n * kw]
                count += n
                if not solved and len(self.packing.goals):
                    levels.unmix(keys.data, n, kw, *self.form)
                    solved = bool(self.packing.solved(keys[: n * kw]).any())

        file = store.write(name, portions())
        return count, file, solved

    def _chunks(self, store: Store, level: LevelRecord, block: int) -> Iterator[WordArray]:
        """Iterate over the unmixed keys of a block, chunk by chunk."""
        kw, file = self.packing.words, level.files[block]
        if file is None:
            return
        for first in range(0, level.counts[block], _CHUNK):
            last = min(first + _CHUNK, level.counts[block])
            keys = np.array(store.get(file, first * kw, last * kw))
            kernel("levels").unmix(keys.data, len(keys) // kw, kw, *self.form)
            yield keys

    def _cleaned(self, store: Store, keys: WordArray, n: int) -> int:
        """Sort the first `n` keys in place, a piece at a time, and drop duplicates; return how many are left."""
        kw = self.packing.words
        rows, cuts = keys[: n * kw].reshape(-1, kw), tuple(range(_SORTED // kw, n, _SORTED // kw))
        if cuts:
            if kw == 1:
                keys[:n].partition(cuts)
            else:
                order = np.argpartition(rows[:, 0], cuts)
                store.check()
                rows[:] = rows.take(order, axis=0)
        for piece in np.split(rows, cuts):
            store.check()
            _sort(piece)
        first = np.ascontiguousarray(rows[:, 0])
        for cut in cuts:  # keys with one first word may lie on both sides
            _sort(rows[np.searchsorted(first, first[cut]) : np.searchsorted(first, first[cut], "right")])
        store.check()
        kept: int = kernel("levels").unique(keys.data, n, kw)
        return kept

    def _written(self, store: Store, name: str, keys: WordArray) -> Sorted:
        tops = keys[:: self.packing.words] >> np.uint64(self.form[1] % 64)
        if self.form[1] == 64:
            tops = np.zeros_like(tops)
        begins = np.concatenate([[0], np.flatnonzero(tops[1:] != tops[:-1]) + 1])
        counts = np.diff(begins, append=len(tops)).tolist()
        store.check()
        return Sorted(store.put(name, keys.copy()), tuple(tops[begins].tolist()), tuple(counts))


def _sort(keys: WordArray) -> None:
    """Sort keys, a row each, in place: by their first words, then by the other words."""
    if keys.shape[1] == 1:
        return keys.sort(axis=0)
    keys[:] = keys.take(np.argsort(keys[:, 0]), axis=0)
    same = keys[1:, 0] == keys[:-1, 0]
    if (keys[1:][same] != keys[:-1][same]).any():
        keys[:] = keys.take(np.lexsort(keys.T[::-1]), axis=0)


def _run(level: LevelRecord, block: int, before: Sequence[Sorted]) -> str:
    """Return the name in the store of the next run of a block's neighbors."""
    return f"run-{level.depth + 1:04}-{block:05}-{len(before):05}"


def _overlapping(level: LevelRecord, low: int, high: int) -> Iterator[StoredArray]:
    """Iterate over the files of a level's blocks that have keys whose first words are from `low` to below `high`."""
    ends = [*level.bounds[1:], 1 << 64]
    for begin, end, file in zip(level.bounds, ends, level.files, strict=True):
        if file is not None and begin < high and low < end:
            yield file
