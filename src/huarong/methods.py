"""The ways to search besides breadth first: from both ends, best first, deepening; and which to take.

Each function solves a puzzle that is not solved at the start, within the limits that `solve` was given.
"""

from __future__ import annotations

import bisect
import itertools
import math
from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.batches import FAR, Batches, Watch, _holds, chain, deepen, follow, store
from huarong.board import Board, Metric
from huarong.heuristics import Evaluator, Heuristic, patterns, size
from huarong.kernels import kernel
from huarong.numbering import NotNumberedError
from huarong.packing import Packing
from huarong.paths import Walk
from huarong.paths import search as search_walk
from huarong.puzzle import Puzzle
from huarong.rules import Rules
from huarong.search import Progress, Solution, Why, _Search
from huarong.solution import replay, unsolvable
from huarong.space import Space
from huarong.tiles import TilesProgress, solve_tiles

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["astar", "bidirectional", "choose", "goal_keys", "greedy", "idastar", "instead"]

_TILES = "numbered tiles and one blank: additive pattern databases are made for them"
_FIT = "{layouts} layouts at most, which fit into {memory}"
_ENDS = "{layouts} layouts would not fit into {memory}; the goal layouts do ({goals:,})"
_LEVELS = "{layouts} layouts may not fit into {memory}, but most need not be seen"
_KNOW = "patterns prove {bound} moves or more, where breadth first has come to {depth}"
_BEST = "breadth first, {layouts} layouts filled {memory}"
_SOON = 20_000_000
"""So many layouts are searched breadth first in seconds."""
_PATTERN = 4_000_000
"""Layouts of a pattern at most."""


def choose(search: _Search) -> tuple[str, Why]:
    """The method for a puzzle of which many layouts are found breadth first, without a solution; and why.

    Numbered tiles have a search of their own. A space that is soon searched goes on breadth first. From both
    ends where not all layouts fit into the memory but all goal layouts do with room to spare; best first
    where the patterns' bound for the start is at least half as deep as the search has come; else breadth
    first, which needs the least memory for each layout.
    """
    puzzle, packing, memory = search.puzzle, search.packing, search.memory
    if tiles(puzzle) is not None:
        return "idastar", Why(_TILES, {})
    layouts, held = size(puzzle) / (packing.images + 1), _bytes(memory)
    many = f"{layouts:,.0f}" if layouts < 1e15 else "too many"
    fit = layouts * (12 * packing.words + 8) <= memory
    if fit and layouts <= _SOON:
        return "bfs", Why(_FIT, {"layouts": many, "memory": held})
    goals = _goal_count(puzzle)
    if not fit and goals <= min(1_000_000, memory // 1000):
        return "bidirectional", Why(_ENDS, {"layouts": many, "memory": held, "goals": goals})
    depth = search.state[search.kernel.at.DEPTH]
    watch = Watch(memory, search.seconds, None, search.cancel, search.began)
    heuristic = _heuristic(puzzle, search.metric, watch)
    bound = heuristic(puzzle.start) if heuristic else 0
    if 2 * bound >= depth:
        _built[puzzle, search.metric] = heuristic
        return "astar", Why(_KNOW, {"bound": bound, "depth": depth})
    return "bfs", Why(_FIT if fit else _LEVELS, {"layouts": many, "memory": held})


_built: dict[tuple[Puzzle, Metric], Heuristic | None] = {}
"""The heuristic that was looked at last, until it is used."""


def instead(puzzle: Puzzle, memory: int, layouts: int) -> tuple[str, Why] | None:
    """The method to try where breadth first has filled the memory, and why; None where there is none."""
    if not patterns(puzzle, _pattern_limit(puzzle, memory)):
        return None
    return "astar", Why(_BEST, {"layouts": f"{layouts:,}", "memory": _bytes(memory)})


def _bytes(memory: int) -> str:
    return f"{memory / (1 << 30):.3g} GiB" if memory >= 1 << 30 else f"{memory / (1 << 20):.3g} MiB"


def _pattern_limit(puzzle: Puzzle, memory: int) -> float:
    """How many layouts a pattern may have: so few that it is quickly built, and is not the whole."""
    return min(_PATTERN, memory / 100, size(puzzle) / 8)


# From both ends


def _goal_spaces(puzzle: Puzzle) -> list[tuple[tuple[tuple[int, int], ...], Space]]:
    """For each alternative of the goal, the space of the pieces of which it asks nothing.

    Cells to which no piece can get are walls.
    """
    found = []
    rules = Rules.of(puzzle.board, puzzle.kinds)
    held = {rules.place[piece.kind, piece.head] for piece in puzzle.pieces}
    places = [p for group in rules.groups if held & set(group) for p in group]
    used = {
        cell
        for p in places
        for cell in puzzle.board.cells(puzzle.kinds[rules.kind[p]], rules.head[p]) or ()
    }
    lost = set(range(puzzle.board.size)) - used
    for each in puzzle.goal.alternatives:
        counts = [len(group) for group in puzzle.start.heads]
        covered = set(lost)
        for kind, head in each:
            counts[kind] -= 1
            covered.update(puzzle.board.cells(puzzle.kinds[kind], head) or ())
        board = Board(
            puzzle.board.width,
            puzzle.board.height,
            frozenset(covered),
            puzzle.board.gates - covered,
        )
        found.append((each, Space(board, puzzle.kinds, tuple((n, n) for n in counts))))
    return found


def _goal_count(puzzle: Puzzle) -> float:
    total: float = 0
    for _, space in _goal_spaces(puzzle):
        try:
            total += space.size
        except NotNumberedError:
            return math.inf
    return total


def goal_keys(puzzle: Puzzle, packing: Packing) -> NDArray[np.uint64]:
    """The keys of all solved layouts whose pieces are where they can get to alone (n x words).

    Some may repeat. The packing must have no lists.
    """
    rules, words, images = packing.rules, packing.words, packing.images
    places = len(rules.head)
    z = np.array(packing.z, np.uint64).reshape(images + 1, places, words)
    table = np.zeros((len(puzzle.kinds) + 1, puzzle.board.size, images + 1, words), np.uint64)
    for p, (kind, head) in enumerate(zip(rules.kind, rules.head, strict=True)):
        table[kind + 1, head] = z[:, p]
    # Pieces never leave their group of places: a layout with another number in one is out of reach.
    member = np.zeros((len(puzzle.kinds) + 1, puzzle.board.size, len(rules.groups)), np.int16)
    for i, group in enumerate(rules.groups):
        for p in group:
            member[rules.kind[p] + 1, rules.head[p], i] = 1
    held = sum(member[rules.kind[p] + 1, rules.head[p]] for p in packing.places(puzzle.start))
    parts = []
    for each, space in _goal_spaces(puzzle):
        fixed = np.zeros((images + 1, words), np.uint64)
        inside = np.zeros(len(rules.groups), np.int16)
        for kind, head in each:
            fixed ^= table[kind + 1, head]
            inside += member[kind + 1, head]
        for first in range(0, space.size, 1 << 14):
            grids = space.grids(np.arange(first, min(space.size, first + (1 << 14))))
            keys = np.zeros((len(grids), images + 1, words), np.uint64) ^ fixed
            counts = np.zeros((len(grids), len(rules.groups)), np.int16) + inside
            for cell in space.board.free:
                keys ^= table[grids[:, cell], cell]
                counts += member[grids[:, cell], cell]
            parts.append(_least(keys[(counts == held).all(axis=1)]))
    return np.concatenate(parts) if parts else np.zeros((0, words), np.uint64)


def _least(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The least of the images' keys (n x images x words), the first word counting most."""
    best = keys[:, 0].copy()
    for image in range(1, keys.shape[1]):
        other = keys[:, image]
        less = np.zeros(len(keys), bool)
        for word in reversed(range(keys.shape[2])):
            less = (other[:, word] < best[:, word]) | (less & (other[:, word] == best[:, word]))
        best[less] = other[less]
    return best


def bidirectional(
    puzzle: Puzzle,
    metric: Metric,
    memory: int,
    seconds: float,
    progress: Callable[[Progress], None] | None,
    cancel: Callable[[], bool] | None,
    began: float,
) -> Solution:
    """Level by level from the start and from all goal layouts, always on the side with fewer to expand."""
    watch = Watch(memory, seconds, progress, cancel, began)
    packing = Packing.of(puzzle, True, False)
    goals = _goal_count(puzzle)
    if goals * packing.words * 64 > memory:
        raise watch.full(0, 0)
    sides = [store(puzzle, metric, packing, watch, 0.5) for _ in range(2)]
    back = Rules.of(puzzle.board, puzzle.kinds, reverse=True)
    sides[1].tables = (back.cover, back.enter, back.halo, back.step, packing.narrow(back))
    at = sides[0].kernel.at
    _begin(sides[1], goal_keys(puzzle, packing))
    meeting = _meeting(sides, 0, 0)
    while meeting is None:
        waiting = [side.state[at.TAIL] - side.state[at.HEAD] for side in sides]
        i = 0 if waiting[0] <= waiting[1] else 1
        first, other = sides[i].state[at.TAIL], sides[1 - i].state
        watch.depth, watch.layouts = other[at.DEPTH], other[at.TAIL]
        if not deepen(sides[i], watch):
            explored = sum(side.state[at.TAIL] for side in sides)
            depth = sides[i].state[at.DEPTH]
            return replace(
                sides[0].unsolvable(), explored=explored, depth=depth, method="bidirectional"
            )
        meeting = _meeting(sides, i, first)
    there = chain(Batches(sides[0], reverse=True), meeting[0], _depth_in(sides[0]))
    on = chain(Batches(sides[1], reverse=False), meeting[1], _depth_in(sides[1]))
    path = follow(sides[0], [*there[-2::-1], *on[1:]])
    explored = sum(side.state[at.TAIL] for side in sides)
    return replace(sides[0].solution(path), explored=explored, method="bidirectional")


def _begin(side: _Search, keys: NDArray[np.uint64]) -> None:
    """Let a search begin at these layouts instead of its puzzle's start."""
    k, at, state, words = side.kernel, side.kernel.at, side.state, side.packing.words
    side.table.view[:] = memoryview(bytes(len(side.table.map))).cast("I")
    state[at.TAIL] = 0
    for first in range(0, len(keys), 1 << 16):
        some = np.ascontiguousarray(keys[first : first + (1 << 16)])
        side.grow(len(some))
        numbers = np.empty(len(some), np.int64)
        state[at.TAIL] = k.enter(
            side.queue.view, side.table.view, words, state[at.BITS], some.reshape(-1).data,
            len(some), numbers.data, state[at.TAIL],
        )  # fmt: skip
    state[at.END] = side.levels[1] = state[at.TAIL]


def _meeting(sides: list[_Search], i: int, first: int) -> tuple[int, int] | None:
    """The numbers on both sides of a layout that the other side has too, among those from `first` on."""
    side, other = sides[i], sides[1 - i]
    at, words = side.kernel.at, side.packing.words
    last = side.state[at.TAIL]
    while first < last:
        count = min(1 << 16, last - first)
        numbers = np.empty(count, np.int64)
        side.kernel.find(
            other.queue.view, other.table.view, words, other.state[at.BITS],
            side.queue.view[first * words :], count, numbers.data,
        )  # fmt: skip
        hits = np.flatnonzero(numbers >= 0)
        if len(hits):
            pair = (first + int(hits[0]), int(numbers[hits[0]]))
            return pair if i == 0 else (pair[1], pair[0])
        first += count
    return None


def _depth_in(side: _Search) -> Callable[[int], int]:
    """The depth of a layout of a search by its number."""
    ends = side.levels[1 : side.state[side.kernel.at.DEPTH] + 2]
    return lambda number: bisect.bisect_right(ends, number)


# Best first


class _Open:
    """Layouts to be expanded, by their priority and then by how far they are from the start."""

    def __init__(self) -> None:
        self.levels: dict[int, dict[int, list[NDArray[np.uint32]]]] = {}

    def add(self, priority: int, far: int, numbers: NDArray[np.int64]) -> None:
        """Put layouts in that are equally far."""
        level = self.levels.setdefault(priority, {})
        level.setdefault(far, []).append(numbers.astype(np.uint32))

    def split(self, far: int, numbers: NDArray[np.int64], priorities: NDArray[np.int64]) -> None:
        """The same for layouts of several priorities."""
        for priority in np.unique(priorities).tolist():
            self.add(priority, far, numbers[priorities == priority])

    def take(self, most: int) -> tuple[int, int, NDArray[np.int64]]:
        """The first priority, and at most so many of its farthest layouts."""
        priority = min(self.levels)
        level = self.levels[priority]
        far = max(level)
        parts = level.pop(far)
        numbers = parts[0] if len(parts) == 1 else np.concatenate(parts)
        if len(numbers) > most:
            level[far] = [numbers[most:]]
        elif not level:
            del self.levels[priority]
        return priority, far, numbers[:most].astype(np.int64)


class _BestFirst:
    """A search in the order of `far + weight * bound`; A* where the weight is 1 and the bound is one.

    Layouts are expanded again when a shorter way to them is found, so the bound need not be consistent.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        metric: Metric,
        watch: Watch,
        evaluate: Evaluator | Obstacles | None,
        weight: int = 1,
    ) -> None:
        self.watch, self.weight, self.evaluate = watch, weight, evaluate
        packing = evaluate.packing if evaluate else Packing.of(puzzle)
        self.search = store(puzzle, metric, packing, watch, 0.6)
        self.batches = Batches(self.search)
        self.far = np.zeros(1, np.uint16)
        self.bound = np.zeros(1, np.uint16)
        self._evaluate(0)
        self.open = _Open()
        if self.bound[0] < FAR:
            self.open.split(0, np.zeros(1, np.int64), weight * self.bound[:1].astype(np.int64))
        self.goals = np.array(self.search.packing.goals, np.uint64).reshape(
            -1, 2, self.search.packing.words
        )

    def run(self, most: int = 4096, layouts: float = math.inf) -> int | None:
        """The number of the first goal that is taken up; None where none is in reach or in so many layouts."""
        state, at = self.search.state, self.search.kernel.at
        exact = self.weight == 1 and not isinstance(self.evaluate, Obstacles)
        while self.open.levels and state[at.TAIL] < layouts:
            priority, far, numbers = self.open.take(most)
            numbers = numbers[self.far[numbers] == far]
            hit = np.flatnonzero(_holds(self._keys(numbers), self.goals))
            if len(hit):
                return int(numbers[hit[0]])
            for n in self.batches.neighbours(numbers):
                before = state[at.TAIL]
                self.batches.enter(n)
                self._evaluate(before)
                better = self.batches.relax(n, self.far, far + 1)
                bounds = self.bound[better].astype(np.int64)
                some = bounds < FAR
                self.open.split(far + 1, better[some], far + 1 + self.weight * bounds[some])
                self.watch.look(max(0, priority - 1) if exact else 0, state[at.TAIL])
        return None

    def _keys(self, numbers: NDArray[np.int64]) -> NDArray[np.uint64]:
        words = self.search.packing.words
        keys = np.empty(len(numbers) * words, np.uint64)
        self.batches.helper.gather(
            self.search.queue.view, words, numbers.data, 0, len(numbers), keys.data
        )
        return keys.reshape(-1, words)

    def _evaluate(self, first: int) -> None:
        """Fill in the bounds of the layouts from number `first` on; their distances are not known yet."""
        last, room = self.search.state[self.search.kernel.at.TAIL], len(self.far)
        if last > room:
            for name in ("far", "bound"):
                values = np.full(max(last, room + room // 2), FAR, np.uint16)
                values[:room] = getattr(self, name)
                setattr(self, name, values)
        if self.evaluate is None:
            self.bound[first:last] = 0
        elif last > first:
            self.bound[first:last] = self.evaluate.values(self.search.queue.view, first, last)

    def solution(self, number: int) -> Solution:
        """The way to a goal that was found, by its number."""
        keys = chain(Batches(self.search, reverse=True), number, lambda n: int(self.far[n]))
        return self.search.solution(follow(self.search, keys[-2::-1]))


def _heuristic(puzzle: Puzzle, metric: Metric, watch: Watch) -> Heuristic | None:
    """Distances of the patterns that seem best, in a part of the memory; None where there are none."""
    groups = patterns(puzzle, _pattern_limit(puzzle, watch.memory))
    if not groups:
        return None
    part = Watch(watch.memory // 4, watch.max_seconds, watch.progress, watch.cancel, watch.began)
    return Heuristic.of(puzzle, groups, metric, part)


def astar(
    puzzle: Puzzle,
    metric: Metric,
    memory: int,
    seconds: float,
    progress: Callable[[Progress], None] | None,
    cancel: Callable[[], bool] | None,
    began: float,
) -> Solution:
    """Best first, by the moves made and the distance of patterns (Hart, Nilsson and Raphael, 1968)."""
    watch = Watch(memory, seconds, progress, cancel, began)
    heuristic = _built.pop((puzzle, metric), None) or _heuristic(puzzle, metric, watch)
    # A mirror image of a layout may be out of a pattern's reach: they stay apart.
    evaluate = heuristic.on(Packing.of(puzzle, False)) if heuristic else None
    search = _BestFirst(puzzle, metric, watch, evaluate)
    number = search.run()
    found = search.search.unsolvable() if number is None else search.solution(number)
    return replace(found, method="astar")


def idastar(
    puzzle: Puzzle,
    metric: Metric,
    memory: int,
    seconds: float,
    progress: Callable[[Progress], None] | None,
    cancel: Callable[[], bool] | None,
    began: float,
) -> Solution:
    """Depth first within a rising bound (Korf, 1985), which a part of the memory helps to enter layouts once.

    Numbered tiles have a search of their own, `huarong.tiles`.
    """
    board = tiles(puzzle)
    if board is not None:
        return _by_tiles(puzzle, metric, board, memory, seconds, progress, cancel)
    watch = Watch(memory, seconds, progress, cancel, began)
    heuristic = _heuristic(puzzle, metric, watch)
    kinds = heuristic.groups[0][0] if heuristic else None
    distances = heuristic.tables[kinds] if heuristic and kinds else None
    bound = max(1, heuristic(puzzle.start)) if heuristic else 1
    remember = min(memory // 2, 1 << 28)
    explored = 0
    while bound < FAR:
        walk = Walk(puzzle, metric, bound, distances, kinds, remember)

        watch.layouts = explored

        def look(_: float, bound: int = bound, walk: Walk = walk) -> None:
            watch.look(bound - 1, walk.calls)

        for _ in search_walk(walk, look):
            found = walk.solution(watch.seconds)
            return replace(found, explored=explored + walk.calls, method="idastar")
        explored += walk.calls
        bound = walk.state[walk.kernel.at.BEYOND]
    return replace(
        unsolvable(puzzle, metric), explored=explored, method="idastar", seconds=watch.seconds
    )


def tiles(puzzle: Puzzle) -> tuple[list[int], list[int]] | None:
    """The start and the goal of an m x n puzzle of tiles cell by cell, 0 the blank; None for another."""
    board, count = puzzle.board, len(puzzle.pieces)
    if (
        count != board.size - 1
        or board.walls
        or board.gates
        or len(puzzle.kinds) != count
        or len(puzzle.goal.alternatives) != 1
        or len(puzzle.goal.alternatives[0]) != count
        or any(kind.shape != ((0, 0),) or len(kind.directions) < 4 for kind in puzzle.kinds)
    ):
        return None
    start, goal = [0] * board.size, [0] * board.size
    for piece in puzzle.pieces:
        start[piece.head] = piece.kind + 1
    for kind, head in puzzle.goal.alternatives[0]:
        goal[head] = kind + 1
    return start, goal


def _by_tiles(
    puzzle: Puzzle,
    metric: Metric,
    board: tuple[list[int], list[int]],
    memory: int,
    seconds: float,
    progress: Callable[[Progress], None] | None,
    cancel: Callable[[], bool] | None,
) -> Solution:
    """One tile moves one cell at a time, so that all metrics count the same."""

    def report(now: TilesProgress) -> None:
        if progress is not None:
            progress(Progress(now.threshold, now.nodes, now.seconds))

    answer = solve_tiles(
        *board, puzzle.board.width, max_seconds=seconds, max_memory=memory, progress=report,
        cancel=cancel,
    )  # fmt: skip
    if not answer.solvable:
        found = unsolvable(puzzle, metric)
    else:
        ends = [(there, here) for here, there in itertools.pairwise(answer.path)]
        found = replay(puzzle, metric, ends, answer.seconds)
    return replace(found, explored=answer.explored, method="idastar")


# Not optimal


_ROUNDS = ((4, 2), (4, 1), (4, 5), (8, 1))
"""What a covered cell counts, and how many times the guess counts against the moves made; in turn."""
_ROUND = 1 << 20


class Obstacles:
    """A guess how far a layout is from the goal: how much stands in the way of the pieces it names.

    It reads keys as `Evaluator` does, but what it says is no bound. The way of each piece is the cheapest
    where a step costs 1 and a cell that another piece covers `block` more.
    """

    def __init__(self, puzzle: Puzzle, packing: Packing, block: int) -> None:
        self.packing, self.rules, self.block = packing, packing.rules, block
        rules, wanted = packing.rules, []
        for i, each in enumerate(puzzle.goal.alternatives):
            for kind, head in each:
                p = rules.place[kind, head]
                group = next(group for group in rules.groups if p in group)
                wanted += [i, group.start, group.stop, p]
        self.wanted = array("i", wanted)
        self.work = array("i", bytes(4 * (1024 + 4 * len(rules.head))))
        self.occupied = array("Q", bytes(8 * rules.words))
        self.helper = kernel("best_first")

    def values(self, keys: Any, first: int, last: int) -> NDArray[np.uint16]:
        """The guesses for the keys `first` to `last`."""
        out = np.empty(last - first, np.uint16)
        rules, packing = self.rules, self.packing
        self.helper.obstacles(
            rules.cover, rules.enter, rules.step, rules.words, packing.fields, packing.masks,
            packing.words, self.wanted, self.block, keys, first, last, self.work, self.occupied,
            out.data,
        )  # fmt: skip
        return out


def greedy(
    puzzle: Puzzle,
    metric: Metric,
    memory: int,
    seconds: float,
    progress: Callable[[Progress], None] | None,
    cancel: Callable[[], bool] | None,
    began: float,
) -> Solution:
    """A good solution soon: first breadth first, which may prove one best; then by what is in the way.

    The second is tried in several ways in turn, each for longer than the one before.
    """
    watch = Watch(memory, seconds, progress, cancel, began)
    first = _Search(puzzle, metric, memory, seconds, began)
    found = first.run(progress, cancel, _ROUND // 4)
    if found is not None:
        return first.solution(first.trace()) if found else first.unsolvable()
    bound: int = first.state[first.kernel.at.DEPTH] + 1
    explored: int = first.state[first.kernel.at.TAIL]
    first.close()
    packing = Packing.of(puzzle)
    budget = _ROUND
    for block, weight in itertools.cycle(_ROUNDS):
        watch.layouts, watch.depth = explored, bound - 1
        search = _BestFirst(puzzle, metric, watch, Obstacles(puzzle, packing, block), weight)
        try:
            number = search.run(256, budget)
        finally:
            explored += search.search.state[search.search.kernel.at.TAIL]
        if number is not None:
            solution = replace(search.solution(number), method="greedy", explored=explored)
            best = len(solution.moves) <= bound
            return replace(solution, optimal=best, bound=None if best else bound)
        if not search.open.levels:
            return replace(search.search.unsolvable(), method="greedy", explored=explored)
        search.search.close()
        budget += budget // 2
    raise AssertionError
