"""吕震宇, 华容道与数据结构, 2005, a series on cnblogs.com, and its sequels; C#.

A course in data structures around one program. Layouts are searched breadth first; a ring of layouts with three
pointers, the pool, holds the current level and the next one; a list that is also a tree keeps every layout found as a
code, with a link to its parent; a table has the known codes; a mediator decouples these parts; a stack reverses the
trace. Then "memory for speed", version by version: 64-bit codes that need no sorting, a chained hash for the AVL
tree, and coordinates of stride 8. `original` has what the article writes in the form of its time, `example` its
worked example. Its claims, with verdicts, are rows of `huarong.study.claim`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from huarong.model.board import Layout
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.notations.lv import decode_lv32, decode_lv64
from huarong.study.classic import Classic
from huarong.study.lv.chessmen import ChessLayout, Chessman, ChessStep, Plane, Stride8
from huarong.study.lv.original import (
    CatchingMediator,
    OriginalLayout,
    OriginalMediator,
    QuickSortLayout,
    RaisingTree,
    RecursiveMediator,
    SortedLayout,
)
from huarong.study.lv.search import Mediator, ResultHandler
from huarong.study.lv.visited import AvlTree, ChainedHash, LinearList, VisitedSet
from huarong.study.record import Exhibit, Found, Solver, Tally, note

__all__ = ["EXHIBITS", "LevelReport", "Version", "assemble", "run"]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of his program: bits of a code, table of known codes, coordinates, nine moves or four.

    `layout` and `mediator` are the parts that module `original` has variants of.
    """

    bits: int
    known: Callable[[], VisitedSet]
    chessman: type[Chessman]
    far: bool = True
    layout: type[ChessLayout] = ChessLayout
    mediator: type[Mediator] = Mediator


class LevelReport:
    """The result handler: counts the levels and keeps the path to the goal."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.steps: list[ChessStep] = []

    def handle_result(self, steps: list[ChessStep]) -> None:
        """Keep the path to the goal."""
        self.steps = steps

    def handle_info(self, depth: int, nodes: int, duplicates: int) -> None:
        """Count a level that is done."""
        self.tally.close(nodes - sum(self.tally.levels), duplicates - self.tally.duplicates)


def assemble(
    classic: Classic,
    version: Version,
    pool: int = 1000,
    report: LevelReport | None = None,
    make: Callable[[VisitedSet, ResultHandler], Mediator] | None = None,
) -> Mediator:
    """A mediator with all its parts, ready to begin; `pool` is the initial number of layouts of the pool.

    `make` constructs the mediator instead of the version's: for instance one that records a trace.
    """
    mediator = (make or version.mediator)(version.known(), report or LevelReport())
    ways = {size: version.chessman.ways(size, version.far) for size, _ in classic.blocks}

    def create() -> ChessLayout:
        men = [
            version.chessman(size, cell, number, ways[size])
            for number, (size, cell) in enumerate(classic.blocks)
        ]
        layout = version.layout(men, classic.goals, mediator, version.bits)
        first, second = map(version.chessman.at, classic.empty)
        layout.blanks = (first, second)
        return layout

    mediator.init(create, pool)
    return mediator


def run(classic: Classic, version: Version, pool: int = 1000) -> tuple[LevelReport, Mediator]:
    """Run one search to its end; returns the report and the mediator with its parts.

    >>> classic = Classic.of(Puzzle.parse("NBBO/HAAI/HAAI/JPQK/J..K"))
    >>> report, mediator = run(classic, Version(32, AvlTree, Plane))
    >>> len(report.steps) - 1, report.steps[0], mediator.pool.count
    (13, ChessStep(layout=22915424, chessman=7, method='Down'), 1000)
    """
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
        "The unsorted list that the series warns of: each new layout is looked for in all of it.",
        """
        Part 6 says that to search an unsorted queue is slow, since every node is visited, and goes on to the
        tree; so this is no version of the author's, but the thing that all versions are measured against. It has the
        nine moves and the sorted 26-bit codes of the first version, and each look-up walks the list from its
        head. The list is 3 times slower than the tree at 1,652 layouts and some 34 times at 23,792.
        """,
    ),
    "lv-four": (
        Version(32, LinearList, Plane, far=False),
        "four moves, linear list",
        "四种走法，线性表",
        "A program of the kind that the author raced against: up, down, left, right, and no tree.",
        """
        The race of part 17 is against 李智广's 华容道全能版 V1.1. Of that program the article knows two things: it
        judges four moves only, so it searches deeper and counts single cells; and beyond 40,000 nodes it drops
        to more than 10, even more than 15 seconds. How it looks layouts up is not said. A linear list is the
        plainest design that would behave so, and this machine has it; the guess is this museum's, not the article's.
        """,
    ),
    "lv-avl": (
        Version(32, AvlTree, Plane),
        "32-bit codes, AVL tree",
        "32 位编码，AVL 树",
        "The first version: sorted pieces in 26 bits, known codes in a balanced tree.",
        """
        Watch the tree: it is told each code in the order in which layouts are found, and turns wherever one side
        has grown two levels higher than the other. For 横刀立马 it ends 17 levels high with 23,844 codes. The sorting
        of twelve items for each layout made is what the next version gets rid of.
        """,
    ),
    "lv-exception": (
        Version(32, RaisingTree, Plane, mediator=CatchingMediator),
        "duplicates told by an exception",
        "以异常报告重复",
        "`CheckStep` as printed in part 15: it tries to insert, and an exception means a duplicate.",
        """
        Of every four layouts made three are duplicates, so the exception is the rule here: 62,739 of them in a search of
        横刀立马. The modern form has `insert` return False, and the mediator asks.
        """,
    ),
    "lv-quicksort": (
        Version(32, AvlTree, Plane, layout=QuickSortLayout),
        "a quicksort of its own",
        "自写的快速排序",
        "`QuickSortArray` of part 12: middle item first, smallindex, two parts, recursion.",
        """
        Twelve items are sorted for each layout made, 86,531 times in a search of 横刀立马. The modern form is the
        language's own sort, which takes advantage of the order that most items are in already.
        """,
    ),
    "lv-sorted": (
        Version(32, AvlTree, Plane, layout=SortedLayout),
        "two arrays, sortedChessmen",
        "两个数组：chessmen 与 sortedChessmen",
        "Part 11: pieces in two arrays that share their objects, one as they began, one in reading order.",
        """
        The first array serves to copy a layout, the second to make its integer and to number pieces: a piece's
        number is its place in reading order among the twelve, so it changes as the others move. The modern form
        sorts a fresh list of small tuples and gives each piece a number for good.
        """,
    ),
    "lv-recursive": (
        Version(32, AvlTree, Plane, mediator=RecursiveMediator),
        "BeginProcess calls itself",
        "递归的 BeginProcess",
        "Part 14: each level of the search is a call inside the call of the level before.",
        """
        The stack is as deep as the solution is long, 81 frames for 横刀立马, and nothing is done on the way back: the
        call is the last thing each level does. The modern form is a loop; a game of many thousand levels would
        overflow the stack of this one.
        """,
    ),
    "lv-original": (
        Version(32, RaisingTree, Plane, layout=OriginalLayout, mediator=OriginalMediator),
        "all four original forms",
        "四种原文写法合一",
        "Exception, quicksort, two arrays and recursion together: the program as the article prints it.",
        """
        Nothing here is improved. Set it beside `lv-avl`, which differs in those four points only, to see what two
        decades of habits are worth: it finds the same layouts, level by level.
        """,
    ),
    "lv-avl64": (
        Version(64, AvlTree, Plane),
        "64-bit codes, AVL tree",
        "64 位编码，AVL 树",
        "The second version: three bits a cell, so that nothing is sorted.",
        """
        A piece adds its type, shifted to its cell, and the sum is the code. Eight bytes instead of four for each layout
        kept, and the sort is gone. The article's fourth layout went from 1.55 s to 1 s; here the search
        takes about 0.86 of the first version's time. The tree of 横刀立马 is 18 high, for the codes come in another order.
        """,
    ),
    "lv-hash": (
        Version(64, ChainedHash, Plane),
        "64-bit codes, chained hash",
        "64 位编码，链地址哈希表",
        "The third version: a table of 66,000 chains and a hash of folded 14-bit groups.",
        """
        The idea is sumtec's: the tree's order is not needed, only whether a code is known. Watch the chains: sums of
        six groups of 14 bits crowd together, so 横刀立马's longest chain has 10 codes while most of the 66,000 places
        stay empty; chains in use hold 1.7 on average. A look-up compares 1.3 codes where the tree compares 13.6.
        """,
    ),
    "lv-stride8": (
        Version(64, ChainedHash, Stride8),
        "64-bit codes, chained hash, stride 8",
        "64 位编码，哈希表，跨距为 8 的坐标",
        "The fourth version: a place is one number, 8 * y + x.",
        """
        Rows are four cells wide and numbered eight apart, so a step beyond the edge lands on a number that is no cell, and
        no one need ask where the board ends: sentinels without storing any. Up is 8 less. It takes about 0.91
        of the time of the version with (x, y).
        """,
    ),
    "lv-onecell": (
        Version(64, ChainedHash, Stride8, far=False),
        "the fourth version, one cell at a time",
        "第四版，每步一格",
        "智能算法爱好者's experiment: one program, once by single cells and once by nine moves.",
        """
        That reader measured about 70 % of the time for single cells, and warned that only the longer moves find the fewest.
        Both hold here: 0.75 of the time, and the 116 steps that it finds for 横刀立马 are 101 moves, where 81 are enough.
        """,
    ),
}

EXHIBITS = tuple(
    Exhibit(
        name,
        "lv",
        f"Lü Zhenyu: {title}",
        f"吕震宇：{title_zh}",
        Metric.MOVE if version.far else Metric.STEP,
        functools.partial(_prepare, version=version),
        about,
        doc,
    )
    for name, (version, title, title_zh, about, doc) in _VERSIONS.items()
)
