"""Exhibits of modern methods, for comparison: the ideas of the articles as this project uses them.

Today, one writes a Python set of tuples, in twenty lines; it works for every puzzle. The
compiled search (`huarong.search`) is the same breadth-first search with packed keys, no objects and
mirror images as one. The atlas (`huarong.atlas`) is 周扬's table without keys and without hashing: the
number of a layout is where its distance stands, one byte each.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from huarong.errors import InputError
from huarong.model.board import Layout
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules
from huarong.search.keys import KeyPacking
from huarong.search.solver import solve as search_solve
from huarong.space.space import Space
from huarong.study.classic import ways_back
from huarong.study.record import Exhibit, Found, Solver, Tally, note

PlainState = tuple[int, ...]
"""The places of all pieces, sorted; a place is a kind at a head, so kinds keep apart."""


class Plain:
    """The tables of a puzzle's rules in a form that is quick in plain Python; states are tuples of places."""

    def __init__(self, puzzle: Puzzle) -> None:
        rules = Rules.of(puzzle.board, puzzle.kinds)
        words, places = rules.words, range(len(rules.head))

        def mask(table: list[int], i: int) -> int:
            return sum(table[words * i + w] << 64 * w for w in range(words))

        cover, enter = list(rules.cover), list(rules.enter)
        self.rules = rules
        self.cover = [mask(cover, p) for p in places]
        self.steps = [
            [(rules.step[4 * p + d], mask(enter, 4 * p + d)) for d in range(4) if rules.step[4 * p + d] >= 0]
            for p in places
        ]

    def state(self, layout: Layout) -> PlainState:
        """The places of a layout."""
        place = self.rules.place
        return tuple(sorted(place[k, h] for k, group in enumerate(layout.heads) for h in group))

    def layout(self, state: PlainState) -> Layout:
        """The layout of these places."""
        groups: list[list[int]] = [[] for _ in self.rules.kinds]
        for p in state:
            groups[self.rules.kind[p]].append(self.rules.head[p])
        return Layout(tuple(map(tuple, groups)))

    def children(self, state: PlainState, whole: bool = False) -> Iterator[PlainState]:
        """The states one step away or, with `whole`, one move: any path of one piece."""
        occupied = 0
        for p in state:
            occupied |= self.cover[p]
        for i, p in enumerate(state):
            others = occupied & ~self.cover[p]
            reached = [p]
            for at in reached:
                for to, enter in self.steps[at]:
                    if not enter & others and to not in reached:
                        reached.append(to)
                if not whole:
                    break
            for to in reached[1:]:
                yield tuple(sorted((*state[:i], to, *state[i + 1 :])))


def _prepare_set(puzzle: Puzzle, metric: Metric) -> Solver:
    plain = Plain(puzzle)
    start = plain.state(puzzle.start)
    place = plain.rules.place
    goals = [{place[each] for each in needs if each in place} for needs in puzzle.goal.alternatives]
    counted = list(zip(goals, map(len, puzzle.goal.alternatives), strict=True))
    wanted = [goal for goal, size in counted if len(goal) == size]
    whole = metric is Metric.MOVE

    def solve() -> Found:
        tally = Tally()
        if any(goal.issubset(start) for goal in wanted):
            return tally.found(0, lambda: (puzzle.start,))
        parents: dict[PlainState, PlainState | None] = {start: None}
        level = [start]
        depth = 0
        while level:
            depth += 1
            following = []
            duplicates = 0
            for state in level:
                for child in plain.children(state, whole):
                    if child in parents:
                        duplicates += 1
                        continue
                    parents[child] = state
                    following.append(child)
                    for goal in wanted:
                        if goal.issubset(child):
                            way = ways_back(child, parents.__getitem__)
                            return tally.found(depth, functools.partial(_layouts, plain, way))
            tally.close(len(following), duplicates)
            level = following
        return tally.found(None)

    return solve


def _layouts(plain: Plain, states: list[PlainState]) -> tuple[Layout, ...]:
    return tuple(map(plain.layout, states))


def _prepare_search(puzzle: Puzzle, metric: Metric) -> Solver:
    mirrored = KeyPacking.of(puzzle).images > 0

    def solve() -> Found:
        solution = search_solve(puzzle, metric)
        if not solution.solved and not solution.explored:
            return Found(None, None, None, notes=(note("proved without a search"),))
        remark = (
            "only one of two mirror images is counted; the last level only in part"
            if mirrored
            else "the last level only in part"
        )
        return Found(
            solution.explored,
            None,
            solution.length,
            path=lambda: solution.layouts if solution.solved else (),
            notes=(note(remark),),
        )

    return solve


def _prepare_atlas(puzzle: Puzzle, metric: Metric) -> Solver:
    from huarong.atlas.atlas import Atlas, UnsolvableError  # it takes NumPy, which a list does not need

    space = Space.of(puzzle)
    if space.size > 1 << 25:
        raise InputError(
            "this exhibit is limited to spaces of at most {most:,} {most:layout|layouts}; this one has {got:,}",
            most=1 << 25,
            got=space.size,
        )
    atlas = Atlas.build(space, puzzle.goal, metric)
    start = puzzle.start

    def path() -> tuple[Layout, ...]:
        ranks = [option.rank for option in atlas.line(start)]
        return (start, *map(space.layout, ranks))

    def solve() -> Found:
        try:
            depth = atlas[start]
        except UnsolvableError:
            return Found(0, None, None, notes=notes)
        return Found(0, None, depth, path=path, notes=notes)

    notes = (
        note(
            "{size:,} {size:layout|layouts} computed beforehand in {seconds:.2f} s; only the look-up is timed",
            size=space.size,
            seconds=atlas.seconds,
        ),
    )
    return solve


_MACHINES = (("set", _prepare_set, False), ("search", _prepare_search, True), ("atlas", _prepare_atlas, True))

EXHIBITS = tuple(
    Exhibit(f"{name}-{metric}", metric, functools.partial(prepare, metric=metric), compiled)
    for name, prepare, compiled in _MACHINES
    for metric in (Metric.STEP, Metric.MOVE)
)
