"""吕震宇's worked example, 华容道与数据结构, part 8: 横刀立马 with downward moves only, in the program's original form.

`huarong.study.traces.example` has it step by step.
"""

from __future__ import annotations

from huarong.model.puzzle import Puzzle
from huarong.study.classic import BOX, Classic
from huarong.study.lv import Version
from huarong.study.lv.chessmen import Plane, Step, steps
from huarong.study.lv.original import OriginalLayout, OriginalMediator, RaisingTree


class Downward(Plane):
    """A piece that can only go down, by one cell or two."""

    __slots__ = ()

    @classmethod
    def ways(cls, size: str, far: bool) -> tuple[Step, ...]:
        """The ways of this size that go down."""
        return tuple(step for step in steps(size, far) if step.method in ("Down", "Down2"))


EXAMPLE = Version(32, RaisingTree, Downward, layout=OriginalLayout, mediator=OriginalMediator)
"""The program of the example: the original form with pieces that only go down."""


def supposed(source: Puzzle) -> Classic:
    """A puzzle as the example supposes it: solved once the 2x2 has gone down by one cell."""
    classic = Classic.of(source, empty=2, count=10)
    goals = frozenset(cell + 4 for size, cell in classic.blocks if size == BOX)
    return Classic(classic.puzzle, classic.blocks, goals)


def sorted_table(source: Puzzle) -> tuple[tuple[str, int, int, int, int], ...]:
    """The table of part 11: each piece and empty cell with y, x, 10 y + x, and its place when sorted by that.

    >>> from huarong.library.reader import puzzle
    >>> rows = sorted_table(puzzle("ABBC/ABBC/DGHF/DJKF/.EE."))
    >>> rows[0], rows[1], rows[-1]
    (('A', 0, 0, 0, 0), ('B', 0, 1, 1, 1), ('', 4, 3, 43, 11))
    """
    cells = [(piece.head, piece.symbol) for piece in source.pieces]
    cells += [(cell, "") for cell in Classic.of(source, empty=None).empty]
    return tuple(
        (symbol, cell // 4, cell % 4, cell // 4 * 10 + cell % 4, place)
        for place, (cell, symbol) in enumerate(sorted(cells))
    )
