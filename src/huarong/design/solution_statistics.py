"""Shortest solutions: their number for every layout, and their statistics for one layout, the basis of ratings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.table import DistanceTable, Moved
from huarong.errors import InputError, expect
from huarong.limits import Watch
from huarong.model.board import Goal
from huarong.model.rules import Rules

_CHUNK = 1 << 17
_SAMPLED = 64
"""How many shortest solutions are drawn at random to count the pieces that a solution moves."""


def solutions_of_all(atlas: Atlas, watch: Watch) -> NDArray[np.uint64]:
    """Return the number of shortest solutions of every rank, 0 if there is none (see `Atlas.count_solutions`).

    It works level by level from the goals: a layout's number is the sum of the numbers of its neighbors that are one
    move nearer. It takes 8 bytes a layout. Raises `InputError` if a number has more than 63 bits.
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
    """Statistics of all shortest solutions of a layout. Each layout is weighted by the share of solutions that pass it.

    Moves of the piece that moved last are not choices, because they continue the last move.
    """

    length: int
    """The length of a shortest solution."""
    bits: float
    """The sum over the moves of log2(choices / best choices): the bits of guessing right each time."""
    choices: float
    """The mean number of choices at a layout."""
    losing: float
    """The mean share of choices at a layout that lose moves."""
    forced: float
    """The mean number of forced moves in a solution (every choice is a best one)."""
    tempting: float
    """The mean number of layouts in a solution at which a losing move brings a goal piece nearer to its place."""
    away: float
    """The mean number of moves in a solution that take a piece of the goal farther from its place."""
    only: float
    """The mean number of layouts in a solution with exactly one best move."""
    pieces: float
    """The mean number of pieces that a shortest solution moves, over some solutions drawn at random."""


def statistics(table: DistanceTable, goal: Goal, rank: int, watch: Watch) -> SolutionStatistics | None:
    """Return the statistics of the shortest solutions of a table's layout, or None if there are none."""
    length = table.distance(rank)
    if not length:
        return None if length is None else SolutionStatistics(0, *(0.0,) * 8)
    far = _offsets(Rules.of(table.space.board, table.space.kinds), goal)
    stages = [_Stage(far, each) for each in table.stages(rank, watch)]
    ahead, share, sums = np.ones(stages[-1].after.max() + 1), np.ones(1), np.zeros(7)
    for stage in reversed(stages):
        ahead = stage.back(ahead)
    for stage in stages:
        share = stage.forth(share)
    for stage, before in zip(stages, [None, *stages], strict=False):
        sums += stage.sums(before)
    bits, choices, losing, forced, tempting, only, away = sums.tolist()
    pieces = _pieces_moved(stages)
    return SolutionStatistics(length, bits, choices / length, losing / length, forced, tempting, away, only, pieces)


def _pieces_moved(stages: "Sequence[_Stage]") -> float:
    """Return the mean number of pieces moved by `_SAMPLED` shortest solutions drawn uniformly."""
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
        self.layouts, self.source, self.places, best, _, self.after = moved
        self.moves, self.origin = self.places[best], self.source[best]
        """The best moves: the places of each, and its layout; `after` has the layout of the next stage."""
        nearer = far[self.places[:, 1]] - far[self.places[:, 0]]
        self.tempting = np.bincount(self.source[~best & (nearer < 0)], minlength=self.layouts) > 0
        self.away = nearer[best] > 0

    def back(self, ahead: NDArray[np.float64]) -> NDArray[np.float64]:
        """The numbers of shortest solutions of this stage's layouts, from the next stage's numbers (up to a factor)."""
        self.ahead = ahead[self.after]
        self.before = np.bincount(self.origin, self.ahead, self.layouts)
        scaled: NDArray[np.float64] = self.before / self.before.max()
        return scaled

    def forth(self, share: NDArray[np.float64]) -> Any:
        """Return the shares of solutions that pass the layouts of the next stage, from this stage's shares."""
        self.passing = share
        self.share = share[self.origin] * self.ahead / self.before[self.origin]
        """The share of shortest solutions that take each best move."""
        return np.bincount(self.after, self.share)

    def draw(self, at: Any, random: np.random.Generator) -> Any:
        """Draw a best move for each of some layouts of this stage, so that all solutions are equally likely."""
        begin = np.searchsorted(self.origin, at)
        weights = np.concatenate([[0.0], np.cumsum(self.ahead / self.before[self.origin])])
        drawn = np.searchsorted(weights, weights[begin] + random.random(len(at)), side="right") - 1
        return np.clip(drawn, begin, np.searchsorted(self.origin, at, side="right") - 1)

    def sums(self, before: "_Stage | None") -> NDArray[np.float64]:
        """Sums of bits, choices, losing share, forced, tempting, only and away, weighted by share of solutions."""
        moves, best = (np.bincount(each, minlength=self.layouts) for each in (self.source, self.origin))
        share, here, again = self.passing, np.arange(self.layouts), np.zeros(self.layouts)
        if before is not None:
            share, here = before.share, before.after
            again = self._again(here, before.moves[:, 1])
        good = best[here]
        choices = np.maximum(moves[here] - again, good)
        values = np.log2(choices / good), choices, 1 - good / choices, choices == good, self.tempting[here], good == 1
        return np.array([*(float(share @ each) for each in values), float(self.share @ self.away)])

    def _again(self, here: Any, place: Any) -> Any:
        """Return for pairs of a layout and a place how many moves the piece there can make."""
        span = int(max(self.places.max(), place.max())) + 1
        keys, counts = np.unique(self.source.astype(np.int64) * span + self.places[:, 0], return_counts=True)
        wanted = here.astype(np.int64) * span + place
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[at] == wanted, counts[at], 0)


def _offsets(rules: Rules, goal: Goal) -> NDArray[np.int64]:
    """For each place the distance in cells to the nearest goal place of its kind; 0 for kinds not in the goal."""
    width = rules.board.width
    wanted: dict[int, set[int]] = {}
    for alternative in goal.alternatives:
        for kind, head in alternative:
            wanted.setdefault(kind, set()).add(head)
    pairs = zip(rules.kind, rules.head, strict=True)
    return np.array([offset(width, head, wanted.get(kind, ())) for kind, head in pairs], np.int64)


def offset(width: int, head: int, wanted: Iterable[int]) -> int:
    """Return the distance in cells from a head to the nearest wanted one on a board of this width; 0 without any."""
    ways = (abs(head % width - to % width) + abs(head // width - to // width) for to in wanted)
    return min(ways, default=0)
