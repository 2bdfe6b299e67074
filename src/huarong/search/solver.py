"""Solve one puzzle: the driver of the compiled search, and its limits."""

from __future__ import annotations

import contextlib
import importlib
import mmap
import time
from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from huarong.errors import Cancelled, LimitReached, UnknownName
from huarong.kernels import kernel
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import MAX_MEMORY, MAX_SECONDS, memory_size
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules
from huarong.model.solution import Progress, Solution, Why, replay
from huarong.search.keys import Packing
from huarong.watch import Cancel, asker

__all__ = [
    "MAX_MEMORY",
    "MAX_SECONDS",
    "METHODS",
    "Cancel",
    "Progress",
    "Solution",
    "Why",
    "memory_size",
    "solve",
]

METHODS = ("auto", "bfs", "bidirectional", "astar", "idastar")
"""The ways to search that `solve` knows by name."""

_ROOM = 256
_TILES = 11
"""From so many tiles on, the method for them is asked for at once."""
_PATIENCE = 1 << 20
"""So many layouts are searched before it is asked whether another method is better."""
_METRICS = tuple(Metric)


def solve(
    puzzle: Puzzle | str,
    metric: Metric | str = Metric.MOVE,
    *,
    method: str = "auto",
    optimal: bool = True,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float = MAX_SECONDS,
    progress: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
) -> Solution:
    """A solution with the fewest moves in the metric asked for, or the proof that there is none.

    A text stands for the puzzle that `huarong.model.puzzle` reads from it.
    `progress` is called about ten times a second; `cancel` is asked as often (`Cancelled` is raised,
    as `KeyboardInterrupt` is on Ctrl-C). `LimitReached` says what a search that ran out of memory or time has
    proved (`lower`), and a solution where one is known that is not proved best (`solution`). Of two mirror images one is searched where board, pieces and goal look the same in the mirror.

    `method` is one of `METHODS`, explained in `docs/methods.md`; `auto` chooses by the number of layouts and
    the memory, and the solution says which (`method`) and why (`why`). With `optimal=False` a good solution is
    looked for, quickly; it says so (`optimal`) and what is proved that none is shorter than (`bound`).

    >>> [solve("横刀立马", metric).length for metric in ("step", "slide", "move")]
    [116, 90, 81]
    >>> solve("横刀立马", method="astar").length
    81
    """
    metric = as_metric(metric)
    if method not in METHODS:
        raise UnknownName(str(method), METHODS)
    if isinstance(puzzle, str):
        puzzle = read_puzzle(puzzle)
    began = time.perf_counter()
    memory, stopped = memory_size(max_memory), asker(cancel)
    search = _Search(puzzle, metric, memory, float(max_seconds), began)
    if puzzle.goal.holds(puzzle.start):
        return search.solution(())
    if not search.packing.goals:
        return search.unsolvable()
    why, proved = None, 1
    if optimal and method in ("auto", "bfs"):
        auto = method == "auto"
        tiles = auto and len(puzzle.kinds) == puzzle.board.size - 1 >= _TILES
        try:
            found = None
            if not tiles:
                found = search.run(progress, stopped, _PATIENCE if auto else None)
            method = "bfs"
            if found is None:
                method, why = _methods().choose(search)
            if found is None and method == "bfs":
                found = search.run(progress, stopped)
            if found is not None:
                answer = search.solution(search.trace()) if found else search.unsolvable()
                return replace(answer, why=why)
        except LimitReached as error:
            proved = search.state[search.kernel.at.DEPTH] + 1
            other = (
                auto
                and error.limit == "memory"
                and _methods().instead(puzzle, memory, error.explored)
            )
            if not other:
                raise error.proving(proved) from None
            method, why = other
    search.close()
    if not optimal:
        method = "greedy"
    limits = (memory, float(max_seconds), progress, stopped, began)
    try:
        solution: Solution = getattr(_methods(), method)(puzzle, metric, *limits)
    except LimitReached as error:
        raise error.proving(proved) from None
    return replace(solution, why=why)


def _methods() -> Any:
    """The other ways to search, imported when one is needed: they work with NumPy."""
    return importlib.import_module("huarong.search.methods")


class _Words:
    """Zeroed memory for numbers that grows in place."""

    def __init__(self, code: str, count: int) -> None:
        self.code, self.bytes = code, array(code).itemsize
        self.map = mmap.mmap(
            -1, max(1, count * self.bytes), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        )
        self._advise()
        self.view = memoryview(self.map).cast(code)  # type: ignore[call-overload]

    def _advise(self) -> None:
        """Large memory in large pages, where the system has them: look-ups go all over it."""
        if len(self.map) >= 1 << 22 and hasattr(mmap, "MADV_HUGEPAGE"):
            with contextlib.suppress(OSError):
                self.map.madvise(mmap.MADV_HUGEPAGE)

    def grow(self, count: int) -> None:
        """Make room for more numbers, keeping those that are there."""
        self.view.release()
        try:
            self.map.resize(count * self.bytes)
        except (SystemError, OSError, ValueError):
            larger = mmap.mmap(-1, count * self.bytes)
            larger[: len(self.map)] = self.map[:]
            self.map.close()
            self.map = larger
        self._advise()
        self.view = memoryview(self.map).cast(self.code)  # type: ignore[call-overload]

    def close(self) -> None:
        """Give the memory back at once."""
        self.view.release()
        self.map.close()


class _Search:
    """One breadth-first search: the arrays that the kernel works on, and how they grow."""

    def __init__(
        self,
        puzzle: Puzzle,
        metric: Metric,
        memory: int,
        seconds: float,
        began: float,
        packing: Packing | None = None,
    ) -> None:
        self.puzzle, self.metric, self.memory, self.seconds = puzzle, metric, memory, seconds
        self.began, self.whole = began, memory
        self.cancel: Callable[[], bool] | None = None
        self.kernel = kernel("search")
        self.packing = packing = packing or Packing.of(puzzle)
        rules = packing.rules
        self.rules = packing.table(rules)
        self.fields = (packing.fields, packing.masks)
        places, words = len(rules.head), packing.words
        self.dims = array(
            "i",
            [
                places,
                rules.words,
                words,
                len(packing.masks),
                packing.images,
                len(packing.goals) // (2 * words),
                _METRICS.index(metric),
            ],
        )
        most = _ROOM + _fan_out(packing)
        self.out, self.moves = array("Q", bytes(8 * most * words)), array("i", bytes(8 * most))
        self.mark = array("i", bytes(4 * (2 * (places + packing.pieces) + 8)))
        self.work = array("Q", bytes(8 * packing.scratch))
        self.state = array("q", [0, 1, 1, 0, 15, 0])
        self.levels = array("q", [0, 1] + [0] * 1022)
        self.capacity = 3 << 13
        self.queue = _Words("Q", self.capacity * words)
        self.table = _Words("I", 1 << 15)
        key = packing.canonical(packing.places(puzzle.start))
        self.queue.view[:words] = memoryview(key)
        self.kernel.rebuild(self.queue.view, self.table.view, words, 15, 0, 1)

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self.began

    def run(
        self,
        progress: Callable[[Progress], None] | None,
        cancel: Callable[[], bool] | None,
        patience: int | None = None,
    ) -> bool | None:
        """Search until a goal is found (True) or every layout in reach has been seen (False).

        None where more than `patience` layouts are found and neither is so; it can then go on.
        """
        k, at, state = self.kernel, self.kernel.at, self.state
        self.cancel = cancel
        budget, reported = 512, 0.0
        while True:
            before = self.elapsed
            head = state[at.HEAD]
            why = self.advance(budget)
            if why in (k.why.FOUND, k.why.EXHAUSTED):
                return bool(why == k.why.FOUND)
            self.check()
            now = self.elapsed
            if progress is not None and now - reported >= 0.1:
                reported = now
                progress(Progress(state[at.DEPTH], state[at.TAIL], now))
            if patience is not None and state[at.TAIL] > patience:
                return None
            if why == k.why.FULL:
                self.grow()
            rate = (state[at.HEAD] - head) / max(now - before, 1e-6)
            budget = max(64, min(8 * budget, int(rate * 0.02)))

    def advance(self, budget: int) -> int:
        """Expand about so many layouts more; why it stopped is one of the kernel's `why`."""
        why: int = self.kernel.search(
            self.rules,
            *self.fields,
            self.dims,
            self.packing.goals,
            self.queue.view,
            self.table.view,
            self.levels,
            self.out,
            self.moves,
            self.mark,
            self.state,
            self.work,
            _ROOM,
            budget,
        )
        return why

    def check(self) -> None:
        """Stop where the user or the time limit says so; asked every few hundredths of a second."""
        if self.cancel is not None and self.cancel():
            raise Cancelled(self.state[self.kernel.at.DEPTH], self.state[self.kernel.at.TAIL])
        if self.elapsed > self.seconds:
            self._limit("time", f"{self.seconds:g} s")

    def _limit(self, limit: str, bound: str) -> None:
        state, at = self.state, self.kernel.at
        raise LimitReached(limit, bound, state[at.DEPTH], state[at.TAIL], self.elapsed)

    def grow(self, more: int = 0) -> None:
        """Make room for `more` layouts, or in what is nearly full; the table is filled anew from the queue."""
        k, at, state, words = self.kernel, self.kernel.at, self.state, self.packing.words
        if state[at.DEPTH] + 2 >= len(self.levels):
            self.levels.extend([0] * len(self.levels))
        bits, needed = state[at.BITS], state[at.TAIL] + max(more, len(self.moves) // 2)
        while needed > 3 << bits - 2:
            bits += 1
        left = (self.memory - (4 << bits)) // (8 * words)
        if needed > left or bits > 32:
            self._limit("memory", f"{self.whole / (1 << 30):.3g} GiB")
        if needed > self.capacity:
            self.capacity = min(left, max(needed, self.capacity + self.capacity // 2))
        self.queue.grow(self.capacity * words)
        if bits > state[at.BITS]:
            state[at.BITS] = bits
            self.table.close()
            self.table = _Words("I", 1 << bits)
            done, count = 0, state[at.TAIL]
            while done < count:
                upto = min(count, done + (1 << 18))
                k.rebuild(self.queue.view, self.table.view, words, bits, done, upto)
                done = upto
                self.check()

    def close(self) -> None:
        """Give the memory back at once."""
        self.queue.close()
        self.table.close()

    def trace(self) -> tuple[tuple[int, int], ...]:
        """The places between which the pieces move on the way to the goal that was found last."""
        k, at, state, packing = self.kernel, self.kernel.at, self.state, self.packing
        depth = state[at.DEPTH] + 1
        back = Rules.of(self.puzzle.board, self.puzzle.kinds, reverse=True)
        path = array("i", bytes(8 * depth))
        k.trace(
            self.rules,
            packing.table(back),
            packing.z,
            *self.fields,
            self.dims,
            self.queue.view,
            self.table.view,
            self.levels,
            self.out,
            self.moves,
            self.mark,
            state,
            self.work,
            packing.encode(packing.places(self.puzzle.start)),
            path,
            state[at.TAIL] - 1,
            depth,
        )
        return tuple(zip(path[::2], path[1::2], strict=True))

    def unsolvable(self) -> Solution:
        """The answer when every layout in reach has been seen and none is a goal."""
        state, at = self.state, self.kernel.at
        start = (tuple(piece.head for piece in self.puzzle.pieces),)
        return Solution(
            self.puzzle,
            self.metric,
            False,
            (),
            state[at.TAIL],
            state[at.DEPTH],
            self.elapsed,
            start,
        )

    def solution(self, path: tuple[tuple[int, int], ...]) -> Solution:
        """The solution that a path between places makes, every piece under its own name."""
        head = self.packing.rules.head
        ends = ((head[p], head[q]) for p, q in path)
        found: int = self.state[self.kernel.at.TAIL]
        return replay(self.puzzle, self.metric, ends, self.elapsed, found)


def _fan_out(packing: Packing) -> int:
    """More neighbours than any one layout can have."""
    longest = max((len(group) for group in packing.rules.groups), default=1)
    return packing.pieces * longest + 1
