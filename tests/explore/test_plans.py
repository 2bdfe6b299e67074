"""Plans of explorations: what they take of disks, levels as bits and as sorted keys, and from all goals."""

import itertools
import math
import os
import pickle
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.design import hardest
from huarong.errors import Cancelled, HuarongError, InputError
from huarong.explore import Resources, hardest_from_goals, ray as on_ray, run, sorted_keys
from huarong.explore.checkpoint import Checkpoint
from huarong.explore.driver import ExplorationCost
from huarong.explore.exploration import EngineName, Request
from huarong.explore.sorted_keys import Runs, Sorted
from huarong.explore.store import LevelRecord, Shares, Store, StoredArray, threads
from huarong.explore.tile_bits import Tiles
from huarong.model.board import Goal, Metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve
from tests import naive
from tests.examples import examples


def request(text):
    return Request(hr.puzzle(text), Metric.MOVE)


@pytest.mark.parametrize(
    ("memory", "workers"), [(1 << 20, 1), (20 << 20, 2), (80 << 20, 1), (80 << 20, 9), (1 << 32, 3)]
)
def test_tiles_have_a_block_a_worker_or_as_few_as_fit(memory: int, workers: int) -> None:
    puzzle = hr.puzzle("1 2 3 4/5 6 7 8/9 10 0 11")
    found, room = Tiles.of(puzzle, Metric.STEP, memory, workers), max(memory - (16 << 20), 1 << 20)
    needed = 5 * Tiles(puzzle, Metric.STEP).level_bytes
    assert found.blocks >= min(workers, found.sizes.heads)
    assert needed <= found.blocks * room or found.blocks == found.sizes.heads
    assert found.blocks <= workers or needed > (found.blocks - 1) * room


def test_a_buffer_is_as_large_as_the_block_needs_and_no_larger_than_the_memory(monkeypatch, tmp_path):
    runs, asked = Runs(hr.puzzle("横刀立马"), Metric.STEP, Shares(1 << 20)), list[int]()
    monkeypatch.setattr(
        sorted_keys.np, "empty", lambda size, kind, make=np.empty: asked.append(size) or make(size, kind)
    )
    for count in (1, 10**7):
        runs.expand(Store(tmp_path), LevelRecord(0, (count,), (None,)), 0)
    assert (
        asked[0] == 2 * runs.packing.fan_out and asked[0] < asked[1] <= (1 << 20) // 8 * 2 // 5 + runs.packing.fan_out
    )


def test_bits_are_a_few_for_each_layout_and_level():
    """Of the 15-puzzle: 3 levels of 2 bits a layout, and links; all of them are read in each of 80 levels."""
    found = ExplorationCost.of(request("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"))
    assert (found.layouts, found.words) == (math.factorial(16) // 2, 0)
    assert 0.75 < found.room / found.layouts < 0.8 and 120 < found.passed / found.layouts < 130


def test_keys_are_eight_bytes_a_word():
    one, two = (ExplorationCost.of(request(name), 10**9) for name in ("Pelopones", "Traffic Jam"))
    assert (one.words, two.words) == (1, 2)
    assert (2 * one.room, 2 * one.passed) == (two.room, two.passed) == (4 * 10**9, 128 * 10**9)
    pytest.raises(InputError, ExplorationCost.of, request("Traffic Jam")).match("--layouts")


@pytest.mark.parametrize("text", ["876543210", "ABC/DEF/G.#/goal:/ABC/DEF/G.#"])
def test_the_room_is_what_is_taken(text, tmp_path, monkeypatch):
    most = 0

    def names(self):
        nonlocal most
        most = max(most, sum(each.stat().st_size for each in os.scandir(self.folder)))
        return os.listdir(self.folder)

    monkeypatch.setattr(Store, "names", names)
    run(text, resources=Resources(folder=tmp_path, workers=1))
    assert 0.5 < most / ExplorationCost.of(request(text)).room < 1.2


@pytest.mark.parametrize("goal", ["1../.../...", ".../.2./..5", ".../.../..1", ".../.../12.", ".../..8/76."])
def test_goals_of_some_tiles_are_met_where_a_search_meets_them(goal: str) -> None:
    # One more goal, far away, names every tile: else those that no goal names would be alike, and no numbered tiles.
    puzzle = hr.puzzle("312/456/87.", goal=f"{goal}/goal:/.87/654/321")
    assert not Tiles.fits(puzzle)
    best = hr.solve(puzzle, "step").length
    assert run(puzzle, "step", Resources("disk", workers=1), until_goal=True).goal_depth == best


def test_a_plan_goes_to_another_process() -> None:
    plan = Tiles(hr.puzzle("12/34/5."), hr.Metric.STEP, 1)
    again = pickle.loads(pickle.dumps(plan))
    assert (again.puzzle, again.metric, again.blocks) == (plan.puzzle, plan.metric, plan.blocks)


def test_the_maps_of_a_puzzle_are_made_once(monkeypatch) -> None:
    made, numbers = [], Tiles._numbers

    def counted(self: Tiles, orders: object) -> object:
        made.append(orders)
        return numbers(self, orders)

    monkeypatch.setattr(Tiles, "_numbers", counted)
    counts = run("12/34/5.", "step", Resources("disk", workers=1)).levels
    once = len(made)
    assert run("12/34/5.", "step", Resources("disk", workers=1)).levels == counts and len(made) == once > 0


COUNTS = st.dictionaries(st.integers(0, 1023), st.integers(1, 5000), max_size=40)


def runs_of(*counts):
    return [
        Sorted(StoredArray(str(i), 0, 0), tuple(sorted(each)), tuple(each[c] for c in sorted(each)))
        for i, each in enumerate(counts)
    ]


@examples(50)
@given(st.lists(COUNTS, max_size=4), st.integers(1, 9000), st.integers(1, 8))
def test_blocks_cover_the_range_and_none_is_much_larger_than_asked(counts, block, workers):
    plan = Runs(hr.puzzle("横刀立马"), Metric.STEP, Shares(1 << 20, block, workers))
    blocks = plan._cut(runs_of(*counts))
    assert blocks[0][0] == 0 and blocks[-1][-1] == 1 << 64
    assert all(list(cuts) == sorted(set(cuts)) for cuts in blocks)
    assert all(a[-1] == b[0] for a, b in itertools.pairwise(blocks))
    many = {}
    for each in counts:
        for c, n in each.items():
            many[c] = many.get(c, 0) + n
    wide = plan.form[1]
    for cuts in blocks:
        held = sum(
            n * max(0, min(cuts[-1], (c + 1) << wide) - max(cuts[0], c << wide)) / (1 << wide) for c, n in many.items()
        )
        assert held <= block + 1


def candidates(name, block, folder):
    """The number of keys in all runs of an exploration for each layout, and the most blocks of a level."""
    plan, store = Runs(hr.puzzle(name), Metric.STEP, Shares(1 << 24, block)), Store(folder)
    do = threads(1)(lambda: None, store)
    total = most = 0
    made = []

    def run(some):
        nonlocal total
        found = do(some)
        if some and getattr(some[0].func, "__name__", "") == "expand":
            total += sum(sum(each.counts) for runs in found for each in runs)
        return found

    plan, level = plan.begin(store, run)
    while level.count:
        made.append(level)
        most = max(most, len(level.counts))
        level = plan.advance(store, run, made)
    return total / sum(each.count for each in made), most


@pytest.mark.slow  # every layout of a large space
def test_blocks_keep_neighbours_together(monkeypatch, tmp_path):
    """In many blocks, a level has hardly more neighbours to write than in one block; without classes it has more."""
    (one, few), (cut, many) = candidates("横刀立马", 1 << 20, tmp_path), candidates("横刀立马", 60, tmp_path)
    assert (few, many > 5) == (1, True)
    monkeypatch.setattr(sorted_keys, "_CLASS_BITS", 0)
    spread, _ = candidates("横刀立马", 60, tmp_path)
    assert cut < 1.25 * one < 1.4 * one < spread


@pytest.mark.parametrize("name", ["横刀立马", "Traffic Jam", "876543210"])
def test_the_class_is_what_it_was_before_mixing(name):
    plan = Runs(hr.puzzle(name), Metric.STEP, Shares(1 << 20))
    low, wide = plan.form
    assert 0 <= low <= wide <= 64 and 64 - wide <= 10


CLASSIC = "4x5 2x2:1 1x2:4 2x1:1 1x1:4"


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_it_says_what_the_atlas_says(metric: str) -> None:
    for text, goal in (("4x4 2x2:1 2x1:1 1x1:2", "..../..../aa../aa.."), ("3x3 XX/X.:1 1x1:3", ".../.aa/.a.")):
        ours, known = (find(text, goal, metric, top=999) for find in (hardest_from_goals, hardest))
        assert ours.facts == known.facts
        most = [each for each in known.starts if each.length == known.facts.longest]
        assert [each.puzzle for each in ours.starts] == [each.puzzle for each in most]
        assert solve(ours.starts[0].puzzle, metric).length == ours.facts.longest
    assert naive.bfs(ours.starts[0].puzzle, metric).distance == ours.facts.longest


@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_a_goal_that_nothing_can_meet(engine: EngineName) -> None:
    """Beside the goal there is no room, two pieces overlap, there are too few pieces, or the goal is off the board."""
    for text, goal in (
        ("3x2 2x1:1 X./XX:1", ".../.aa"),
        ("3x2 2x1:2", Goal.of([[(0, 0), (0, 1)]])),
        ("3x2 2x1:1", Goal.of([[(0, 0), (0, 3)]])),
        ("3x2 2x1:1", Goal.of([[(0, 2)]])),
    ):
        found = hardest_from_goals(text, goal, "step", Resources(engine))
        assert found.facts == hardest(text, goal, "step").facts
        assert (found.facts.longest, found.starts) == (None, ())
    pytest.raises(InputError, hardest_from_goals, "2x1 2x1:2", "aa").match("the pieces do not fit")


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    folder, levels, write = tmp_path / "levels", [], Checkpoint.write

    def counted(self: Checkpoint, folder: Path) -> None:
        levels.append(len(self.levels))
        write(self, folder)

    with mock.patch.object(Checkpoint, "write", counted), pytest.raises(Cancelled):
        hardest_from_goals(CLASSIC, resources=Resources(folder=folder), metric="step", cancel=lambda: len(levels) > 9)
    assert Checkpoint.read(folder).plan == {"kind": "keys", "goals": True}
    puzzle = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
    pytest.raises(InputError, run, puzzle, "step", Resources(folder=folder, resume=True)).match("another")
    found = hardest_from_goals(CLASSIC, resources=Resources(folder=folder, resume=True), metric="step")
    assert found.facts == hardest(CLASSIC, metric="step").facts
    assert [each.length for each in found.starts] == [126, 126]


def test_what_it_refuses() -> None:
    pytest.raises(InputError, hardest_from_goals, "4x5 2x2:1 1x1:1..2").match("ranges")
    pytest.raises(InputError, hardest_from_goals, "4x4 2x1=LR:1 1x1:1", "..../..../..aa/....").match("anywhere")


@given(st.data())
def test_each_task_goes_to_one_machine_and_the_last_ones_come_from_the_longest_part(given_data) -> None:
    machines = given_data.draw(st.lists(st.sampled_from("abcde"), unique=True))
    queues, given_out = on_ray._Queues(n := given_data.draw(st.integers(0, 12)), machines), list[int]()
    while queues:
        machine = given_data.draw(st.sampled_from([*machines, "new"]))
        own, most = len(queues.parts.get(machine, ())), max(map(len, queues.parts.values()))
        before = {name: len(part) for name, part in queues.parts.items()}
        task = queues.next(machine)
        assert task is not None
        (source,) = (name for name, part in queues.parts.items() if len(part) < before[name])
        assert source == machine if own else before[source] == most
        if given_data.draw(st.booleans()) and task not in given_out:
            queues.back(task, machine)
        else:
            given_out.append(task)
    assert sorted(given_out) == list(range(n)) and queues.next("a") is None


def test_an_error_of_ray_without_a_cause_says_what_it_says() -> None:
    error = type("RayError", (Exception,), {})
    ray = mock.Mock(exceptions=mock.Mock(RayError=error), get=mock.Mock(side_effect=error("a worker died\nat noon")))
    pytest.raises(HuarongError, on_ray._result, ray, None, "{kind}: {why}").match("^RayError: a worker died$")
