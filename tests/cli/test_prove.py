"""`huarong prove` with the plan of a planner."""

from typing import Any

from huarong.proof import check
from tests.cli.running import read, run

PUZZLE = "A./../goal:/../.A"
SHORT = "(step-1 k1-1x1 c1-1 c1-2 c1-2 c1-1)\n(step-1 k1-1x1 c1-2 c2-2 c2-2 c1-2)\n; cost = 2 (unit cost)\n"
LONG = "(step-1 k1-1x1 c1-1 c2-1)\n(step-1 k1-1x1 c2-1 c1-1)\n" + SHORT


def test_a_shortest_plan_is_proved(tmp_path: Any) -> None:
    plan, proof = tmp_path / "a.plan", tmp_path / "a.proof"
    plan.write_text(SHORT)
    said = run("prove", PUZZLE, "--plan", str(plan)).output
    assert said == "The plan solves the puzzle: 2 in steps and no fewer\n"
    said = run("prove", PUZZLE, "--plan", str(plan), lang="zh").output
    assert said == "规划解开了题目：2 格，不能更少\n"
    said = run("prove", PUZZLE, "--plan", str(plan), "-o", str(proof)).output
    assert said.startswith("Proved: 2 in steps and no fewer, with 2 solutions")
    assert "2 steps solve it" in check(proof.read_bytes())
    assert b'"solution":[[0,0,2],[0,2,3]]' in proof.read_bytes()
    told = read("prove", PUZZLE, "--plan", str(plan))
    assert (told["moves"], told["optimal"], told["metric"]) == (["A D1", "A R1"], True, "step")


def test_a_longer_plan_is_told(tmp_path: Any) -> None:
    plan, proof = tmp_path / "a.plan", tmp_path / "a.proof"
    plan.write_text(LONG)
    said = run("prove", PUZZLE, "--plan", str(plan), "-o", str(proof), status=1).output
    assert said == "The plan solves the puzzle: 4 in steps; a shortest solution has 2\n"
    assert not proof.exists()
    told = read("prove", PUZZLE, "--plan", str(plan), status=1)
    assert (told["length"], told["bound"], told["optimal"]) == (4, 2, False)
    said = run("prove", PUZZLE, "--plan", str(plan), "--metric", "move").output
    assert said == "The plan solves the puzzle: 1 in moves and no fewer\n"


def test_a_wrong_plan_is_refused(tmp_path: Any) -> None:
    plan = tmp_path / "a.plan"
    plan.write_text(SHORT.replace("c1-2 c2-2", "c1-2 c1-3", 1))
    said = run("prove", PUZZLE, "--plan", str(plan), status=2).output
    assert "line 2: k1-1x1 at c1-2 cannot go to c1-3; expected one of c1-1, c2-2" in said
    assert "none.plan" in run("prove", PUZZLE, "--plan", str(tmp_path / "none.plan"), status=2).output
    assert "-o is missing" in run("prove", PUZZLE, status=2).output
