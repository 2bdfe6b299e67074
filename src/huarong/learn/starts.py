"""Where episodes begin: a puzzle's start, or random layouts of a puzzle or a family at wanted distances."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import puzzle_at, read_goal
from huarong.atlas.oracle import Oracle
from huarong.atlas.table import DistanceTable
from huarong.design.scrambling import check_distance, scrambles
from huarong.errors import InputError, expect
from huarong.library.reader import puzzle as read
from huarong.model.board import Layout
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.model.pieces import Range
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.space.space import Space

Grids = NDArray[np.uint8]
"""Layouts as rows of letters, one for each cell: what begins there (see `Space.grids`)."""


@dataclass(frozen=True, eq=False)
class Starts:
    """The layouts of a puzzle or family (`puzzle` is None), their goal, and the table of their distances, if any."""

    space: Space
    goal: Goal
    metric: Metric
    puzzle: Puzzle | None
    table: DistanceTable | None

    @classmethod
    def of(
        cls, puzzle: PuzzleLike | None, family: Space | str | None, goal: str | None, metric: Metric, table: bool
    ) -> Starts:
        """Read a puzzle (as `huarong.puzzle` does) or a family (as `Space.parse` does), and a goal in place of its own.

        With `table`, distances are computed if the table is small enough; those of a family always are. Raises
        `InputError` and its like for what cannot be read, and `LimitReached` for a family larger than memory.
        """
        if (puzzle is None) == (family is None):
            raise InputError("give either a puzzle or a family")
        if family is not None:
            space = Space.parse(family) if isinstance(family, str) else family
            wanted = read_goal(space, goal)
            known = Atlas.build(space, wanted, metric)
            return cls(space, wanted, metric, None, known)
        assert puzzle is not None
        found = read(puzzle, goal)
        some = Oracle(found, metric).table() if table else None
        return cls(Space.of(found), found.goal, metric, found, some)

    def draw(self, count: int, distance: Range | None, random: np.random.Generator) -> Grids:
        """Starts for `count` boards: random layouts at a `distance` (least and greatest), each equally likely.

        Without a distance they are the puzzle's own start, or any solvable layouts of the family. Without a table,
        layouts are drawn and solved until enough fit.
        """
        if distance is None and self.puzzle is not None:
            return np.repeat(self._grid(self.puzzle)[None], count, 0)
        expect(distance, tuple, list, type(None))
        least, most = distance or (1, None)
        wanted = check_distance((least, most))
        if self.table is not None:
            ranks = self._fitting(wanted)
            return self.space.grids(ranks[random.integers(len(ranks), size=count)])
        assert self.puzzle is not None
        some = None if wanted == (1, None) else wanted
        seed = int(random.integers(1 << 62))
        found = scrambles(self.puzzle, count, distance=some, metric=self.metric, seed=seed)
        return np.stack([self._grid(each.puzzle) for each in found])

    @functools.lru_cache(4)
    def _fitting(self, distance: Range) -> NDArray[np.int64]:
        """The ranks of all layouts at a distance, kept for the next draw."""
        assert self.table is not None
        return self.table.between(*distance)

    def _grid(self, puzzle: Puzzle) -> Grids:
        grid = np.zeros(self.space.board.size, np.uint8)
        for piece in puzzle.pieces:
            grid[piece.head] = piece.kind + 1
        return grid

    def shown(self, grid: Grids) -> Puzzle:
        """A layout as a puzzle that starts there, to be drawn."""
        heads = (tuple(np.flatnonzero(grid == k + 1).tolist()) for k in range(len(self.space.kinds)))
        layout = Layout(tuple(heads), self.space)
        if self.puzzle is None:
            return puzzle_at(self.space, layout, self.goal)
        return self.puzzle.started(layout)
