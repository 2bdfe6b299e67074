"""Korf's 24-puzzles: what is stored of the runs of `benchmarks/tiles/korf24.py` is checked another way."""

import itertools
import json
from pathlib import Path

import pytest

from huarong.tiles import build_tables, solve_tiles

ROOT = Path(__file__).parents[2]
INSTANCES = {each["id"]: each for each in json.loads((ROOT / "tests/data/korf24.json").read_text())}
ROWS = json.loads((ROOT / "benchmarks/tiles/korf24.json").read_text())


def test_the_stored_moves_solve_the_instances():
    for row in ROWS:
        each = INSTANCES[row["id"]]
        if "length" not in row:
            assert row["lower"] <= each["optimal"]
            continue
        board = list(each["tiles"])
        for tile in map(int, row["moves"].split()):
            here, blank = board.index(tile), board.index(0)
            assert abs(here % 5 - blank % 5) + abs(here // 5 - blank // 5) == 1
            board[here], board[blank] = 0, tile
        assert board == list(range(25))
        assert len(row["moves"].split()) == row["length"] == each["optimal"]


def test_nodes_and_bounds_grow_from_iteration_to_iteration():
    for row in ROWS:
        before = {int(threshold): nodes for threshold, nodes in row["before"].items()}
        assert list(before) == sorted(before)
        assert all(a <= b for a, b in itertools.pairwise([*before.values(), row["nodes"]]))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tiles-5x5-6-6-6-6", "tiles-5x5-5-5-5-5-4"])
def test_an_easy_instance_by_different_tables(name):
    """The length is Korf's, whatever tables guide the search."""
    build_tables(name)
    each = INSTANCES[38]
    answer = solve_tiles(each["tiles"], range(25), tables=name, max_seconds=3600)
    assert (answer.length, answer.verify()) == (each["optimal"], True)
