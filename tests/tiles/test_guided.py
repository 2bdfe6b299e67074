"""Sets with several ways to divide the tiles: what they guide is right, and the ways that help are taken."""

import json
import random
from pathlib import Path

import pytest

import huarong.tiles.solver
import huarong.tiles.subtrees
import huarong.tiles.tableset
from huarong.errors import InputError
from huarong.limits import Watch
from huarong.tiles import build_tables, remove_tables, solve_tiles
from huarong.tiles.guided import GuidedBoard
from huarong.tiles.store import load_tables
from huarong.tiles.tableset import table_set
from tests.tiles.naive_tiles import naive_distances

KORF = json.loads((Path(__file__).parents[1] / "data" / "korf.json").read_text())
WAYS = {
    (3, 3, 0): ("AA BAA BBB", "AB ABA BAB", "AA AAB BBB"),
    (4, 4, 0): ("ABC DABC DABC DABC", "AAB AABB CCDB CCDD", "BBA BBAA BBAA CCCA", "AAA AAAB BBBB BCCC"),
}
"""On 4x4 the first way has patterns whose tiles are far apart."""
SET = "tiles-3x3-4-4-x3"


@pytest.fixture
def drawn(monkeypatch):
    monkeypatch.setattr(huarong.tiles.tableset, "_DRAWN", WAYS)


def test_each_way_is_a_lower_bound_and_all_together_the_largest(drawn):
    tables, distance = table_set(SET), naive_distances(tuple(range(9)), 3, "tile")
    assert len(set(tables.ways)) == 3 and len(tables.patterns) == 6
    build_tables(SET)
    memory = load_tables(tables, Watch())
    for board in random.Random(3).sample(sorted(distance), 60):
        singles = []
        for way in tables.ways:
            one = huarong.tiles.tableset.TableSet(3, 3, 0, (way,))
            places = [tables.offsets[tables.patterns.index(pattern)] for pattern in way]
            part = b"".join(memory[first : first + size] for first, size in zip(places, one.sizes, strict=True))
            singles.append(GuidedBoard(one, bytearray(part), bytes(board)).lower())
        both = GuidedBoard(tables, memory, bytes(board))
        assert both.lower() == max(singles) <= distance[board]
        search = both.search((2, 0), 7)
        search.begin(distance[board], board.index(0))
        assert search.run(1 << 30) == 1 and len(search.path()) == distance[board] + 1
    remove_tables(SET)


def test_ways_are_added_while_they_save_time(drawn):
    name, board = "tiles-4-4-4-3-x2", bytes(KORF[15]["tiles"])
    build_tables(name)
    guided = GuidedBoard(table_set(name), load_tables(table_set(name), Watch()), board)
    nodes, threshold = {}, max(GuidedBoard(guided.tables, guided.memory, board).lower(), 30)
    for ways in ((0,), (1,), (0, 1)):
        search = guided.search(ways, 7)
        search.begin(threshold, board.index(0))
        while search.run(1 << 20) == 0:
            pass
        nodes[ways] = search.nodes
    assert nodes[0, 1] < nodes[1,] < nodes[0,]
    best = guided.best_ways(board.index(0), threshold, Watch())
    assert best == ((1, 0) if 1.6 * nodes[0, 1] < nodes[1,] else (1,))
    remove_tables(name)


def test_a_long_search_goes_on_with_the_best_ways(drawn, monkeypatch):
    for long in ("_LONG", "_VERY_LONG"):
        monkeypatch.setattr(huarong.tiles.solver, long, -1)
    # The nodes of the last iteration depend on the threads' timing.
    monkeypatch.setattr(huarong.tiles.subtrees, "usable_cores", lambda: 1)
    tried = []
    best_ways = GuidedBoard.best_ways
    monkeypatch.setattr(GuidedBoard, "best_ways", lambda *given: tried.append(best_ways(*given)) or tried[-1])
    for name, given, place in (("tiles-4-4-4-3", True, 15), ("tiles-6-6-3", False, 2)):
        one = solve_tiles(KORF[place]["tiles"], range(16), tables=name)
        assert not tried
        build_tables(f"{name}-x2")
        answer = solve_tiles(KORF[place]["tiles"], range(16), tables=f"{name}-x2" if given else None)
        assert (answer.path, answer.verify()) == (one.path, True)
        assert answer.tables == f"{name}-x2" and answer.explored <= one.explored
        assert len(tried.pop()) >= 1 and not tried
        remove_tables(f"{name}-x2")


def test_both_sets_fit_the_memory_limit(drawn, monkeypatch):
    """A search holds the tables that it began with while it reads those of several ways."""
    for long in ("_LONG", "_VERY_LONG"):
        monkeypatch.setattr(huarong.tiles.solver, long, -1)
    one, two = (sum(table_set(name).sizes) for name in ("tiles-6-6-3", "tiles-6-6-3-x2"))
    build_tables("tiles-6-6-3-x2")
    for memory, name in ((one + two - 1, "tiles-6-6-3"), (one + two, "tiles-6-6-3-x2")):
        answer = solve_tiles(KORF[15]["tiles"], range(16), max_memory=memory)
        assert (answer.tables, answer.length) == (name, KORF[15]["optimal"])
    remove_tables("tiles-6-6-3-x2")


def test_a_set_has_no_more_ways_than_are_known():
    with pytest.raises(InputError, match=r"expected at most tiles-6-6-3$"):
        table_set("tiles-6-6-3-x2")
    with pytest.raises(InputError, match=r"expected at most tiles-7-8$"):
        table_set("tiles-7-8-x1")
