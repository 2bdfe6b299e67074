"""`huarong convert`."""

import json
import re

import pytest

from huarong import notation
from tests.cli.running import read, run


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_help_names_all_notations(lang):
    words = set(re.findall(r"\w+", run("convert", "--help", lang=lang).output, re.ASCII))
    assert {each.name for each in notation.NOTATIONS} | {"name", "pddl"} <= words


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
    (tmp_path / "half-problem.pddl").mkdir()
    run("convert", "捷足先登", "--to", "pddl", "-o", tmp_path / "half", status=2)
    assert not (tmp_path / "half-domain.pddl").exists()  # both or none


def test_the_red_car_has_another_letter():
    """fogleman/rush takes the first letter of the alphabet; a vehicle that had the letter gets a free one."""
    board = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR."
    assert run("convert", board, "--to", "rush", "--red", "A").output == "DD...OP..Q.OPAAQ.OP..Q..B...CCB.RRR.\n"
    assert run("convert", board, "--to", "rush", "--red", "X").output == f"{board}\n"
    written = read("convert", "......" + "XX...." + "..B..." * 2 + "......" * 2, "--to", "rush", "--red", "A")["text"]
    assert written == "......" + "AA...." + "..B..." * 2 + "......" * 2
    assert "--red is only for --to rush" in run("convert", board, "--to", "line", "--red", "A", status=2).output
    assert "'a' is not a valid --red" in run("convert", board, "--to", "rush", "--red", "a", status=2).output
