"""The engine for a graphics processor: run on one where there is one, else its kernels and array operations are tested
by a stand-in.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, strategies as st

import huarong as hr
from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.errors import HuarongError, InputError
from huarong.explore import Resources, gpu, run
from huarong.explore.exploration import Request
from huarong.limits import Watch
from huarong.model.goal import Goal
from huarong.model.metric import Metric
from huarong.space.space import Space
from tests.examples import examples, few
from tests.explore.cuda import Host
from tests.strategies import puzzles


def explored(puzzle, metric="move", *, device, **options):
    """Explore on this device."""
    return gpu.explore(Request(hr.puzzle(puzzle), Metric(metric), **options), Watch(), device)


DATA = Path(__file__).parents[1] / "data"
KNOWN = json.loads((DATA / "levels.json").read_text("utf-8"))
SMALL = [each for each in KNOWN if sum(each["levels"]) < 1 << 20]


@pytest.fixture(scope="module", params=["host", "device"])
def device(request, tmp_path_factory):
    if request.param == "host":
        return Host(tmp_path_factory.mktemp("kernels"))
    try:
        return gpu.Cuda()
    except InputError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("known", few(SMALL, 2), ids=lambda each: f"{each['puzzle']} {each['metric']}")
def test_known_levels(known, device):
    found = explored(known["puzzle"], known["metric"], device=device)
    assert list(found.levels) == known["levels"]
    assert found.goal_depth == hr.solve(known["puzzle"], known["metric"]).length


def test_until_goal(device):
    found = explored("横刀立马", until_goal=True, device=device)
    assert found.goal_depth == found.radius == 81
    assert not found.complete


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    return Host(tmp_path_factory.mktemp("kernels"))


def test_distances_that_pass_a_byte(device):
    """Around a ring of 24 cells with one empty, the way to all 552 layouts: a byte does not hold the last ones."""
    ring = hr.Puzzle.parse("ABCDEFG/H#####I/J#####K/L#####M/N#####O/P#####Q/RSTUVW.", goal="A....../" + "......./" * 6)
    with pytest.raises(InputError, match="254"):
        explored(ring, "step", device=device)
    with pytest.raises(InputError, match="254"):
        gpu.distances(Space.of(ring), Goal.of([[(0, 0), (1, 1)]]), device=device)


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
        found = gpu.distances(space, puzzle.goal, metric, device=device)
    except HuarongError:
        assert len(space.board.free) > 64
        return
    assert ((found.get() if hasattr(found, "get") else found) == dense.distances(space, puzzle.goal, metric)).all()


@pytest.mark.slow
def test_all_layouts_with_one_square(device):
    space = Space.parse("4x4", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
    goal = Goal.of([[(0, 9)]])
    found = gpu.distances(space, goal, device=device)
    expected = device.xp.asarray(Atlas.build(space, goal, "step").distances)
    assert bool((found == expected).all())


@pytest.mark.parametrize("chip", [pytest.param("sm_80", marks=pytest.mark.slow), "sm_90"])
def test_compiler(chip, tmp_path):
    """NVIDIA's compiler accepts the kernels without a warning."""
    compiler = shutil.which("nvcc")
    if compiler is None:
        pytest.skip("there is no nvcc")
    (tmp_path / "dense.cu").write_text(gpu.source(), "utf-8")
    args = [compiler, f"-arch={chip}", "-Werror", "all-warnings", "-cubin", "dense.cu"]
    assert not subprocess.run(args, cwd=tmp_path, capture_output=True, check=True).stderr


def test_an_automaton_with_too_many_edges(monkeypatch):
    monkeypatch.setattr(gpu, "_MOST_EDGES", 1)
    with pytest.raises(InputError, match=r"edges, and the limit is 1: .*disk"):
        gpu.Dense(Space.parse("3x3 1x1:2"), Metric.STEP, SimpleNamespace(xp=np), False)


def test_a_device_with_too_little_memory(host, monkeypatch):
    monkeypatch.setattr(host, "room", 3 * Space.of(hr.puzzle("横刀立马")).size - 1)
    with pytest.raises(InputError, match="too little memory: explore on disk"):
        explored("横刀立马", device=host)


def test_without_a_device():
    try:
        gpu.Cuda()
    except InputError:
        with pytest.raises(InputError, match="cupy"):
            run("876543210", resources=Resources("gpu"))
