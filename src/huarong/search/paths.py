"""All paths: every way to solve a puzzle in at most so many moves that visits no layout twice.

This is what 马旭's recursion lists for the 8-puzzle. The order is depth first: at each layout the pieces in
the order of `puzzle.pieces`, of each the places that it can go to, in the directions up, down, left, right,
nearer places first. A path ends at the first goal that it meets.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from huarong.errors import Cancelled, InputError, LimitReached
from huarong.kernels import kernel
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import replay
from huarong.search.keys import Packing
from huarong.search.solver import (
    MAX_MEMORY,
    MAX_SECONDS,
    Cancel,
    Progress,
    Solution,
    _fan_out,
    _Words,
    memory_size,
)

if TYPE_CHECKING:
    from huarong.search.pattern_database import Distances

__all__ = ["MAX_MOST", "Walk", "count", "deepen", "paths"]

MAX_MOST = 10_000
"""The longest paths that are listed, in moves."""

_NEVER = 1 << 62
"""The bound under which nothing is left to be entered."""


class Walk:
    """A depth-first search of a puzzle that can go on where it stopped.

    With `distances` (of the puzzle, or of a pattern of some of its kinds) nothing is entered that cannot end
    within `most` moves; with `remember` (a number of bytes) layouts are entered only where no shorter way to
    them is known, and once in a turn (see `deepen`).
    """

    def __init__(
        self,
        puzzle: Puzzle,
        metric: Metric,
        most: int,
        distances: Distances | None = None,
        kinds: tuple[int, ...] | None = None,
        remember: int = 0,
    ) -> None:
        self.puzzle, self.metric, self.most = puzzle, metric, most
        self.kernel = kernel("paths")
        self.packing = packing = Packing.of(puzzle, False, False)
        rules, words = packing.rules, packing.words
        places = [rules.place[piece.kind, piece.head] for piece in puzzle.pieces]
        self.places = array("i", places)
        fan = _fan_out(packing)
        self.tables = (rules.cover, rules.enter, rules.step)
        self.occupied = array("Q", bytes(8 * rules.words))
        for p in places:
            for w in range(rules.words):
                self.occupied[w] |= rules.cover[rules.words * p + w]
        self.keys = packing.encode(places) + array("Q", bytes(8 * words * (most + 1)))
        self.moves = array("i", bytes(8 * fan * (most + 2)))
        self.ends = array("q", bytes(16 * (most + 2)))
        self.path = array("i", bytes(12 * (most + 2)))
        self.mark = array("i", bytes(4 * len(rules.head)))
        self.state = array("q", [0, 0, 1, 0, _NEVER])
        lw = bits = 0
        lookup: tuple[Any, Any, Any, Any] = (
            array("Q", [0]),
            array("I", [0]),
            array("H", [0]),
            array("Q", [0]),
        )
        self.left = array("Q", [0])
        if distances is not None:
            lw, store = distances.packing.words, distances.search
            bits = store.state[store.kernel.at.BITS]
            z = distances.z(puzzle, packing, kinds or tuple(range(len(puzzle.kinds))))
            lookup = (store.queue.view, store.table.view, distances.left.data, z)
            self.left = array("Q", bytes(8 * lw * (most + 2)))
            for p in places:
                for w in range(lw):
                    self.left[w] ^= z[lw * p + w]
        self.lookup = lookup
        seen_bits = (remember // (8 * (words + 1))).bit_length() - 1 if remember else 0
        self.seen = _Words("Q", (words + 1) << seen_bits)
        self.dims = array(
            "i",
            [rules.words, words, len(places), list(Metric).index(metric), lw, bits, seen_bits, 1],
        )
        if most:
            self.kernel.begin(
                *self.tables, self.dims, self.places, self.occupied, self.moves, self.ends,
                self.mark, self.state,
            )  # fmt: skip

    @property
    def calls(self) -> int:
        """How many layouts were entered, each as often as it was."""
        calls: int = self.state[self.kernel.at.CALLS]
        return calls

    @property
    def tests(self) -> int:
        """How many moves were tried."""
        tests: int = self.state[self.kernel.at.TESTS]
        return tests

    def go_on(self, budget: int) -> int:
        """Try about so many moves; why it stopped is one of the kernel's `why`."""
        why: int = self.kernel.walk(
            *self.tables, self.dims, self.packing.z, self.packing.goals, self.places, self.occupied,
            self.keys, self.moves, self.ends, self.path, self.mark, *self.lookup, self.left,
            self.seen.view, self.state, self.most, budget,
        )  # fmt: skip
        return why

    def again(self, most: int) -> None:
        """Begin anew with a greater bound, as a new turn: the walk has come back to its start."""
        more, fan = most - self.most, len(self.moves) // (2 * self.most + 4)
        for each, width in (
            (self.keys, self.packing.words),
            (self.moves, 2 * fan),
            (self.ends, 2),
            (self.path, 3),
            (self.left, len(self.left) // (self.most + 2)),
        ):
            each.frombytes(bytes(each.itemsize * width * more))
        self.most = most
        self.dims[7] += 1
        self.state[self.kernel.at.BEYOND] = _NEVER
        self.ends[0] = 0

    def solution(self, seconds: float) -> Solution:
        """The path that the search has just come to."""
        head, depth = self.packing.rules.head, self.state[self.kernel.at.DEPTH]
        steps = [
            (head[self.path[3 * d + 1]], head[self.path[3 * d + 2]]) for d in range(1, depth + 1)
        ]
        found = replay(self.puzzle, self.metric, steps, seconds)
        return replace(found, explored=self.calls)


def search(
    walk: Walk,
    watch: Callable[[float], None],
) -> Iterator[float]:
    """The seconds searched so far whenever the walk comes to a goal; `watch` is called every 20 ms."""
    k, budget, seconds = walk.kernel, 4096, 0.0
    while True:
        began, before = time.perf_counter(), walk.tests
        why = walk.go_on(budget)
        took = time.perf_counter() - began
        seconds += took
        if why == k.why.EXHAUSTED:
            return
        if why == k.why.FOUND:
            yield seconds
            continue
        watch(seconds)
        rate = (walk.tests - before) / max(took, 1e-6)
        budget = max(64, min(8 * budget, int(rate * 0.02)))


def deepen(walk: Walk, watch: Callable[[float], None]) -> bool:
    """Search within bounds that rise, each to the least that lets in more (Korf, 1985): True at a goal.

    A walk that remembers enters in each turn the layouts of all turns before it and those that are new: as
    many as there are within the bound, while the memory lasts. False where all in reach was entered.

    >>> walk = Walk(Puzzle.parse("A./..", goal="../.A"), Metric.STEP, 1, remember=1 << 10)
    >>> deepen(walk, lambda seconds: None), walk.most
    (True, 2)
    """
    while True:
        for _ in search(walk, watch):
            return True
        bound = walk.state[walk.kernel.at.BEYOND]
        if bound == _NEVER:
            return False
        walk.again(bound)


def paths(
    puzzle: Puzzle,
    metric: Metric | str = Metric.MOVE,
    *,
    most: int,
    prune: bool = True,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float = MAX_SECONDS,
    progress: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Solution]:
    """Every path from the start to a goal of at most `most` moves that visits no layout twice, lazily.

    With `prune` the distances of all layouts within `most` moves are found first, within `max_memory`, and
    nothing is tried that cannot end in time; without, the search is the plain recursion and takes no memory.
    `max_seconds` counts the time spent searching. Raises `InputError`, `LimitReached` and `Cancelled`.

    >>> puzzle = Puzzle.parse("A./..", goal="../.A")
    >>> [[str(move) for move in path.moves] for path in paths(puzzle, "step", most=2)]
    [['A D1', 'A R1'], ['A R1', 'A D1']]
    """
    walk = _walk(puzzle, metric, most, prune, max_memory, max_seconds, progress, cancel)
    return _solutions(puzzle, walk, _watch(walk, max_seconds, progress, cancel))


def _solutions(puzzle: Puzzle, walk: Walk, watch: Callable[[float], None]) -> Iterator[Solution]:
    shortest = _shortest(walk)
    if puzzle.goal.holds(puzzle.start):
        yield replay(puzzle, walk.metric, [])
        return
    for seconds in search(walk, watch):
        found = walk.solution(seconds)
        best = shortest is not None and found.length == shortest
        yield replace(found, method="paths", optimal=best, bound=None if best else shortest)


def _shortest(walk: Walk) -> int | None:
    """How long the shortest path is, where the distances say so."""
    values = walk.lookup[2]
    return values[0] if walk.dims[5] and values[0] < 0xFFFF else None


def count(
    puzzle: Puzzle,
    metric: Metric | str = Metric.MOVE,
    *,
    most: int,
    prune: bool = True,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float = MAX_SECONDS,
    progress: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
) -> int:
    """How many paths there are; the arguments are those of `paths`, and no path is stored.

    >>> from huarong.library.reader import puzzle
    >>> count(puzzle("876543210"), most=30)
    10
    """
    walk = _walk(puzzle, metric, most, prune, max_memory, max_seconds, progress, cancel)
    if puzzle.goal.holds(puzzle.start):
        return 1
    return sum(1 for _ in search(walk, _watch(walk, max_seconds, progress, cancel)))


def _walk(
    puzzle: Puzzle,
    metric: Metric | str,
    most: int,
    prune: bool,
    max_memory: int | str,
    max_seconds: float,
    progress: Callable[[Progress], None] | None,
    cancel: Cancel | None,
) -> Walk:
    metric = as_metric(metric)
    if not 0 <= most <= MAX_MOST:
        raise InputError(
            "paths of {got} moves cannot be listed; expected 0 to {most:,}", got=most, most=MAX_MOST
        )
    distances = None
    if prune:
        from huarong.search.expansion import Watch
        from huarong.search.pattern_database import Distances

        stopped = cancel if callable(cancel) or cancel is None else cancel.is_set
        watch = Watch(memory_size(max_memory), float(max_seconds), progress, stopped)
        distances = Distances(puzzle, metric, watch, most)
    return Walk(puzzle, metric, most, distances)


def _watch(
    walk: Walk,
    max_seconds: float,
    progress: Callable[[Progress], None] | None,
    cancel: Cancel | None,
) -> Callable[[float], None]:
    reported = 0.0
    stopped = cancel if callable(cancel) or cancel is None else cancel.is_set

    def watch(seconds: float) -> None:
        nonlocal reported
        if stopped is not None and stopped():
            raise Cancelled(0, walk.calls)
        if seconds > max_seconds:
            raise LimitReached("time", f"{max_seconds:g} s", 0, walk.calls, seconds)
        if progress is not None and seconds - reported >= 0.1:
            reported = seconds
            progress(Progress(walk.state[walk.kernel.at.DEPTH], walk.calls, seconds))

    return watch
