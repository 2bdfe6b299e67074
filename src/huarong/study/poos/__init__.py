"""poos, 华容道搜索算法实现, 2019; Swift.

`nodes` has the representations of its three branches, and `protocol` the generic protocols as drawn there. `recorded`
and `intermediate` implement ideas that poos left for later.
"""

import contextlib
import functools
from collections.abc import Callable

from huarong.errors import InputError
from huarong.graph import bfs
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.poos.intermediate import prepare as prepare_posts
from huarong.study.poos.nodes import AnyNode, ArrayNode, IdentityNode, StringNode, blocks_of, start_cells
from huarong.study.poos.protocol import prepare as prepare_protocol
from huarong.study.poos.recorded import FACTOR, PULL, prepare as prepare_recorded
from huarong.study.poos.search import Nodes
from huarong.study.record import UNBOUNDED, Enough, Exhibit, Solver, Tally, breadth_first, note

__all__ = ["EXHIBITS", "depth_reached"]


def _prepare(puzzle: Puzzle, node: type[AnyNode], mirror: bool = False) -> Solver:
    classic = Classic.of(puzzle, empty=2)
    goals, start = classic.goals, node.of(*start_cells(classic.blocks))
    if mirror and {goal // 4 * 4 + 2 - goal % 4 for goal in goals} != goals:
        raise InputError("this exhibit needs a goal that is its own mirror image")
    graph: Nodes[AnyNode] = Nodes(lambda each: each.at_home(goals), mirror)
    notes = [note("a layout and its mirror image count as one")] if mirror else []
    return lambda: breadth_first(graph, start, lambda each: classic.layout(blocks_of(each)), *notes)


def depth_reached(puzzle: Puzzle, depth: int = 15) -> int:
    """Return poos's measure of speed: the layouts visited by a search by identifiers to a given depth, without a goal.

    >>> depth_reached(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    387
    """
    start, tally = IdentityNode.of(*start_cells(Classic.of(puzzle, empty=2).blocks)), Tally(depth)
    graph: Nodes[IdentityNode] = Nodes(lambda _: False)
    with contextlib.suppress(Enough):
        bfs(graph, start, watcher=tally, **UNBOUNDED)
    return sum(tally.levels[: depth + 1])


_MACHINES: dict[str, Callable[[Puzzle], Solver]] = {
    "poos-strings": functools.partial(_prepare, node=StringNode),
    "poos-arrays": functools.partial(_prepare, node=ArrayNode),
    "poos-identity": functools.partial(_prepare, node=IdentityNode),
    "poos-mirror": functools.partial(_prepare, node=IdentityNode, mirror=True),
    "poos-astar": functools.partial(prepare_recorded, weight="alone", by=0),
    "poos-endings": functools.partial(prepare_recorded, weight="endings", by=FACTOR),
    "poos-recorded": functools.partial(prepare_recorded, weight="solutions", by=PULL),
    "poos-stations": functools.partial(prepare_posts, leaps=False),
    "poos-posts": functools.partial(prepare_posts, leaps=True),
    "poos-protocol": prepare_protocol,
}

EXHIBITS = tuple(Exhibit(name, Metric.STEP, prepare) for name, prepare in _MACHINES.items())
