"""Shortest solutions: how many every layout has, and statistics of those of one layout, the basis of ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.table import DistanceTable, Moved
from huarong.errors import InputError, expect
from huarong.limits import Watch
from huarong.model.goal import Goal
from huarong.model.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CHUNK = 1 << 17
_SAMPLED = 64
"""Shortest solutions drawn at random for the pieces that one moves."""


def solutions_of_all(atlas: Atlas, watch: Watch) -> NDArray[np.uint64]:
    """For every rank the number of shortest solutions, 0 if there is none (see `Atlas.count_solutions`).

    Level by level from the goals: a layout's number is the sum of those of its neighbours that are one nearer. 8 bytes
    a layout. Raises `InputError` if a number has more than 63 bits.
    """
    expect(atlas, Atlas)
    space, values = atlas.space, atlas.table
    dense.require(space, 9.1, watch.memory)
    here = dense.cursor(space, atlas.metric)
    counts = np.zeros(space.size, np.uint64)
    for distance in range(len(atlas.histogram)):
        ranks = dense.where(values, distance, watch)
        if not distance:
            counts[ranks] = 1
            continue
        for first in range(0, len(ranks), _CHUNK):
            some = ranks[first : first + _CHUNK]
            begin, to, _ = dense.neighbours(space, some, atlas.metric, here=here, watch=watch)
            ways = np.where(values[to] == distance - 1, counts[to], np.uint64(0))
            if np.add.reduceat(ways.astype(np.float64), begin[:-1]).max() >= 2.0**63:
                raise InputError("a layout has more shortest solutions than fit into 63 bits")
            counts[some] = np.add.reduceat(ways, begin[:-1])
            watch.count(len(some), distance)
    return counts


@dataclass(frozen=True)
class SolutionStatistics:
    """Statistics of all shortest solutions of a layout: each layout is weighted by the share of solutions that pass it.

    Moves of the piece that moved last are not counted as choices, since they continue the last move.
    """

    length: int
    """The length of a shortest solution."""
    bits: float
    """The sum over the moves of log2(choices / best choices): the bits of guessing right each time."""
    choices: float
    """The mean number of moves to choose from at a layout."""
    losing: float
    """The mean share of these choices that lose."""
    forced: float
    """The mean number of moves of a solution that are forced (every choice is a best one)."""
    tempting: float
    """The mean number of layouts of a solution where a losing move brings a piece of the goal nearer to its place."""
    away: float
    """The mean number of moves of a solution that take a piece of the goal farther from its place."""
    only: float
    """The mean number of layouts of a solution at which just one move is a best one."""
    pieces: float
    """The mean number of pieces that a shortest solution moves, over some drawn at random."""


class Analysis:
    """Computes statistics of shortest solutions from a table of distances."""

    def __init__(self, table: DistanceTable, goal: Goal) -> None:
        self.table, self.goal = table, goal
        self.space = table.space
        rules = Rules.of(table.space.board, table.space.kinds)
        self._far = _offsets(rules, goal)

    def reached(self, rank: int, watch: Watch | None = None) -> int:
        """The size of a layout's component in the undirected graph of steps."""
        return self.table.reached(rank, watch or Watch())

    def statistics(self, rank: int, watch: Watch | None = None) -> SolutionStatistics | None:
        """The statistics of a rank's shortest solutions, or None if there are none."""
        length = self.table.distance(rank)
        if length is None:
            return None
        stages = self._stages(rank, watch or Watch())
        if not length:
            return SolutionStatistics(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        sums = np.zeros(7)
        for stage, before in zip(stages, [None, *stages], strict=False):
            sums += stage.sums(before)
        bits, choices, losing, forced, tempting, only, away = sums.tolist()
        return SolutionStatistics(
            length, bits, choices / length, losing / length, forced, tempting, away, only, _pieces_moved(stages)
        )

    def _stages(self, rank: int, watch: Watch) -> list[_Stage]:
        """The layouts on shortest solutions, a stage for each number of moves made, without the goals at the end."""
        share = np.ones(1)
        stages = [_Stage(self._far, each) for each in self.table.stages(rank, watch)]
        ahead = np.ones(len(stages[-1].ranks) if stages else 1)
        for stage in reversed(stages):
            ahead = stage.back(ahead)
        for stage in stages:
            share = stage.forth(share)
        return stages


def _pieces_moved(stages: Sequence[_Stage]) -> float:
    """The mean number of pieces that are moved by `_SAMPLED` shortest solutions, each as likely as any other."""
    draw = np.random.default_rng(1)
    at = np.zeros(_SAMPLED, np.int64)
    first: list[dict[int, int]] = [{} for _ in at]  # where the piece at a place began
    for stage in stages:
        taken = stage.draw(at, draw)
        for whence, (start, stop) in zip(first, stage.moves[taken].tolist(), strict=True):
            whence[stop] = whence.pop(start, start)
        at = stage.after[taken]
    return float(np.mean([len(whence) for whence in first]))


class _Stage:
    """The layouts that shortest solutions pass after a number of moves, and all moves from each of them."""

    def __init__(self, far: NDArray[np.int64], moved: Moved) -> None:
        layouts, source, places, best, self.ranks, index = moved
        self._n, self._source, self._places = layouts, source, places
        self._best, self._index = best, index
        self.moves, self.after = places[best], index
        """The best moves, each as a pair of places, and the layout of the next stage to which each leads."""
        nearer = far[places[:, 1]] - far[places[:, 0]]
        self._tempting = np.zeros(layouts)
        self._tempting[source[~best & (nearer < 0)]] = 1
        self._away = nearer[best] > 0
        self._share = np.zeros(0)
        """The share of shortest solutions that take each of the best moves."""

    def back(self, ahead: NDArray[np.float64]) -> NDArray[np.float64]:
        """The numbers of shortest solutions of this stage's layouts, from those of the next stage (up to a factor)."""
        self._ahead = ahead[self._index]
        before = np.zeros(self._n)
        np.add.at(before, self._source[self._best], self._ahead)
        self._before = before
        scaled: NDArray[np.float64] = before / before.max()
        return scaled

    def forth(self, share: NDArray[np.float64]) -> NDArray[np.float64]:
        """The shares of solutions that pass the layouts of the next stage, from those of this stage."""
        self._passing = share
        source = self._source[self._best]
        self._share = share[source] * self._ahead / self._before[source]
        after = np.zeros(int(self._index.max()) + 1)
        np.add.at(after, self._index, self._share)
        return after

    def draw(self, at: Any, random: np.random.Generator) -> Any:
        """For layouts of this stage, one of the best moves of each, drawn so that all solutions are equally likely."""
        source = self._source[self._best]
        begin = np.searchsorted(source, at)
        weights = np.concatenate([[0.0], np.cumsum(self._ahead / self._before[source])])
        drawn = np.searchsorted(weights, weights[begin] + random.random(len(at)), side="right") - 1
        return np.clip(drawn, begin, np.searchsorted(source, at, side="right") - 1)

    def sums(self, before: _Stage | None) -> NDArray[np.float64]:
        """Sums of bits, choices, losing share, forced, tempting, only and away, weighted by share of solutions."""
        moves = np.bincount(self._source, minlength=self._n)
        best = np.bincount(self._source[self._best], minlength=self._n)
        if before is None:
            share, here, again = self._passing, np.arange(self._n), np.zeros(self._n)
        else:
            share, here = before._share, before._index
            again = self._again(here, before._places[before._best, 1])
        good = best[here]
        choices = np.maximum(moves[here] - again, good)
        values = np.log2(choices / good), choices, 1 - good / choices, choices == good, self._tempting[here], good == 1
        return np.array([*(float(share @ each) for each in values), float(self._share @ self._away)])

    def _again(self, here: Any, place: Any) -> Any:
        """For pairs of a layout and a place, how many moves the piece there can make."""
        span = int(max(self._places.max(), place.max())) + 1
        keys, counts = np.unique(self._source.astype(np.int64) * span + self._places[:, 0], return_counts=True)
        wanted = here.astype(np.int64) * span + place
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[at] == wanted, counts[at], 0)


def _offsets(rules: Rules, goal: Goal) -> NDArray[np.int64]:
    """For each place, the distance in cells to the nearest goal place of its kind; 0 for kinds not in the goal."""
    width = rules.board.width
    wanted: dict[int, set[int]] = {}
    for alternative in goal.alternatives:
        for kind, head in alternative:
            wanted.setdefault(kind, set()).add(head)
    pairs = zip(rules.kind, rules.head, strict=True)
    return np.array([offset(width, head, wanted.get(kind, ())) for kind, head in pairs], np.int64)


def offset(width: int, head: int, wanted: Iterable[int]) -> int:
    """The distance in cells from a head to the nearest wanted one on a board of this width; 0 where none is wanted."""
    ways = (abs(head % width - to % width) + abs(head // width - to // width) for to in wanted)
    return min(ways, default=0)
