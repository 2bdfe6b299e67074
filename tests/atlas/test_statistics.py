"""Facts, components (found in both ways), sets of pieces and surveys, against the naive twin and known answers."""

import json
import tracemalloc
from types import ModuleType
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.atlas import dense, statistics
from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import read_goal
from huarong.atlas.statistics import Components, Facts, histogram, piece_sets, set_numbers
from huarong.atlas.survey import Survey
from huarong.errors import InputError
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.board import Goal
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from tests import naive
from tests.atlas.truth import labels
from tests.examples import examples
from tests.strategies import puzzles

FAMILY = Space.parse("4x5 2x2:1 2x1:0..1 1x2:3..4 1x1:4 empty:2..")


@given(puzzles())
@examples(20)
def test_components_are_those_of_the_naive_twin(puzzle: Puzzle) -> None:
    atlas = Atlas.of(puzzle, "step")
    parts = atlas.components
    least = labels(puzzle, atlas.space)
    assert parts.least[parts.labels].tolist() == least and parts.least.tolist() == sorted(set(least))
    assert parts.sizes.tolist() == [least.count(each) for each in parts.least]
    goals = set(atlas.ranks(0).tolist())
    assert parts.goals.tolist() == [sum(least[rank] == each for rank in goals) for each in parts.least]


def test_both_ways_find_the_same_components() -> None:
    values = dense.distances(FAMILY, read_goal(FAMILY), "step")
    parts = Components.of(FAMILY, values)
    with mock.patch.object(statistics.bitparallel, "components", return_value=None):
        again = Components.of(FAMILY, values)
    for name in ("labels", "least", "sizes", "goals"):
        assert (getattr(parts, name) == getattr(again, name)).all()
    assert parts.to_json() == {
        "components": len(parts),
        "solvable_components": sum(goals > 0 for goals in parts.goals.tolist()),
        "largest_component": max(parts.sizes.tolist()),
    }


def test_a_histogram_counts_what_can_be_reached() -> None:
    values = np.array([3, 0, 255, 1, 1, 255], np.uint8)
    assert histogram(values) == (1, 2, 0, 1) and histogram(np.full(5, 65535, np.uint16)) == ()
    with mock.patch.object(statistics, "_CHUNK", 2):
        assert histogram(values) == (1, 2, 0, 1)


def test_facts_of_nothing() -> None:
    facts = Facts.of(7, ())
    assert (facts.unsolvable, facts.mean, facts.to_json()["longest"]) == (7, None, None)


def test_sets_of_pieces_are_those_of_each_space() -> None:
    """The facts of each set of pieces of a family are those of the space of that set alone."""
    space = Space.parse("3x3 2x1:0..2 1x1:0..3 empty:1..5")
    goal = Goal.of([[(0, 0)]])
    atlas = Atlas.build(space, goal, "step")
    sets = atlas.piece_sets(components=True)
    assert sum(each.facts.layouts for each in sets) == space.size
    for each in sets:
        counts = tuple((n, n) for n in each.counts)
        own = Atlas.build(Space(space.board, space.kinds, counts), goal, "step")
        assert (each.facts, each.histogram) == (own.facts, own.histogram)
        assert each.components == len(own.components) and each.solvable_components == own.components.solvable
        assert each.to_json()["layouts"] == own.space.size
        covered = sum(n * len(k.shape) for n, k in zip(each.counts, space.kinds, strict=True))
        assert each.empty == 9 - covered
    assert [each.components for each in atlas.piece_sets()] == [None] * len(sets)


def test_far_too_many_sets_are_refused() -> None:
    space = Space.parse("5x5 2x1:0.. 1x1:0.. empty:23..")
    with mock.patch.object(statistics, "_MOST", 10), pytest.raises(InputError, match="sets of pieces"):
        piece_sets(space, dense.distances(space, Goal.of([[(0, 0)]]), "step"))


def test_pieces_of_which_nothing_can_be_solved():
    """A set of pieces without any solvable layout has facts too; NumPy once failed on it."""
    (found,) = Atlas.of("AA./.AB/CBB/goal:/.../.AA/..A", "step").piece_sets()
    assert (found.facts.layouts, found.facts.solvable, found.facts.longest) == (6, 0, None)


def test_numbering_sets_takes_few_bytes_a_layout() -> None:
    space = Space.parse("4x5 2x2:1 1x2:2 2x1:1 1x1:3..4")
    tracemalloc.start()
    try:
        found = set_numbers(space, Watch())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sorted(set(found.tolist())) == [0, 1]
    assert peak < 16 * space.size, peak / space.size


@pytest.mark.parametrize("pure", [False, True])
def test_sets_of_a_family_are_those_of_the_atlases_of_each(pure: bool) -> None:
    space = Space.parse("4x4 2x2:1 2x1:0.. 1x2:0..1 1x1:1..3 empty:2..5")
    goal = read_goal(space, "..../..../..aa/..aa")
    values = dense.distances(space, goal, "move")

    def of(name: str) -> ModuleType:
        return kernel(name, pure)

    with mock.patch.object(statistics, "kernel", of), mock.patch.object(dense, "kernel", of):
        found = list(statistics.farthest_by_set(space, values, Watch()))
    assert sum(each.facts.layouts for each, _ in found) == space.size
    for each, ranks in found:
        alone = Space(space.board, space.kinds, tuple((n, n) for n in each.counts))
        assert each.histogram == histogram(dense.distances(alone, goal, "move"))
        assert len(ranks) == (each.facts.longest_count if each.facts.longest is not None else 0)
        assert (values[ranks] == each.facts.longest).all()


@examples(15)
@given(puzzle=puzzles(limit=150), metric=st.sampled_from(naive.METRICS))
def test_in_reach(puzzle: hr.Puzzle, metric: str) -> None:
    found = Survey.in_reach(puzzle, metric)
    far = naive.all_distances(puzzle, metric, naive.bfs(puzzle, metric).depth)
    known = [distance for distance in far.values() if distance is not None]
    assert (found.facts.layouts, found.facts.solvable) == (len(far), len(known))
    assert found.facts.longest == max(known, default=None) and sum(found.histogram) == len(known)
    for each in found.hardest:
        assert far[naive.start(each)] == found.facts.longest
    data = json.loads(json.dumps(found.to_json()))
    assert (data["space"], data["components"]) == (None, None)


def test_whole() -> None:
    puzzle = hr.puzzle("横刀立马")
    found = hr.Atlas.of(puzzle).survey(3, puzzle=puzzle)
    assert (found.facts.layouts, found.facts.longest, len(found.hardest)) == (65880, 93, 2)
    assert all({p.label for p in each.pieces} == {p.label for p in puzzle.pieces} for each in found.hardest)
    data = found.to_json()
    assert (data["components"], data["largest_component"]) == (898, 25955)
    assert [hr.solve(each).length for each in found.hardest] == [93, 93]
    assert hr.Atlas.of(puzzle).survey(0, components=False).to_json()["components"] is None
