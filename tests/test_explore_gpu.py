"""The engine for a graphics processor: on one where there is one, and its kernels and array operations without."""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import huarong as hr
from huarong import gpu, sweep
from huarong.atlas import Atlas
from huarong.board import Metric
from huarong.errors import HuarongError, InputError
from huarong.explore import explore
from huarong.space import Space

from .strategies import puzzles

KNOWN = json.loads((Path(__file__).parent / "data" / "levels.json").read_text("utf-8"))
SMALL = [each for each in KNOWN if sum(each["levels"]) < 1 << 20]


class Host:
    """A stand-in for a device: NumPy's arrays, and the kernels compiled as plain C."""

    xp = np

    def __init__(self, folder):
        (folder / "dense.c").write_text(gpu.source(), "utf-8")
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            pytest.skip("there is no C compiler")
        args = [compiler, "-DHOST", "-O2", "-Wall", "-Werror", "-shared", "-fPIC"]
        subprocess.run([*args, "-o", folder / "dense.so", folder / "dense.c"], check=True)
        self.library = ctypes.CDLL(str(folder / "dense.so"))

    def launch(self, name, size, *args):
        kinds = {np.int32: ctypes.c_int, np.int64: ctypes.c_longlong}
        given = [
            ctypes.c_void_p(each.ctypes.data)
            if isinstance(each, np.ndarray)
            else kinds[type(each)](each)
            for each in args
        ]
        getattr(self.library, name)(*given)


@pytest.fixture(scope="module", params=["host", "device"])
def device(request, tmp_path_factory):
    if request.param == "host":
        return Host(tmp_path_factory.mktemp("kernels"))
    try:
        return gpu.Cuda()
    except InputError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("known", SMALL, ids=lambda each: f"{each['puzzle']} {each['metric']}")
def test_known_levels(known, device):
    found = gpu.explore(known["puzzle"], known["metric"], device=device)
    assert list(found.levels) == known["levels"]
    assert found.goal_depth == hr.solve(known["puzzle"], known["metric"]).length


def test_until_goal(device):
    found = gpu.explore("横刀立马", until_goal=True, device=device)
    assert found.goal_depth == found.radius == 81
    assert not found.complete


@settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(puzzle=puzzles(limit=100), metric=st.sampled_from(Metric))
def test_same_levels_as_the_other_engines(device, puzzle, metric):
    try:
        found = gpu.explore(puzzle, metric, device=device)
    except InputError:
        return
    assert found.levels == explore(puzzle, metric).levels


@settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(puzzle=puzzles(limit=100))
def test_same_distances_as_the_sweep(device, puzzle):
    space = Space.of(puzzle)
    try:
        found = gpu.distances(space, puzzle.goal, device=device)
    except HuarongError:
        return
    expected = sweep.distances(space, puzzle.goal, "step")
    assert (np.asarray(found.get() if hasattr(found, "get") else found) == expected).all()


@pytest.mark.slow
def test_all_layouts_with_one_square(device):
    space = Space.parse("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
    goal = hr.puzzle("横刀立马").goal
    found = gpu.distances(space, goal, device=device)
    expected = device.xp.asarray(Atlas.build(space, goal, "step").distances)
    assert bool((found == expected).all())


def test_without_a_device():
    if not gpu.available():
        with pytest.raises(InputError, match="CuPy"):
            gpu.explore("876543210")
