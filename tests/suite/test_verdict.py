"""The judge of solvers: programs that are right, wrong, slow, silent, or missing."""

from __future__ import annotations

import dataclasses
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import huarong as hr
from huarong.suite import cases, judge, verdict
from huarong.suite.verdict import MODES

SOLVER = """
import sys
known = dict(line.split() for line in open(sys.argv[1]))
for line in sys.stdin:
    name, metric, text = line.rstrip("\\n").split("\\t")
    assert metric == sys.argv[2] and "goal:" in text
    print("about", name, "nothing is said here")
    if known.get(name, "?") == "leave":
        break
    print(name, known.get(name, "?"), flush=True)
"""
SOME = cases()[:6]
RIGHT = {case.id: "none" if case.answers["move"].length is None else str(case.answers["move"].length) for case in SOME}


@pytest.fixture
def command(tmp_path):
    """The command of a program with given answers."""
    program = tmp_path / "solver.py"
    program.write_text(SOLVER)

    def of(answers, metric="move"):
        known = tmp_path / "known"
        known.write_text("".join(f"{name} {answer}\n" for name, answer in answers.items()))
        return [sys.executable, "-S", str(program), str(known), metric]

    return of


@pytest.mark.parametrize("mode", MODES)
def test_right_wrong_and_missing_are_told_apart(mode, command):
    names = list(RIGHT)
    run = judge(command(RIGHT | {names[1]: "7", names[4]: "?"}), SOME, mode=mode)
    kinds = [each.kind for each in run.verdicts]
    assert kinds == ["right", "wrong", "right", "right", "missing", "right"]
    data = run.to_json()
    assert (data["cases"], data["right"], data["wrong"], data["missing"]) == (6, 4, 1, 1)
    assert data["disagreements"][0]["id"] == names[1]
    assert data["disagreements"][0]["answer"] == "7"
    assert data["disagreements"][0]["expected"] == RIGHT[names[1]]
    assert data["unanswered"] == [names[4]]
    assert all((each.seconds is None) == (mode == "batch") for each in run.verdicts)


def test_none_is_wrong_where_there_is_a_solution_and_the_other_way_round(command):
    turned = {name: "5" if answer == "none" else "none" for name, answer in RIGHT.items()}
    assert "none" in RIGHT.values()
    assert len(judge(command(turned), SOME).of("wrong")) == len(SOME)


def test_a_program_that_ends_on_a_case_is_started_again(command):
    names = list(RIGHT)
    run = judge(command(RIGHT | {names[2]: "leave"}), SOME)
    assert [each.kind for each in run.verdicts] == ["right"] * 2 + ["missing"] + ["right"] * 3


def test_only_ends_in_a_row_count(command):
    leaving = dict.fromkeys(list(RIGHT)[1::2], "leave")
    assert len(leaving) == verdict._GIVEN_UP
    kinds = [each.kind for each in judge(command(RIGHT | leaving), SOME).verdicts]
    assert kinds == ["right", "missing"] * 3


def test_a_program_that_does_not_answer_is_left_behind():
    program = "import sys\nfor line in sys.stdin: pass"
    run = judge([sys.executable, "-S", "-c", program], SOME[:2], each=0.2)
    assert [each.kind for each in run.verdicts] == ["missing"] * 2


@pytest.mark.slow
@pytest.mark.parametrize("what", ["'y\\n'", "'0' * 999"])
def test_a_program_that_writes_without_end_has_to_wait(what, monkeypatch):
    """A program that writes without end runs into the time limit, and its output is not kept in memory."""
    most, put = [], verdict.queue.Queue.put

    def counted(lines, text, **values):
        most.append((lines.qsize(), len(text or "")))
        return put(lines, text, **values)

    monkeypatch.setattr(verdict.queue.Queue, "put", counted)
    monkeypatch.setattr(verdict, "_LINES", 10)
    monkeypatch.setattr(verdict, "_LONGEST", 5000)
    program = f"import sys\nwhile True: sys.stdout.write({what})"
    run = judge([sys.executable, "-S", "-c", program], SOME[:2], each=0.3)
    assert [each.kind for each in run.verdicts] == ["missing"] * 2
    assert max(size for size, _ in most) <= 10 and max(length for _, length in most) <= 5000


def test_a_case_that_is_larger_than_a_pipe_does_not_stop_the_judge():
    text = "/".join(["A" + "." * 1000] + ["." * 1001] * 200)
    case = dataclasses.replace(SOME[0], text=text)
    run = judge([sys.executable, "-S", "-c", "import time; time.sleep(60)"], [case], each=0.2)
    assert [each.kind for each in run.verdicts] == ["missing"]


def test_the_time_in_all_leaves_the_rest_unanswered():
    program = "import sys\nfor line in sys.stdin: pass"
    run = judge([sys.executable, "-S", "-c", program], SOME, each=60, max_seconds=0.2)
    assert len(run.of("missing")) == len(SOME)


@pytest.mark.parametrize(
    ("words", "match"),
    [
        (["no such program"], "cannot be started"),
        ([sys.executable, "-S", "-c", "pass"], "ended 3 times in a row"),
        ([], "the command is missing"),
    ],
)
def test_what_is_no_solver_is_refused(words, match):
    with pytest.raises(hr.InputError, match=match):
        judge(words, SOME)


def test_a_cancel_stops_the_program(tmp_path):
    asked = []

    def cancel():
        asked.append(1)
        return len(asked) > 3

    mark = tmp_path / "ended"
    program = f"import sys, time\nfor line in sys.stdin: time.sleep(600)\nopen({str(mark)!r}, 'w')"
    with pytest.raises(hr.Cancelled):
        judge([sys.executable, "-S", "-c", program], SOME, each=600, cancel=cancel)
    assert not mark.exists()


def test_the_projects_own_program_agrees_with_the_cases():
    program = Path(__file__).parents[2] / "suite" / "solver.py"
    some = cases()[::60]
    run = judge([sys.executable, str(program)], some, "step", each=60)
    assert len(run.of("right")) == len(some)


@pytest.mark.parametrize("mode", ["cold", "warm"])
def test_a_program_that_was_given_up_is_gone(mode, tmp_path, monkeypatch):
    """The program writes its process number and no answer; after the time limit there is no such process."""
    program = tmp_path / "silent.py"
    program.write_text("import os, sys, time\nopen(sys.argv[1], 'a').write(f'{os.getpid()}\\n')\ntime.sleep(600)\n")
    who = tmp_path / "who"

    def written() -> float:
        """A clock that advances by one second whenever one more program has written its process number."""
        return float(who.read_text().count("\n")) if who.exists() else 0.0

    monkeypatch.setattr(verdict, "time", SimpleNamespace(perf_counter=written))
    judge([sys.executable, "-S", str(program), str(who)], SOME[:2], mode=mode, each=0.4)
    known = who.read_text().split()
    assert len(known) == {"cold": 2, "warm": 3}[mode]  # warm, the first case is asked twice
    for pid in known:
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


def test_a_program_that_holds_too_much_is_ended():
    program = "import time; time.sleep(60)"
    run = judge([sys.executable, "-S", "-c", program], SOME, each=60, max_memory="1M")
    assert len(run.of("missing")) == len(SOME)
    assert (run.peak_bytes or 0) > 1 << 20


@pytest.mark.parametrize("mode", MODES)
def test_plans_are_carried_out(mode, command, tmp_path):
    case = next(each for each in cases() if each.answers["step"].length == 2)
    case = dataclasses.replace(case, text="A./../goal:/../.A")
    plan = "(step-1 k1-1x1 c1-1 c1-2)\n(step-1 k1-1x1 c1-2 c2-2)\n; cost = 2 (unit cost)\n"
    path = tmp_path / "found.plan"
    for text, kind, answer in (
        (plan, "right", "2"),
        (plan.replace("c1-2 c2-2", "c2-2 c2-1"), "wrong", "line 2: no piece of kind k1-1x1 lies at c2-2"),
        (plan.partition("\n")[0], "wrong", "the plan does not solve the puzzle"),
    ):
        path.write_text(text)
        (verdict,) = judge(command({case.id: path}, "step"), [case], "step", mode=mode).verdicts
        assert verdict.kind == kind and verdict.answer.startswith(answer)
    path.unlink()
    (verdict,) = judge(command({case.id: path}, "step"), [case], "step", mode=mode).verdicts
    assert "cannot be read" in verdict.answer
