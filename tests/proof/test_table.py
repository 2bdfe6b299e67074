"""Certificates of tables: what they claim is what the naive twin finds, and nothing false is accepted."""

import csv
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.model.board import METRICS
from huarong.proof import UncheckableError, check, checker, prove
from tests import naive
from tests.examples import examples
from tests.proof import test_proof as single
from tests.proof.odd import ACCEPTED_TABLES, TEXTS, by_python, made, odd_tables, signed, verdicts
from tests.strategies import puzzles, symmetric_puzzles


def truth(puzzle, metric):
    """By the naive twin: the distance of each layout in reach (None: no goal can be reached), and those one move on."""
    near = {state: naive.neighbours(puzzle, state, metric) for state in naive.bfs(puzzle, metric).depth}
    far = {state: 0 for state in near if naive.solved(puzzle, state)}
    while new := {
        at: 1 + min(far[to] for to in near[at] & far.keys()) for at in near.keys() - far.keys() if near[at] & far.keys()
    }:
        far |= new
    return {state: far.get(state) for state in near}, near


def avoided(puzzle, far, near, which, gate):
    """Whether a solution (a shortest one) meets no layout of a gate."""
    left, seen = [naive.start(puzzle)], {naive.start(puzzle)}
    for at in left:
        if not any({*map(tuple, one)} <= at for one in gate):
            if not far[at]:
                return far[at] == 0
            new = {to for to in near[at] if which == "every" or far[to] == far[at] - 1} - seen
            left += new
            seen |= new
    return False


def is_true(header):
    """Whether all claims of a header are true of the puzzle that it describes."""
    board = hr.Board(header["width"], header["height"], frozenset(header["walls"]), frozenset(header["gates"]))
    puzzle = single.described(board, header)
    far, near = truth(puzzle, header["metric"])
    length, ways = single.counted(puzzle, header["metric"])
    image = checker.GivenPuzzle(header).mirror() if header["mirror"] else {}
    given = checker.GivenPuzzle(header)
    keys = {at: sum(1 << given.places[pair] for pair in at) for at in far}
    far_of = {min(key, checker.mirrored(key, image)): far[at] for at, key in keys.items()}
    known = [it for it in far_of.values() if it is not None]
    return (
        (header["length"], header.get("solutions"), header["layouts"]) == (length, ways, len(far_of))
        and header["unsolvable"] == len(far_of) - len(known)
        and header["farthest"] == max(known, default=None)
        and header["hardest"] == sum(it == max(known) for it in known)
        and not any(avoided(puzzle, far, near, *each) for each in header.get("passes", ()))
    )


@examples(40)
@given(puzzles(limit=150) | symmetric_puzzles(limit=300), st.sampled_from(METRICS), st.randoms(use_true_random=False))
def test_a_table_says_what_the_naive_twin_finds(puzzle, metric, rng):
    far, near = truth(puzzle, metric)
    places = sorted(rng.choice(sorted(map(sorted, far))))
    passes = [(which, hr.Goal.of([rng.sample(places, 1)])) for which in ("every", "shortest")]
    true = [each for each in passes if not avoided(puzzle, far, near, each[0], each[1].alternatives)]
    if far[naive.start(puzzle)] is None:
        true = []
    elif len(true) < len(passes):
        with pytest.raises(hr.InputError, match="avoids these layouts"):
            prove(puzzle, metric, table=True, passes=passes)
    found = prove(puzzle, metric, table=True, passes=true)
    header, _ = single.parts(found.data)
    assert is_true(header) and len(header.get("passes", ())) == len(true)
    assert check(found.data).count("Theorem") == 3 + (header["farthest"] is not None) + len(true)


@pytest.mark.parametrize("tries", [300, pytest.param(5_000, marks=pytest.mark.slow)])
def test_no_false_table_is_accepted_however_it_is_signed(tries):
    rng, files, headers = random.Random(11), [], []
    originals = [made(text, metric, table=True) for text in TEXTS for metric in METRICS]
    for _ in range(tries):
        header, values = single.parts(signed(*rng.choice(originals), True))
        for _ in range(rng.choice([0, 1, 1, 2, 3])):
            header, values = tampered(header, values, rng)
        files.append(single.signed(header, values, checker.TABLE))
        headers.append(header)
    said = verdicts(files) if tries > 1_000 else {"Python": [by_python(each) for each in files]}
    assert all(each == said["Python"] for each in said.values())
    accepted = [header for header, verdict in zip(headers, said["Python"], strict=True) if verdict is not None]
    assert all(map(is_true, accepted))
    assert tries // 10 < len(accepted) < tries * 2 // 3


def tampered(header, values, rng):
    """A header and distances with one change."""
    header, way = json.loads(json.dumps(header)), rng.randrange(4)
    if way == 0:
        return single.changed(header, values, rng)
    if way == 1:
        name = rng.choice(["unsolvable", "farthest", "hardest", "layouts"])
        header[name] = max(0, (header[name] or 0) + rng.choice([-1, 1]))
    elif way == 2 and header.get("passes"):
        claim = rng.choice(header["passes"])
        rng.choice(claim[1])[:] = rng.sample(header["start"], 1)
    elif way == 3 and values:
        at = rng.randrange(len(values))
        values = values[:at] + bytes([rng.randrange(256)]) + values[at + 1 :]
    return header, values


def test_odd_tables_are_refused():
    said = {name: by_python(each) for name, each in odd_tables().items()}
    assert {name for name, it in said.items() if it is not None} == ACCEPTED_TABLES


def test_the_table_of_a_classic():
    rows = "..../..../..../BBBB/...."
    found = prove("横刀立马", table=True, passes=[("every", ".AA./.AA./..../..../....")])
    assert found.layouts == 13_011
    assert found.to_json().items() >= {"unsolvable": 0, "farthest": 93, "hardest": 1}.items()
    said = check(found.data)
    assert "Theorem. 81 moves solve it, and no fewer do; there are 256 ways to do so.\n" in said
    assert "Theorem. The greatest distance is 93 moves, of 1 (mirror images counted once):\n\n    ABB." in said
    with pytest.raises(hr.PuzzleError, match="no piece"):
        prove("横刀立马", table=True, passes=[("every", rows)])
    with pytest.raises(hr.InputError, match="with the table"):
        prove("横刀立马", passes=[("every", rows)])
    with pytest.raises(UncheckableError, match="more than 1,000 layouts"):
        prove("横刀立马", table=True, max_layouts=1000)


@pytest.mark.slow
def test_whole_puzzles_are_proved_by_all_checkers():
    with Path(__file__).parents[2].joinpath("benchmarks", "proof", "tables.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) >= 13
    found = [prove(row["puzzle"], row["metric"], table=True) for row in rows]
    for row, it in zip(rows, found, strict=True):
        known = (it.layouts, str(it.to_json()["farthest"]), len(it.data))
        assert known == (int(row["layouts"]), row["farthest"].capitalize(), int(row["bytes"]))
    said = verdicts([it.data for it in found])
    expected = [[it.solution.length, it.solutions and str(it.solutions), it.layouts] for it in found]
    assert all(each == expected for each in said.values())
