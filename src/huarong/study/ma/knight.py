"""The knight's tour by 马旭's recursion, with leaps computed or read from a sign matrix (section 4 of the article).

The programs search one tree in one order and differ only in how they find the next cells.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from huarong.limits import Watch
from huarong.study.ma.recursions import KNIGHT, knight_matrix
from huarong.study.record import Witness


@dataclass(slots=True)
class Tours:
    """The number of tours from a cell, the number of calls of `move`, and the first tour."""

    number: int = 0
    calls: int = 0
    first: tuple[int, ...] = ()


Exits = Callable[[int], Sequence[int]]
"""Returns the cells to which a knight can leap from a cell, in ascending order, which is the order of the matrix."""


def _by_leaps(width: int, height: int) -> Exits:
    """Compute the eight leaps and test them against the edges in each call."""
    leaps = sorted(KNIGHT, key=lambda leap: leap[1] * width + leap[0])

    def exits(p: int) -> list[int]:
        y, x = divmod(p, width)
        return [i * width + j for dx, dy in leaps if 0 <= (i := y + dy) < height and 0 <= (j := x + dx) < width]

    return exits


def _by_signs(width: int, height: int) -> Exits:
    """Scan a row of the sign matrix in each call, as 马旭's `move` does."""
    sign = knight_matrix(width, height)
    return lambda p: [k for k, one in enumerate(sign[p]) if one]


def _by_ones(width: int, height: int) -> Exits:
    """Reduce each row of the sign matrix to the indices of its ones, once."""
    return [[k for k, one in enumerate(row) if one] for row in knight_matrix(width, height)].__getitem__


PROGRAMS: dict[str, Callable[[int, int], Exits]] = {"leaps": _by_leaps, "signs": _by_signs, "ones": _by_ones}
"""The function, for each program, that finds the next cells of a board."""


def tours(
    by: str, width: int, height: int, watch: Watch | None = None, witness: Witness | None = None, fewest: bool = False
) -> Tours:
    """Find all open tours from the corner by one of the `PROGRAMS`.

    With `fewest`, cells with fewer free exits come first (Warnsdorff's rule), which is not the article's order. The
    witness gets `enter` with each cell and its number in the tour, and `leave` when the search leaves the cell again.

    >>> tours("leaps", 3, 4).number, tours("signs", 3, 4).calls == tours("leaps", 3, 4).calls
    (2, True)
    """
    found, size, order, exits = Tours(), width * height, [-1] * (width * height), PROGRAMS[by](width, height)

    def move(p: int, n: int) -> None:
        found.calls += 1
        if watch is not None and not found.calls % 4096:
            watch.look(n, found.calls)
        order[p] = n
        if witness is not None:
            witness("enter", p, n)
        if n == size - 1:
            found.number += 1
            found.first = found.first or tuple(sorted(range(size), key=order.__getitem__))
        else:
            ways = exits(p)
            for k in sorted(ways, key=lambda k: sum(order[each] < 0 for each in exits(k))) if fewest else ways:
                if order[k] < 0:
                    move(k, n + 1)
        order[p] = -1
        if witness is not None:
            witness("leave", p, n)

    move(0, 0)
    return found
