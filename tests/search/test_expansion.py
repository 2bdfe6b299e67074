"""Batches of numbered layouts: neighbours, goals, relaxed values, and the chain back to the start."""

import numpy as np
import pytest
from hypothesis import given

import huarong as hr
from huarong.errors import Cancelled
from huarong.limits import Watch
from huarong.model.metric import Metric
from huarong.search.bfs import BreadthFirst
from huarong.search.expansion import FAR, Batches, chain, solved
from huarong.search.keys import KeyPacking
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles


def searched(puzzle: hr.Puzzle, watch: Watch | None = None) -> BreadthFirst:
    """A finished search: all layouts in reach, numbered, mirror images counted apart."""
    packing = KeyPacking.of(puzzle, symmetric=False)
    search = BreadthFirst(puzzle, Metric.STEP, watch or Watch(), packing, goals=False)
    while search.deepen(lambda: None):
        pass
    return search


@examples(15)
@given(puzzle=puzzles(limit=150))
def test_goals_neighbours_and_values(puzzle: hr.Puzzle) -> None:
    search = searched(puzzle)
    truth = naive.bfs(puzzle, "step")
    goals = sum(naive.solved(puzzle, state) for state in truth.depth)
    assert search.count == len(truth.depth)
    assert len(solved(search, 0, search.count)) == goals
    batches, values = Batches(search), np.full(search.count, FAR, np.uint16)
    values[0] = 0
    level, counts = np.zeros(1, np.int64), [1]
    while len(level):
        found = []
        for n in batches.neighbours(level):
            assert (batches.find(n) >= 0).all()
            found.append(batches.relax(n, values, len(counts)))
        level = np.concatenate(found) if found else level[:0]
        assert len(set(level.tolist())) == len(level)
        counts.append(len(level))
    assert tuple(counts[:-1]) == truth.counts
    last = int(np.argmax(values))
    way = chain(search, last, lambda number: int(values[number]))
    assert [int(values[each]) for each in way] == list(range(int(values[last]), -1, -1))


def test_a_value_is_never_raised() -> None:
    search = searched(hr.puzzle("A./../goal:/../.A"))
    batches, values = Batches(search), np.array([0, 1, 1, 2], np.uint16)
    for n in batches.neighbours(np.array([3])):
        batches.find(n)
        assert not len(batches.relax(n, values, 2))
    assert values.tolist() == [0, 1, 1, 2]


def test_looking_for_goals_can_be_cancelled() -> None:
    search = searched(hr.puzzle("A./../goal:/../.A"))
    search.watch = Watch(cancel=lambda: True)
    pytest.raises(Cancelled, solved, search, 0, search.count)
