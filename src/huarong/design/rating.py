"""The rating: how hard a puzzle is for a person, from 0 to 100, and its parts.

The parts are added in bits: each bit doubles the time within which half of the solvers finish. Their weights are fitted
to the times of 86 people on Rush Hour boards (`benchmarks/rating.py`); for other puzzles the time is an estimate. The
rating is 100 / (1 + sqrt(300 s / time)): 50 means five minutes (see `docs/en/explanation/rating.md`).
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import log2
from typing import Any, Unpack

from huarong.atlas.oracle import Oracle, Oracles
from huarong.atlas.table import DistanceTable
from huarong.design.player import PATIENCE, ReasonTree, moves_of_a_player
from huarong.design.solution_statistics import SolutionStatistics, statistics
from huarong.i18n import say
from huarong.library.catalogue import easier, stars
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import METRICS, Metric
from huarong.model.puzzle import Puzzle, PuzzleLike, Solution
from huarong.search.solver import solve, solve_within

_HALF = 300.0
"""The time, in seconds, whose rating is 50."""
WEIGHTS = (-2.02, 1.59, 0.35, 0.26)
"""The terms of the time's logarithm to base 2, fitted by `benchmarks/rating.py`: a constant, then bits per doubling of
three counts plus one: the pieces to be moved, the layouts with a single best move, and the player's moves.
"""
_MEASURED = 15
"""The longest solution, in moves, in the timed data; beyond it, time is assumed to grow with length."""
_ONLY = 0.85
"""The assumed share of layouts with a single best move if there is no table: the mean of 60 puzzles of the library."""
_TIMES = {
    (True, False): "half of the people who solve it take less than about {n} {n:second|seconds}",
    (True, True): "half of the people who solve it take less than about {n} {n:minute|minutes}",
    (False, False): "half of the people who solve it may take less than about {n} {n:second|seconds}: an estimate, "
    "because people were timed only on Rush Hour boards of at most {most} {most:move|moves}",
    (False, True): "half of the people who solve it may take less than about {n} {n:minute|minutes}: an estimate, "
    "because people were timed only on Rush Hour boards of at most {most} {most:move|moves}",
}
"""The sentences about a time, by whether it was measured and whether it is in minutes."""
_PARTS = {
    "pieces": "a shortest solution moves {pieces:.1f} of {all} {all:piece|pieces} on average",
    "single best moves": "at {only:.1f} of {length} {length:move|moves}, only one choice is best; on average, there "
    "are {choices:.1f} {choices:choice|choices}",
    "reasoning": "a player who looks for what blocks the way, then for what blocks that, makes about {moves:.0f} "
    "{moves:move|moves} (counted up to {most})",
    "length": "{length} {length:move|moves}; people were timed on puzzles of at most {most}; for longer ones, the "
    "time is assumed to grow with the length",
}
"""The sentence for each part of a rating."""
_SEARCHED = 4_000_000
"""The most layouts searched for a shortest solution if there is no table."""


# Features: numbers that may make a puzzle hard for a person, most of them logarithms to base 2. `benchmarks/rating.py`
# tries each alone and beside the length on times of people.


@dataclass(frozen=True)
class Findings:
    """Statistics of shortest solutions, mean moves of `huarong.design.player`, reachable layouts, tree of reasons."""

    found: SolutionStatistics
    player: float
    reached: int | None = None
    tree: ReasonTree | None = None


FEATURES: dict[str, Callable[[Findings], float]] = {
    "length": lambda its: log2(max(1, its.found.length)),  # the moves of a shortest solution
    "pieces": lambda its: log2(1 + its.found.pieces),  # the pieces that a shortest solution moves, and one more
    # the layouts on a best way with a single best move, and one more
    "single best moves": lambda its: log2(1 + its.found.only),
    # the moves of a simulated player who follows reasons (Olieslagers and others, CogSci 2024)
    "reasoning": lambda its: log2(its.player),
    # the moves of a shortest solution that move a piece once more, not as a logarithm
    "moved again": lambda its: its.found.length - its.found.pieces,
    "choices": lambda its: log2(max(1.0, its.found.choices)),  # the mean number of moves to choose from
    "bits": lambda its: its.found.bits,  # the bits of guessing a best move each time
    # the choices along a best way that lose, as a share of them, times the length
    "wrong turns": lambda its: its.found.losing * its.found.length,
    "temptations": lambda its: its.found.tempting,  # the layouts where a losing move brings a piece of the goal nearer
    "detours": lambda its: its.found.away,  # the moves that take a piece of the goal away from its place
    "unforced moves": lambda its: its.found.length - its.found.forced,  # the moves of a best way that are not forced
    "reach": lambda its: log2(its.reached or 1),  # the layouts that can be reached; 0 if they are not counted
    # the nodes of the tree of reasons at the start, and one more; 0 if it is not known, as for the next two
    "reasons": lambda its: log2(1 + its.tree.size) if its.tree else 0.0,
    "depth of reasons": lambda its: its.tree.depth if its.tree else 0.0,  # its levels, not as a logarithm
    # the moves at the start that have a reason, and one more
    "leaves of reasons": lambda its: log2(1 + its.tree.leaves) if its.tree else 0.0,
}
"""The features by name."""
WEIGHED = ("pieces", "single best moves", "reasoning")
"""The features that the rating weighs."""


# The rating


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a rating: its name, its effort in bits (each doubles the time), and its message."""

    name: str
    effort: float
    template: str
    values: dict[str, Any]

    def message(self, lang: str = "en") -> str:
        """The part's message in the language asked for."""
        return say(self.template, lang, **self.values)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The name, the effort in bits and the message, as JSON."""
        return {"name": self.name, "effort": round(self.effort, 2), "text": self.message(lang)}


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is: `score` from 0 to 100 (None if it cannot be solved), and the parts of the score.

    `seconds` is the time within which half of the solvers finish; None if the puzzle is solved at the start or
    unsolvable. `best` has the lengths of shortest solutions by metric if they are known, `solutions` is the number of
    shortest solutions in moves, and `reached` the number of reachable layouts. Without a table of the layouts, a rating
    is `estimated` from one solution of `length` moves; `least` says whether this is a shortest solution.
    """

    puzzle: Puzzle
    score: int | None
    length: int | None
    parts: tuple[Part, ...]
    best: dict[str, int | None]
    solutions: int | None
    reached: int | None
    estimated: bool = False
    least: bool = True
    seconds: float | None = None

    @property
    def measured(self) -> bool:
        """Whether the puzzle resembles the timed puzzles: Rush Hour with at most 15 moves."""
        straight = all(len(kind.directions) == 2 for kind in self.puzzle.kinds)
        return straight and self.length is not None and self.length <= _MEASURED

    def time_message(self, lang: str = "en") -> str:
        """Return in words the time within which half of the solvers finish; empty without a time."""
        if self.seconds is None:
            return ""
        long = (seconds := round(self.seconds)) >= 100
        n = round(self.seconds / 60) if long else seconds
        return say(_TIMES[self.measured, long], lang, most=_MEASURED, n=n)

    @property
    def stars(self) -> int | None:
        """The stars, from 1 to 5; None if it cannot be solved."""
        return stars(self.score)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """All fields as JSON."""
        name, parts = self.puzzle.name_zh or self.puzzle.name or None, [part.to_json(lang) for part in self.parts]
        fields = ("stars", "seconds", "measured", "estimated", "length", "least", "best", "solutions", "reached")
        less, rated = (None, None) if self.score is None else easier(self.score)
        found = {"name": name, "rating": self.score, "harder_than": less, "rated": rated}
        return {**found, **{each: getattr(self, each) for each in fields}, "parts": parts}

    def __repr__(self) -> str:
        name = self.puzzle.name_zh or self.puzzle.name or "/".join(self.puzzle.rows())
        about = "cannot be solved" if self.score is None else f"{self.score} of 100{', estimated' * self.estimated}"
        return f"<Rating {name}: {about}>"


def score(seconds: float) -> int:
    """Return the score of a time: 50 for five minutes, 67 for twenty.

    >>> score(0), score(30), score(300), score(1200)
    (0, 24, 50, 67)
    """
    return round(100 / (1 + math.sqrt(_HALF / seconds))) if seconds else 0


def quick_score(found: SolutionStatistics, puzzle: Puzzle, watch: Watch) -> int:
    """Return the score of a puzzle whose statistics are known."""
    return score(_seconds(_parts(found, puzzle, watch))) if found.length else 0


def table_of(puzzle: Puzzle, watch: Watch, oracle: Oracle | None = None) -> DistanceTable | None:
    """Return the table of distances for a puzzle's rating; None if there are too many layouts."""
    return (oracle or Oracle(puzzle)).table(puzzle, watch=watch)


@limited
def rate(
    puzzle: PuzzleLike, *, oracles: Oracles | None = None, whole: bool = True, **limits: Unpack[GivenLimits]
) -> Rating:
    """Rate how hard a puzzle is for a person, from 0 to 100. A mirror image has the same rating within a point.

    All layouts of its pieces, or of its component, are searched. If there are too many, the rating is an estimate from
    one solution. To rate many puzzles of one set of pieces, pass an `Oracles`, which keeps the tables. Without `whole`,
    the lengths in other metrics and the number of solutions are omitted. Raises `LimitReached` if no solution is found,
    and `Cancelled`.

    >>> rating = rate("横刀立马")
    >>> rating.score, rating.stars, [part.name for part in rating.parts]
    (66, 5, ['pieces', 'single best moves', 'reasoning', 'length'])
    >>> rate("走投无路").score
    """
    watch, puzzle = Watch.of(**limits), read_puzzle(puzzle)
    table = table_of(puzzle, watch, None if oracles is None else oracles.of(puzzle))
    return _estimate(puzzle, watch) if table is None else rate_on(table, puzzle, watch, whole)


def rate_on(table: DistanceTable, puzzle: Puzzle, watch: Watch, whole: bool = True) -> Rating:
    """Return the rating from a table; for `whole`, see `rate`."""
    rank = table.space.rank(puzzle.start)
    found, reached = statistics(table, puzzle.goal, rank, watch), table.reached(rank, watch)
    if found is None:
        return _unsolvable(puzzle, reached)
    best, solutions = dict[str, int | None](), None
    for metric in METRICS:
        if metric is Metric.MOVE:
            best[metric.value] = found.length
        elif whole:
            watch.stage()
            best[metric.value] = solve(puzzle, metric, watch=watch).length
    if whole:
        solutions = table.count_solutions(puzzle.start, watch=watch)
    return _rated(Rating(puzzle, 0, found.length, (), best, solutions, reached), found, watch)


def _rated(bare: Rating, found: SolutionStatistics, watch: Watch) -> Rating:
    if not found.length:
        return bare
    seconds = _seconds(parts := _parts(found, bare.puzzle, watch))
    return replace(bare, parts=parts, seconds=round(seconds, 1), score=score(seconds))


def _unsolvable(puzzle: Puzzle, reached: int | None, estimated: bool = False) -> Rating:
    none: dict[str, int | None] = {metric.value: None for metric in METRICS}
    return Rating(puzzle, None, None, (), none, 0, reached, estimated)


def _seconds(parts: Iterable[Part]) -> float:
    return math.exp2(WEIGHTS[0] + sum(part.effort for part in parts))


def _parts(found: SolutionStatistics, puzzle: Puzzle, watch: Watch) -> tuple[Part, ...]:
    its = Findings(found, moves_of_a_player(puzzle, watch))
    values: dict[str, dict[str, Any]] = {
        "pieces": {"pieces": found.pieces, "all": len(puzzle.pieces)},
        "single best moves": {"only": found.only, "length": found.length, "choices": found.choices},
        "reasoning": {"moves": its.player, "most": PATIENCE},
        "length": {"length": found.length, "most": _MEASURED},
    }
    efforts = [weight * FEATURES[name](its) for weight, name in zip(WEIGHTS[1:], WEIGHED, strict=True)]
    efforts.append(max(0.0, log2(found.length / _MEASURED)))
    parts = zip(values.items(), efforts, strict=True)
    return tuple(Part(name, effort, _PARTS[name], some) for (name, some), effort in parts)


# Without a table


def _estimate(puzzle: Puzzle, watch: Watch) -> Rating:
    """Return an estimate from one solution: a shortest solution if `_SEARCHED` layouts suffice to find it, else a good
    solution.

    The limit counts layouts, so the rating does not depend on the machine's speed.
    """
    solution = solve_within(watch, puzzle, Metric.MOVE, _SEARCHED)
    if solution is None:
        watch.stage()
        solution = solve(puzzle, Metric.MOVE, optimal=False, watch=watch)
    if not solution.solved:
        return _unsolvable(puzzle, None, estimated=True)
    best = {Metric.MOVE.value: len(solution)} if solution.optimal else {}
    bare = Rating(puzzle, 0, len(solution), (), dict(best), None, None, estimated=True, least=solution.optimal)
    watch.stage()
    return _rated(bare, _guessed(solution), watch)


def _guessed(solution: Solution) -> SolutionStatistics:
    """The statistics of one solution for a rating: a share `_ONLY` of its layouts is assumed to have one best move."""
    choices, last, n = 0, "", len(solution)
    for heads, move in zip(solution.heads, solution.moves, strict=False):
        choices += sum(each.piece != last for each in solution.puzzle.started(heads).moves())
        last = move.piece
    pieces = float(len({move.piece for move in solution.moves}))
    return SolutionStatistics(n, 0.0, choices / max(1, n), 0.0, 0.0, 0.0, 0.0, _ONLY * n, pieces)
