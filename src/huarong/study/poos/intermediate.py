"""A few intermediate layouts, as poos hopes for: "like the cube", from which the way to the goal is known.

华容道搜索算法实现, "更进一步的优化", 2 and 3. Stations are chosen so that every solvable layout has a station or a goal within a
given number of moves, the depth that a search reaches at once; the table has a shortest path from each station. A
search ends at the first station (or goal) that it meets, so the whole may be longer than a shortest solution: the
difference is the moves lost.

They are chosen greedily: a forest has for each layout one best move towards the goal, preferring paths that many
layouts share. From the hardest layout that no station serves yet, a station is put as far down the forest as a search
reaches; it serves every layout within that distance, or only those that lose at most a given number of moves by it.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.errors import InputError
from huarong.library.reader import puzzle as read
from huarong.limits import MAX_MEMORY, MAX_SECONDS, Cancel, Report, Watch
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.study.classic import Classic
from huarong.study.record import Found, Solver, note

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["WITHIN", "Stations", "prepare", "stations"]

WITHIN = 15
"""The depth that poos says is searched in less than half a second."""

_RECORD = 9
"""Bytes of a station beside its moves: 8 for the layout, 1 for how many moves follow."""


@dataclass(frozen=True, slots=True)
class Stations:
    """Stations of a space for one goal and metric, and what going by them costs.

    `ranks` are the stations. For every rank, `near` is the distance to the first station or goal, and `total` the
    length of the path through it, -1 where no goal can be reached.
    """

    atlas: Atlas
    within: int
    lost_at_most: int | None
    ranks: tuple[int, ...]
    near: NDArray[np.int32]
    total: NDArray[np.int32]

    @property
    def solvable(self) -> NDArray[np.bool_]:
        """Which ranks can be solved."""
        return self.total >= 0

    @property
    def lost(self) -> NDArray[np.int32]:
        """The moves lost against the best, for each solvable layout in the order of ranks."""
        keep = self.solvable
        lost: NDArray[np.int32] = self.total[keep] - self.atlas.distances[keep].astype(np.int32)
        return lost

    @property
    def bytes(self) -> int:
        """The table: for each station its layout, the number of moves that follow, and a byte for each."""
        return sum(_RECORD + int(self.atlas.distances[rank]) for rank in self.ranks)

    def to_json(self) -> dict[str, Any]:
        """The figures and the stations' ranks, as JSON."""
        lost, near = self.lost, self.near[self.solvable]
        return {
            "metric": self.atlas.metric.value,
            "within": self.within,
            "lost_at_most": self.lost_at_most,
            "stations": len(self.ranks),
            "bytes": self.bytes,
            "layouts": len(lost),
            "lost_mean": round(float(lost.mean()), 2) if len(lost) else 0,
            "lost_most": int(lost.max(initial=0)),
            "lost_none": int((lost == 0).sum()),
            "search_mean": round(float(near.mean()), 2) if len(near) else 0,
            "search_most": int(near.max(initial=0)),
            "ranks": list(self.ranks),
        }


def stations(
    puzzle: PuzzleLike = "横刀立马",
    metric: Metric | MetricName = Metric.STEP,
    *,
    within: int = WITHIN,
    lost: int | None = None,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float = MAX_SECONDS,
    progress: Report | None = None,
    cancel: Cancel | None = None,
) -> Stations:
    """Choose stations for all layouts of a puzzle's pieces, each within so many moves of one or of a goal.

    With `lost`, a station serves only layouts that lose at most that many moves by it; the loss of a search that
    stops at the first station is measured. Raises `InputError`, `LimitReached` and `Cancelled`.

    >>> found = stations("AABC/AADC/..../goal:/..../..AA/..AA", within=4)
    >>> len(found.lost) == int(found.solvable.sum()), int(found.near[found.solvable].max()) <= 4
    (True, True)
    """
    watch = Watch.of(max_memory, max_seconds, progress, cancel)
    if within < 1:
        raise InputError(
            "a search has to see at least one move ahead; {within} are none", within=within
        )
    atlas = Atlas.of(read(puzzle), as_metric(metric))
    space, far = atlas.space, atlas.distances.astype(np.int32)
    far[atlas.distances == dense.unknown(atlas.distances)] = -1
    dense.require(space, 200, watch.memory)
    begin, to, _ = dense.neighbours(space, np.arange(space.size), atlas.metric, watch=watch)
    edges = [part.tolist() for part in np.split(to, begin[1:-1])]
    down = _forest(far, edges, watch)
    chosen = _cover(far, edges, down, within, lost, watch)
    near, total = _reach(far, begin, to, chosen)
    return Stations(atlas, within, lost, tuple(chosen), near, total)


def _forest(far: NDArray[np.int32], edges: list[list[int]], watch: Watch) -> list[int]:
    """For each rank the next one on its path to the goal: of the best moves, the one that most paths share."""
    flow, down = [1] * len(far), [-1] * len(far)
    left = far.tolist()
    for number, rank in enumerate(np.argsort(-far, kind="stable").tolist()):
        if left[rank] <= 0:
            break
        if not number % 1024:
            watch.count(0)
        down[rank] = max(
            (to for to in edges[rank] if left[to] == left[rank] - 1), key=lambda to: (flow[to], -to)
        )
        flow[down[rank]] += flow[rank]
    return down


def _cover(
    far: NDArray[np.int32],
    edges: list[list[int]],
    down: list[int],
    within: int,
    lost: int | None,
    watch: Watch,
) -> list[int]:
    """Stations such that each solvable rank has a goal or a station that serves it within the distance."""
    left = far.tolist()
    served = [distance <= within for distance in left]
    chosen = []
    for rank in np.argsort(-far, kind="stable").tolist():
        if left[rank] < 0:
            break
        if served[rank]:
            continue
        watch.count(0)
        station = rank
        for _ in range(within):
            station = down[station]
        chosen.append(station)
        level, seen = [station], {station}
        for depth in range(within + 1):
            for at in level:
                if lost is None or depth + left[station] - left[at] <= lost:
                    served[at] = True
            level = list({to for at in level for to in edges[at]} - seen)
            seen.update(level)
    return chosen


def _reach(
    far: NDArray[np.int32], begin: NDArray[np.int64], to: NDArray[np.int64], chosen: list[int]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The distance of each rank to the first station or goal, and the shortest path through one of those at that distance."""
    near = np.full(len(far), -1, np.int32)
    total = np.full(len(far), np.iinfo(np.int32).max, np.int32)
    sources = np.union1d(np.flatnonzero(far == 0), np.array(chosen, np.int64))
    near[sources], total[sources] = 0, far[sources]
    level, depth = sources, 0
    owners = np.repeat(np.arange(len(far)), np.diff(begin))
    while len(level):
        depth += 1
        mine = np.zeros(len(far), bool)
        mine[level] = True
        edge = np.flatnonzero(mine[owners] & (near[to] < 0))
        level = np.unique(to[edge])
        np.minimum.at(total, to[edge], total[owners[edge]] + 1)
        near[level] = depth
    total[near < 0] = -1
    return near, total


@functools.cache
def _usual(pieces: Puzzle) -> Stations:
    return stations(pieces, Metric.STEP)


def prepare(puzzle: Puzzle) -> Solver:
    """The exhibit: search to the first station, then read off the way on."""
    classic = Classic.of(puzzle, empty=2)
    found = _usual(puzzle)
    space, far = found.atlas.space, found.atlas.distances
    moves = dense.Moves(space, Metric.STEP)
    places = set(found.ranks)
    start = found.atlas.layout(puzzle)
    first = space.rank(start)
    notes = (
        note(
            "{n:,} {n:station|stations}, table of {size:,} {size:byte|bytes}; not always a shortest answer",
            n=len(found.ranks),
            size=found.bytes,
        ),
    )

    def solve() -> Found:
        parents: dict[int, int] = {first: -1}
        level, duplicates = [first], 0
        at = first if first in places or far[first] == 0 else -1
        while level and at < 0:
            following: list[int] = []
            for rank in level:
                for _, _, to in moves.at(rank):
                    if to in parents:
                        duplicates += 1
                    else:
                        parents[to] = rank
                        following.append(to)
            at = next((rank for rank in following if rank in places or far[rank] == 0), -1)
            level = following
        if at < 0:
            return Found(len(parents), duplicates, None, notes=notes)
        way = [at]
        while parents[way[-1]] >= 0:
            way.append(parents[way[-1]])
        way.reverse()
        while far[way[-1]]:
            way.append(next(to for _, _, to in moves.at(way[-1]) if far[to] == far[way[-1]] - 1))
        heads = [classic.puzzle.start, *(space.layout(rank) for rank in way[1:])]
        return Found(len(parents), duplicates, len(way) - 1, path=lambda: tuple(heads), notes=notes)

    return solve
