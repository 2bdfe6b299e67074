"""Tours depth first: all from a cell, one after the other, or the first by Warnsdorff's rule (1823)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.tours.task import Task

__all__ = ["depth_first"]


def depth_first(
    task: Task, start: int, greedy: bool, watch: Watch, most: int | None = None
) -> Iterator[tuple[int, ...] | None]:
    """All tours from a vertex, as cells; at last None if it gave up after `most` vertices entered.

    A vertex's neighbours are tried in ascending order, or (`greedy`) by Warnsdorff's rule: those with the
    fewest ways onward first.
    """
    loops, graph = kernel("tours"), task.graph
    at, why = loops.at, loops.why
    size, (first, to), memo = graph.size, graph.arrays(), array("q", bytes(8 * 8))
    memo[at.CLOSED], memo[at.SIZE], memo[at.GREEDY] = task.closed, size, greedy
    path, links, choices, upto = (array("i", bytes(4 * n)) for n in (size, size, len(to), size + 1))
    state = (first, to, path, bytearray(size), links, task.ties(), choices, upto, memo)
    loops.begin(*state, start)
    nodes, result = 0, why.RUNNING
    while result != why.NONE:
        if most is not None and nodes >= most:
            yield None
            return
        piece = watch.call()
        result = loops.search(*state, piece if most is None else min(piece, most - nodes))
        watch.back()
        watch.count(memo[at.NODES] - nodes, memo[at.DEEPEST], "search")
        nodes = memo[at.NODES]
        if result == why.FOUND:
            yield tuple(graph.cells[v] for v in path)
