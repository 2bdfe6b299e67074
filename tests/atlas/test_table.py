"""Cached distances, of a whole space or of a component, are those of the atlas."""

import numpy as np
import pytest

import huarong as hr
from huarong.atlas.atlas import Atlas
from huarong.atlas.component import Component
from huarong.atlas.table import MOST_IN_REACH, DistanceTable, most_in_reach, numbered, small
from huarong.limits import Watch
from huarong.space.space import Space
from tests import naive

HERO = hr.puzzle("横刀立马")


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas.of(HERO, "slide")


@pytest.fixture(params=["atlas", "component"])
def table(request: pytest.FixtureRequest, atlas: Atlas) -> DistanceTable:
    if request.param == "atlas":
        return atlas
    return Component.of(HERO).table("slide")


def test_it_knows_what_the_atlas_knows(table: DistanceTable, atlas: Atlas) -> None:
    mine = atlas.components.labels == atlas.components.labels[atlas.space.rank(HERO.start)]
    ranks = range(0, atlas.space.size, 97)
    for rank in ranks:
        layout = atlas.space.layout(rank)
        here = table.source == "atlas" or bool(mine[rank])
        assert table.holds(layout) == here and table.distance(rank) == (atlas.distance(rank) if here else None)
        if here:
            options = [(each.rank, each.distance) for each in atlas.options(layout)]
            assert [(to, table.distance(to)) for _, _, to in table.moves.at(rank)] == options
    assert table.left(ranks).tolist() == [-1 if (found := table.distance(rank)) is None else found for rank in ranks]
    ends = [int(rank) for rank in np.flatnonzero(mine)[[0, -1]]]
    assert table.left(ends).tolist() == [table.distance(rank) for rank in ends]
    assert table.count_solutions(HERO.start) == atlas.count_solutions(HERO.start)
    assert table.bytes > table.distances.nbytes


def test_its_facts(table: DistanceTable, atlas: Atlas) -> None:
    if table.source == "atlas":
        assert table.facts == atlas.facts
    else:
        assert (table.facts.layouts, table.facts.solvable, table.facts.goals) == (25955, 25955, 964)


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("4x5 2x2:1 2x1:1 1x2:4 1x1:4", (True, True)),
        ("6x6 2x1:4 1x2:4 1x1:4", (True, False)),
        ("20x20 1x1:50", (False, False)),
        ("9x9 1x1:9 2x1:9 1x2:9 2x2:3 3x1:3 1x3:3", (False, False)),
    ],
)
def test_which_spaces_are_small(text: str, how: tuple[bool, bool]) -> None:
    space = Space.parse(text)
    assert (numbered(space), small(space)) == how


def test_how_many_are_looked_for() -> None:
    assert most_in_reach(20, 1 << 30) == MOST_IN_REACH
    assert most_in_reach(4096, 1 << 30) < MOST_IN_REACH and most_in_reach(20, 10_000) == 100


@pytest.mark.parametrize("text", ["A.B/.../goal:/..A/...", "slide: A=R/.A.B/goal:/...B"])
def test_what_is_reached_is_what_steps_reach(text: str) -> None:
    puzzle = hr.puzzle(text)
    whole = Atlas.of(puzzle, "move")
    assert whole.reached(whole.space.rank(puzzle.start), Watch()) == len(naive.bfs(puzzle, "step").depth)
