"""The engine for a graphics processor: run on one where there is one, else its kernels and array operations are tested
by a stand-in.
"""

import json
import shutil
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, strategies as st

import huarong as hr
from huarong import device as devices
from huarong.atlas import dense, on_device
from huarong.atlas.atlas import Atlas
from huarong.design import chapters
from huarong.design.records import build_chapter
from huarong.device import Device, Program
from huarong.errors import HuarongError, InputError, UnknownName
from huarong.explore import Resources, gpu, run
from huarong.explore.exploration import Request
from huarong.limits import Watch
from huarong.model.board import Goal, Metric
from huarong.space.space import Space
from tests.cuda import Host
from tests.examples import examples, few
from tests.strategies import puzzles


def explored(puzzle, metric="move", *, device, **options):
    """Explore on this device."""
    return gpu.explore(Request(hr.puzzle(puzzle), Metric(metric), **options), Watch(), device)


DATA = Path(__file__).parents[1] / "data"
KNOWN = json.loads((DATA / "levels.json").read_text("utf-8"))
SMALL = [each for each in KNOWN if sum(each["levels"]) < 1 << 20]


@pytest.mark.parametrize("known", few(SMALL, 2), ids=lambda each: f"{each['puzzle']} {each['metric']}")
def test_known_levels(known, device):
    found = explored(known["puzzle"], known["metric"], device=device)
    assert list(found.levels) == known["levels"]
    assert found.goal_depth == hr.solve(known["puzzle"], known["metric"]).length


def test_until_goal(device):
    found = explored("横刀立马", until_goal=True, device=device)
    assert found.goal_depth == found.radius == 81 and not found.complete


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    return Host(tmp_path_factory.mktemp("kernels"))


RING = "ABCDEFG/H#####I/J#####K/L#####M/N#####O/P#####Q/RSTUVW."
"""Around a ring of 24 cells with one empty, the way to all 552 layouts is longer than a byte holds."""


def test_distances_that_pass_a_byte(device):
    ring = hr.Puzzle.parse(RING, goal="A....../" + "......./" * 6)
    found = explored(ring, "step", device=device)
    assert found.levels == run(ring, "step").levels and found.radius > 254
    assert found.goal_depth == hr.solve(ring, "step").length
    space, goal = Space.of(ring), Goal.of([[(0, 0), (1, 1)]])
    wide = on_device.distances(space, goal, Metric.STEP, device, Watch())
    assert np.array_equal(wide, dense.distances(space, goal, "step")) and wide.dtype == np.uint16
    assert explored(ring, "step", until_goal=True, device=device).levels == found.levels[: found.goal_depth + 1]


def test_distances_that_pass_two_bytes(device, monkeypatch):
    monkeypatch.setitem(on_device._FAR, 2, 270)
    puzzle = hr.Puzzle.parse(RING, goal="A....../" + "......./" * 6)
    with pytest.raises(InputError, match="more than 270 are too large"):
        explored(puzzle, "step", device=device)


def test_ranks_of_64_bits(device, monkeypatch):
    """Kernels for more layouts than 32 bits count, used for a small space."""
    monkeypatch.setattr(on_device, "_NARROW", 100)
    found = explored("横刀立马", "move", device=device)
    assert found.levels == run("横刀立马", "move").levels


@examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(puzzle=puzzles(limit=100), metric=st.sampled_from(Metric))
def test_same_levels_as_the_other_engines(device, puzzle, metric):
    try:
        found = explored(puzzle, metric, device=device)
    except InputError:
        assert len(puzzle.board.free) > 64
        return
    assert found.levels == run(puzzle, metric).levels


@examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(puzzle=puzzles(limit=100), metric=st.sampled_from(Metric))
def test_same_distances_as_the_sweep(device, puzzle, metric):
    space = Space.of(puzzle)
    try:
        found = on_device.distances(space, puzzle.goal, metric, device, Watch())
    except HuarongError:
        assert len(space.board.free) > 64
        return
    assert np.array_equal(found, dense.distances(space, puzzle.goal, metric))


def test_an_atlas_by_a_device(device, monkeypatch, tmp_path):
    """The distances in the file are the processor's; the header says which engine found them."""
    monkeypatch.setattr(devices, "here", lambda: device)
    puzzle = hr.puzzle("横刀立马")
    space = Space.of(puzzle)
    ours = Atlas.build(space, puzzle.goal, "step", engine="gpu", save=tmp_path / "gpu")
    theirs = Atlas.build(space, puzzle.goal, "step", engine="cpu", save=tmp_path / "cpu")
    assert np.array_equal(ours.distances, theirs.distances)
    assert (ours.why.key, theirs.why.key) == ("gpu", "frames")
    assert np.array_equal(Atlas.open(tmp_path / "gpu").distances, Atlas.open(tmp_path / "cpu").distances)
    monkeypatch.setattr(type(device), "room", 1000)
    with pytest.raises(InputError, match="too little memory"):
        Atlas.build(space, puzzle.goal, "step", engine="gpu")
    with pytest.raises(UnknownName, match="cpu"):
        Atlas.build(space, puzzle.goal, "step", engine="gpus")


def test_a_chapter_by_a_device(device, monkeypatch, tmp_path):
    monkeypatch.setattr(devices, "here", lambda: device)
    monkeypatch.setattr(chapters, "_KLOTSKI", "2x2:1 2x1:0..1 1x1:2.. empty:2..4 {}")
    tiny = replace(chapters.CHAPTERS["klotski-4x5"], rows=partial(chapters.klotski, "3x4", ""))
    monkeypatch.setitem(chapters.CHAPTERS, "klotski-4x5", tiny)
    ours = build_chapter("klotski-4x5", tmp_path / "gpu", engine="gpu")
    theirs = build_chapter("klotski-4x5", tmp_path / "cpu", engine="cpu")
    assert ours.rows == theirs.rows and len(ours.rows) > 3
    with pytest.raises(InputError, match="these chapters can: klotski-4x5"):
        build_chapter("simple-3x3", tmp_path, engine="gpu")


@pytest.mark.slow
def test_all_layouts_with_one_square(device):
    space = Space.parse("4x4", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
    goal = Goal.of([[(0, 9)]])
    found = on_device.distances(space, goal, Metric.STEP, device, Watch())
    assert np.array_equal(found, Atlas.build(space, goal, "step").distances)


KERNELS = [
    ("dense", {"BYTES": 1, "FAR": 254, "WIDE": 0}),
    ("dense", {"BYTES": 2, "FAR": 65534, "WIDE": 1}),
    ("orders", {"CELLS": 15, "LINE": 3, "HEADS": "726485760u"}),
    ("deepening", {"CELLS": 25, "WIDTH": 5, "PATTERNS": 4, "VIEWS": 2}),
    ("deepening", {"CELLS": 16, "WIDTH": 4, "PATTERNS": 3, "VIEWS": 1}),
    ("orders", {"CELLS": 14, "LINE": 2, "HEADS": "51891840u"}),
]


class Nvcc(Device):
    """NVIDIA's compiler, without a device."""

    def __init__(self, chip, folder):
        self.chip, self.folder = chip, folder

    def compiled(self, text, options):
        (self.folder / "kernels.cu").write_text(text, "utf-8")
        args = ["nvcc", "-std=c++17", f"-arch={self.chip}", "-Werror", "all-warnings", *options, "-cubin", "kernels.cu"]
        assert not subprocess.run(args, cwd=self.folder, capture_output=True, check=True).stderr


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("nvcc") is None, reason="there is no nvcc")
@pytest.mark.parametrize("chip", ["sm_80", "sm_90"])
@pytest.mark.parametrize(("name", "constants"), KERNELS)
def test_nvcc(chip, name, constants, tmp_path):
    """NVIDIA's compiler accepts the kernels without a warning."""
    Program(Nvcc(chip, tmp_path), name, lambda: None, **constants)


def test_an_automaton_with_too_many_edges(monkeypatch):
    monkeypatch.setattr(on_device, "_MOST_EDGES", 1)
    with pytest.raises(InputError, match=r"edges, and the limit is 1: .*disk"):
        on_device.DenseOnDevice(Space.parse("3x3 1x1:2"), Metric.STEP, SimpleNamespace(xp=np), Watch(), False)


def test_a_device_with_too_little_memory(host, monkeypatch):
    monkeypatch.setattr(host, "room", 3 * Space.of(hr.puzzle("横刀立马")).size - 1)
    with pytest.raises(InputError, match="too little memory: this takes 193 KiB, and 193 KiB are free"):
        explored("横刀立马", device=host)
    with pytest.raises(InputError, match="too little memory"):
        explored("1 2 3/4 5 6/7 8 0", device=host)


def test_without_a_device():
    try:
        Device()
    except InputError:
        with pytest.raises(InputError, match="cupy"):
            run("876543210", resources=Resources("gpu"))
