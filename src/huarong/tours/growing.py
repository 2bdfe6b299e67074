"""Tours by growing a path: backtracking, Warnsdorff's rule (1823), and Pósa rotations (1976)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.tours.task import TourTask


def _turns(search: Any, watch: Watch, part: str, depth: str, most: int | None = None) -> Iterator[int]:
    """Run a kernel's search until it ends or has entered `most` vertices; how each of its turns ended."""
    nodes, result = 0, kernel("tours").why.RUNNING
    while result != kernel("tours").why.NONE and (most is None or nodes < most):
        piece = watch.call()
        result = search.run(piece if most is None else min(piece, most - nodes))
        watch.back()
        watch.count(search.nodes - nodes, getattr(search, depth), part)
        nodes = search.nodes
        yield result


def depth_first(
    task: TourTask, start: int, greedy: bool, watch: Watch, most: int | None = None
) -> Iterator[tuple[int, ...] | None]:
    """Iterate over all tours from a vertex, as cells; at last None if it gave up after `most` vertices entered.

    A vertex's neighbours are tried in ascending order, or (`greedy`) by Warnsdorff's rule: those with the
    fewest ways onward first.
    """
    why, graph = kernel("tours").why, task.graph
    search = kernel("tours").Backtracking(*graph.arrays(), task.ties(), task.closed, greedy, start)
    result = why.RUNNING
    for result in _turns(search, watch, "search", "deepest", most):
        if result == why.FOUND:
            yield tuple(graph.cells[v] for v in search.vertices())
    if result != why.NONE:
        yield None


def counted(task: TourTask, start: int, watch: Watch) -> int:
    """How many tours there are from a vertex."""
    search = kernel("tours").Backtracking(*task.graph.arrays(), task.ties(), task.closed, False, start, True)
    for _ in _turns(search, watch, "search", "deepest"):
        pass
    found: int = search.found
    return found


def by_rotations(task: TourTask, start: int, watch: Watch, most: int) -> tuple[int, ...] | None:
    """The cells of a tour from a vertex; None if none is found by moving `most` vertices.

    Warnsdorff's rule lengthens the path; when it is stuck, a leap from its end reverses the part behind a vertex
    (Pósa, Hamiltonian circuits in random graphs, 1976).
    """
    loops, graph = kernel("tours"), task.graph
    search = loops.Rotation(*graph.arrays(), task.ties(), task.closed, start, most)
    if loops.why.FOUND in _turns(search, watch, "rotate", "length", most):
        return tuple(graph.cells[v] for v in search.vertices())
    return None
