"""`huarong check`: a collection of puzzles, judged."""

import json

import pytest

from tests.cli.running import read, run

TEXT = "捷足先登\nA./../goal:/../.A\nB./../goal:/../.B\nno such thing\n"


@pytest.fixture
def four(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four.txt").write_text(TEXT, encoding="utf-8")


@pytest.mark.usefixtures("four")
def test_what_was_found_is_said_with_its_place():
    out = run("check", "four.txt", status=1).stdout
    assert "four.txt:3" in out
    assert "the same as four.txt:2, with other characters" in out
    assert "four.txt:4" in out
    assert "line 4: 'no such thing' is not a known name" in out
    assert "four.txt:1 " not in out
    assert "4 puzzles checked; lengths from 1 to 32, median 1" in out
    assert "1 unreadable, 1 repeated with other characters" in out
    assert "four.txt:1  捷足先登  32 moves" in run("check", "four.txt", "--all", status=1).stdout
    assert "只是换了字符" in run("check", "four.txt", lang="zh", status=1).stdout


@pytest.mark.usefixtures("four")
def test_the_same_as_json_from_a_file_and_from_standard_input():
    found = read("check", "four.txt", "--metric", "step", "--trivial", "3", status=1)
    assert (found["complete"], found["puzzles"]) == (True, 4)
    assert found["found"] == {"unreadable": 1, "trivial": 2, "swapped": 1}
    assert [each["length"] for each in found["checked"]] == [47, 2, 2, None]
    piped = read("check", "-", "--metric", "step", "--trivial", "3", stdin=TEXT, status=1)
    assert piped["found"] == found["found"]


def test_a_good_collection_and_several_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("one.jsonl", "two.jsonl"):
        (tmp_path / name).write_text('{"puzzle": "捷足先登", "length": 32}\n', encoding="utf-8")
    assert "Nothing was found." in run("check", "one.jsonl").stdout
    assert "two.jsonl:1" in run("check", "one.jsonl", "two.jsonl", status=1).stdout
    assert "FILE... is missing" in run("check", status=2).stderr


@pytest.mark.usefixtures("four")
def test_an_interrupt_keeps_what_was_found(monkeypatch):
    from huarong.design import judging

    def stopping(puzzle, *words, **more):
        if puzzle.board.size == 4:
            raise KeyboardInterrupt
        return whole(puzzle, *words, **more)

    whole = judging.solve
    monkeypatch.setattr(judging, "solve", stopping)
    found = run("check", "four.txt", "--all", "--journal", "kept", status=130)
    assert "捷足先登  32 moves" in found.stdout
    assert "1 puzzle checked" in found.stdout
    assert "the work so far is kept in kept" in found.stderr
    stopped = run("check", "four.txt", "--json", status=130).stdout
    assert json.loads(stopped)["complete"] is False
    monkeypatch.setattr(judging, "solve", whole)
    assert read("check", "four.txt", "--journal", "kept", status=1)["complete"]
    assert run("check", "four.txt", "--journal", ".", status=2).stdout == ""
