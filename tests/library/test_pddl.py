"""PDDL: carried out by a small interpreter of STRIPS, a task allows what the naive twin allows; plans are read."""

import dataclasses
import itertools
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.library import pddl as module
from huarong.model.board import METRICS, Metric
from huarong.notation import pddl, read_plan
from tests import naive
from tests.examples import DATA, data, examples
from tests.strategies import puzzles, symmetric_puzzles
from tests.strips import Fact, State, grounded, search

SMALL = "AB/../goal:/../AB"
KINDS: dict[str, str] = data("known")["kinds of puzzles"]


# Words of PDDL with a meaning of their own wherever they stand; ENHSP 0.1.1 refuses `end` as the name of an action.
RESERVED = {"all", "at", "either", "end", "exists", "forall", "imply", "or", "over", "start", "when"}


def words(text: str) -> set[str]:
    """The names of a text, variables and comments left off."""
    return set(re.findall(r"(?<![\w?:-])[a-z][\w-]*", re.sub(";.*", "", text)))


def facts(state: State, name: str) -> set[Fact]:
    return {fact[1:] for fact in state if fact[0] == name}


def agrees(puzzle: hr.Puzzle, metric: Metric, ground: bool) -> None:
    """Check a task and its optimal plan by the naive twin."""
    kinds, cells = module._kinds(puzzle), module._cells(puzzle)
    costs, plan = search(grounded(*pddl(puzzle, metric, ground), kept=("lies", "empty")))
    known = naive.bfs(puzzle, metric)
    found: dict[Any, int] = {}
    for state, cost in costs.items():
        lying = frozenset((kinds.index(k), cells.index(c)) for k, c in facts(state, "lies"))
        if metric is not Metric.MOVE or ("free",) in state:
            found[lying] = min(cost, found.get(lying, cost))
        empty = {cells.index(cell) for (cell,) in facts(state, "empty")}
        assert empty == set(puzzle.board.free) - naive.under(puzzle, lying)
    assert found == known.depth
    if plan is None:
        assert known.distance is None
        return
    text = "".join(f"({' '.join(action)})\n" for action in plan) + f"; cost = {known.distance}\n"
    solution = read_plan(puzzle, text, metric)
    assert solution.length == known.distance and solution.verify() and not solution.optimal
    end = naive.replay(puzzle, solution.moves)
    assert naive.solved(puzzle, end.state) and end.counts[metric] == known.distance
    if known.distance:
        assert read_plan(puzzle, text).metric is metric


@pytest.mark.parametrize("ground", [False, True])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("text", KINDS.values(), ids=KINDS)
def test_every_kind_of_puzzle(text: str, metric: Metric, ground: bool) -> None:
    agrees(hr.puzzle(text), metric, ground)
    domain, problem = pddl(text, metric, ground)
    assert RESERVED.isdisjoint(words(domain) | words(problem))
    assert words("(:action at-end\n :effect (end))") & RESERVED == {"end"}


@given(puzzles(limit=60) | symmetric_puzzles(limit=60), st.sampled_from(METRICS), st.booleans())
@examples(100)
def test_a_task_allows_what_the_rules_allow(puzzle: hr.Puzzle, metric: Metric, ground: bool) -> None:
    agrees(puzzle, metric, ground)


def test_the_texts() -> None:
    domain, problem = pddl(SMALL)
    assert domain + "\n" == (DATA / "steps.pddl").read_text("utf-8")
    head = "; A sliding-block puzzle, counted in steps; cCOLUMN-ROW is a cell.\n; AB\n; ..\n"
    assert problem.startswith(head)
    assert "    k1-1x1 k2-1x1 - kind\n    c1-1 c2-1 c1-2 c2-2 - cell\n    w1 - way-1\n" in problem
    assert "\n  (:goal (and (lies k1-1x1 c1-2) (lies k2-1x1 c2-2)))\n" in problem
    assert "slide-1-1 " not in pddl(SMALL, "slide").domain
    assert "(:action slide-1-1\n" in pddl("A../goal:/..A", "slide").domain


def test_texts_are_ascii_and_each_kind_is_named_by_its_pieces() -> None:
    puzzle = hr.puzzle("横刀立马")
    both = "".join(pddl(puzzle))
    assert both.isascii() and "; k4-1x1: N O P Q\n" in both and both.count("(lies k4-1x1 c") == 4
    assert "".join(pddl("names: 马=马超/马./goal:/.马")).isascii()
    named = dataclasses.replace(puzzle, name="one\n(two")
    assert pddl(named).problem.startswith("; one (two, counted in steps")


def test_a_large_board_is_written_soon() -> None:
    rows = ["A" + "." * 39, *["." * 40] * 39]
    text = "/".join([*rows, "goal:", *rows[::-1]])
    assert pddl(text).problem.count("(slides ") == 4 * 40 * 39
    pytest.raises(hr.CannotExpress, pddl, text, "slide").match("1,000,000")


def test_what_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 79)
    pytest.raises(hr.CannotExpress, pddl, "AB/../goal:/../AB").match("more than 79 facts")
    monkeypatch.setattr(module, "MOST", 80)
    pddl("AB/../goal:/../AB")


PLAN = ["(step-1 k1-1x1 c1-1 c1-2 c1-2 c1-1)", "", "; a comment", " ( STEP-1 K2-1x1, c2-1, c2-2 ) "]


def test_plans_of_planners_are_read() -> None:
    assert [str(move) for move in read_plan(SMALL, "\r\n".join(PLAN))] == ["A D1", "B D1"]
    whole = "(slide-1-1 k1-1x1 c1-1 c3-1 c3-1 c2-1 c1-1)\n; cost = 1 (unit cost)\n"
    found = read_plan("A../goal:/..A", whole)
    assert found.metric is Metric.SLIDE and str(found.moves[0]) == "A R2"
    assert read_plan("A../goal:/..A", whole, "step").length == 2
    assert read_plan("A./goal:/A.", "; cost = 0 (unit cost)").length == 0


def test_a_plan_is_counted_in_any_metric() -> None:
    way = ["c1-1", "c1-2", "c1-3", "c2-3"]
    steps = "".join(f"(step-1 k1-1x1 {a} {b})\n" for a, b in itertools.pairwise(way))
    puzzle = "A./../../goal:/../../.A"
    counts = [read_plan(puzzle, steps, metric).length for metric in METRICS]
    assert counts == [3, 2, 1]
    there_and_back = "(step-1 k1-1x1 c1-1 c2-1)\n(step-1 k1-1x1 c2-1 c1-1)\n" + steps
    assert read_plan(puzzle, there_and_back, "step").length == 5
    assert read_plan(puzzle, there_and_back, "slide").length == 4


@pytest.mark.parametrize(("line", "said"), data("refused")["plans"])
def test_a_wrong_plan_is_refused_with_the_place(line: str, said: str) -> None:
    error = pytest.raises(hr.InputError, read_plan, SMALL, f"{PLAN[0]}\n{line}\n")
    assert said in str(error.value) and said.partition(":")[0] not in error.value.message("zh")


def test_only_a_slide_goes_over_several_cells() -> None:
    assert read_plan("A../goal:/..A", "(slide-1 k1-1x1 c1-1 c3-1)").length == 1
    pytest.raises(hr.InputError, read_plan, "A../goal:/..A", "(step-1 k1-1x1 c1-1 c3-1)").match("cannot go to c3-1")


def test_a_file_of_a_plan(tmp_path: Any) -> None:
    path = tmp_path / "a.plan"
    path.write_text("\n".join(PLAN))
    assert read_plan(SMALL, path).length == 2
    path.write_bytes(b"\xff\xfe\xff")
    pytest.raises(hr.HuarongError, read_plan, SMALL, path).match("cannot be read")
    pytest.raises(hr.HuarongError, read_plan, SMALL, tmp_path / "none.plan").match("No such file")


PLANNERS = {
    "lmcut": ("up_fast_downward", "downward", "astar(lmcut())"),
    "blind": ("up_fast_downward", "downward", "astar(blind())"),
    "symk": ("up_symk", "symk", "sym_bd()"),
}
REAL = {**KINDS, "4x5": "捷足先登", "a card": "Rush Hour 1", "8-puzzle": "876543210"}


@pytest.mark.slow
@pytest.mark.parametrize("planner", PLANNERS)
@pytest.mark.parametrize("name", REAL)
def test_planners_find_shortest_solutions(name: str, planner: str, tmp_path: Path) -> None:
    package, folder, search = PLANNERS[planner]
    place = Path(pytest.importorskip(package).__file__).parent / folder / "fast-downward.py"
    puzzle = hr.puzzle(REAL[name])
    for metric in METRICS if name in KINDS else (Metric.STEP,):
        for part, text in pddl(puzzle, metric)._asdict().items():
            (tmp_path / part).write_text(text)
        plan = tmp_path / f"{metric}.plan"
        command = [sys.executable, place, "--plan-file", plan, "domain", "problem"]
        done = subprocess.run([*command, "--search", search], cwd=tmp_path, capture_output=True, text=True)
        expected = hr.solve(puzzle, metric)
        if not expected.solved:
            assert done.returncode in (10, 11, 12) and not plan.exists()
            continue
        assert done.returncode == 0, done.stdout + done.stderr
        found = read_plan(puzzle, plan, metric)
        assert found.length == expected.length and found.verify()
        assert f"; cost = {found.length} " in plan.read_text()


READING = """
import sys
from unified_planning.io import PDDLReader
from unified_planning.shortcuts import OneshotPlanner, get_environment
get_environment().credits_stream = None
problem = PDDLReader().parse_problem("domain", "problem")
with OneshotPlanner(name=sys.argv[1]) as planner:
    found = planner.solve(problem)
print(found.status.name)
if found.plan:
    from unified_planning.io import PDDLWriter
    PDDLWriter(problem).write_plan(found.plan, "a.plan")
"""


@pytest.mark.slow
@pytest.mark.parametrize("planner", ["fast-downward-opt", "symk-opt"])
@pytest.mark.parametrize("name", ["two goals", "a gate", "no solution", "4x5"])
def test_unified_planning_reads_tasks_and_writes_plans(name: str, planner: str, tmp_path: Path) -> None:
    pytest.importorskip("unified_planning")
    puzzle = hr.puzzle(REAL[name])
    for metric in (Metric.STEP, Metric.MOVE) if name in KINDS else (Metric.STEP,):
        for part, text in pddl(puzzle, metric)._asdict().items():
            (tmp_path / part).write_text(text)
        done = subprocess.run([sys.executable, "-c", READING, planner], cwd=tmp_path, capture_output=True, text=True)
        expected = hr.solve(puzzle, metric)
        if expected.solved:
            assert done.stdout.split()[-1:] == ["SOLVED_OPTIMALLY"], done.stdout + done.stderr
            assert read_plan(puzzle, tmp_path / "a.plan", metric).length == expected.length
        else:
            assert done.stdout.split()[-1].startswith("UNSOLVABLE"), done.stdout + done.stderr


TURNED = "123/746/.58/goal:/123/456/78."


@pytest.mark.parametrize("plan", ["DLUL", " D1\nL1 U1 L1", "URDR", "3,4,7,8"])
def test_the_plan_of_tiles_may_be_a_list_of_directions(plan: str) -> None:
    """Those of the tiles or, if only that solves the puzzle, those of the blank, or the cells of the blank."""
    found = read_plan(TURNED, plan)
    assert [str(move) for move in found.moves] == ["7 D1", "4 L1", "5 U1", "8 L1"] and found.length == 4


@pytest.mark.parametrize(("text", "plan", "reason"), data("refused")["lists"])
def test_a_list_that_is_no_solution_says_why(text: str, plan: str, reason: str) -> None:
    pytest.raises(hr.InputError, read_plan, text, plan).match(reason)
