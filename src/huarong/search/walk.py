"""Depth-first search of a puzzle that can pause and go on: what listing paths and IDA* are made of."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import Solution, replay
from huarong.search.keys import Packing
from huarong.search.memory import Numbers

if TYPE_CHECKING:
    from huarong.search.pattern_database import Distances

__all__ = ["Walk", "deepen", "walk"]

_METRICS = tuple(Metric)
_TRIED = 1 << 16
"""So many moves are tried at once at most: where a transposition table has new pages each takes ten times as long."""


class Walk:
    """Where a depth-first search stands, within `most` moves of the start.

    With `distances` (of the puzzle, or of a pattern of its kinds `kinds`) no layout is entered from which they say
    that no goal is within `most` moves. With `remember` (bytes for a transposition table) a layout is entered only
    where no shorter way to it is known, and once in a turn (see `deepen`).
    """

    def __init__(
        self,
        puzzle: Puzzle,
        metric: Metric,
        most: int,
        distances: Distances | None = None,
        kinds: Sequence[int] | None = None,
        remember: int = 0,
    ) -> None:
        self.puzzle, self.metric, self.distances = puzzle, metric, distances
        self.packing = packing = Packing.of(puzzle, False, False)
        loops = kernel("walk")
        self.why, self.never = loops.why, loops.never
        places = [packing.rules.place[piece.kind, piece.head] for piece in puzzle.pieces]
        bits = (remember // (8 * (packing.words + 1))).bit_length() - 1 if remember else 0
        self.entries = Numbers("Q", (packing.words + 1) << bits)
        known = loops.Transpositions(packing.words, bits, self.entries.view)
        lookup = loops.Lookup(*_lookup(puzzle, packing, distances, kinds))
        self.kernel: Any = loops.Walk(packing, _METRICS.index(metric), places, lookup, known)
        self.kernel.begin(most)

    @property
    def most(self) -> int:
        """The longest paths that are searched for, in moves."""
        most: int = self.kernel.most
        return most

    @property
    def entered(self) -> int:
        """How many layouts were entered, each as often as it was."""
        entered: int = self.kernel.entered
        return entered

    def solution(self, seconds: float) -> Solution:
        """The path that the search has just come to."""
        head = self.packing.rules.head
        steps = [(head[source], head[target]) for source, target in self.kernel.path()]
        return replace(replay(self.puzzle, self.metric, steps, seconds), explored=self.entered)


def _lookup(
    puzzle: Puzzle, packing: Packing, distances: Distances | None, kinds: Sequence[int] | None
) -> tuple[Any, ...]:
    """What the kernel looks distances up in; nothing where there are none."""
    if distances is None:
        return 0, 0, (array("Q", [0]), array("I", [0])), array("H", [0]), array("Q", [0])
    store = distances.search
    parts = distances.parts(packing, kinds or range(len(puzzle.kinds)))
    visited = store.queue.view, store.table.view
    return distances.packing.words, store.bits, visited, distances.left.data, parts


def walk(search: Walk, watch: Watch) -> Iterator[None]:
    """Go on with a search, and pause at each goal that it comes to. The clock stands still meanwhile."""
    while True:
        why = search.kernel.run(min(_TRIED, watch.call()))
        watch.look(max(0, watch.lower - 1), search.entered)
        if why == search.why.EXHAUSTED:
            return
        if why == search.why.FOUND:
            with watch.paused():
                yield
        else:
            watch.back()


def deepen(search: Walk, watch: Watch) -> bool:
    """Search within bounds that rise, each to the least that lets in more (Korf, 1985): True at a goal.

    A search with a transposition table enters in each turn the layouts of the turns before and those that the bound
    lets in: each once, while the memory lasts. False where all layouts in reach were entered. The watch is told what
    is proved (`lower`).

    >>> search = Walk(Puzzle.parse("A./..", goal="../.A"), Metric.STEP, 1, remember=1 << 10)
    >>> deepen(search, Watch()), search.most
    (True, 2)
    """
    while True:
        watch.lower = max(watch.lower, search.most)
        for _ in walk(search, watch):
            return True
        bound = search.kernel.beyond
        if bound == search.never:
            return False
        search.kernel.begin(bound)
