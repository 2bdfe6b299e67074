"""Best-first search: the order of expansion, the bounds at a limit, and its memory."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.limits import Limits, Watch, usable_memory
from huarong.search import best_first
from huarong.search.best_first import BestFirst
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles


@given(st.lists(st.tuples(st.integers(0, 5), st.lists(st.integers(0, 9), min_size=1)), max_size=20), st.data())
def test_the_frontier_is_a_queue_by_priority_and_distance(added, data):
    search = BestFirst(hr.puzzle("A./../goal:/../.A"), hr.Metric.STEP, Watch(), None)
    search.frontier, search.waiting, waiting, number = [], 0, [], 0
    for far, priorities in added:
        numbers = np.arange(number, number + len(priorities))
        search._push(far, numbers, np.array(priorities))
        waiting += zip(priorities, [-far] * len(priorities), numbers.tolist(), strict=True)
        number += len(priorities)
        assert search.waiting == len(waiting)
    while waiting:
        most = search.together = data.draw(st.integers(1, 12))
        waiting.sort(key=lambda each: each[:2])
        first = [each for each in waiting if each[:2] == waiting[0][:2]][:most]
        priority, far, numbers = search._pop()
        assert [(priority, -far, n) for n in numbers.tolist()] == first
        waiting = [each for each in waiting if each not in first]
    assert search.done and not search.waiting


@examples(40)
@given(puzzles(), st.sampled_from(naive.METRICS), st.sampled_from([1, 7, 4096]))
def test_without_an_estimate_it_is_breadth_first(puzzle, metric, together):
    if puzzle.goal.holds(puzzle.start):
        return
    search = BestFirst(puzzle, hr.Metric(metric), Watch(), None, together=together)
    number, best = search.run(), naive.bfs(puzzle, metric).distance
    assert (number is None) == (best is None) == search.done or best is not None
    if best is not None:
        assert search.solution(number).length == best and search.incumbent().length == best


def test_a_limit_does_not_lose_what_is_known():
    run = best_first.BestFirst.run

    def ended(self, **limits):
        run(self, **limits)
        raise hr.LimitReached("time", "1 s", 0, 0, 1.0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(best_first.BestFirst, "run", ended)
        caught = pytest.raises(hr.LimitReached, hr.solve, "横刀立马", method="astar")
    known = caught.value.solution
    assert known.verify() and known.length == 81 and not known.optimal
    assert known.bound == caught.value.lower == 81


@pytest.mark.parametrize("memory", [4 << 20, 8 << 20])
def test_what_it_holds_is_within_the_memory(memory):
    """Visited set, distances, estimates and frontier are within the memory, apart from buffers of a fixed size."""
    puzzle = hr.puzzle("gnome-klotski: Polonaise")
    watch = Watch(Limits(memory=memory))
    search = BestFirst(puzzle, hr.Metric.STEP, watch, None)
    tracemalloc.start()
    try:
        pytest.raises(hr.LimitReached, search.run).match("memory")
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    visited = len(search.search.queue.memory) + len(search.search.table.memory)
    assert usable_memory(memory) // 2 < visited + search.far.nbytes + search.estimates.nbytes
    assert visited + held <= usable_memory(memory) + (4 << 20)


@given(puzzles(limit=300), st.sampled_from(naive.METRICS))
def test_the_bound_is_proved_wherever_it_stops(puzzle, metric):
    """The lower bound is proved after any number of expansions; when the goal is found the bound is its distance."""
    best = naive.bfs(puzzle, metric).distance
    if puzzle.goal.holds(puzzle.start) or best is None:
        return
    for layouts in (2, 5, 17, float("inf")):
        watch = Watch()
        search = BestFirst(puzzle, hr.Metric(metric), watch, None, together=1)
        search.run(layouts)
        assert watch.lower <= best
