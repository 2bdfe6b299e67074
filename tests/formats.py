"""Every kind of file that the project writes: how one is written and read.

A new format is one more line of `FORMATS`; `tests/test_formats.py` damages its file in the ways that a disk, a person
or the end of a process may do.
"""

import functools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

import huarong as hr
from huarong.atlas.atlas import Atlas
from huarong.atlas.compressed import Compressed
from huarong.atlas.goals import read_goal
from huarong.design import records
from huarong.errors import Cancelled, FileError
from huarong.explore import Resources, checkpoint, run
from huarong.limits import Watch
from huarong.proof import Refused, check, prove
from huarong.resuming import Journal
from huarong.space.space import Space
from huarong.study import zhou_file
from huarong.tiles.building import BEGUN, TABLE, Order, build_patterns, file_name, read_table, write_table
from huarong.tiles.tableset import table_set

TINY = hr.Puzzle.parse("AB/../goal:/../AB")
REFUSALS = (FileError, Refused)


@dataclass(frozen=True)
class Format:
    """A kind of file.

    `write` writes one at a path, `ask` returns all that a reader may learn from one, and raises one of `REFUSALS` for
    a file that is not sound. `cost` is how long that takes, in milliseconds, about; `own` whether it is our container.
    """

    write: Callable[[Path], object]
    ask: Callable[[Path], Any]
    cost: int = 1
    own: bool = True


def _atlas(puzzle: hr.Puzzle) -> Callable[[Path], None]:
    return lambda path: Atlas.of(puzzle, "step").save(path)


def _large(path: Path) -> None:
    space = Space.parse("4x5 2x2:1 2x1:0..2 1x2:1..3 1x1:3..6 empty:2..")
    Atlas.build(space, read_goal(space), "step").save(path)


def _asked_atlas(path: Path) -> Any:
    atlas = Atlas.open(path)
    ranks = range(0, atlas.space.size, max(1, atlas.space.size // 8))
    singles = [atlas.distance(rank) for rank in ranks]
    assert atlas.lookup(list(ranks)).tolist() == [255 if d is None else d for d in singles]
    return atlas.space.text, atlas.goal, atlas.metric, singles, atlas.distances.tobytes()


SET = table_set("tiles-2x2-3")


def _table(path: Path) -> None:
    pattern, into = SET.patterns[0], memoryview(bytearray(SET.sizes[0]))
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / file_name(pattern)
        build_patterns(SET, [Order(pattern, made, into)], Watch(), lambda *_: None)
        shutil.copy(made, path)


def _begun(path: Path) -> None:
    parts = [memoryview(bytes(range(n))) for n in (32, 24, 200)]
    write_table(path, BEGUN, SET, SET.patterns[0], parts, lambda: None)


def _asked_table(path: Path, kind: str, size: int) -> bytes:
    into = memoryview(bytearray(size))
    if not read_table(path, kind, SET, SET.patterns[0], [into], lambda: None):
        raise FileError("refused")
    return bytes(into)


def _asked_compressed(path: Path) -> Any:
    small = Compressed.open(path)
    told = [small.distance(small.space.layout(rank)) for rank in range(small.space.size)]
    return small.space.text, small.goal, small.metric, small.longest, told


def _journal(path: Path) -> None:
    path.unlink(missing_ok=True)
    journal = Journal(path, "squares")
    for n in range(12):
        journal.get(f"part {n}", lambda n=n: {"square": n * n, "of": [n, str(n)]})


def _asked_journal(path: Path) -> Any:
    """The result of a computation that resumes from a journal: missing parts are computed again."""
    with tempfile.TemporaryDirectory() as spare:
        copy = Path(spare) / "journal"
        if path.is_dir():
            copy.mkdir()
        else:
            shutil.copy(path, copy)
        journal = Journal(copy, "squares")
        return [journal.get(f"part {n}", lambda n=n: {"square": n * n, "of": [n, str(n)]}) for n in range(12)]


def _chapter(path: Path) -> None:
    shutil.copy(records.DATA / "simple-3x3.csv", path)


def _asked_chapter(path: Path) -> Any:
    with tempfile.TemporaryDirectory() as spare:
        folder = Path(spare)
        shutil.copy(records.DATA / "simple-3x3.json", folder)
        if path.is_dir():
            (folder / "simple-3x3.csv").mkdir()
        else:
            shutil.copy(path, folder / "simple-3x3.csv")
        return records.read_rows("simple-3x3", folder).rows


@functools.cache
def _stopped(name: str) -> Path:
    """The folder of an exploration that was stopped halfway."""
    folder, pause = Path(tempfile.mkdtemp(dir=os.environ["HUARONG_CACHE"])), checkpoint.Checkpoint

    class Short(pause):  # type: ignore[misc, valid-type]
        def write(self, folder: Path) -> None:
            super().write(folder)
            if len(self.levels) == 4:
                raise Cancelled

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("huarong.explore.driver.Checkpoint", Short)
        pytest.raises(Cancelled, run, name, "step", Resources(folder=folder, workers=1))
    return folder


def _part(name: str, begin: str) -> Format:
    """A format for a file of an exploration's folder; to ask it, the exploration is resumed."""

    def victim() -> Path:
        return min(_stopped(name).glob(begin + "*"), key=lambda path: -path.stat().st_size)

    def ask(path: Path) -> Any:
        with tempfile.TemporaryDirectory() as spare:
            folder = Path(spare) / "levels"
            shutil.copytree(_stopped(name), folder)
            (folder / victim().name).unlink()
            if path.is_dir():
                (folder / victim().name).mkdir()
            else:
                shutil.copy(path, folder / victim().name)
            return run(name, "step", Resources(folder=folder, resume=True, workers=1)).levels

    return Format(lambda path: path.write_bytes(victim().read_bytes()), ask, 15)


@functools.cache
def _hero() -> Atlas:
    return Atlas.of(hr.puzzle("横刀立马"), "step")


def _asked_zhou(path: Path) -> Any:
    found = zhou_file.ZhouFile(path)
    chance = Random(1)
    layouts = chance.sample(sorted(_hero(), key=lambda layout: layout.heads), 3)
    return len(found), [len(found[layout]) for layout in layouts]


FORMATS: dict[str, Format] = {
    "atlas": Format(_atlas(TINY), _asked_atlas),
    "an atlas of 3 MiB": Format(_large, _asked_atlas, 40),
    "table": Format(_table, lambda path: _asked_table(path, TABLE, SET.sizes[0])),
    "begun table": Format(_begun, lambda path: _asked_table(path, BEGUN, 256)),
    "checkpoint": _part("12/34/5.", "checkpoint"),
    "level of bits": _part("12/34/5.", "level-0003"),
    "links": _part("12/34/5.", "links-"),
    "level of keys": _part("AB./C.D/.../goal:/.../.../CAB", "level-0003"),
    "compressed atlas": Format(lambda path: Compressed.of(Atlas.of(TINY, "step")).save(path), _asked_compressed),
    "journal": Format(_journal, _asked_journal, 1, False),
    "chapter of records": Format(_chapter, _asked_chapter, 1, False),
    "certificate": Format(lambda path: prove(TINY, "step").save(path), lambda path: check(path.read_bytes()), 1, False),
    "周扬's file": Format(lambda path: zhou_file.write(path, _hero()), _asked_zhou, 300, False),
}


Damage = tuple[str, Callable[[bytes], bytes]]


def _flipped(at: int, bit: int) -> Damage:
    def flip(data: bytes) -> bytes:
        return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]

    return f"bit {bit} of byte {at}", flip


def _cut(at: int) -> Damage:
    return f"cut at {at}", lambda data: data[:at]


def _moved(size: int, chance: Random) -> Iterator[Damage]:
    i, j = sorted(chance.sample(range(size), 2))
    n = min(chance.choice([1, 4, 16, 64]), j - i, size - j)
    yield (
        f"{n} at {i} and {j} swapped",
        lambda data: data[:i] + data[j : j + n] + data[i + n : j] + data[i : i + n] + data[j + n :],
    )
    yield (f"{i} to {j} rotated", lambda data: data[:i] + data[i + 1 : j] + data[i : i + 1] + data[j:])
    yield f"{i} to {j} zeroed", lambda data: data[:i] + bytes(j - i) + data[j:]
    yield f"{i} to {j} gone", lambda data: data[:i] + data[j:]
    yield f"{i} to {j} twice", lambda data: data[:j] + data[i:]


def damages(size: int, chance: Random) -> list[Damage]:
    """All damages of a small file; of a larger one those at its ends, and at places drawn at random."""
    ends = [*range(min(400, size)), *range(max(400, size - 400), size)]
    small = size <= 1500
    places = range(size) if small else [*ends, *(chance.randrange(size) for _ in range(300))]
    found = [_cut(at) for at in places]
    found += [_flipped(at, bit) for at in places for bit in range(8)]
    found += [each for _ in range(100) for each in _moved(size, chance)]
    found.append(("more behind", lambda data: data + b"\0"))
    found.append(("more before", lambda data: b"\0" + data))
    found.append(("twice", lambda data: data + data))
    return found
