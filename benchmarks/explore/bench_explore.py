"""Explorations: 3x4 tiles in full in every engine, keys of a block puzzle, the 4x5 family on a device.

Each runs in a process of its own, whose peak memory is shown too.
"""

import json
import subprocess
import sys
import tempfile

import pytest

from huarong.explore import gpu

TILES = "1 2 3/4 5 6/7 8 9/10 11 0"
PROGRAM = """
import json, re, sys
from huarong.explore import Resources, run
name, engine, folder, memory = sys.argv[1:]
found = run(
    name, resources=Resources(engine, None if engine == "memory" else folder, workers=2),
    max_memory=memory, until_goal=name == "Pelopones",
)
peak = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) >> 10
print(json.dumps([found.total, found.radius, found.seconds, peak]))
"""


def explored(benchmark, name, engine, memory):
    def run():
        with tempfile.TemporaryDirectory() as folder:
            args = [sys.executable, "-c", PROGRAM, name, engine, folder, memory]
            return json.loads(subprocess.run(args, capture_output=True, text=True, check=True).stdout)

    total, radius, seconds, peak = benchmark.pedantic(run, rounds=3)
    benchmark.extra_info |= {"seconds without the start": seconds, "peak MiB": peak}
    return total, radius, peak


def bench_tiles_in_memory(benchmark):
    """At most 10 s."""
    assert explored(benchmark, TILES, "memory", "4G")[:2] == (239_500_800, 53)


@pytest.mark.parametrize("memory", ["256M", "512M"])
def bench_tiles_on_disk(benchmark, memory):
    """At most 60 s within 512 MB."""
    total, radius, peak = explored(benchmark, TILES, "disk", memory)
    assert (total, radius) == (239_500_800, 53)
    assert peak <= int(memory[:-1])


def bench_tiles_on_ray(benchmark):
    """At most 20 s on two workers, without Ray's start."""
    pytest.importorskip("ray")
    assert explored(benchmark, TILES, "ray", "4G")[:2] == (239_500_800, 53)


def bench_keys_on_disk(benchmark):
    total, _, peak = explored(benchmark, "Pelopones", "disk", "512M")
    assert total == 53_699_988
    assert peak <= 512


def bench_family_on_a_device(benchmark):
    """At most 50 ms for all distances in steps."""
    import huarong as hr
    from huarong.space.space import Space

    if not gpu.available():
        pytest.skip("there is no device")
    space, device = Space.parse("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."), gpu.Cuda()
    dense = gpu.Dense(space, hr.Metric.STEP, device, reverse=True)
    goal, levels = hr.puzzle("横刀立马").goal, []

    def run():
        levels[:] = dense.fill(dense.goals(goal))
        device.xp.cuda.Device().synchronize()

    benchmark(run)
    seconds = benchmark.stats["min"]
    benchmark.extra_info |= {
        "device": device.xp.cuda.runtime.getDeviceProperties(0)["name"].decode(),
        "CuPy": device.xp.__version__,
        "CUDA": device.xp.cuda.runtime.runtimeGetVersion(),
        "levels": len(levels),
        "layouts a second": space.size / seconds,
        "share of the memory bandwidth": space.size * (len(levels) + 3) / seconds / device.bandwidth,
    }
