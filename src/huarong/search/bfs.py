"""Breadth-first search of one puzzle: the visited set of numbered layouts, and its expansion level by level."""

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from huarong.kernels import kernel
from huarong.kernels._keys import why
from huarong.limits import Watch, usable_memory
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle, Solution, replay, unsolvable
from huarong.model.rules import reversible
from huarong.search.expander import NeighbourFinder
from huarong.search.keys import KeyPacking
from huarong.search.memory import Numbers

if TYPE_CHECKING:
    from huarong.search.team import SearchThreads

_CAPACITY, _BITS, _LEVELS = 3 << 13, 15, 1 << 10
"""The initial capacity: layouts, entries of the hash table (as a power of two), levels."""
_NEIGHBOURS = 1 << 17
"""The words of neighbors written in about 10 ms; on a board of 64x64, a layout may have 12,000 neighbors."""
_MANY = 1 << 16
"""The number of layouts, found in about 10 ms, after which more threads join the search."""
_INDEXED = 1 << 17
"""The number of keys that are entered in the hash table in about 10 ms."""


class BreadthFirst:
    """The layouts found from a puzzle's start, as keys, in the order of discovery.

    A layout's number is its position in that order. At most `share` of the watch's memory is used. Without `goals`,
    layouts are not tested for being solved. With `reverse`, moves are made in the opposite direction. `starts` are
    concatenated keys of layouts that replace the puzzle's start. From `_MANY` layouts on, several threads search
    together (`threads`; None means one for each core, at most 8). They find the layouts in the same order as one
    thread.

    >>> search = BreadthFirst(Puzzle.parse("AB/..", goal="../AB"), Metric.STEP, Watch())
    >>> search.answer().length, search.depth, search.count
    (2, 1, 5)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        metric: Metric,
        watch: Watch,
        packing: KeyPacking | None = None,
        share: float = 1.0,
        goals: bool = True,
        reverse: bool = False,
        starts: Any = None,
    ) -> None:
        self.puzzle, self.metric, self.watch = puzzle, metric, watch
        self.memory = int(usable_memory(watch.memory) * share)
        self.packing = packing = packing or KeyPacking.of(puzzle)
        loops, words = kernel("search"), packing.words
        self.why = why
        self.expander = NeighbourFinder(packing, metric, reverse, loops.room)
        # The system provides memory only where it is written, as far as layouts have neighbors.
        self.out = Numbers("Q", words * (loops.room + packing.fan_out)).view
        # The first chunks are small: the watch has measured the pace of other work only.
        self._most = max(1, _NEIGHBOURS // (words * packing.fan_out))
        self.here = array("Q", bytes(8 * words))
        wanted, hashes = packing.goals if goals else array("Q"), Numbers("Q", loops.room + packing.fan_out).view
        self.kernel: Any = loops.Search(self.expander.kernel, words, wanted, self.out, hashes, self.here)
        self.reverse, self.closed = reverse, False
        self.threads: int | None = None
        self.team: SearchThreads | None = None
        self.capacity, self.bits = _CAPACITY, _BITS
        self.queue, self.table = Numbers("Q", _CAPACITY * words), Numbers("I", 1 << _BITS)
        # In the metric MOVE, a byte a layout for the piece moved last, as moving that again leads to no new layout.
        self.last_moved = Numbers("B", _CAPACITY) if metric is Metric.MOVE else None
        self.levels = array("q", bytes(8 * _LEVELS))
        self._use()
        if starts is None:
            starts = packing.canonical(packing.places(puzzle.start))
        for first in range(0, len(starts), _INDEXED * words):
            watch.look()
            some = starts[first : first + _INDEXED * words]
            self.enter(some, len(some) // words, array("q", bytes(8 * len(some) // words)))
        self.kernel.begin()

    @property
    def count(self) -> int:
        """The number of layouts found."""
        return int(self.kernel.count)

    @property
    def expanded(self) -> int:
        """The number of layouts expanded."""
        return int(self.kernel.head)

    @property
    def depth(self) -> int:
        """The depth of the level being expanded: all layouts within this many moves are found."""
        return int(self.kernel.depth)

    def advance(self, most: int | None = None) -> int:
        """Expand layouts for about 10 ms; return the reason for stopping, one of the kernel's `why`.

        `most` is the most layouts to expand. One thread then expands them, because a team may expand more.
        """
        budget = self.watch.call(self._most)
        # Later layouts take longer than those measured, because their memory is new.
        self._most = 3 * budget
        before = self.expanded
        why: int = self._go_on(budget) if most is None else self.kernel.run(min(most, budget))
        self.watch.back(why == self.why.PAUSED and self.expanded - before >= budget)
        return why

    def _go_on(self, budget: int) -> int:
        """Expand about `budget` layouts: by a team, if that pays and memory has room for the neighbors of a round."""
        if self.team is None and self.count >= _MANY and self.threads != 1:
            from huarong.search.team import SearchThreads, cores

            self.threads = self.threads or cores()
            if self.threads > 1:
                self.team = SearchThreads(self.kernel, self.threads, self.packing, self.metric, self.reverse)
        why: int = self.why.ALONE
        team = self.team
        if team is not None and self._fits(team.room, team.bits):
            if self.bits < team.bits:
                self.grow(team.room, team.bits)
            why = team.run(budget)
            if why == self.why.FULL and self._fits(team.room, team.bits):
                self.grow(team.room)
                why = team.run(budget)
        if why in (self.why.ALONE, self.why.FULL):
            why = self.kernel.run(budget)
        return why

    def run(self, patience: int | None = None) -> bool | None:
        """Search until a goal is found (True) or every reachable layout has been seen (False).

        Return None once more than `patience` layouts are found without an answer; the search can then be continued.
        """
        watch = self.watch
        while True:
            why = self.advance()
            if why in (self.why.FOUND, self.why.EXHAUSTED):
                return bool(why == self.why.FOUND)
            watch.lower = max(watch.lower, self.depth + 1)
            watch.look(self.depth, self.count)
            if patience is not None and self.count > patience:
                return None
            if why == self.why.FULL:
                self.grow()

    def deepen(self, look: Callable[[], None]) -> bool:
        """Find all layouts of the next level; return False if there are none left to expand.

        `look` is called every 10 ms.
        """
        end = self.kernel.end if self.expanded < self.kernel.end else self.count
        if self.expanded == end:
            return False
        while self.expanded < end:
            why = self.advance(end - self.expanded)
            look()
            if why == self.why.FULL:
                self.grow()
        return True

    def deepened(self, look: Callable[[], None]) -> Iterator[int]:
        """Find level after level; yield the number of layouts found by then, the start first (see `deepen`)."""
        yield self.count
        while self.deepen(look):
            yield self.count

    # Keys and their numbers

    def find(self, keys: Any, count: int, numbers: Any) -> None:
        """Write to `numbers` the number of each of `count` keys, negative if unknown."""
        self.kernel.find(keys, count, numbers)

    def enter(self, keys: Any, count: int, numbers: Any) -> None:
        """Write to `numbers` the number of each of `count` keys; add unknown keys."""
        if self.count + count > min(self.capacity, 3 << self.bits - 2):
            self.grow(count)
        self.kernel.find(keys, count, numbers, True)

    # Memory

    def _room(self, needed: int, bits: int) -> tuple[int, int]:
        """Return the bits of a table for `needed` layouts, at least `bits`, and how many layouts fit beside it."""
        while needed > 3 << bits - 2:
            bits += 1
        return bits, (self.memory - (4 << bits)) // (8 * self.packing.words + (self.last_moved is not None))

    def _fits(self, more: int, bits: int) -> bool:
        """Whether `more` layouts fit, with a table of 2^`bits` entries that takes at most an eighth of the memory."""
        if self.bits < bits and 32 << bits > self.memory:
            return False
        bits, most = self._room(self.count + more, max(bits, self.bits))
        return self.count + more <= most and bits < 32

    def grow(self, more: int | None = None, bits: int = 0) -> None:
        """Enlarge queue, hash table and `levels` for `more` layouts and one more level. Raises `LimitReached`.

        The default of `more` is a chunk of neighbors. The hash table gets at least 2^`bits` entries, and is rebuilt if
        it grows.
        """
        if self.depth + 2 >= len(self.levels):
            self.levels = self.levels + array("q", bytes(8 * len(self.levels)))
        words = self.packing.words
        needed = self.count + (len(self.out) // words if more is None else more)
        bits, most = self._room(needed, max(bits, self.bits))
        if needed > most or bits > 32:
            raise self.watch.reached("memory")
        self._leave()
        try:
            if needed > self.capacity:
                self.capacity = min(most, max(needed, self.capacity + self.capacity // 2))
                self.queue.grow(self.capacity * words, most * words)
                if self.last_moved is not None:
                    self.last_moved.grow(self.capacity, most)
            if bits > self.bits:
                self.table.close()
                self.table, self.bits = Numbers("I", 1 << bits), bits
                self.table.touch(self.watch.look)
                self._use()
                for first in range(0, self.count, _INDEXED):
                    self.watch.look()
                    (self.team or self.kernel).index(first, min(self.count, first + _INDEXED))
        except MemoryError:
            self.close()
            raise self.watch.reached("memory") from None
        except BaseException:
            self.close()
            raise
        self._use()

    def _use(self) -> None:
        moved = array("B") if self.last_moved is None else self.last_moved.view
        self.kernel.use(self.queue.view, moved, self.table.view, self.levels, self.bits)

    def _leave(self) -> None:
        """Point the kernel at empty memory, so that the previous memory can be freed."""
        self.kernel.use(array("Q"), array("B"), array("I", [0, 0]), array("q", [0, 0, 0]), 1)

    def close(self, look: Callable[[], None] = lambda: None) -> None:
        """Release the memory at once; `look` is called every few hundredths of a second."""
        self.closed = True
        if self.team is not None:  # before the memory, because after Ctrl-C its threads may still index the table
            self.team.close()
        self._leave()
        self.queue.close(look)
        if self.last_moved is not None:
            self.last_moved.close(look)
        self.table.close(look)

    # Answers

    def answer(self) -> Solution:
        """Search to the end; return a shortest solution, or the answer that there is none."""
        return self.solution(self.trace()) if self.run() else self.unsolvable()

    def trace(self) -> list[tuple[int, int]]:
        """Return the moves, as pairs of places, of the path to the last goal found."""
        return self.follow(self.chain(self.count - 1)[-2::-1])

    def chain(self, number: int) -> list[int]:
        """Return the numbers of the layouts from `number` back to the first level, by the parent found first."""
        there = self.expander
        if not reversible(self.packing.rules.kinds):
            there = NeighbourFinder(self.packing, self.metric, not self.reverse, room=1)
        back = there.kernel
        earliest, first, numbers = self.kernel.earliest, self.levels[1], [number]
        while number >= first:
            number = earliest(back, number)
            numbers.append(number)
        return numbers

    def follow(self, numbers: Iterable[int]) -> list[tuple[int, int]]:
        """The moves (pairs of places) from the puzzle's start through numbered layouts or their mirror images."""
        packing, here, out, moves = self.packing, self.here, self.out, self.expander.moves
        words, z, towards, path = packing.words, packing.z, self.kernel.towards, []
        here[:] = packing.encode(packing.places(self.puzzle.start))
        for number in numbers:
            j = towards(number)
            p, q = move = moves[2 * j], moves[2 * j + 1]
            path.append(move)
            if not packing.images:
                here[:] = array("Q", out[j * words : (j + 1) * words])
            elif words == 1:
                here[0] ^= z[p] ^ z[q]
            else:
                for w in range(words):
                    here[w] ^= z[p * words + w] ^ z[q * words + w]
        return path

    def unsolvable(self) -> Solution:
        """Return the answer for a puzzle whose reachable layouts have all been seen without a goal."""
        none = unsolvable(self.puzzle, self.metric)
        return replace(none, explored=self.count, depth=self.depth, seconds=self.watch.seconds)

    def solution(self, path: Iterable[tuple[int, int]]) -> Solution:
        """Return the solution of a path given as pairs of places, with named pieces."""
        head = self.puzzle.rules.head
        ends = ((head[p], head[q]) for p, q in path)
        return replay(self.puzzle, self.metric, ends, self.watch.seconds, self.count)
