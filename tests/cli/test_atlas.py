"""`huarong atlas`, `huarong hint` and `huarong table1` as a person runs them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from unittest import mock

import pytest
from click.testing import CliRunner, Result

from huarong.atlas.atlas import Atlas
from huarong.cli.main import main
from huarong.library.catalogue import puzzle

HERO = "横刀立马"


def run(*args: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["--lang", "en", *args])
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result


def test_facts_as_json() -> None:
    facts = json.loads(run("atlas", HERO, "--metric", "step", "--json").stdout)
    assert (facts["layouts"], facts["goals"], facts["solvable"]) == (65880, 6795, 53954)
    assert (facts["longest"], facts["longest_count"], facts["sum"]) == (126, 4, 2326963)
    assert (facts["components"], facts["solvable_components"]) == (898, 52)
    assert facts["seconds"] > 0
    assert (sum(facts["histogram"]), len(facts["histogram"])) == (53954, 127)
    atlas = Atlas.of(puzzle(HERO), "step")
    assert [atlas[puzzle(text).start] for text in facts["hardest"]] == [126] * 4


def test_facts_for_a_person(tmp_path: Path) -> None:
    saved, table = tmp_path / "hero.atlas", tmp_path / "sets.csv"
    out = run("atlas", HERO, "--save", str(saved), "--csv", str(table)).output
    for text in (
        "65,880",
        "53,954",
        "93 moves, 2 layouts",
        "1,656,575",
        "898",
        "██",
        "The hardest",
    ):
        assert text in out
    assert Atlas.open(saved)[puzzle(HERO).start] == 81
    assert len(table.read_text("utf-8").splitlines()) == 2


def test_a_board_and_pieces() -> None:
    data = json.loads(
        run(
            "atlas",
            "--board",
            "3x3",
            "--pieces",
            "2x1:1 1x1:0..2",
            "--goal",
            ".../.../.aa",
            "--json",
        ).stdout
    )
    assert data["space"] == "3x3 2x1:1 1x1:0..2"
    assert sum(data["histogram"]) == data["solvable"]


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        (["atlas"], 2, "give a PUZZLE, or both"),
        (["atlas", HERO, "--board", "4x5", "--pieces", "2x2:1"], 2, "give a PUZZLE"),
        (["atlas", "--board", "4x5"], 2, "give a PUZZLE"),
        (["atlas", "--board", "4x5", "--pieces", "2x2:9"], 2, "do not fit"),
        (["atlas", "--board", "4x5", "--pieces", "2x2"], 2, "2x2"),
        (["atlas", "--board", "3x3", "--pieces", "1x1:2"], 2, "no usual one"),
        (["atlas", "--board", "3x3", "--pieces", "1x1:2", "--goal", "a"], 2, "rows of"),
        (
            [
                "atlas",
                "--board",
                "9x9",
                "--pieces",
                "1x1:40",
                "--goal",
                "a" + "/.........".join([""] * 9),
            ],
            2,
            "rows",
        ),
        (["atlas", HERO, "--max-memory", "10K"], 3, "65,880 layouts"),
        (["atlas", HERO, "--max-memory", "lots"], 2, "no amount of memory"),
        (["atlas", HERO, "--save", "/nonexistent/x"], 2, "cannot be written"),
        (["atlas", HERO, "--metric", "jump"], 2, "metric"),
        (["hint", "no such thing"], 2, "nothing"),
        (["hint", "Ithaca", "--max-seconds", "0.2"], 3, "limit"),
    ],
)
def test_bad_input(args: list[str], status: int, words: str) -> None:
    assert words in run(*args, status=status).output


def test_a_hint_as_json() -> None:
    data = json.loads(run("hint", HERO, "--json").stdout)
    assert (data["distance"], data["solvable"], data["solutions"]) == (81, True, 256)
    assert len(data["best"]) == 4
    assert [row["distance"] for row in data["moves"]] == [80] * 4 + [81] * 4
    assert set(data["best"]) == {row["move"] for row in data["moves"] if row["best"]}


def test_a_hint_for_a_person() -> None:
    out = run("hint", HERO).output
    assert "81 moves to the goal; 256 shortest solutions" in out
    assert out.count("best") == 4
    assert out.count("loses 1") == 4
    assert (
        "This is solved"
        in run("hint", "..BB/AABB/AA../..../....", "--goal", "..../AA../AA../..../....").output
    )
    assert "No goal can be reached" in run("hint", "走投无路").output


def test_table_1() -> None:
    rows = json.loads(run("table1", "--json").stdout)
    assert [row["steps"] for row in rows] == [126] * 4 + [125] * 4
    assert all(row["lookup_ms"] < row["search_ms"] for row in rows)
    assert rows[0]["state"] == [3, 8, 11, 13, 4, 16, 18, 19, 9, 1]
    assert "look-up, ms" in run("table1").output


def test_a_large_space_is_kept_in_the_cache(tmp_path: Path) -> None:
    args = (
        "atlas",
        "--board",
        "4x5",
        "--pieces",
        "2x2:1 2x1:0..1 1x2:3..4 1x1:4 empty:2..",
        "--json",
    )
    with (
        mock.patch.dict(os.environ, {"HUARONG_CACHE": str(tmp_path)}),
        mock.patch("huarong.cli.atlas._MANY", 1000),
    ):
        first = json.loads(run(*args).stdout)
        assert len(list(tmp_path.rglob("*.atlas"))) == 1
        with mock.patch.object(Atlas, "build", side_effect=AssertionError):
            assert json.loads(run(*args).stdout) == first


def test_chinese() -> None:
    result = CliRunner().invoke(main, ["--lang", "zh", "hint", HERO])
    assert result.exit_code == 0
    assert "卒" in result.output
