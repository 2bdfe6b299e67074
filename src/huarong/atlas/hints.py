"""One hint: how far a layout is from the goal, and how good every move is.

A small space is known in full, and a hint is a look-up. In a larger one the layout is solved, and then what
each move leads to, as long as there is time: a move of the solution is best for certain, another may stay
ungraded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from huarong.atlas.atlas import Atlas
from huarong.errors import LimitReached
from huarong.model.board import Move
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules
from huarong.model.solution import replay
from huarong.search.solver import MAX_MEMORY, MAX_SECONDS, Cancel, Progress, solve
from huarong.space.automaton import NotNumberedError
from huarong.space.space import Space

__all__ = ["KNOWN", "Graded", "Hint", "hint", "moves"]

KNOWN = 1 << 20
"""Spaces of so many layouts at most are known in full within a fraction of a second."""
_PATIENCE = 10.0
"""Seconds in which moves are graded by searching, beyond the first search."""


class Graded(NamedTuple):
    """A move that can be made, and how far the goal is then.

    `distance` is None where no goal can be reached then; where `known` is false, nobody looked.
    """

    move: Move
    distance: int | None
    known: bool = True


@dataclass(frozen=True)
class Hint:
    """How far a puzzle's start is from the goal (None: it cannot be solved), and its moves, the best first.

    `solutions` is the number of shortest solutions, None where it was not counted.
    """

    puzzle: Puzzle
    metric: Metric
    distance: int | None
    moves: tuple[Graded, ...]
    solutions: int | None = None

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that begin a shortest solution, as far as is known."""
        return tuple(
            each.move
            for each in self.moves
            if self.distance and each.known and each.distance == self.distance - 1
        )


def moves(puzzle: Puzzle, metric: Metric | str = Metric.MOVE) -> tuple[Move, ...]:
    """Every move that can be made at a puzzle's start, in the order of its pieces.

    >>> [str(move) for move in moves(Puzzle.parse("AB/..", goal="../AB"))]
    ['A D1', 'A D1R1', 'B D1', 'B D1L1']
    >>> [str(move) for move in moves(Puzzle.parse("AB/..", goal="../AB"), "step")]
    ['A D1', 'B D1']
    """
    metric = as_metric(metric)
    head = Rules.of(puzzle.board, puzzle.kinds).head
    return tuple(
        move
        for p, q in _steps(puzzle, metric)
        for move in replay(puzzle, metric, [(head[p], head[q])]).moves
    )


def _steps(puzzle: Puzzle, metric: Metric) -> Iterator[tuple[int, int]]:
    """The places between which each piece can go in one move."""
    rules = Rules.of(puzzle.board, puzzle.kinds)
    covers, step = rules.covers, rules.step
    held = [rules.place[piece.kind, piece.head] for piece in puzzle.pieces]
    taken = sum(covers[p] for p in held)
    for p in held:
        others, found = taken - covers[p], [p]
        for q in found:
            for d in range(4):
                t = step[4 * q + d]
                while t >= 0 and t not in found and not covers[t] & others:
                    found.append(t)
                    t = step[4 * t + d] if metric is Metric.SLIDE else -1
            if metric is not Metric.MOVE:
                break
        yield from ((p, q) for q in found[1:])


def hint(
    puzzle: Puzzle,
    metric: Metric | str = Metric.MOVE,
    *,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float = MAX_SECONDS,
    progress: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
) -> Hint:
    """How far a puzzle's start is from the goal, and how good every move is.

    The limits are those of `solve`, and so are the errors.

    >>> import huarong as hr
    >>> found = hint(hr.puzzle("横刀立马"))
    >>> found.distance, [str(move) for move in found.best]
    (81, ['N D1', 'O D1', 'P R1', 'Q L1'])
    """
    metric, began = as_metric(metric), time.perf_counter()
    limits: dict[str, Any] = {"max_memory": max_memory, "progress": progress, "cancel": cancel}
    space = Space.of(puzzle)
    try:
        known = space.size <= KNOWN
    except NotNumberedError:
        known = False
    if known:
        atlas = Atlas.build(space, puzzle.goal, metric, max_seconds=max_seconds, **limits)
        after = {(each.start, each.stop): each.distance for each in atlas.options(puzzle.start)}
        graded = [Graded(m, after[m.start, m.stop]) for m in moves(puzzle, metric)]
        distance = atlas.get(puzzle.start)
        return Hint(puzzle, metric, distance, _sorted(graded), atlas.count_solutions(puzzle.start))
    solution = solve(puzzle, metric, max_seconds=max_seconds, **limits)
    solved = time.perf_counter()
    until = min(solved + _PATIENCE, began + max_seconds)
    first = {(move.start, move.stop) for move in solution.moves[:1]}
    graded = []
    for move in moves(puzzle, metric):
        if (move.start, move.stop) in first:
            graded.append(Graded(move, len(solution.moves) - 1))
        elif not solution.solved:
            graded.append(Graded(move, None))
        else:
            graded.append(_search(puzzle, metric, move, until - time.perf_counter(), limits))
    return Hint(puzzle, metric, solution.length, _sorted(graded))


def _search(
    puzzle: Puzzle, metric: Metric, move: Move, seconds: float, limits: dict[str, Any]
) -> Graded:
    """Grade a move by solving what it leads to."""
    heads = [move.stop if p.head == move.start else p.head for p in puzzle.pieces]
    pieces = [replace(p, head=head) for p, head in zip(puzzle.pieces, heads, strict=True)]
    after = replace(puzzle, pieces=tuple(sorted(pieces, key=lambda p: (p.kind, p.head))))
    try:
        if seconds > 0:
            return Graded(move, solve(after, metric, max_seconds=seconds, **limits).length)
    except LimitReached:
        pass
    return Graded(move, None, known=False)


def _sorted(graded: list[Graded]) -> tuple[Graded, ...]:
    """The best first; those that lead nowhere, and those of which nothing is known, last."""
    return tuple(
        sorted(graded, key=lambda each: (not each.known, each.distance is None, each.distance or 0))
    )
