"""The best ways from a layout to a goal, and what lies beside them: what a rating is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas import dense
from huarong.atlas.known import Known
from huarong.limits import Watch
from huarong.model.goal import Goal
from huarong.model.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from huarong.atlas.dense import Ranks

__all__ = ["DEEP", "Ground", "Way"]

DEEP = 4
"""Wrong turns are followed for so many moves."""
_FEW = 300_000
"""Of so many layouts it is known at once how far wrong turns lead from each."""
_MOST = 40_000
"""So many layouts beside the ways are looked at for each of those moves."""


@dataclass(frozen=True)
class Way:
    """The best ways from a layout, taken together: each layout counts by the share of best ways that pass it.

    Moves of the piece that moved last are no choices: in a count of moves they would go on with the last one.
    """

    length: int
    """How many moves a best way has."""
    bits: float
    """The sum over the moves of log2(choices / best choices): what guessing right each time is worth."""
    choices: float
    """Moves to choose from, at a layout on the way, on average."""
    losing: float
    """The share of these choices that lose, on average."""
    forced: float
    """How many moves of a best way are forced: every choice is a best one."""
    tempting: float
    """At how many layouts of a best way a losing move brings a piece that the goal names nearer to its place."""
    away: float
    """How many moves of a best way take such a piece farther from its place."""
    deep: float
    """How many moves a wrong turn goes on leading farther from the goal, of `DEEP` at most, on average."""


class Ground:
    """The distances of a space or of a component, made ready for walking ways to one goal."""

    def __init__(self, known: Known, goal: Goal) -> None:
        self.known, self.goal = known, goal
        self.space = known.space
        self._here = dense.cursor(known.space, known.metric)
        rules = Rules.of(known.space.board, known.space.kinds)
        self._far = _offsets(rules, goal)
        self._height: NDArray[np.uint8] | None = None
        self._near: tuple[Ranks, Ranks, NDArray[np.int32]] | None = None

    def reached(self, rank: int, watch: Watch | None = None) -> int:
        """How many layouts can be reached from one (steps taken back included)."""
        if self.known.atlas is None:
            return len(self.known.values)
        parts = self.known.atlas.divided(watch or Watch())
        return int(parts.sizes[parts.labels[rank]])

    def way(self, rank: int, watch: Watch | None = None, deep: bool = True) -> Way | None:
        """What the best ways from a rank are like; None where there is none. Without `deep`, wrong turns are not followed."""
        length = self.known.distance(rank)
        if length is None:
            return None
        stages = self._stages(rank, length, watch or Watch())
        if not length:
            return Way(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        sums = np.zeros(6)
        for stage, before in zip(stages, [None, *stages], strict=False):
            sums += stage.sums(before)
        bits, choices, losing, forced, tempting, away = sums.tolist()
        wrong = np.unique(np.concatenate([stage.wrong for stage in stages])) if deep else None
        turns = 0.0 if wrong is None else self._depth(wrong, watch or Watch())
        return Way(
            length, bits, choices / length, losing / length, forced, tempting, away, turns
        )  # fmt: skip

    def _stages(self, rank: int, length: int, watch: Watch) -> list[_Stage]:
        """The layouts on the best ways, one stage for each number of moves made, but for the goals at the end."""
        ranks, share, stages = np.array([rank], np.int64), np.ones(1), []
        for left in range(length - 1, -1, -1):
            begin, to, places = self._neighbours(ranks, watch)
            best = self.known.lookup(to) == left
            source = np.repeat(np.arange(len(ranks)), np.diff(begin))
            after, index = np.unique(to[best], return_inverse=True)
            stages.append(_Stage(self._far, len(ranks), source, to, places, best, index))
            ranks = after
        ahead = np.ones(len(ranks))
        for stage in reversed(stages):
            ahead = stage.back(ahead)
        for stage in stages:
            share = stage.forth(share)
        return stages

    def _neighbours(self, ranks: Ranks, watch: Watch) -> tuple[Ranks, Ranks, NDArray[np.int32]]:
        """What `dense.neighbours` gives; where those of all layouts were found, they are looked up."""
        if self._near is None:
            return dense.neighbours(
                self.space, ranks, self.known.metric, here=self._here, watch=watch
            )
        watch.count(0)
        begin, to, places = self._near
        first = begin[ranks]
        after = np.cumsum(begin[ranks + 1] - first)
        starts = np.concatenate([[0], after])
        some = np.repeat(first - starts[:-1], np.diff(starts)) + np.arange(starts[-1])
        return starts, to[some], places[some]

    def _depth(self, wrong: Ranks, watch: Watch) -> float:
        """The mean over layouts of how long a chain of moves leads ever farther from the goal, up to `DEEP`."""
        if not len(wrong):
            return 0.0
        if len(self.known.values) <= _FEW:
            return float(self._heights(watch)[self._places(wrong)].mean())
        levels: list[tuple[Ranks, Any, Any]] = []
        ranks = wrong
        for _ in range(DEEP):
            if len(ranks) > _MOST or not len(ranks):
                break
            begin, to, _ = dense.neighbours(
                self.space, ranks, self.known.metric, here=self._here, watch=watch
            )
            here = np.repeat(self.known.lookup(ranks), np.diff(begin))
            there = self.known.lookup(to)
            farther = (here >= 0) & (there > here)
            source = np.repeat(np.arange(len(ranks)), np.diff(begin))[farther]
            after, index = np.unique(to[farther], return_inverse=True)
            levels.append((ranks, source, index))
            ranks = after
        height = np.zeros(len(ranks))
        for some, source, index in reversed(levels):
            below = np.zeros(len(some))
            np.maximum.at(below, source, height[index] + 1)
            height = below
        return float(height.mean())

    def _places(self, ranks: Ranks) -> Any:
        """Which of the known layouts those of these ranks are."""
        return ranks if self.known.ranks is None else np.searchsorted(self.known.ranks, ranks)

    def _heights(self, watch: Watch) -> NDArray[np.uint8]:
        """For each known layout how long a chain of moves leads ever farther from the goal, up to `DEEP`."""
        if self._height is None:
            ranks = np.arange(self.space.size) if self.known.ranks is None else self.known.ranks
            begin, to, places = self._neighbours(ranks, watch)
            if self.known.ranks is None:
                self._near = begin, to, places
            far = self.known.lookup(ranks)
            source = np.repeat(np.arange(len(ranks)), np.diff(begin))
            farther = (far[source] >= 0) & (self.known.lookup(to) > far[source])
            source, to = source[farther], self._places(to[farther])
            first = np.flatnonzero(np.diff(source, prepend=-1))
            found = np.zeros(len(ranks), np.uint8)
            for _ in range(DEEP if len(first) else 0):
                watch.count(0)
                longer = np.zeros_like(found)
                longer[source[first]] = np.maximum.reduceat(found[to], first) + 1
                found = longer
            self._height = found
        return self._height


class _Stage:
    """The layouts that best ways pass after so many moves, and all moves from each of them."""

    def __init__(
        self,
        far: NDArray[np.int64],
        layouts: int,
        source: Any,
        to: Any,
        places: Any,
        best: Any,
        index: Any,
    ) -> None:
        self._n, self._source, self._places, self._best, self._index = (
            layouts,
            source,
            places,
            best,
            index,
        )
        self.wrong: Ranks = to[~best]
        nearer = far[places[:, 1]] - far[places[:, 0]]
        self._tempting = np.zeros(layouts)
        self._tempting[source[~best & (nearer < 0)]] = 1
        self._away = nearer[best] > 0
        self._share = np.zeros(0)
        """The share of best ways that take each of the best moves."""

    def back(self, ahead: NDArray[np.float64]) -> NDArray[np.float64]:
        """From how many ways lead on after this stage (or a multiple of that), how many do before it."""
        self._ahead = ahead[self._index]
        before = np.zeros(self._n)
        np.add.at(before, self._source[self._best], self._ahead)
        self._before = before
        scaled: NDArray[np.float64] = before / before.max()
        return scaled

    def forth(self, share: NDArray[np.float64]) -> NDArray[np.float64]:
        """From the share of the ways that pass each layout of this stage, that of the next."""
        self._passing = share
        source = self._source[self._best]
        self._share = share[source] * self._ahead / self._before[source]
        after = np.zeros(int(self._index.max()) + 1)
        np.add.at(after, self._index, self._share)
        return after

    def sums(self, before: _Stage | None) -> NDArray[np.float64]:
        """Bits, choices, the losing share, forced, tempting, away: of this stage, by the shares of the ways."""
        moves = np.bincount(self._source, minlength=self._n)
        best = np.bincount(self._source[self._best], minlength=self._n)
        if before is None:
            share, here, again = self._passing, np.arange(self._n), np.zeros(self._n)
        else:
            share, here = before._share, before._index
            again = self._again(here, before._places[before._best, 1])
        good = best[here]
        choices = np.maximum(moves[here] - again, good)
        values = (
            np.log2(choices / good),
            choices,
            1 - good / choices,
            choices == good,
            self._tempting[here],
        )
        return np.array(
            [*(float(share @ each) for each in values), float(self._share @ self._away)]
        )

    def _again(self, here: Any, place: Any) -> Any:
        """For pairs of a layout and a place, how many moves the piece there can make."""
        span = int(max(self._places.max(), place.max())) + 1
        keys, counts = np.unique(
            self._source.astype(np.int64) * span + self._places[:, 0], return_counts=True
        )
        wanted = here.astype(np.int64) * span + place
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[at] == wanted, counts[at], 0)


def _offsets(rules: Rules, goal: Goal) -> NDArray[np.int64]:
    """For each place of a kind that the goal names how many cells it is from where the goal wants one; else 0."""
    width = rules.board.width
    wanted: dict[int, set[int]] = {}
    for alternative in goal.alternatives:
        for kind, head in alternative:
            wanted.setdefault(kind, set()).add(head)
    return np.array(
        [
            min(
                (
                    abs(head % width - to % width) + abs(head // width - to // width)
                    for to in wanted.get(kind, ())
                ),
                default=0,
            )
            for kind, head in zip(rules.kind, rules.head, strict=True)
        ],
        np.int64,
    )
