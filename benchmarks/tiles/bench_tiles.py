"""The 15-puzzle: Korf's first twenty by single tiles and by whole lines, and building tables.

The tables `tiles-7-8` are searched with where they are built already (`huarong tiles tables build tiles-7-8`).
"""

import json
from pathlib import Path

import pytest

from huarong.tiles import build_tables, remove_tables, solve_tiles, stored_tables

KORF = json.loads((Path(__file__).parents[2] / "tests/data/korf.json").read_text())


@pytest.mark.parametrize("name", ["tiles-6-6-3", "tiles-7-8"])
def test_korf_twenty(benchmark, name):
    if name == "tiles-7-8" and not any(s.name == name and s.complete for s in stored_tables()):
        pytest.skip("tiles-7-8 is not built")
    solve_tiles(KORF[0]["tiles"], range(16), tables=name)

    def solve_all():
        return [solve_tiles(each["tiles"], range(16), tables=name) for each in KORF]

    answers = benchmark.pedantic(solve_all, rounds=5)
    assert [answer.length for answer in answers] == [each["optimal"] for each in KORF]
    benchmark.extra_info["nodes"] = sum(answer.explored for answer in answers)


def test_korf_twenty_by_lines(benchmark):
    """Moves of whole lines; with walking distances alone, none is solved within a minute."""
    solve_tiles(KORF[0]["tiles"], range(16), metric="line")

    def solve_all():
        return [solve_tiles(each["tiles"], range(16), metric="line") for each in KORF]

    answers = benchmark.pedantic(solve_all, rounds=1)
    assert all(answer.verify() for answer in answers)
    benchmark.extra_info["nodes"] = sum(answer.explored for answer in answers)


@pytest.mark.parametrize("name", ["tiles-6-6-3", "lines-5-5-5", "tiles-7-8"])
def test_build_tables(benchmark, tmp_path, monkeypatch, name):
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))

    def build():
        if stored_tables():
            remove_tables(name)
        return build_tables(name)

    assert benchmark.pedantic(build, rounds=1 if name == "tiles-7-8" else 3).complete


def test_8_puzzle(benchmark):
    board = [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert benchmark(solve_tiles, board, (*range(1, 9), 0)).length == 30


def test_lines_on_the_8_puzzle(benchmark):
    board = [8, 7, 6, 5, 4, 3, 2, 1, 0]
    answer = benchmark(solve_tiles, board, (*range(1, 9), 0), metric="line")
    assert answer.verify()
