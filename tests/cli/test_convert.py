"""`huarong convert`."""

import json
import re

import pytest

from huarong import notation
from tests.cli.running import read, run


def test_convert():
    assert run("convert", "横刀立马", "--to", "code").output == "1A9BF0C00\n"
    assert run("convert", "1A9BF0C00", "--to", "line").output.startswith("HAAI/HAAI/JBBK/JNOK/P..Q/")
    assert read("convert", "577606461035643914", "--to", "code") == {"notation": "code", "text": "1A9BF0C00"}


def test_mistakes():
    output = run("convert", "Rush Hour 1", "--to", "code", status=2).output
    assert "code" in output or "4x5" in output
    assert "'rus' is not a valid --to; the nearest: rush" in run("convert", "横刀立马", "--to", "rus", status=2).output
    assert "--to is missing" in run("convert", "横刀立马", status=2).output
    assert "缺少 --to" in run("convert", "横刀立马", status=2, lang="zh").output


def test_the_name_of_a_puzzle_of_the_library_is_written():
    assert run("convert", "1A9BF0C00", "--to", "name").output == "Sword Across the Saddle\n"
    assert read("convert", "Rush Hour 1", "--to", "name")["text"] == "Rush Hour 1"
    said = run("convert", "1A9BF0C00", "--goal", "AA../AA../..../..../....", "--to", "name", status=2)
    assert "this puzzle is not in the library" in said.output
    assert run("convert", "1A9BF0C00", "--to", "name", lang="zh").output == "横刀立马\n"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_help_names_all_notations(lang):
    words = set(re.findall(r"\w+", run("convert", "--help", lang=lang).output, re.ASCII))
    assert {each.name for each in notation.NOTATIONS} | {"name", "pddl"} <= words


@pytest.mark.parametrize("each", notation.NOTATIONS, ids=lambda each: each.name)
def test_every_notation_can_be_asked_for(each):
    result = run("convert", "捷足先登", "--to", each.name, status=None)
    assert result.exit_code in (0, 2)
    assert result.output.strip()


def test_a_way_out_is_told():
    found = run("convert", "横刀立马", "--to", "sbp")
    assert "a way out of the board" in found.stderr and found.stdout.startswith("6,7,\n")
    assert not run("convert", "横刀立马", "--to", "code").stderr
    assert "棋盘的出口" in run("convert", "横刀立马", "--to", "gnome", lang="zh").stderr


def test_a_task_for_planners_is_written(tmp_path):
    domain, problem = notation.pddl("捷足先登")
    assert run("convert", "捷足先登", "--to", "pddl").output == f"{domain}\n{problem}\n"
    told = read("convert", "捷足先登", "--to", "pddl", "--metric", "slide")
    assert told == {"notation": "pddl", **notation.pddl("捷足先登", "slide")._asdict()}
    name = str(tmp_path / "task")
    said = run("convert", "捷足先登", "--to", "pddl", "-o", name).output
    assert said == f"written: {name}-domain.pddl\nwritten: {name}-problem.pddl\n"
    texts = [(tmp_path / f"task-{part}.pddl").read_text() for part in ("domain", "problem")]
    assert texts == [f"{domain}\n", f"{problem}\n"]
    told = read("convert", "捷足先登", "--to", "pddl", "-o", name)
    assert told["domain"] == f"{name}-domain.pddl"
    many = run("convert", "-", "--to", "pddl", stdin="捷足先登\n横刀立马\n").output.splitlines()
    assert [json.loads(line)["problem"] for line in many] == [
        notation.pddl(each).problem for each in ("捷足先登", "横刀立马")
    ]
    wrong = run("convert", "捷足先登", "--to", "code", "-o", name, status=2)
    assert "-o is only for --to pddl" in wrong.output
