"""What holds of `solve` whatever the method: limits, cancelling, progress."""

import contextlib
import subprocess
import sys
from functools import partial
from random import Random

import pytest

import huarong as hr
import huarong.atlas.oracle  # imported here, since an import at first use has no watch
from huarong.errors import LimitReached
from huarong.model.board import Board
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from huarong.search import all_paths, solver
from huarong.search.select import METHODS, NAMES
from tests.cancelling import cancels_anywhere
from tests.clock import ticking

PUZZLE = "gnome-klotski: Polonaise"


PEAK = """
import sys
import huarong as hr
from huarong.limits import process_memory
try:
    hr.solve("Transeuropa", method=sys.argv[1], max_memory=sys.argv[2])
except hr.LimitReached as error:
    print(error.limit, process_memory() >> 20)
"""


@pytest.mark.slow
@pytest.mark.parametrize("method", ["bfs", "astar"])
@pytest.mark.parametrize("setting", [100, 200])
def test_the_peak_of_the_process_stays_below_the_limit(method, setting):
    args = [sys.executable, "-c", PEAK, method, f"{setting}M"]
    done = subprocess.run(args, capture_output=True, text=True, check=True)
    limit, peak = done.stdout.split()
    assert (limit, int(peak) <= setting) == ("memory", True)


def test_every_method_has_a_record():
    assert ("auto", *METHODS) == NAMES and all(record.name == name for name, record in METHODS.items())


@pytest.mark.parametrize("method", NAMES)
def test_the_limit_of_layouts(method):
    caught = pytest.raises(hr.LimitReached, hr.solve, PUZZLE, "step", method=method, max_layouts=500)
    assert caught.value.limit == "layouts" and caught.value.explored < 20_000
    assert "500 layouts" in str(caught.value) and hr.solve("捷足先登", max_layouts=1_000_000).length == 32


@pytest.mark.parametrize("most", [0, -1])
def test_no_number_of_layouts(most):
    pytest.raises(hr.InputError, hr.solve, "横刀立马", max_layouts=most).match("layouts")


def test_progress_never_runs_backwards(monkeypatch):
    """Progress continues when breadth-first search runs out of memory, patterns are built, and A* starts over."""
    monkeypatch.setattr("huarong.limits._REPORT", 0.0)
    monkeypatch.setattr(solver, "PATIENCE", 1000)
    seen = []
    solution = hr.solve(PUZZLE, max_memory="6M", progress=seen.append)
    assert (solution.length, solution.method) == (23, "astar")
    assert [each.depth for each in seen] == sorted(each.depth for each in seen)
    assert [each.layouts for each in seen] == sorted(each.layouts for each in seen)


def scattered(size: int, pieces: int, seed: int = 1) -> Puzzle:
    """Single cells, all different, on a large board, each with a place to go to."""
    random, setup = Random(seed), Setup(Board(size, size))
    names = [chr(0x4E00 + i) for i in range(pieces)]
    places = [[(c % size, c // size) for c in random.sample(range(size * size), pieces)] for _ in "12"]
    for name, cell in zip(names, places[0], strict=True):
        setup.place(name, [cell])
    return Puzzle.of(setup, [{name: [cell] for name, cell in zip(names, places[1], strict=True)}])


@pytest.mark.parametrize(("size", "pieces"), [(64, 3), (64, 12), (20, 50)])
@pytest.mark.parametrize("work", [hr.solve, hr.hint, partial(all_paths.count, most=1)], ids=["solve", "hint", "count"])
def test_setting_up_large_boards_asks_whether_to_go_on(size, pieces, work):
    """The time limit ends the work while it is set up, as does cancelling at any time before."""
    puzzle = scattered(size, pieces)

    def limited(asked):
        with ticking(), contextlib.suppress(LimitReached):
            work(puzzle, max_seconds=50, cancel=asked)

    assert 45 <= cancels_anywhere(limited, size).count <= 55


def test_tables_that_do_not_fit_are_not_set_up():
    pytest.raises(LimitReached, hr.solve, scattered(64, 12), max_memory="1M").match("memory limit of 1 MiB")
