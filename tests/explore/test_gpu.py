"""Whole spaces of numbered tiles on a graphics processor: on one where there is one, else by a stand-in."""

import importlib
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import huarong as hr
from huarong import device as devices
from huarong.atlas import Atlas
from huarong.device import Device, Program
from huarong.errors import Cancelled, InputError, LimitReached
from huarong.explore import Resources, gpu, run
from huarong.explore.exploration import Request
from huarong.limits import Limits, Watch
from huarong.model.board import Goal, Metric
from huarong.space.space import Space
from huarong.tiles.orders import DeviceOrderSearch
from tests.cuda import Host
from tests.tiles.naive_tiles import naive_distances, shuffled

ROOT = Path(__file__).parents[2]
KNOWN = json.loads((ROOT / "tests" / "data" / "tile_levels.json").read_text("utf-8"))
THREADS = 4


def explored(text, device, watch=None, **options):
    return gpu.explore(Request(hr.puzzle(text), Metric.STEP, **options), watch or Watch(), device)


@pytest.mark.parametrize(
    ("width", "height", "lines"),
    [*((*size, lines) for size in ((2, 3), (3, 2), (2, 4), (4, 2)) for lines in (False, True)), (3, 3, True)],
)
def test_levels_of_the_naive_twin(width, height, lines, device):
    for seed in range(1 if width == height else 2):
        text = shuffled(width, height, seed)
        start = tuple(int(tile) for row in text.split("/") for tile in row.split())
        counts = Counter(naive_distances(start, width, "line" if lines else "tile").values())
        found = explored(text, device, lines=lines)
        assert found.levels == tuple(counts[d] for d in sorted(counts))
        solved = hr.tiles.solve_tiles(start, width=width, metric="line" if lines else "tile")
        assert found.goal_depth == solved.length


@pytest.mark.parametrize(
    "known",
    [pytest.param(each, marks=[pytest.mark.slow] * (each["total"] > 10**6)) for each in KNOWN],
    ids=lambda each: f"{each['puzzle']} {each['metric']}",
)
def test_known_levels(known, device, monkeypatch):
    """Whole 3x4: 53 moves, and 33 in lines, as others have found."""
    monkeypatch.setattr(Host, "checked", False)
    found = explored(known["puzzle"], device, lines=known["metric"] == "line")
    assert list(found.levels[: len(known["levels"])]) == known["levels"]
    assert (found.total, found.radius) == (known["total"], known["radius"])
    assert found.to_json()["metric"] == known["metric"]


@pytest.mark.slow
def test_first_levels_of_5x3_on_a_device(device):
    """What the first levels of 5x3 must be, if the device has room for its 653,837,184,000 layouts."""
    if device.room < DeviceOrderSearch.size(15, 3, lines=True):
        pytest.skip("the device has too little memory")
    text, watch = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 0", Watch(Limits(layouts=1000))
    seen, before = [], watch.look

    def look(depth=0, layouts=0, *rest):
        seen.append(layouts)
        before(depth, layouts, *rest)

    watch.look = look
    with pytest.raises(LimitReached):
        explored(text, device, watch, lines=True)
    assert [b - a for a, b in pairwise(sorted(set(seen)))][:6] == [6, 16, 48, 128, 384, 1023]


def test_until_goal(device):
    for text in ("1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/0 7 8", "8 0 6/5 4 7/2 3 1"):
        for lines in (False, True):
            found = explored(text, device, until_goal=True, lines=lines)
            start = [int(tile) for tile in text.replace("/", " ").split()]
            length = hr.tiles.solve_tiles(start, metric="line" if lines else "tile").length
            assert (found.goal_depth, found.radius) == (length, length)
    odd = explored("2 1 3/4 5 6/7 8 0", device, until_goal=True)
    assert (odd.goal_depth, odd.total, odd.complete) == (None, 181440, True)


def test_it_is_cancelled_between_two_launches(device, monkeypatch):
    """A level of many blocks is launched in pieces, and may be left after any of them."""
    monkeypatch.setattr(Host, "checked", False)
    monkeypatch.setattr(devices, "_BLOCKS", 3)
    calls = iter(range(1000))
    with pytest.raises(Cancelled, match="cancelled"):
        explored("1 2 3/4 5 6/7 8 9/10 11 0", device, Watch(cancel=lambda: next(calls) > 20))
    assert next(calls) < 25


def test_pieces_take_about_as_long(monkeypatch):
    """The number of blocks launched at a time follows the speed, up and down."""
    clock, sizes = [0.0], []

    class Slow(Device):
        def __init__(self):
            """Nothing is needed."""

        def wait(self):
            """The clock has it already."""

        def compiled(self, text, options):
            return lambda name: name

        def launch(self, function, blocks, args):
            clock[0] += blocks * (1e-6 if function == "quick" else 1e-3)
            sizes.append(blocks)
            assert int(args[-1]) == sum(sizes[:-1]) - first

    monkeypatch.setattr(devices.time, "perf_counter", lambda: clock[0])
    program, first = Program(Slow(), "orders", lambda: None), 0
    program.run("quick", 100_000)
    assert sum(sizes) == 100_000
    assert sizes[0] == 256
    assert max(sizes) * 1e-6 < 0.04
    first = sum(sizes)
    program.run("slow", 1000)
    assert sum(sizes) - first == 1000
    assert sizes[-2] == 30
    assert max(sizes[-5:]) <= 30


def test_what_is_refused(device):
    with pytest.raises(InputError, match="two or three cells"):
        explored("横刀立马", device, lines=True)
    with pytest.raises(InputError, match="the engine memory does not accept --lines; these do: gpu"):
        run("1 2 3/4 5 6/7 8 0", resources=Resources("memory"), lines=True)


def test_a_device_is_taken_unasked(device, monkeypatch):
    monkeypatch.setattr(devices, "here", lambda: device)
    monkeypatch.setattr(devices.importlib.util, "find_spec", lambda name: name)
    assert run("1 2 3/4 5 6/7 8 0").engine == "memory"
    monkeypatch.setattr(gpu, "_MANY", 1000)
    assert run("1 2 3/4 5 6/7 8 0").engine == "gpu"
    assert run("横刀立马", "step").engine == "gpu"
    assert run("1 2 3/4 5 6/7 8 0", lines=True).engine == "gpu"
    assert run("横刀立马", "step", Resources("memory")).engine == "memory"
    assert run("横刀立马", "step", Resources(workers=1)).engine == "memory"
    monkeypatch.setattr(type(device), "room", 1000)
    assert run("1 2 3/4 5 6/7 8 0").engine == "memory"
    monkeypatch.setattr(devices.importlib.util, "find_spec", lambda _: None)
    assert run("1 2 3/4 5 6/7 8 0").engine == "memory"


def test_the_benchmark(device, monkeypatch):
    """Small works of `benchmarks/gpu.py`: what does not fit is named; the pages take their tables from the rows."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    benchmark, figures = importlib.import_module("gpu"), importlib.import_module("figures")
    monkeypatch.setattr(devices, "here", lambda: device)
    board = "1 2 3/4 5 6/7 8 0"
    some = [benchmark.tiles(board, "step", 181440, 31), benchmark.tiles(board, "line", 181440, 24)]
    monkeypatch.setattr(benchmark, "FAMILY", "2x2:1 2x1:0..1 1x1:2.. empty:{}")
    family = Space.parse("3x4", benchmark.FAMILY.format("2.."))
    longest = Atlas.build(family, Goal.of([[(0, 6)], [(0, 7)]]), "step").facts.longest
    some += [benchmark.space("3x4", "2..", "step", longest), benchmark.tiles(*benchmark.TILES[-1])]
    rows, left = benchmark.run(device, iter(some[:3]), 100)
    assert [row["radius"] for row in rows] == [31, 24, longest]
    assert not left
    if device.room < 1 << 35:
        assert "too little memory" in benchmark.run(device, iter(some[3:]), 100)[1][0]
    korf = {"work": "korf24", "of": 1, "length": 95, "moves": "", "nodes": 10**9, "seconds": 0.5}
    found = {"device": "a card", "rows": [*rows, korf, {**rows[0], "radius": 84}]}
    monkeypatch.setattr(figures, "device", lambda: found)
    assert "| `1 2 3/4 5 6/7 8 0` | line | 181,440 | 24 |" in figures.graphics("en")
    assert figures.korf24("en").splitlines()[0].endswith("| nodes | a card |")
    assert figures.korf24("en").splitlines()[2].endswith("| 10^9 | 0.5 s |")
