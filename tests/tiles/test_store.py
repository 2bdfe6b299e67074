"""Tables in the cache folder: written, listed, removed, and refused when damaged."""

import json
import os
import random
import subprocess
import sys

import pytest

import huarong.tiles.store
import huarong.tiles.tableset
from huarong.errors import InputError, LimitReached, UnknownName
from huarong.limits import Watch
from huarong.tiles import build_tables, remove_tables, solve_tiles, stored_tables, table_set
from huarong.tiles.store import larger_sets, load_tables
from tests.tiles.naive_tiles import harmed


def test_tables_are_kept_listed_and_removed(empty_cache, monkeypatch):
    monkeypatch.setattr("huarong.limits._REPORT", 0.0)
    assert stored_tables() == ()
    seen = []
    kept = build_tables("tiles-3x3-4-4", progress=seen.append)
    assert (kept.name, kept.complete, kept.path) == ("tiles-3x3-4-4", True, empty_cache / "tiles-3x3-4-4")
    assert seen[-1].layouts == seen[-1].total == 6048
    assert (seen[-1].part, seen[-1].unit) == (kept.name, "entry")
    assert stored_tables() == (kept,)
    assert not [p for p in kept.path.iterdir() if p.suffix != ".table"]
    before = {p: p.stat().st_mtime_ns for p in kept.path.iterdir()}
    build_tables("tiles-3x3-4-4")
    assert {p: p.stat().st_mtime_ns for p in kept.path.iterdir()} == before
    assert remove_tables("tiles-3x3-4-4") == kept.bytes
    assert stored_tables() == ()
    assert not kept.path.exists()
    with pytest.raises(UnknownName):
        remove_tables("tiles-3x3-4-4")


def test_damaged_files_are_not_trusted(empty_cache, monkeypatch):
    each, chance = table_set("tiles-3x3-4-4"), random.Random(6)
    sound = bytes(load_tables(each, Watch()))
    files = sorted((empty_cache / each.name).iterdir())
    contents = [path.read_bytes() for path in files]
    for turn in range(120):
        path = files[turn % 2]
        content = harmed(contents[turn % 2], chance) if turn else contents[1]
        assert content != contents[turn % 2]
        path.write_bytes(content)
        monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
        assert load_tables(each, Watch(), may_build=False) is None
        if turn % 30 == 0:
            assert bytes(load_tables(each, Watch())) == sound
            assert path.read_bytes() == contents[turn % 2]
        path.write_bytes(contents[turn % 2])
    monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
    assert bytes(load_tables(each, Watch(), may_build=False)) == sound


def test_a_cache_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
    assert solve_tiles([1, 2, 3, 4, 5, 0, 7, 8, 6]).length == 1
    with pytest.raises(InputError, match="cannot be written"):
        build_tables("tiles-3x3-4-4")


def test_the_largest_set_that_is_built_is_used(empty_cache, monkeypatch):
    monkeypatch.setattr(huarong.tiles.tableset, "_SMALL", 5000)
    board = [7, 2, 4, 5, 0, 6, 8, 3, 1]
    small = solve_tiles(board, range(9))
    assert small.tables == "tiles-3x3-4-4"
    build_tables("tiles-3x3-8")
    large = solve_tiles(board, range(9))
    assert large.tables == "tiles-3x3-8"
    assert large.length == small.length
    assert large.explored < small.explored
    assert solve_tiles(board, range(9), tables="tiles-3x3-4-4").explored == small.explored


def test_of_larger_sets_only_those_that_serve_are_named(empty_cache):
    small, large = table_set("tiles-3x3-4-4"), table_set("tiles-3x3-8")
    assert larger_sets(small, 1 << 20) == []
    for name in ("tiles-3x3-4-4", "tiles-3x3-8", "tiles-2x3-5", "lines-3x3-4-4"):
        build_tables(name)
    (empty_cache / "tiles-no-set").mkdir()
    (empty_cache / "tiles-3x3-7-1").write_text("no folder")
    assert larger_sets(small, 1 << 20) == [large]
    assert larger_sets(small, sum(large.sizes) - 1) == larger_sets(large, 1 << 20) == []
    (file,) = (empty_cache / large.name).iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert larger_sets(small, 1 << 20) == []


def test_json_of_a_set(empty_cache):
    kept = build_tables("tiles-2x2-3")
    facts = kept.to_json()
    assert json.loads(json.dumps(facts)) == facts
    assert (facts["name"], facts["complete"]) == ("tiles-2x2-3", True)


@pytest.mark.parametrize("name", ["tiles-2x2-3", "tiles-3x3-4-4", "tiles-2x4-b3-4-2-1", "lines-2x3-3-2"])
def test_tables_built_into_files_are_those_built_into_memory(empty_cache, monkeypatch, name):
    built = bytes(load_tables(table_set(name), Watch()))
    files = {path.name: path.read_bytes() for path in (empty_cache / name).iterdir()}
    remove_tables(name)
    build_tables(name)
    assert {path.name: path.read_bytes() for path in (empty_cache / name).iterdir()} == files
    monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
    assert bytes(load_tables(table_set(name), Watch(), may_build=False)) == built


def test_a_build_keeps_to_its_memory(empty_cache):
    with pytest.raises(LimitReached, match="tiles-7-8 takes 994 MiB of memory; the limit is 500 MiB"):
        build_tables("tiles-7-8", max_memory="500M")
    assert stored_tables() == ()


@pytest.mark.slow
def test_the_peak_of_a_build(empty_cache):
    program = (
        "from huarong.tiles import build_tables; build_tables('tiles-7-8', max_memory='1G');"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )
    env = {**os.environ, "HUARONG_CACHE": str(empty_cache.parent)}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert int(done.stdout) << 10 < (1 << 30) + 100_000_000
