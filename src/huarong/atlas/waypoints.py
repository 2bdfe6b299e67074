"""Waypoints: shortest solutions through given layouts, and layouts that no shortest solution avoids.

poos (华容道, Swift) asks for a puzzle's key points, and hopes to solve the puzzle from each point to the next.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.dense import RankArray
from huarong.atlas.table import Option, UnsolvableError
from huarong.errors import InputError, expect
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Goal, Layout


@dataclass(frozen=True, slots=True)
class Stage:
    """A leg of a solution: its first layout, and its moves to a waypoint or, in the last leg, to the goal."""

    start: Layout
    moves: tuple[Option, ...]

    @property
    def length(self) -> int:
        """The number of moves in the leg."""
        return len(self.moves)

    def to_json(self) -> dict[str, Any]:
        """Return the first layout and the moves, as JSON."""
        start, moves = [list(heads) for heads in self.start.heads], [move.to_json() for move in self.moves]
        return {"start": start, "length": self.length, "moves": moves}


@limited
def through(
    atlas: Atlas, layout: Layout, waypoints: Sequence[Layout | Goal], **limits: Unpack[GivenLimits]
) -> tuple[Stage, ...]:
    """Return a shortest solution from a layout through waypoints, in order, to the goal: one more leg than waypoints.

    A waypoint is a layout or a goal. For a goal, the layout that makes the whole solution shortest is taken. A move
    must end at each waypoint. The moves' `distance` counts all moves to the goal through the remaining waypoints.
    Internally, each waypoint has an atlas that starts at its layouts with their distances through the later waypoints.
    Raises `UnsolvableError` if there is no such solution, `LimitReached` and `Cancelled`.

    >>> from huarong.model.puzzle import Puzzle
    >>> puzzle = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
    >>> atlas = Atlas.of(puzzle)
    >>> corners = [Goal.of([[(0, 0)]]), Goal.of([[(0, 2)]])]
    >>> [leg.length for leg in through(atlas, puzzle.start, corners)]
    [7, 23, 55]
    """
    expect(atlas, Atlas)
    expect(waypoints, Sequence)
    watch = Watch.of(**limits)
    space, stages = atlas.space, [atlas]
    ends: list[RankArray] = [np.empty(0, np.int64)]
    for waypoint in reversed(waypoints):
        expect(waypoint, Layout, Goal)
        if isinstance(waypoint, Layout):
            ranks = np.array([space.rank(waypoint)])
        else:
            ranks = dense.goal_ranks(space, waypoint, watch)
        left = stages[0].lookup(ranks)
        known = left != dense.unknown(left)
        ends.insert(0, ranks[known])
        values = dense.distances(space, ranks[known], atlas.metric, depths=left[known].astype(np.int64), watch=watch)
        stages.insert(0, Atlas(space, atlas.goal, atlas.metric, values))
    legs, rank = [], space.rank(layout)
    for i, stage in enumerate(stages):
        if stage.distance(rank) is None:
            raise UnsolvableError()
        moves: list[Option] = []
        start = space.layout(rank)
        while not _arrived(stages, ends, i, rank):
            best = stage.best_moves(space.layout(rank))[0]
            moves.append(best)
            rank = best.rank
        legs.append(Stage(start, tuple(moves)))
    return tuple(legs)


def _arrived(stages: Sequence[Atlas], ends: Sequence[RankArray], i: int, rank: int) -> bool:
    """Whether leg `i` ends at a rank: at a layout of the waypoint with no shorter path to this waypoint."""
    here = stages[i].distance(rank)
    if i + 1 == len(stages):
        return here == 0
    at = int(np.searchsorted(ends[i], rank))
    found = at < len(ends[i]) and int(ends[i][at]) == rank
    return found and stages[i + 1].distance(rank) == here


def unavoidable(atlas: Atlas, layout: Layout) -> tuple[int, ...]:
    """Return the ranks of the layouts that every shortest solution from `layout` passes, in order.

    After equal numbers of moves, all shortest solutions are equally far from the goal. So these are the layouts that
    are alone at their distance. Raises `UnsolvableError`.

    >>> from huarong.model.puzzle import Puzzle
    >>> puzzle = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
    >>> atlas = Atlas.of(puzzle)
    >>> unavoidable(atlas, puzzle.start) == (atlas.space.rank(puzzle.start),)
    True
    """
    expect(atlas, Atlas)
    ways = atlas.path_counts(layout)
    if not ways:
        raise UnsolvableError()
    return tuple(next(iter(ranks)) for ranks in ways if len(ranks) == 1)


def passes(atlas: Atlas, layouts: Iterable[Layout], key: int, other: int) -> tuple[int, ...]:
    """The numbers of the moves in which the piece of kind `key` passes that of kind `other`, up or down.

    In 华容道, for example, 曹操 (2x2) passes 关羽 (2x1). Heights are the middles of the pieces' rows. The pieces pass
    when the sign of the difference changes; equal heights in between do not count. Raises `InputError` unless each kind
    has one piece.
    """
    expect(atlas, Atlas)
    expect(layouts, Iterable)
    board, kinds = atlas.space.board, atlas.space.kinds
    before, found = 0, []
    for number, layout in enumerate(layouts):
        if len(layout.heads[key]) != 1 or len(layout.heads[other]) != 1:
            raise InputError("only two single pieces can pass each other: name kinds with one piece each")
        middles = []
        for kind in (key, other):
            cells = board.cells(kinds[kind], layout.heads[kind][0]) or ()
            middles.append(min(cells) // board.width + max(cells) // board.width)
        side = (middles[0] > middles[1]) - (middles[0] < middles[1])
        if side and before and side != before:
            found.append(number)
        before = side or before
    return tuple(found)
