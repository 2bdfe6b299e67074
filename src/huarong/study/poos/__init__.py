"""poos, 华容道搜索算法实现, 2019; Swift.

Three protocols: a node (its parent, its data, its identifier, its children), the weights of A*, and a
searcher (start, target, a comparator for success, search, path). His project has three branches, each with its own
representation: strings, numbers with a 64-bit identifier, and the identifier alone. The identifier has 50 bits: two
for each cell and five for each of the two empty cells. A map leads from an identifier to its mirror image.

`bits` has that map as printed and as meant, and `protocol` the generic protocols as he drew them. `recorded` and
`intermediate` carry out ideas that he left for later: weights from recorded endings (and from whole solutions), and a
few intermediate layouts. `posts` stores these layouts and solves with them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from huarong.errors import InputError
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.poos.bits import mirrored
from huarong.study.poos.cells import chain_layouts, start_cells
from huarong.study.poos.intermediate import prepare as prepare_stations, prepare_leaps
from huarong.study.poos.nodes import AnyNode, ArrayNode, IdentityNode, StringNode
from huarong.study.poos.protocol import prepare as prepare_protocol
from huarong.study.poos.recorded import prepare_endings, prepare_solutions
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
    """His measure of speed: the layouts visited by a search by identifiers to a given depth, without a goal.

    >>> depth_reached(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    387
    """
    values, empty = start_cells(Classic.of(puzzle, empty=2).blocks)
    search = LevelSearcher(IdentityNode.of(values, empty), lambda _: False, most=depth)
    search.search()
    return sum(search.tally.levels)


_MACHINES: dict[str, Callable[[Puzzle], Solver]] = {
    "poos-strings": functools.partial(_prepare, node=StringNode),
    "poos-arrays": functools.partial(_prepare, node=ArrayNode),
    "poos-identity": functools.partial(_prepare, node=IdentityNode),
    "poos-mirror": functools.partial(_prepare, node=IdentityNode, mirror=True),
    "poos-astar": _prepare_astar,
    "poos-endings": prepare_endings,
    "poos-recorded": prepare_solutions,
    "poos-stations": prepare_stations,
    "poos-posts": prepare_leaps,
    "poos-protocol": prepare_protocol,
}

EXHIBITS = tuple(Exhibit(name, Metric.STEP, prepare) for name, prepare in _MACHINES.items())
