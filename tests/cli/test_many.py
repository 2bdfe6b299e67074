"""Many puzzles in one call, and a line of answer for each: `huarong solve -` and the other commands that take `-`."""

import json

import pytest

from tests.cli.running import process, read, run
from tests.clock import ticking

GRID = "AAB\nAA.\n...\ngoal:\n...\n.AA\n.AA\n"


COMMANDS = {"solve": ([], "length"), "hint": ([], "distance"), "show": ([], "piece_set")}
COMMANDS |= {"convert": (["--to", "line"], "text"), "design rate": ([], "rating")}
"""The commands that take many puzzles, further words, and a key of their answers."""


def answers(stdin, *words, status=0, command="solve"):
    out = run(*command.split(), "-", *words, stdin=stdin, status=status).stdout
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_such_command_answers_in_order_and_keeps_faults_to_their_lines(command):
    words, key = COMMANDS[command]
    lines = ['{"puzzle": "A./../goal:/../.A"}', "{", '{"puzle": 1}', '{"puzzle": "AB/..", "goal": "../AB"}']
    lines += ['{"puzzle": 3}', "{}", "[1]"]
    for text in ("\n".join(lines), "A./../goal:/../.A\nno such thing\n\nAB/../goal:/../AB\n"):
        found = answers(text, *words, status=2, command=command)
        numbers = [i for i, line in enumerate(text.splitlines(), 1) if line]
        assert [each["line"] for each in found] == numbers
        assert [key in each for each in found] == [i in (1, 4) for i in numbers]
        assert all(("error" in each) != (key in each) for each in found)
    told = " ".join(run(*command.split(), "--help").stdout.split())
    assert "standard input may have many puzzles" in told


def test_answers_are_those_of_one_puzzle():
    for command, (words, _) in COMMANDS.items():
        [found] = answers('{"puzzle": "捷足先登"}', *words, command=command)
        one = read(*command.split(), "捷足先登", *words)
        for each in (found, one):
            for key in ("line", "version", "seconds", "notations"):
                each.pop(key, None)
        assert found == one, command
    found = answers('{"puzzle": "捷足先登", "metric": "step"}', "--why", command="hint")
    assert (found[0]["metric"], found[0]["distance"], "reason" in found[0]) == ("step", 47, True)


@pytest.mark.parametrize("command", ["solve", "design rate"])
def test_a_limit_ends_one_line_alone(command):
    text = '{"puzzle": "gnome-klotski: Lodzianka"}\n{"puzzle": "A./../goal:/../.A"}\n'
    with ticking():
        found = answers(text, "--max-seconds", "200", status=3, command=command)
    assert (found[0]["stopped"], COMMANDS[command][1] in found[1]) == ("time", True)
    assert "time limit" in found[0]["message"]


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


def test_a_line_says_what_is_wrong_with_it():
    [wrong, unknown] = answers('{"puzle": "x"}\n{"puzzle": "no such thing"}\n', status=2)
    assert "there is no key 'puzle'; did you mean 'puzzle'?" in wrong["error"]
    assert "no such thing" in unknown["error"]
    assert answers("横刀立马\n走投无路\n", status=1)[1]["solved"] is False


@pytest.mark.parametrize("text", [GRID, "876\n543\n210\n", "A.\n..\n\ngoal:\n.A\n..\n"])
def test_one_puzzle_of_many_lines(text):
    assert "Best in moves" in run("solve", "-", stdin=text).output


@pytest.mark.parametrize(("command", "key"), [("solve", "length"), ("hint", "distance")])
def test_answers_come_as_lines_come(command, key):
    child = process(command, "-", stdin=-1)
    for text, length in (("捷足先登", 32), ("横刀立马", 81)):
        child.stdin.write(json.dumps({"puzzle": text}).encode() + b"\n")
        child.stdin.flush()
        assert json.loads(child.stdout.readline())[key] == length
    child.communicate(timeout=60)
    assert child.returncode == 0


@pytest.mark.parametrize("option", [("--proof", "proof"), ("--boards",), ("--animate",)])
def test_what_is_for_one_puzzle_is_not_left_out_in_silence(option, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = '{"puzzle": "A./goal:/.A"}\n' * 2
    (tmp_path / "two.jsonl").write_text(lines)
    for words in (("two.jsonl",), ("-",)):
        found = run("solve", *words, *option, stdin=lines, status=2)
        assert f"{option[0]} requires a single puzzle" in found.output
    run("solve", "two.jsonl#2", *option)


def test_a_file_of_many_is_taken_as_standard_input_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "捷足先登\nA./../goal:/../.A\nno such thing\n"
    (tmp_path / "three.txt").write_text(text, encoding="utf-8")
    found = run("solve", "three.txt", status=2)
    assert "three.txt has 3 puzzles, one on each line" in found.stderr
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [(each["line"], each.get("length")) for each in told] == [(1, 32), (2, 1), (3, None)]
    assert "line 3: 'no such thing' is not a known name" in told[2]["error"]
    piped = answers(text, status=2)
    assert [each.get("moves") for each in piped] == [each.get("moves") for each in told]
    assert read("solve", "three.txt#2")["length"] == 1
    assert "this is the first of 3 levels" in run("show", "three.txt").stderr
    assert "line 3: 'no such thing'" in run("convert", "three.txt", "--to", "grid", status=2).stderr
