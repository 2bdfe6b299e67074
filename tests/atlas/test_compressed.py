"""Distances modulo 3 of layouts up to mirror images, against the atlas that they came from."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import huarong as hr
from huarong.atlas import Atlas, UnsolvableError
from huarong.atlas.compressed import Compressed, folded
from huarong.atlas.goals import read_goal
from huarong.errors import FileError
from huarong.kernels import kernel
from huarong.space.space import NotInSpaceError, Space

FAMILY = Space.parse("4x3", "2x2:1 2x1:0..1 1x2:0..2 1x1:0..4")
ODD = Space.parse("3x3", "2x1:1 XX/X.:1 1x1:0..2")
WALLED = Space.parse(".../.#./...", "2x1:1 1x1:2")


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
@pytest.mark.parametrize(
    ("space", "goal", "halved"),
    [(FAMILY, "..../.aa./.aa.", True), (ODD, ".../.../aa.", False), (WALLED, ".../.#./.aa", False)],
)
def test_every_distance(space: Space, goal: str, halved: bool, metric: hr.Metric) -> None:
    atlas = Atlas.build(space, read_goal(space, goal), metric)
    small = Compressed.of(atlas)
    assert (small.kept.size < space.size) == halved
    for rank in range(0, space.size, 1 + space.size // 3000):
        layout = space.layout(rank)
        assert small.distance(layout) == atlas.distance(rank)


def test_moves_say_what_comes_nearer() -> None:
    atlas = Atlas.build(FAMILY, read_goal(FAMILY, "..../.aa./.aa."), "move")
    small = Compressed.of(atlas)
    for layout in FAMILY.random(40, seed=1):
        far = atlas.distance(FAMILY.rank(layout))
        found = {(m.kind, m.start, m.stop): m.nearer for m in small.moves(layout)}
        wanted = {
            (o.kind, o.start, o.stop): far - o.distance
            for o in atlas.options(layout)
            if far is not None and o.distance is not None
        }
        assert found == wanted or far is None


def test_uncompiled_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    small = Compressed.of(Atlas.build(FAMILY, read_goal(FAMILY, "..../.aa./.aa."), "slide"))
    layouts = FAMILY.random(60, seed=2)
    compiled = [small.distance(each) for each in layouts]
    plain = Compressed(*(getattr(small, name) for name in Compressed.__dataclass_fields__))
    for module in ("compressed", "dense"):
        monkeypatch.setattr(f"huarong.atlas.{module}.kernel", lambda name: kernel(name, pure=True))
    assert [plain.distance(each) for each in layouts] == compiled


def test_files(tmp_path: Path) -> None:
    small = Compressed.of(Atlas.of("横刀立马", "move"))
    path = tmp_path / "small.residues"
    small.save(path)
    again = Compressed.open(path)
    assert again.distance("横刀立马") == 81 and (again.table == small.table).all()
    assert (again.space, again.kept, again.longest) == (small.space, small.kept, 93)


def test_a_file_of_other_layouts_is_refused(tmp_path: Path) -> None:
    small = Compressed.of(Atlas.build(FAMILY, read_goal(FAMILY, "..../.aa./.aa."), "move"))
    replace(small, kept=FAMILY).save(tmp_path / "small.residues")
    pytest.raises(FileError, Compressed.open, tmp_path / "small.residues").match("do not match its space and goal")


def test_1_6_bits_of_each_layout_that_is_kept() -> None:
    family = Space.parse("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
    kept = folded(family, read_goal(family, None))
    assert family.size == 29_334_498 and (kept.size + 4) // 5 == 3_760_918 < 4_000_000


def test_what_cannot_be_compressed() -> None:
    space = Space.parse("3x2", "2x1:1 1x1=R:1")
    pytest.raises(hr.InputError, Compressed.of, Atlas.build(space, read_goal(space, ".../.aa"))).match("reversible")
    small = Compressed.of(Atlas.of("横刀立马"))
    pytest.raises(hr.HuarongError, small.distance, "Rush Hour 1")
    assert np.asarray(small.table).dtype == np.uint8


def test_what_it_says_of_layouts() -> None:
    atlas = Atlas.build(WALLED, read_goal(WALLED, ".../.#./.aa"), "step")
    small = Compressed.of(atlas)
    assert len(small) == WALLED.size and f"{WALLED.size:,} layouts in steps" in repr(small)
    for rank in range(WALLED.size):
        layout = WALLED.layout(rank)
        if atlas.distance(rank) is None:
            with pytest.raises(UnsolvableError):
                small[layout]
        else:
            assert small[layout] == atlas.distance(rank)
    other = Space.parse("3x3", "1x1:8").layout(0)
    pytest.raises(NotInSpaceError, small.distance, other)
