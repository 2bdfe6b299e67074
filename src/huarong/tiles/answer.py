"""The answer of a search for numbered tiles, and the parity test for solvability."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

TilesMetric = Literal["tile", "line"]
"""The meaning of one move: one tile by one cell, or any number of tiles in a line with the blank."""


@dataclass(frozen=True, slots=True)
class TilesAnswer:
    """A solution, or the answer that there is none.

    It is a shortest solution unless `bound` has the proved lower bound: no solution has fewer moves than `bound`.
    `path` has the blank's cell at the start and after each move; it is empty if `solvable` is false. `thresholds` are
    the bounds of the IDA* iterations, and `tables` is the name of the set of databases used.
    """

    width: int
    height: int
    start: tuple[int, ...]
    goal: tuple[int, ...]
    metric: TilesMetric
    solvable: bool
    path: tuple[int, ...]
    explored: int
    thresholds: tuple[int, ...]
    tables: str
    seconds: float
    bound: int | None = None

    @property
    def length(self) -> int | None:
        """The number of moves; None if there is no solution."""
        return len(self.path) - 1 if self.solvable else None

    @property
    def moves(self) -> tuple[tuple[int, ...], ...]:
        """The tiles that each move slides, beginning with the one next to the blank.

        >>> from huarong.tiles import solve_tiles
        >>> solve_tiles([1, 2, 0, 3], (1, 2, 3, 0)).moves
        ((3,),)
        """
        tiles, result = list(self.start), []
        for here, there in itertools.pairwise(self.path):
            line = between(here, there, self.width)
            result.append(tuple(tiles[cell] for cell in line))
            for a, b in itertools.pairwise((here, *line)):
                tiles[a], tiles[b] = tiles[b], 0
        return tuple(result)

    def verify(self) -> bool:
        """Replay the moves; return whether all are legal and the last board is the goal."""
        if not self.solvable:
            return not joined(self.start, self.goal, self.width)
        tiles, width = list(self.start), self.width
        if tiles[self.path[0]] != 0:
            return False
        for here, there in itertools.pairwise(self.path):
            line = between(here, there, width)
            if not line or (self.metric == "tile" and len(line) > 1):
                return False
            for a, b in itertools.pairwise((here, *line)):
                tiles[a], tiles[b] = tiles[b], 0
        return tuple(tiles) == self.goal

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON.

        >>> from huarong.tiles import solve_tiles
        >>> solve_tiles([1, 2, 0, 3], (1, 2, 3, 0)).to_json()["moves"]
        [[3]]
        """
        plain: dict[str, Any] = {"solved": self.solvable, "length": self.length, "metric": self.metric}
        plain |= {"optimal": self.bound is None, "bound": self.bound, "moves": [list(move) for move in self.moves]}
        plain |= {"explored": self.explored, "tables": self.tables or None}
        return plain | {"seconds": round(self.seconds, 6)}


def between(here: int, there: int, width: int) -> list[int]:
    """Return the cells after `here` up to `there` in its row or column; empty if they are not in line."""
    if here // width == there // width:
        step = 1 if there > here else -1
    elif here % width == there % width:
        step = width if there > here else -width
    else:
        return []
    return list(range(here + step, there + step, step)) if here != there else []


def joined(start: Sequence[int], goal: Sequence[int], width: int) -> bool:
    """Whether moves lead from one board to the other, for two valid boards of any size; see `solvable`.

    >>> joined((1, 2, 0), (0, 1, 2), 3)
    True
    """
    if width == 1 or width == len(start):
        return [tile for tile in start if tile] == [tile for tile in goal if tile]
    place = {tile: cell for cell, tile in enumerate(goal)}
    a, b = start.index(0), place[0]
    odd = abs(a % width - b % width) + abs(a // width - b // width)
    left = set(range(len(start)))
    while left:
        cell = left.pop()
        while (cell := place[start[cell]]) in left:
            left.remove(cell)
            odd += 1
    return odd % 2 == 0
