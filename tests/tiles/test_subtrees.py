"""Iterations shared among threads find what one thread finds."""

import json
import random
from pathlib import Path

import pytest

import huarong.tiles.solver
import huarong.tiles.subtrees
from huarong.errors import Cancelled
from huarong.limits import Watch
from huarong.tiles import solve_tiles
from huarong.tiles.subtrees import Subtrees
from tests.tiles.naive_tiles import naive_distances

KORF = json.loads((Path(__file__).parents[1] / "data" / "korf.json").read_text())


@pytest.fixture
def shared(monkeypatch):
    monkeypatch.setattr(huarong.tiles.solver, "_LONG", -1)
    monkeypatch.setattr(huarong.tiles.subtrees, "_BUDGET", 100)


def test_threads_find_the_solutions_of_one_thread(shared, monkeypatch):
    for problem in KORF[:2]:
        found = set()
        for threads in (1, 2, 5):
            monkeypatch.setattr(huarong.tiles.subtrees, "usable_cores", lambda n=threads: n)
            answer = solve_tiles(problem["tiles"], range(16))
            assert (answer.length, answer.verify()) == (problem["optimal"], True)
            found.add((answer.path, answer.thresholds))
        assert len(found) == 1


@pytest.mark.slow
def test_shared_searches_agree_with_breadth_first_search(shared):
    distance = naive_distances(tuple(range(9)), 3, "tile")
    for board in random.Random(5).sample(sorted(distance), 200):
        answer = solve_tiles(board, range(9), tables="tiles-3x3-4-4")
        assert (answer.length, answer.verify()) == (distance[board], True)


def test_without_solutions_all_threads_count_the_nodes_of_one(shared, monkeypatch):
    """All iterations but the last visit the same nodes, however many threads there are."""
    counted = set()
    for threads in (1, 3):
        monkeypatch.setattr(huarong.tiles.subtrees, "usable_cores", lambda n=threads: n)
        seen = []
        search = huarong.tiles.subtrees.Subtrees.search

        def noted(self, threshold, seen=seen, search=search):
            before, found = self.nodes, search(self, threshold)
            seen.append((threshold, self.nodes - before))
            return found

        with monkeypatch.context() as patch:
            patch.setattr(huarong.tiles.subtrees.Subtrees, "search", noted)
            solve_tiles(KORF[0]["tiles"], range(16))
        counted.add(tuple(seen[:-1]))
    assert len(counted) == 1 and counted.pop()


def test_an_iteration_adds_its_own_nodes_alone(shared, monkeypatch):
    monkeypatch.setattr(huarong.tiles.subtrees, "usable_cores", lambda: 1)
    search, counts = Subtrees.search, []

    def noted(self, threshold):
        before, found = self.nodes, search(self, threshold)
        alone = Subtrees(self.make, self.start, Watch())
        search(alone, threshold)
        counts.append((self.nodes - before, alone.nodes))
        return found

    monkeypatch.setattr(Subtrees, "search", noted)
    solve_tiles(KORF[0]["tiles"], range(16))
    assert len(counts) > 2 and all(added == own for added, own in counts)


def test_a_shared_search_is_cancelled(shared):
    asked = []
    with pytest.raises(Cancelled):
        solve_tiles(KORF[0]["tiles"], range(16), cancel=lambda: asked.append(0) or len(asked) > 3)
