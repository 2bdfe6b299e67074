"""吕震宇, 华容道与数据结构, 2005, a series on cnblogs.com, and its sequels; C#.

A course in data structures around one program. Layouts are searched breadth first; a pool of layouts
with three marks holds the level at hand and the next one; a list that is also a tree keeps every
layout found as a code, with a link to its parent; a table tells which codes are known; a mediator
keeps these parts from knowing each other; a stack turns the trace around. Then "memory for speed",
version by version: 64-bit codes that need no sorting, a chained hash for the AVL tree, and
coordinates of stride 8.

Claims: 1.55 s with 32-bit codes and the AVL tree, 1 s with 64-bit codes, 0.92 or 0.8 s with the hash,
0.6 s with stride 8, for "the fourth layout" on a Pentium 4 at 2 GHz. A search by single cells takes
about 70 % of the time but cannot give the fewest moves. From 40,000 nodes on, a linear look-up is far
behind the tree, which needs at most 16 comparisons. A chain of the hash has at most 10 codes, about 3
on average. A pool of about 1,100 is enough for ten pieces.

Here: each version is quicker than the one before it, by less than he found (0.86, 0.99 and 0.91 of its
time). Single cells take 0.75 of the time of nine moves, and the 116 steps that they find for 横刀立马 are
101 moves where 81 are enough. The list is three times slower than the tree at 1,652 layouts and 34
times at 23,792. The tree of 横刀立马 is 17 or 18 high; its longest chain has 10 codes, chains in use have
1.7 on average. Its pool grows to 1,105, but openings with two flat generals need up to 2,080. See
`docs/study.md`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from huarong.model.board import Layout
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.notation.lv import decode_lv32, decode_lv64
from huarong.study.classic import Classic
from huarong.study.lv.chessmen import ChessLayout, Chessman, ChessStep, Plane, Stride8
from huarong.study.lv.known import AvlTree, ChainedHash, Known, LinearList
from huarong.study.lv.search import Mediator, ResultHandler
from huarong.study.record import Exhibit, Found, Solver, Tally, note

__all__ = ["EXHIBITS", "Report", "Version", "assemble", "run"]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of his program: bits of a code, table of known codes, coordinates, nine moves or four."""

    bits: int
    known: Callable[[], Known]
    chessman: type[Chessman]
    far: bool = True


class Report:
    """The result handler: counts the levels and keeps the way to the goal."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.steps: list[ChessStep] = []

    def handle_result(self, steps: list[ChessStep]) -> None:
        """The goal is reached."""
        self.steps = steps

    def handle_info(self, depth: int, nodes: int, duplicates: int) -> None:
        """A level is done."""
        self.tally.close(nodes - sum(self.tally.levels), duplicates - self.tally.duplicates)


def assemble(
    classic: Classic,
    version: Version,
    pool: int = 1000,
    report: Report | None = None,
    make: Callable[[Known, ResultHandler], Mediator] = Mediator,
) -> Mediator:
    """A mediator with all its parts, ready to begin; `pool` is how many layouts there are at first.

    `make` makes the mediator: one that also writes down what it passes on, for instance.
    """
    mediator = make(version.known(), report or Report())
    ways = {size: version.chessman.ways(size, version.far) for size, _ in classic.blocks}

    def create() -> ChessLayout:
        men = [
            version.chessman(size, cell, number, ways[size])
            for number, (size, cell) in enumerate(classic.blocks)
        ]
        layout = ChessLayout(men, classic.goals, mediator, version.bits)
        first, second = map(version.chessman.at, classic.empty)
        layout.blanks = (first, second)
        return layout

    mediator.init(create, pool)
    return mediator


def run(classic: Classic, version: Version, pool: int = 1000) -> tuple[Report, Mediator]:
    """One search to its end, with its parts to look into.

    >>> classic = Classic.of(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    >>> report, mediator = run(classic, Version(32, AvlTree, Plane))
    >>> len(report.steps) - 1, report.steps[0], mediator.pool.count
    (81, ChessStep(layout=11199809, chessman=6, method='Down'), 1105)
    """
    report = Report()
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
            chains = mediator.known.chains
            mean = sum(chains) / len(chains)
            notes.append(note("longest chain {most}, mean {mean:.1f}", most=max(chains), mean=mean))
        mediator.release()

        def path() -> tuple[Layout, ...]:
            read = (Classic.of(decode(str(step.layout))) for step in report.steps)
            return tuple(classic.layout(each.blocks) for each in read)

        depth = len(report.steps) - 1 if report.steps else None
        return report.tally.found(depth, path, *notes)

    return solve


_VERSIONS = {
    "lv-linear": (
        Version(32, LinearList, Plane),
        "32-bit codes, linear list",
        "32 位编码，线性表",
        "What the articles start from: each new layout is looked for in the whole list.",
    ),
    "lv-avl": (
        Version(32, AvlTree, Plane),
        "32-bit codes, AVL tree",
        "32 位编码，AVL 树",
        "The first version: sorted pieces in 26 bits, known codes in a balanced tree.",
    ),
    "lv-avl64": (
        Version(64, AvlTree, Plane),
        "64-bit codes, AVL tree",
        "64 位编码，AVL 树",
        "The second version: three bits a cell, so that nothing is sorted.",
    ),
    "lv-hash": (
        Version(64, ChainedHash, Plane),
        "64-bit codes, chained hash",
        "64 位编码，链地址哈希表",
        "The third version: a table of 66,000 chains and a hash of folded 14-bit groups.",
    ),
    "lv-stride8": (
        Version(64, ChainedHash, Stride8),
        "64-bit codes, chained hash, stride 8",
        "64 位编码，哈希表，跨距为 8 的坐标",
        "The fourth version: a place is one number, 8 * y + x.",
    ),
    "lv-onecell": (
        Version(64, ChainedHash, Stride8, far=False),
        "the fourth version, one cell at a time",
        "第四版，每步一格",
        "Four moves for nine, as 李智广's program had that he compares with: it counts steps.",
    ),
}

EXHIBITS = tuple(
    Exhibit(
        name,
        f"Lü Zhenyu: {title}",
        f"吕震宇：{title_zh}",
        "吕震宇",
        Metric.MOVE if version.far else Metric.STEP,
        functools.partial(_prepare, version=version),
        about,
        __doc__,
    )
    for name, (version, title, title_zh, about) in _VERSIONS.items()
)
