"""Hardest starts, of one set of pieces, of all of a family, and of simple puzzles."""

import subprocess
import sys

import pytest

from huarong.atlas import bitparallel
from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import read_goal
from huarong.design import hardest, hardest_sets, simple
from huarong.limits import Watch
from huarong.model.goal import Goal
from huarong.space.space import Space

SET = "4x5 2x2:1 2x1:2 1x2:3 1x1:4"
FAMILY = "4x5 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."


@pytest.mark.parametrize("metric", ["step", "move"])
def bench_one_set(benchmark, metric):
    """109,260 layouts, without a stored atlas, listing ten starts: at most 50 ms."""
    assert len(benchmark(hardest, SET, metric=metric).starts) == 10


@pytest.mark.parametrize("metric", ["step", "move"])
def bench_all_sets(benchmark, metric):
    """All 203 sets of 4x5, 29,334,498 layouts, without a stored atlas: at most 5 s."""
    found = benchmark.pedantic(hardest_sets, (FAMILY,), {"metric": metric}, rounds=3)
    assert len(found) == 203


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("metric", ["step", "move"])
def bench_sweep_of_all_sets(benchmark, metric, threads):
    """The distances of all 29,334,498 layouts: two threads are to take at most 1 / 1.7 of the time of one, on two idle
    cores.
    """
    space = Space.parse(FAMILY)
    work = {"goal": read_goal(space), "metric": metric, "threads": threads}
    assert benchmark.pedantic(bitparallel.distances, (space,), work, rounds=3, warmup_rounds=1) is not None


def bench_5x5(benchmark):
    """78,399,440 layouts of 5x5 with two empty cells, in a process of its own: at most 15 s of processor time and 400
    MB.

    7 s measured in steps, 9 in moves (with two threads 10), 205 MB.
    """
    code = (
        "import time; from huarong.space.space import Space; from huarong.model.goal import Goal; from "
        "huarong.atlas.atlas import Atlas\n"
        "space = Space.parse('5x5', '2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2')\n"
        "Atlas.build(space, Goal.of([[(0, 16)], [(0, 17)]]), 'step')\n"
        "print(time.process_time(), next(line.split()[1] for line in open('/proc/self/status') if "
        "line.startswith('VmHWM')))"
    )
    done = benchmark.pedantic(
        lambda: subprocess.run([sys.executable, "-c", code], check=True, capture_output=True), rounds=1
    )
    seconds, kilobytes = map(float, done.stdout.split())
    benchmark.extra_info |= {"cpu_seconds": round(seconds, 1), "MB": round(kilobytes / 1024)}


@pytest.mark.parametrize("workers", [1, 2])
def bench_simple_3x4(benchmark, workers):
    """All packings of 3x4, three metrics: two threads are to take at most 1 / 1.7 of the time of one (see 4x4)."""
    from huarong.resuming import Journal

    board = simple.Polyominoes.of(3, 4)
    found = benchmark(lambda: simple.by_number(board, Journal(None, ""), workers, Watch.of(max_seconds=3600)))
    assert len(found) == 11


@pytest.mark.parametrize("workers", [1, 2])
def bench_simple_4x4_nine(benchmark, workers):
    """Packings of 4x4 by a piece of four cells, one of three and seven more, three metrics."""
    board, watch = simple.Polyominoes.of(4, 4), Watch.of(max_seconds=3600)
    wanted = [s for s in simple.sizes(16) if len(s) == 9 and s[:2] in ((4, 2), (3, 3))]

    def work():
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(lambda s: simple.hardest_of(board, s, watch), wanted))

    assert len(benchmark.pedantic(work, rounds=1)) == len(wanted)


def bench_atlas_of_two_goals(benchmark):
    """A small 5x5, by either of two goals."""
    space = Space.parse("5x5", "2x2:1 1x1:2")
    goal = Goal.of([[(0, 16)], [(0, 17)]])
    assert benchmark(Atlas.build, space, goal, "step").facts.longest
