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
