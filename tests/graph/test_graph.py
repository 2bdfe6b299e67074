"""Plain searches of any graph, best first, by both ends, and lists of nodes."""

import itertools
import json
import math
import threading
import time

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong import graph
from huarong.graph.route import Route
from tests.clock import ticking


class Arrows:
    """A directed graph from a dict of costs, with the true distances as its heuristic."""

    def __init__(self, costs, states, goals, slack=1.0):
        self.costs, self.goals, self.slack = costs, goals, slack
        self.true = {s: 0 if s in goals else math.inf for s in range(states)}
        for _ in range(states):
            for (a, b), cost in costs.items():
                self.true[a] = min(self.true[a], cost + self.true[b])
        self.moves = {s: 0 if s in goals else math.inf for s in range(states)}
        for _ in range(states):
            for a, b in costs:
                self.moves[a] = min(self.moves[a], 1 + self.moves[b])

    def neighbours(self, state):
        return [b for a, b in self.costs if a == state]

    def before(self, state):
        return [a for a, b in self.costs if b == state]

    def cost(self, state, to):
        return self.costs[state, to]

    def is_goal(self, state):
        return state in self.goals

    def heuristic(self, state):
        slack = self.slack if state % 2 else 1
        return slack and self.true[state] * slack


@st.composite
def arrows(draw):
    states = draw(st.integers(2, 7))
    pairs = [(a, b) for a in range(states) for b in range(states) if a != b]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True))
    costs = {pair: draw(st.integers(0, 5)) for pair in chosen}
    goals = draw(st.frozensets(st.integers(0, states - 1), max_size=2))
    slack = draw(st.sampled_from([0.0, 0.5, 1.0]))
    return Arrows(costs, states, goals, slack)


def is_way(some, route):
    for a, b in itertools.pairwise(route.path):
        assert (a, b) in some.costs
    assert route.path[0] == 0 and route.path[-1] in some.goals


class Line:
    def __init__(self, says):
        self.says = says

    def neighbours(self, n):
        return [n - 1, n + 1]

    def heuristic(self, n):
        return self.says.get(n, 0)


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
    assert caught.value.limit == "time" and caught.value.explored > 0 and "state" in str(caught.value)


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
        assert isinstance(found, hr.Solution) and found.length == 32
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
    heard = Heard()  # a search from both ends reports the sum of its two frontiers
    graph.bidirectional(Line({}), 0, 5, watcher=heard)
    assert [each[1:] for each in heard.said if each[0] == "expanded"][:2] == [(0, 0, None, 3), (5, 0, None, 4)]
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


@given(arrows())
def test_a_sound_heuristic_passes_in_debug_mode(some):
    some.slack = 1.0
    assert graph.astar(some, 0, debug=True).cost == graph.dijkstra(some, 0).cost


def test_debug_mode_names_the_witness():
    with pytest.raises(graph.HeuristicError, match="not admissible") as caught:
        graph.astar(Line({2: 4}), 0, 5, debug=True)
    error = caught.value
    assert (error.kind, error.state, error.value, error.other) == ("inadmissible", 2, 4, 3)
    with pytest.raises(graph.HeuristicError, match="not consistent") as caught:
        graph.astar(Line({2: 3}), 0, 5, debug=True)
    error = caught.value
    assert (error.kind, error.state, error.neighbour) == ("inconsistent", 2, 1)
    assert (error.value, error.other) == (3, 1)


@pytest.mark.parametrize("says", [math.nan, None, "far", 1j])
def test_a_heuristic_that_is_no_number(says):
    for search in (graph.astar, graph.idastar):
        pytest.raises(hr.InputError, search, Line({0: says, 1: says}), 0, 3).match("expected a number")


@pytest.mark.parametrize("cost", [math.nan, None, "much", -0.5])
def test_a_cost_that_is_none(cost):
    class Toll(Line):
        def cost(self, a, b):
            return cost

    for search in (graph.dijkstra, graph.astar, graph.idastar):
        pytest.raises(hr.InputError, search, Toll({}), 0, 3).match("expected 0 or more")


def test_a_heuristic_below_zero_is_none():
    for search in (graph.astar, graph.idastar):
        assert search(Line(dict.fromkeys(range(-9, 9), -7)), 0, 3).cost == 3


def test_debug_mode_tells_what_it_has_seen_when_a_limit_ends_it():
    with pytest.raises(graph.HeuristicError, match="not consistent"):
        graph.astar(Line({2: 3}), 0, 10**9, debug=True, max_memory="1M")


class Towns:
    def neighbours(self, state):
        return [{"name": state["name"] + "a", "seen": {1}}]

    def key(self, state):
        return state["name"]


def test_json():
    found = graph.bfs(Towns(), {"name": "", "seen": set()}, {"name": "a"})
    facts = found.to_json()
    assert json.loads(json.dumps(facts)) == facts
    assert facts["path"] == [{"name": "", "seen": "set()"}, {"name": "a", "seen": "{1}"}]
    assert (facts["length"], facts["solved"], facts["method"]) == (1, True, "bfs")


def test_json_of_a_proof_that_there_is_no_way():
    class Dead:
        def neighbours(self, n):
            return []

    facts = graph.dijkstra(Dead(), 1, 2).to_json()
    assert (facts["solved"], facts["cost"], facts["path"]) == (False, None, [])


@pytest.mark.parametrize("search", [graph.bfs, graph.bidirectional])
def test_a_limit_tells_what_is_proved(search):
    with pytest.raises(hr.LimitReached) as caught:
        search(Line({}), 0, 10**9, max_memory=100_000)
    assert caught.value.lower == caught.value.depth + 1 > 10
    assert "no solution has fewer than" in str(caught.value)


def test_states_as_json():
    states = (None, True, 1, 2.5, "a", (1, [2]), {"a": (1,)}, {"a": 1, 2: 3}, {4: 5}, frozenset())
    plain = [None, True, 1, 2.5, "a", [1, [2]], {"a": [1]}, "{'a': 1, 2: 3}", "{4: 5}", "frozenset()"]
    assert Route(states, 9, 9, 9, 0.0, "bfs").to_json()["path"] == plain


@given(arrows(), st.integers(-1, 7), st.booleans())
def test_paths(some, most, prune):
    found = [route.path for route in graph.paths(some, 0, most=most, prune=prune)]
    expected = {
        (0, *way)
        for n in range(most + 1)
        for way in itertools.permutations(range(1, 7), n)
        if all(pair in some.costs for pair in itertools.pairwise((0, *way)))
        and (0, *way)[-1] in some.goals
        and not some.goals & set((0, *way)[:-1])
    }
    assert len(found) == len(set(found)) and set(found) == expected
    unpruned = [route.path for route in graph.paths(some, 0, most=most, prune=False)]
    assert found == unpruned


class Doubled:
    """A square graph in which each side can be passed by two moves."""

    def neighbours(self, n):
        return [n ^ 1, n ^ 2, n ^ 1, n ^ 2]


def test_a_state_that_is_named_twice_makes_no_second_path():
    for prune in (True, False):
        found = [route.path for route in graph.paths(Doubled(), 0, 1, most=3, prune=prune)]
        assert found == [(0, 1), (0, 2, 3, 1)]


def test_states_with_one_key_are_one():
    class Coloured:
        def neighbours(self, state):
            n, _ = state
            return [(n + 1, "red"), (n + 1, "blue")]

        def key(self, state):
            return state[0]

    found = [route.path for route in graph.paths(Coloured(), (0, ""), (2, ""), most=2)]
    assert found == [((0, ""), (1, "red"), (2, "red"))]
