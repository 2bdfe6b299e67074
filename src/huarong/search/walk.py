"""Depth-first search of a puzzle that can pause and continue: IDA*, and the base of listing paths."""

import itertools
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from huarong.errors import LimitReached
from huarong.kernels import kernel
from huarong.kernels._keys import why
from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle, Solution, replay, unsolvable
from huarong.model.tiles import tile_orders
from huarong.search.keys import KeyPacking
from huarong.search.memory import Numbers
from huarong.search.task import Task
from huarong.tiles.answer import TilesAnswer
from huarong.tiles.solver import solve_tiles
from huarong.tiles.tableset import MOST_CELLS

if TYPE_CHECKING:
    from huarong.search.distances import Distances

_TRIED = 1 << 16
"""The most moves tried in a call. While a transposition table touches new pages, each move takes ten times as long."""
_TABLE, _LEAST, _ENTRY = 1 << 28, 1 << 16, 64
"""Bytes of the transposition table: the most, the least, and the bytes for each layout of the space."""


class PathWalk:
    """The state of a depth-first search within `most` moves of the start.

    With `distances` (of the puzzle, or of a pattern with its kinds `kinds`), a layout is entered only if a goal is near
    enough for a path of `most` moves. With `remember` (bytes of a transposition table), a layout is entered only if no
    shorter path to it is known, and only once in an iteration (see `deepen`).
    """

    def __init__(
        self,
        puzzle: Puzzle,
        metric: Metric,
        most: int,
        distances: "Distances | None" = None,
        kinds: Sequence[int] | None = None,
        remember: int = 0,
    ) -> None:
        self.puzzle, self.metric, self.distances = puzzle, metric, distances
        self.packing = packing = KeyPacking.of(puzzle, False, False)
        loops = kernel("walk")
        self.why, self.never = why, loops.never
        places = [packing.rules.place[piece.kind, piece.head] for piece in puzzle.pieces]
        bits = (remember // (8 * (packing.words + 1))).bit_length() - 1 if remember else 0
        self.entries = Numbers("Q", (packing.words + 1) << bits)
        known = loops.Transpositions(packing.words, bits, self.entries.view)
        lookup = loops.Lookup(*_lookup(puzzle, packing, distances, kinds))
        self.kernel: Any = loops.Walk(packing, metric.code, places, lookup, known)
        self.kernel.begin(most)

    @property
    def most(self) -> int:
        """The greatest number of moves of the paths sought."""
        return int(self.kernel.most)

    @property
    def entered(self) -> int:
        """The number of layouts entered; repeated entries count each time."""
        return int(self.kernel.entered)

    def solution(self, seconds: float) -> Solution:
        """Return the solution that the search has just found."""
        head = self.packing.rules.head
        steps = [(head[source], head[target]) for source, target in self.kernel.path()]
        return replace(replay(self.puzzle, self.metric, steps, seconds), explored=self.entered)


def _lookup(
    puzzle: Puzzle, packing: KeyPacking, distances: "Distances | None", kinds: Sequence[int] | None
) -> tuple[Any, ...]:
    """Return the table in which the kernel looks up distances; empty without `distances`."""
    if distances is None:
        return 0, 0, array("Q", [0]), array("I", [0]), array("H", [0]), array("Q", [0])
    store = distances.search
    parts = distances.parts(packing, kinds or range(len(puzzle.kinds)))
    return distances.packing.words, store.bits, store.queue.view, store.table.view, distances.left.data, parts


def walk(search: PathWalk, watch: Watch) -> Iterator[None]:
    """Continue a search; yield at each goal that it reaches, with the watch's clock stopped meanwhile."""
    while True:
        why = search.kernel.run(min(_TRIED, watch.call()))
        watch.look(max(0, watch.lower - 1), search.entered)
        if why == search.why.EXHAUSTED:
            return
        if why == search.why.FOUND:
            with watch.paused():
                yield
        else:
            watch.back()


def deepen(search: PathWalk, watch: Watch) -> bool:
    """Search within rising bounds, each the least that admits further layouts (Korf, 1985); return True at a goal.

    Each bound is an iteration. With a transposition table, an iteration enters each layout once, as long as the table
    has room. Returns False if all reachable layouts were entered. The proved lower bound is kept in the watch
    (`lower`).

    >>> search = PathWalk(Puzzle.parse("A./..", goal="../.A"), Metric.STEP, 1, remember=1 << 10)
    >>> deepen(search, Watch()), search.most
    (True, 2)
    """
    while True:
        watch.lower = max(watch.lower, search.most)
        for _ in walk(search, watch):
            return True
        bound = search.kernel.beyond
        if bound == search.never:
            return False
        search.kernel.begin(bound)


def run(task: Task) -> Solution:
    """Find a shortest solution. Numbered tiles use `huarong.tiles.solver`."""
    orders = tile_orders(task.puzzle) if task.puzzle.board.size <= MOST_CELLS else None
    found = _by_walking(task) if orders is None else _by_tiles(task, *orders)
    return replace(found, method="idastar")


def _by_walking(task: Task) -> Solution:
    from huarong.search.expansion import FAR

    puzzle, watch, heuristic = task.puzzle, task.watch, task.heuristic
    kinds = heuristic.groups[0][0] if heuristic else None
    distances = heuristic.tables[kinds] if heuristic and kinds else None
    bound = max(1, heuristic(puzzle.start)) if heuristic else 1
    none = unsolvable(puzzle, task.metric)
    if bound >= FAR:
        return replace(none, seconds=watch.seconds)
    remember = min(watch.memory // 2, _TABLE, max(_LEAST, _ENTRY * task.layouts))
    walk = PathWalk(puzzle, task.metric, bound, distances, kinds, remember=int(remember))
    walk.entries.touch(watch.look)

    if deepen(walk, watch):
        return walk.solution(watch.seconds)
    return replace(none, explored=walk.entered, seconds=watch.seconds)


def _by_tiles(task: Task, start: list[int], goal: list[int]) -> Solution:
    """Solve numbered tiles by `huarong.tiles`: with one blank, each move is a step in all metrics."""
    watch = replace(task.watch, unit="node")
    try:
        return of_tiles(task, solve_tiles(start, goal, task.puzzle.board.width, watch=watch))
    except LimitReached as error:
        known = error.solution
        raise error.proving(0, known and replace(of_tiles(task, known), method="greedy")) from None


def of_tiles(task: Task, answer: TilesAnswer) -> Solution:
    """Return the solution of a puzzle of numbered tiles, from the answer of `huarong.tiles`."""
    if not answer.solvable:
        return replace(unsolvable(task.puzzle, task.metric), explored=answer.explored)
    ends = [(there, here) for here, there in itertools.pairwise(answer.path)]
    found = replay(task.puzzle, task.metric, ends, answer.seconds, answer.explored)
    return replace(found, optimal=answer.bound is None, bound=answer.bound)
