"""Bridges and waists, held against their definitions on random graphs."""

import random

import pytest

from huarong.design.reporting import bridges, waists


def lists(n, edges):
    near = [[] for _ in range(n)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    begin = [0]
    for each in near:
        begin.append(begin[-1] + len(each))
    return begin, [b for each in near for b in each]


def reached(n, edges, start):
    found, fresh = {start}, [start]
    for a in fresh:
        for x, y in edges:
            for b in ({x, y} - {a}) if a in (x, y) else ():
                if b not in found:
                    found.add(b)
                    fresh.append(b)
    return found


@pytest.mark.parametrize("seed", range(30))
def test_bridges_are_the_edges_without_which_something_is_out_of_reach(seed):
    draw = random.Random(seed)
    n = draw.randint(2, 14)
    edges = {(draw.randrange(b), b) for b in range(1, n)}
    edges |= {tuple(sorted(draw.sample(range(n), 2))) for _ in range(draw.randint(0, 5))}
    goals = [draw.random() < 0.3 for _ in range(n)]
    expected = {}
    for edge in edges:
        rest = set(range(n)) - reached(n, edges - {edge}, 0)
        if rest:
            expected[edge] = (len(rest), sum(goals[i] for i in rest))
    found = bridges(*lists(n, sorted(edges)), 0, goals)
    assert {tuple(sorted((b.near, b.far))): (b.beyond, b.goals) for b in found} == expected
    assert [b.beyond for b in found] == sorted((b.beyond for b in found), reverse=True)


def test_the_bridges_of_a_long_line():
    n = 5000
    found = bridges(*lists(n, [(i, i + 1) for i in range(n - 1)]), 0, [False] * n)
    assert [(b.near, b.beyond) for b in found] == [(i, n - 1 - i) for i in range(n - 1)]


def test_waists():
    assert [(w.distance, w.layouts) for w in waists([9, 3, 5, 2, 2, 8, 1, 4], 7)] == [(6, 1), (3, 2), (1, 3)]
    assert waists([1, 2], 1) == []
