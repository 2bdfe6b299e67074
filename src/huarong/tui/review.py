"""The review of a finished game: the moves that left the best, and what each cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from huarong.atlas.oracle import Oracle
from huarong.limits import Cancel
from huarong.model.board import Move


@dataclass(frozen=True, slots=True)
class Review:
    """The mistakes of a game, in order: the number of the move, the move, and how many moves it lost; None for a dead
    end.
    """

    slips: tuple[tuple[int, Move, int | None], ...]


def reviewed(
    oracle: Oracle, stations: Sequence[tuple[int, ...]], moves: Sequence[Move], cancel: Cancel
) -> Review | None:
    """The review of moves between layouts, given by their heads; None if distances would each take a search.

    >>> from huarong.library.reader import puzzle
    >>> asked = Oracle(puzzle("A.../B.../goal:/..../..A."))
    >>> found = reviewed(asked, [(0, 4), (0, 5)], [asked.puzzle.move("B R1")], lambda: False)
    >>> found is not None and [(number, str(move), lost) for number, move, lost in found.slips]
    [(1, 'B R1', 1)]
    """
    table = oracle.table(stations[0], cancel=cancel)
    if table is None:
        return None
    layouts = [oracle.puzzle.layout(heads) for heads in stations]
    far = [table.distance(table.space.rank(layout)) for layout in layouts]
    slips = []
    for number, move in enumerate(moves, 1):
        before, after = far[number - 1], far[number]
        if before is None or (after is not None and after == before - 1):
            continue
        slips.append((number, move, None if after is None else after - before + 1))
    return Review(tuple(slips))
