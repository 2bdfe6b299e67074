"""Explorations on a Ray cluster that the tests start: the counts are right even where workers are killed."""

import functools
import importlib.util
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import huarong as hr
from huarong.atlas.atlas import Atlas
from huarong.errors import Cancelled, HuarongError, InputError
from huarong.explore import Resources, checkpoint, ray as cluster, run
from huarong.explore.store import Store
from huarong.model.board import Metric
from tests.examples import data
from tests.explore.test_parity import PUZZLES, counted

pytest.importorskip("ray", reason='Ray is not installed: pip install ".[cluster]"')
# A cluster is a dozen processes, which take longer to start than all other tests of this folder.
pytestmark = pytest.mark.slow

KNOWN = data("levels")
EIGHT = next(each["levels"] for each in KNOWN if each["puzzle"] == "876543210")
CLASSIC = {each["metric"]: each["levels"] for each in KNOWN if each["puzzle"] == "横刀立马"}
BLOCK = 500
"""Keys a block: small, so that levels are of many tasks."""


@pytest.fixture(scope="module", autouse=True)
def ray():
    with pytest.MonkeyPatch.context() as patch:
        # Ray kills workers when the whole machine runs low on memory, whichever process takes it.
        patch.setenv("RAY_memory_monitor_refresh_ms", "0")
        with cluster.connected("local", 2) as ray:
            yield ray


@pytest.mark.parametrize(
    ("name", "metric"),
    # Round the ring all metrics agree, in 276 levels.
    [(name, metric) for name in PUZZLES for metric in Metric if "ring" not in name or metric is Metric.STEP],
)
def test_same_counts(name, metric, tmp_path):
    found = run(PUZZLES[name](), metric, Resources("ray", folder=tmp_path, workers=2, block=100))
    assert (found.levels, found.goal_depth) == counted(name, metric)


def test_keys_of_tiles_count_what_is_counted_in_memory(tmp_path):
    """In several blocks of each large level."""
    alone = run("876543210")
    block = max(alone.levels) // 4
    found = run("876543210", resources=Resources("ray", tmp_path, workers=2, block=block, by="keys"))
    assert (found.levels, found.goal_depth) == (alone.levels, alone.goal_depth)


def test_each_machine_does_its_part():
    """Neighbouring tasks are done on one machine; who is done takes tasks from the end of the longest part left."""
    left = cluster._Queues(10, ["ant", "bee"])
    assert [left.next(each) for each in ("ant", "bee", "bee")] == [0, 5, 6]
    assert [left.next("bee") for _ in range(4)] == [7, 8, 9, 4]
    assert left.next("cow") == 3  # it came later
    left.back(9, "bee")
    assert [left.next("ant") for _ in range(3)] == [1, 2, 9] and left.next("ant") is None and not left


@pytest.mark.parametrize(
    ("name", "metric", "known", "depths"),
    [("876543210", "move", EIGHT, ("5", "11", "17")), ("横刀立马", "step", CLASSIC["step"], ("50", "58", "66"))],
)
def test_killed_workers(name, metric, known, depths, tmp_path, monkeypatch):
    """Three workers are killed in the middle of a level, in the middle of a task."""
    victims = tmp_path / "victims"
    victims.mkdir()

    def claimed(path):
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    def do(task):
        """Tasks that report their worker's process and run until that is killed."""
        level = re.search(r"depth=(\d+)", repr(task))
        mine = victims / (level[1] if level else "0")
        if mine.name in depths and claimed(mine.with_suffix(".claim")):
            mine.with_suffix(".part").write_text(str(os.getpid()))
            mine.with_suffix(".part").replace(mine)
            while True:
                task()
        return task()

    stop = threading.Event()
    killed = set()

    def kill():
        while not stop.wait(0.01):
            for each in set(victims.iterdir()) - killed:
                if not each.suffix:
                    os.kill(int(each.read_text()), signal.SIGKILL)
                    killed.add(each)

    monkeypatch.setattr(cluster, "_do", do)
    killer = threading.Thread(target=kill)
    killer.start()
    try:
        found = run(name, metric, Resources("ray", folder=tmp_path / "levels", workers=2, block=100))
    finally:
        stop.set()
        killer.join()
    assert list(found.levels) == known and len(killed) == 3


CHILD = """
import sys
from huarong.explore import Resources, checkpoint, run
pause = checkpoint.Checkpoint.write
def write(self, folder):
    if len(self.levels) > 50:
        sys.stdin.read()
    pause(self, folder)
    print(len(self.levels), flush=True)
checkpoint.Checkpoint.write = write
run(sys.argv[1], "step", Resources("ray", sys.argv[2], block=200, workers=2))
"""


def test_a_killed_driver_goes_on(tmp_path):
    args = [sys.executable, "-c", CHILD, "横刀立马", str(tmp_path)]
    child = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in child.stdout:
        if line.strip() == "50":
            child.send_signal(signal.SIGKILL)
            break
    child.communicate()
    assert child.returncode == -signal.SIGKILL and len(checkpoint.Checkpoint.read(tmp_path).levels) >= 50
    found = run("横刀立马", "step", Resources("ray", folder=tmp_path, resume=True, workers=2, block=BLOCK))
    assert list(found.levels) == CLASSIC["step"]


def test_a_cancelled_one_goes_on(tmp_path):
    calls = []
    with pytest.raises(Cancelled):
        run(
            "876543210",
            resources=Resources("ray", folder=tmp_path, workers=2),
            cancel=lambda: calls.append(1) or len(calls) > 20,
        )
    found = run("876543210", resources=Resources("ray", folder=tmp_path, resume=True, workers=2))
    assert list(found.levels) == EIGHT


FULL = """
import subprocess, sys
from pathlib import Path
from huarong.explore import Resources, run
from huarong.explore import ray as cluster
from huarong.resuming import DiskFullError
folder = Path(sys.argv[1])
def disk(size, how="remount,"):
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"{how}size={size}", "none", folder], check=True)
disk("16m", "")
with cluster.connected("local", 2):
    for resume, size in (False, "200k"), (True, "16m"):
        try:
            asked = "876543210", "step", Resources("ray", folder / "x", resume, workers=2)
            print(run(*asked, progress=lambda _: disk(size)).total)
        except DiskFullError as error:
            print("full", "--resume" in str(error))
        disk("16m")
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small file system takes root")
def test_a_full_disk_and_a_larger_one(tmp_path):
    args = ["unshare", "--mount", sys.executable, "-c", FULL, str(tmp_path)]
    done = subprocess.run(args, capture_output=True, text=True)
    if "Operation not permitted" in done.stderr or "permission denied" in done.stderr.lower():
        pytest.skip("this machine lets nobody mount a file system")
    assert done.stdout.split("\n") == ["full True", "181440", ""]


def test_too_little_memory(tmp_path):
    with pytest.raises(InputError, match="482 MiB"):
        run("876543210", resources=Resources("ray", folder=tmp_path, workers=2), max_memory="256M")


@pytest.mark.parametrize(("address", "why"), [("127.0.0.1:1", "refused"), ("ray://127.0.0.1:1", "refused"), ("x", "x")])
def test_no_cluster_there(address, why, tmp_path):
    """In a fresh process, which is not connected yet; Ray by itself would try for minutes."""
    command = "from huarong.cli.main import main; main()"
    args = [sys.executable, "-c", command, "explore", "876543210", "--engine", "ray"]
    done = subprocess.run([*args, "--address", address], capture_output=True, text=True, timeout=300)
    assert done.returncode == 2 and f"no Ray cluster answers at {address}" in done.stderr and why in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(
    importlib.util.find_spec("ray._private.authentication") is None, reason="this version of Ray knows no tokens"
)
def test_a_cluster_that_wants_a_token(tmp_path):
    """Ray itself refuses at once where it finds none, whatever answers at the address."""
    command = "from huarong.cli.main import main; main()"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        args = [sys.executable, "-c", command, "explore", "876543210", "--engine", "ray"]
        env = os.environ | {"RAY_AUTH_MODE": "token", "HOME": str(tmp_path)}
        env.pop("RAY_AUTH_TOKEN", None)
        done = subprocess.run([*args, "--address", address], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2 and "token" in done.stderr and "Traceback" not in done.stderr


def test_a_machine_that_has_just_died_is_not_asked_about_its_installation(monkeypatch):
    asked = {1: "ant (node a)", 2: "bee (node b)"}
    alive = {"a": {"NodeManagerHostname": "ant"}, "b": {"NodeManagerHostname": "bee"}}

    def result(ray, call):
        if call == 2:
            raise HuarongError("no longer there")
        return {"version": "1"}

    monkeypatch.setattr(cluster, "_everywhere", lambda *_: (asked, []))
    monkeypatch.setattr(cluster, "_nodes", lambda ray: alive)
    monkeypatch.setattr(cluster, "_result", result)
    pytest.raises(HuarongError, cluster._ask, None, "levels", None, "file").match("no longer there")
    del alive["b"]
    assert cluster._ask(None, "levels", None, "file") == [{"version": "1", "name": "ant (node a)"}]


SETTING = """
import contextlib, sys
from huarong.errors import LimitReached
from huarong.explore import Resources, run
seconds = 30 if sys.argv[1] == "Pelopones" else 600  # its 54 million keys take minutes
with contextlib.suppress(LimitReached):
    run(sys.argv[1], resources=Resources("ray", sys.argv[2], workers=2), max_memory=sys.argv[3], max_seconds=seconds)
"""


@pytest.mark.parametrize(("name", "setting"), [("1 2 3/4 5 6/7 8 9/10 11 0", 500), ("Pelopones", 1024)])
def test_peak_memory_stays_below_the_setting(name, setting, tmp_path):
    """The peak of the driver and its two workers together, without Ray's own processes."""

    def resident(pid):
        try:
            text = Path(f"/proc/{pid}/status").read_text()
            return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) >> 10
        except (OSError, TypeError):
            return 0

    def workers():
        own = {each for each in os.listdir("/proc") if each.isdigit()} - before
        for each in own:
            try:
                if b"ray::" in Path(f"/proc/{each}/cmdline").read_bytes():
                    yield each
            except OSError:
                pass

    before = set(os.listdir("/proc"))
    args = [sys.executable, "-c", SETTING, name, str(tmp_path), f"{setting}M"]
    child, peak = subprocess.Popen(args, stderr=subprocess.DEVNULL), 0
    while child.poll() is None:
        busiest = sorted(map(resident, workers()))[-2:]
        peak = max(peak, resident(child.pid) + sum(busiest))
        time.sleep(0.02)
    assert child.returncode == 0 and 200 < peak <= setting


def test_a_task_that_fails_is_told_without_what_ray_puts_around_it(monkeypatch, tmp_path):
    def broken(task):
        raise RuntimeError("out of order")

    monkeypatch.setattr(cluster, "_do", broken)
    with pytest.raises(HuarongError, match=r"RuntimeError: out of order.*--resume"):
        run("876543210", "step", Resources("ray", folder=tmp_path, workers=2, block=100))


def test_only_of_levels_a_failure_says_how_to_go_on(ray):
    def broken():
        raise RuntimeError("out of order")

    with pytest.raises(HuarongError, match=r"could not run a task \(RuntimeError: out of order\)$"):
        cluster._result(ray, ray.remote(broken).remote())


def test_no_more_tasks_at_a_time_than_workers_were_asked_for(ray, tmp_path):
    """Each task records when it began and ended; one worker was asked for on a cluster of two."""

    def at_work(store, i):
        began = time.time()
        time.sleep(0.02)
        return began, time.time()

    team = cluster._Team(ray, 1)
    try:
        do = cluster._start(team, lambda: None, Store(tmp_path))
        spans = sorted(do([functools.partial(at_work, None, i) for i in range(5)]))
    finally:
        team.end()
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))


def test_a_task_that_kills_its_workers_ends_the_run(ray, monkeypatch, tmp_path):
    """The others go on meanwhile, each on a worker that follows one that has died."""
    monkeypatch.setattr(cluster, "_RETRIES", 2)
    done = tmp_path / "done"

    def deadly():
        with done.open("a") as file:
            file.write("x")
        os.kill(os.getpid(), signal.SIGKILL)

    team = cluster._Team(ray, 2)
    try:
        assert team.do([functools.partial(int, i) for i in range(9)], lambda: None) == [*range(9)]
        pytest.raises(HuarongError, team.do, [deadly, int, int], lambda: None).match(r"could not run a task.*--resume")
    finally:
        team.end()
    assert done.read_text() == "xxx"


def test_hardest_starts_of_all_sets_of_a_family_are_tasks_of_ray(ray):
    """All 203 piece sets with a square and two cells free, which together are the family's space."""
    family = hr.Space.parse("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
    atlas = Atlas.build(family, hr.puzzle("横刀立马").goal, "step")
    sets = [
        f"4x5 2x2:1 2x1:{a} 1x2:{b} 1x1:{c}"
        for a, b, c in itertools.product(range(8), range(8), range(15))
        if 2 * (a + b) + c <= 14
    ]
    task = ray.remote(hr.design.hardest)
    found = ray.get([task.remote(each, metric="step", top=1) for each in sets if hr.Space.parse(each).size])
    assert len(found) == 203 and sum(each.facts.layouts for each in found) == len(family)
    assert sum(each.facts.solvable for each in found) == atlas.facts.solvable
    assert max(each.facts.longest or 0 for each in found) == atlas.facts.longest
