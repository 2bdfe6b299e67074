"""Distances modulo 3, in 2 bits a layout, which are enough to find best moves and distances.

If moves are reversible, the neighbours of a layout are one nearer to the goal, one farther, or equally far, and
distances modulo 3 show which. The number of moves of a descent to the goal is the distance. (Cooperman and
Finkelstein, New Methods for Using Cayley Graphs in Interconnection Networks, 1992.)

The file is a container (`huarong.container`) whose content has rank r in byte r // 4 from bit 2 * (r % 4) on, 3 where
no goal can be reached. Its header names space, goal and metric.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Option, UnsolvableError
from huarong.atlas.goals import kept_goal
from huarong.container import PIECE, Container, writing
from huarong.errors import FileError, expect
from huarong.model.board import Layout
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.model.rules import Rules
from huarong.space.space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KIND = "modulo"
NOWHERE = 3


@dataclass(frozen=True, eq=False)
class Modulo:
    """The distances of a space modulo 3; `table` has them by rank, four to a byte.

    >>> from huarong.model.puzzle import Puzzle
    >>> from huarong.atlas.atlas import Atlas
    >>> atlas = Atlas.of(Puzzle.parse("876/543/21.", goal="123/456/78."))
    >>> modulo = Modulo.of(atlas.space, atlas.goal, atlas.metric, atlas.distances)
    >>> start = Puzzle.parse("876/543/21.", goal="123/456/78.").start
    >>> modulo.distance(start), len(modulo.best_moves(start))
    (30, 2)
    """

    space: Space
    goal: Goal
    metric: Metric
    table: NDArray[np.uint8]

    @classmethod
    def of(cls, space: Space, goal: Goal, metric: Metric, distances: NDArray[Any]) -> Modulo:
        """Make the table from distances by rank (the greatest number of their type where no goal can be reached)."""
        expect(space, Space)
        expect(distances, np.ndarray)
        values = np.full(-(-len(distances) // 4) * 4, NOWHERE, np.uint8)
        values[: len(distances)] = np.where(distances == np.iinfo(distances.dtype).max, NOWHERE, distances % 3)
        weights = np.array([1, 4, 16, 64], np.uint8)
        return cls(space, goal, metric, values.reshape(-1, 4) @ weights)

    @classmethod
    def open(cls, path: str | Path) -> Modulo:
        """Read a file, all of it checked. Raises `FileNotFoundError` and `FileError`."""
        with Container.open(path, _KIND) as file:
            header = file.header
            with file.sense():
                space = Space.parse(header["space"])
                goal = kept_goal(space, header["goal"])
                metric = Metric(header["metric"])
            if file.size != -(-space.size // 4):
                raise FileError("{path} is damaged: its distances differ from what was written", path=path)
            table = np.frombuffer(file.content(), np.uint8)
        return cls(space, goal, metric, table)

    def save(self, path: str | Path) -> None:
        """Write a file, whole or not at all. Raises `FileError`."""
        header = {"space": self.space.text, "goal": self.goal.alternatives, "metric": self.metric.value}
        with writing(path, _KIND, header) as file:
            for i in range(0, len(self.table), PIECE):
                file.write(np.ascontiguousarray(self.table[i : i + PIECE]).data)

    def value(self, rank: int) -> int:
        """The distance of a rank modulo 3, or 3 where no goal can be reached."""
        expect(rank, int)
        if not 0 <= rank < self.space.size:
            self.space.layout(rank)
        return int(self.table[rank >> 2]) >> 2 * (rank & 3) & 3

    def best_moves(self, layout: Layout) -> tuple[Option, ...]:
        """The moves to layouts one nearer, none from a goal; their `distance` is not computed. Raises
        `UnsolvableError`.
        """
        rules, rank = Rules.of(self.space.board, self.space.kinds), self.space.rank(layout)
        _, ranks, places = dense.neighbours(self.space, [rank], self.metric)
        return tuple(
            Option(rules.kind[p], rules.head[p], rules.head[q], r, None)
            for r, (p, q) in zip(ranks.tolist(), places.tolist(), strict=True)
            if r in self._nearer(rank, [r])
        )

    def distance(self, layout: Layout) -> int:
        """The distance of a layout to the goal, by a descent. Raises `UnsolvableError`."""
        rank, steps = self.space.rank(layout), 0
        while True:
            nearer = self._nearer(rank, dense.neighbours(self.space, [rank], self.metric)[1].tolist())
            if not nearer:
                return steps
            rank, steps = nearer[0], steps + 1

    def _nearer(self, rank: int, neighbours: list[int]) -> list[int]:
        """The neighbours of a rank that are one nearer to the goal."""
        value = self.value(rank)
        if value == NOWHERE:
            raise UnsolvableError
        return [each for each in neighbours if self.value(each) == (value + 2) % 3]
