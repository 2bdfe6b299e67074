"""Builds that are stopped or killed are resumed."""

import itertools
import os
import random
import signal
import struct
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest

import huarong.tiles.store
from huarong.container import Container
from huarong.errors import Cancelled
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.tiles import build_tables, building, remove_tables, stored_tables, table_set
from huarong.tiles.store import load_tables
from tests.failures import survives
from tests.tiles.naive_tiles import harmed


def test_a_stopped_build_goes_on(empty_cache, monkeypatch):
    asked = itertools.count()
    with pytest.raises(Cancelled, match=r"entry|entries"):
        build_tables("tiles-6-6-3", cancel=lambda: next(asked) > 0)
    assert not any(each.complete for each in stored_tables())
    build_tables("tiles-3x3-4-4")
    (empty_cache / "tiles-3x3-4-4" / "5.6.7.8.table").unlink()
    assert [each.complete for each in stored_tables() if each.name == "tiles-3x3-4-4"] == [False]
    seen = []
    monkeypatch.setattr("huarong.limits._REPORT", 0.0)
    assert build_tables("tiles-3x3-4-4", progress=seen.append).complete
    assert seen[-1].total == 3024


class Mortal:
    """The kernel that builds, a portion at a time, until it raises an error."""

    def __init__(self, pieces, core=None):
        self.left, self.core = pieces, core or kernel("patterns")

    def __getattr__(self, name):
        def call(*args):
            if name in ("grow", "mark"):
                args, self.left = (*args[:-1], 1), self.left - 1
                if not self.left:
                    raise ZeroDivisionError
            value = getattr(self.core, name)(*args)
            return Mortal(self.left, value) if name == "Pattern" else value

        return call


@pytest.mark.parametrize("harm", [False, True])
def test_a_build_that_was_killed_goes_on(empty_cache, monkeypatch, harm):
    name, chance = "tiles-3x3-8", random.Random(3)
    sound = bytes(load_tables(table_set(name), Watch()))
    remove_tables(name)
    monkeypatch.setattr(building, "_EVERY", 0.0)
    write = building.write_table

    def write_after_a_while(*args):
        if next(written) % 20 == 0:
            write(*args)

    monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
    for after in (200, 100, 50):
        written = itertools.count()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(building, "write_table", write_after_a_while)
            patch.setattr(building, "kernel", lambda _, after=after: Mortal(after))
            with pytest.raises(ZeroDivisionError):
                build_tables(name)
        (begun,) = (empty_cache / name).iterdir()
        assert begun.name == "1.2.3.4.5.6.7.8" + building.BEGUN
        if harm:
            begun.write_bytes(harmed(begun.read_bytes(), chance))
        assert [each.complete for each in stored_tables()] == [False]
    monkeypatch.setattr(building, "_EVERY", 1e9)
    assert build_tables(name).complete
    assert bytes(load_tables(table_set(name), Watch())) == sound
    assert [path.name for path in (empty_cache / name).iterdir()] == ["1.2.3.4.5.6.7.8.table"]


# Builds a set of tables, says how many arrangements of the larger pattern each checkpoint knows, and kills itself, in
# the thread that builds, once they are a thousand more than it is told. Its clock goes on by one at each look.
KILLS_ITSELF = """
import itertools, os, signal, sys, types
from huarong.tiles import build_tables, building

building._EVERY = 0.0
building.time = types.SimpleNamespace(perf_counter=itertools.count().__next__)
save = building._Growth.save

def save_and_tell(self):
    save(self)
    if self.pattern[0] == 1:
        print(self.state[building._REACHED], flush=True)
        if self.state[building._REACHED] > int(sys.argv[1]) + 1000:
            os.kill(os.getpid(), signal.SIGKILL)

building._Growth.save = save_and_tell
build_tables("tiles-3x4-8-3")
"""


@pytest.mark.slow
def test_a_killed_process_loses_little(empty_cache):
    """A build that is killed twice resumes from its checkpoints, and ends with the tables of an undisturbed one."""
    env = {**os.environ, "HUARONG_CACHE": str(empty_cache.parent)}
    reached = 0
    for _ in range(2):
        command = [sys.executable, "-c", KILLS_ITSELF, str(reached)]
        process = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True)
        assert process.returncode == -signal.SIGKILL
        assert min(map(int, process.stdout.split())) >= reached
        (begun,) = empty_cache.rglob("1.2*begun")
        assert state_of(begun) >= reached + 1000
        reached = state_of(begun)
    assert not any(each.complete for each in stored_tables())
    build_tables("tiles-3x4-8-3")
    (kept,) = stored_tables()
    again = sums(kept.path)
    remove_tables(kept.name)
    build_tables("tiles-3x4-8-3")
    assert again == sums(kept.path)


@pytest.mark.parametrize(
    ("name", "every"),
    [
        ("tiles-2x3-3-2", 29),
        ("lines-2x3-3-2", 4),
        *(pytest.param(f"{each}-2x3-3-2", 1, marks=pytest.mark.slow) for each in ("tiles", "lines")),
    ],
)
def test_whatever_fails_it_goes_on(name, every, tmp_path, monkeypatch):
    """Each call that changes a file fails in each way: the next build has the tables of an undisturbed one, and nothing
    else.
    """
    monkeypatch.setattr(building, "_EVERY", 0.0)
    ends = ThreadPoolExecutor.shutdown  # no thread of a stopped build writes into the next one's folder
    monkeypatch.setattr(ThreadPoolExecutor, "shutdown", lambda pool, **_: ends(pool, True, cancel_futures=True))

    def work(place):
        monkeypatch.setenv("HUARONG_CACHE", str(place))
        monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
        found = build_tables(name)
        loaded = load_tables(table_set(name), Watch(), may_build=False)
        return found.bytes, found.complete, loaded

    survives(tmp_path, work, every=every, twice=every == 1)


def sums(folder):
    """Checksums of a set's files, without unfinished ones; pytest's diff of megabytes would take gigabytes."""
    found = (path for path in folder.iterdir() if not path.name.startswith("."))
    return {path.name: zlib.crc32(path.read_bytes()) for path in found}


def state_of(begun):
    """How many arrangements the checkpoint of an unfinished build has."""
    return struct.unpack_from("<4q", begun.read_bytes(), Container.offset)[3]
