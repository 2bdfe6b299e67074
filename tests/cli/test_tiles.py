"""`huarong tiles` offers the tables that would help; `huarong tiles tables`."""

import pytest

import huarong.cli.tiles
from huarong.tiles import build_tables, stored_tables, table_set
from huarong.tiles.solver import missing_tables
from tests.cli.running import read, run

SOLVED = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"


@pytest.fixture(autouse=True)
def empty(tmp_path, monkeypatch):
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))
    monkeypatch.setattr("huarong.tiles.store._loaded", {})


def test_a_long_search_offers_larger_tables(monkeypatch):
    found = run("tiles", SOLVED)
    assert "tables build" not in found.output + found.stderr
    monkeypatch.setattr(huarong.cli.tiles, "_LONG", 0.0)
    found = run("tiles", SOLVED)
    assert found.stdout == "1: 15\n"
    assert "`huarong tiles tables build tiles-7-8` takes 550 MiB of disk and about 29 s" in found.stderr
    assert "约需 29 秒" in run("tiles", SOLVED, "--lang", "zh").stderr


def test_why_there_is_no_solution():
    board = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"
    said = run("tiles", board, status=1).output
    assert said.startswith("No solution: each move swaps a tile with the blank") and "14 and 15" in said
    assert read("tiles", board, status=1)["reason"]["key"] == "parity"


def test_a_search_that_stops_offers_them():
    hard = "0 24 23 22 21/20 19 18 17 16/15 14 13 12 11/10 9 8 7 6/5 4 3 2 1"
    found = run("tiles", hard, "--max-seconds", "0.001", status=None)
    assert found.exit_code > 1
    assert "tables build tiles-5x5-6-6-6-6-x12` takes 3.33 GiB of disk and about 179 s" in found.stderr


def test_tables_that_are_stored_are_not_offered(monkeypatch):
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    monkeypatch.setattr("huarong.tiles.tableset._OFFERED", ("tiles-3x3-8", "tiles-3x3-4-4"))
    monkeypatch.setattr("huarong.tiles.tableset._SMALL", 5000)
    assert missing_tables(goal, 3) == table_set("tiles-3x3-8")
    assert missing_tables(goal, 3, "line") is None
    build_tables("tiles-3x3-8")
    assert missing_tables(goal, 3) is None


def test_build_list_remove():
    assert "no tables" in run("tiles", "tables", "list").output
    assert "tiles-3x3-4-4: " in run("tiles", "tables", "build", "tiles-3x3-4-4").output
    (row,) = read("tiles", "tables", "list")["tables"]
    assert (row["name"], row["complete"]) == ("tiles-3x3-4-4", True)
    assert read("tiles", "tables", "build", "tiles-3x3-4-4") == row
    assert "tiles-3x3-4-4" in run("tiles", "tables", "list").output
    assert read("tiles", "tables", "remove", "tiles-3x3-4-4") == {"name": "tiles-3x3-4-4", "freed": row["bytes"]}
    assert stored_tables() == ()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("build", "tiles-7-9"), "as in tiles-7-8"),
        (("build", "tile-7-8"), "the nearest: tiles-7-8"),
        (("remove", "tiles-7-8"), "is not a known name"),
        (("biuld", "tiles-7-8"), "did you mean `build`?"),
    ],
)
def test_mistakes(words, says):
    assert says in run("tiles", "tables", *words, status=2).output
    assert says not in run("tiles", "tables", *words, status=2, lang="zh").output
