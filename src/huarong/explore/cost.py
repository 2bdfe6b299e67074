"""What an exploration takes of disks and memory, from its number of layouts and the form of its levels."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from huarong.errors import InputError
from huarong.explore.exploration import Request
from huarong.explore.plan import Shares
from huarong.explore.sorted_keys import Runs
from huarong.explore.tile_bits import Tiles

_WIDEST = 1 / 20
"""The share of all layouts in the widest level of keys."""
_CANDIDATES = 2
"""How many keys are written in runs for each layout: 1.9 to 3.0 were measured."""
_ROW_LINKS = 90
"""Bytes of the links of a row of bits: 74 to 102 were measured."""
_LEVELS_A_CELL = 5
"""Levels for each cell of a tiles board: the greatest distances on 9, 12 and 16 cells are 31, 53 and 80."""
_PROCESS = 256 << 20
"""The least memory of a process, in bytes."""


def planned(request: Request) -> type[Runs] | type[Tiles]:
    """How the levels of an exploration are stored: bits for tiles, unless keys are requested or the search begins at
    all goals. Raises `InputError` if bits are requested for others.
    """
    tiled = Tiles.fits(request.puzzle) and not request.goals
    if request.resources.by == "bits" and not tiled:
        raise InputError("only layouts of tiles are stored as bits, and only in a search from a start (--by keys)")
    return Tiles if tiled and request.resources.by != "keys" else Runs


@dataclass(frozen=True)
class ExplorationCost:
    """The bytes that an exploration takes, about.

    `layouts` may be fewer. `words` is how many 64-bit words a key has, 0 for layouts stored as bits. `room` is the most
    bytes on the disks at a time, `passed` how many are written and read in all, and `memory` the least of a process.
    """

    layouts: int
    words: int
    room: int
    passed: int
    memory: int = _PROCESS

    @classmethod
    def of(cls, request: Request, layouts: int | None = None) -> ExplorationCost:
        """The cost of a request, for so many layouts. Raises `InputError` if nobody knows how many there are.

        >>> from huarong.model.metric import Metric
        >>> from huarong.library.reader import puzzle
        >>> ExplorationCost.of(Request(puzzle("876543210"), Metric.MOVE))
        ExplorationCost(layouts=181440, words=0, room=2086560, passed=126554400, memory=268435456)
        """
        tiled = planned(request) is Tiles
        plan = Tiles(request.puzzle, request.metric, 1) if tiled else Runs(request.puzzle, request.metric, Shares(0))
        most = layouts or plan.most
        if most is None:
            raise InputError("the number of layouts of this puzzle is unknown: give one for the estimate (--layouts)")
        if isinstance(plan, Tiles):
            level, links = plan.level_bytes + 8 * plan.heads, _ROW_LINKS * plan.heads
            # Every level is written once and read five times, and the links are read for it.
            return cls(most, 0, 3 * level + links, (6 * level + links) * _LEVELS_A_CELL * plan.letters)
        words, word = plan.packing.words, 8 * plan.packing.words
        # A run is written and read, a level written once and read three times: to expand it, and to subtract it twice.
        room = int(_WIDEST * most * word * (3 + _CANDIDATES))
        return cls(most, words, room, most * word * (2 * _CANDIDATES + 4))

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return asdict(self)
