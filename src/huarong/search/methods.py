"""The ways to search besides breadth first: from both ends, best first, deepening; and which to take.

Each function solves a puzzle that is not solved at the start, within the limits that `solve` was given.
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from huarong.limits import Limits
from huarong.limits import Watch as Limited
from huarong.model.board import Board
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules
from huarong.model.solution import replay, unsolvable
from huarong.model.tiles import tile_orders
from huarong.search.anytime import greedy
from huarong.search.best_first import BestFirst
from huarong.search.expansion import FAR, Batches, Watch, begin, chain, deepen, follow, store
from huarong.search.keys import Packing
from huarong.search.pattern_database import Heuristic, patterns, size
from huarong.search.solver import Progress, Solution, Why, _Search
from huarong.search.walk import Walk
from huarong.search.walk import deepen as deepen_walk
from huarong.space.automaton import NotNumberedError
from huarong.space.space import Space
from huarong.tiles.solver import solve_tiles

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
    if tile_orders(puzzle) is not None:
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


def goal_keys(puzzle: Puzzle, packing: Packing, watch: Watch) -> NDArray[np.uint64]:
    """The keys of all solved layouts whose pieces are where they can get to alone (n x words).

    Some may repeat. The packing must have no lists. The watch may end it.
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
            watch.look(0, 0)
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
    sides[1].rules = packing.table(back)
    at = sides[0].kernel.at
    begin(sides[1], goal_keys(puzzle, packing, watch))
    meeting = _meeting(sides, 0, 0)
    while meeting is None:
        waiting = [side.state[at.TAIL] - side.state[at.HEAD] for side in sides]
        i = 0 if waiting[0] <= waiting[1] else 1
        first, other = sides[i].state[at.TAIL], sides[1 - i].state
        watch.depth, watch.layouts = other[at.DEPTH], other[at.TAIL]
        with watch.proving():
            more = deepen(sides[i], watch)
        if not more:
            explored = sum(side.state[at.TAIL] for side in sides)
            depth = sides[i].state[at.DEPTH]
            return replace(
                sides[0].unsolvable(), explored=explored, depth=depth, method="bidirectional"
            )
        meeting = _meeting(sides, i, first)
        watch.lower += 1
    there = chain(Batches(sides[0], reverse=True), meeting[0], _depth_in(sides[0]))
    on = chain(Batches(sides[1], reverse=False), meeting[1], _depth_in(sides[1]))
    path = follow(sides[0], [*there[-2::-1], *on[1:]])
    explored = sum(side.state[at.TAIL] for side in sides)
    return replace(sides[0].solution(path), explored=explored, method="bidirectional")


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
    search = BestFirst(puzzle, metric, watch, evaluate)
    with watch.proving(lambda: _known(search)):
        number = search.run()
    found = search.search.unsolvable() if number is None else search.solution(number)
    return replace(found, method="astar")


def _known(search: BestFirst) -> Solution | None:
    """A solution that A* has found and not proved best, where a limit ended it."""
    found = search.known()
    bound = search.watch.lower
    return found and replace(found, method="astar", optimal=False, bound=bound)


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

    Numbered tiles have a search of their own, `huarong.tiles.solver`.
    """
    board = tile_orders(puzzle)
    if board is not None:
        return _by_tiles(puzzle, metric, board, memory, seconds, progress, cancel)
    watch = Limited(Limits(memory, seconds), progress, cancel, began=began)
    heuristic = _heuristic(puzzle, metric, Watch(memory, seconds, progress, cancel, began))
    kinds = heuristic.groups[0][0] if heuristic else None
    distances = heuristic.tables[kinds] if heuristic and kinds else None
    bound = max(1, heuristic(puzzle.start)) if heuristic else 1
    none = unsolvable(puzzle, metric)
    if bound >= FAR:
        return replace(none, method="idastar", seconds=watch.seconds)
    walk = Walk(puzzle, metric, bound, distances, kinds, remember=min(memory // 2, 1 << 28))

    with watch.proving():
        if deepen_walk(walk, watch):
            return replace(walk.solution(watch.seconds), method="idastar")
    return replace(none, explored=walk.entered, method="idastar", seconds=watch.seconds)


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
    answer = solve_tiles(
        *board, puzzle.board.width, max_seconds=seconds, max_memory=memory, progress=progress,
        cancel=cancel,
    )  # fmt: skip
    if not answer.solvable:
        found = unsolvable(puzzle, metric)
    else:
        ends = [(there, here) for here, there in itertools.pairwise(answer.path)]
        found = replay(puzzle, metric, ends, answer.seconds)
    return replace(found, explored=answer.explored, method="idastar")
