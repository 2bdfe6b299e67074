"""How the argument PUZZLE is read."""

import json
import os

import pytest

from huarong.cli.commands import load
from huarong.errors import HuarongError
from huarong.library.reader import read_text
from tests.cli.calls import CALLS, SLOW, leaves
from tests.cli.running import process, read, run

ONE = "AAB\nAA.\n...\ngoal:\n...\n.AA\n.AA\n"


def test_sources_of_a_puzzle(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text(ONE, encoding="utf-8")
    for words, stdin in (
        ([str(file)], None),
        (["-"], ONE),
        (["AAB/AA./.../goal:/.../.AA/.AA"], None),
        (["AAB/AA./...", "--goal", ".../.AA/.AA"], None),
    ):
        assert read("solve", *words, stdin=stdin)["length"] == 1


def test_a_grid_may_begin_like_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert read("solve", "../.A", "--goal", "A./..")["length"] == 1
    assert read("solve", "./A", "--goal", "A/.")["length"] == 1
    assert read("solve", "../#1", "--goal", "1./#.")["length"] == 1  # no level of the folder ../
    assert "cannot read" in run("solve", "../no-such-file", status=2).output
    assert "line 1, column 4: this row has 2 cells" in run("solve", "./AA/goal:/AA/..", status=2).output
    (tmp_path / "A").write_text(ONE, encoding="utf-8")
    assert read("show", "./A")["puzzle"].startswith("AAB/AA.")
    assert read("solve", "./A", "--goal", "A/.", "--from", "grid")["length"] == 1
    assert read("show", "./A", "--from", "grid", "--goal", "A/.")["board"] == "1x2"


LEVELS = [
    {"puzzle": "A./../goal:/.A/..", "name": "one", "metric": "step", "length": 1, "stars": 1},
    {"puzzle": "A./../goal:/../.A", "name": "two", "metric": "step", "rating": 3},
    {"puzzle": "12/3./goal:/21/3.", "name": "none"},
]


@pytest.fixture
def levels(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "ten.jsonl"
    file.write_text("\n\n".join(map(json.dumps, LEVELS)) + "\n", encoding="utf-8")
    return file


MORE = {"convert": ["--to", "line"], "prove": ["-o", "p"], "draw animation": ["-o", "a.gif"]}
MORE |= {"study paths": ["--most", "30"], "study run ways": ["-m", "3"]}
BEFORE = {"study run trace": ["lv-avl"]}
"""What stands before the puzzle."""
TAKERS = [name for name in leaves() if any(p.name == "text" for p in load(name).params)]


@pytest.mark.parametrize("name", TAKERS)
def test_every_command_that_takes_a_puzzle_takes_a_file_of_levels(name, levels):
    told = " ".join(run(*name.split(), "--help").stdout.split())
    assert "FILE#3 is the third" in told
    if name != "study run zhou-file query":  # reads its file of layouts first
        result = run(*name.split(), *MORE.get(name, []), *BEFORE.get(name, []), "ten.jsonl#4", status=2)
        assert "there is no level 4 in ten.jsonl; it has 3 levels" in result.output


def as_level(name, file):
    """The words of a quick call of a command, its puzzle (or that of the article) the second level of a file."""
    words = list(CALLS[name])
    puzzles = [i for i, word in enumerate(words) if is_puzzle(word)]
    text = words[puzzles[0]] if puzzles else "横刀立马"
    lines = [{"puzzle": "A./../goal:/.A/.."}, {"puzzle": text, "name": "second", "rating": 3}]
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    level = f"{file.name}#2"
    return [level if i in puzzles[:1] else word for i, word in enumerate(words)] if puzzles else [*words, level]


def is_puzzle(word):
    """Whether a word is a puzzle; a short number, which is also a code, is the value of an option here."""
    try:
        return not (word.isdecimal() and len(word) < 4) and bool(read_text(word))
    except HuarongError:
        return False


RUNS = [
    pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name
    for name in TAKERS
    if name not in ("play", "study run zhou-file query")  # one plays on, one reads its file of layouts first
]


@pytest.mark.parametrize("name", RUNS)
def test_a_level_of_a_file_is_a_puzzle_like_any(name, levels):
    words = as_level(name, levels)
    assert "ten.jsonl#2" in words
    found = run(*name.split(), *words, status=None)
    assert found.exit_code in (0, 1), found.output


def test_the_first_level_or_the_one_asked_for(levels):
    for words, name in (("ten.jsonl", "one"), ("./ten.jsonl#1", "one"), (f"{levels}#2", "two")):
        assert read("show", words)["name"] == name
        assert read("hint", words, "--metric", "step")["distance"] == 1 + (name == "two")
    first = run("show", "ten.jsonl")
    assert "this is the first of 3 levels; ten.jsonl#2 is the second" in first.stderr
    assert "the first of" not in run("show", "ten.jsonl#1").stderr
    assert "第一关" in run("show", "ten.jsonl", lang="zh").stderr
    assert read("solve", "ten.jsonl#2")["metric"] == "step"
    assert read("solve", "ten.jsonl#2", "--metric", "move")["length"] == 1
    levels.rename("ten.jsonl#2")
    assert read("show", "ten.jsonl#2")["name"] == "one"
    assert read("show", "ten.jsonl#2#2")["name"] == "two"


def test_all_levels(levels):
    out = run("solve", "ten.jsonl", status=1).stdout
    solved = [json.loads(line) for line in out.splitlines()]
    assert [(e["line"], e["name"], e["metric"], e["length"]) for e in solved] == [
        (1, "one", "step", 1),
        (2, "two", "step", 2),
        (3, "none", "move", None),
    ]
    text = run("convert", "ten.jsonl", "--to", "line").stdout
    assert text.splitlines() == [each["puzzle"] for each in LEVELS]
    grids = run("convert", "ten.jsonl", "--to", "grid").stdout.split("\n\n")
    assert ["name: one" in grids[0], "name: two" in grids[1]] == [True, True]
    out = run("design", "rate", "ten.jsonl", "--json", status=1).stdout
    assert [json.loads(line)["name"] for line in out.splitlines()] == ["one", "two", "none"]
    rated = run("design", "rate", "ten.jsonl", status=1).stdout.splitlines()
    assert [line.split()[1] for line in rated] == ["one", "two", "none"]
    assert "no solution" in rated[2]


@pytest.mark.skipif(os.name == "nt", reason="closing a descriptor is a shell's trick there")
def test_no_standard_input():
    child = process("--lang", "en", "solve", "-", preexec_fn=lambda: os.close(0))
    _, err = child.communicate(timeout=60)
    assert (child.returncode, b"Traceback" in err) == (2, False)
