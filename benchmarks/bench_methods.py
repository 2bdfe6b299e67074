"""The search toolbox: methods, all paths, Rush Hour, good solutions of hard puzzles.

`pytest benchmarks/bench_methods.py --benchmark-only -o python_files='bench_*.py'`; with `-m slow` also those
take a minute and a half together.
"""

import pytest

import huarong as hr
from huarong import paths
from huarong.heuristics import Distances

EIGHT = hr.puzzle("876543210")


@pytest.mark.parametrize("method", ["bfs", "bidirectional", "astar"])
@pytest.mark.parametrize(
    ("name", "best"), [("横刀立马", 81), ("876543210", 30), ("gnome-klotski: Polonaise", 23)]
)
def test_method(benchmark, name, method, best):
    puzzle = hr.puzzle(name)
    if (name, method) == ("gnome-klotski: Polonaise", "bidirectional"):
        pytest.skip("more than a million goal layouts")
    assert benchmark(hr.solve, puzzle, method=method).length == best


def test_all_paths_pruned(benchmark):
    """Milliseconds: 8-puzzle 876543210, at most 30 moves."""
    assert benchmark(paths.count, EIGHT, most=30) == 10


def test_all_paths_as_the_article_does(benchmark):
    """49,560,975 layouts entered, about 12 million a second."""
    assert benchmark.pedantic(paths.count, (EIGHT,), {"most": 30, "prune": False}, rounds=1) == 10


@pytest.mark.parametrize("metric", ["move", "step"])
def test_rush_hour(benchmark, metric):
    """All 40 cards: at 5 ms each, 200 ms."""
    cards = [hr.puzzle(f"Rush Hour {i}") for i in range(1, 41)]
    lengths = benchmark(lambda: [hr.solve(card, metric).length for card in cards])
    assert lengths[-1] == {"move": 51, "step": 81}[metric]


def test_all_layouts_of_a_card(benchmark):
    """All that can be reached from a card, and how far each is from the goal."""
    assert benchmark(lambda: Distances(hr.puzzle("Rush Hour 40")).count) == 4780


def test_a_good_solution(benchmark):
    """Shark, for which no best count is published."""
    solution = benchmark.pedantic(hr.solve, ("gnome-klotski: Shark",), {"optimal": False}, rounds=3)
    assert solution.verify()
    assert solution.length < 100


@pytest.mark.parametrize(("name", "best"), [("Pelopones", 25), ("Lodzianka", 21)])
def test_more_than_fifty_million_layouts(benchmark, name, best):
    """Within 4 GB; about a minute."""
    solution = benchmark.pedantic(
        hr.solve, (f"gnome-klotski: {name}",), {"max_memory": "4G"}, rounds=1
    )
    assert solution.length == best
