"""A few intermediate layouts, as poos proposes, following Rubik's cube: from each, the way to the goal is
known ("更进一步的优化", 2 and 3). `Stations.record` stores them, and `huarong.study.poos.posts` solves with this record
alone.

They are chosen greedily. A forest has for each layout one best move towards the goal and prefers paths that many
layouts share. From the hardest layout without a station, a new station is placed as far down the forest as a search
reaches. It serves every layout within that distance, or only those that lose at most a given number of moves by it. For
leaps from post to post, a station serves only layouts (and stations) that are farther from the goal than itself.
"""

import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.errors import InputError
from huarong.library.reader import puzzle as read
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric, MetricName
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.space.space import Space
from huarong.study.classic import Classic
from huarong.study.poos.nodes import IdentityNode, chain_layouts, layout_code, start_cells
from huarong.study.poos.posts import Posts
from huarong.study.record import Found, Solver, note

WITHIN = 15
"""The depth that, according to poos, is searched in less than half a second."""


@dataclass(frozen=True, slots=True)
class Stations:
    """The stations of a space for one goal and metric, and the moves that they cost.

    `ranks` are the stations, by rising distance to the goal. For every rank, `near` is the distance to the first
    station or goal, and `total` the length of the path through it (-1 if no goal can be reached). After it, the path
    follows the best way or, with `leaps`, goes from each station to the nearest one that is nearer to the goal.
    """

    atlas: Atlas
    within: int
    lost_at_most: int | None
    leaps: bool
    ranks: tuple[int, ...]
    near: NDArray[np.int32]
    total: NDArray[np.int32]

    @property
    def solvable(self) -> NDArray[np.bool_]:
        """Return which ranks can be solved."""
        return self.total >= 0

    @property
    def lost(self) -> NDArray[np.int32]:
        """For each solvable layout in the order of ranks, how many moves the path is longer than a shortest one."""
        return (self.total - self.atlas.distances.astype(np.int32))[self.solvable]

    def record(self, puzzle: Puzzle) -> Posts:
        """Return the record with which a search solves, in steps, for a puzzle of the articles with their pieces.

        Stations come with their paths, posts for leaps without. Raises `InputError` for other puzzles and metrics.
        """
        if self.atlas.metric is not Metric.STEP:
            raise InputError("stations can be recorded only in steps")
        classic, space = Classic.of(puzzle, empty=2), self.atlas.space
        code = functools.cache(lambda rank: layout_code(puzzle, space.layout(rank)))
        left = {code(rank): int(self.atlas.distances[rank]) for rank in self.ranks}
        if self.leaps:
            return Posts(classic.goals, left)
        moves, distances = dense.Moves(space, Metric.STEP), self.atlas.distances

        @functools.cache
        def way(rank: int) -> bytes:
            if not distances[rank]:
                return b""
            best = next(to for _, _, to in moves.at(rank) if distances[to] + 1 == distances[rank])
            children = [child.identifier for child in IdentityNode(code(rank)).child_states()]
            return bytes([children.index(code(best))]) + way(best)

        return Posts(classic.goals, left, {code(rank): way(rank) for rank in self.ranks})

    def to_json(self) -> dict[str, Any]:
        """The figures and the stations' ranks, as JSON."""
        lost, near = self.lost, self.near[self.solvable]
        found: dict[str, Any] = {"metric": self.atlas.metric.value, "within": self.within}
        found |= {"lost_at_most": self.lost_at_most, "leaps": self.leaps}
        found |= {"stations": len(self.ranks), "layouts": len(lost)}
        found |= {"lost_mean": round(float(lost.mean()), 2) if len(lost) else 0, "lost_most": int(lost.max(initial=0))}
        found |= {"lost_none": int((lost == 0).sum()), "search_mean": round(float(near.mean()), 2) if len(near) else 0}
        return found | {"search_most": int(near.max(initial=0)), "ranks": list(self.ranks)}


@limited
def stations(
    puzzle: PuzzleLike = "横刀立马",
    metric: Metric | MetricName = Metric.STEP,
    *,
    within: int = WITHIN,
    lost: int | None = None,
    leaps: bool = False,
    **limits: Unpack[GivenLimits],
) -> Stations:
    """Choose stations for all layouts of a puzzle's pieces, each within `within` moves of a station or a goal.

    With `lost`, a station serves only layouts that lose at most `lost` moves by it, measured for a search that stops
    at the first station. With `leaps`, each station has another one nearer to the goal, or a goal, within reach, and
    the loss is measured for leaping from one to the next. Raises `InputError`, `LimitReached` and `Cancelled`.

    >>> found = stations("AABC/AADC/..../goal:/..../..AA/..AA", within=4)
    >>> len(found.lost) == int(found.solvable.sum()), int(found.near[found.solvable].max()) <= 4
    (True, True)
    """
    watch, given = Watch.of(**limits), read(puzzle)
    if within < 1:
        raise InputError("{within} is not a valid distance; expected at least one move", within=within)
    space = Space.of(given)
    dense.require(space, 200, watch.memory)
    atlas = Atlas.build(space, given.goal, metric, watch=watch)
    far = atlas.distances.astype(np.int32)
    far[atlas.distances == dense.unknown(atlas.distances)] = -1
    begin, to, _ = dense.neighbours(space, np.arange(space.size), atlas.metric, watch=watch)
    edges = [part.tolist() for part in np.split(to, begin[1:-1])]
    down = _forest(far, edges, watch)
    chosen = _cover(far, edges, down, within, lost, leaps, watch)
    chosen.sort(key=lambda rank: (far[rank], rank))
    ends = _leaps(far, edges, chosen, watch) if leaps else far[chosen]
    near, total = _reach(far, edges, chosen, ends, watch)
    return Stations(atlas, within, lost, leaps, tuple(chosen), near, total)


def _forest(far: NDArray[np.int32], edges: list[list[int]], watch: Watch) -> list[int]:
    """Return for each rank the next rank on its path to the goal, by the best move that most paths share."""
    flow, down, left = [1] * len(far), [-1] * len(far), far.tolist()
    for number, rank in enumerate(np.argsort(-far, kind="stable").tolist()):
        if left[rank] <= 0:
            break
        if not number % 1024:
            watch.count(0)
        down[rank] = max((to for to in edges[rank] if left[to] == left[rank] - 1), key=lambda to: (flow[to], -to))
        flow[down[rank]] += flow[rank]
    return down


def _cover(
    far: NDArray[np.int32],
    edges: list[list[int]],
    down: list[int],
    within: int,
    lost: int | None,
    leaps: bool,
    watch: Watch,
) -> list[int]:
    """Choose stations so that each solvable rank has a goal or a station within `within` moves."""
    left, chosen = far.tolist(), []
    served = [distance <= within for distance in left]
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
        for depth, level in itertools.islice(_levels(edges, station), within + 1):
            for at in level:
                loses = depth + left[station] - left[at]
                if (lost is None or loses <= lost) and (not leaps or left[station] < left[at]):
                    served[at] = True
    return chosen


def _levels(edges: list[list[int]], start: int) -> Iterator[tuple[int, list[int]]]:
    """Iterate over the ranks at each distance from `start`."""
    level, seen = [start], {start}
    for depth in itertools.count():
        yield depth, level
        level = list({to for at in level for to in edges[at]} - seen)
        seen.update(level)


def _leaps(far: NDArray[np.int32], edges: list[list[int]], chosen: list[int], watch: Watch) -> NDArray[np.int32]:
    """The length of each station's path by leaps, each to the nearest goal or the first station nearer to a goal."""
    total, left = dict[int, int](), far.tolist()
    for station in chosen:
        watch.count(0)
        for depth, level in _levels(edges, station):
            ends = [at for at in level if left[at] < left[station] and (not left[at] or at in total)]
            if ends:
                total[station] = depth + total.get(min(ends, key=lambda at: (left[at], at)), 0)
                break
    return np.array([total[station] for station in chosen], np.int32)


def _reach(
    far: NDArray[np.int32], edges: list[list[int]], chosen: list[int], ends: NDArray[np.int32], watch: Watch
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the distance of each rank to the nearest goal or station, and the length through the first such one.
    `ends` has the length of the path from each station.
    """
    sources, depth = [*np.flatnonzero(far == 0).tolist(), *chosen], 0
    lengths = [*[0] * (len(sources) - len(chosen)), *ends.tolist()]
    near, first = [-1] * len(far), [len(sources)] * len(far)
    for number, source in enumerate(sources):
        near[source], first[source] = 0, number
    level = sources
    while level:
        watch.count(0)
        depth, above, level = depth + 1, level, []
        for at in above:
            for to in edges[at]:
                if near[to] < 0:
                    near[to] = depth
                    level.append(to)
                if near[to] == depth:
                    first[to] = min(first[to], first[at])
    total = [n if n < 0 else n + lengths[which] for n, which in zip(near, first, strict=True)]
    return np.array(near, np.int32), np.array(total, np.int32)


@functools.cache
def record(puzzle: Puzzle, leaps: bool = False) -> Posts:
    """The record of stations, or of posts for leaps, for a puzzle's pieces within 15 steps, decoded from its file."""
    Classic.of(puzzle, empty=2)
    return Posts.decode(stations(puzzle, Metric.STEP, leaps=leaps).record(puzzle).encode())


def prepare(puzzle: Puzzle, leaps: bool) -> Solver:
    """Prepare the exhibits: search to the first station of the record and follow its way, or leap from post to post."""
    classic, posts = Classic.of(puzzle, empty=2), record(puzzle, leaps)
    size = len(posts.encode())
    start = IdentityNode.of(*start_cells(classic.blocks))
    template = (
        "{n:,} {n:post|posts} in {size:,} {size:byte|bytes}; {legs:,} {legs:leap|leaps}; the answer may not be shortest"
        if leaps
        else "{n:,} {n:station|stations} with their paths in {size:,} {size:byte|bytes}; the answer may not be shortest"
    )

    def solve() -> Found:
        legs, home = posts.solve(start)
        met, duplicates = max(1, sum(each.met for each in legs)), sum(each.duplicates for each in legs)
        remark = note(template, n=len(posts.left), size=size, **({"legs": len(legs)} if leaps else {}))
        chain = [start, *(node for each in legs for node in each.nodes[1:])] if home else []
        path = functools.partial(chain_layouts, classic, chain)
        return Found(met, duplicates, len(chain) - 1 if home else None, path=path, notes=(remark,))

    return solve
