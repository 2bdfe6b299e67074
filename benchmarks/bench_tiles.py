"""The 15-puzzle: Korf's first twenty, the multi-tile metric, building tables. `pytest benchmarks/bench_tiles.py --benchmark-only`.

The tables `tiles-7-8` are measured where they are built already (`huarong tables build tiles-7-8`).
"""

import json
from pathlib import Path

import pytest

from huarong import tables
from huarong.tiles import solve_tiles

KORF = json.loads((Path(__file__).parent.parent / "tests/data/korf.json").read_text())


@pytest.mark.parametrize("name", ["tiles-6-6-3", "tiles-7-8"])
def test_korf_twenty(benchmark, name):
    if name == "tiles-7-8" and not any(s.name == name and s.complete for s in tables.stored()):
        pytest.skip("tiles-7-8 is not built")
    solve_tiles(KORF[0]["tiles"], range(16), tables=name)

    def solve_all():
        return [solve_tiles(each["tiles"], range(16), tables=name) for each in KORF]

    answers = benchmark.pedantic(solve_all, rounds=5)
    assert [answer.length for answer in answers] == [each["optimal"] for each in KORF]
    benchmark.extra_info["nodes"] = sum(answer.explored for answer in answers)


def test_build_default_tables(benchmark, tmp_path, monkeypatch):
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))

    def build():
        if tables.stored():
            tables.remove("tiles-6-6-3")
        return tables.build("tiles-6-6-3")

    assert benchmark.pedantic(build, rounds=3).complete


def test_8_puzzle(benchmark):
    board = [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert benchmark(solve_tiles, board, (*range(1, 9), 0)).length == 30


def test_lines_on_the_8_puzzle(benchmark):
    board = [8, 7, 6, 5, 4, 3, 2, 1, 0]
    answer = benchmark(solve_tiles, board, (*range(1, 9), 0), metric="line")
    assert answer.verify()
