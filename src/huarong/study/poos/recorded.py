"""The weights that poos proposes but does not build ("更进一步的优化", 1). The endings of openings with the same pieces
are recorded, and A* weighs a layout by the cells in which it differs from the nearest ending. A second weight goes
further: it remembers whole solutions, each layout with the number of solutions that pass it or its mirror image.
"""

import functools
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Unpack

from huarong.library.catalogue import find
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve as best
from huarong.study.classic import Classic, openings
from huarong.study.poos.bits import identity, mirrored
from huarong.study.poos.nodes import layout_code, start_cells
from huarong.study.poos.search import AStar, Guide
from huarong.study.record import Found, JsonRecord, Solver, note

FACTOR = 8.0
"""The weight, in steps, of a cell that differs from the nearest ending."""

PULL = 160.0
"""The extra weight, in steps, of a layout on no recorded solution over the layout that most solutions pass."""


@functools.cache
def _passed(puzzle: Puzzle) -> tuple[int, ...]:
    """The identifiers of the layouts on a best solution of an opening, in steps; none if there is no solution."""
    solution = best(puzzle, Metric.STEP)
    return tuple(layout_code(puzzle, layout) for layout in solution.layouts) if solution.solved else ()


def _solutions(pieces: str, without: Iterable[int], watch: Watch | None) -> Iterator[tuple[int, ...]]:
    """The recorded solutions of openings with these pieces, except openings that begin at a layout in `without`."""
    left_out = frozenset(without)
    for number, (_, classic) in enumerate(openings()):
        if pieces in ("", classic.pieces):
            if watch is not None:
                watch.look(0, number)
            codes = _passed(classic.puzzle)
            if codes and codes[0] not in left_out:
                yield codes


def record(pieces: str, without: Iterable[int] = (), watch: Watch | None = None) -> tuple[Counter[int], int]:
    """By identifier, how often recorded solutions pass each layout or its mirror image; and the number of solutions.

    Only openings with these pieces count, except openings that begin at a layout in `without`.
    """
    found = [{*codes, *map(mirrored, codes)} for codes in _solutions(pieces, without, watch)]
    return Counter(code for codes in found for code in codes), len(found)


def recorded_endings(pieces: str = "", without: Iterable[int] = (), watch: Watch | None = None) -> Counter[int]:
    """Return the identifiers of the layouts in which recorded solutions end, with how many end there.

    With `pieces`, only openings with these pieces count, except openings that begin at a layout in `without`.
    """
    return Counter(codes[-1] for codes in _solutions(pieces, without, watch))


def recorded_solution(name: str) -> tuple[int, ...]:
    """Return the identifiers of the layouts on the recorded solution of an opening; none if it has none.

    >>> format(recorded_solution("横刀立马")[-1], "050b")[-10:]
    '0110010000'
    """
    return _passed(find(name).puzzle)


def guide(passes: Mapping[int, int], pull: float = PULL) -> Guide:
    """A guide from counts: `pull` for a layout on no solution, 0 for the one that most pass, logarithmic between.

    >>> weigh = guide({7: 1, 8: 3}, pull=10)
    >>> weigh(5), weigh(7), weigh(8)
    (10, 5.0, 0.0)
    """
    most = math.log(1 + max(passes.values(), default=0)) or 1.0
    weighed = {code: pull * (1 - math.log(1 + n) / most) for code, n in passes.items()}
    return lambda code: weighed.get(code, pull)


_EACH = sum(1 << 10 + 2 * cell for cell in range(20))
"""A bit of each cell."""


def nearest(code: int, endings: Collection[int]) -> tuple[int, int]:
    """The number of cells in which a layout differs from the nearest of `endings`, and this ending. An empty cell
    counts as a soldier.

    >>> nearest(0b1110 << 10, [0b1101 << 10, 0b1111 << 10])
    (1, 13312)
    """
    return min((((code ^ each | (code ^ each) >> 1) & _EACH).bit_count(), each) for each in endings)


Weight = Literal["alone", "endings", "solutions"]
"""What adds to poos's own weight: nothing, the nearest recorded ending, or the recorded solutions."""

TRIED: tuple[tuple[Weight, float], ...] = (
    ("alone", 0),
    *(("endings", factor) for factor in (1.0, 8.0, 16.0)),
    *(("solutions", pull) for pull in (20.0, 80.0, PULL)),
)
"""The weights that `measured` compares: steps per cell for endings, and steps of pull for solutions."""


def weights(classic: Classic, weight: Weight, by: float, watch: Watch | None = None) -> tuple[Guide | None, int]:
    """Return the guide of a weight for a puzzle, and how much is recorded for it without the puzzle's own solution.

    There is no guide if nothing adds weight, or if no other opening has these pieces.
    """
    if weight == "alone":
        return None, 0
    code = identity(*start_cells(classic.blocks))
    own = (code, mirrored(code))
    if weight == "solutions":
        passes, number = record(classic.pieces, own, watch)
        return guide(passes, by), number
    endings = recorded_endings(classic.pieces, own, watch)
    if not endings:
        return None, 0
    return (lambda code: by * nearest(code, endings)[0]), len(endings)


@dataclass(frozen=True, slots=True)
class Guided(JsonRecord):
    """A search with a weight: the number of layouts met, the length of its answer, and the best length."""

    name: str
    weight: Weight
    by: float
    recorded: int
    met: int
    expanded: int
    length: int | None
    best: int | None


def guided(puzzle: Puzzle, weight: Weight = "endings", by: float = FACTOR, name: str = "") -> Guided:
    """Run A* on a puzzle with a weight from the other openings with its pieces.

    >>> from huarong.library.reader import puzzle
    >>> row = guided(puzzle("横刀立马"), "solutions", PULL)
    >>> row.best, row.met < 23_952
    (116, True)
    """
    classic = Classic.of(puzzle, empty=2)
    weigh, recorded = weights(classic, weight, by)
    found, least = AStar(classic, weigh), best(puzzle, Metric.STEP).length
    counts = (recorded, len(found.met), found.done, found.route.length, least)
    return Guided(name or puzzle.name, weight, by, *counts)


@limited
def measured(
    tried: Iterable[tuple[Weight, float]] = TRIED, every: int = 1, **limits: Unpack[GivenLimits]
) -> tuple[Guided, ...]:
    """Search each solvable opening (or every n-th) with each weight, recorded without the opening's own solution.

    Raises `Cancelled` and `LimitReached`.
    """
    watch, rows, some = Watch.of(**limits), list[Guided](), openings()[::every]
    for number, (entry, _) in enumerate(some):
        for weight, by in tried:
            watch.look(0, number, len(some))
            rows.append(guided(entry.puzzle, weight, by, entry.name_zh))
    return tuple(row for row in rows if row.best is not None)


def prepare(puzzle: Puzzle, weight: Weight, by: float) -> Solver:
    """Prepare one of these exhibits: A* with poos's weight, alone or with a weight recorded from other openings."""
    classic = Classic.of(puzzle, empty=2)
    weigh, number = weights(classic, weight, by)
    remarks = {
        "endings": note("{number:,} {number:ending|endings} recorded; the answer may not be shortest", number=number),
        "solutions": note(
            "{number:,} {number:solution|solutions} recorded; the answer may not be shortest", number=number
        ),
    }

    def solve() -> Found:
        found = AStar(classic, weigh)
        alone = note("{count:,} {count:layout|layouts} expanded; they are not counted by level", count=found.done)
        return found.found(classic, remarks.get(weight, alone))

    return solve
