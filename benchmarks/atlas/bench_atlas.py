"""Atlases: whole spaces from all goals at once, look-ups, components, files.

`python -m pytest -c benchmarks/pytest.ini benchmarks/atlas`; the family and the tiles of 3x4 take a minute or two.
"""

import subprocess
import sys

import numpy as np
import pytest

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import read_goal
from huarong.atlas.statistics import Components
from huarong.library.reader import puzzle
from huarong.model.board import Metric
from huarong.space.space import Space

HERO = puzzle("横刀立马")
FAMILY = "4x5 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."


@pytest.fixture(scope="module")
def atlas():
    return Atlas.of(HERO, "move")


@pytest.fixture(scope="module")
def family():
    space = Space.parse(FAMILY)
    assert space.tables.letters == 5
    return space


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def bench_classic_set(benchmark, metric):
    """At most 4 ms in STEP, 6 ms in MOVE."""
    space = Space.of(HERO)
    assert benchmark(Atlas.build, space, HERO.goal, metric).facts.solvable == 53954


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def bench_family(benchmark, family, metric):
    """At most 0.5 s in STEP and 1.4 s in MOVE on one core; here on all there are."""
    built = benchmark.pedantic(Atlas.build, (family, read_goal(family), metric), rounds=3)
    assert built.facts.solvable == 28913089


@pytest.mark.parametrize("metric", ["step", "move"])
def bench_family_memory(benchmark, metric):
    """In a process of its own: at most 150 MB in all (Linux)."""
    code = (
        "from huarong.space.space import Space; from huarong.atlas.atlas import Atlas; from huarong.atlas.goals "
        "import read_goal;"
        f"space = Space.parse('{FAMILY}'); Atlas.build(space, read_goal(space), '{metric}');"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )
    run = [sys.executable, "-c", code]
    done = benchmark.pedantic(lambda: subprocess.run(run, check=True, capture_output=True, text=True), rounds=1)
    peak = int(done.stdout) / 1024
    benchmark.extra_info["MB"] = round(peak)
    assert peak < 150


def bench_family_components(benchmark, family):
    """At most 0.5 s, including the numbers of layouts and goals of each component."""
    values = np.zeros(family.size, np.uint8)
    assert len(benchmark.pedantic(Components.of, (family, values), rounds=2)) == 25422


def bench_tiles_one_layout_at_a_time(benchmark):
    """At least 6 million layouts a second by rank and unrank."""
    tiles = puzzle("123/456/789/ab.")
    space = Space.of(tiles)
    values = benchmark.pedantic(dense.distances, (space, tiles.goal, "step"), rounds=1)
    assert int((values != 255).sum()) == 239500800
    benchmark.extra_info["layouts a second"] = round(239500800 / benchmark.stats.stats.min)


def bench_look_up_by_rank(benchmark, atlas):
    """At most 1 µs."""
    assert benchmark(atlas.distance, atlas.space.rank(HERO.start)) == 81


def bench_look_up_by_layout(benchmark, atlas):
    """At most 5 µs."""
    assert benchmark(atlas.get, HERO.start) == 81


def bench_look_up_in_a_file(benchmark, atlas, tmp_path):
    """At most 1 µs."""
    atlas.save(tmp_path / "hero.atlas")
    opened = Atlas.open(tmp_path / "hero.atlas")
    assert benchmark(opened.distance, atlas.space.rank(HERO.start)) == 81


def bench_look_up_a_million(benchmark, atlas):
    """At least 10 million a second: 100 ms."""
    ranks = np.random.default_rng(0).integers(0, atlas.space.size, 1_000_000)
    assert len(benchmark(atlas.lookup, ranks)) == 1_000_000


def bench_open_a_file(benchmark, family, tmp_path):
    """Opening takes no longer for a large file."""
    Atlas(family, read_goal(family), Metric.MOVE, np.zeros(family.size, np.uint8)).save(tmp_path / "x")
    assert benchmark(Atlas.open, tmp_path / "x").distance(5) == 0


def bench_solution_by_look_up(benchmark, atlas):
    assert benchmark(atlas.solution, HERO).length == 81


def bench_count_solutions(benchmark, atlas):
    assert benchmark(atlas.count_solutions, HERO.start) == 256
