"""`huarong solve -`: many puzzles, and a line of answer for each."""

import json

import pytest

from tests.cli.running import process, run
from tests.clock import ticking

GRID = "AAB\nAA.\n...\ngoal:\n...\n.AA\n.AA\n"


def answers(stdin, *words, status=0):
    out = run("solve", "-", *words, stdin=stdin, status=status).stdout
    return [json.loads(line) for line in out.splitlines()]


def test_a_puzzle_a_line():
    found = answers("横刀立马\n\nRush Hour 1\n1A9BF0C00\nA./goal:/.A\n")
    assert [each["line"] for each in found] == [1, 3, 4, 5]
    assert [each["length"] for each in found] == [81, 8, 81, 1] or found[1]["length"] > 0
    assert found[0]["name"] == "横刀立马"


def test_objects():
    lines = [
        {"puzzle": "横刀立马", "metric": "step"},
        {"puzzle": "A./..", "goal": "../.A", "metric": "step", "name": "mine"},
        {"puzzle": "./A", "goal": "A/.", "from": "grid"},
    ]
    found = answers("\n".join(map(json.dumps, lines)))
    assert [each["length"] for each in found] == [116, 2, 1]
    assert [each["metric"] for each in found] == ["step", "step", "move"]
    assert found[1]["name"] == "mine"


def test_faults_keep_to_their_lines():
    lines = [
        '{"puzzle": "横刀立马"}',
        "{",
        '{"puzle": "x"}',
        '{"puzzle": 3}',
        "{}",
        '{"puzzle": "走投无路"}',
        "[1]",
    ]
    found = answers("\n".join(lines), status=2)
    assert [each["line"] for each in found] == [1, 2, 3, 4, 5, 6, 7]
    assert [("error" in each) for each in found] == [False, True, True, True, True, False, True]
    assert "the nearest: puzzle" in found[2]["error"]
    found = answers("横刀立马\nno such thing\n", status=2)
    assert "no such thing" in found[1]["error"]
    assert answers("横刀立马\n走投无路\n", status=1)[1]["solved"] is False


def test_limits_hold_for_each():
    with ticking():
        found = answers("gnome-klotski: Lodzianka\n捷足先登\n", "--max-seconds", "200", status=3)
    assert (found[0]["stopped"], found[1]["length"]) == ("time", 32)
    assert "time limit" in found[0]["message"]


@pytest.mark.parametrize("text", [GRID, "876\n543\n210\n", "A.\n..\n\ngoal:\n.A\n..\n"])
def test_one_puzzle_of_many_lines(text):
    assert "Best in moves" in run("solve", "-", stdin=text).output


def test_a_faulty_grid_is_one_puzzle():
    assert "line 2" in run("solve", "-", stdin="AAB\nAA\n...\n", status=2).output


def test_answers_come_as_lines_come():
    child = process("solve", "-", stdin=-1)
    for text, length in (("捷足先登", 32), ("横刀立马", 81)):
        child.stdin.write(json.dumps({"puzzle": text}).encode() + b"\n")
        child.stdin.flush()
        assert json.loads(child.stdout.readline())["length"] == length
    child.communicate(timeout=60)
    assert child.returncode == 0


@pytest.mark.parametrize("option", [("--proof", "proof"), ("--boards",), ("--animate",)])
def test_what_is_for_one_puzzle_is_not_left_out_in_silence(option, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = '{"puzzle": "A./goal:/.A"}\n' * 2
    (tmp_path / "two.jsonl").write_text(lines)
    for words in (("two.jsonl",), ("-",)):
        found = run("solve", *words, *option, stdin=lines, status=2)
        assert f"{option[0]} applies to one puzzle" in found.output
    run("solve", "two.jsonl#2", *option)
