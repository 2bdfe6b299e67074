"""Generic search: every method against plain enumeration on random graphs, limits, and the worked example."""

import contextlib
import io
import itertools
import math
import re
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import huarong as hr
from huarong.graph import search as graph

DOCS = Path(__file__).parents[2] / "docs"


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
        return self.true[state] * (self.slack if state % 2 else 1)


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
    assert route.path[0] == 0
    assert route.path[-1] in some.goals


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


@given(arrows(), st.integers(0, 7), st.booleans())
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
    assert len(found) == len(set(found))
    assert set(found) == expected
    unpruned = [route.path for route in graph.paths(some, 0, most=most, prune=False)]
    assert found == unpruned


@given(arrows())
def test_a_sound_heuristic_passes_in_debug_mode(some):
    some.slack = 1.0
    assert graph.astar(some, 0, debug=True).cost == graph.dijkstra(some, 0).cost


class Line:
    def __init__(self, says):
        self.says = says

    def neighbours(self, n):
        return [n - 1, n + 1]

    def heuristic(self, n):
        return self.says.get(n, 0)


@pytest.mark.parametrize("search", [graph.astar, graph.idastar])
def test_debug_mode_names_the_witness(search):
    with pytest.raises(graph.HeuristicError, match="not admissible") as caught:
        search(Line({2: 4}), 0, 5, debug=True)
    error = caught.value
    assert (error.kind, error.state, error.value, error.other) == ("inadmissible", 2, 4, 3)
    with pytest.raises(graph.HeuristicError, match="not consistent") as caught:
        search(Line({2: 3}), 0, 5, debug=True)
    error = caught.value
    assert (error.kind, error.state, error.neighbour) == ("inconsistent", 2, 1)
    assert (error.value, error.other) == (3, 1)


def test_unhashable_states_need_a_key():
    class Lists:
        def neighbours(self, state):
            return [[state[0] + 1], [state[0] - 1]]

    with pytest.raises(hr.InputError, match="key"):
        graph.bfs(Lists(), [0], [3])
    Lists.key = staticmethod(tuple)
    for search in (graph.bfs, graph.bidirectional, graph.dijkstra, graph.idastar):
        assert search(Lists(), [0], [3]).path == ([0], [1], [2], [3])


def test_bad_graphs():
    with pytest.raises(hr.InputError, match="no method neighbours"):
        graph.bfs(object(), 0, 1)
    with pytest.raises(hr.InputError, match="no goal"):
        graph.bfs(Line({}), 0)
    with pytest.raises(hr.InputError, match="goal state"):
        graph.bidirectional(Line({}), 0, None)
    with pytest.raises(TypeError, match="max_second"):
        graph.bfs(Line({}), 0, 1, max_second=1)
    Line.cost = lambda self, a, b: -1
    try:
        with pytest.raises(hr.InputError, match="costs -1"):
            graph.dijkstra(Line({}), 0, 3)
    finally:
        del Line.cost


@pytest.mark.parametrize("says", [math.nan, None, "far", 1j])
def test_a_heuristic_that_is_no_number(says):
    for search in (graph.astar, graph.idastar):
        with pytest.raises(hr.InputError, match="expected a number"):
            search(Line({0: says, 1: says}), 0, 3)


@pytest.mark.parametrize("cost", [math.nan, None, "much", -0.5])
def test_a_cost_that_is_none(cost):
    class Toll(Line):
        def cost(self, a, b):
            return cost

    for search in (graph.dijkstra, graph.astar, graph.idastar):
        with pytest.raises(hr.InputError, match="expected 0 or more"):
            search(Toll({}), 0, 3)


def test_a_heuristic_below_zero_is_none():
    for search in (graph.astar, graph.idastar):
        assert search(Line(dict.fromkeys(range(-9, 9), -7)), 0, 3).cost == 3


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
        with pytest.raises(RuntimeError, match="broken"):
            search(Broken(), 0, 3)


def test_debug_mode_tells_what_it_has_seen_when_a_limit_ends_it():
    with pytest.raises(graph.HeuristicError, match="not consistent"):
        graph.astar(Line({2: 3}), 0, 10**9, debug=True, max_seconds=0.05)


SEARCHES = [graph.bfs, graph.bidirectional, graph.dijkstra, graph.astar, graph.idastar]


class Endless:
    """A goal that is never reached, in a tree without end: the root's name is the first of a pair."""

    def neighbours(self, state):
        root, n = state
        return [(root, 2 * n), (root, 2 * n + 1)]


@pytest.mark.parametrize("search", SEARCHES)
def test_time_limit(search):
    with pytest.raises(hr.LimitReached) as caught:
        search(Endless(), (0, 1), (1, 1), max_seconds=0.02)
    assert caught.value.limit == "time"
    assert caught.value.explored > 0


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

    with pytest.raises(hr.Cancelled):
        search(Endless(), (0, 1), (1, 1), progress=progress, cancel=flag)
    assert seen[0].layouts > 0


def test_cancelled_while_neighbours_take_long():
    class Slow(Line):
        def neighbours(self, n):
            time.sleep(0.005)
            return [n - 1, n + 1]

    for search in SEARCHES:
        began, flag = time.perf_counter(), threading.Event()
        threading.Timer(0.1, flag.set).start()
        with pytest.raises(hr.Cancelled) as caught:
            search(Slow({}), 0, 1000, cancel=flag)
        assert caught.value.explored < 60
        assert time.perf_counter() - began < 5


def test_a_puzzle_takes_the_compiled_way():
    puzzle = hr.puzzle("捷足先登")
    for search in SEARCHES:
        found = search(puzzle)
        assert isinstance(found, hr.Solution)
        assert found.length == 32
    assert graph.bfs(puzzle, metric="step").length == 47
    assert next(graph.paths(hr.puzzle("876543210"), most=30)).length == 30
    for search in SEARCHES:
        with pytest.raises(hr.InputError, match="of its own"):
            search(puzzle, puzzle.start)
    with pytest.raises(hr.InputError, match="of its own"):
        graph.paths(puzzle, puzzle.start, most=3)


@pytest.mark.parametrize("page", ["graph.md", "methods.md"])
def test_the_worked_examples(page):
    namespace = {}
    text = (DOCS / page).read_text("utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(block, namespace)
        assert out.getvalue().splitlines() == re.findall(r"^# (.*)$", block, re.MULTILINE)
