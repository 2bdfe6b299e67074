"""`huarong study paths`."""

from types import SimpleNamespace

import click
import pytest

from huarong import limits
from tests.cli.running import read, run


def test_count():
    assert run("study", "paths", "876543210", "--most", "30", "--count").output == "10\n"
    assert read("study", "paths", "876543210", "--most", "29", "--count", status=1) == {"count": 0}


@pytest.mark.parametrize("prune", ["--prune", "--no-prune"])
def test_listed(prune):
    args = ("A./..", "--goal", "../.A", "--metric", "step", "--most", "2")
    assert run("study", "paths", *args, prune).output == "2: A D1, A R1\n2: A R1, A D1\n"
    found = read("study", "paths", *args, prune, "--limit", "1")
    assert found == {"count": 1, "paths": [["A D1", "A R1"]]}
    assert "no path of at most 1 move\n" in run("study", "paths", *args[:-1], "1", status=1).output


def test_mistakes():
    words = ("study", "paths", "876543210", "--most")
    assert "expected a whole number from 0 to 10,000" in run(*words, "-1", status=2).output
    for words in ([], ["--most", "30", "--shortest"]):
        said = run("study", "paths", "876543210", *words, status=2).stderr
        assert "give --most or --shortest" in said


def test_all_shortest_solutions():
    assert run("study", "paths", "横刀立马", "--shortest", "--count").output == "256\n"
    found = read("study", "paths", "A./..", "--goal", "../.A", "--metric", "step", "--shortest")
    assert found == {"count": 2, "paths": [["A D1", "A R1"], ["A R1", "A D1"]]}
    solved = read("study", "paths", "A./..", "--goal", "A./..", "--shortest")
    assert solved == {"count": 1, "paths": [[]]}
    said = run("study", "paths", "走投无路", "--shortest", status=1)
    assert said.stderr == "It has no solution.\n"


def test_listing_stays_within_its_limits(monkeypatch):
    many = ("study", "paths", "A.../..../..../...B/goal:/B.../..../..../...A", "--metric", "step")
    many = (*many, "--shortest", "--limit", "2000")
    assert run(*many, "--json", "--max-memory", "1M", status=3).stdout == ""
    lines, echo = [], click.echo
    monkeypatch.setattr(limits, "time", SimpleNamespace(perf_counter=lambda: len(lines)))
    monkeypatch.setattr(click, "echo", lambda *said, **to: lines.append(said) or echo(*said, **to))
    assert "time limit of 100 s" in run(*many, "--max-seconds", "100", status=3).output
