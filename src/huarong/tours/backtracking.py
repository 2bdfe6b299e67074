"""Tours by backtracking: all from a cell, in order, or the first by Warnsdorff's rule (1823)."""

from __future__ import annotations

from collections.abc import Iterator

from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.tours.task import TourTask

__all__ = ["counted", "depth_first"]


def depth_first(
    task: TourTask, start: int, greedy: bool, watch: Watch, most: int | None = None
) -> Iterator[tuple[int, ...] | None]:
    """Iterate over all tours from a vertex, as cells; at last None if it gave up after `most` vertices entered.

    A vertex's neighbours are tried in ascending order, or (`greedy`) by Warnsdorff's rule: those with the
    fewest ways onward first.
    """
    why, graph = kernel("tours").why, task.graph
    search = kernel("tours").Backtracking(*graph.arrays(), task.ties(), task.closed, greedy, start)
    nodes, result = 0, why.RUNNING
    while result != why.NONE:
        if most is not None and nodes >= most:
            yield None
            return
        piece = watch.call()
        result = search.run(piece if most is None else min(piece, most - nodes))
        watch.back()
        watch.count(search.nodes - nodes, search.deepest, "search")
        nodes = search.nodes
        if result == why.FOUND:
            yield tuple(graph.cells[v] for v in search.vertices())


def counted(task: TourTask, start: int, watch: Watch) -> int:
    """How many tours there are from a vertex."""
    why, graph = kernel("tours").why, task.graph
    search = kernel("tours").Backtracking(
        *graph.arrays(), task.ties(), task.closed, False, start, True
    )
    nodes, result = 0, why.RUNNING
    while result != why.NONE:
        result = search.run(watch.call())
        watch.back()
        watch.count(search.nodes - nodes, search.deepest, "search")
        nodes = search.nodes
    found: int = search.found
    return found
