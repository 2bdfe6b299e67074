"""The table of search methods, and the choice of a method for a puzzle, with the reason."""

from dataclasses import dataclass
from typing import Literal, get_args

from huarong.i18n import size_text
from huarong.lazy import named
from huarong.limits import usable_memory
from huarong.model.puzzle import Solution, Why
from huarong.model.tiles import tile_orders
from huarong.search.bfs import BreadthFirst
from huarong.search.task import Task
from huarong.tiles.tableset import MOST_CELLS

MethodName = Literal["auto", "bfs", "bidirectional", "astar", "idastar"]
"""The values of `method` in `solve`: one of `METHODS`, or `auto` to choose one."""
NAMES: tuple[MethodName, ...] = get_args(MethodName)

PATIENCE = 1 << 20
"""Layouts to search breadth first before considering another method."""
_TILES = 12
"""The smallest board, in cells, on which numbered tiles are solved by their own method at once."""
_SOON = 20_000_000
"""Layouts that breadth-first search visits in about a second."""
_GOALS = 1_000_000
"""The most goal layouts from which to begin a search."""


@dataclass(frozen=True)
class Method:
    """A search method: its name, and the function that runs it (`docs/en/explanation/methods.md`)."""

    name: str
    how: str

    def run(self, task: Task) -> Solution:
        """Solve a task. Import the method's module only now, because most need NumPy."""
        found: Solution = named(f"huarong.search.{self.how}")(task)
        return found


METHODS = {
    name: Method(name, how)
    for name, how in (
        ("bfs", "select:breadth_first"),
        ("bidirectional", "bidirectional:run"),
        ("astar", "best_first:run"),
        ("idastar", "walk:run"),
    )
}
"""The methods that find a shortest solution, by name."""

ANYTIME = Method("greedy", "anytime:run")
"""The method for `optimal=False`."""


def breadth_first(task: Task) -> Solution:
    """Find a shortest solution, or that there is none, breadth first."""
    return BreadthFirst(task.puzzle, task.metric, task.watch).answer()


@dataclass(frozen=True)
class Choice:
    """The method chosen for a task, and the reason."""

    method: Method
    why: Why


def at_once(task: Task) -> Choice | None:
    """Return the method for a puzzle that needs no breadth-first search: numbered tiles on a large board; else None."""
    if not _TILES <= task.puzzle.board.size <= MOST_CELLS or tile_orders(task.puzzle) is None:
        return None
    return Choice(METHODS["idastar"], Why("numbered tiles with one blank have additive pattern databases", {}))


def choose(task: Task, search: BreadthFirst) -> Choice:
    """Choose the method after `PATIENCE` layouts were searched breadth first without a solution.

    A small space continues breadth first. If the layouts do not fit into memory but the goal layouts easily do, the
    method is bidirectional search. If the patterns' lower bound for the start is at least half the depth reached, it is
    A*. Otherwise it is breadth-first search, which needs the least memory for each layout.
    """
    packing, room = search.packing, usable_memory(task.watch.memory)
    layouts = task.layouts / (packing.images + 1)
    values = {"layouts": f"{layouts:,.0f}" if layouts < 1e15 else "too many", "memory": size_text(task.watch.memory)}
    fit = layouts * (12 * packing.words + 8) <= room
    if fit and layouts <= _SOON:
        return Choice(METHODS["bfs"], Why(_FIT, values))
    if not fit:
        from huarong.search.bidirectional import goal_count

        goals = goal_count(task.puzzle, task.watch)
        if goals <= min(_GOALS, room // 1000):
            return Choice(METHODS["bidirectional"], Why(_ENDS, {**values, "goals": goals}))
    bound = task.bound(task.estimate)
    if 2 * bound >= search.depth:
        return Choice(METHODS["astar"], Why(_KNOW, {"bound": bound, "depth": search.depth}))
    return Choice(METHODS["bfs"], Why(_FIT if fit else _LEVELS, values))


_FIT = "at most {layouts} {layouts:layout|layouts}, which fit into {memory}"
_ENDS = "{layouts} {layouts:layout|layouts} would not fit into {memory}; the goal layouts do ({goals:,})"
_LEVELS = "{layouts} {layouts:layout|layouts} may not fit into {memory}, but most need not be visited"
_KNOW = "a table proves {bound} {bound:move|moves} or more, while breadth-first search has only reached depth {depth}"
_BEST = "breadth-first search filled {memory} with {layouts} {layouts:layout|layouts}"


def instead(task: Task, layouts: int) -> Choice | None:
    """Return the method to try once breadth-first search has filled the memory with `layouts` layouts, or None."""
    if not task.patterns:
        return None
    values = {"layouts": f"{layouts:,}", "memory": size_text(task.watch.memory)}
    return Choice(METHODS["astar"], Why(_BEST, values))
