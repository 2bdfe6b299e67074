"""Atlases larger than memory: the file is that of memory, whatever the limit, however often it was stopped."""

import errno
import mmap
import os
import random
import shutil
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

from huarong.atlas import bitparallel, engines, file as atlas_file, table_on_disk
from huarong.atlas.atlas import Atlas
from huarong.atlas.bitparallel import on_disk as levels
from huarong.atlas.dense import TooLargeError
from huarong.atlas.goals import read_goal
from huarong.atlas.job import AtlasBuild, State
from huarong.atlas.table_on_disk import Mapped, TableOnDisk
from huarong.container import PIECE, Container, writing
from huarong.errors import Cancelled, FileError, InputError
from huarong.library.reader import puzzle
from huarong.limits import Limits, Watch, process_memory
from huarong.model.board import Board, Goal, Kind, Metric
from huarong.resuming import DiskFullError, DiskTooSmallError
from huarong.space.space import Space
from tests.atlas.truth import truth
from tests.examples import few
from tests.failures import survives
from tests.strategies import as_layout

HERO = puzzle("横刀立马")
SETS = Space.parse("4x4 2x2:0..1 2x1:0.. 1x1:0..3 empty:3..8")
SPACES = {
    "one set": (Space.of(HERO), HERO.goal),
    "several sets": (SETS, Goal.of([[(1, 2)], [(0, 8)]])),
    "dominoes": (Space.parse("4x4 2x1:2 1x2:3"), Goal.of([[(0, 14)], [(0, 12), (1, 3)]])),
    "one way only": (Space.parse("4x3 a@1x1=R:2 b@1x1=LD:1 1x2:1"), Goal.of([[(0, 3)]])),
    "everything is a goal": (Space.parse("3x3 2x1:1 1x1:2"), Goal.of([[]])),
    "no goal": (Space.parse("3x1 1x1:3"), Goal.of([[(0, 0)]])),
    "long": (Space(Board(520, 1), (Kind.of([(0, 0)]),), ((1, 1),)), Goal.of([[(0, 0)]])),
    "just in a byte": (Space(Board(255, 1), (Kind.of([(0, 0)]),), ((1, 1),)), Goal.of([[(0, 0)]])),
    "no more in a byte": (Space(Board(256, 1), (Kind.of([(0, 0)]),), ((1, 1),)), Goal.of([[(0, 0)]])),
}


BYTES, BITS = "1M", "64M"
"""Limits under which small spaces are built in a table of bytes, and by levels of bits if they have frames."""


def on(path: Path, space: Space, goal: Goal, metric: str, **limits: Any) -> Atlas:
    """The atlas built on disk, although memory would suffice."""
    with mock.patch.object(engines, "fits_memory", return_value=False):
        return Atlas.build(space, goal, metric, save=path, **{"max_memory": BYTES, **limits})


def contents(path: Path) -> tuple[bytes, dict[str, object]]:
    with Container.open(path, "atlas") as found:
        about = {name: each for name, each in found.header.items() if name not in ("seconds", "reason")}
        return bytes(found.content()), about


@pytest.mark.parametrize("memory", [BYTES, BITS])
def test_a_full_disk_says_what_is_kept_and_how_to_go_on(memory: str, tmp_path: Path) -> None:
    built = tmp_path / "disk"
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with (
        mock.patch.object(AtlasBuild, "keep", side_effect=full),
        pytest.raises(DiskFullError, match="are kept there; make room and run the same command"),
    ):
        on(built, *SPACES["one set"], "step", max_memory=memory)
    there = on(built, *SPACES["one set"], "step", max_memory=memory)
    assert there.facts == Atlas.build(*SPACES["one set"], "step").facts


@pytest.mark.parametrize(("name", "metric"), few([(name, each.value) for name in SPACES for each in Metric], 9))
def test_the_file_is_that_of_memory(name: str, metric: str, tmp_path: Path) -> None:
    space, goal = SPACES[name]
    if space.board.size > 500 and metric != "step":
        return  # one move leads anywhere: nothing is far
    kept, built = tmp_path / "memory", tmp_path / "disk"
    here = Atlas.build(space, goal, metric, save=kept)
    assert here.stored is None
    there = on(built, space, goal, metric)
    assert there.stored is not None and contents(kept) == contents(built)
    assert there.facts == here.facts and there.hardest() == here.hardest()
    assert sorted(os.listdir(tmp_path)) == ["disk", "memory"]


def test_it_is_what_the_naive_rules_say(tmp_path: Path) -> None:
    small = puzzle("AAB/C.B/D../goal:/.../.AA/...")
    atlas = on(tmp_path / "small", Space.of(small), small.goal, "move")
    after, distance = truth(small, "move")
    assert len(after) == atlas.space.size
    for state in after:
        rank = atlas.space.rank(as_layout(small, state))
        assert atlas.distance(rank) == distance.get(state)
    assert len(distance) == len(atlas)


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
@pytest.mark.parametrize("name", few(["several sets", "one set", "no goal"], 1))
def test_levels_of_bits_in_many_parts_and_passes(name: str, metric: str, tmp_path: Path) -> None:
    space, goal = SPACES[name]
    whole = Atlas.build(space, goal, metric, save=tmp_path / "memory")
    few = (mock.patch.object(levels, name, number) for name, number in (("_PART", 256), ("_LEAST_RANGE", 20_000)))
    with next(few), next(few), mock.patch.object(levels, "_held", side_effect=lambda _: 1 << 22):
        found = on(tmp_path / "disk", space, goal, metric, max_memory="5M")
    assert contents(tmp_path / "memory") == contents(tmp_path / "disk")
    assert found.distances.tolist() == whole.distances.tolist()


@pytest.mark.parametrize("threads", [1, 2])
def test_levels_of_bits_are_the_way_where_they_fit(threads: int, tmp_path: Path) -> None:
    space, goal = SPACES["one set"]
    with (
        mock.patch.object(TableOnDisk, "run", side_effect=AssertionError("bytes")),
        mock.patch.object(os, "cpu_count", return_value=threads),
    ):
        found = on(tmp_path / "disk", space, goal, "slide", max_memory=BITS)
    assert found.distances.tolist() == Atlas.build(space, goal, "slide").distances.tolist()


@pytest.mark.parametrize(
    ("name", "memory"),
    few([("several sets", BITS), ("one set", BYTES), ("one set", BITS), ("long", BYTES), ("one way only", BYTES)], 2),
)
def test_stopped_anywhere_it_goes_on(name: str, memory: str, tmp_path: Path) -> None:
    space, goal = SPACES[name]
    whole, path = Atlas.build(space, goal, "step"), tmp_path / "disk"
    draw, stops = random.Random(17), 0
    while not path.exists():
        left = draw.randrange(1, 8 + 12 * stops)

        def stop() -> bool:
            nonlocal left
            left -= 1
            return not left

        try:
            on(path, space, goal, "step", cancel=stop, max_memory=memory)
        except Cancelled:
            stops += 1
    assert stops and Atlas.open(path).distances.tolist() == whole.distances.tolist()
    on(path, space, goal, "step", max_memory=memory)
    assert os.listdir(tmp_path) == ["disk"]


FEW = Space.parse("3x2 2x1:1 1x1:1"), Goal.of([[(0, 3)]])


@pytest.mark.parametrize("every", [pytest.param(29, id="some"), pytest.param(1, id="all", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("memory", "far"), [(BYTES, 254), (BITS, 254), (BYTES, 3)], ids=["bytes", "bits", "folded"])
def test_whatever_fails_it_goes_on(memory: str, far: int, every: int, tmp_path: Path) -> None:
    """Each call that changes a file fails in each way: the next build writes the file of one that nothing stopped."""

    def work(place: Path) -> object:
        on(place / "atlas", *FEW, "step", max_memory=memory)
        return contents(place / "atlas")

    with mock.patch.object(table_on_disk, "FAR", far):
        survives(tmp_path, work, every=every, twice=every == 1)


def test_room_for_wider_numbers_is_asked_for_before_they_are_written(tmp_path: Path) -> None:
    full = mock.patch.object(AtlasBuild, "require_disk", side_effect=[None, DiskTooSmallError("full")])
    with mock.patch.object(table_on_disk, "FAR", 3), full as asked:
        pytest.raises(DiskTooSmallError, on, tmp_path / "atlas", *FEW, "step", max_memory=BYTES).match("full")
    assert asked.call_count == 2


def test_a_level_of_bits_that_is_damaged_is_found_again(tmp_path: Path) -> None:
    space, goal, path = *SPACES["one set"], tmp_path / "disk"
    interrupted(path, 50, max_memory=BITS)
    folder = engines.building(path)
    assert len(list(folder.glob("bits-*"))) == 51
    damaged = bytearray((folder / "bits-0031").read_bytes())
    damaged[200] ^= 1
    (folder / "bits-0031").write_bytes(damaged)
    (folder / "bits-0048").unlink()
    depths, keep = [], AtlasBuild.keep

    def noted(job: AtlasBuild, state: State, durable: bool) -> None:
        depths.append(state.depth)
        keep(job, state, durable)

    with mock.patch.object(AtlasBuild, "keep", noted):
        found = on(path, space, goal, "step", max_memory=BITS)
    assert depths[0] == 31 and found.distances.tolist() == Atlas.build(space, goal, "step").distances.tolist()


def test_levels_of_bits_that_no_longer_fit_are_not_thrown_away(tmp_path: Path) -> None:
    interrupted(tmp_path / "disk", 50, max_memory=BITS)
    pytest.raises(TooLargeError, on, tmp_path / "disk", *SPACES["one set"], "step").match("the limit is 1 MiB")
    assert on(tmp_path / "disk", *SPACES["one set"], "step", max_memory=BITS)[HERO.start] == 116


def test_levels_of_bits_that_a_byte_is_too_short_for(tmp_path: Path) -> None:
    space, goal = SPACES["one set"]
    with mock.patch.object(levels, "_BYTE", 30), mock.patch.object(levels, "_LEAST_RANGE", 20_000):
        wide = on(tmp_path / "disk", space, goal, "step", max_memory=BITS)
    assert wide.table.dtype == np.uint16
    whole = Atlas.build(space, goal, "step")
    assert wide.histogram == whole.histogram
    expected = whole.distances.astype(np.int64)
    expected[expected == 255] = 65535
    assert wide.distances.tolist() == expected.tolist()


def test_frames_that_do_not_fit_are_asked_for_again() -> None:
    space = Space.parse("4x5 2x2:1 2x1:2 1x2:1 1x1:6")
    goal = read_goal(space)
    none = bitparallel.distances(space, goal, "step", watch=Watch(Limits(memory=1 << 17)))
    assert none == "no room" and not isinstance(bitparallel.distances(space, goal, "step", watch=Watch()), str)


def interrupted(path: Path, depth: int, max_memory: str = "20K") -> None:
    """Build the atlas of 横刀立马 in steps on disk up to some level, and no farther."""
    keep = AtlasBuild.keep

    def until(job: AtlasBuild, state: State, durable: bool) -> None:
        keep(job, state, durable)
        if state.depth == depth:
            raise KeyboardInterrupt

    with mock.patch.object(AtlasBuild, "keep", until), pytest.raises(KeyboardInterrupt):
        on(path, *SPACES["one set"], "step", max_memory=max_memory)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("memory", [BYTES, BITS])
def test_killed_it_goes_on(memory: str, tmp_path: Path) -> None:
    path, child = tmp_path / "hero", os.fork()
    if not child:
        AtlasBuild.keep = lambda job, state, durable: (  # type: ignore[method-assign]
            state.write(job.folder, durable) if state.depth < 40 else os._exit(7)
        )
        on(path, *SPACES["one set"], "step", max_memory=memory)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    with mock.patch.object(table_on_disk.Mapped, "create", side_effect=AssertionError("begun anew")):
        found = on(path, *SPACES["one set"], "step", max_memory=memory)
    assert found.distances.tolist() == Atlas.of(HERO, "step").distances.tolist()


def test_after_a_stop_of_the_machine_what_was_not_flushed_may_be_lost(tmp_path: Path) -> None:
    with mock.patch.object(table_on_disk, "_SYNCED", 0.0):
        interrupted(tmp_path / "hero", 30)
    interrupted(tmp_path / "hero", 60)
    table = np.memmap(engines.building(tmp_path / "hero") / "level", np.uint8, "r+")
    draw = np.random.default_rng(17)
    table[(table > 30) & (draw.random(len(table)) < 0.5)] = 255
    table.flush()
    del table
    depths = []
    keep = AtlasBuild.keep

    def noted(job: AtlasBuild, state: State, durable: bool) -> None:
        depths.append(state.depth)
        keep(job, state, durable)

    with mock.patch("huarong.resuming._boot", return_value="another"), mock.patch.object(AtlasBuild, "keep", noted):
        found = Atlas.of(HERO, "step", save=tmp_path / "hero", max_memory="20K")
    assert depths[0] == 31 and found.distances.tolist() == Atlas.of(HERO, "step").distances.tolist()


def test_a_stop_while_the_file_is_sealed(tmp_path: Path) -> None:
    path = tmp_path / "hero"
    with mock.patch.object(Path, "replace", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        Atlas.of(HERO, "step", save=path, max_memory="20K")
    assert not path.exists()
    found = Atlas.of(HERO, "step", save=path, max_memory="20K")
    assert found.distances.tolist() == Atlas.of(HERO, "step").distances.tolist()


def test_a_stop_before_the_folder_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "hero"
    with mock.patch.object(shutil, "rmtree"):
        Atlas.of(HERO, "step", save=path, max_memory="20K")
    with mock.patch.object(table_on_disk.Mapped, "create", side_effect=AssertionError("begun anew")):
        assert Atlas.of(HERO, "step", save=path, max_memory="20K")[HERO.start] == 116
    assert not engines.building(path).exists()


@pytest.mark.parametrize("memory", ["20K", BITS])
def test_a_folder_that_was_removed_in_part_is_begun_anew(memory: str, tmp_path: Path) -> None:
    """How far an earlier build was is forgotten, also where the new one is stopped at once."""
    path = tmp_path / "hero"
    interrupted(path, 40, memory)
    (engines.building(path) / "state").unlink()
    interrupted(path, 0, memory)
    found = on(path, *SPACES["one set"], "step", max_memory=memory)
    assert found.distances.tolist() == Atlas.of(HERO, "step").distances.tolist()


def test_another_atlas_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hero"
    interrupted(path, 5)
    with pytest.raises(InputError, match=r"holds the beginning of another atlas .*step"):
        Atlas.of(HERO, "move", save=path, max_memory="20K")
    space = Space.of(HERO)
    with pytest.raises(InputError, match="another atlas"):
        Atlas.build(space, Goal.of([[(1, 0)]]), "step", save=path, max_memory="20K")
    pytest.raises(InputError, on, path, *SPACES["several sets"], "step").match("another atlas")
    assert Atlas.of(HERO, "step", save=path, max_memory="20K")[HERO.start] == 116


@pytest.mark.skipif(os.name == "nt", reason="locks of another form")
def test_two_at_once_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="tools.elsewhere has taken it away")
    path = tmp_path / "hero"

    def also(_: object) -> None:
        with pytest.raises(InputError, match="another process is building"):
            Atlas.of(HERO, "step", save=path, max_memory="20K")

    with mock.patch.object(TableOnDisk, "run", also), pytest.raises(FileNotFoundError):
        Atlas.of(HERO, "step", save=path, max_memory="20K")


def test_a_damaged_state_is_told(tmp_path: Path) -> None:
    interrupted(tmp_path / "hero", 5)
    (engines.building(tmp_path / "hero") / "state").write_bytes(b"HUARONG\nand so on")
    with pytest.raises(FileError, match="state is incomplete"):
        Atlas.of(HERO, "step", save=tmp_path / "hero", max_memory="20K")


def test_a_disk_that_is_too_small_is_told_before_anything_is_written(tmp_path: Path) -> None:
    free = mock.Mock(free=1000)
    with mock.patch.object(shutil, "disk_usage", return_value=free), pytest.raises(DiskTooSmallError) as raised:
        Atlas.of(HERO, "step", save=tmp_path / "hero", max_memory="20K")
    assert "65,880 layouts takes" in str(raised.value) and "which has 0.977 KiB free" in str(raised.value)
    assert not list(engines.building(tmp_path / "hero").glob("level*"))


def test_what_cannot_be_written(tmp_path: Path) -> None:
    pytest.raises(FileError, Atlas.of, HERO, "step", save=tmp_path, max_memory="20K").match("not an ordinary file")
    with pytest.raises(FileError, match="No such file"):
        Atlas.of(HERO, "step", save=tmp_path / "no" / "hero", max_memory="20K")


def test_without_a_file_the_message_names_one() -> None:
    pytest.raises(TooLargeError, Atlas.of, HERO, "step", max_memory="20K").match("build it on disk")


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    Atlas.of(HERO, "step", save=tmp_path / "link", max_memory="20K")
    assert (tmp_path / "link").is_symlink() and Atlas.open(tmp_path / "file")[HERO.start] == 116


def test_a_file_larger_than_memory_is_read_piece_by_piece(tmp_path: Path) -> None:
    """Of a file of 24 MiB, some 4 are resident at a time, and all that is asked for is right."""
    path, space = tmp_path / "large", Space.parse("4x5 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
    values = np.resize(np.arange(251, dtype=np.uint8), space.size)
    counts = tuple(np.bincount(values).tolist())
    goal = read_goal(space)
    about = atlas_file.header(space, goal, Atlas.of(HERO, "step").metric, 1, counts, 0.0)
    with writing(path, "atlas", about, durable=False) as out:
        out.write(values.data)
    atlas = Atlas.open(path, max_memory=8 * PIECE)
    assert atlas.facts.longest == 250
    before = process_memory(field="RssFile")
    assert np.array_equal(atlas.ranks(250), np.flatnonzero(values == 250))
    ranks = np.random.default_rng(1).integers(0, space.size, 200)
    assert np.array_equal(atlas.lookup(ranks), values[ranks])
    assert [atlas.distance(rank) for rank in ranks.tolist()] == values[ranks].tolist()
    after = process_memory(field="RssFile")
    told = before is not None and after is not None and hasattr(mmap, "MADV_DONTNEED")
    if told and len(atlas.ranks(250)):
        assert after - before < 12 * PIECE
    atlas.save(tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == path.read_bytes()


MIB = 1 << 20


def resident(path: Path) -> int:
    """The bytes of a mapped file that are in memory."""
    found = 0
    for part in Path("/proc/self/smaps").read_text().split("VmFlags")[:-1]:
        if str(path) in part:
            found += int(part.partition("Rss:")[2].split()[0]) << 10
    return found


@pytest.mark.skipif(not hasattr(mmap, "MADV_DONTNEED"), reason="no page can be released")
@pytest.mark.parametrize("told", few([False, True], 1))
def test_only_so_much_is_resident(told: bool, tmp_path: Path) -> None:
    path, size = tmp_path / "table", 9 * MIB
    Mapped.create(path, size, Watch())
    assert path.stat().st_size == size
    table = Mapped(path, size, 4 * MIB)
    most = 0
    silent = mock.patch.object(table_on_disk, "process_memory", return_value=None)
    for first in range(0, size, MIB):
        table.array[first : first + MIB] = first // MIB
        if told:
            table.trim()
        else:
            with silent:
                table.trim()
        most = max(most, resident(path))
    assert 0 < most + (not told) <= 5 * MIB and np.array_equal(table.array, np.arange(size) // MIB)
    table.sync(Watch())
    table.close()
    assert np.array_equal(np.fromfile(path, np.uint8), np.arange(size) // MIB)


def test_the_share_follows_what_it_brings(tmp_path: Path) -> None:
    Mapped.create(tmp_path / "table", MIB, Watch())
    table = Mapped(tmp_path / "table", MIB, 8 * MIB)
    first = table.share
    with mock.patch.object(table_on_disk, "process_memory", return_value=table._before):
        table.trim()
    assert table.share == 2 * first
    with mock.patch.object(table_on_disk, "process_memory", return_value=table._before + 3 * MIB):
        table.trim()
    assert table.share == first


def test_what_cannot_be_created(tmp_path: Path) -> None:
    pytest.raises(FileError, Mapped.create, tmp_path / "no" / "table", MIB, Watch()).match("No such file")
    pytest.raises(Cancelled, Mapped.create, tmp_path / "table", MIB, Watch(cancel=lambda: True))
