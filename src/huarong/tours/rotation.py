"""One tour by Pósa rotations: where a path is stuck, a leap from its end reverses the part behind a vertex."""

from __future__ import annotations

from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.tours.task import TourTask

__all__ = ["by_rotations"]


def by_rotations(task: TourTask, start: int, watch: Watch, most: int) -> tuple[int, ...] | None:
    """The cells of a tour from a vertex; None if none is found by moving `most` vertices.

    Warnsdorff's rule lengthens the path, rotations free it (Pósa, Hamiltonian circuits in random graphs, 1976).
    """
    loops, graph, nodes = kernel("tours"), task.graph, 0
    search = loops.Rotation(*graph.arrays(), task.ties(), task.closed, start, most)
    while nodes < most:
        result = search.run(min(watch.call(), most - nodes))
        watch.back()
        watch.count(search.nodes - nodes, search.length, "rotate")
        nodes = search.nodes
        if result == loops.why.FOUND:
            return tuple(graph.cells[v] for v in search.vertices())
    return None
