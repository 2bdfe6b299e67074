"""What a search is to do, and what several methods ask about it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from huarong.limits import Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.keys import Packing
from huarong.values import dataclass

if TYPE_CHECKING:
    from huarong.search.pattern_database import Heuristic

__all__ = ["Task"]

_PATTERN = 4_000_000
"""Layouts of a pattern at most."""


@dataclass(frozen=True, eq=False)
class Task:
    """A puzzle that is not solved at the start, the metric, and the watch over its search."""

    puzzle: Puzzle
    metric: Metric
    watch: Watch

    @functools.cached_property
    def packing(self) -> Packing:
        """How its layouts are keys, of mirror images one."""
        return Packing.of(self.puzzle)

    @functools.cached_property
    def layouts(self) -> float:
        """How many layouts the pieces have, mirror images apart; infinity where they cannot be numbered."""
        from huarong.search.pattern_database import size

        return size(self.puzzle, watch=self.watch)

    @functools.cached_property
    def patterns(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The patterns that seem best: none of so many layouts that it takes long to build, or is the whole."""
        from huarong.search.pattern_database import patterns

        most = min(_PATTERN, self.watch.memory / 100, self.layouts / 8)
        return patterns(self.puzzle, most, watch=self.watch)

    @functools.cached_property
    def heuristic(self) -> Heuristic | None:
        """The distances of those patterns, in a quarter of the memory; None where there are none."""
        from huarong.search.pattern_database import Heuristic

        if not self.patterns:
            return None
        part = self.watch.part(memory=self.watch.memory // 4)
        heuristic = Heuristic.under(part, self.puzzle, self.patterns, self.metric)
        self.watch.stage()
        return heuristic
