"""Times of people, and how well features of puzzles explain them; the rating's weights are fitted to such times.

A file has a row for each puzzle or for each solve, as CSV with a header or as JSON Lines. The column `puzzle` (or
`board`) has the puzzle, and `seconds`, `median_seconds` or `milliseconds` the time. The timers export such files.
"""

import csv
import io
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from huarong.design.player import moves_of_a_player, tree_of_reasons
from huarong.design.rating import FEATURES, WEIGHED, Findings, table_of
from huarong.design.solution_statistics import statistics
from huarong.errors import HuarongError, InputError
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import Watch
from huarong.model.puzzle import Puzzle

_LEAST = 8
"""The fewest puzzles for fitting weights."""
_TIMES = {"seconds": 1.0, "median_seconds": 1.0, "milliseconds": 0.001}
"""The possible columns of the time, and their units in seconds."""


@dataclass(frozen=True)
class Timed:
    """A puzzle, the median time in seconds of its rows in a file, and the number of these rows."""

    puzzle: Puzzle
    seconds: float
    rows: int


@dataclass(frozen=True)
class Correlation:
    """How well some features explain times. Each puzzle's time is predicted with weights fitted to all other puzzles.

    `pearson` is the correlation with the logarithm of the time, and `spearman` that of ranks. `within` is the mean of
    `spearman` over groups of at least five puzzles of one length; it is None without such a group, or if a group has
    one prediction for all. `weights` are fitted to all puzzles: a constant, then bits for each feature.
    """

    features: tuple[str, ...]
    pearson: float
    spearman: float
    within: float | None
    weights: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        numbers = {"pearson": self.pearson, "spearman": self.spearman, "within": self.within}
        short = {name: None if value is None else round(value, 3) for name, value in numbers.items()}
        return {"features": list(self.features), **short, "weights": [round(each, 3) for each in self.weights]}


def read_times(text: str) -> list[Timed]:
    r"""Return the puzzles and times in a file's text, in the order in which puzzles first appear.

    Raises `InputError`, which names the row.

    >>> [(each.seconds, each.rows) for each in read_times("puzzle,seconds\nRush Hour 1,9\nRush Hour 1,11\n")]
    [(10.0, 2)]
    """
    times: dict[Puzzle, list[float]] = {}
    for number, row in enumerate(_rows(text), 1):
        puzzle, seconds = _row(number, row)
        times.setdefault(puzzle, []).append(seconds)
    return [Timed(puzzle, median(some), len(some)) for puzzle, some in times.items()]


def _rows(text: str) -> list[Any]:
    text = text.removeprefix("\ufeff")
    if not text.lstrip().startswith("{"):
        return list(csv.DictReader(io.StringIO(text)))
    rows = []
    for number, line in enumerate(filter(str.strip, text.splitlines()), 1):
        try:
            rows.append(json.loads(line))
        except ValueError:
            raise InputError("row {row} is not valid JSON", row=number) from None
    return rows


def _row(number: int, row: Any) -> tuple[Puzzle, float]:
    fields = row if isinstance(row, dict) else {}
    given = fields.get("puzzle") or fields.get("board")
    unit = next((each for each in _TIMES if fields.get(each) not in (None, "")), None)
    if not isinstance(given, str) or unit is None:
        text = "row {row} lacks a puzzle or a time; expected the columns puzzle (or board) and one of {times}"
        raise InputError(text, row=number, times=", ".join(_TIMES))
    try:
        seconds = float(fields[unit]) * _TIMES[unit]
    except (TypeError, ValueError):
        seconds = math.nan
    if not 0 < seconds < math.inf:
        text = "row {row}: '{got}' is not a valid time; expected a number above 0"
        raise InputError(text, row=number, got=fields[unit])
    try:
        return read_puzzle(given), seconds
    except HuarongError as error:
        raise InputError("row {row}: {fault}", row=number, fault=error.message()) from None


def findings(puzzle: Puzzle, watch: Watch) -> Findings:
    """Compute the data for a puzzle's features. Raises `InputError` if it has no table or no solution."""
    if (table := table_of(puzzle, watch)) is not None:
        rank = table.space.rank(puzzle.start)
        if (found := statistics(table, puzzle.goal, rank, watch)) is not None and found.length:
            player, reached = moves_of_a_player(puzzle, watch), table.reached(rank, watch)
            return Findings(found, player, reached, tree_of_reasons(puzzle, watch))
    text = "'{puzzle}' has no features: it is solved at the start, cannot be solved, or has too many layouts"
    raise InputError(text, puzzle=puzzle.name_zh or puzzle.name or "/".join(puzzle.rows()))


def correlations(times: Sequence[Timed], its: Sequence[Findings], sets: Sequence[Sequence[str]]) -> list[Correlation]:
    """Return how well each set of features explains the times; `its` has the findings of each puzzle.

    Raises `InputError` for fewer than eight puzzles.
    """
    if len(times) < _LEAST:
        text = "there are times of {got} {got:puzzle|puzzles}; expected at least {least}"
        raise InputError(text, got=len(times), least=_LEAST)
    log, lengths = np.log2([each.seconds for each in times]), np.array([each.found.length for each in its])
    groups, found = [lengths == n for n in np.unique(lengths)], []
    for names in map(tuple, sets):
        table = np.array([[1.0, *(FEATURES[name](each) for name in names)] for each in its])
        others = zip(table, ~np.eye(len(log), dtype=bool), strict=True)
        predicted = np.array([row @ _fitted(table[rest], log[rest]) for row, rest in others])
        inner = [rank_correlation(predicted[some], log[some]) for some in groups if some.sum() >= 5]
        within = float(np.mean(inner)) if inner and names != ("length",) else None
        weights = tuple(_fitted(table, log).tolist())
        both = _correlated(predicted, log), rank_correlation(predicted, log)
        found.append(Correlation(names, *both, within, weights))
    return found


def usual_sets() -> list[tuple[str, ...]]:
    """The sets to compare: every feature alone, every feature with the length, the rating's features, and all."""
    alone = [(name,) for name in FEATURES]
    beside = [("length", name) for name in FEATURES if name != "length"]
    return [*alone, *beside, WEIGHED, ("length", *WEIGHED), tuple(FEATURES)]


def rank_correlation(a: Any, b: Any) -> float:
    """Return Spearman's correlation of two series of numbers.

    >>> rank_correlation([1, 2, 3], [10, 30, 20])
    0.5
    """
    return _correlated(_ranks(np.array(a)), _ranks(np.array(b)))


def _fitted(table: NDArray[Any], log: NDArray[Any]) -> Any:
    return np.linalg.lstsq(table, log, rcond=None)[0]


def _correlated(a: NDArray[Any], b: NDArray[Any]) -> float:
    """Return Pearson's correlation of two series; 0 if one is constant."""
    a, b = a - a.mean(), b - b.mean()
    norm = math.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / norm if norm else 0.0


def _ranks(values: NDArray[Any]) -> Any:
    """Return the ranks of values; equal values share their mean rank."""
    _, index, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return ((ends - counts + ends - 1) / 2)[index]
