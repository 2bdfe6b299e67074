"""Graphs that the tests search."""

import itertools
import math

from hypothesis import strategies as st


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
