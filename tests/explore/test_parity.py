"""The engines agree: on puzzles of every kind each counts what the naive twin counts (Ray: in `test_ray`)."""

import functools

import pytest

import huarong as hr
from huarong.errors import LimitReached
from huarong.explore import Resources, gpu, memory, run
from huarong.explore.exploration import Request
from huarong.kernels import kernel
from huarong.limits import Limits, Watch
from huarong.model.board import Board, Metric
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from huarong.tiles import orders as order_tables
from tests import naive
from tests.cuda import Host
from tests.tiles.naive_tiles import shuffled


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


@pytest.fixture(scope="module", params=["memory", "disk", "disk, by keys", pytest.param("gpu", marks=pytest.mark.slow)])
def engine(request, tmp_path_factory):
    """Engines, two of them also with tiny blocks, so that levels have many blocks; a device's takes 4 s to compile."""
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


HERE = Resources(workers=2)


def plainly(monkeypatch, name):
    if name == "plain":
        monkeypatch.setattr(order_tables, "kernel", lambda each: kernel(each, pure=True))


def first_levels(text, most):
    """The number of layouts at each distance up to `most`, found one layout at a time."""
    return naive.bfs(hr.puzzle(text), "step", most=most).counts


@pytest.mark.parametrize("name", ["compiled", "plain"])
def test_eight_tiles_are_counted_as_the_naive_twin_does(name, monkeypatch):
    plainly(monkeypatch, name)
    for text in ("1 2 3/4 5 6/7 8 0", "8 0 6/5 4 7/2 3 1"):
        puzzle = hr.puzzle(text)
        found = memory.explore_orders(Request(puzzle, Metric.STEP, HERE), Watch())
        assert (found.total, found.complete, found.engine) == (181440, True, "memory")
        assert found.levels[:10] == first_levels(text, 9) and found.goal_depth == hr.solve(puzzle, "step").length


@pytest.mark.parametrize("name", ["compiled", "plain"])
@pytest.mark.parametrize(("width", "height"), [(4, 3), (3, 4)])
def test_the_first_levels_of_eleven_tiles(name, width, height, monkeypatch):
    plainly(monkeypatch, name)
    for seed in range(1 if name == "plain" else 2):
        text, most = shuffled(width, height, seed), 4 if name == "plain" else 10
        watch = Watch(Limits(layouts=sum(first_levels(text, most - 1))))
        seen = []
        before = watch.look

        def look(depth, layouts, *rest, before=before, seen=seen):
            seen.append(layouts)
            before(depth, layouts, *rest)

        watch.look = look
        pytest.raises(LimitReached, memory.explore_orders, Request(hr.puzzle(text), Metric.MOVE, HERE), watch)
        counts = first_levels(text, most)
        assert seen == [sum(counts[: i + 1]) for i in range(len(counts))]


@pytest.mark.slow
def test_all_of_eleven_tiles():
    """53 moves to the farthest 18 layouts: Korf and Schultze, Large-scale parallel breadth-first search (2005)."""
    found = run("1 2 3/4 5 6/7 8 9/10 11 0", resources=HERE)
    assert (found.total, found.radius, found.levels[-1]) == (239_500_800, 53, 18)
    assert found.levels[:14] == first_levels("1 2 3/4 5 6/7 8 9/10 11 0", 13)


def test_it_stops_at_the_goal():
    found = run("1 2 3/4 5 6/7 0 8", "step", HERE, until_goal=True)
    assert (found.levels, found.goal_depth, found.complete) == ((1, 3), 1, False)
    odd = run("2 1 3/4 5 6/7 8 0", "step", HERE, until_goal=True)
    assert (odd.goal_depth, odd.total, odd.complete) == (None, 181440, True)


def test_what_it_does_not_do_is_left_to_others(tmp_path):
    text = "1 2 3/4 5 6/7 8 0"
    puzzle = hr.puzzle(text)
    assert memory.has_orders(Request(puzzle, Metric.STEP), 1 << 30)
    assert not memory.has_orders(Request(puzzle, Metric.STEP), 1 << 10)
    assert not memory.has_orders(Request(puzzle, Metric.STEP, goals=True), 1 << 30)
    assert not memory.has_orders(Request(hr.puzzle("1 2 3/4 5 0"), Metric.STEP), 1 << 30)
    assert not memory.has_orders(Request(hr.puzzle("横刀立马"), Metric.STEP), 1 << 30)
    log = tmp_path / "log"
    for seed in range(3):
        text = shuffled(3, 3, seed)
        assert run(text, "step", HERE, log=log).levels == run(text, "step", Resources("disk", workers=1)).levels
    assert len(log.read_text().splitlines()) > 90
