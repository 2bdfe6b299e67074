"""The search toolbox: methods, all paths, Rush Hour, good solutions of hard puzzles; some take a minute."""

import pytest

import huarong as hr
from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.search import all_paths
from huarong.search.distances import Distances
from huarong.search.walk import PathWalk, deepen

EIGHT = hr.puzzle("876543210")


@pytest.mark.parametrize("method", ["bfs", "bidirectional", "astar"])
@pytest.mark.parametrize(("name", "best"), [("横刀立马", 81), ("876543210", 30), ("gnome-klotski: Polonaise", 23)])
def test_method(benchmark, name, method, best):
    puzzle = hr.puzzle(name)
    if (name, method) == ("gnome-klotski: Polonaise", "bidirectional"):
        pytest.skip("more than a million goal layouts")
    assert benchmark(hr.solve, puzzle, method=method).length == best


@pytest.mark.parametrize("metric", list(Metric))
def test_deepening(benchmark, metric):
    """Depth first within a rising bound, remembering the shortest way to each layout."""
    puzzle = hr.puzzle("横刀立马")

    def search():
        walk = PathWalk(puzzle, metric, 1, remember=1 << 24)
        assert deepen(walk, Watch())
        return walk.most

    best = {"step": 116, "slide": 90, "move": 81}[metric]
    assert benchmark.pedantic(search, rounds=3) == best


def test_all_paths_pruned(benchmark):
    """8-puzzle 876543210, at most 30 moves: milliseconds."""
    assert benchmark(all_paths.count, EIGHT, most=30) == 10


def test_all_paths_as_the_article_does(benchmark):
    """49,560,975 layouts entered, about 12 million a second."""
    assert benchmark.pedantic(all_paths.count, (EIGHT,), {"most": 30, "prune": False}, rounds=1) == 10


@pytest.mark.parametrize("metric", ["move", "step"])
def test_rush_hour(benchmark, metric):
    """All 40 cards: at 5 ms each, 200 ms."""
    cards = [hr.puzzle(f"Rush Hour {i}") for i in range(1, 41)]
    lengths = benchmark(lambda: [hr.solve(card, metric).length for card in cards])
    assert lengths[-1] == {"move": 51, "step": 81}[metric]


def test_all_layouts_of_a_card(benchmark):
    """All that can be reached from a card, and how far each is from the goal."""
    assert benchmark(lambda: len(Distances.of("Rush Hour 40"))) == 4780


def test_a_good_solution(benchmark):
    """Shark, for which no best count is published."""
    solution = benchmark.pedantic(hr.solve, ("gnome-klotski: Shark",), {"optimal": False}, rounds=3)
    assert solution.verify()
    assert solution.length < 100


@pytest.mark.parametrize(("name", "best"), [("Pelopones", 25), ("Lodzianka", 21)])
def test_more_than_fifty_million_layouts(benchmark, name, best):
    """Within 4 GB; about a minute."""
    solution = benchmark.pedantic(hr.solve, (f"gnome-klotski: {name}",), {"max_memory": "4G"}, rounds=1)
    assert solution.length == best
