"""poos, 华容道搜索算法实现, 2019; Swift.

Three protocols: a node (its parent, its data, its identifier, its children), the weights of A*, and a
searcher (start, target, a comparator for success, search, path). Three representations, each a branch
of his project: strings; numbers with a 64-bit identifier; the identifier alone, whose 50 bits are two
for each cell and five for each of the two empty cells. A map from an identifier to its mirror image.

`bits` has that map as printed and as meant, `protocol` the generic protocols as he drew them, `recorded` the
weights from recorded endings and `intermediate` the few intermediate layouts, two ideas that he left for later.
"""

from __future__ import annotations

import functools

from huarong.errors import InputError
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.poos.bits import mirrored
from huarong.study.poos.cells import chain_layouts, start_cells
from huarong.study.poos.intermediate import prepare as prepare_stations
from huarong.study.poos.nodes import AnyNode, ArrayNode, IdentityNode, StringNode
from huarong.study.poos.protocol import prepare as prepare_protocol
from huarong.study.poos.recorded import prepare as prepare_recorded
from huarong.study.poos.search import AStar, LevelSearcher
from huarong.study.record import Exhibit, Found, Solver, Tally, note

__all__ = ["EXHIBITS", "depth_reached"]


def _prepare(puzzle: Puzzle, node: type[AnyNode], mirror: bool = False) -> Solver:
    classic = Classic.of(puzzle, empty=2)
    goals = classic.goals
    values, empty = start_cells(classic.blocks)
    if mirror and {goal // 4 * 4 + 2 - goal % 4 for goal in goals} != goals:
        raise InputError("this exhibit needs a goal that is its own mirror image")

    def image(node: AnyNode) -> int | str:
        return mirrored(int(node.identifier))

    def solve() -> Found:
        if classic.solved:
            return Tally().found(0, lambda: (puzzle.start,))
        start: AnyNode = node.of(values, empty)
        searcher: LevelSearcher[AnyNode] = LevelSearcher(
            start, lambda each: each.at_home(goals), image if mirror else None
        )
        notes = [note("a layout and its mirror image count as one")] if mirror else []
        if not searcher.search():
            return searcher.tally.found(None, tuple, *notes)
        chain = searcher.path_with_state()
        return searcher.tally.found(len(chain) - 1, lambda: chain_layouts(classic, chain), *notes)

    return solve


def _prepare_astar(puzzle: Puzzle) -> Solver:
    classic = Classic.of(puzzle, empty=2)
    values, empty = start_cells(classic.blocks)

    def solve() -> Found:
        search = AStar(IdentityNode.of(values, empty), classic.goals)
        search.search()
        template = "{count:,} {count:layout|layouts} expanded; the count has no levels"
        return search.found(classic, note(template, count=search.expanded))

    return solve


def depth_reached(puzzle: Puzzle, depth: int = 15) -> int:
    """His measure of speed: search by identifiers to a depth, without a goal; the layouts met.

    >>> depth_reached(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    387
    """
    values, empty = start_cells(Classic.of(puzzle, empty=2).blocks)
    search = LevelSearcher(IdentityNode.of(values, empty), lambda _: False, most=depth)
    search.search()
    return sum(search.tally.levels)


EXHIBITS = tuple(
    Exhibit(name, "poos", f"poos: {title}", f"poos：{title_zh}", Metric.STEP, prepare, about, doc)
    for name, title, title_zh, prepare, about, doc in (
        (
            "poos-strings",
            "strings (branch master)",
            "字符串（master 分支）",
            functools.partial(_prepare, node=StringNode),
            "A name for each cell; the joined names tell layouts apart.",
            """
            The branch with which he began, and in Swift the slowest. In Python it is the quickest of his three: joining
            twenty strings and hashing the result are single calls into C, while arithmetic on the 50 bits is not.
            """,
        ),
        (
            "poos-arrays",
            "numbers and 64-bit identity (branch Preview)",
            "整数数组与 64 位标识（Preview 分支）",
            functools.partial(_prepare, node=ArrayNode),
            "A number for each cell; 50 bits tell layouts apart.",
            """
            Two forms of one layout are kept side by side: an array to move pieces in, and an identifier to ask the set
            of known layouts with. Packing the array into the identifier, once for each layout made, is the price.
            """,
        ),
        (
            "poos-identity",
            "identity only (branch Ultimate)",
            "只用标识（Ultimate 分支）",
            functools.partial(_prepare, node=IdentityNode),
            "Nothing but the 50 bits: every look at a cell is a shift.",
            """
            Two bits for each of twenty cells, five for each empty cell. A piece that slides changes places with empty cells,
            so a move is an exclusive or at a few bits. A search of 横刀立马 takes 3.1 MiB where the arrays take 4.6.
            """,
        ),
        (
            "poos-mirror",
            "identity only, mirror images as one",
            "只用标识，镜像视为相同",
            functools.partial(_prepare, node=IdentityNode, mirror=True),
            "With each layout its mirror image counts as met, by the corrected map.",
            """
            The article prints a map from an identifier to its image, which loses rows: they are 8 bits wide and it shifts
            them by 4, and the halves of a row do not change places. With the map as meant, 12,018 layouts stand for 23,975.
            """,
        ),
        (
            "poos-astar",
            "A* with the weights he left unused",
            "A*（启用原文未用的权重）",
            _prepare_astar,
            "The protocol of weights at work: steps so far, and the cells that the 2x2 is from home.",
            """
            He declares fromValue, toValue and totalValue and says that they are not used yet. The 2x2 moves one cell a step at
            most, so its distance from home is a lower bound and the answer is optimal; but it is seldom more than
            3, while 116 steps are needed: 23,952 of 23,975 layouts are met.
            """,
        ),
        (
            "poos-recorded",
            "A* with weights from recorded endings",
            "A*（以记录的终局为权重）",
            prepare_recorded,
            "His idea for later, built: layouts that recorded solutions pass often weigh less.",
            """
            The solutions of all openings with the same pieces are recorded, but not this one's own nor its mirror image's, and
            each layout weighs the less the more of them pass it. The weight is no lower bound, so the answer may be
            longer than the best; `huarong study weights` tells how much is met and how much longer it becomes.
            """,
        ),
        (
            "poos-stations",
            "a few intermediate layouts",
            "有限的中间布局",
            prepare_stations,
            "Like the cube: search for the nearest of a few layouts from which the way on is known.",
            """
            Stations are chosen so that from every solvable layout one of them, or the goal, is at most 15 steps away: the depth
            that he says takes less than half a second. A search ends at the first station, and the rest is read off. What that
            costs in steps, over all solvable layouts, `huarong study stations` tells.
            """,
        ),
        (
            "poos-protocol",
            "the generic protocol as drawn",
            "照原样的通用协议",
            prepare_protocol,
            "`SXNodeState`, `SXAStarState` and `SXSeacher` as the article draws them, for any puzzle.",
            """
            A state has a parent, data, an identifier and its children; the searcher has a start, a target and a comparator
            of the two. In `huarong.graph` the same is an object with neighbours(state), and, if it likes, key(state),
            is_goal(state), cost and heuristic: states need know no parent, and the target need be no state.
            """,
        ),
    )
)
