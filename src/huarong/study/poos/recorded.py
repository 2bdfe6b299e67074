"""The weights that poos proposes and does not build: record the solutions of all openings, weigh layouts by them.

华容道搜索算法实现, "更进一步的优化", 1: some four hundred openings have as many endings, which could be recorded and
given weights. Here the solutions of the library's openings are recorded, each layout is counted as often
as they pass it (its mirror image likewise), and A* prefers what was passed often.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from huarong.library.catalogue import find
from huarong.limits import MAX_MEMORY, MAX_SECONDS, Cancel, Report, Watch
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve as best
from huarong.study.classic import Classic, openings
from huarong.study.poos.bits import identity, mirrored
from huarong.study.poos.cells import start_cells
from huarong.study.poos.nodes import IdentityNode
from huarong.study.poos.search import AStar
from huarong.study.record import Found, Solver, note

__all__ = [
    "PULL",
    "Guide",
    "Guided",
    "guide",
    "guided",
    "measured",
    "prepare",
    "record",
    "recorded_ending",
    "recorded_endings",
]

PULL = 160.0
"""How many steps a layout that no recorded solution passes weighs more than one that the most pass."""


@functools.cache
def _passed(name: str) -> tuple[int, ...]:
    """The identifiers of the layouts on a best solution of an opening, in steps; none where there is no solution."""
    classic = next(classic for entry, classic in openings() if entry.name == name)
    solution = best(classic.puzzle, Metric.STEP)
    if not solution.solved:
        return ()
    kinds = [kind.size for kind in classic.puzzle.kinds]
    codes = []
    for layout in solution.layouts:
        blocks = [(kinds[k], head) for k, heads in enumerate(layout.heads) for head in heads]
        codes.append(identity(*start_cells(blocks)))
    return tuple(codes)


def record(
    pieces: str, without: Iterable[int] = (), watch: Watch | None = None
) -> tuple[Counter[int], int]:
    """How often recorded solutions pass each layout, by its identifier, and how many solutions there are.

    Only openings with these pieces count, and none that begins at a layout in `without`.
    """
    left_out, passes, number = frozenset(without), Counter[int](), 0
    for entry, classic in openings():
        if classic.pieces != pieces:
            continue
        if watch is not None:
            watch.look(0, number)
        codes = _passed(entry.name)
        if codes and codes[0] not in left_out:
            number += 1
            passes.update({*codes, *map(mirrored, codes)})
    return passes, number


def recorded_ending(name: str) -> int:
    """The identifier of the layout in which the recorded solution of an opening ends; 0 where it has none.

    >>> format(recorded_ending("横刀立马"), "050b")[-10:]
    '0110010000'
    """
    return next(iter(_passed(find(name).name)[-1:]), 0)


def recorded_endings() -> Counter[int]:
    """The identifiers of the layouts in which recorded solutions end, with how many end there."""
    ways = (_passed(entry.name) for entry, _ in openings())
    return Counter(way[-1] for way in ways if way)


Guide = Callable[[int], float]
"""What an identifier weighs more than the steps that lie behind it."""


def guide(passes: Mapping[int, int], pull: float = PULL) -> Guide:
    """A guide from counts: `pull` where nothing passed, 0 where the most did, by the logarithm between.

    >>> weigh = guide({7: 1, 8: 3}, pull=10)
    >>> weigh(5), weigh(7), weigh(8)
    (10, 5.0, 0.0)
    """
    most = math.log(1 + max(passes.values(), default=0)) or 1.0
    weights = {code: pull * (1 - math.log(1 + n) / most) for code, n in passes.items()}
    return lambda code: weights.get(code, pull)


@dataclass(frozen=True, slots=True)
class Guided:
    """One search with recorded weights: how many layouts it met, how long its answer is, and the best there is."""

    name: str
    pull: float
    met: int
    expanded: int
    length: int | None
    best: int | None

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return asdict(self)


def search(classic: Classic, weigh: Guide | None) -> AStar:
    """A* on a puzzle, with his weight alone or a guide besides, to its end."""
    found = AStar(IdentityNode.of(*start_cells(classic.blocks)), classic.goals, weigh)
    found.search()
    return found


def guided(puzzle: Puzzle, pull: float = PULL, name: str = "") -> Guided:
    """A* on a puzzle with the weights of all other openings of its pieces; with a pull of 0, his weight alone.

    >>> from huarong.library.reader import puzzle
    >>> row = guided(puzzle("横刀立马"))
    >>> row.best, row.met < 23_952
    (116, True)
    """
    classic = Classic.of(puzzle, empty=2)
    code = identity(*start_cells(classic.blocks))
    passes, _ = record(classic.pieces, (code, mirrored(code)))
    found = search(classic, guide(passes, pull) if pull else None)
    way = found.path_with_state()
    return Guided(
        name or puzzle.name,
        pull,
        len(found.steps),
        found.expanded,
        len(way) - 1 if way else None,
        best(puzzle, Metric.STEP).length,
    )


def measured(
    pulls: Iterable[float] = (0, 20, 80, 160),
    every: int = 1,
    *,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float = MAX_SECONDS,
    progress: Report | None = None,
    cancel: Cancel | None = None,
) -> tuple[Guided, ...]:
    """Each solvable opening (or every so many-th) searched with each pull; its own solution is never recorded.

    Raises `Cancelled` and `LimitReached`.
    """
    watch = Watch.of(max_memory, max_seconds, progress, cancel)
    rows: list[Guided] = []
    some = [entry for entry, _ in openings()][::every]
    for number, entry in enumerate(some):
        for pull in pulls:
            watch.look(0, number, len(some))
            row = guided(entry.puzzle, pull, entry.name_zh)
            if row.best is not None:
                rows.append(row)
    return tuple(rows)


def prepare(puzzle: Puzzle) -> Solver:
    """The exhibit: A* guided by the recorded solutions of the other openings."""
    classic = Classic.of(puzzle, empty=2)
    code = identity(*start_cells(classic.blocks))
    passes, number = record(classic.pieces, (code, mirrored(code)))
    weigh = guide(passes)

    def solve() -> Found:
        template = "{number:,} {number:solution|solutions} recorded; not always a shortest answer"
        return search(classic, weigh).found(classic, note(template, number=number))

    return solve
