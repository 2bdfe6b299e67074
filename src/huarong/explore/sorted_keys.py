"""Levels as sorted keys, for any puzzle: each level's neighbours as sorted runs, merged, less what is known.

Keys are mixed (see `huarong.kernels.levels`), so the range of 64 bits cut into equal parts cuts every run
into parts of nearly equal size, without looking: block i of n holds the keys of the i-th part.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.errors import HuarongError
from huarong.explore.plan import Level, Mark, block_name
from huarong.explore.store import Entry, Store
from huarong.explore.tasks import Run
from huarong.kernels import kernel
from huarong.model.board import Layout
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import reversible
from huarong.search.expander import Expander
from huarong.search.keys import Packing
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

__all__ = ["Runs"]

_CHUNK = 1 << 16
_LEAST = 1 << 12


@dataclass(frozen=True)
class Runs:
    """Levels as sorted keys.

    `memory` is what one task may use, in bytes; `block` how many keys a block has, about.
    """

    puzzle: Puzzle
    metric: Metric
    memory: int
    block: int = 1 << 22
    goals: bool = False
    """Whether level 0 is all goals instead of the start."""

    @property
    def most(self) -> int | None:
        """The size of the space where it is numbered."""
        try:
            return Space.of(self.puzzle).size
        except HuarongError:
            return None

    @functools.cached_property
    def packing(self) -> Packing:
        """How layouts are keys: mirror images apart."""
        return Packing.of(self.puzzle, symmetric=False)

    def __reduce__(self) -> Any:
        return Runs, (self.puzzle, self.metric, self.memory, self.block, self.goals)

    def begin(self, store: Store, run: Run) -> tuple[Runs, Level]:
        """The start alone, or all goals."""
        packing = self.packing
        if self.goals:
            return self, self._all_goals(store, run)
        key = np.array(packing.encode(packing.places(self.puzzle.start)), np.uint64)
        solved = self._solved(key)
        kernel("levels").mix(key.data, 1, packing.words)
        return self, Level(0, (1,), (store.put(block_name(0, 0), key),), solved)

    def to_json(self) -> dict[str, Any]:
        """Where it began: a run of keys may be cut anew each time."""
        return {"goals": True} if self.goals else {}

    def _all_goals(self, store: Store, run: Run) -> Level:
        """All layouts that the goal accepts, as level 0."""
        runs, many, kw = list[Entry](), 0, self.packing.words
        for keys in self._goal_keys():
            store.check()
            kernel("levels").mix(keys.data, len(keys) // kw, kw)
            n = self._cleaned(keys, len(keys) // kw)
            runs.append(store.put(f"run-0000-00000-{len(runs):05}", keys[: n * kw].copy()))
            many += n
        blocks = max(1, -(-many // self.block))
        merged = run(
            [functools.partial(self.merge, store, (), runs, many, b, blocks) for b in range(blocks)]
        )
        for each in runs:
            store.drop(each.name)
        counts, files, _ = zip(*merged, strict=True)
        return Level(0, counts, files, True)

    def _goal_keys(self) -> Iterator[Words]:
        """The keys of all layouts that the goal accepts, not mixed, in portions; those of several alternatives repeatedly."""
        board, kinds = self.puzzle.board, self.puzzle.kinds
        for alternative in self.puzzle.goal.alternatives:
            held = [board.cells(kinds[k], head) or () for k, head in alternative]
            covered = frozenset(itertools.chain(*held))
            counts = [len(group) for group in self.puzzle.start.heads]
            for k, _ in alternative:
                counts[k] -= 1
            if len(covered) < sum(map(len, held)) or min(counts) < 0:
                continue
            rest = replace(board, walls=board.walls | covered, gates=board.gates - covered)
            space = Space(rest, kinds, tuple((n, n) for n in counts))
            for first in range(0, space.size, _CHUNK * 16):
                letters = space.grids(np.arange(first, min(space.size, first + _CHUNK * 16)))
                for k, head in alternative:
                    letters[:, head] = k + 1
                yield self.encoded(letters)

    def encoded(self, letters: NDArray[np.uint8]) -> Words:
        """The keys of layouts given as rows of letters, not mixed."""
        packing, kw = self.packing, self.packing.words
        place = packing.rules.place
        if packing.lists:
            keys = np.empty((len(letters), kw), np.uint64)
            for i, row in enumerate(letters):
                at = np.flatnonzero(row)
                keys[i] = packing.encode([place[int(row[c]) - 1, int(c)] for c in at])
            return keys.reshape(-1)
        part = np.zeros((letters.shape[1], len(self.puzzle.kinds) + 1, kw), np.uint64)
        for (k, head), p in place.items():
            part[head, k + 1] = packing.z[kw * p : kw * (p + 1)]
        keys = np.zeros((len(letters), kw), np.uint64)
        for cell in range(letters.shape[1]):
            keys ^= part[cell, letters[:, cell]]
        return keys.reshape(-1)

    def layouts(self, store: Store, level: Level, most: int) -> Iterator[Layout]:
        """Some of the layouts of a level."""
        kinds = range(1, len(self.puzzle.kinds) + 1)
        for block in range(len(level.counts)):
            for keys in self._chunks(store, level, block):
                for letters in self.packing.decode(keys[: most * self.packing.words]):
                    if most <= 0:
                        return
                    most -= 1
                    yield Layout(tuple(tuple(np.flatnonzero(letters == k).tolist()) for k in kinds))

    def advance(self, store: Store, run: Run, levels: Sequence[Level]) -> Level:
        """Expand every block to runs, then merge these part by part."""
        now = levels[-1]
        made = run(
            [
                functools.partial(self.expand, store, now, b)
                for b in range(len(now.counts))
                if now.counts[b]
            ]
        )
        runs = [each for entries, _ in made for each in entries]
        many = sum(n for _, n in made)
        blocks = max(1, -(-many // self.block))
        known = tuple(levels[-2:] if reversible(self.puzzle.kinds) else levels)
        merged = run(
            [
                functools.partial(self.merge, store, known, runs, many, b, blocks)
                for b in range(blocks)
            ]
        )
        for each in runs:
            store.drop(each.name)
        counts, files, solved = zip(*merged, strict=True)
        return Level(now.depth + 1, counts, files, any(solved))

    def size(self, level: Level, block: int) -> int:
        """A key after the other."""
        return level.counts[block] * self.packing.words

    # The tasks

    def expand(self, store: Store, level: Level, block: int) -> tuple[list[Entry], int]:
        """Write the neighbours of a block as sorted runs; returns these and how many keys they have in all."""
        levels, kw = kernel("levels"), self.packing.words
        expander = Expander(self.packing, self.metric)
        fan_out = self.packing.fan_out
        part = 2 / 5 if kw == 1 else 1 / 4  # keys of more words are not sorted in place
        room = max(_LEAST, min(int(self.memory / (8 * kw) * part), self.block)) + fan_out
        buffer = np.empty(min(room, level.counts[block] * fan_out + fan_out) * kw, np.uint64)
        runs: list[Entry] = []
        n = total = 0
        for keys in self._chunks(store, level, block):
            done = 0
            while done < len(keys) // kw:
                store.check()
                left = len(buffer) // kw - n
                if left <= fan_out:
                    n = self._cleaned(buffer, n)
                    if n > len(buffer) // kw // 2:
                        total += n
                        self._flush(store, level, block, buffer, n, runs)
                        n = 0
                    continue
                done, more = expander(
                    keys.data, done, len(keys) // kw, buffer[n * kw :].data, left - fan_out
                )
                levels.mix(buffer[n * kw :].data, more, kw)
                n += more
        n = self._cleaned(buffer, n)
        if n:
            self._flush(store, level, block, buffer, n, runs)
        return runs, total + n

    def merge(
        self,
        store: Store,
        known: Sequence[Level],
        runs: Sequence[Entry],
        many: int,
        block: int,
        blocks: int,
    ) -> tuple[int, Entry | None, bool]:
        """Write a block of the next level: what all runs have in its range, less the levels known."""
        levels, kw = kernel("levels"), self.packing.words
        at_once = max(_LEAST, min(self.memory // (8 * kw) // 5, 1 << 21))
        parts = blocks * max(1, -(-many // (blocks * at_once)))
        share = parts // blocks
        count, solved, depth = 0, False, known[-1].depth + 1 if known else 0
        with store.writer(block_name(depth, block)) as sink:
            for part in range(block * share, (block + 1) * share):
                store.check()
                low, high = _bound(part, parts), _bound(part + 1, parts)
                keys = np.concatenate(
                    [store.between(each, low, high, kw) for each in runs] or [np.empty(0, "u8")]
                )
                n = self._cleaned(keys, len(keys) // kw)
                for level in known:
                    for b, file in enumerate(level.files):
                        begin, end = _bound(b, len(level.files)), _bound(b + 1, len(level.files))
                        if file is not None and begin < high and low < end:
                            seen = store.between(file, low, high, kw)
                            n = levels.subtract(keys.data, n, seen.data, kw)
                sink.add(keys[: n * kw])
                count += n
                if not solved and len(self.packing.goals):
                    levels.unmix(keys.data, n, kw)
                    solved = self._solved(keys[: n * kw])
        return count, sink.entry, solved

    def _chunks(self, store: Store, level: Level, block: int) -> Iterator[Words]:
        """The keys of a block as they are before mixing, in portions."""
        kw, file = self.packing.words, level.files[block]
        if file is None:
            return
        for first in range(0, level.counts[block], _CHUNK):
            last = min(first + _CHUNK, level.counts[block])
            keys = np.array(store.get(file, first * kw, last * kw))
            kernel("levels").unmix(keys.data, len(keys) // kw, kw)
            yield keys

    def _cleaned(self, keys: Words, n: int) -> int:
        """Sort the first `n` keys, in place, and leave one of each."""
        kw = self.packing.words
        if kw == 1:
            keys[:n].sort()
        else:
            rows = keys[: n * kw].reshape(-1, kw)
            rows[:] = rows.take(np.argsort(rows[:, 0]), axis=0)
            same = rows[1:, 0] == rows[:-1, 0]
            if (rows[1:][same] != rows[:-1][same]).any():
                rows[:] = rows.take(np.lexsort(rows.T[::-1]), axis=0)
        kept: int = kernel("levels").unique(keys.data, n, kw)
        return kept

    def _flush(
        self, store: Store, level: Level, block: int, keys: Words, n: int, runs: list[Entry]
    ) -> None:
        name = f"run-{level.depth + 1:04}-{block:05}-{len(runs):05}"
        runs.append(store.put(name, keys[: n * self.packing.words].copy()))

    def _solved(self, keys: Words) -> bool:
        """Whether a goal is among these keys."""
        kw = self.packing.words
        rows = keys.reshape(-1, kw)
        goals = np.array(self.packing.goals, np.uint64).reshape(-1, 2, kw)
        return any(bool(((rows & mask) == value).all(axis=1).any()) for mask, value in goals)

    # Ranks

    def ranks(self, store: Store, level: Level, mark: Mark) -> None:
        """Hand over the ranks of a level's layouts. Raises `NotNumberedError` where they have none."""
        space = Space.of(self.puzzle)
        for block in range(len(level.counts)):
            for keys in self._chunks(store, level, block):
                mark(space.ranks(self.packing.decode(keys)))


def _bound(part: int, parts: int) -> int:
    """Where the range of 64 bits is cut."""
    return -(-(part << 64) // parts)
