"""The engines agree: on puzzles of every kind, each counts what the naive twin counts.

For Ray this is `test_ray.test_same_counts`, since a cluster takes long to start.
"""

import functools

import pytest

import huarong as hr
from huarong.explore import Resources, gpu, run
from huarong.explore.exploration import Request
from huarong.limits import Watch
from huarong.model.board import Board
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from tests import naive
from tests.cuda import Host


def one_way():
    """Two pieces that slide only to the right, one that slides anywhere."""
    setup = Setup(Board(5, 2))
    setup.place("A", [(0, 0)], directions="R")
    setup.place("B", [(1, 0), (1, 1)], directions="R")
    setup.place("C", [(0, 1)])
    return Puzzle.of(setup, [{"C": [(4, 0)]}])


RING = "ABCDEFG/H#####I/J#####K/L#####M/N#####O/P#####Q/RSTUVW."
"""With every tile in the goal, keys of two words."""
PUZZLES = {
    "tiles": lambda: hr.puzzle("5 4 3/2 1 0"),
    "tiles on an odd board": lambda: hr.Puzzle.parse("12/#3/45/6.", goal="12/#3/45/6."),
    "tiles, some in the goal": lambda: hr.puzzle("12/3./goal:/23/.1/goal:/.1/.."),
    "tiles, the last in the goal": lambda: hr.puzzle("123/45./goal:/.../.4./goal:/..5/1.."),
    "blocks": lambda: hr.Puzzle.parse("AAB/AAC/DE./FE.", goal=".../.../AA./AA."),
    "cars": lambda: hr.puzzle("Rush Hour 3"),
    "several goals": lambda: hr.Puzzle.parse("AAB/C.D/..E\ngoal:\n..B\n...\n...\ngoal:\n...\n...\n..B"),
    "one way": one_way,
    "polyominoes and a gate": lambda: hr.Puzzle.parse(
        "gate: A\nBBB#\nB.A-\nC.##\nCC.#\n....\ngoal:\n...#\n...A\n..##\n...#\n...."
    ),
    "loose pieces": lambda: hr.Puzzle.parse("one: AC\nA.A./BB../C.C.", goal="..../A.A./...."),
    "a ring of tiles": lambda: hr.Puzzle.parse(RING, goal=RING),
    "cells of two words": lambda: hr.Puzzle.parse("A" * 25 + "." + "B" * 29 + "." * 11, goal="." * 37 + "B" * 29),
}


@pytest.fixture(scope="module", params=["memory", "disk", "disk, by keys", "gpu"])
def engine(request, tmp_path_factory):
    """Engines, two of them also with tiny blocks, so that levels have many blocks."""
    folders = (tmp_path_factory.mktemp("levels") / str(i) for i in range(1000))
    if request.param == "memory":
        yield functools.partial(run, resources=Resources(workers=2))
    elif request.param.startswith("disk"):
        by = "keys" if "keys" in request.param else None
        yield lambda *args: run(*args, Resources(folder=next(folders), workers=2, block=100, by=by))
    else:
        device = Host(tmp_path_factory.mktemp("kernels"))
        yield lambda *args: gpu.explore(Request(*args), Watch(), device)


@functools.cache
def counted(name, metric):
    """The naive twin's levels, and the first of them with a goal."""
    found = naive.bfs(PUZZLES[name](), metric.value)
    return found.counts, found.distance


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        pytest.param(*(name, metric), marks=[pytest.mark.slow] * ("ring" in name or (number + rank) % 6 > 0))
        for number, name in enumerate(PUZZLES)
        for rank, metric in enumerate(Metric)
    ],
)
def test_same_counts(engine, name, metric):
    puzzle = PUZZLES[name]()
    try:
        found = engine(puzzle, metric)
    except hr.errors.InputError as error:
        if not any(each in str(error) for each in ("64", "254", "cannot be numbered", "too little memory")):
            raise
        pytest.skip(str(error))
    assert (found.levels, found.goal_depth) == counted(name, metric)
