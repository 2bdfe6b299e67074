"""Explorations: all engines agree with the naive twin, can be stopped and resumed, and stay within their memory."""

import dataclasses
import json
import os
import signal
import socket
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.errors import Cancelled, FileError, InputError
from huarong.explore import Resources, checkpoint, run, sorted_keys, store
from huarong.explore.engines import explored
from huarong.explore.exploration import Request
from huarong.explore.sorted_keys import Runs
from huarong.explore.store import OutOfMemoryError, Shares, Stopped, Store, threads
from huarong.explore.tile_bits import Tiles
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.resuming import DiskTooSmallError
from huarong.search.keys import KeyPacking
from huarong.space.space import Space
from tests import naive
from tests.cancelling import Asked
from tests.examples import data, examples
from tests.failures import survives
from tests.strategies import puzzles

KNOWN = data("levels")
SMALL = [each for each in KNOWN if sum(each["levels"]) < 1 << 20]
LARGE = [each for each in KNOWN if sum(each["levels"]) >= 1 << 20]


def test_a_line_for_each_level(tmp_path):
    """The log has a line for each level, also where the exploration was stopped and resumed."""
    log, folder = tmp_path / "log", tmp_path / "levels"
    with pytest.raises(Cancelled):
        run(
            "876543210",
            resources=Resources(folder=folder),
            log=log,
            cancel=lambda: log.exists() and len(log.read_text().splitlines()) > 5,
        )
    run("876543210", resources=Resources(folder=folder, resume=True), log=log)
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    known = next(each["levels"] for each in KNOWN if each["puzzle"] == "876543210")
    assert [each["layouts"] for each in lines] == [*known, 0]
    assert [each["depth"] for each in lines if each["goal"]] == [30] and lines[-2]["total"] == sum(known)
    assert [each["seconds"] for each in lines] == sorted(each["seconds"] for each in lines)
    assert lines[3]["bytes"] > 0
    pytest.raises(FileError, run, "12/3./goal:/.1/23", log=tmp_path / "no" / "log").match("cannot be written")
    pytest.raises(InputError, run, "12/3./goal:/.1/23", resources=Resources("gpu"), log=log).match(
        "gpu does not accept --log"
    )


@pytest.mark.parametrize(
    ("known", "engine"),
    [
        pytest.param(
            *(known, engine),
            id=f"{known['puzzle']} {known['metric']}, {engine}",
            marks=[pytest.mark.slow] * (engine == "disk" or (known["puzzle"] == "横刀立马" and engine != "memory")),
        )
        for known in SMALL
        for engine in ("memory", "disk", "disk, small blocks")
    ],
)
def test_known_levels(known, engine, tmp_path):
    folder = None if engine == "memory" else tmp_path / "levels"
    block = 500 if "small" in engine else 1 << 22
    found = run(known["puzzle"], known["metric"], Resources(folder=folder, block=block), max_memory="256M")
    assert list(found.levels) == known["levels"] and found.complete


@pytest.mark.slow
@pytest.mark.parametrize("folder", [None, "levels"])
@pytest.mark.parametrize("known", LARGE, ids=lambda each: each["puzzle"])
def test_known_levels_of_large_spaces(known, folder, tmp_path):
    folder = folder and tmp_path / folder
    assert list(run(known["puzzle"], known["metric"], Resources(folder=folder)).levels) == known["levels"]


@examples(25)
@given(puzzles(limit=100), st.sampled_from(Metric), st.sampled_from([3, 1 << 22]))
def test_levels_are_those_of_the_twin(tmp_path_factory, puzzle, metric, block):
    twin = naive.bfs(puzzle, metric.value).counts
    assert run(puzzle, metric, Resources(workers=1, block=block)).levels == twin
    folder = tmp_path_factory.mktemp("levels")
    assert run(puzzle, metric, Resources(folder=folder, workers=2, block=block)).levels == twin


@pytest.mark.parametrize(
    "board",
    [pytest.param("123/456/7.#", marks=pytest.mark.slow), *("12/34/5.", "12/#3/45/6.", "1#2/.34", "12#3/4567/8.##")],
)
def test_tiles_as_bits_and_as_keys(board, tmp_path):
    puzzle = hr.Puzzle.parse(board, goal=board)
    assert Tiles.fits(puzzle)
    twin = naive.bfs(puzzle, "step").counts
    for plan in (Tiles(puzzle, Metric.STEP, 3), Runs(puzzle, Metric.STEP, Shares(1 << 20, 50))):
        store = Store(tmp_path)
        do = threads(2)(lambda: None, store)
        plan, first = plan.begin(store, do)
        levels = [first]
        while levels[-1].count:
            levels.append(plan.advance(store, do, levels))
        assert tuple(level.count for level in levels[:-1]) == twin


@examples(30)
@given(puzzles(limit=100))
def test_keys_read_as_layouts(puzzle):
    packing = KeyPacking.of(puzzle, symmetric=False)
    key = np.array(packing.encode(packing.places(puzzle.start)), np.uint64)
    space = Space.of(puzzle)
    assert space.ranks(packing.decode(key)).tolist() == [space.rank(puzzle.start)]


@given(st.sampled_from(["横刀立马", "Traffic Jam", "gnome-klotski: American Pie"]), st.integers(1, 20), st.data())
def test_keys_are_sorted_in_pieces_and_the_work_can_be_stopped_between(name, piece, data):
    runs, stops = Runs(hr.puzzle(name), Metric.STEP, Shares(1 << 20)), []
    rows = data.draw(st.lists(st.tuples(*[st.integers(0, 3)] * runs.packing.words), min_size=1, max_size=60))
    keys = np.array(rows, np.uint64).reshape(-1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorted_keys, "_SORTED", piece * runs.packing.words)
        n = runs._cleaned(SimpleNamespace(check=lambda: stops.append(0)), keys, len(rows))
    assert keys.reshape(len(rows), -1)[:n].tolist() == sorted(map(list, set(rows)))
    assert len(stops) >= len(rows) // piece


@pytest.mark.parametrize("pure", [False, True], ids=["compiled", "plain"])
@given(st.data())
def test_kernel(pure, data):
    levels, kw = kernel("levels", pure=pure), data.draw(st.integers(1, 3))
    word = st.integers(0, 3) | st.integers(0, 2**64 - 1)
    lists = [sorted(data.draw(st.lists(st.tuples(*[word] * kw), max_size=30))) for _ in range(2)]
    keys, others = (np.array(each, np.uint64).reshape(-1) for each in lists)
    n = levels.unique(keys.data, len(lists[0]), kw)
    assert [tuple(row) for row in keys[: n * kw].reshape(-1, kw).tolist()] == sorted(set(lists[0]))
    n = levels.subtract(keys.data, n, others.data, kw)
    left = sorted(set(lists[0]) - set(lists[1]))
    assert [tuple(row) for row in keys[: n * kw].reshape(-1, kw).tolist()] == left
    low = data.draw(st.integers(0, 64))
    wide = data.draw(st.integers(max(54, low), 64))
    top = 64 - wide
    keys[::kw] &= np.uint64(2 ** min(64, low + top) - 1)
    mixed = keys.copy()
    levels.mix(mixed.data, len(keys) // kw, kw, low, wide)
    assert [each >> wide for each in mixed[::kw].tolist()] == [each >> low for each in keys[::kw].tolist()]
    assert len({tuple(row) for row in mixed.reshape(-1, kw).tolist()}) == len(
        {tuple(row) for row in keys.reshape(-1, kw).tolist()}
    )
    levels.unmix(mixed.data, len(keys) // kw, kw, low, wide)
    assert (mixed == keys).all()


def test_kernel_of_bits_means_the_same_uncompiled(monkeypatch):
    def explored():
        return run(hr.Puzzle.parse("12/34/5.", goal="12/34/5."), resources=Resources("disk")).levels

    compiled = explored()
    plain = {name: kernel(name, pure=True) for name in ("levels", "search")}
    for module in ("sorted_keys", "tile_bits"):
        monkeypatch.setattr(f"huarong.explore.{module}.kernel", plain.get)
    assert explored() == compiled


def test_until_goal():
    found = run("横刀立马", until_goal=True)
    assert found.goal_depth == found.radius == 81 and not found.complete
    found = run("876543210", until_goal=True)
    assert (found.goal_depth, found.radius) == (30, 30)


CHILD = """
import sys
from huarong.explore import Resources, checkpoint, run
pause = checkpoint.Checkpoint.write
def write(self, folder):
    if len(self.levels) > int(sys.argv[5]):
        sys.stdin.read()
    pause(self, folder)
    print(len(self.levels), flush=True)
checkpoint.Checkpoint.write = write
run(sys.argv[1], sys.argv[2], Resources(folder=sys.argv[3], block=int(sys.argv[4])))
"""
"""It tells each level that it has kept, and waits to be killed before it keeps more than it was told to."""


@pytest.mark.parametrize(
    ("name", "metric", "block", "level"),
    [
        ("876543210", "step", 1000, 17),
        pytest.param("横刀立马", "step", 100, 60, marks=pytest.mark.slow),
        pytest.param("横刀立马", "step", 100, 1, marks=pytest.mark.slow),
    ],
)
def test_a_killed_driver_goes_on(name, metric, block, level, tmp_path):
    args = [sys.executable, "-c", CHILD, name, metric, str(tmp_path), str(block), str(level)]
    child = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for line in child.stdout:
        if int(line) == level:
            child.kill()
            break
    child.communicate()
    assert child.returncode in (-9, 1)  # 1 on Windows
    done = checkpoint.Checkpoint.read(tmp_path)
    assert done is not None and level <= len(done.levels)
    pytest.raises(InputError, run, name, metric, Resources(folder=tmp_path)).match("--resume")
    known = next(each for each in KNOWN if (each["puzzle"], each["metric"]) == (name, metric))
    assert list(run(name, metric, Resources(folder=tmp_path, resume=True)).levels) == known["levels"]


@pytest.mark.slow  # processes of their own
def test_two_drivers_in_one_folder(tmp_path):
    """The second driver is refused while the first runs, and resumes its work once it was killed."""
    args = [sys.executable, "-c", CHILD, "横刀立马", "step", str(tmp_path), "100", "50"]
    child = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    child.stdout.readline()
    child.send_signal(signal.SIGSTOP)
    with pytest.raises(InputError, match=f"process {child.pid} on"):
        run("横刀立马", "step", Resources(folder=tmp_path, resume=True))
    child.kill()
    child.communicate()
    assert run("横刀立马", "step", Resources(folder=tmp_path, resume=True)).total == 25955


def test_nothing_appears_once_the_folder_has_another_owner(tmp_path):
    store = Store(tmp_path)
    with store.alone():
        store.put("a", np.ones(1, np.uint64))
    with Store(tmp_path).alone():
        pytest.raises(Stopped, store.put, "b", np.ones(1, np.uint64))
        assert sorted(os.listdir(tmp_path)) == ["a", "explore.lock"]


def test_resume_refuses_what_does_not_fit(tmp_path):
    run("876543210", resources=Resources(folder=tmp_path))
    pytest.raises(InputError, run, "876543210", "step", Resources(folder=tmp_path, resume=True)).match("another puzzle")
    with pytest.raises(InputError, match="another puzzle"):
        run("867543210", resources=Resources(folder=tmp_path, resume=True))
    pytest.raises(InputError, run, "876543210", resources=Resources(resume=True)).match("does not accept --resume")
    goals, folder = hr.puzzle("AB/../goal:/../AB"), tmp_path / "goals"
    explored(Request(goals, Metric.STEP, Resources("disk", folder=folder), goals=True), Watch())
    pytest.raises(InputError, run, goals, "step", Resources(folder=folder, resume=True)).match("another puzzle")
    done = checkpoint.Checkpoint.read(tmp_path)
    dataclasses.replace(done, plan={"kind": "bits by rank", "width": 64}).write(tmp_path)
    with pytest.raises(FileError, match="another version and cannot be resumed: use another folder"):
        run("876543210", resources=Resources(folder=tmp_path, resume=True))
    (tmp_path / "checkpoint").write_text("{}")
    with pytest.raises(InputError, match="was not written by huarong"):
        run("876543210", resources=Resources(folder=tmp_path, resume=True))


class Countdown:
    def __init__(self, n):
        self.n = n

    def __call__(self):
        self.n -= 1
        return self.n < 0


@pytest.mark.parametrize(
    ("by", "asking"),
    [
        ("bits", "Tiles.link Tiles.pull Tiles._settle Store.write"),
        ("keys", "Runs.expand Runs.merge Runs._cleaned Runs._written Store.between Store.write"),
    ],
)
def test_each_part_of_a_task_can_be_stopped(by, asking, tmp_path, monkeypatch):
    """Every loop of a task asks whether to stop, so a cancelled exploration ends at once."""
    asked = Asked()
    monkeypatch.setattr(Store, "check", lambda _: asked())
    run("123/45./goal:/123/45.", resources=Resources(folder=tmp_path, by=by))
    assert set(asking.split()) <= asked.by


def test_an_array_is_written_and_verified_in_portions(tmp_path, monkeypatch):
    """An array can be stopped between any two portions; a file that is not complete has no name."""
    monkeypatch.setattr(store, "_PORTION", 100)
    numbers = np.arange(1000, dtype="u8")
    entry = Store(tmp_path).put("whole", numbers)
    for work in (lambda place: place.verify(entry), lambda place: place.put("other", numbers)):
        for portions in range(10):
            place, asked = Store(tmp_path), Asked(portions + 1)
            place.check = lambda asked=asked, place=place: (asked() and place.stop.set(), Store.check(place))
            pytest.raises(Stopped, work, place)
            assert place.names() == ["whole"]
        work(Store(tmp_path))


def test_cancelled_and_resumed(tmp_path):
    pytest.raises(Cancelled, run, "横刀立马", "step", Resources(folder=tmp_path), cancel=Countdown(50))
    assert not [name for name in os.listdir(tmp_path) if name.startswith("run") or "part" in name]
    assert run("横刀立马", "step", Resources(folder=tmp_path, resume=True)).total == 25955


@pytest.mark.slow  # a file system of its own
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="mounting a small file system takes root")
def test_a_full_disk_and_a_larger_one(tmp_path):
    """On a tmpfs that is too small at first; it is mounted in a process with a mount namespace of its own."""
    program = f"""
import subprocess, sys
from pathlib import Path
from types import SimpleNamespace
from huarong.explore import Resources, run
from huarong.resuming import DiskFullError
folder = Path({str(tmp_path)!r})
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "none", folder], check=True)
try:
    run("876543210", "step", Resources(folder=folder / "levels", workers=1, by="keys"))
except DiskFullError as error:
    print("full", "--resume" in str(error))
subprocess.run(["mount", "-o", "remount,size=16m", folder], check=True)
print(run("876543210", "step", Resources(folder=folder / "levels", resume=True, by="keys")).total)
try:
    run("横刀立马", "step", Resources(folder=folder / "more", workers=1, block=100), cancel=lambda: fill(folder))
except DiskFullError as error:
    print("full")
(folder / "filler").unlink()
print(run("横刀立马", "step", Resources(folder=folder / "more", resume=True)).total)
"""
    program = program.replace(
        "import subprocess",
        "def fill(folder, calls=[]):\n"
        "    calls.append(1)\n"
        "    if len(calls) == 30:\n"
        "        with open(folder / 'filler', 'wb', buffering=0) as file:\n"
        "            try:\n"
        "                while True: file.write(bytes(4096))\n"
        "            except OSError: pass\n"
        "import subprocess",
        1,
    )
    done = subprocess.run(["unshare", "--mount", sys.executable, "-c", program], capture_output=True, text=True)
    if "Operation not permitted" in done.stderr or "permission denied" in done.stderr.lower():
        pytest.skip("this machine lets nobody mount a file system")
    assert done.stderr == "" and done.stdout.split("\n") == ["full True", "181440", "full", "25955", ""]


LINE, ONE_WAY = "A./../goal:/../.A", "slide: A=R\nA...\ngoal:\n...A"
FORMS = [(LINE, "keys"), ("12/3./goal:/.1/23", "bits"), (ONE_WAY, "keys")]


@pytest.mark.parametrize(
    ("text", "by", "every"),
    [
        *(pytest.param(*form, 53, id=f"some-{number}") for number, form in enumerate(FORMS)),
        *(pytest.param(*form, 1, id=f"all-{number}", marks=pytest.mark.slow) for number, form in enumerate(FORMS)),
    ],
)
def test_whatever_fails_it_goes_on(text, by, every, tmp_path):
    """Each call that changes a file fails in each way: the next run counts what one that nothing stopped counts."""

    def work(place):
        found = run(text, "step", Resources(folder=place / "levels", workers=1, resume=True, by=by))
        return found.levels, found.complete

    survives(tmp_path, work, every=every, twice=every == 1)


def test_a_file_that_vanishes_is_missed_on_the_machine_that_looks_for_it(tmp_path):
    store = Store(tmp_path)
    entry = store.put("a", np.arange(10, dtype=np.uint64))
    (tmp_path / "a").unlink()
    pytest.raises(FileError, store.get, entry).match(f"missing on {socket.gethostname()}")
    other = store.put("a", np.arange(1, 11, dtype=np.uint64))
    assert other.size == entry.size
    pytest.raises(FileError, store.get, entry).match("its size or checksum does not match")


def test_spaces_too_large(tmp_path):
    pytest.raises(OutOfMemoryError, run, "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0").match("--engine disk")
    with pytest.raises(DiskTooSmallError, match="TiB on the disk"):
        run("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", resources=Resources(folder=tmp_path))
    near = run("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", resources=Resources(folder=tmp_path), until_goal=True)
    assert near.goal_depth == 1
    with pytest.raises(OutOfMemoryError, match=r"limit of 16 MiB: allow more, or explore on disk"):
        run("Red Donkey", max_memory="16M")
    with pytest.raises(InputError, match="at least 256 MiB"):
        run("876543210", resources=Resources("disk"), max_memory="100M")


PEAK = """
import re, sys, time
from huarong.errors import Cancelled
from huarong.explore import Resources, run
from huarong.explore.store import Shares
from huarong.explore.store import OutOfMemoryError
try:
    folder = None if sys.argv[1] == "memory" else sys.argv[1]
    stop = time.monotonic() + 12
    print(run(sys.argv[2], resources=Resources(folder=folder), max_memory=sys.argv[3], until_goal=True,
                  cancel=lambda: sys.argv[2] == "Shark" and time.monotonic() > stop).total)
except (OutOfMemoryError, Cancelled):
    print(0)
print(int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) >> 10)
"""
"""(The peak that `getrusage` tells may be that of the process which began this one.)"""
FAR = hr.puzzle("1 2 3/4 5 6/7 8 9/10 11 0", "0 7 10/8 9 4/11 6 5/3 1 2")
"""Tiles whose goal is far: nearly all of them are seen."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "engine", "setting"),
    [
        pytest.param(FAR.text(), "memory", 256, id="tiles-memory-256"),
        pytest.param(FAR.text(), "disk", 256, id="tiles-disk-256"),
        pytest.param(FAR.text(), "disk", 1024, id="tiles-disk-1024"),
        ("Pelopones", "memory", 256),
        ("Pelopones", "disk", 512),
        pytest.param("Shark", "memory", 256, id="two words-memory-256"),
        pytest.param("Shark", "disk", 256, id="two words-disk-256"),
    ],
)
def test_peak_memory_stays_below_the_setting(name, engine, setting, tmp_path):
    folder = engine if engine == "memory" else str(tmp_path)
    args = [sys.executable, "-c", PEAK, folder, name, f"{setting}M"]
    done = subprocess.run(args, capture_output=True, text=True, check=True)
    total, peak = map(int, done.stdout.split())
    assert peak <= setting
    assert total > 50_000_000 or engine == "memory" or name == "Shark"
    if (name, engine) == ("Pelopones", "disk"):
        assert total == 53_699_988
