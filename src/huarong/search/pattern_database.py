"""Pattern databases: the distances of a smaller puzzle, without some pieces, are lower bounds.

Take a solution of the whole puzzle and drop the moves of the omitted pieces: it solves the smaller one, a **pattern**.
So the distance of a pattern is never more than that of the whole puzzle, and a table of these distances is an
admissible heuristic, a **pattern database** (Culberson and Schaeffer, "Pattern databases", 1998). If two patterns share
no piece, no move counts for both, so their distances may be added (Korf and Felner, "Disjoint pattern database
heuristics", 2002).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from huarong.errors import InputError, PuzzleError
from huarong.kernels import kernel
from huarong.library.reader import puzzle as read
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Goal, Layout, Metric, MetricLike, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.search.distances import Distances
from huarong.search.expansion import FAR
from huarong.search.keys import KeyPacking
from huarong.space.numbering import NotNumberedError
from huarong.space.space import Space


def pattern(puzzle: Puzzle, kinds: Iterable[int]) -> Puzzle:
    """The puzzle with only the pieces of these kinds (by index); the goal's conditions on other pieces are dropped.

    Raises `InputError` if no condition is left.

    >>> whole = Puzzle.parse("AAB/..B", goal=".../AA.")
    >>> pattern(whole, [1]).rows()
    ('AA.', '...')
    """
    kept = sorted(set(kinds))
    index = {kind: i for i, kind in enumerate(kept)}
    alternatives = [[(index[kind], head) for kind, head in each if kind in index] for each in puzzle.goal.alternatives]
    if not all(alternatives):
        raise InputError("the pattern has no piece that the goal asks for")
    pieces = tuple(replace(piece, kind=index[piece.kind]) for piece in puzzle.pieces if piece.kind in index)
    own = tuple(puzzle.kinds[kind] for kind in kept)
    return replace(puzzle, kinds=own, pieces=pieces, goal=Goal.of(alternatives))


def size(puzzle: Puzzle, kinds: Iterable[int] | None = None, watch: Watch | None = None) -> float:
    """Return the number of layouts of the pieces of these kinds; infinity if they cannot be numbered."""
    kept = range(len(puzzle.kinds)) if kinds is None else sorted(kinds)
    counts = [len(puzzle.start.heads[kind]) for kind in kept]
    space = Space(puzzle.board, tuple(puzzle.kinds[kind] for kind in kept), tuple((n, n) for n in counts))
    try:
        return space.measured(watch or Watch())
    except NotNumberedError:
        return float("inf")


@dataclass(frozen=True, eq=False)
class Heuristic:
    """An admissible heuristic: the maximum, over groups of patterns, of the sum of the group's distances.

    A pattern is a set of kinds, by index. The patterns of a group share no kind.

    >>> Heuristic.of("ABBC/ABBC/DEEF/DGHF/I..J", [[(0, 2)]], "step")(read("横刀立马").start)
    6
    """

    puzzle: Puzzle
    metric: Metric
    groups: tuple[tuple[tuple[int, ...], ...], ...]
    tables: dict[tuple[int, ...], Distances]
    """The pattern databases."""

    @classmethod
    @limited
    def of(
        cls,
        puzzle: PuzzleLike,
        groups: Iterable[Iterable[Iterable[int]]],
        metric: MetricLike = Metric.MOVE,
        **limits: Unpack[GivenLimits],
    ) -> "Heuristic":
        """Build the pattern databases of some groups.

        Raises `InputError` if patterns of a group share a kind, `LimitReached` and `Cancelled`.
        """
        watch, puzzle, metric = Watch.of(**limits), read(puzzle), as_metric(metric)
        try:
            named = tuple(tuple(tuple(sorted(each)) for each in group) for group in groups)
        except TypeError:
            raise InputError(
                "{value!r} is not a valid grouping; expected lists of lists of indices of kinds", value=groups
            ) from None
        for group in named:
            if len({kind for each in group for kind in each}) < sum(map(len, group)):
                raise InputError("patterns whose distances are added must have no kind in common")
        tables: dict[tuple[int, ...], Distances] = {}
        for each in sorted({each for group in named for each in group}):
            left = watch.memory - sum(table.nbytes for table in tables.values())
            if left <= 0:
                raise watch.reached("memory")
            tables[each] = Distances(pattern(puzzle, each), metric, watch.part(memory=left))
        return cls(puzzle, metric, named, tables)

    def __call__(self, layout: Layout) -> int:
        """Return the lower bound for one layout; `FAR` if no goal can be reached from it."""
        packing = KeyPacking.of(self.puzzle, symmetric=False)
        try:
            key = packing.encode(packing.places(layout))
        except KeyError:
            raise PuzzleError(self.puzzle.faults(layout)) from None
        return int(self.on(packing).values(key, 0, 1)[0])

    def on(self, packing: KeyPacking) -> "Evaluator":
        """Return the heuristic as an evaluator of keys, for a packing of the puzzle."""
        return Evaluator(self, packing)


class Evaluator:
    """A heuristic on keys, for packings without mirror images: a pattern database may lack one of two images."""

    admissible = True

    def __init__(self, heuristic: Heuristic, packing: KeyPacking) -> None:
        self.heuristic, self.packing = heuristic, packing
        self.nbytes = sum(table.nbytes for table in heuristic.tables.values())
        project = kernel("best_first").Projection
        self.projections: dict[tuple[int, ...], Any] = {
            kinds: project(packing, table.parts(packing, kinds), table.packing.words)
            for kinds, table in heuristic.tables.items()
        }

    def values(self, keys: Any, first: int, last: int) -> NDArray[np.uint16]:
        """Return the lower bounds for the keys `first` to `last`."""
        distances = {kinds: self._distances(kinds, keys, first, last) for kinds in self.projections}
        result = np.zeros(last - first, np.int64)
        for group in self.heuristic.groups:
            total = np.zeros(last - first, np.int64)
            for kinds in group:
                total += distances[kinds]
            np.maximum(result, total, out=result)
        return np.minimum(result, FAR).astype(np.uint16)

    def _distances(self, kinds: tuple[int, ...], keys: Any, first: int, last: int) -> NDArray[np.uint16]:
        """Return the distances of the keys `first` to `last` in the database of one pattern."""
        table = self.heuristic.tables[kinds]
        projected = np.empty((last - first) * table.packing.words, np.uint64)
        numbers = np.empty(last - first, np.int64)
        self.projections[kinds].project(keys, first, last, projected.data)
        table.search.find(projected.data, last - first, numbers.data)
        return table.left[numbers]


def patterns(puzzle: Puzzle, limit: float, watch: Watch | None = None) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return groups of patterns of at most `limit` layouts each, for a heuristic; empty if no pattern is that small.

    The first group is one pattern: the kinds that the goal names, and as many others as fit, larger pieces first. If
    the goal names several kinds, a second group divides them among additive patterns.
    """
    named = [{kind for kind, _ in each} for each in puzzle.goal.alternatives]
    common = set.intersection(*named) if named else set()
    groups: list[tuple[tuple[int, ...], ...]] = []

    def fits(kinds: Iterable[int]) -> bool:
        return size(puzzle, kinds, watch) <= limit

    wanted = set().union(*named)
    one = next((each for each in (wanted, {min(common)} if common else wanted) if fits(each)), None)
    if one is not None:
        for kind in range(len(puzzle.kinds)):
            if kind not in one and fits({*one, kind}):
                one = {*one, kind}
        groups.append((tuple(sorted(one)),))
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
