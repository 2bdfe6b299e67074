"""Exhibits of modern methods, for comparison: the ideas of the articles as this project uses them.

Today, one writes a Python set of tuples, in twenty lines; it works for every puzzle. The compiled search
(`huarong.search`) is the same breadth-first search with packed keys, no objects and mirror images as one. The atlas
(`huarong.atlas`) is 周扬's table without keys and without hashing: the number of a layout is where its distance stands,
one byte each.
"""

from __future__ import annotations

import functools

from huarong.errors import InputError
from huarong.model.board import Layout
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.keys import KeyPacking
from huarong.search.solver import solve as search_solve
from huarong.space.space import Space
from huarong.study.plain import Plain
from huarong.study.record import Exhibit, Found, Solver, breadth_first, note


def _prepare_set(puzzle: Puzzle, metric: Metric) -> Solver:
    plain = Plain(puzzle, metric)
    return lambda: breadth_first(plain, plain.start, plain.layout)


def _prepare_search(puzzle: Puzzle, metric: Metric) -> Solver:
    mirrored = KeyPacking.of(puzzle).images > 0

    def solve() -> Found:
        solution = search_solve(puzzle, metric)
        if not solution.solved and not solution.explored:
            return Found(None, None, None, notes=(note("proved without a search"),))
        remark = "the last level only in part"
        if mirrored:
            remark = "only one of two mirror images is counted; the last level only in part"
        path = functools.partial(tuple, solution.layouts if solution.solved else ())
        return Found(solution.explored, None, solution.length, path=path, notes=(note(remark),))

    return solve


def _prepare_atlas(puzzle: Puzzle, metric: Metric) -> Solver:
    from huarong.atlas.atlas import Atlas  # it takes NumPy, which a list does not need
    from huarong.atlas.table import UnsolvableError

    space = Space.of(puzzle)
    if space.size > 1 << 25:
        text = "this exhibit is limited to spaces of at most {most:,} {most:layout|layouts}; this one has {got:,}"
        raise InputError(text, most=1 << 25, got=space.size)
    atlas = Atlas.build(space, puzzle.goal, metric)
    start = puzzle.start
    template = "{size:,} {size:layout|layouts} computed beforehand in {seconds:.2f} s; only the look-up is timed"
    notes = (note(template, size=space.size, seconds=atlas.seconds),)

    def path() -> tuple[Layout, ...]:
        ranks = [option.rank for option in atlas.line(start)]
        return (start, *map(space.layout, ranks))

    def solve() -> Found:
        try:
            depth = atlas[start]
        except UnsolvableError:
            return Found(0, None, None, notes=notes)
        return Found(0, None, depth, path=path, notes=notes)

    return solve


_MACHINES = (("set", _prepare_set, False), ("search", _prepare_search, True), ("atlas", _prepare_atlas, True))

EXHIBITS = tuple(
    Exhibit(f"{name}-{metric}", metric, functools.partial(prepare, metric=metric), compiled)
    for name, prepare, compiled in _MACHINES
    for metric in (Metric.STEP, Metric.MOVE)
)
