"""The rating: how hard a puzzle is for a person, from 0 to 100, and the parts that it is the sum of.

The parts are added up as an effort in bits: the choices to be guessed right on a shortest solution, the cost of wrong
turns, and others. The rating is 100 x effort / (effort + 100): 50 stands for an effort of 100 bits. `docs/rating.md`
says why.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Unpack

from huarong.atlas.oracle import Oracle
from huarong.atlas.oracles import Oracles
from huarong.design.solution_statistics import DEEP, Analysis, SolutionStatistics, offset
from huarong.i18n import say
from huarong.library.counts import stars
from huarong.library.reader import puzzle as read_puzzle
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.metric import METRICS, Metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.solution import Solution
from huarong.search.solver import solve_under, solve_within

_HALF = 100.0
"""The effort, in bits, of a rating of 50."""
_TURN, _TEMPTED, _AWAY, _MOVE, _REACH = 0.5, 2.0, 2.0, 0.25, 0.5
"""Bits for a wrong turn of full depth, a temptation, a detour, a move that is not forced, a doubling of the component."""
_GUESSED = 0.75
"""The share of one solution's bits of choice that ratings with a table have on average: it corrects estimates."""
_SEARCHED = 4_000_000
"""The most layouts searched for a shortest solution where there is no table."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a rating: its name, its effort in bits, and its message."""

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
    """How hard a puzzle is: `score` from 0 to 100 (None: it cannot be solved), and the parts it is made of.

    `best` has the lengths of shortest solutions in the metrics where they are known, `solutions` is the number of
    shortest solutions in moves, `reached` how many layouts can be reached. An `estimated` rating is made from one
    solution alone, of `length` moves, where there is no table of the layouts; `least` says whether that solution is a
    shortest one.
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

    @property
    def stars(self) -> int | None:
        """From 1 to 5; None where it cannot be solved."""
        return stars(self.score)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """All fields as JSON."""
        return {
            "name": self.puzzle.name_zh or self.puzzle.name or None,
            "rating": self.score,
            "stars": self.stars,
            "estimated": self.estimated,
            "length": self.length,
            "least": self.least,
            "best": self.best,
            "solutions": self.solutions,
            "reached": self.reached,
            "parts": [part.to_json(lang) for part in self.parts],
        }

    def __repr__(self) -> str:
        name = self.puzzle.name_zh or self.puzzle.name or "/".join(self.puzzle.rows())
        if self.score is None:
            return f"<Rating {name}: cannot be solved>"
        about = ", estimated" if self.estimated else ""
        return f"<Rating {name}: {self.score} of 100{about}>"


def score(bits: float) -> int:
    """The score of an effort in bits: 50 for 100 bits, 75 for 300.

    >>> score(0), score(100), score(300)
    (0, 50, 75)
    """
    return round(100 * bits / (bits + _HALF))


def effort(found: SolutionStatistics, reached: int) -> float:
    """The sum of the parts of a rating, in bits."""
    return sum(part.effort for part in _parts(found, reached))


def analysis_of(puzzle: Puzzle, watch: Watch, oracle: Oracle | None = None) -> Analysis | None:
    """The table of distances for a puzzle's rating; None where there are too many layouts for one."""
    oracle = oracle or Oracle(puzzle)
    table = oracle.table(
        puzzle, max_memory=watch.memory, max_seconds=max(watch.left, 0.001),
        progress=watch.progress, cancel=watch.cancel,
    )  # fmt: skip
    return None if table is None else Analysis(table, oracle.puzzle.goal)


@limited
def rate(
    puzzle: PuzzleLike, *, oracles: Oracles | None = None, **limits: Unpack[GivenLimits]
) -> Rating:
    """Rate how hard a puzzle is for a person, from 0 to 100. A mirror image has an equal rating.

    All layouts of its pieces are searched, or those of its component; where these are too many, the rating is an
    estimate from one solution. To rate many puzzles of one set of pieces, pass an `Oracles`, which keeps the tables.
    Raises `LimitReached` where no solution is found, and `Cancelled`.

    >>> rating = rate("横刀立马")
    >>> rating.score, rating.stars, [part.name for part in rating.parts]
    (62, 4, ['choices', 'wrong turns', 'temptations', 'detours', 'length', 'reach'])
    >>> rate("走投无路").score
    """
    watch = Watch.of(**limits)
    return rate_under(watch, read_puzzle(puzzle), oracles)


def rate_under(
    watch: Watch, puzzle: Puzzle, oracles: Oracles | None = None, whole: bool = True
) -> Rating:
    """Rate as `rate` does, under a watch that the caller has; for `whole` see `rate_on`."""
    analysis = analysis_of(puzzle, watch, None if oracles is None else oracles.of(puzzle))
    if analysis is None:
        return _estimate(puzzle, watch)
    return rate_on(analysis, puzzle, watch, whole)


def rate_on(
    analysis: Analysis, puzzle: Puzzle, watch: Watch | None = None, whole: bool = True
) -> Rating:
    """The rating by a table; without `whole`, lengths in other metrics and the number of solutions are left out."""
    watch = watch or Watch()
    rank = analysis.space.rank(puzzle.start)
    found = analysis.statistics(rank, watch)
    reached = analysis.reached(rank, watch)
    if found is None:
        return _unsolvable(puzzle, reached)
    best, solutions = dict[str, int | None](), None
    for metric in METRICS:
        if metric is Metric.MOVE:
            best[metric.value] = found.length
        elif whole:
            watch.stage()
            best[metric.value] = solve_under(watch, puzzle, metric).length
    if whole:
        solutions = analysis.table.count_solutions(puzzle.start, watch)
    parts = tuple(_parts(found, reached, solutions))
    total = score(sum(part.effort for part in parts)) if found.length else 0
    return Rating(puzzle, total, found.length, parts, best, solutions, reached)


def _unsolvable(puzzle: Puzzle, reached: int | None, estimated: bool = False) -> Rating:
    """The rating of a puzzle that cannot be solved."""
    none: dict[str, int | None] = {metric.value: None for metric in METRICS}
    return Rating(puzzle, None, None, (), none, 0, reached, estimated)


def _parts(found: SolutionStatistics, reached: int, solutions: int | None = None) -> Iterator[Part]:
    """The parts of a rating."""
    about = {"length": found.length, "choices": found.choices, "bits": found.bits}
    if solutions is None:
        text = "{choices:.1f} {choices:choice|choices} at each of {length} {length:move|moves} on average; guessing the best way takes {bits:.0f} {bits:bit|bits}"
    else:
        text = "{choices:.1f} {choices:choice|choices} at each of {length} {length:move|moves} on average, {solutions:,} shortest {solutions:solution|solutions}; guessing one takes {bits:.0f} {bits:bit|bits}"
        about["solutions"] = solutions
    yield Part("choices", found.bits, text, about)
    turns = found.losing * found.length
    yield Part(
        "wrong turns",
        _TURN * turns * found.deep / DEEP,
        "{share:.0%} of the choices lose; a wrong turn leads {deep:.1f} {deep:move|moves} farther away before it ends (at most {most} are followed)",
        {"share": found.losing, "deep": found.deep, "most": DEEP},
    )
    yield Part(
        "temptations",
        _TEMPTED * found.tempting,
        "at {tempting:.1f} {tempting:place|places} on the way a losing move brings a goal piece closer to its place",
        {"tempting": found.tempting},
    )
    yield Part(
        "detours",
        _AWAY * found.away,
        "{away:.1f} {away:move|moves} of a shortest solution {away:takes|take} a goal piece away from its place",
        {"away": found.away},
    )
    yield Part(
        "length",
        _MOVE * (found.length - found.forced),
        "{length} {length:move|moves}, {forced:.1f} of them forced",
        {"length": found.length, "forced": found.forced},
    )
    yield Part(
        "reach",
        _REACH * math.log2(max(1, reached)),
        "{reached:,} {reached:layout|layouts} can be reached",
        {"reached": reached},
    )


# Without a table


def _estimate(puzzle: Puzzle, watch: Watch) -> Rating:
    """The estimate by one solution: a shortest one if `_SEARCHED` layouts are enough to find it, else a good one.

    The limit counts layouts, so that the rating does not depend on the machine's speed.
    """
    solution = solve_within(watch, puzzle, Metric.MOVE, _SEARCHED)
    if solution is None:
        watch.stage()
        solution = solve_under(watch, puzzle, Metric.MOVE, optimal=False)
    if not solution.solved:
        return _unsolvable(puzzle, None, estimated=True)
    found = _guessed(solution)
    parts = tuple(
        part
        for part in _parts(found, 1)
        if part.name not in ("wrong turns", "temptations", "reach")
    )
    # Wrong turns and reach, which need a table, are about a quarter of the choices' bits on average.
    bits = 1.25 * sum(part.effort for part in parts)
    best = {Metric.MOVE.value: len(solution)} if solution.optimal else {}
    return Rating(
        puzzle, score(bits), len(solution), parts, dict(best), None, None,
        estimated=True, least=solution.optimal,
    )  # fmt: skip


def _guessed(solution: Solution) -> SolutionStatistics:
    """The statistics of one solution, as if at each layout its own move were the only best one."""
    puzzle = solution.puzzle
    bits, choices, forced, away = 0.0, 0, 0, 0
    far = functools.partial(_offset, puzzle)
    kinds = {piece.symbol: piece.kind for piece in puzzle.pieces}
    last = ""
    for heads, move in zip(solution.heads, solution.moves, strict=False):
        moves = [each for each in puzzle.started(heads).moves() if each.piece != last]
        choices += len(moves)
        bits += _GUESSED * math.log2(max(1, len(moves)))
        forced += len(moves) <= 1
        away += far(kinds[move.piece], move.stop) > far(kinds[move.piece], move.start)
        last = move.piece
    n = max(1, len(solution))
    return SolutionStatistics(len(solution), bits, choices / n, 0.0, forced, 0.0, away, 0.0)


def _offset(puzzle: Puzzle, kind: int, head: int) -> int:
    """The distance in cells from a head to the nearest goal head of its kind; 0 where the goal does not name it."""
    wanted = (to for each in puzzle.goal.alternatives for k, to in each if k == kind)
    return offset(puzzle.board.width, head, wanted)
