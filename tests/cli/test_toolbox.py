"""The commands `paths`, `tour` and `tables`, as a user types them."""

import json

import pytest
from click.testing import CliRunner

import huarong as hr
from huarong.cli.main import main
from huarong.cli.toolbox import (
    paths_command,
    reach_command,
    tables_command,
    tiles_command,
    tour_command,
)
from huarong.tiles import stored_tables


def run(command, *args, obj=None):
    return CliRunner().invoke(command, args, obj={"lang": "en"})


def test_paths_count():
    result = run(paths_command, "876543210", "--most", "30", "--count")
    assert (result.output, result.exit_code) == ("10\n", 0)
    result = run(paths_command, "876543210", "--most", "29", "--count", "--json")
    assert (json.loads(result.output), result.exit_code) == ({"count": 0}, 1)


@pytest.mark.parametrize("prune", ["--prune", "--no-prune"])
def test_paths_listed(prune):
    args = ("A./..", "--goal", "../.A", "--metric", "step", "--most", "2")
    assert run(paths_command, *args, prune).output == "2: A D1, A R1\n2: A R1, A D1\n"
    result = run(paths_command, *args, prune, "--json", "--limit", "1")
    assert json.loads(result.output) == ["A D1", "A R1"]
    assert run(paths_command, *args[:-1], "1").exit_code == 1


def test_tour(tmp_path):
    drawn = tmp_path / "tour.svg"
    result = run(tour_command, "8x8", "--from", "a1", "--svg", str(drawn))
    assert result.exit_code == 0
    assert sorted(map(int, result.output.split())) == list(range(1, 65))
    assert "<svg" in drawn.read_text()
    assert run(tour_command, "5x5", "--count").output == "1,728\n"
    assert json.loads(run(tour_command, "6x6", "--closed", "--count", "--json").output) == {
        "count": 9862
    }
    result = run(tour_command, "4x4")
    assert (result.exit_code, "no tour" in result.output) == (1, True)


def test_tables(tmp_path, monkeypatch):
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))
    assert "no tables" in run(tables_command, "list").output
    assert run(tables_command, "build", "tiles-3x3-4-4").exit_code == 0
    (row,) = json.loads(run(tables_command, "list", "--json").output)
    assert (row["name"], row["complete"]) == ("tiles-3x3-4-4", True)
    assert "tiles-3x3-4-4" in run(tables_command, "list").output
    assert "bytes freed" in run(tables_command, "remove", "tiles-3x3-4-4").output
    assert stored_tables() == ()


def test_reach():
    (*facts, hardest) = run(reach_command, "Rush Hour 1", "--limit", "1").output.splitlines()
    assert facts == [
        "layouts: 1,247",
        "goals: 172",
        "solvable, goals included: 1,247",
        "longest: 9 moves, 6 layouts",
    ]
    assert hr.solve(hardest).length == 9
    found = json.loads(run(reach_command, "横刀立马", "--metric", "step", "--json").output)
    assert (found["layouts"], found["goals"], len(found["hardest"])) == (25955, 964, 3)
    assert found["longest"] == len(found["histogram"]) - 1
    assert hr.solve(found["hardest"][0], "step").length == found["longest"]
    stuck = run(reach_command, "走投无路")
    assert (stuck.exit_code, "No goal can be reached" in stuck.output) == (1, True)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("solve", "横刀立马", "--method", "astr"), "nothing is called 'astr'; the nearest: astar"),
        (("solve", "横刀立马", "--method", "?"), "expected one of auto, bfs, bidirectional"),
        (("solve", "横刀立马", "--metric", "stp"), "the nearest: step"),
        (("paths", "876543210", "--most", "-1"), "expected 0 to 10,000"),
        (("tables", "build", "tiles-7-9"), "as in tiles-7-8"),
        (("tables", "build", "tile-7-8"), "the nearest: tiles-7-8"),
        (("tables", "remove", "tiles-7-8"), "nothing is called"),
        (("tour", "8by8"), "expected a size like 8x8"),
        (("tour", "5x5", "--from", "z9"), "the nearest is e5"),
        (("tour", "8x8", "--leaper", "kight"), "the nearest: knight"),
        (("reach", "Rush Hour 41"), "the nearest: Rush Hour 4"),
    ],
)
def test_mistakes(args, message, tmp_path, monkeypatch):
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))
    for lang in ("en", "zh"):
        result = CliRunner().invoke(main, ["--lang", lang, *args])
        assert result.exit_code == 2
        assert (message in result.output) == (lang == "en")
        assert result.output.startswith("huarong: ")


def test_tiles():
    assert run(tiles_command, "123456078", "--lines").output == "1: 7 8\n"
    assert run(tiles_command, "123456078").output == "2: 7, 8\n"
    korf = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    goal = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"
    found = json.loads(run(tiles_command, korf, "--goal", goal, "--json", "--lines").output)
    assert (found["length"], found["tables"], len(found["moves"])) == (33, "lines-5-5-5", 33)
    assert run(tiles_command, "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0").exit_code == 1
    with pytest.raises(hr.InputError, match="numbered tiles"):
        raise run(tiles_command, "横刀立马").exception
