"""Levels in an object store: right counts from any machine's local copies, no wrong object, one driver at a time."""

import json
import os
import pickle
import subprocess
import sys
import tempfile
import threading
from datetime import timedelta

import numpy as np
import pytest

from huarong.errors import Cancelled, FileError, InputError
from huarong.explore import objects, run
from huarong.explore.exploration import Resources
from huarong.explore.objects import ObjectStore, is_url, lease
from huarong.explore.store import LOCK, Stopped, StoredArray
from huarong.model.board import Metric
from tests.examples import data
from tests.explore.s3 import environ, server
from tests.explore.test_parity import PUZZLES, counted

obstore = pytest.importorskip("obstore", reason='obstore is not installed: pip install ".[cluster]"')
URL = "s3://levels/puzzle"
KNOWN = data("levels")


@pytest.fixture
def bucket(monkeypatch):
    """The objects of a store in memory."""
    kept = obstore.store.MemoryStore()
    monkeypatch.setattr(ObjectStore, "bucket", kept)
    return kept


def names(bucket):
    return {each["path"] for some in bucket.list() for each in some}


def machine(tmp_path, name, owner=""):
    return ObjectStore.at(URL, str(tmp_path / name), owner)


@pytest.mark.parametrize("name", ["tiles", "blocks", "one way"])
def test_same_counts(name, bucket, tmp_path):
    found = run(PUZZLES[name](), "step", Resources(folder=URL, local=tmp_path, block=100, workers=2))
    assert (found.levels, found.goal_depth) == counted(name, Metric.STEP) and LOCK not in names(bucket)
    assert not any(each.startswith(("run-", "clock-")) for each in names(bucket))
    assert not list(tmp_path.iterdir())


def test_goes_on_from_another_machine(bucket, tmp_path):
    """An exploration that was stopped is resumed on a machine without local copies."""
    name = "blocks"
    with pytest.raises(Cancelled):
        run(
            PUZZLES[name](),
            "step",
            Resources(folder=URL, local=tmp_path / "one", block=100),
            cancel=lambda: "level-0004-00000" in names(bucket),
        )
    assert "checkpoint" in names(bucket)
    with pytest.raises(InputError, match="continue with --resume"):
        run(PUZZLES[name](), "step", Resources(folder=URL, local=tmp_path / "two"))
    found = run(PUZZLES[name](), "step", Resources(folder=URL, local=tmp_path / "two", block=100, resume=True))
    assert (found.levels, found.goal_depth) == counted(name, Metric.STEP)


class Silent:
    """A store that answers until an object whose name begins so is asked for, and nothing from then on."""

    def __init__(self, store, name):
        self.store, self.name = store, name
        self.stuck, self.released, self.late = threading.Event(), threading.Event(), 0

    def __getattr__(self, method):
        def asked(*given, **more):
            if given and str(given[0]).startswith(self.name):
                self.stuck.set()
            if self.stuck.is_set():
                self.late += not self.released.wait(20)
            return getattr(self.store, method)(*given, **more)

        return asked


@pytest.mark.parametrize("name", ["explore.lock", "checkpoint", "level-0003"])
def test_an_exploration_ends_though_the_store_does_not_answer(name, monkeypatch, tmp_path):
    """Before the first level, in the driver, and in tasks: what was asked is left alone."""
    store = Silent(obstore.store.MemoryStore(), name)
    monkeypatch.setattr(ObjectStore, "bucket", store)
    try:
        with pytest.raises(Cancelled):
            run(
                PUZZLES["blocks"](), "step", Resources(folder=URL, local=tmp_path, block=100), cancel=store.stuck.is_set
            )
        assert not store.late
    finally:
        store.released.set()


def test_what_has_no_place_in_a_store(bucket, tmp_path):
    with pytest.raises(InputError, match="give the URL of the store"):
        run(PUZZLES["blocks"](), resources=Resources(folder=tmp_path, local=tmp_path))
    with pytest.raises(InputError, match="the engine memory does not accept folder"):
        run(PUZZLES["blocks"](), resources=Resources("memory", URL))


def test_another_machine_reads(bucket, tmp_path):
    numbers = np.arange(1000, dtype=np.uint64)
    entry = machine(tmp_path, "one").put("level-0001-00000", numbers)
    there = machine(tmp_path, "two")
    assert list(there.between(entry, 10, 20, 1)) == list(range(10, 20))
    assert list(there.get(entry, 5, 7)) == [5, 6] and there.names() == ["level-0001-00000"]
    there.drop(entry.name)
    assert not names(bucket)
    pytest.raises(FileError, machine(tmp_path, "three").get, entry).match("missing")


def test_what_was_put_and_nothing_else(bucket, tmp_path):
    """A local copy that is damaged or of another object is fetched again; an object that was not put is refused."""
    entry = machine(tmp_path, "one").put("level-0001-00000", np.arange(9, dtype=np.uint64))
    there = machine(tmp_path, "two")
    copy = there.folder / entry.name
    copy.write_bytes(b"something else")
    assert list(there.get(entry)) == list(range(9))
    data = bytearray(bytes(bucket.get(entry.name).bytes()))
    data[70] ^= 1
    bucket.put(entry.name, bytes(data))
    pytest.raises(FileError, machine(tmp_path, "three").get, entry).match("damaged")
    with pytest.raises(FileError, match="its size or checksum does not match"):
        machine(tmp_path, "four").get(StoredArray(entry.name, entry.size, entry.checksum ^ 1))


def test_copies_of_past_levels_go(bucket, tmp_path):
    store = machine(tmp_path, "one")
    for depth in range(8):
        store.put(f"level-{depth:04}-00000", np.arange(3, dtype=np.uint64))
    kept = sorted(each.name for each in store.folder.iterdir())
    assert kept == [f"level-{depth:04}-00000" for depth in (4, 5, 6, 7)] and len(store.names()) == 8


def test_one_driver(bucket, tmp_path):
    first, second = machine(tmp_path, "one"), machine(tmp_path, "two")
    with lease(first) as first.owner:
        pytest.raises(InputError, lease(second).__enter__).match(r"another exploration uses .*\(process")
        first.put("level-0000-00000", np.arange(3, dtype=np.uint64))
    with lease(second) as second.owner:
        pass
    assert LOCK not in names(bucket)


def test_a_driver_that_is_gone(bucket, tmp_path, monkeypatch):
    """A driver that has been silent is replaced, and what its tasks still write has no effect."""
    first, second = machine(tmp_path, "one"), machine(tmp_path, "two")
    late = lease(first)
    first.owner = late.__enter__()
    task = pickle.loads(pickle.dumps(first))
    monkeypatch.setattr(objects, "_now", lambda store: store.bucket.head(LOCK)["last_modified"] + timedelta(minutes=2))
    with lease(second) as second.owner:
        pytest.raises(Stopped, task.put, "level-0001-00000", np.arange(3, dtype=np.uint64))
        assert "level-0001-00000" not in names(bucket)
        late.__exit__(None, None, None)
        assert second.holder() == second.owner


CLUSTER = """
import json, os, sys
from ray.cluster_utils import Cluster
from huarong.explore import Resources, run
cluster, folders = Cluster(), sys.argv[1:]
for i, folder in enumerate(folders):
    os.environ["TMPDIR"] = folder  # what each machine has for its copies
    cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
for puzzle, metric in (("876543210", "step"), ("横刀立马", "slide")):
    where = f"s3://levels/{metric}"
    found = run(puzzle, metric, Resources("ray", where, address=cluster.address, block=3000), max_memory="2G")
    print(json.dumps(found.levels))
"""


@pytest.mark.slow
def test_machines_that_share_nothing_but_a_store(tmp_path):
    """Two nodes of Ray with folders of their own, and a server that speaks S3."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for each in folders:
        each.mkdir()
    with server() as (url, kept):
        env = (
            os.environ
            | environ(url)
            | {"RAY_memory_monitor_refresh_ms": "0", "RAY_AUTH_MODE": "disabled", "RAY_TMPDIR": tempfile.gettempdir()}
        )
        child = subprocess.run(
            [sys.executable, "-c", CLUSTER, *map(str, folders)], env=env, capture_output=True, text=True
        )
    assert not child.returncode, child.stderr
    assert [json.loads(line) for line in child.stdout.splitlines()] == [
        next(each["levels"] for each in KNOWN if (each["puzzle"], each["metric"]) == case)
        for case in (("876543210", "step"), ("横刀立马", "slide"))
    ]
    assert {"slide/checkpoint", "step/checkpoint"} <= set(kept)
    assert not any("lock" in each or "run-" in each for each in kept)
    assert not [each for folder in folders for each in folder.glob("huarong-*/*")]


def test_a_driver_that_was_replaced(bucket, tmp_path):
    """A driver that was replaced ends with a message, and does not touch the new driver's objects and copies."""
    resources = Resources(folder=URL, local=tmp_path, block=100)

    def replaced():
        if "level-0004-00000" in names(bucket):
            bucket.put(LOCK, b"another")
            bucket.put("level-0001-00000", b"another's")
        return False

    with pytest.raises(FileError, match="another exploration took over"):
        run(PUZZLES["blocks"](), "step", resources, cancel=replaced)
    assert {"level-0001-00000", LOCK} <= names(bucket) and objects.own_folder(URL, tmp_path).exists()


def test_a_second_driver_is_no_harm_to_the_first(bucket, tmp_path):
    first = machine(tmp_path, "one")
    with lease(first) as first.owner:
        entry = first.put("level-0001-00000", np.arange(3, dtype=np.uint64))
        with pytest.raises(InputError, match="another exploration uses"):
            run(PUZZLES["blocks"](), "step", Resources(folder=URL, local=tmp_path / "one"))
        assert (first.folder / entry.name).exists()


def test_urls():
    assert is_url("gs://bucket/levels") and not is_url("levels")
    for other in ("file:///levels", "s3://"):
        pytest.raises(InputError, is_url, other).match("cannot hold levels")


@pytest.mark.parametrize("url", ["s3://\\x/y", "s3://[::1", "s3://a b/c", "s3://x:y@z:99999/a"])
def test_no_address(url, tmp_path):
    """Said in words, not by the errors of whoever reads addresses for us."""
    with pytest.raises(InputError, match="is not a valid address of a store"):
        _ = ObjectStore.at(url, tmp_path).bucket


def test_a_store_that_does_not_answer(tmp_path, monkeypatch):
    monkeypatch.setenv("AWS_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_ALLOW_HTTP", "true")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
    monkeypatch.setattr(objects, "_RETRIES", {"max_retries": 0, "retry_timeout": timedelta(seconds=1)})
    pytest.raises(FileError, ObjectStore.at(URL, str(tmp_path)).names).match("s3://levels/puzzle")
