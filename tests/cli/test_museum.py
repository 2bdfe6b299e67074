"""The commands that run an article's own program."""

import csv
import json
from types import SimpleNamespace

import click
import pytest

from huarong import limits
from huarong.study.zhou_file import SIZE
from tests.cli.running import read, run


@pytest.mark.slow
def test_the_file_of_all_solutions(tmp_path):
    path = tmp_path / "solutions"
    assert read("study", "run", "zhou-file", "write", path)["bytes"] == SIZE == path.stat().st_size
    assert "all are shortest" in run("study", "run", "zhou-file", "check", path).output
    told = run("study", "run", "zhou-file", "query", path, "横刀立马", lang="zh").output
    assert "116 格" in told
    assert "曹操" in told
    assert read("study", "run", "zhou-file", "query", path, "横刀立马")["code"] == "00000342DAE84D21"
    path.write_bytes(path.read_bytes()[:-1])
    assert "incomplete" in run("study", "run", "zhou-file", "query", path, "横刀立马", status=2).output


def test_weights():
    rows = read("study", "run", "weights", "退一步海阔天空")["rows"]
    assert rows[0]["weight"] == "alone"
    assert rows[0]["length"] == rows[0]["best"] == 13
    assert rows[-1]["met"] < rows[0]["met"]
    shown = run("study", "run", "weights", "退一步海阔天空").output.splitlines()
    assert len(shown) == 1 + len({(row["weight"], row["by"]) for row in rows})


def test_stations():
    plain = read("study", "run", "stations", "--within", "60")
    assert plain["layouts"] == 53954
    assert plain["search_most"] <= 60
    assert plain["stations"] == len(plain["ranks"])


def test_a_file_of_stations_solves_alone(tmp_path):
    written = tmp_path / "stations"
    words = ["study", "run", "stations", "--metric", "step", "--write", written]
    assert read(*words)["bytes"] == written.stat().st_size == 21_666
    alone = read("study", "run", "leap", "横刀立马", "--posts", written)
    assert (alone["length"], alone["met"], alone["bytes"]) == (118, 305, 21_666)
    assert [each["steps"] for each in alone["leaps"]] == [13, 105]
    written.write_bytes(written.read_bytes()[:-9] + b"damaged..")
    assert "damaged" in run("study", "run", "leap", "横刀立马", "--posts", written, status=2).output
    run("study", "run", "leap", "横刀立马", "--posts", written, "--key-points", status=2)
    run("study", "run", "stations", "--write", written, status=2)


def test_leaps_along_key_points_are_shortest():
    found = read("study", "run", "leap", "孔明扇", "--key-points")
    assert (found["length"], found["posts"]) == (22, 15)
    assert sum(each["steps"] for each in found["leaps"]) == 22
    text = "BBGA/BBHA/EECI/DJCF/D..F"
    assert "No post" in run("study", "run", "leap", text, "--key-points", status=1).output


@pytest.mark.slow
def test_the_ten_ways():
    told = run("study", "run", "ways", "-m", "30").output
    assert told.count("Pass No") == 10
    assert json.loads(json.dumps(told)).count("6,4,3,6,4,2,1,4,5,8,") == 1


@pytest.mark.slow
def test_table1():
    rows = read("study", "run", "table1", "--repeats", "1")["rows"]
    assert [row["steps"] for row in rows if row["listed"]] == [126] * 4 + [125] * 4
    assert [row["steps"] for row in rows if not row["listed"]] == [125] * 2
    assert rows[0]["state"] == [0, 8, 11, 14, 7, 16, 17, 19, 9, 1]


@pytest.mark.slow
def test_table1_in_words():
    told = run("study", "run", "table1", "--repeats", "1").output
    assert "look-up, ns" in told
    assert told.count(" *") == 2


def test_a_comparison_with_its_chart(tmp_path):
    chart = tmp_path / "bars.svg"
    words = ("study", "compare", "退一步海阔天空", "search-step", "--repeats", "1")
    (row,) = csv.DictReader(run(*words, "--format", "csv", "--svg", chart).output.splitlines())
    assert (row["name"], row["depth"], row["runs"]) == ("search-step", "13", "1")
    assert "<svg" in chart.read_text("utf-8")
    (result,) = read(*words)["results"]
    assert result["depth"] == 13
    assert "cannot be written" in run(*words, "--svg", tmp_path / "no" / "x.svg", status=2).output
    assert "'json' is not a valid --format" in run(*words, "--format", "json", status=2).output


def test_listing_stays_within_its_limits(monkeypatch):
    many = ("study", "paths", "A.../..../..../...B/goal:/B.../..../..../...A", "--metric", "step")
    many = (*many, "--shortest", "--limit", "2000")
    assert run(*many, "--json", "--max-memory", "1M", status=3).stdout == ""
    lines, echo = [], click.echo
    monkeypatch.setattr(limits, "time", SimpleNamespace(perf_counter=lambda: len(lines)))
    monkeypatch.setattr(click, "echo", lambda *said, **to: lines.append(said) or echo(*said, **to))
    assert "time limit of 100 s" in run(*many, "--max-seconds", "100", status=3).output
