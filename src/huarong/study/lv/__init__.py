"""吕震宇, 华容道与数据结构, 2005, a series on cnblogs.com, and its sequels; C#. A version of the program is a choice of
parts from `search`, `visited`, `chessmen` and `original`.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

from huarong.library.notations.codes import decode_lv32, decode_lv64
from huarong.model.board import Layout, Metric
from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.lv.chessmen import Plane, Stride8
from huarong.study.lv.original import CatchingMediator, Downward, RaisingTree, RecursiveRing, SortedLayout, quick_sort
from huarong.study.lv.search import ChessLayout, ChessStep, CircularLinkedList, Mediator, ResultHandler, Sort
from huarong.study.lv.visited import AvlTree, ChainedHash, LinearList, VisitedSet
from huarong.study.record import Exhibit, Found, Solver, Tally, note

__all__ = ["EXHIBITS", "LevelReport", "Version", "assemble", "run"]

_Make = Callable[[VisitedSet, ResultHandler], Mediator]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the program: bits of a code, table of known codes, coordinates, nine moves or four.

    The other fields are parts that have variants in the module `original`.
    """

    bits: int
    known: Callable[[], VisitedSet]
    chessman: type[Plane]
    far: bool = True
    layout: type[ChessLayout] = ChessLayout
    mediator: type[Mediator] = Mediator
    ring: type[CircularLinkedList] = CircularLinkedList
    sort: Sort = list.sort


class LevelReport:
    """The result handler. It counts levels and results, and keeps the path and each reported depth with its nodes."""

    def __init__(self) -> None:
        self.tally, self.results = Tally(), 0
        self.steps, self.told = list[ChessStep](), list[tuple[int, int]]()

    def handle_result(self, steps: list[ChessStep]) -> None:
        self.steps, self.results = steps, self.results + 1

    def handle_info(self, depth: int, nodes: int, duplicates: int) -> None:
        self.told.append((depth, nodes))
        self.tally.close(nodes - sum(self.tally.levels), duplicates - self.tally.duplicates)


def assemble(
    classic: Classic, version: Version, pool: int = 1000, report: LevelReport | None = None, make: _Make | None = None
) -> Mediator:
    """Return a mediator with all its parts, ready to begin; `pool` is the initial number of layouts in the pool. `make`
    creates the mediator instead of the version's class, for example one that records a trace.
    """
    mediator = (make or version.mediator)(version.known(), report or LevelReport())
    ways = {size: version.chessman.ways(size, version.far) for size, _ in classic.blocks}

    def create() -> ChessLayout:
        men = [version.chessman(size, cell, number, ways[size]) for number, (size, cell) in enumerate(classic.blocks)]
        layout = version.layout(men, classic.goals, mediator, version.bits, version.sort)
        first, second = map(version.chessman.at, classic.empty)
        layout.blanks = (first, second)
        return layout

    mediator.init(version.ring, create, pool)
    return mediator


def run(classic: Classic, version: Version, pool: int = 1000) -> tuple[LevelReport, Mediator]:
    """Run one search to its end; return the report and the mediator with its parts."""
    report = LevelReport()
    mediator = assemble(classic, version, pool, report)
    mediator.begin_process()
    return report, mediator


def _prepare(puzzle: Puzzle, version: Version) -> Solver:
    classic = Classic.of(puzzle, empty=2, count=10)
    decode = decode_lv32 if version.bits == 32 else decode_lv64

    def solve() -> Found:
        if classic.solved:
            return Tally().found(0, lambda: (puzzle.start,))
        report, mediator = run(classic, version)
        notes = [note("pool {count:,}", count=mediator.pool.count)]
        if isinstance(mediator.known, AvlTree):
            notes.append(note("tree height {height}", height=mediator.known.height))
        if isinstance(mediator.known, ChainedHash):
            mean = sum(chains := mediator.known.chains) / len(chains)
            notes.append(note("longest chain {most}, mean {mean:.1f}", most=max(chains), mean=mean))
        mediator.release()

        def path() -> tuple[Layout, ...]:
            return tuple(classic.layout(Classic.of(decode(str(step.layout))).blocks) for step in report.steps)

        return report.tally.found(len(report.steps) - 1 if report.steps else None, path, *notes)

    return solve


VERSIONS = {
    "lv-linear": Version(32, LinearList, Plane),
    "lv-four": Version(32, LinearList, Plane, far=False),
    "lv-avl": Version(32, AvlTree, Plane),
    "lv-exception": Version(32, RaisingTree, Plane, mediator=CatchingMediator),
    "lv-quicksort": Version(32, AvlTree, Plane, sort=quick_sort),
    "lv-sorted": Version(32, AvlTree, Plane, layout=SortedLayout),
    "lv-recursive": Version(32, AvlTree, Plane, ring=RecursiveRing),
    "lv-original": Version(32, RaisingTree, Plane, True, SortedLayout, CatchingMediator, RecursiveRing, quick_sort),
    "lv-avl64": Version(64, AvlTree, Plane),
    "lv-hash": Version(64, ChainedHash, Plane),
    "lv-stride8": Version(64, ChainedHash, Stride8),
    "lv-onecell": Version(64, ChainedHash, Stride8, far=False),
}
"""Each version by its exhibit's name; `lv-linear` and `lv-four` are the programs that the article compares with."""
EXAMPLE = replace(VERSIONS["lv-original"], chessman=Downward)
"""The program of the worked example: the original form with pieces that only go down."""

EXHIBITS = tuple(
    Exhibit(name, Metric.MOVE if version.far else Metric.STEP, functools.partial(_prepare, version=version))
    for name, version in VERSIONS.items()
)
