"""The main job: one puzzle, warm and in process, and as a whole process of its own."""

import subprocess
import sys

import pytest

import huarong as hr
from huarong.limits import Watch
from huarong.search.bfs import BreadthFirst

LARGE = ["gnome-klotski: Shark", "gnome-klotski: American Pie", "gnome-klotski: Transeuropa"]
MEDIUM = ["gnome-klotski: Poppy", "gnome-klotski: Ambush", "gnome-klotski: Success"]


def prepared(name, metric):
    return (BreadthFirst(hr.puzzle(name), hr.Metric(metric), Watch()),), {}


@pytest.mark.parametrize(("metric", "best"), [("move", 81), ("slide", 90), ("step", 116)])
def bench_search_of_hengdaolima(benchmark, metric, best):
    """The search itself: at most 1.2 ms in moves, 1.1 ms in steps."""
    hr.solve("横刀立马", metric)
    benchmark.pedantic(lambda search: search.run(), setup=lambda: prepared("横刀立马", metric), rounds=300)
    assert hr.solve("横刀立马", metric).length == best


@pytest.mark.parametrize("metric", ["move", "step"])
def bench_solve_of_hengdaolima(benchmark, metric):
    """The whole call with its Solution: at most 2 ms."""
    assert benchmark(hr.solve, "横刀立马", metric).verify()


@pytest.mark.parametrize("name", MEDIUM)
def bench_polyominoes(benchmark, name):
    """Layouts a second of puzzles of other shapes, none of them symmetric: 10 million."""
    found = hr.solve(name, "step").explored
    benchmark.pedantic(lambda search: search.run(), setup=lambda: prepared(name, "step"), rounds=30)
    benchmark.extra_info["layouts a second"] = round(found / benchmark.stats.stats.min)


@pytest.mark.parametrize("metric", ["move", "step"])
@pytest.mark.parametrize("name", LARGE)
def bench_keys_of_several_words(benchmark, name, metric):
    """Layouts a second where a key takes two or three words, and a board up to two: 3 million."""
    found = 1_000_000

    def with_room():
        (search,), _ = prepared(name, metric)
        search.grow(2 * found)
        return (search,), {}

    benchmark.pedantic(lambda search: search.run(found), setup=with_room, rounds=5)
    benchmark.extra_info["layouts a second"] = round(found / benchmark.stats.stats.min)


def bench_process(benchmark):
    """`huarong solve 横刀立马` from nothing: at most 0.25 s and 60 MB."""
    code = (
        "import atexit; from huarong.cli.main import main;"
        "peak = lambda: open('/proc/self/status').read().split('VmHWM:')[1].split()[0];"
        "atexit.register(lambda: print(peak())); main(['solve', '横刀立马'])"
    )
    done = benchmark.pedantic(
        lambda: subprocess.run([sys.executable, "-c", code], check=True, capture_output=True), rounds=10
    )
    peak = int(done.stdout.split()[-1]) / 1024
    benchmark.extra_info["MB"] = round(peak)
    assert peak < 60


def bench_memory(benchmark):
    """Bytes a layout of a search of 6 million: at most 24."""
    code = (
        "import huarong as hr;"
        "peak = lambda: int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0]) * 1024;"
        "least = peak(); found = hr.solve('gnome-klotski: Solomon', 'step').explored;"
        "print((peak() - least) / found)"
    )
    done = benchmark.pedantic(
        lambda: subprocess.run([sys.executable, "-c", code], check=True, capture_output=True), rounds=1
    )
    each = float(done.stdout)
    benchmark.extra_info["bytes a layout"] = round(each, 1)
    assert each < 24
