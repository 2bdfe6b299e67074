"""Random starts of a puzzle: every solvable layout is equally likely, also at a wanted distance from the goal.

A random walk from the goal prefers layouts with many neighbours; here layouts are drawn by their ranks, and numbered
tiles by a random permutation of the right parity (Johnson and Story 1879).
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Unpack

from huarong.atlas.atlas import Atlas
from huarong.atlas.table import small
from huarong.errors import InputError, LimitReached, expect
from huarong.library.reader import puzzle as read
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.pieces import Range, range_text
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.tiles import tile_orders
from huarong.search.solver import solve_under
from huarong.space.space import Space
from huarong.tiles.solver import joined


@dataclass(frozen=True, slots=True)
class Scramble:
    """A puzzle with a random start, and the start's distance to the goal (None: it was not needed, and is not known).

    >>> from huarong.design.scrambling import scrambles
    >>> (found,) = scrambles("捷足先登", distance=(5, 8), seed=1)
    >>> 5 <= found.distance <= 8
    True
    """

    puzzle: Puzzle
    distance: int | None

    def to_json(self) -> dict[str, Any]:
        """The puzzle on one line, with its goal, and the distance."""
        return {"puzzle": self.puzzle.line(), "distance": self.distance}


def check_distance(distance: Range) -> Range:
    """Return a range of distances of starts. Raises `InputError` for one that is empty or begins below 1."""
    least, most = distance
    if least < 1 or (most is not None and most < least):
        text = "{range} is not a valid distance; expected a range that starts at 1 or more, such as 40..50"
        raise InputError(text, range=range_text(distance))
    return distance


@limited
def scrambles(
    puzzle: PuzzleLike,
    count: int = 1,
    *,
    distance: Range | None = None,
    metric: Metric | MetricName = Metric.MOVE,
    seed: int | None = None,
    **limits: Unpack[GivenLimits],
) -> tuple[Scramble, ...]:
    """Draw starts of a puzzle, uniformly and independently, from all solvable layouts of its pieces that are not solved
    yet.

    `distance` is the least and greatest distance to the goal in `metric` (a greatest of None: any). Equal seeds draw
    equal starts; None takes another seed each time. Small spaces are drawn from by their atlas. For a larger one
    layouts are drawn by rank and solved until enough are solvable at a wanted distance; numbered tiles of any size need
    no solving unless a distance is wanted. Raises `InputError` if no layout is like that, `NotNumberedError` for a
    space without a numbering, `Cancelled`, and `LimitReached`, whose `solution` are the starts drawn by then.

    >>> [found] = scrambles("横刀立马", distance=(40, 50), seed=3)
    >>> found.distance in range(40, 51), found.puzzle.goal == read("横刀立马").goal
    (True, True)
    """
    expect(count, int)
    expect(seed, int, type(None))
    if count < 1:
        raise InputError("{count} is not a valid number of starts; expected 1 or more", count=count)
    wanted = (1, None) if distance is None else check_distance(distance)
    drawn = _Drawing(read(puzzle), wanted, as_metric(metric), random.Random(seed), Watch.of(**limits))
    try:
        with drawn.watch.setting_up():
            if tile_orders(drawn.puzzle) is not None and distance is None:
                return tuple(Scramble(drawn.tiles(), None) for _ in range(count))
            if small(Space.of(drawn.puzzle)):
                return drawn.from_atlas(count)
            return drawn.solved(count)
    except LimitReached as error:
        error.solution = error.solution or ()
        raise


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What starts are drawn for: a puzzle, a range of distances in a metric, a source of random numbers, a watch."""

    puzzle: Puzzle
    wanted: Range
    metric: Metric
    draw: random.Random
    watch: Watch

    def from_atlas(self, count: int) -> tuple[Scramble, ...]:
        """Draw from the ranks of an atlas that have a wanted distance."""
        atlas = Atlas.of(self.puzzle, self.metric, watch=self.watch)
        ranks, values = atlas.between(*self.wanted), atlas.distances
        chosen = [int(ranks[self.draw.randrange(len(ranks))]) for _ in range(count)]
        return tuple(Scramble(self.puzzle.started(atlas.space.layout(rank)), int(values[rank])) for rank in chosen)

    def solved(self, count: int) -> tuple[Scramble, ...]:
        """Draw layouts and solve them, until enough have a wanted distance."""
        tiles = tile_orders(self.puzzle) is not None
        space, (least, most) = Space.of(self.puzzle), self.wanted
        size = 0 if tiles else space.measured(self.watch)
        found: list[Scramble] = []
        try:
            while len(found) < count:
                self.watch.ask()
                start = self.tiles() if tiles else self.puzzle.started(space.layout(self.draw.randrange(size)))
                self.watch.stage()
                length = solve_under(self.watch, start, self.metric).length
                if length is not None and least <= length <= (length if most is None else most):
                    found.append(Scramble(start, length))
        except LimitReached as error:
            raise error.of_many(tuple(found)) from None
        return tuple(found)

    def tiles(self) -> Puzzle:
        """A board of numbered tiles that can be solved and is not solved yet."""
        orders = tile_orders(self.puzzle)
        assert orders is not None
        _, last = orders
        width, height = self.puzzle.board.width, self.puzzle.board.height
        while True:
            board = last.copy()
            if 1 in (width, height):  # the tiles cannot pass each other
                board.remove(0)
                board.insert(self.draw.randrange(len(last)), 0)
            else:
                self.draw.shuffle(board)
                if not joined(board, last, width):
                    a, b = [cell for cell, tile in enumerate(board) if tile][:2]
                    board[a], board[b] = board[b], board[a]
            if board != last:
                return self.puzzle.started([board.index(piece.kind + 1) for piece in self.puzzle.pieces])
