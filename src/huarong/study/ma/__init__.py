"""马旭 (辽宁大学): sliding games on an M×N grid, the 8-puzzle four ways; C.

`recursions` has the four printed programs, `four.c` has them in C, and `listing` returns their output.
"""

from __future__ import annotations

import contextlib
import functools
import time
from typing import Unpack

from huarong.errors import InputError, LimitReached, expect
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Layout, Metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.tiles import tile_orders
from huarong.search.solver import solve as fewest
from huarong.study.ma import recursions as programs
from huarong.study.ma.pieces import prepare as prepare_pieces
from huarong.study.ma.recursions import Recursion, Way, states_on
from huarong.study.record import Exhibit, Found, Solver, note

__all__ = ["EXHIBITS", "MOST", "RECURSIONS", "calls", "listing", "read"]

MOST = 9
"""The largest board of an exhibit, in cells; on larger ones the recursion takes too long."""
_FEW = 200_000
"""Runs of fewer calls than this need no estimate of their time."""
_PATIENCE = 3.0
"""The seconds for which a compiled twin counts calls."""
_MOMENT = 0.1
"""The seconds for which a recursion runs to measure its speed."""


def read(puzzle: Puzzle) -> tuple[Way, Way, int]:
    """The start and the goal cell by cell, 0 for the blank, and the width. Raises `InputError` for other puzzles.

    >>> read(Puzzle.parse("876/543/21."))
    ((8, 7, 6, 5, 4, 3, 2, 1, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    """
    orders = tile_orders(puzzle)
    if orders is None:
        raise InputError("this exhibit accepts only numbered tiles with one blank, no walls and a complete goal")
    names = {piece.kind + 1: piece.symbol for piece in puzzle.pieces}
    numbers = {0: 0} | {kind: number for number, kind in enumerate(sorted(names, key=names.__getitem__), 1)}
    start, goal = (tuple(numbers[each] for each in order) for order in orders)
    return start, goal, puzzle.board.width


def _prepare(puzzle: Puzzle, recursion: type[Recursion], limit: int | None = 1) -> Solver:
    """Prepare the run to the first way, or to all ways; `depth` is then their number."""
    begun = _begun(puzzle, recursion)
    template = "calls before the first path, not layouts; {tests:,} {tests:neighbor|neighbors} tested"

    def solve() -> Found:
        run = recursion(begun.start, begun.goal, begun.most, limit, begun.width).run()
        again = run.tests + 1 - run.calls
        if limit is None:
            return Found(run.calls, again, len(run.ways))
        path = functools.partial(_path, puzzle, begun.start, run.ways[0])
        return Found(run.calls, again, begun.most, path=path, notes=(note(template, tests=run.tests),))

    return solve


def calls(puzzle: Puzzle, recursion: type[Recursion]) -> int | None:
    """Return how many calls a recursion makes to its first path, by its compiled twin; None if this takes long.

    >>> calls(Puzzle.parse("123/456/7.8"), programs.MatrixRecursion)
    4
    """
    by_signs = issubclass(recursion, programs.SignRecursion | programs.PathRecursion)
    twin = programs.CompiledSigns if by_signs else programs.Compiled
    with contextlib.suppress(LimitReached):
        return _begun(puzzle, twin, _PATIENCE).run().calls
    return None


def _seconds(puzzle: Puzzle, recursion: type[Recursion]) -> float | None:
    """Return the seconds of a recursion to its first path: the twin's calls, at the speed of a short run."""
    number = calls(puzzle, recursion)
    if number is None or number < _FEW:
        return None
    run, began = _begun(puzzle, recursion, _MOMENT), time.process_time()
    with contextlib.suppress(LimitReached):
        run.run()
    return number * (time.process_time() - began) / run.calls


def _begun(puzzle: Puzzle, recursion: type[Recursion], seconds: float | None = None) -> Recursion:
    """Prepare a recursion to its first path, for at most `seconds`, with the fewest steps as its bound."""
    start, goal, width = read(puzzle)
    if len(start) > MOST:
        template = "this exhibit accepts at most {most} {most:cell|cells}; the puzzle has {got}"
        raise InputError(template, most=MOST, got=len(start))
    most = fewest(puzzle, "step").length
    if most is None:
        raise InputError("there is no path to the goal, so no bound would end the recursion")
    run = recursion(start, goal, most, limit=1, width=width)
    run.watch = None if seconds is None else Watch.of(max_seconds=seconds)
    return run


def _path(puzzle: Puzzle, start: Way, way: Way) -> tuple[Layout, ...]:
    number = {piece.kind: n for n, piece in enumerate(sorted(puzzle.pieces, key=lambda piece: piece.symbol), 1)}
    kinds = range(len(number))
    return tuple(Layout(tuple((state.index(number[kind]),) for kind in kinds)) for state in states_on(start, way))


RECURSIONS: dict[str, type[Recursion]] = {
    **{"ma-matrix": programs.MatrixRecursion, "ma-string": programs.StringRecursion},
    **{"ma-sign": programs.SignRecursion, "ma-path": programs.PathRecursion},
    **{"ma-compiled": programs.Compiled, "ma-compiled-sign": programs.CompiledSigns},
}
"""马旭's programs as printed, by the exhibit's name, and compiled twins of two of them."""

EXHIBITS = (
    *(
        Exhibit(
            name,
            Metric.STEP,
            functools.partial(_prepare, recursion=recursion),
            compiled=(compiled := issubclass(recursion, programs.Compiled)),
            seconds=None if compiled else functools.partial(_seconds, recursion=recursion),
            whole=functools.partial(_prepare, recursion=recursion, limit=None),
        )
        for name, recursion in RECURSIONS.items()
    ),
    Exhibit("ma-pieces", Metric.STEP, prepare_pieces),
)


@limited
def listing(puzzle: PuzzleLike, most: int, exhibit: str = "ma-compiled", **limits: Unpack[GivenLimits]) -> Recursion:
    r"""Find all paths of at most `most` moves that repeat no state, on any M×N board, by one of 马旭's programs.

    Raises `InputError`, `LimitReached` and `Cancelled`.

    >>> print(*listing("123/456/7.8", 3).lines(), sep="\n")
    Enter m: 3
    Pass No 1:
    8,
    Total number of the problem solving methods is :1
    """
    if exhibit not in RECURSIONS:
        template = "{name!r} is not a valid recursion; expected one of {names}"
        raise InputError(template, name=exhibit, names=", ".join(RECURSIONS))
    expect(most, int)
    if not 0 <= most <= 200:
        raise InputError("{got} is not a valid number of moves; expected 0 to {most:,}", got=most, most=200)
    start, goal, width = read(read_puzzle(puzzle))
    run = RECURSIONS[exhibit](start, goal, most, width=width)
    run.watch = Watch.of(**limits)
    return run.run()
