"""Long work, a row each: it stops wherever it is cancelled, ends at its limits, and tells how far it is."""

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple
from unittest import mock

import pytest

import huarong as hr
from huarong import explore, limits
from huarong.atlas.atlas import Atlas
from huarong.atlas.component import Component
from huarong.atlas.embedding import Map
from huarong.atlas.goals import read_goal
from huarong.atlas.statistics import Components
from huarong.design import Recipe, easier, generate, hardest, rate, report
from huarong.design.player import moves_of_a_player, tree_of_reasons
from huarong.draw import Card, animation, sheet
from huarong.errors import LimitReached
from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.proof import prove
from huarong.search import all_paths
from huarong.search.empty_cells import EmptyCells
from huarong.search.pattern_database import Distances, Heuristic
from huarong.space.space import Space
from huarong.study import compare, listing, stations
from huarong.study.traces import trace
from huarong.tiles import solve_tiles
from tests.cancelling import cancels_anywhere
from tests.clock import ticking

HERO, SMALL, EIGHT = "横刀立马", "AAB./CD.#/CE../goal:/..../...#/..AA", "876543210"
FAMILY = Space.parse("4x5 2x2:1 2x1:1 1x2:4 1x1:4")
ATLAS = Atlas.build(FAMILY, read_goal(FAMILY), "step")
EMPTY = "EmptyCells._kept EmptyCells._loose EmptyCells._begin EmptyCells._move_kept EmptyCells._move_loose"
UNTOLD = ("hint", "rate", "easier", "report")  # in parts that count from 0, or not at all
HERE = explore.Resources(workers=1)


class Endless:
    """An infinite tree in which the goal is never reached."""

    def neighbours(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        root, n = state
        return iter([(root, 2 * n), (root, 2 * n + 1)])


class Work(NamedTuple):
    """Something that takes `cancel`, `progress` and limits."""

    call: Callable[..., Any]
    asks: str = ""
    """The functions that ask meanwhile."""
    memory: str = ""
    """A limit at which it ends; empty if none is too small for it."""
    timed: bool = True
    """Whether a limit of time ends it, rather than part of it."""


def watched(call: Callable[..., Any], *given: Any) -> Callable[..., Any]:
    """A function that takes limits, of one that takes a watch."""
    return lambda **limits: call(*given, Watch.of(**limits))


WORKS = {
    "solve": Work(partial(hr.solve, HERO), "BreadthFirst.run"),
    "solve, astar": Work(partial(hr.solve, HERO, method="astar"), "BestFirst.run BestFirst._evaluate chain"),
    "solve, idastar": Work(partial(hr.solve, SMALL, method="idastar")),
    "solve, bidirectional": Work(partial(hr.solve, HERO, method="bidirectional"), ""),
    "solve tiles": Work(partial(solve_tiles, [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], range(16))),
    "hint": Work(lambda **limits: hr.Oracle(HERO).hint(**limits), timed=False),
    "all paths": Work(partial(all_paths.count, SMALL, most=6, prune=False)),
    "distances": Work(partial(Distances.of, HERO), "BreadthFirst.deepen Batches.nearer solved", "200K"),
    "heuristic": Work(partial(Heuristic.of, HERO, [[(0, 1, 2, 3)]]), "", "200K"),
    "empty cells": Work(watched(EmptyCells.of, hr.puzzle(HERO), Metric.MOVE), EMPTY),
    "component": Work(partial(Component.of, HERO), "", "64K"),
    "atlas": Work(partial(Atlas.build, FAMILY, read_goal(FAMILY)), "", "64K"),
    "atlas of tiles": Work(partial(Atlas.of, EIGHT), "", "64K"),
    "components": Work(partial(Components.of, FAMILY, ATLAS.distances), "", "64K"),
    "map": Work(partial(Map.of, HERO, 300), "placed", "64K"),
    "prove": Work(partial(prove, HERO), "", "64K"),
    "prove a table": Work(partial(prove, HERO, table=True), "", "64K"),
    "explore": Work(partial(explore.run, HERO, resources=HERE), "", "64K"),
    "explore tiles": Work(partial(explore.run, EIGHT, resources=HERE), "", "40K"),
    "rate": Work(partial(rate, SMALL)),
    "generate": Work(partial(generate, Recipe.of("3x4", "2x1:1 1x2:2 1x1:4", ".../.../.../.aa"), moves="3..", count=2)),
    "generate cars": Work(partial(generate, Recipe.of("4x4", cars="4..5"), moves="4..", count=1, seed=3)),
    "easier": Work(partial(easier, SMALL, changes=["remove"], top=2)),
    "report": Work(partial(report, SMALL)),
    "hardest": Work(partial(hardest, FAMILY), "", "64K"),
    "player": Work(watched(moves_of_a_player, hr.puzzle(SMALL))),
    "tree of reasons": Work(watched(tree_of_reasons, hr.puzzle(SMALL))),
    **{kind: Work(partial(animation, hr.solve("AB/../goal:/../AB"), kind)) for kind in ("gif", "webp", "apng")},
    "sheet": Work(partial(sheet, [Card(hr.puzzle(SMALL), solution=hr.solve(SMALL))])),
    "comparison": Work(partial(compare, "21/3.", ["lv-linear"]), timed=False),
    "listing": Work(partial(listing, EIGHT, 16, "ma-path")),
    "stations": Work(partial(stations, SMALL, within=3, leaps=True), "_cover _leaps _reach"),
    "trace": Work(partial(trace, "zhou-all", "捷足先登", 3, frames=0)),
}


@pytest.mark.parametrize("name", WORKS)
def test_cancelled_anywhere(name: str) -> None:
    work = WORKS[name]
    assert set(work.asks.split()) <= cancels_anywhere(lambda cancel: work.call(cancel=cancel), seed=1, times=2).by


@pytest.mark.parametrize("name", [name for name, work in WORKS.items() if work.timed])
def test_ended_by_time(name: str) -> None:
    with ticking(), pytest.raises(LimitReached) as ended:
        WORKS[name].call(max_seconds=1)
    assert ended.value.limit == "time"


@pytest.mark.parametrize("name", [name for name, work in WORKS.items() if work.memory])
def test_ended_by_memory(name: str) -> None:
    ended = pytest.raises(LimitReached, WORKS[name].call, max_memory=WORKS[name].memory, max_seconds=None)
    assert ended.value.limit == "memory"


@pytest.mark.parametrize("name", [name for name in WORKS if name not in UNTOLD])
def test_tells_how_far_it_is(name: str) -> None:
    seen: list[limits.Progress] = []
    with mock.patch.object(limits, "_REPORT", 0.0):
        WORKS[name].call(progress=seen.append)
    assert seen
    for one, next in itertools.pairwise(seen):
        assert one.layouts <= next.layouts and one.depth <= next.depth
