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
    assert said == "The plan solves the puzzle in 2 steps, and no solution is shorter\n"
    said = run("prove", PUZZLE, "--plan", str(plan), lang="zh").output
    assert said == "规划用 2 格解开了题目，没有更短的解\n"
    said = run("prove", PUZZLE, "--plan", str(plan), "-o", str(proof)).output
    assert said.startswith("Proved: 2 solutions of 2 steps, and none is shorter")
    assert "2 steps solve it" in check(proof.read_bytes())
    assert b'"solution":[[0,0,2],[0,2,3]]' in proof.read_bytes()
    told = read("prove", PUZZLE, "--plan", str(plan))
    assert (told["moves"], told["optimal"], told["metric"]) == (["A D1", "A R1"], True, "step")


def test_a_longer_plan_is_told(tmp_path: Any) -> None:
    plan, proof = tmp_path / "a.plan", tmp_path / "a.proof"
    plan.write_text(LONG)
    said = run("prove", PUZZLE, "--plan", str(plan), "-o", str(proof), status=1).output
    assert said == "The plan solves the puzzle in 4 steps; a shortest solution takes 2\n"
    assert not proof.exists()
    told = read("prove", PUZZLE, "--plan", str(plan), status=1)
    assert (told["length"], told["bound"], told["optimal"]) == (4, 2, False)
    said = run("prove", PUZZLE, "--plan", str(plan), "--metric", "move").output
    assert said == "The plan solves the puzzle in 1 move, and no solution is shorter\n"


def test_a_wrong_plan_is_refused(tmp_path: Any) -> None:
    plan = tmp_path / "a.plan"
    plan.write_text(SHORT.replace("c1-2 c2-2", "c1-2 c1-3", 1))
    said = run("prove", PUZZLE, "--plan", str(plan), status=2).output
    assert "line 2: k1-1x1 at c1-2 cannot go to c1-3; expected one of c1-1, c2-2" in said
    assert "none.plan" in run("prove", PUZZLE, "--plan", str(tmp_path / "none.plan"), status=2).output
    assert "-o is missing" in run("prove", PUZZLE, status=2).output


def test_a_table_is_proved_and_checked_in_words(tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))
    proof = str(tmp_path / "a.proof")
    said = run("prove", PUZZLE, "--metric", "step", "--all", "--passes", "every:../.A", "-o", proof).output
    assert said.startswith("Proved: the distances of all 4 layouts that can be reached, up to 2 steps; ")
    said = run("prove", "--check", proof).output
    assert said.startswith("Proved: the distances") and "Theorem. Every solution passes" in said
    assert "2 steps solve it" in said and "The theorem depends on this puzzle" in said
    assert "已证明：全部 4 个可达布局" in run("prove", "--check", proof, lang="zh").output
    assert read("prove", "--check", proof).items() >= {"valid": True, "hardest": 1, "layouts": 4}.items()
    assert read("hint", PUZZLE, "--metric", "step")["proved"]
    assert "shortest solutions; proved\n" in run("hint", PUZZLE, "--metric", "step").output
    assert "；已证明\n" in run("hint", PUZZLE, "--metric", "step", lang="zh").output
    assert "proved" not in run("hint", PUZZLE).output
    run("prove", PUZZLE, "-o", proof)
    assert run("prove", "--check", proof).output.startswith("Proved: 1 solution of 1 move, and none is shorter")
    (tmp_path / "a.proof").write_bytes(b"x")
    assert run("prove", "--check", proof, status=1).output == (
        "Rejected: this file proves nothing (this is no certificate)\n"
    )
    for words, why in (
        (("--check", str(tmp_path / "none")), "cannot be read"),
        ((PUZZLE, "--check", proof), "--check does not accept PUZZLE"),
        (("-o", proof), "PUZZLE is missing"),
        ((PUZZLE, "--all", "--passes", "some:../.A", "-o", proof), "expected one of every, shortest"),
        ((PUZZLE, "--metric", "step", "--all", "--passes", "every:.A/..", "-o", proof), "avoids these layouts"),
        ((PUZZLE, "--passes", "every:../.A", "-o", proof), "only together with the table of all layouts"),
    ):
        assert why in run("prove", *words, status=2).output
    assert (tmp_path / "a.proof").read_bytes() == b"x"
