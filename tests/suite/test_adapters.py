"""Adapters: how they read the lines of the suite, and what they write for the solvers."""

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import huarong as hr
from huarong.library.notations.registry import notation
from huarong.suite import cases, judge

ADAPTERS = Path(__file__).parents[2] / "suite" / "adapters"
CLASSIC = "HAAI/HAAI/JBBK/JNOK/P..Q/goal:/..../..../..../.AA./.AA."


@pytest.fixture
def adapter(monkeypatch: pytest.MonkeyPatch) -> Any:
    """An adapter by name; the solvers that adapters import are not needed."""
    monkeypatch.syspath_prepend(str(ADAPTERS))
    solver = ModuleType("klotski")
    solver.FastCal = solver.Layout = None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "klotski", solver)
    names = ("lines", "js2", "rush", "sbp", "dnomd343", "planner")
    yield importlib.import_module
    for name in names:
        sys.modules.pop(name, None)


def test_every_line_is_read(adapter: Any) -> None:
    lines = adapter("lines")
    for case in cases():
        found, puzzle = lines.Puzzle(case.text), case.puzzle
        assert (found.width, found.height) == (puzzle.board.width, puzzle.board.height)
        assert len(found.pieces) == len(puzzle.pieces)
        assert {y * found.width + x for x, y in found.walls} == puzzle.board.walls
        assert found.plain == (not puzzle.board.gates and not found.headers)


def test_the_code_of_dnomd343_is_the_notation_of_that_name(adapter: Any) -> None:
    lines, code, written = adapter("lines"), adapter("dnomd343").code, notation("code").encode
    for case in cases(None, ["openings"]):
        expected = written(case.puzzle)
        assert code(lines.Puzzle(case.text)) == expected, case.text


def test_what_js2_is_given(adapter: Any) -> None:
    lines, js2 = adapter("lines"), adapter("js2")
    said = js2.written(lines.Puzzle(CLASSIC))
    assert said.startswith("xsize: 4\nysize: 5\npiece: 1 (0,0) (0,1)\nput: 1 (0,0)\n")
    assert "piece: 2 (0,0) (1,0) (0,1) (1,1)\nput: 2 (1,0)\nwin: 2 (1,3)\n" in said
    assert "locky" not in said
    with pytest.raises(lines.CannotSay):
        js2.written(lines.Puzzle("gate: A/A-/goal:/.A"))
    assert js2.length("level: 1 positions: 1\nlevel: 2 positions: 4\nfound win!!!") == 2
    assert js2.length("level: 1 positions: 1\nno positions generated!") is None


def test_what_rush_is_given(adapter: Any) -> None:
    lines, rush = adapter("lines"), adapter("rush")
    text = "slide: along/#BB/XX./..C/goal:/#../.XX/..."
    with pytest.raises(lines.CannotSay):  # a car of one cell
        rush.written(lines.Puzzle(text))
    assert rush.written(lines.Puzzle(text.replace("..C", ".CC"))) == "xBBAAooCC"


def test_what_sbp_is_given(adapter: Any) -> None:
    lines, sbp = adapter("lines"), adapter("sbp")
    puzzle = lines.Puzzle("gate: A/####/#AB#/#..#/#-##/goal:/..../..../..../.A..")
    assert sbp.written(puzzle) == ("4,4,\n1,1,1,1,\n1,2,3,1,\n1,0,0,1,\n1,-1,1,1,\n", 0)
    assert hr.puzzle(sbp.written(puzzle)[0], notation="sbp").start is not None
    assert len(sbp.MOVE.findall("(2, left)\n(3,down)\nother\n")) == 2


@pytest.mark.parametrize("group", ["openings", "shapes", "walls", "apart"])
def test_through_the_edge_sbp_takes_one_move_more(group: str, adapter: Any) -> None:
    lines, sbp = adapter("lines"), adapter("sbp")
    tried = 0
    for case in cases(None, [group])[::10]:
        try:
            text, more = sbp.written(lines.Puzzle(case.text))
        except lines.CannotSay:
            continue
        length = hr.solve(hr.puzzle(text, notation="sbp"), "step").length
        assert length == (None if case.answers["step"].length is None else case.answers["step"].length + 1)
        tried += more
    assert tried


@pytest.mark.parametrize("goal", ["AB/..", ".../.A./..."])
def test_sbp_is_not_asked_where_the_goal_does_not_lie_at_the_edge(goal: str, adapter: Any) -> None:
    lines, sbp = adapter("lines"), adapter("sbp")
    with pytest.raises(lines.CannotSay):
        sbp.written(lines.Puzzle(("AB/../goal:/" if "B" in goal else "..A/.../.../goal:/") + goal))


def test_sbp_runs_the_program_at_the_path_that_it_is_given(tmp_path: Path) -> None:
    solver = tmp_path / "solver.py"
    solver.write_text(
        "import sys\nassert sys.argv[1] == 'bfs' and open(sys.argv[2]).read().startswith('4,4,')\n"
        "print('(2, down)', '(2, down)', 'done', sep='\\n')"
    )
    asked = "a\tstep\tAB/../goal:/../A.\nb\tmove\tAB/../goal:/../A.\n"
    command = [sys.executable, str(ADAPTERS / "sbp.py"), sys.executable, str(solver), "bfs"]
    done = subprocess.run(command, input=asked, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "a\t1\nb\t?\n")


def test_what_a_solver_cannot_is_left_open() -> None:
    """Run as a program, an adapter answers `?` to the cases that it cannot pose to its solver."""
    asked = f"a\tstep\t{CLASSIC}\nb\tmove\tgate: A/A-/goal:/.A\n"
    done = subprocess.run(
        [sys.executable, str(ADAPTERS / "js2.py"), "nothing"], input=asked, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "a\t?\nb\t?\n")


def test_a_planner_answers_with_the_file_of_its_plan(tmp_path: Path, adapter: Any) -> None:
    planner = adapter("planner")
    driver = tmp_path / "driver.py"
    driver.write_text(
        "import sys\nfrom pathlib import Path\nassert 'sliding-blocks' in Path('domain').read_text()\n"
        "if 'k2' in Path('problem').read_text():\n    sys.exit(12)\n"
        "Path('found.plan').write_text('(step-1 k1-1x1 c1-1 c1-2)')\n"
    )
    program = [sys.executable, str(driver)]
    plan = planner.solve(program, tmp_path, "A/./goal:/./A", "step")
    assert hr.notation.read_plan("A/./goal:/./A", plan).length == 1
    assert planner.solve(program, tmp_path, "AB./goal:/BA.", "step") == "none"
    driver.write_text("raise SystemExit(22)")
    assert planner.solve(program, tmp_path, "A/./goal:/./A", "step") == "?"


@pytest.mark.slow
@pytest.mark.parametrize("planner", ["lmcut", "blind", "symk"])
def test_planners_are_judged(planner: str) -> None:
    pytest.importorskip("up_symk" if planner == "symk" else "up_fast_downward")
    some = [case for case in cases(None, ["walls", "rush-hour"]) if (case.reach or 0) < 500][::10]
    command = [sys.executable, str(ADAPTERS / "planner.py"), planner]
    for metric in ("step", "slide", "move"):
        assert len(judge(command, some, metric, each=60).of("right")) == len(some) > 1
