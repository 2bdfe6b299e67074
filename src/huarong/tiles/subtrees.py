"""One iteration of IDA* shared among threads: its first levels are searched once, then each thread takes one subtree
after another.

The solution is the first one in the order of the search, whatever the number of threads. The number of nodes depends on
the threads in the last iteration.
"""

import itertools
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.parallel import Threads, usable_cores

_LENGTHS = ((1 << 30, 12), (1 << 28, 10), (0, 7))
"""The lengths of the words (moves of the blank) in a long search's `automaton` (`tiles.guided`), by memory allowed.

On 5x5, 12 moves have 48,335 states, built in a second with about 150 MB; 10 moves have 9,646 states, with about 40 MB.
"""
_ENOUGH = 1000
"""The least number of subtrees."""
_BUDGET = 1 << 18
"""The nodes that a thread searches between two checks of the others: about 10 ms."""


Make = Callable[[int], Any]
"""Creates a `StepSearch` whose automaton has words of a given number of moves."""


class Subtrees:
    """The iterations of one search that several threads share.

    `search` is a factory that creates the search of each thread, and `start` is the blank's cell. `better`, if given,
    tries searches within a threshold and returns a factory of searches that visit fewer nodes, or None. `above` is the
    next threshold, `nodes` the sum over the iterations.
    """

    def __init__(
        self, search: Make, start: int, watch: Watch, better: Callable[[int], Make | None] = lambda _: None
    ) -> None:
        self.make, self.start, self.watch = search, start, watch
        self._better: Callable[[int], Make | None] | None = better
        self.nodes = self.above = 0
        self._searches: list[Any] = []

    def improve(self, trial: int) -> None:
        """Create later searches by `better`, which runs trials within the threshold `trial`; they solve nothing."""
        better, self._better = self._better and self._better(trial), None
        if better is not None:
            self.make, self._searches = better, []

    def search(self, threshold: int) -> list[int]:
        """The blank's path of the first solution of at most `threshold` moves; an empty list if there is none."""
        if not self._searches:
            with self.watch.setting_up():
                length = next(moves for memory, moves in _LENGTHS if self.watch.memory >= memory)
                self._searches = [self.make(length) for _ in range(usable_cores())]
        for search in self._searches:
            search.begin(threshold, self.start)
        begun = self.nodes - sum(search.nodes for search in self._searches)
        paths, found = self._divide(threshold)
        work = _Work(threshold, self.start, paths, [self._searches[0].above])

        def look() -> None:
            self.nodes = begun + sum(search.nodes for search in self._searches)
            self.watch.look(threshold - 1, self.nodes)

        with Threads(len(self._searches)) as threads:
            threads.all((partial(work.run, each) for each in self._searches if not found), look, work.stop.set)
        self.nodes = begun + sum(search.nodes for search in self._searches)
        self.above = min(work.above)
        return found or work.solved.get(min(work.solved, default=-1), [])

    def _divide(self, threshold: int) -> tuple[list[list[int]], list[int]]:
        """Return the blank's paths to the roots of the subtrees, and a solution, if there is one above them."""
        search, why = self._searches[0], kernel("tiles").why
        paths: list[list[int]] = [[]]  # the whole tree
        for deepest in range(8, threshold, 4):
            search.begin(threshold, self.start)
            paths, result = [], why.RUNNING
            while result in (why.RUNNING, why.PART):
                result = search.run(_BUDGET, deepest)
                self.watch.count(0)
                if result == why.PART:
                    paths.append(search.path())
            if result == why.FOUND:
                return [], search.path()
            if len(paths) >= _ENOUGH or not paths:
                break
        return paths, []


@dataclass
class _Work:
    """The state that the threads of an iteration share: the subtrees, the next one, the result, and when to stop."""

    threshold: int
    start: int
    paths: list[list[int]]
    above: list[int]
    turns: Iterator[int] = field(default_factory=itertools.count)
    solved: dict[int, list[int]] = field(default_factory=dict)
    stop: threading.Event = field(default_factory=threading.Event)

    def run(self, search: Any) -> None:
        """Search one subtree after another, until all are taken or an earlier one has a solution."""
        why, many = kernel("tiles").why, len(self.paths)
        for number in self.turns:
            if number >= min(self.solved, default=many) or self.stop.is_set():
                return
            search.begin(self.threshold, self.start)
            search.enter(self.paths[number])
            result = why.RUNNING
            while result == why.RUNNING:
                if self.stop.is_set() or number > min(self.solved, default=many):
                    return
                result = search.run(_BUDGET)
            self.above.append(search.above)
            if result == why.FOUND:
                self.solved[number] = search.path()
