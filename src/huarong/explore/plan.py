"""What the two ways to hold a level have in common: blocks, made by tasks that need nothing but a store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from huarong.explore.store import Entry, Store
from huarong.explore.tasks import Run
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BLOCK", "SMALL", "Level", "Mark", "Plan", "block_name"]

BLOCK = 1 << 22
"""Keys in a block, at most, where nothing else is asked for."""
SMALL = 1 << 17
"""Keys in a block that is worth a task of its own."""

Mark = Callable[["NDArray[Any]"], None]
"""Takes ranks: 64-bit numbers."""


@dataclass(frozen=True, slots=True)
class Level:
    """All layouts of one depth: how many each of its blocks holds, and whether one of them is a goal.

    `files` says what the store holds of each block: None for a block without layouts; `bounds` where each begins, of keys the
    first word.
    """

    depth: int
    counts: tuple[int, ...]
    files: tuple[Entry | None, ...]
    solved: bool = False
    bounds: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many layouts."""
        return sum(self.counts)


def block_name(depth: int, block: int) -> str:
    """What a block of a level is called in the store."""
    return f"level-{depth:04}-{block:05}"


class Plan(Protocol):
    """A way to hold levels, for one puzzle and metric. A value that can be sent to other processes."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle whose start is level 0."""

    @property
    def metric(self) -> Metric:
        """What counts as one move."""

    @property
    def most(self) -> int | None:
        """At most so many layouts can be reached; None where that is not known."""

    def begin(self, store: Store, run: Run) -> tuple[Plan, Level]:
        """Write level 0 and whatever else is needed once; the plan that goes on knows what that is."""

    def advance(self, store: Store, run: Run, levels: Sequence[Level]) -> Level:
        """Make the next level out of the last ones: of all where moves cannot be taken back, else of two."""

    def size(self, level: Level, block: int) -> int:
        """How many 64-bit words a block has in the store."""

    def to_json(self) -> dict[str, Any]:
        """What a checkpoint keeps of the plan."""

    def ranks(self, store: Store, level: Level, mark: Mark) -> None:
        """Hand the ranks of all layouts of a level to a function, in portions."""
