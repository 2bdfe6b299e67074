"""The interface of the ways to store levels: blocks, made by tasks that need nothing but a store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from huarong.explore.store import Store, StoredArray
from huarong.explore.tasks import RunTasks
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle

BLOCK = 1 << 22
"""The most keys in a block by default."""
SMALL = 1 << 17
"""The least keys in a block for which a task pays."""


@dataclass(frozen=True, slots=True)
class Shares:
    """What each task may use: `memory` in bytes, at most `block` keys, and how many `workers` run tasks side by
    side.
    """

    memory: int
    block: int = BLOCK
    workers: int = 1


@dataclass(frozen=True, slots=True)
class LevelRecord:
    """All layouts of one depth: how many each block holds, and whether one of them is a goal.

    `files` has the store's entry for each block, None for a block without layouts; `bounds` has the first words of
    the keys at which the blocks begin.
    """

    depth: int
    counts: tuple[int, ...]
    files: tuple[StoredArray | None, ...]
    solved: bool = False
    bounds: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """The number of layouts of the level."""
        return sum(self.counts)


def block_name(depth: int, block: int) -> str:
    """The name of a block of a level in the store."""
    return f"level-{depth:04}-{block:05}"


class Plan(Protocol):
    """How levels are held and made, for one puzzle and metric; a value that can be sent to other processes."""

    kind: ClassVar[str]
    """The name of this way to hold levels in a checkpoint."""

    @classmethod
    def resumed(cls, stored: dict[str, Any], puzzle: Puzzle, metric: Metric, shares: Shares) -> Plan:
        """The plan of a checkpoint, from what its `to_json` gave."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle whose start is level 0."""

    @property
    def metric(self) -> Metric:
        """What counts as one move."""

    @property
    def most(self) -> int | None:
        """An upper bound on the number of reachable layouts; None if there is none."""

    def begin(self, store: Store, run: RunTasks) -> tuple[Plan, LevelRecord]:
        """Write level 0 and the tables that all levels need; returns the plan with these tables, and the level."""

    def advance(self, store: Store, run: RunTasks, levels: Sequence[LevelRecord]) -> LevelRecord:
        """Make the next level from the last two levels or, if moves are not reversible, from all."""

    def size(self, level: LevelRecord, block: int) -> int:
        """The number of 64-bit words of a block in the store."""

    def to_json(self) -> dict[str, Any]:
        """The plan's part of a checkpoint: its `kind`, and what `resumed` needs."""
