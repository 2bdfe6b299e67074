"""Solving one puzzle, by the requested method or by a method chosen after breadth-first search has begun."""

from dataclasses import replace
from typing import Unpack

from huarong.errors import LimitReached, UnknownName
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric, MetricLike, as_metric
from huarong.model.impossible import explained, why_unsolvable
from huarong.model.puzzle import Puzzle, PuzzleLike, Solution, replay, unsolvable
from huarong.search.bfs import BreadthFirst
from huarong.search.select import ANYTIME, METHODS, NAMES, PATIENCE, MethodName, at_once, choose, instead
from huarong.search.task import Task


@limited
def solve(
    puzzle: PuzzleLike,
    metric: MetricLike = Metric.MOVE,
    *,
    method: MethodName = "auto",
    optimal: bool = True,
    max_layouts: int | None = None,
    **limits: Unpack[GivenLimits],
) -> Solution:
    """Find a solution with the fewest moves in a metric, or prove that there is none, and say why (`reason`).

    `puzzle` may be anything that `huarong.puzzle` reads. If board, pieces and goal are symmetric, only one of two
    mirror images is searched. `max_memory` is in bytes (or `"500M"`, `"4G"`), and `max_layouts` limits the number of
    layouts found. `progress` is called about ten times a second.

    `method` is one of `METHODS` (`docs/en/explanation/methods.md` explains them). `auto` chooses by the number of
    layouts and the memory; the solution has the method (`method`) and the reason (`why`). With `optimal=False`, it
    quickly looks for a good solution. The solution's `optimal` says whether it is shortest, and its `bound` is the
    proved lower bound.

    Raises `UnknownName` for a metric or method, `PuzzleError` or `InputError` for an invalid puzzle or limit,
    `Cancelled` if `cancel` returns true, and `LimitReached`, which has the proved lower bound (`lower`) and the best
    known solution, if any (`solution`).

    >>> [solve("横刀立马", metric).length for metric in ("step", "slide", "move")]
    [116, 90, 81]
    >>> solve("横刀立马", method="astar").length
    81
    """
    watch, puzzle, metric = Watch.of(**limits, max_layouts=max_layouts), read_puzzle(puzzle), as_metric(metric)
    if method not in NAMES:
        raise UnknownName(str(method), NAMES)
    with watch.setting_up():
        task = Task(puzzle, metric, watch)
        if task.puzzle.goal.holds(task.puzzle.start):
            return replay(task.puzzle, metric, (), watch.seconds, 1)
        watch.lower = 1
        if why_unsolvable(task.puzzle) or not task.packing.goals:
            return explained(replace(unsolvable(task.puzzle, metric), seconds=watch.seconds))
        if not optimal:
            return explained(ANYTIME.run(task))
        return explained(_auto(task) if method == "auto" else METHODS[method].run(task))


def solve_within(watch: Watch, puzzle: Puzzle, metric: Metric, layouts: int) -> Solution | None:
    """Solve in a separate stage that searches at most `layouts` layouts; None if this is not enough."""
    watch.stage()
    try:
        return solve(puzzle, metric, watch=watch.within(layouts))
    except LimitReached as error:
        if error.limit != "layouts":
            raise
        return None


def _auto(task: Task) -> Solution:
    """Search breadth first, and change to another method if that is better."""
    watch, choice = task.watch, at_once(task)
    if choice is None:
        search = BreadthFirst(task.puzzle, task.metric, watch, task.packing)
        try:
            found = search.run(PATIENCE)
            if found is None:
                choice = choose(task, search)
                if choice.method.name == "bfs":
                    found = search.run()
            if found is not None:
                answer = search.solution(search.trace()) if found else search.unsolvable()
                return replace(answer, why=choice.why if choice else None)
        except LimitReached as error:
            choice = instead(task, error.explored) if error.limit == "memory" else None
            if choice is None:
                raise
        search.close(watch.look)
        watch.stage()
    assert choice is not None
    return replace(choice.method.run(task), why=choice.why)
