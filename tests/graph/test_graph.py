"""Generic search: every method against plain enumeration on random graphs, limits, and the worked example."""

import itertools
import math
import threading
import time

import pytest
from hypothesis import given

import huarong as hr
from huarong import graph
from tests.clock import ticking
from tests.graph.graphs import Line, arrows, is_way


@given(arrows())
def test_least_cost(some):
    for search in (graph.dijkstra, graph.astar, graph.idastar):
        route = search(some, 0)
        assert route.solved == (some.true[0] < math.inf)
        if route.solved:
            is_way(some, route)
            assert route.cost == some.true[0]
            assert route.cost == sum(some.costs[pair] for pair in itertools.pairwise(route.path))


@given(arrows())
def test_fewest_moves(some):
    routes = [graph.bfs(some, 0)]
    if len(some.goals) == 1:
        (goal,) = some.goals
        routes.append(graph.bidirectional(some, 0, goal))
    for route in routes:
        assert route.length == (None if some.moves[0] == math.inf else some.moves[0])
        assert route.cost == route.length
        if route.solved:
            is_way(some, route)


def test_unhashable_states_need_a_key():
    class Lists:
        def neighbours(self, state):
            return [[state[0] + 1], [state[0] - 1]]

    pytest.raises(hr.InputError, graph.bfs, Lists(), [0], [3]).match("key")
    Lists.key = staticmethod(tuple)
    for search in (graph.bfs, graph.bidirectional, graph.dijkstra, graph.idastar):
        assert search(Lists(), [0], [3]).path == ([0], [1], [2], [3])


def test_bad_graphs():
    pytest.raises(hr.InputError, graph.bfs, object(), 0, 1).match("no method neighbours")
    pytest.raises(hr.InputError, graph.bfs, Line({}), 0).match("no goal")
    pytest.raises(hr.InputError, graph.bidirectional, Line({}), 0, None).match("goal state")
    pytest.raises(TypeError, graph.bfs, Line({}), 0, 1, max_second=1).match("max_second")
    Line.cost = lambda self, a, b: -1
    try:
        pytest.raises(hr.InputError, graph.dijkstra, Line({}), 0, 3).match("costs -1")
    finally:
        del Line.cost


def test_moves_that_cost_nothing_and_moves_that_nobody_can_pay():
    class Ring:
        def neighbours(self, n):
            return [(n + 1) % 9, (n - 1) % 9]

        def cost(self, a, b):
            return math.inf if {a, b} == {0, 8} else 0

    for search in (graph.dijkstra, graph.astar, graph.idastar):
        found = search(Ring(), 0, 8)
        assert (found.cost, found.length) == (0, 8)


def test_a_start_that_is_solved_and_what_the_graph_raises():
    class Broken:
        def neighbours(self, n):
            yield n + 1
            raise RuntimeError("broken")

    for search in SEARCHES:
        found = search(Broken(), 3, 3)
        assert (found.path, found.cost, found.length) == ((3,), 0, 0)
        pytest.raises(RuntimeError, search, Broken(), 0, 3).match("broken")


SEARCHES = [graph.bfs, graph.bidirectional, graph.dijkstra, graph.astar, graph.idastar]


class Endless:
    """An infinite tree in which the goal is never reached."""

    def neighbours(self, state):
        root, n = state
        return [(root, 2 * n), (root, 2 * n + 1)]


@pytest.mark.parametrize("search", SEARCHES)
def test_time_limit(search):
    with ticking(), pytest.raises(hr.LimitReached) as caught:
        search(Endless(), (0, 1), (1, 1), max_seconds=20)
    assert caught.value.limit == "time"
    assert caught.value.explored > 0
    assert "state" in str(caught.value)


@pytest.mark.parametrize("search", SEARCHES[:-1])
def test_memory_limit(search):
    with pytest.raises(hr.LimitReached) as caught:
        search(Endless(), (0, 1), (1, 1), max_memory="1M")
    assert caught.value.limit == "memory"


@pytest.mark.parametrize("search", SEARCHES)
def test_progress_and_cancel(search):
    seen, flag = [], threading.Event()

    def progress(now):
        seen.append(now)
        flag.set()

    pytest.raises(hr.Cancelled, search, Endless(), (0, 1), (1, 1), progress=progress, cancel=flag)
    assert seen[0].layouts > 0


def test_cancelled_while_neighbours_take_long():
    class Slow(Line):
        def __init__(self):
            super().__init__({})
            self.asked, self.flag = 0, threading.Event()

        def neighbours(self, n):
            self.asked += 1
            if self.asked == 20:
                self.flag.set()
            time.sleep(0.005)
            return [n - 1, n + 1]

    for search in SEARCHES:
        slow = Slow()
        pytest.raises(hr.Cancelled, search, slow, 0, 1000, cancel=slow.flag).match("states")
        assert slow.asked < 26


def test_a_puzzle_takes_the_compiled_way():
    puzzle = hr.puzzle("捷足先登")
    for search in SEARCHES:
        found = search(puzzle)
        assert isinstance(found, hr.Solution)
        assert found.length == 32
    assert graph.bfs(puzzle, metric="step").length == 47
    assert next(graph.paths(hr.puzzle("876543210"), most=30)).length == 30
    for search in SEARCHES:
        pytest.raises(hr.InputError, search, puzzle, puzzle.start).match("its own start")
    pytest.raises(hr.InputError, graph.paths, puzzle, puzzle.start, most=3).match("its own start")
    assert graph.bfs("捷足先登", metric="step").length == 47
    pytest.raises(hr.InputError, graph.bfs, Line({}), 0, 1, metric="step").match("a metric is only for puzzles")


class Heard(graph.Watcher):
    def __init__(self):
        self.said = []

    def generated(self, state, parent, known, solved):
        self.said.append(("made", state, parent, known, solved))

    def expanded(self, state, gone, rest, waiting):
        self.said.append(("expanded", state, gone, rest, waiting))

    def closed(self):
        self.said.append("closed")

    def bound(self, most):
        self.said.append(("bound", most))


def test_a_watcher_is_told_what_a_search_does_in_order():
    heard = Heard()
    graph.bfs(Line({}), 0, 2, watcher=heard)
    assert heard.said[:4] == [
        ("made", -1, 0, False, False),
        ("made", 1, 0, False, False),
        ("expanded", 0, 0, None, 2),
        "closed",
    ]
    assert heard.said[-2:] == [("made", 2, 1, False, True), ("expanded", 1, 1, None, 2)]
    for search, told in ((graph.astar, ("expanded", 1, 1, 1, 2)), (graph.bidirectional, ("made", 1, 2, False, True))):
        heard = Heard()
        search(Line({n: abs(2 - n) for n in range(-3, 5)}), 0, 2, watcher=heard)
        assert told in heard.said, search
    heard = Heard()
    graph.idastar(Line({}), 0, 2, watcher=heard)
    assert [each[1] for each in heard.said if each[0] == "bound"] == [0, 1, 2]
    heard = Heard()
    assert len(list(graph.paths(Line({}), 0, 1, most=2, prune=False, watcher=heard))) == 1
    assert heard.said[:3] == [
        ("made", -1, 0, False, False),
        ("made", -2, -1, False, False),
        ("expanded", -2, 2, None, 2),
    ]
    assert ("made", 1, 0, False, True) in heard.said


@given(arrows())
def test_orders_and_a_table_find_paths_too(some):
    for search, factor in (
        (lambda g, s: graph.best_first(g, s), 1),
        (lambda g, s: graph.best_first(g, s, order="dijkstra"), 1),
        (lambda g, s: graph.best_first(g, s, order=graph.weighted(2)), 2),
        (lambda g, s: graph.best_first(g, s, order="greedy"), math.inf),
        (lambda g, s: graph.idastar(g, s, table=True), 1),
    ):
        route = search(some, 0)
        assert route.solved == (some.true[0] < math.inf)
        if route.solved:
            is_way(some, route)
            assert some.true[0] <= route.cost and (factor == math.inf or route.cost <= factor * some.true[0])
    with pytest.raises(hr.InputError, match="expected one of dijkstra, astar, greedy"):
        graph.best_first(some, 0, order="best")


@given(arrows())
def test_from_both_ends_with_all_goals(some):
    some.goal_states = lambda: sorted(some.goals)
    route = graph.bidirectional(some, 0)
    assert route.length == (None if some.moves[0] == math.inf else some.moves[0])
