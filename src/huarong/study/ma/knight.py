"""The knight's tour by 马旭's recursion, its leaps computed or read from a sign matrix.

His section 4 says that a sign matrix saves noticeable time where a cell has many exits, such as the knight's eight, and
the recursion is called often. Both programs here search one tree in one order and differ only in how the next cells are
found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Unpack

from huarong.errors import InputError
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.study.ma.signs import KNIGHT, knight_matrix
from huarong.study.record import Witness


@dataclass(slots=True)
class Tours:
    """How many tours there are from a cell, the first of them, and how often `move` was called."""

    number: int = 0
    calls: int = 0
    first: tuple[int, ...] = ()


def tours_by_leaps(width: int, height: int, start: int = 0, watch: Watch | None = None) -> Tours:
    """All open tours from a cell; the eight leaps are computed and tested against the edges in each call.

    >>> tours_by_leaps(3, 4).number, tours_by_signs(3, 4).calls == tours_by_leaps(3, 4).calls
    (2, True)
    """
    found, size, order = Tours(), width * height, [-1] * (width * height)
    # In ascending order of cells, so that all programs try them in the order of the matrix.
    leaps = sorted(KNIGHT, key=lambda leap: leap[1] * width + leap[0])

    def move(y: int, x: int, n: int) -> None:
        found.calls += 1
        if watch is not None and not found.calls % 4096:
            watch.look(n, found.calls)
        order[width * y + x] = n
        if n == size - 1:
            _keep(found, order)
        else:
            for dx, dy in leaps:
                i, j = y + dy, x + dx
                if 0 <= i < height and 0 <= j < width and order[width * i + j] < 0:
                    move(i, j, n + 1)
        order[width * y + x] = -1

    move(*divmod(start, width), 0)
    return found


def tours_by_signs(
    width: int, height: int, start: int = 0, watch: Watch | None = None, witness: Witness | None = None
) -> Tours:
    """All open tours from a cell; a row of the sign matrix is gone through in each call, as his `move` does.

    The witness gets `enter` with each cell and its number in the tour, and `leave` when the cell is left again.
    """
    found, size, order = Tours(), width * height, [-1] * (width * height)
    sign = knight_matrix(width, height)

    def move(p: int, n: int) -> None:
        found.calls += 1
        if watch is not None and not found.calls % 4096:
            watch.look(n, found.calls)
        order[p] = n
        if witness is not None:
            witness("enter", p, n)
        if n == size - 1:
            _keep(found, order)
        else:
            for k, one in enumerate(sign[p]):
                if one and order[k] < 0:
                    move(k, n + 1)
        order[p] = -1
        if witness is not None:
            witness("leave", p, n)

    move(start, 0)
    return found


def tours_by_ones(width: int, height: int, start: int = 0, watch: Watch | None = None) -> Tours:
    """All open tours from a cell; each row of the sign matrix is reduced to the indices of its ones.

    It is one of the "several ways to go through the matrix more quickly" that he leaves to the reader.
    """
    found, size, order = Tours(), width * height, [-1] * (width * height)
    ways = [[k for k, one in enumerate(row) if one] for row in knight_matrix(width, height)]

    def move(p: int, n: int) -> None:
        found.calls += 1
        if watch is not None and not found.calls % 4096:
            watch.look(n, found.calls)
        order[p] = n
        if n == size - 1:
            _keep(found, order)
        else:
            for k in ways[p]:
                if order[k] < 0:
                    move(k, n + 1)
        order[p] = -1

    move(start, 0)
    return found


def _keep(found: Tours, order: Sequence[int]) -> None:
    found.number += 1
    if found.number == 1:
        found.first = tuple(sorted(range(len(order)), key=order.__getitem__))


_PROGRAMS: dict[str, Callable[[int, int, int, Watch], Tours]] = {
    "leaps": tours_by_leaps,
    "signs": tours_by_signs,
    "ones": tours_by_ones,
}


@dataclass(frozen=True, slots=True)
class Contest:
    """The programs on one board: tours, calls of `move`, and the least processor seconds of several runs of each."""

    width: int
    height: int
    start: int
    tours: int
    calls: int
    leaps: float
    signs: float
    ones: float

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return asdict(self)


@limited
def contest(
    width: int = 5, height: int = 5, start: int = 0, *, repeats: int = 3, **limits: Unpack[GivenLimits]
) -> Contest:
    """Run the programs in turn, several times; raises `InputError` for a board that is too large to exhaust.

    >>> contest(3, 4, repeats=1).tours
    2
    """
    cells = width * height
    if not (width >= 1 and height >= 1 and cells <= 30):
        raise InputError("all tours are counted on boards of at most 30 cells, not on {w}x{h}", w=width, h=height)
    if repeats < 1:
        raise InputError("{repeats} is not a valid repeats; expected 1 or more", repeats=repeats)
    if not 0 <= start < cells:
        raise InputError("{start} is not a valid start; expected a cell from 0 to {last}", last=cells - 1, start=start)
    watch = Watch.of(**limits)
    times: dict[str, list[float]] = {name: [] for name in _PROGRAMS}
    found = Tours()
    for _ in range(repeats):
        for name, program in _PROGRAMS.items():
            watch.stage()
            began = time.process_time()
            found = program(width, height, start, watch)
            times[name].append(time.process_time() - began)
    least = {name: min(each) for name, each in times.items()}
    return Contest(width, height, start, found.number, found.calls, **least)
