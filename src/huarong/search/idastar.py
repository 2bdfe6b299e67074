"""IDA*: depth-first search within a rising bound (Korf, 1985), with a transposition table."""

from __future__ import annotations

import itertools
from dataclasses import replace

from huarong.model.solution import Solution, replay, unsolvable
from huarong.model.tiles import tile_orders
from huarong.search.expansion import FAR
from huarong.search.task import Task
from huarong.search.walk import PathWalk, deepen
from huarong.tiles.solver import search_tiles
from huarong.tiles.tableset import MOST_CELLS

_TABLE, _LEAST, _ENTRY = 1 << 28, 1 << 16, 64
"""Bytes of the transposition table: the most, the least, and those for each layout of the space."""


def run(task: Task) -> Solution:
    """A shortest solution. Numbered tiles have a search of their own, `huarong.tiles.solver`."""
    orders = tile_orders(task.puzzle) if task.puzzle.board.size <= MOST_CELLS else None
    found = _by_walking(task) if orders is None else _by_tiles(task, *orders)
    return replace(found, method="idastar")


def _by_walking(task: Task) -> Solution:
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
    """Solve numbered tiles by `huarong.tiles`: with one blank each move is a step, in all metrics."""
    watch = replace(task.watch, unit="node")
    answer = search_tiles(tuple(start), tuple(goal), task.puzzle.board.width, watch)
    if not answer.solvable:
        return replace(unsolvable(task.puzzle, task.metric), explored=answer.explored)
    ends = [(there, here) for here, there in itertools.pairwise(answer.path)]
    return replay(task.puzzle, task.metric, ends, answer.seconds, answer.explored)
