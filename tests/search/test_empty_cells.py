"""The heuristic of empty cells is never more than the truth, and a move changes it by one at most."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.limits import Watch
from huarong.model.board import Goal, Metric
from huarong.model.rules import reversible
from huarong.search.empty_cells import EmptyCells
from huarong.search.task import Task
from tests import naive
from tests.examples import examples, few
from tests.strategies import puzzles, symmetric_puzzles


def bounds(estimate, puzzle, states):
    """The bound of each of some states of the naive twin."""
    packing, keys = estimate.packing, []
    for state in states:
        keys.extend(packing.encode([packing.rules.place[each] for each in state]))
    found = estimate.values(np.array(keys, np.uint64), 0, len(states)).tolist()
    return dict(zip(states, found, strict=True))


@examples(150)
@given(
    st.one_of(puzzles(), symmetric_puzzles()),
    st.sampled_from(Metric),
    st.sampled_from([60, 400, 1 << 20]),
    st.randoms(),
)
def test_it_says_no_more_than_the_truth(puzzle, metric, most, random):
    single = [kind for kind, heads in enumerate(puzzle.start.heads) if len(heads) == 1]
    if not single or not reversible(puzzle.kinds):
        return
    named = random.sample(single, min(len(single), random.choice([1, 1, 2])))
    goal = [(kind, random.choice(puzzle.board.heads(puzzle.kinds[kind]))) for kind in named]
    puzzle = replace(puzzle, goal=Goal.of([goal]))
    estimate = EmptyCells.of(puzzle, metric, Watch(), most)
    if estimate is not None:
        assert estimate.room.size == len(estimate.distance) <= most
        compare(estimate, puzzle, metric)


def compare(estimate, puzzle, metric):
    """Compare the bounds of 200 layouts with their distances, and those of neighbours with each other."""
    truth = naive.all_distances(puzzle, metric.value, naive.bfs(puzzle, metric.value).depth)
    said = bounds(estimate, puzzle, list(truth)[:200])
    for state, bound in said.items():
        assert truth[state] is None or bound <= truth[state]
        assert (bound == 0) >= naive.solved(puzzle, state)
        for other in naive.neighbours(puzzle, state, metric.value):
            assert abs(bound - said.get(other, bound)) <= 1


@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize("most", [400, 20_000])
@pytest.mark.parametrize(
    "text",
    [
        "gate: A/AB.-../AC.-../DEF-../goal:/...-../...-.A/...-.A",
        "AABB/AACC/DE../goal:/..../..AA/..AA",
        "gate: A/BAA--/CAA--/CDE##/goal:/...AA/...AA/..B##",  # four cells become empty when A leaves
    ],
)
def test_small_rooms(text, most, metric):
    """A key that leaves its room, whose stands outside have entries only in the larger table; a 2x2 among others."""
    puzzle = hr.puzzle(text)
    estimate = EmptyCells.of(puzzle, metric, Watch(), most)
    assert estimate is not None
    compare(estimate, puzzle, metric)


@pytest.mark.parametrize("metric", few([Metric.STEP, Metric.SLIDE, Metric.MOVE], 1))
def test_a_move_changes_the_bound_of_shark_by_one_at_most(metric):
    """With a table that knows where the key and the 2x2 are, also where the key is half way out."""
    puzzle, random = hr.puzzle("gnome-klotski: Shark"), Random(4)
    estimate = EmptyCells.of(puzzle, metric, Watch(), 1 << 20)
    state, seen = naive.start(puzzle), set()
    for _ in range(60):
        around = sorted(naive.neighbours(puzzle, state, metric.value), key=sorted)
        said = bounds(estimate, puzzle, [state, *around])
        assert all(abs(said[state] - said[other]) <= 1 for other in around)
        seen.add(said[state])
        state = random.choice([each for each in around if said[each] == min(said.values())] or around)
    assert len(seen) > 2


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "least"), [("move", 48), ("slide", 58), ("step", 72)])
def test_shark(metric, least):
    """No other program is known to have solved this level; a solution of the length is replayed by the naive rules."""
    solution = hr.solve("gnome-klotski: Shark", metric, method="astar")
    assert (solution.length, solution.optimal) == (least, True)
    assert naive.solved(solution.puzzle, naive.replay(solution.puzzle, solution.moves).state)


@pytest.mark.parametrize(
    "puzzle",
    [
        "ABCD/EFGH/IJ../goal:/..../..../..AB",  # every piece is of a kind that the goal names
        "AB./...",  # a piece of a kind of two is named
    ],
)
def test_it_does_not_fit_every_puzzle(puzzle):
    named = hr.puzzle(puzzle, goal=None if "goal" in puzzle else "..A/...")
    assert EmptyCells.of(named, Metric.STEP, Watch(), 1) is None


def test_the_better_bound_is_taken():
    """The patterns of Solomon prove less than its empty cells; those of a small puzzle are all it has."""
    task = Task(hr.puzzle("gnome-klotski: Solomon"), Metric.STEP, Watch())
    task.__dict__["short"] = None  # breadth first would end sooner
    assert isinstance(task.estimate, EmptyCells)
    assert task.bound(task.estimate) > task.heuristic(task.puzzle.start) > 0
    small = Task(hr.puzzle("横刀立马"), Metric.MOVE, Watch())
    assert small.bound(small.estimate) == small.heuristic(small.puzzle.start) and Task.bound(small, None) == 0


@pytest.mark.parametrize(
    ("text", "size"), [("ABC/DEF/G../goal:/.../.../..A", 9 * 36), ("AAB/AAC/D../goal:/.../.AA/.AA", 4 * 36)]
)
def test_a_room_has_an_entry_for_each_way_to_leave_cells_empty(text, size):
    puzzle = hr.puzzle(text)
    assert EmptyCells.room_for(puzzle, size).size == size and EmptyCells.room_for(puzzle, size - 1) is None
