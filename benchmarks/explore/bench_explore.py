"""Distances of the 4x5 family on a device; explorations of each engine are in `benchmarks/growth.py`."""

import pytest

from huarong.errors import InputError
from huarong.explore import gpu


def bench_family_on_a_device(benchmark):
    """At most 50 ms for all distances in steps."""
    import huarong as hr
    from huarong.space.space import Space

    try:
        device = gpu.Cuda()
    except InputError:
        pytest.skip("there is no device")
    space = Space.parse("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
    dense = gpu.Dense(space, hr.Metric.STEP, device, reverse=True)
    goal, levels = hr.puzzle("横刀立马").goal, []

    def run():
        levels[:] = dense.fill(dense.goals(goal))
        device.xp.cuda.Device().synchronize()

    benchmark(run)
    seconds, about = benchmark.stats["min"], device.xp.cuda.Device().attributes
    bandwidth = 2e3 * about["MemoryClockRate"] * about["GlobalMemoryBusWidth"] / 8  # bytes a second at the peak
    benchmark.extra_info |= {
        "device": device.xp.cuda.runtime.getDeviceProperties(0)["name"].decode(),
        "CuPy": device.xp.__version__,
        "CUDA": device.xp.cuda.runtime.runtimeGetVersion(),
        "levels": len(levels),
        "layouts a second": space.size / seconds,
        "share of the memory bandwidth": space.size * (len(levels) + 3) / seconds / bandwidth,
    }
