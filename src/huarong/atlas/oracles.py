"""A cache of oracles for many puzzles, and `hint`, which uses one that the whole process shares."""

from __future__ import annotations

import threading
from typing import Any, Unpack

from huarong.atlas.hints import Hint
from huarong.atlas.oracle import KEEP, PATIENCE, Oracle, check_patience
from huarong.errors import expect
from huarong.library.reader import puzzle as read_puzzle
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch, memory_size
from huarong.memo import Budget, Cache
from huarong.model.board import Move
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike

_MANY = 1 << 16
"""The most oracles that are cached, however small."""


class Oracles:
    """A cache of oracles, by puzzle and metric, up to a number of bytes; the least recently used are dropped first.

    >>> oracles = Oracles("100M")
    >>> puzzle = read_puzzle("横刀立马")
    >>> oracles.of(puzzle) is oracles.of(puzzle.started(puzzle.start)), len(oracles)
    (True, 1)
    """

    def __init__(self, keep: int | str = KEEP) -> None:
        self.keep = memory_size(keep)
        self._oracles: Cache[Oracle] = Cache(lambda each: each.bytes, Budget(self.keep), _MANY)
        self._keys: dict[tuple[Puzzle, Metric], Any] = {}
        self._asked: set[Any] = set()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._oracles)

    @property
    def bytes(self) -> int:
        """About how many bytes of memory the oracles take."""
        return sum(each.bytes for each in self._oracles.values())

    def of(self, puzzle: PuzzleLike, metric: Metric | MetricName = Metric.MOVE) -> Oracle:
        """The oracle of a puzzle's pieces and goal in a metric, for any start; built if there is none."""
        puzzle, metric = read_puzzle(puzzle), as_metric(metric)
        with self._lock:
            if len(self._keys) > 1024:
                self._keys.clear()
            key = self._keys.get((puzzle, metric))
            if key is None:
                key = self._keys[puzzle, metric] = _pieces(puzzle, metric)
            self._asked.add(key)
            found = self._oracles.get(key)
            return found or self._oracles.put(key, Oracle(puzzle, metric, keep=self.keep))

    @limited
    def hint(
        self,
        puzzle: PuzzleLike,
        metric: Metric | MetricName = Metric.MOVE,
        *,
        last: Move | str | None = None,
        patience: float = PATIENCE,
        **limits: Unpack[GivenLimits],
    ) -> Hint:
        """The hint for a puzzle's start, by the oracle of its pieces. See `Oracle.hint`."""
        puzzle = read_puzzle(puzzle)
        # Arguments that cannot be meant are refused even where the hint is cached.
        Watch.of(**limits)
        check_patience(patience)
        oracle = self.of(puzzle, metric)
        found = oracle.at_hand(puzzle, last=last)
        if found is None:
            found = oracle.hint(puzzle, last=last, patience=patience, **limits)
            self.trim(oracle)
        return found

    def trim(self, oracle: Oracle) -> None:
        """Drop the least recently used oracles if all together exceed the limit; called after each result of an oracle.

        Since there may be thousands, only oracles asked since the last call are measured.
        """
        expect(oracle, Oracle)
        with self._lock:
            asked = self._asked | {_pieces(oracle.puzzle, oracle.metric)}
            self._asked.clear()
        for key in asked:
            self._oracles.measure(key)


def _pieces(puzzle: Puzzle, metric: Metric) -> Any:
    counts = tuple(len(group) for group in puzzle.start.heads)
    return puzzle.board, puzzle.kinds, counts, puzzle.goal, metric


_SHARED = Oracles()


@limited
def hint(
    puzzle: PuzzleLike,
    metric: Metric | MetricName = Metric.MOVE,
    *,
    last: Move | str | None = None,
    patience: float = PATIENCE,
    **limits: Unpack[GivenLimits],
) -> Hint:
    """The distance of a puzzle's start to the goal, and a grade for every move.

    Tables are cached and serve all layouts of the puzzle's pieces, so the second hint takes microseconds. The
    arguments are those of `Oracle.hint`.

    >>> found = hint("横刀立马")
    >>> found.distance, found.solutions, [str(move) for move in found.best]
    (81, 256, ['N D1', 'O D1', 'P R1', 'Q L1'])
    """
    return _SHARED.hint(puzzle, metric, last=last, patience=patience, **limits)
