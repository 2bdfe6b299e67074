"""A line of moves told as the solution of a puzzle: every piece under its own name."""

from __future__ import annotations

from collections.abc import Iterable

from huarong.board import Metric, Move
from huarong.puzzle import Puzzle
from huarong.rules import Rules
from huarong.search import Solution, _covers, _legs

__all__ = ["replay", "unsolvable"]


def replay(
    puzzle: Puzzle, metric: Metric, ends: Iterable[tuple[int, int]], seconds: float = 0.0
) -> Solution:
    """The solution in which pieces go from the head where they lie to another, one after the other.

    Nothing was searched for it, so `explored` is 0.

    >>> puzzle = Puzzle.parse("AB/..", goal="../AB")
    >>> [str(move) for move in replay(puzzle, Metric.STEP, [(0, 2), (1, 3)]).moves]
    ['A D1', 'B D1']
    """
    rules, pieces = Rules.of(puzzle.board, puzzle.kinds), puzzle.pieces
    covers = _covers(rules)
    heads = [piece.head for piece in pieces]
    piece_at = {head: i for i, head in enumerate(heads)}
    occupied = sum(covers[rules.place[piece.kind, piece.head]] for piece in pieces)
    moves, boards = [], [tuple(heads)]
    for start, stop in ends:
        i = piece_at.pop(start)
        piece_at[stop] = i
        piece = pieces[i]
        p, q = rules.place[piece.kind, start], rules.place[piece.kind, stop]
        occupied -= covers[p]
        legs = _legs(rules, p, q, occupied, metric is Metric.MOVE)
        occupied += covers[q]
        heads[i] = stop
        moves.append(Move(piece.symbol, piece.label, start, stop, legs))
        boards.append(tuple(heads))
    return Solution(puzzle, metric, True, tuple(moves), 0, len(moves), seconds, tuple(boards))


def unsolvable(puzzle: Puzzle, metric: Metric) -> Solution:
    """The answer that a puzzle has no solution, known without a search."""
    start = (tuple(piece.head for piece in puzzle.pieces),)
    return Solution(puzzle, metric, False, (), 0, 0, 0.0, start)
