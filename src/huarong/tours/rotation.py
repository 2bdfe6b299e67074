"""One tour by rotations: a path that is stuck is turned round behind a vertex that its end could go to."""

from __future__ import annotations

from array import array

from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.tours.task import Task

__all__ = ["by_rotations"]


def by_rotations(task: Task, start: int, watch: Watch, most: int) -> tuple[int, ...] | None:
    """The cells of a tour from a vertex; None if `most` vertices moved found none.

    Warnsdorff's rule lengthens the path, rotations free it (Pósa, Hamiltonian circuits in random graphs, 1976).
    """
    loops, graph = kernel("tours"), task.graph
    at, nodes = loops.at, 0
    size, (first, to), memo = graph.size, graph.arrays(), array("q", bytes(8 * 8))
    memo[at.CLOSED], memo[at.SIZE] = task.closed, size
    path, place = array("i", bytes(4 * size)), array("i", [-1]) * size
    path[0], place[start], memo[at.DEPTH] = start, 0, 1
    state = (first, to, path, place, task.ties(), memo, array("Q", [most]))
    while nodes < most:
        result = loops.weave(*state, min(watch.call(), most - nodes))
        watch.back()
        watch.count(memo[at.NODES] - nodes, memo[at.DEPTH], "rotate")
        nodes = memo[at.NODES]
        if result == loops.why.FOUND:
            return tuple(graph.cells[v] for v in path)
    return None
