"""What is asked of an engine, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from huarong.explore.plan import BLOCK
from huarong.model.board import Layout
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle

__all__ = ["Exploration", "Request"]


@dataclass(frozen=True, slots=True)
class Request:
    """One exploration, as every engine understands it; `huarong.explore.run` says what each field means."""

    puzzle: Puzzle
    metric: Metric
    folder: Path | None = None
    resume: bool = False
    workers: int | None = None
    address: str = "local"
    until_goal: bool = False
    save: Path | None = None
    two_bits: bool = False
    block: int = BLOCK
    goals: bool = False
    farthest: int = 0


@dataclass(frozen=True)
class Exploration:
    """How many layouts there are at each distance from a puzzle's start, or from all its goals.

    `goal_depth` is the depth of the first goal, None where no goal is in reach; `complete` tells whether
    everything in reach was seen. `farthest` are layouts of the last level, as many as were asked for.
    """

    puzzle: Puzzle
    metric: Metric
    engine: str
    levels: tuple[int, ...]
    complete: bool
    goal_depth: int | None
    seconds: float
    farthest: tuple[Layout, ...] = ()

    @property
    def total(self) -> int:
        """How many layouts were found."""
        return sum(self.levels)

    @property
    def radius(self) -> int:
        """The depth of the last level."""
        return len(self.levels) - 1

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "name": self.puzzle.name_zh or self.puzzle.name or None,
            "metric": str(self.metric),
            "engine": self.engine,
            "levels": list(self.levels),
            "total": self.total,
            "radius": self.radius,
            "complete": self.complete,
            "goal_depth": self.goal_depth,
            "seconds": round(self.seconds, 6),
        }
