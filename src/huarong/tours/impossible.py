"""Simple proofs that there is no tour: by colours, by cells with too few leaps, by unreachable cells."""

from __future__ import annotations

from huarong.errors import Fault
from huarong.model.board import Board
from huarong.tours.cells import cell_name
from huarong.tours.leaper import KNIGHT, Leaper, LeaperGraph, LeaperName
from huarong.tours.task import TourTask


def obstacle(
    board: Board | str, start: int | str | None = None, closed: bool = False, leaper: Leaper | LeaperName | str = KNIGHT
) -> Fault | None:
    """Why no tour can exist, if a simple argument shows it; else None.

    There are three arguments: a cell with too few leaps, cells that cannot be reached, and colours, which must
    alternate if every leap changes colour. Arguments are those of `first_tour`.

    >>> print(obstacle("5x5", closed=True))
    every leap changes color, and there are 13 cells of one color and 12 of the other
    """
    return obstacle_to(TourTask.of(board, start, closed, leaper))


def obstacle_to(task: TourTask) -> Fault | None:
    """Why a task has no tour, if a simple argument shows it."""
    graph, start, closed = task.graph, task.start, task.closed
    size, names = graph.size, [cell_name(task.board, cell) for cell in graph.cells]
    if size == 1 and not closed:
        return None
    if closed and size < 3:
        return Fault.of("a closed tour needs at least 3 cells")
    for name, to in zip(names, graph.neighbours, strict=True):
        if len(to) < 1 + closed:
            text = "{count} {count:leap leads|leaps lead} to {cell}"
            return Fault.of(text, cell=name, count=len(to))
    ends = [names[v] for v, to in enumerate(graph.neighbours) if len(to) == 1 and graph.cells[v] != start]
    if len(ends) > (2 if start is None else 1):
        text = "a tour would have to end at each of {cells}"
        return Fault.of(text, cells=", ".join(ends[:4]))
    return _clash(task, names)


def _clash(task: TourTask, names: list[str]) -> Fault | None:
    """Why the colours of a board's cells allow no tour, or that some cells lie apart."""
    colour, alternating = colours(task.graph)
    if -1 in colour:
        lost = names[colour.index(-1)]
        text = "{cell} cannot be reached from {start}"
        return Fault.of(text, cell=lost, start=names[0])
    if not alternating:
        return None
    less, more = sorted((colour.count(0), colour.count(1)))
    if more - less > (0 if task.closed else 1):
        text = (
            "every leap changes color, and there {more:is|are} {more} {more:cell|cells} of one color and {less} of "
            "the other"
        )
        return Fault.of(text, more=more, less=less)
    v = task.vertex
    if v is not None and more > less and colour.count(colour[v]) == less:
        text = "every leap changes color, and {cell} has the color of fewer cells"
        return Fault.of(text, cell=names[v])
    return None


def colours(graph: LeaperGraph) -> tuple[list[int], bool]:
    """A 2-colouring of the vertices (-1: not connected to the first), and whether every leap changes the colour."""
    result, stack, alternating = [0] + [-1] * (graph.size - 1), [0], True
    while stack:
        v = stack.pop()
        for u in graph.neighbours[v]:
            if result[u] < 0:
                result[u] = 1 - result[v]
                stack.append(u)
            alternating = alternating and result[u] != result[v]
    return result, alternating
