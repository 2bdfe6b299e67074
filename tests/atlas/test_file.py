"""Atlas files: what is written reads back; a file that is not sound is refused with its name and the reason."""

import os
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from huarong.atlas import file as atlas_file
from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import read_goal
from huarong.container import Container, writing
from huarong.errors import FileError, InputError
from huarong.library.reader import puzzle
from huarong.model.board import Goal
from huarong.space.space import RankError, Space

HERO = puzzle("横刀立马")


LARGE = Space.parse("4x5 2x2:1 2x1:0..2 1x2:1..3 1x1:3..6 empty:2..")


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas.of(HERO, "slide")


@pytest.fixture
def path(tmp_path: Path, atlas: Atlas) -> Path:
    atlas.save(tmp_path / "hero.atlas")
    return tmp_path / "hero.atlas"


def test_what_is_written_is_read(path: Path, atlas: Atlas) -> None:
    again = Atlas.open(path)
    for name in ("space", "goal", "metric", "histogram", "facts", "seconds"):
        assert getattr(again, name) == getattr(atlas, name)
    assert again.distance(again.space.rank(HERO.start)) == again[HERO.start] == 90
    assert (again.distances == atlas.distances).all() and again.solution(HERO).length == 90
    assert again.count_solutions(HERO.start) == atlas.count_solutions(HERO.start)
    assert os.listdir(path.parent) == ["hero.atlas"] and 65880 < path.stat().st_size < 68000
    for rank in (-1, 65880):
        pytest.raises(RankError, again.distance, rank)


def edited(path: Path, at: int, data: bytes) -> None:
    old = path.read_bytes()
    at %= len(old)
    path.write_bytes(old[:at] + data + old[at + len(data) :])


def headed(path: Path, **changes: object) -> None:
    """The file with another header, and checksums that fit."""
    with Container.open(path, "atlas") as old:
        header, content = old.header | changes, bytes(old.content())
    with writing(path, "atlas", header) as out:
        out.write(content)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_bytes(b""), "empty"),
        (lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n" * 9999), "its first bytes differ"),
        (lambda path: edited(path, 8, b"\x02"), "version 2"),
        (lambda path: edited(path, -40, b"!"), "the checksum of its header"),
        (lambda path: path.write_bytes(path.read_bytes()[:-1]), "incomplete"),
        (lambda path: path.write_bytes(path.read_bytes()[:4000]), "incomplete"),
        (lambda path: path.write_bytes(path.read_bytes() + b"x"), "too long"),
        (lambda path: headed(path, space="4x5 2x2:1"), "has 65,880 layouts; .* 12"),
        (lambda path: headed(path, width=2), "has 32,940 layouts; .* 65,880"),
        (lambda path: headed(path, space="4x5 2x2"), "invalid header"),
        (lambda path: headed(path, metric="jump"), "invalid header"),
        (lambda path: headed(path, goal=[[3]]), "invalid header"),
        (lambda path: headed(path, goal=[[[9, 3]]]), "invalid header"),
        (lambda path: headed(path, width=3), "invalid header"),
        (lambda path: headed(path, histogram=None), "invalid header"),
    ],
)
def test_a_file_that_is_not_sound_is_refused(path: Path, spoil, words: str) -> None:
    spoil(path)
    with pytest.raises(FileError, match=words) as caught:
        Atlas.open(path)
    assert "hero.atlas" in str(caught.value)


def test_a_folder_and_a_missing_file(tmp_path: Path) -> None:
    pytest.raises(FileError, Atlas.open, tmp_path).match("cannot be read")
    pytest.raises(FileNotFoundError, Atlas.open, tmp_path / "none")


def test_a_damaged_distance_is_found_when_it_is_looked_up(tmp_path: Path) -> None:
    path = tmp_path / "large"
    atlas = Atlas.build(LARGE, read_goal(LARGE), "move")
    atlas.save(path)
    assert LARGE.size > 3 << 20
    edited(path, 64 + (2 << 20) + 5, bytes([path.read_bytes()[64 + (2 << 20) + 5] ^ 1]))
    again = Atlas.open(path)
    assert again.distance(5) == atlas.distance(5)
    assert (again.lookup([7, LARGE.size - 1]) == atlas.lookup([7, LARGE.size - 1])).all()
    for call in (
        lambda: again.distance((2 << 20) + 9),
        lambda: again.lookup(np.arange(2 << 20, 3 << 20)),
        lambda: again.distances,
        lambda: again.ranks(3),
    ):
        pytest.raises(FileError, call).match("the checksum of MiB 2")


def test_a_space_in_another_order_has_no_text(tmp_path: Path) -> None:
    space = Space.parse("3x3 2x1:1 1x1:1")
    other = Space(space.board, space.kinds[::-1], space.counts[::-1])
    pytest.raises(InputError, Atlas.build(other, Goal.of([[(0, 0)]]), "step").save, tmp_path / "x").match("usual order")


def test_the_cache_is_built_once_and_mended(tmp_path: Path) -> None:
    space, goal = Space.parse("3x3 2x1:1 1x1:3"), Goal.of([[(0, 7)]])
    with mock.patch.dict(os.environ, {"HUARONG_CACHE": str(tmp_path)}):
        path = atlas_file.cache_path(atlas_file.title(space, goal, "step"))
        with mock.patch.object(Atlas, "build", wraps=Atlas.build) as build:
            first = Atlas.cached(space, goal, "step")
            assert path.exists() and tmp_path in path.parents
            again = Atlas.cached(space, goal, "step")
            assert build.call_count == 1 and again.stored is not None and len(again.stored) == again.space.size
            assert (first.distances == again.distances).all()
            Atlas.cached(space, goal, "move")
            assert build.call_count == 2
            edited(path, -40, b"?")
            assert (Atlas.cached(space, goal, "step").distances == first.distances).all()
            assert build.call_count == 3
            Atlas.cached(space, goal, "step")
            assert build.call_count == 3
