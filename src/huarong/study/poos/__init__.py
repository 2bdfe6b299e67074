"""poos, 华容道搜索算法实现, 2019; Swift.

Three protocols: a node (its parent, its data, its identifier, its children), the weights of A*, and a
searcher (start, target, a comparator for success, search, path). Three representations, each a branch
of his project: strings; numbers with a 64-bit identifier; the identifier alone, whose 50 bits are two
for each cell and five for each of the two empty cells. A map from an identifier to its mirror image.

Claims: strings are "without doubt the slowest"; a set of 64-bit identifiers is much quicker; the
identifier as data saves much memory, but its shifts cost time. Breadth-first search to depth 15 takes
less than 0.5 s. A* cannot show its strength, since the final layout is not known.

Here: the memory is as he says, the times are not: in Python it is the strings that are quickest, for
joining and hashing them is done in C. Depth 15 is reached in 2 ms. A*, with the distance of the 2x2 for
a weight, meets 23,952 of the 23,975 layouts of 横刀立马: he is right. His map of the mirror image, as
printed, loses rows (`mirrored_as_printed` in `bits`): rows are 8 bits wide and it shifts by 4, and the
halves of a row do not change places; `mirrored` is what he meant. His identifiers tell the two empty
cells apart, so that one layout could have two; here the cells are kept in order.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from huarong.errors import InputError
from huarong.model.board import Layout
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.study.classic import BOX, HBAR, SHAPES, SINGLE, VBAR, Block, Classic
from huarong.study.poos.bits import mirrored
from huarong.study.poos.nodes import AnyNode, ArrayNode, IdentityNode, StringNode
from huarong.study.poos.search import AStar, BreadthFirst
from huarong.study.record import Exhibit, Found, Solver, Tally, note

__all__ = ["EXHIBITS", "depth_reached", "start_cells"]

_TYPES = (BOX, HBAR, VBAR, SINGLE)
"""Of each number in a cell; an empty cell has the soldier's, 3."""


def start_cells(classic: Classic) -> tuple[list[int], tuple[int, int]]:
    """The numbers of a puzzle's cells, and its two empty cells."""
    values = [3] * 20
    for size, head in classic.blocks:
        for dx, dy in SHAPES[size]:
            values[head + 4 * dy + dx] = _TYPES.index(size)
    first, second = classic.empty
    return values, (first, second)


def _layouts(classic: Classic, chain: Iterable[AnyNode]) -> tuple[Layout, ...]:
    """The project's layouts of nodes: at each cell not covered yet, what begins there."""
    layouts = []
    for node in chain:
        values, empty = node.cells()
        blocks: list[Block] = []
        covered = set(empty)
        for cell, value in enumerate(values):
            if cell not in covered:
                blocks.append((_TYPES[value], cell))
                covered.update(cell + 4 * dy + dx for dx, dy in SHAPES[_TYPES[value]])
        layouts.append(classic.layout(blocks))
    return tuple(layouts)


def _prepare(puzzle: Puzzle, node: type[AnyNode], mirror: bool = False) -> Solver:
    classic = Classic.of(puzzle, empty=2)
    goals = classic.goals
    values, empty = start_cells(classic)
    if mirror and {goal // 4 * 4 + 2 - goal % 4 for goal in goals} != goals:
        raise InputError("this exhibit needs a goal that is its own mirror image")

    def image(node: AnyNode) -> int | str:
        return mirrored(int(node.identifier))

    def solve() -> Found:
        if classic.solved:
            return Tally().found(0, lambda: (puzzle.start,))
        start: AnyNode = node.of(values, empty)
        searcher: BreadthFirst[AnyNode] = BreadthFirst(
            start, lambda each: each.at_home(goals), image if mirror else None
        )
        notes = [note("a layout and its mirror image count as one")] if mirror else []
        if not searcher.search():
            return searcher.tally.found(None, tuple, *notes)
        chain = searcher.path_with_state()
        return searcher.tally.found(len(chain) - 1, lambda: _layouts(classic, chain), *notes)

    return solve


def _prepare_astar(puzzle: Puzzle) -> Solver:
    classic = Classic.of(puzzle, empty=2)
    values, empty = start_cells(classic)

    def solve() -> Found:
        search = AStar(IdentityNode.of(values, empty), classic.goals)
        search.search()
        chain = search.path_with_state()
        return Found(
            len(search.steps),
            search.duplicates,
            len(chain) - 1 if chain else None,
            path=lambda: _layouts(classic, chain),
            notes=(
                note(
                    "{count:,} {count:layout|layouts} expanded; the count has no levels",
                    count=search.expanded,
                ),
            ),
        )

    return solve


def depth_reached(puzzle: Puzzle, depth: int = 15) -> int:
    """His measure of speed: search by identifiers to a depth, without a goal; the layouts met.

    >>> depth_reached(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    387
    """
    values, empty = start_cells(Classic.of(puzzle, empty=2))
    search = BreadthFirst(IdentityNode.of(values, empty), lambda _: False, most=depth)
    search.search()
    return sum(search.tally.levels)


EXHIBITS = tuple(
    Exhibit(
        name, f"poos: {title}", f"poos：{title_zh}", "poos", Metric.STEP, prepare, about, __doc__
    )
    for name, title, title_zh, prepare, about in (
        (
            "poos-strings",
            "strings (branch master)",
            "字符串（master 分支）",
            functools.partial(_prepare, node=StringNode),
            "A name for each cell; the joined names tell layouts apart.",
        ),
        (
            "poos-arrays",
            "numbers and 64-bit identity (branch Preview)",
            "整数数组与 64 位标识（Preview 分支）",
            functools.partial(_prepare, node=ArrayNode),
            "A number for each cell; 50 bits tell layouts apart.",
        ),
        (
            "poos-identity",
            "identity only (branch Ultimate)",
            "只用标识（Ultimate 分支）",
            functools.partial(_prepare, node=IdentityNode),
            "Nothing but the 50 bits: every look at a cell is a shift.",
        ),
        (
            "poos-mirror",
            "identity only, mirror images as one",
            "只用标识，镜像视为相同",
            functools.partial(_prepare, node=IdentityNode, mirror=True),
            "With each layout its mirror image counts as met, by the corrected map.",
        ),
        (
            "poos-astar",
            "A* with the weights he left unused",
            "使用其未用权重的 A*",
            _prepare_astar,
            "The protocol of weights at work: steps so far, and the cells that the 2x2 is from home.",
        ),
    )
)
