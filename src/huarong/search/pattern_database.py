"""Heuristics from smaller spaces: leave pieces out, and the distances of what remains are a lower bound.

A solution of the whole puzzle, without the moves of the pieces left out, solves the smaller one. So its
distance (a **pattern database**: Culberson and Schaeffer, 1998) is never more than the whole's. And where
patterns have no piece in common, no move counts for two of them: their distances may be added (Korf and
Felner, "Disjoint pattern database heuristics", 2002).
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.errors import InputError
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.board import Layout
from huarong.model.goal import Goal
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle
from huarong.search.bfs import BreadthFirst
from huarong.search.expansion import FAR, Batches, solved
from huarong.search.keys import Packing
from huarong.space.automaton import NotNumberedError
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Distances", "Heuristic", "pattern", "patterns", "size"]


def pattern(puzzle: Puzzle, kinds: Iterable[int]) -> Puzzle:
    """The puzzle with the pieces of these kinds only (by index); the goal asks nothing of the others.

    Raises `InputError` where the goal then asks for nothing at all.

    >>> whole = Puzzle.parse("AAB/..B", goal=".../AA.")
    >>> pattern(whole, [1]).rows()
    ('AA.', '...')
    """
    kept = sorted(set(kinds))
    index = {kind: i for i, kind in enumerate(kept)}
    alternatives = [
        [(index[kind], head) for kind, head in each if kind in index]
        for each in puzzle.goal.alternatives
    ]
    if not all(alternatives):
        raise InputError("the pattern has no piece of which the goal asks something")
    return replace(
        puzzle,
        kinds=tuple(puzzle.kinds[kind] for kind in kept),
        pieces=tuple(
            replace(piece, kind=index[piece.kind]) for piece in puzzle.pieces if piece.kind in index
        ),
        goal=Goal.of(alternatives),
    )


def size(puzzle: Puzzle, kinds: Iterable[int] | None = None, watch: Watch | None = None) -> float:
    """How many layouts the pieces of these kinds have; infinity where they are too many to be numbered."""
    kept = range(len(puzzle.kinds)) if kinds is None else sorted(kinds)
    counts = [len(puzzle.start.heads[kind]) for kind in kept]
    space = Space(
        puzzle.board, tuple(puzzle.kinds[kind] for kind in kept), tuple((n, n) for n in counts)
    )
    try:
        return space.measured(watch or Watch())
    except NotNumberedError:
        return float("inf")


class Distances:
    """How far every layout that a puzzle's start can reach is from the goal, by its key.

    Within `most` moves of the start only, where that is given. Layouts from which no way leads to a goal
    (among those) have `FAR`.

    >>> far = Distances(Puzzle.parse("AB/..", goal="../AB"), "step")
    >>> far.count, far[far.puzzle.start]
    (12, 2)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        metric: Metric | str = Metric.MOVE,
        watch: Watch | None = None,
        most: int | None = None,
    ) -> None:
        self.puzzle, self.metric = puzzle, as_metric(metric)
        watch = watch or Watch()
        self.packing = Packing.of(puzzle, False, False)
        self.search = search = BreadthFirst(
            puzzle, self.metric, watch, self.packing, 0.7, goals=False
        )

        def look() -> None:
            watch.look(0, search.count)

        depth = 0
        while (most is None or depth < most) and search.deepen(look):
            depth += 1
        self.count: int = search.count
        self.left: NDArray[np.uint16] = np.full(self.count, FAR, np.uint16)
        self.longest = 0
        batches = Batches(search, reverse=True)
        level = solved(search, 0, self.count)
        self.left[level] = 0
        while len(level):
            found = []
            for n in batches.neighbours(level):
                batches.find(n)
                found.append(batches.relax(n, self.left, self.longest + 1))
                look()
            level = np.concatenate(found)
            self.longest += bool(len(level))
        watch.stage()

    def __getitem__(self, layout: Layout) -> int:
        """The distance of a layout that can be reached. Raises `KeyError` for another."""
        search = self.search
        numbers = np.empty(1, np.int64)
        key = self.packing.encode(self.packing.places(layout))
        search.find(key, 1, numbers.data)
        if numbers[0] < 0:
            raise KeyError(layout)
        return int(self.left[numbers[0]])

    def layouts(self, distance: int) -> Iterator[Layout]:
        """All layouts in reach at a distance; those at `longest` are the hardest starts.

        >>> far = Distances(Puzzle.parse("AB/..", goal="../AB"), "step")
        >>> [far.puzzle.rows(layout) for layout in far.layouts(far.longest)]
        [('BA', '..'), ('..', 'BA')]
        """
        words, kinds = self.packing.words, range(1, len(self.puzzle.kinds) + 1)
        for number in np.flatnonzero(self.left == distance).tolist():
            key = self.search.queue.view[number * words : (number + 1) * words]
            letters = self.packing.decode(np.array(key, np.uint64))[0]
            yield Layout(tuple(tuple(np.flatnonzero(letters == k).tolist()) for k in kinds))

    def z(self, whole: Puzzle, packing: Packing, kinds: Sequence[int]) -> array[int]:
        """What each place of the whole puzzle's pieces adds to the key of this smaller one's layouts."""
        words, rules = self.packing.words, packing.rules
        index = {kind: i for i, kind in enumerate(kinds)}
        z = array("Q", bytes(8 * words * len(rules.head)))
        for p, (kind, head) in enumerate(zip(rules.kind, rules.head, strict=True)):
            if kind in index:
                q = self.packing.rules.place[index[kind], head]
                z[words * p : words * (p + 1)] = self.packing.z[words * q : words * (q + 1)]
        return z


@dataclass(frozen=True, eq=False)
class Heuristic:
    """A lower bound for the layouts of a puzzle: the most that any of `groups` of patterns says.

    A group is one pattern, or several without a piece in common, whose distances are added. A pattern is a
    set of kinds, by index.

    >>> puzzle = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
    >>> Heuristic.of(puzzle, [[(0, 2)]], "step")(puzzle.start)
    6
    """

    puzzle: Puzzle
    metric: Metric
    groups: tuple[tuple[tuple[int, ...], ...], ...]
    tables: dict[tuple[int, ...], Distances]

    @classmethod
    def of(
        cls,
        puzzle: Puzzle,
        groups: Iterable[Iterable[Iterable[int]]],
        metric: Metric | str = Metric.MOVE,
        watch: Watch | None = None,
    ) -> Heuristic:
        """Build the patterns' distances. Raises `InputError` where patterns of a group share a kind."""
        named = tuple(tuple(tuple(sorted(each)) for each in group) for group in groups)
        for group in named:
            if len({kind for each in group for kind in each}) < sum(map(len, group)):
                raise InputError("patterns whose distances are added must have no kind in common")
        metric = as_metric(metric)
        tables = {
            each: Distances(pattern(puzzle, each), metric, watch)
            for each in sorted({each for group in named for each in group})
        }
        return cls(puzzle, metric, named, tables)

    def __call__(self, layout: Layout) -> int:
        """The bound for one layout; `FAR` where no goal can be reached from it."""
        packing = Packing.of(self.puzzle, False)
        key = packing.encode(packing.places(layout))
        return int(self.on(packing).values(key, 0, 1)[0])

    def on(self, packing: Packing) -> Evaluator:
        """What reads the bound from keys of a packing of the puzzle's."""
        return Evaluator(self, packing)


class Evaluator:
    """A heuristic on the keys of layouts that the start can reach, in a packing that keeps images apart."""

    def __init__(self, heuristic: Heuristic, packing: Packing) -> None:
        self.heuristic, self.packing = heuristic, packing
        projection = kernel("best_first").Projection
        self.projections = {
            kinds: projection(
                packing, table.z(heuristic.puzzle, packing, kinds), table.packing.words
            )
            for kinds, table in heuristic.tables.items()
        }

    def values(self, keys: Any, first: int, last: int) -> NDArray[np.uint16]:
        """The bounds of the keys `first` to `last`."""
        said = {kinds: self._distances(kinds, keys, first, last) for kinds in self.projections}
        result = np.zeros(last - first, np.int64)
        for group in self.heuristic.groups:
            total = np.zeros(last - first, np.int64)
            for kinds in group:
                total += said[kinds]
            np.maximum(result, total, out=result)
        return np.minimum(result, FAR).astype(np.uint16)

    def _distances(self, kinds: tuple[int, ...], keys: Any, first: int, last: int) -> NDArray[Any]:
        table = self.heuristic.tables[kinds]
        search, words = table.search, table.packing.words
        out = np.empty((last - first) * words, np.uint64)
        numbers = np.empty(last - first, np.int64)
        self.projections[kinds].project(keys, first, last, out.data)
        search.find(out.data, last - first, numbers.data)
        return table.left[numbers]


def patterns(
    puzzle: Puzzle, limit: float, watch: Watch | None = None
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Groups of patterns of at most `limit` layouts each: one with all that the goal names, others added.

    The first is what the goal names with as many of the other kinds as fit, larger pieces first. Where the
    goal names several kinds, the second group shares them out.
    """
    named = [{kind for kind, _ in each} for each in puzzle.goal.alternatives]
    common = set.intersection(*named) if named else set()
    fits = functools.partial(_fits, puzzle, limit, watch)
    groups: list[tuple[tuple[int, ...], ...]] = []
    wanted = set().union(*named)
    one = _filled(puzzle, sorted(wanted), fits) if fits(wanted) else None
    if one is None and common:
        one = _filled(puzzle, [min(common)], fits) if fits({min(common)}) else None
    if one is not None:
        groups.append((tuple(one),))
    if len(common) > 1 and len(puzzle.goal.alternatives) == 1:
        shares: list[list[int]] = []
        for kind in sorted(common):
            share = next((s for s in shares if fits({*s, kind})), None)
            if share is not None:
                share.append(kind)
            elif fits({kind}):
                shares.append([kind])
        if len(shares) > 1:
            groups.append(tuple(map(tuple, shares)))
    return tuple(groups)


def _fits(puzzle: Puzzle, limit: float, watch: Watch | None, kinds: Iterable[int]) -> bool:
    return size(puzzle, kinds, watch) <= limit


def _filled(puzzle: Puzzle, kinds: list[int], fits: Any) -> list[int]:
    """These kinds and as many others as fit, in order."""
    for kind in range(len(puzzle.kinds)):
        if kind not in kinds and fits({*kinds, kind}):
            kinds = sorted([*kinds, kind])
    return kinds
