"""Random starts of a puzzle: every solvable layout is equally likely, also at a wanted distance from the goal.

A random walk from the goal would prefer layouts with many neighbors. Instead, layouts are drawn by rank, and numbered
tiles by a random permutation of the right parity (Johnson and Story 1879).
"""

import random
from dataclasses import dataclass
from typing import Any, Unpack

from huarong.atlas.atlas import Atlas
from huarong.atlas.table import small
from huarong.errors import InputError, LimitReached, expect
from huarong.library.reader import puzzle as read
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric, MetricLike, as_metric
from huarong.model.pieces import Range, range_text
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.tiles import tile_orders
from huarong.search.solver import solve
from huarong.space.space import Space
from huarong.tiles.answer import joined


@dataclass(frozen=True, slots=True)
class Scramble:
    """A puzzle with a random start, and the start's distance to the goal (None if unknown).

    >>> from huarong.design.scrambling import scrambles
    >>> (found,) = scrambles("捷足先登", distance=(5, 8), seed=1)
    >>> 5 <= found.distance <= 8
    True
    """

    puzzle: Puzzle
    distance: int | None

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle on one line, with its goal, and the distance, as JSON."""
        return {"puzzle": self.puzzle.line(), "distance": self.distance}


def check_distance(distance: Range) -> Range:
    """Return a range of distances of starts. Raises `InputError` if it is empty or begins below 1."""
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
    metric: MetricLike = Metric.MOVE,
    seed: int | None = None,
    **limits: Unpack[GivenLimits],
) -> tuple[Scramble, ...]:
    """Draw starts of a puzzle, uniformly and independently, from all its solvable but unsolved layouts.

    `distance` is the least and the greatest distance to the goal in `metric`; a greatest distance of None means no
    limit. Equal seeds draw equal starts; None uses a new seed each time. Starts of a small space come from an atlas. In
    a larger space, layouts are drawn by rank and solved until enough are at a wanted distance. Numbered tiles of any
    size need no solving without `distance`. Raises `InputError` if there is no such layout, `NotNumberedError` for a
    space without a numbering, `Cancelled`, and `LimitReached`, whose `solution` has the starts drawn so far.

    >>> [found] = scrambles("横刀立马", distance=(40, 50), seed=3)
    >>> found.distance in range(40, 51), found.puzzle.goal == read("横刀立马").goal
    (True, True)
    """
    expect(count, int)
    expect(seed, int, type(None))
    if count < 1:
        raise InputError("{count} is not a valid number of starts; expected 1 or more", count=count)
    least, most = (1, None) if distance is None else check_distance(distance)
    puzzle, metric, draw, watch = read(puzzle), as_metric(metric), random.Random(seed), Watch.of(**limits)
    orders, found = tile_orders(puzzle), list[Scramble]()
    try:
        with watch.setting_up():
            if orders is not None and distance is None:
                return tuple(Scramble(_tiles(puzzle, orders[1], draw), None) for _ in range(count))
            if small(space := Space.of(puzzle)):
                atlas = Atlas.of(puzzle, metric, watch=watch)
                ranks, values = atlas.between(least, most), atlas.distances
                chosen = [int(ranks[draw.randrange(len(ranks))]) for _ in range(count)]
                return tuple(Scramble(puzzle.started(space.layout(rank)), int(values[rank])) for rank in chosen)
            size = 0 if orders else space.measured(watch)
            while len(found) < count:
                watch.ask()
                tiles = orders and _tiles(puzzle, orders[1], draw)
                start = tiles or puzzle.started(space.layout(draw.randrange(size)))
                watch.stage()
                length = solve(start, metric, watch=watch).length
                if length is not None and least <= length <= (length if most is None else most):
                    found.append(Scramble(start, length))
            return tuple(found)
    except LimitReached as error:
        raise error.of_many(tuple(found)) from None


def _tiles(puzzle: Puzzle, last: list[int], draw: random.Random) -> Puzzle:
    """Return a solvable, unsolved board of numbered tiles; `last` is the solved order."""
    width, height = puzzle.board.width, puzzle.board.height
    while True:
        board = last.copy()
        if 1 in (width, height):  # the tiles cannot pass each other
            board.remove(0)
            board.insert(draw.randrange(len(last)), 0)
        else:
            draw.shuffle(board)
            if not joined(board, last, width):
                a, b = [cell for cell, tile in enumerate(board) if tile][:2]
                board[a], board[b] = board[b], board[a]
        if board != last:
            return puzzle.started([board.index(piece.kind + 1) for piece in puzzle.pieces])
