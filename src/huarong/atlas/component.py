"""The component of a layout, with neighbours and distances, also in spaces that are too large for an atlas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np

from huarong.atlas import dense
from huarong.errors import expect
from huarong.kernels import kernel
from huarong.library.reader import puzzle as read_puzzle
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.board import Layout
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Component:
    """The layouts that the start of a puzzle can reach, in the order of their ranks.

    `depth[i]` is how many steps layout i is from the start. `complete` says whether all of them are here; if not,
    these are all layouts up to the greatest depth.

    >>> component = Component.of(Puzzle.parse("AB/..", goal="../AB"))
    >>> len(component), component.complete, component.distances("step").tolist()
    (12, True, [0, 4, 2, 3, 2, 1, 1, 2, 2, 3, 2, 4])
    """

    puzzle: Puzzle
    start: Layout
    space: Space
    ranks: NDArray[np.int64]
    depth: NDArray[np.int32]
    complete: bool

    @classmethod
    @limited
    def of(cls, puzzle: PuzzleLike, most: int | None = None, **limits: Unpack[GivenLimits]) -> Component:
        """The layouts that a puzzle's start can reach, or those of as many depths as have at most `most` layouts.

        Raises `NotNumberedError` if the space has no ranks, `InputError` if ranks have more than 64 bits, and
        `LimitReached` and `Cancelled`.
        """
        puzzle = read_puzzle(puzzle)
        watch = Watch.of(**limits)
        return cls.watched(puzzle, puzzle.start, most, watch)

    @classmethod
    def watched(
        cls, puzzle: Puzzle, start: Layout, most: int | None, watch: Watch, space: Space | None = None
    ) -> Component:
        """The component of any layout of the puzzle's pieces, under the caller's watch."""
        expect(most, int, type(None))
        space = space or Space.of(puzzle)
        with watch.setting_up():
            here, portion = dense.cursor(space, Metric.STEP), dense.budget(space)
        frontier = np.array([space.rank(start)], np.int64)
        known, depths, depth = frontier, np.zeros(1, np.int32), 0
        watch.count(len(frontier))
        while len(frontier):
            found = [
                np.unique(dense.neighbours(space, frontier[some], Metric.STEP, here=here)[1])
                for some in dense.portions(len(frontier), watch, portion)
            ]
            fresh = np.unique(np.concatenate(found))
            watch.count(0)
            fresh = fresh[~dense.among(fresh, known)]
            watch.count(0)
            if most is not None and len(known) + len(fresh) > most:
                break
            depth += 1
            where = np.searchsorted(known, fresh)
            known = np.insert(known, where, fresh)
            depths = np.insert(depths, where, depth)
            frontier = fresh
            watch.count(len(fresh), depth)
        return cls(puzzle, start, space, known, depths, not len(frontier))

    def __len__(self) -> int:
        return len(self.ranks)

    def index(self, layout: Layout) -> int | None:
        """The index of a layout in the component; None if it is not in it."""
        rank = self.space.rank(layout)
        i = int(np.searchsorted(self.ranks, rank))
        return i if i < len(self) and self.ranks[i] == rank else None

    def neighbours(
        self, metric: Metric | str = Metric.STEP, reverse: bool = False, watch: Watch | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The neighbours of each layout that are in the component too: those of i are `to[begin[i]:begin[i + 1]]`."""
        begin, ranks, _ = dense.neighbours(self.space, self.ranks, metric, reverse=bool(reverse), watch=watch)
        inside = dense.among(ranks, self.ranks)
        to = np.searchsorted(self.ranks, ranks[inside]).astype(np.int32)
        return np.concatenate([[0], np.cumsum(inside)])[begin], to

    def goals(self) -> NDArray[np.int64]:
        """Which of these layouts are solved."""
        grids = self.space.grids(self.ranks)
        solved = np.zeros(len(self), bool)
        for alternative in self.puzzle.goal.alternatives:
            solved |= np.all([grids[:, head] == kind + 1 for kind, head in alternative], axis=0)
        return np.flatnonzero(solved)

    def distances(self, metric: Metric | str = Metric.MOVE, watch: Watch | None = None) -> NDArray[np.int32]:
        """The distance of each layout to the nearest goal in the component; -1 where there is none.

        These are the true distances where the component is complete.
        """
        begin, to = self.neighbours(as_metric(metric), reverse=True, watch=watch)
        return spread(begin, to, self.goals())


def spread(begin: NDArray[np.int64], to: NDArray[np.int32], sources: NDArray[np.int64]) -> NDArray[np.int32]:
    """The distance of each point of a graph from the nearest source; -1 for points that no source reaches.

    The neighbours of point i are `to[begin[i]:begin[i + 1]]`.
    """
    depth = np.full(len(begin) - 1, -1, np.int32)
    depth[sources] = 0
    queue = np.empty(len(depth), np.int32)
    queue[: len(sources)] = sources
    kernel("embed").spread(begin, to, depth, queue, len(sources))
    return depth
