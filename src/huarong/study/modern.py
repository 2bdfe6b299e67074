"""Exhibits of modern methods, for comparison: the ideas of the articles as this project uses them.

A Python set of tuples is what one writes today in twenty lines; it works for every puzzle. The
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

__all__ = ["EXHIBITS", "Plain", "PlainState"]

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
            [
                (rules.step[4 * p + d], mask(enter, 4 * p + d))
                for d in range(4)
                if rules.step[4 * p + d] >= 0
            ]
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
            "of mirror images one; the last level in part" if mirrored else "the last level in part"
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
    from huarong.atlas.atlas import (  # it takes NumPy, which a list does not need
        Atlas,
        UnsolvableError,
    )

    space = Space.of(puzzle)
    if space.size > 1 << 25:
        raise InputError(
            "this exhibit keeps to spaces of at most {most:,} {most:layout|layouts}; this one has {got:,}",
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
            "{size:,} {size:layout|layouts} known in {seconds:.2f} s before; the distance alone",
            size=space.size,
            seconds=atlas.seconds,
        ),
    )
    return solve


_MACHINES = (
    (
        "set",
        "a Python set of tuples",
        "元组的 Python 集合",
        _prepare_set,
        False,
    ),
    (
        "search",
        "the compiled search",
        "编译的搜索",
        _prepare_search,
        True,
    ),
    (
        "atlas",
        "look-up in the atlas",
        "查图谱",
        _prepare_atlas,
        True,
    ),
)

_STORIES = {
    "set-step": (
        "What one writes today in twenty lines: tuples of places in a dict, one cell a step.",
        """
        It takes any puzzle, and its counts are what the other machines are checked against. There is no object for a
        layout: a tuple of ten small numbers is its own identifier, is hashed by the language, and knows nothing else.
        """,
    ),
    "set-move": (
        "Twenty lines of Python as `set-step`, but a move is any path of one piece.",
        """
        Each piece is followed as far as it can go before the next one is tried. Moves are fewer than steps and each has more
        children, so the search is shallower and as wide: 横刀立马 has 81 levels instead of 116, with about as many layouts.
        """,
    ),
    "search-step": (
        "What `huarong solve --metric step` does: packed 64-bit keys in open addressing, compiled.",
        """
        All pieces of a kind are bits of one word, so that to slide is to shift; a key is that word and its fellows packed; a
        hash without chains holds no objects. A mirror image counts as its original, which halves the layouts.
        """,
    ),
    "search-move": (
        "What `huarong solve` does: whole moves by flood fill inside a word of bits, compiled.",
        """
        The cells that a lifted piece may stand on are one word, and a move's ends are found by filling it from where the
        piece stood. It counts as the Chinese literature does, as the nine moves of 2005 do, a hundred times as fast or more.
        """,
    ),
    "atlas-step": (
        "All distances known before: one rank, one byte; steps.",
        """
        The table of 2,812,549 bytes without its keys and without its solutions: layouts are numbered without a gap, the number is the
        place in an array, and the distance found there shows the way, for a best step is one that leads to one less.
        """,
    ),
    "atlas-move": (
        "All distances known before: one rank, one byte; moves.",
        """
        Built bit-parallel from all goals at once. What a look-up costs does not depend on the metric or on how hard the layout
        is; what building costs does, and it is told beside the result.
        """,
    ),
}

_COUNTED = {Metric.STEP: "按格", Metric.MOVE: "按步"}

EXHIBITS = tuple(
    Exhibit(
        f"{name}-{metric}",
        "huarong",
        f"Huarong: {title}, {metric}s",
        f"华容：{title_zh}（{_COUNTED[metric]}）",
        metric,
        functools.partial(prepare, metric=metric),
        *_STORIES[f"{name}-{metric}"],
        compiled,
    )
    for name, title, title_zh, prepare, compiled in _MACHINES
    for metric in (Metric.STEP, Metric.MOVE)
)
