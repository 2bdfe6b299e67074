"""Certificates of parity: both checkers accept the true ones, and none that is false."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from typing import Any

import pytest

import huarong as hr
from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.model.impossible import parity_region
from huarong.model.puzzle import Puzzle
from huarong.proof import check, prove
from huarong.search.bfs import BreadthFirst
from tests.model.test_impossible import crowded
from tests.proof.odd import PROVED, by_node, by_python, parts, restructured, signed

node = pytest.mark.skipif(shutil.which("node") is None, reason="it takes Node")
NONE = [None, None, 0]
PARITY = {
    "the 15-puzzle": "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0",
    "another outline": "1234/5678/9abc/de.#/goal:/2134/5678/9abc/de.#",
    "two rooms": "123#67/4.5#8./goal:/.21#67/534#8.",
    "a tile left free": "123/456/7.8/goal:/213/456/7..",
    "a piece that never moves": "1AA2/3AA4/5678/9ab./goal:/1AA2/3AA4/5678/9ba.",
    "two goals": "12/3./45/goal:/21/3./45/goal:/12/.3/54",
    "one way": "slide: 1=UR/123/456/87./goal:/123/456/78.",
}
ODD: dict[str, dict[str, Any]] = {
    "no region": {"region": []},
    "a region without its empty cell": {"region": list(range(7))},
    "half a region": {"region": [4, 5, 7, 8]},
    "a cell beyond": {"region": [*range(9), 9]},
    "a cell below": {"region": [*range(9), -1]},
    "null": {"region": None},
    "a number": {"region": 0},
    "numbers with points": {"region": [float(cell) for cell in range(9)]},
    "mirrored": {"mirror": True},
    "with layouts": {"layouts": 1},
    "with a length": {"length": 1},
    "with a solution": {"solution": []},
    "with patterns": {"patterns": [[1]]},
    "a goal within reach": {"goal": [[[kind, kind] for kind in range(6)] + [[6, 8], [7, 6]]]},
    "a goal that leaves two free": {"goal": [[[kind, kind] for kind in range(6)]]},
    "a wall for the empty cell": {"walls": [8]},
    "two empty cells": {"start": [[kind, kind] for kind in range(7)]},
}


def forged(puzzle: Puzzle, region: list[int]) -> bytes:
    """A certificate of parity for any puzzle and region."""
    board = puzzle.board
    header = {
        "name": "",
        "width": board.width,
        "height": board.height,
        "walls": sorted(board.walls),
        "gates": sorted(board.gates),
        "kinds": [[kind.shape, kind.directions, kind.gates] for kind in puzzle.kinds],
        "start": [[piece.kind, piece.head] for piece in puzzle.pieces],
        "goal": puzzle.goal.alternatives,
        "metric": "move",
        "length": None,
        "mirror": False,
        "region": sorted(region),
        "layouts": 0,
    }
    return signed(json.dumps(header, separators=(",", ":")), b"")


@node
def test_a_region_with_a_way_out_proves_nothing() -> None:
    """Two tiles are exchanged within the region, but two others elsewhere, so that all can be put in order."""
    data = forged(Puzzle.parse("213/465/78."), [4, 5, 7, 8])
    assert by_python(data) is None and by_node([data]) == [None]


@pytest.mark.parametrize("text", PARITY.values(), ids=PARITY)
def test_what_parity_forbids_is_proved_by_it(text: str) -> None:
    found = prove(text)
    assert (found.solution.solved, found.layouts, found.solution.explored) == (False, 0, 0)
    assert "Theorem. There is no solution: each move swaps a tile with the only empty cell" in check(found.data)
    puzzle = hr.puzzle(text)
    assert found.data == forged(puzzle, parity_region(puzzle) or [])


def test_what_parity_does_not_forbid_is_proved_by_layouts() -> None:
    assert prove("AAB./goal:/BAA.").layouts == 3
    alike = prove("same: 12/12/34/5./goal:/12/43/5.")
    assert alike.solution.solved and alike.layouts > 0


@node
def test_odd_certificates_of_parity_are_refused_by_both() -> None:
    header, _ = parts(prove("123456870").data)
    files = {
        name: signed(json.dumps(json.loads(header) | more, separators=(",", ":")), b"") for name, more in ODD.items()
    }
    files["something behind"] = signed(header, b"x")
    files["for another answer"] = signed(
        parts(prove("A./../goal:/../.A").data)[0].replace('"layouts"', '"region":[0],"layouts"'), b""
    )
    python = {name: by_python(data) for name, data in files.items()}
    assert dict(zip(files, by_node(list(files.values())), strict=True)) == python
    assert {name for name, said in python.items() if said is not None} == {"a wall for the empty cell"}


@node
@pytest.mark.parametrize("count", [100, pytest.param(20_000, marks=pytest.mark.slow)])
def test_no_certificate_of_parity_is_accepted_where_there_is_a_solution(count: int) -> None:
    rng, files, solved, true = random.Random(count), list[bytes](), list[bool](), list[bool]()
    while count:
        puzzle = crowded(rng)
        if puzzle is None:
            continue
        count -= 1
        region, free = parity_region(puzzle), list(puzzle.board.free)
        for cells in (region, free, rng.sample(free, rng.randrange(1, len(free) + 1))):
            if cells is not None:
                files.append(forged(puzzle, cells))
                true.append(cells is region)
                solved.append(puzzle.goal.holds(puzzle.start) or bool(BreadthFirst(puzzle, Metric.STEP, Watch()).run()))
    python = [by_python(data) for data in files]
    assert by_node(files) == python
    assert all(said is None for said, has in zip(python, solved, strict=True) if has)
    assert all(said == NONE for said, found in zip(python, true, strict=True) if found)
    assert sum(true) > 3


@node
@pytest.mark.parametrize("count", [200, pytest.param(20_000, marks=pytest.mark.slow)])
def test_both_checkers_come_to_the_same_verdict_on_changed_ones(count: int) -> None:
    rng, files = random.Random(count), []
    originals = [parts(prove(text).data)[0] for text in PARITY.values()]
    for _ in range(count):
        header = json.loads(rng.choice(originals))
        restructured(header, rng)
        files.append(signed(json.dumps(header, separators=(",", ":"), ensure_ascii=False), b""))
    python = [by_python(data) for data in files]
    assert by_node(files) == python
    assert 0 < sum(said is not None for said in python) < count / 4


@pytest.mark.skipif(not PROVED.exists(), reason="it takes make -C proof huarong-check")
def test_the_proved_checker_refuses_what_it_does_not_know(tmp_path: Any) -> None:
    prove("123456870").save(tmp_path / "parity.proof")
    done = subprocess.run([PROVED, tmp_path / "parity.proof"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "REFUSED: it is by parity, which the checkers in Python and JavaScript read\n"
