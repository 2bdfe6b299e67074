"""Distances modulo 3 of layouts up to mirror images, against the atlas that they came from."""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import huarong as hr
from huarong import web as static
from huarong.atlas import Atlas, UnsolvableError
from huarong.atlas.compressed import Compressed, folded
from huarong.atlas.goals import read_goal
from huarong.errors import FileError
from huarong.kernels import kernel
from huarong.space.space import NotInSpaceError, Space
from huarong.web.answers import puzzle_json

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


READ = """
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const [folder, file, asked] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`));
const [{ Compressed }, { Puzzle }] = [await load('rules/compressed.js'), await load('rules/puzzle.js')];
const { puzzle, layouts } = JSON.parse(readFileSync(asked, 'utf8')), data = readFileSync(file);
const small = new Compressed(new Puzzle(puzzle), data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
console.log(JSON.stringify(layouts.map((heads) => small.distance(heads))));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not here")
@pytest.mark.parametrize("metric", ["step", "move"])
@pytest.mark.parametrize(
    ("family", "text", "goal"),
    [
        (FAMILY, "AAB./AAB./CCDE/goal:/..../.AA./.AA.", "..../.aa./.aa."),
        (ODD, "AAB/CC./C.D/goal:/.../.../AA.", ".../.../aa."),
    ],
)
def test_the_page_reads_it(tmp_path: Path, metric: hr.Metric, family: Space, text: str, goal: str) -> None:
    puzzle = hr.puzzle(text)
    atlas = Atlas.build(family, read_goal(family, goal), metric)
    Compressed.of(atlas).save(tmp_path / "small.residues")
    space = hr.Space.of(puzzle)
    layouts = [*space.random(25, seed=3), puzzle.start]
    heads = [[head for group in each.heads for head in group] for each in layouts]
    data = puzzle_json(puzzle)
    data["pieces"].sort(key=lambda piece: piece["kind"])
    asked = tmp_path / "asked.json"
    asked.write_text(json.dumps({"puzzle": data, "layouts": heads}), "utf-8")
    (tmp_path / "read.mjs").write_text(READ, "utf-8")
    words = [str(Path(static.__file__ or "").parent / "static"), "small.residues", "asked.json"]
    told = subprocess.run(["node", "read.mjs", *words], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    found = [family.place(each, puzzle.kinds) for each in layouts]
    assert json.loads(told) == [atlas.distance(family.rank(each)) for each in found]


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
