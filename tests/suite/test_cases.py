"""The cases of the suite: well formed, many, and true."""

import json
from collections import Counter
from pathlib import Path

import pytest
from suite.invent import KINDS, invented

import huarong as hr
from huarong.limits import Watch
from huarong.model.board import METRICS
from huarong.suite import case_of, cases
from huarong.suite.case import line
from tests import naive
from tests.failures import survives

CASES = cases()
FILE = Path(__file__).parents[2] / "suite" / "cases.jsonl"


def test_there_are_a_thousand_of_every_kind():
    assert len(CASES) >= 1000
    assert len({case.id for case in CASES}) == len(CASES)
    groups = Counter(case.group for case in CASES)
    assert groups["openings"] == 502 and groups["rush-hour"] == 40
    assert set(KINDS) < set(groups)
    assert sum(case.answers["move"].length is None for case in CASES) >= 100
    assert sum(case.puzzle.board.size > 64 for case in CASES) >= 40


def test_a_line_reads_back_as_it_is():
    lines = FILE.read_text("utf-8").splitlines()
    assert [line(case) for case in CASES] == lines


def test_the_answers_of_a_case_fit_together():
    for case in CASES:
        steps, slides, moves = (case.answers[metric].length for metric in METRICS)
        assert (steps is None) == (slides is None) == (moves is None)
        assert steps is None or steps >= slides >= moves
        for answer in case.answers.values():
            assert answer.perft[0] == 1 and min(answer.perft) > 0
            if case.reach is not None:
                assert sum(answer.perft) <= case.reach
                assert sum(answer.perft) == case.reach or case.reach > 4_000_000
            if answer.certified is not None and answer.length is None:
                assert answer.certified <= case.reach
        assert case.puzzle.line() == case.text == hr.puzzle(case.text).line()


def test_whatever_fails_a_suite_that_is_built_goes_on(tmp_path, monkeypatch, capsys):
    from suite import build

    few = [("line", "", hr.Puzzle.parse(f"A{'.' * n}/goal:/{'.' * n}A")) for n in (1, 2)]
    monkeypatch.setattr(build, "library", lambda: few)
    monkeypatch.setattr(build, "made_up", lambda: [])

    def work(place):
        build.main(str(place / "cases"))
        return (place / "cases").read_bytes()

    survives(tmp_path, work, every=3)


SMALL = [case for case in CASES if (case.reach or 10**9) <= 400]


@pytest.mark.parametrize("case", SMALL[::8], ids=lambda case: case.id)
def test_the_naive_twin_counts_as_many_at_each_depth(case):
    for metric in METRICS:
        found = naive.bfs(case.puzzle, metric)
        assert found.counts == case.answers[metric].perft
        assert found.distance == case.answers[metric].length


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_every_length_is_found_again(metric):
    for case in CASES:
        if (case.reach or 10**9) <= 4_000_000:
            assert hr.solve(case.puzzle, metric).length == case.answers[metric].length, case.id


@pytest.mark.parametrize("case", SMALL[3::60], ids=lambda case: case.id)
def test_a_case_comes_about_again(case):
    again = case_of((case.id, case.group, case.name), case.puzzle, Watch())
    assert line(again) == line(case)
    assert json.loads(line(again))["reach"] == case.reach


def test_invented_puzzles_are_the_same_for_the_same_seed():
    for kind in KINDS:
        first, second = invented(kind, 3), invented(kind, 3)
        assert [next(first) for _ in range(3)] == [next(second) for _ in range(3)]
