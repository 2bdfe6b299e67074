"""Whole spaces by frames: the distances of every layout, in rank order, and all components."""

import subprocess
import sys

import pytest

from huarong.atlas import bitparallel
from huarong.model.goal import Goal
from huarong.space.space import Space

CLASSIC = "4x5 2x2:1 2x1:1 1x2:4 1x1:4"
FAMILY = "4x5 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."
GOAL = Goal.of([[(0, 13)]])


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def bench_classic_set(benchmark, metric):
    """65,880 layouts, warm: at most 4 ms in steps, 6 ms in moves."""
    space = Space.parse(CLASSIC)
    assert benchmark(bitparallel.distances, space, GOAL, metric).max() == 255


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def bench_family(benchmark, metric, threads):
    """29,334,498 layouts: at most 0.5 s in steps and 1.4 s in moves on one core, with two cores faster."""
    space = Space.parse(FAMILY)
    found = benchmark.pedantic(
        bitparallel.distances, (space, GOAL, metric), {"threads": threads}, rounds=5, warmup_rounds=1
    )
    assert len(found) == 29_334_498


def bench_family_from_nothing(benchmark):
    """Including the search for the frames."""
    found = benchmark.pedantic(
        lambda: bitparallel.distances(Space.parse(FAMILY), GOAL, "step"), rounds=5, warmup_rounds=1
    )
    assert len(found) == 29_334_498


def bench_components(benchmark):
    """All 25,422 components of the family: at most 0.4 s."""
    space = Space.parse(FAMILY)
    found = benchmark.pedantic(bitparallel.components, (space,), rounds=3, warmup_rounds=1)
    assert len(found[1]) == 25_422


@pytest.mark.parametrize("metric", ["step", "move"])
def bench_memory(benchmark, metric):
    """The family in a process of its own: at most 150 MB in all."""
    code = (
        "from huarong.atlas import bitparallel; from huarong.model.goal import Goal; from huarong.space.space "
        "import Space\n"
        f"bitparallel.distances(Space.parse({FAMILY!r}), Goal.of([[(0, 13)]]), {metric!r})\n"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    done = benchmark.pedantic(
        lambda: subprocess.run([sys.executable, "-c", code], check=True, capture_output=True), rounds=1
    )
    megabytes = int(done.stdout) / 1024
    benchmark.extra_info["MB"] = round(megabytes)
    assert megabytes < 150
