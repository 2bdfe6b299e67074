"""The reader takes names, texts in any notation, and files of one or many; all else is refused in words."""

import io
import json
import pickle
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.errors import HuarongError, InputError, PuzzleError, UnknownName
from huarong.library.catalogue import find
from huarong.library.collection import MAX_BYTES, Division
from huarong.library.notations.base import noted
from huarong.library.reader import given as given_by, load, mirror, puzzle, read_text, write
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle, ReadAs
from tests.examples import data


def test_puzzle_takes_any_notation() -> None:
    rows = find("横刀立马").puzzle.rows()
    texts = ["1A9BF0C", "4WVE1", "577606461035643914", "/".join(rows), "\n".join(rows)]
    assert {puzzle(text).rows() for text in texts} == {rows}
    assert puzzle("123456780").board.width == 3 and puzzle("PANSY").name == "Pansy"
    assert puzzle("PANSY", notation="short").name == ""
    assert puzzle("横刀立马", goal="..../..../..../.AA./.AA.") == puzzle("横刀立马")
    corner = puzzle("横刀立马", goal="AA../AA../..../..../....")
    assert corner.goal.alternatives == (((0, 0),),) and corner.name_zh == "横刀立马"
    assert puzzle("Korf 1", goal="1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0").goal != puzzle("Korf 1").goal
    pytest.raises(PuzzleError, puzzle, "横刀立马", goal="AA")


@pytest.mark.parametrize("source", [None, 3, {}, ["AA"], b"AA"])
def test_what_is_no_text(source: Any) -> None:
    kind = type(source).__name__
    pytest.raises(InputError, puzzle, source).match(f"^{kind} is not a puzzle; expected text, a path or")


@pytest.mark.parametrize("text", ["", " \n\t ", "﻿"])
def test_an_empty_text(text: str) -> None:
    pytest.raises(HuarongError, puzzle, text)
    pytest.raises(HuarongError, load, io.BytesIO(text.encode()))


def test_a_broken_notation_gives_its_faults() -> None:
    pytest.raises(PuzzleError, puzzle, "1F9BF0C").match("line 1, column 3: the 2x1 piece at cell 7")
    caught = pytest.raises(PuzzleError, puzzle, "AAB\nA:B\nCC\n")
    assert {fault.line for fault in caught.value.faults} >= {2, 3}


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "横刀立马.txt"
    path.write_bytes("\ufeff横刀立马\r\n".encode())
    assert load(path) is load(str(path)) is puzzle("横刀立马\r\n")
    text = find("Pennant").puzzle.text()
    assert load(io.BytesIO(text.encode())) == Puzzle.parse(text)
    pytest.raises(InputError, load, tmp_path / "no").match(r"cannot read .*No such file")
    pytest.raises(InputError, load, tmp_path).match("cannot read")
    pytest.raises(InputError, load, "a\0b").match("cannot read")


def test_levels_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ten.jsonl"
    lines = (
        '{"puzzle": "A./../goal:/.A/..", "name": "one", "metric": "step", "length": 1}',
        '"A./../goal:/../.A"',
        '{"puzzle": "A./..", "goal": "../.A", "from": "line", "rating": 7, "more": []}',
    )
    path.write_text("\n".join(["", *lines, ""]), "utf-8")
    found = given_by(path).all()
    assert [(each.metric, each.length, each.rating) for each in found] == [
        (Metric.STEP, 1, None),
        (None, None, None),
        (None, None, 7),
    ]
    assert load(path).name == puzzle(path).name == puzzle(str(path)).name == "one"
    for number in (1, 2, 3):
        at = f"{path}#{number}"
        one = found[number - 1].puzzle
        assert puzzle(at) == puzzle(Path(at)) == load(at) == one
        assert [each.puzzle for each in given_by(at).all()] == [one]
    for number in (-1, 0, 4, 10**12):
        pytest.raises(InputError, puzzle, f"{path}#{number}").match(rf"no level {number} in .*; it has 3 levels")
    path.write_text('{"puzzle": "A./../goal:/.A/..", "name": "other"}', "utf-8")
    assert puzzle(str(path)).name == "other"  # a file is read each time
    path.write_text('{"puzzle": "A./../goal:/.A/..", "name": "one\u2028\x85more"}\r\n"A./../goal:/../.A"', "utf-8")
    assert [each.puzzle.name for each in given_by(path).all()] == ["one\u2028\x85more", ""]
    grid = tmp_path / "grid.txt"
    grid.write_text("{.\n..\ngoal:\n.{\n..\n", "utf-8")
    assert load(f"{grid}#1").pieces[0].symbol == "{"
    pytest.raises(InputError, load, f"{grid}#2").match(r"it has 1 level$")
    path.write_text("\n", "utf-8")
    for at in (path, f"{path}#1", f"{path}#2"):
        pytest.raises(InputError, load, at).match(r"jsonl is empty; expected a puzzle or levels$")


@pytest.mark.parametrize(
    ("text", "says"), [*data("refused")["levels"], ('{"puzzle": ' + "[" * 100_000, "nested too deeply")]
)
def test_a_broken_level_is_said(text: str, says: str) -> None:
    pytest.raises(HuarongError, load, io.BytesIO(text.encode())).match(re.escape(says))


def test_a_text_from_a_stranger_opens_no_file(tmp_path: Path) -> None:
    path = tmp_path / "ten.jsonl"
    path.write_text('{"puzzle": "A./../goal:/.A/.."}', "utf-8")
    for text in (str(path), f"{path}#1"):
        assert puzzle(text).pieces
        pytest.raises(HuarongError, read_text, text)


def test_a_text_that_ends_like_a_file_is_a_text() -> None:
    assert puzzle("lnosj./....../goal:/....../.jsonl").board.width == 6


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(100 << 20)
    with pytest.raises(
        InputError, match=r"huge is too large \(100 MiB\); .* limit for a file of puzzles or levels is 64 MiB"
    ):
        load(path)

    class Endless(io.RawIOBase):
        asked = 0

        def read(self, size: int = -1, /) -> bytes:
            assert size > 0
            self.asked += size
            return b"x" * size

    endless = Endless()
    with pytest.raises(InputError, match="too long; expected at most 64 MiB"):
        load(endless)  # type: ignore[arg-type]
    assert endless.asked == MAX_BYTES + 1


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"AAB\nA\xffB\n", (2, 2)),
        (b"\x89PNG\r\n\x1a\n", (1, 1)),
        (b"AB\n\x00\x00", (2, 1)),
        ("甲乙\x07".encode(), (1, 3)),
    ],
)
def test_binary_junk_is_named_with_its_place(data: bytes, where: tuple[int, int]) -> None:
    with pytest.raises(PuzzleError) as caught:
        load(io.BytesIO(data))
    assert [(fault.line, fault.column) for fault in caught.value.faults] == [where]


@given(st.binary(max_size=60))
def test_any_bytes_are_a_puzzle_or_a_complaint(data: bytes) -> None:
    with suppress(HuarongError):
        assert load(io.BytesIO(data)).pieces


CHINESE = "name.zh: 小试\nnames: A=曹操 B=关羽 C=卒\nAAB\nAAC\n...\ngoal:\n...\nAA.\nAA.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "gb18030", "utf-16"])
def test_files_in_several_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_bytes(CHINESE.encode(encoding))
    found = puzzle(path)
    assert found == Puzzle.parse(CHINESE) and found.name_zh == "小试"
    assert {piece.label for piece in found.pieces} == {"曹操", "关羽", "卒"}


def test_a_name_in_a_gbk_file() -> None:
    assert load(io.BytesIO("横刀立马\r\n".encode("gbk"))) == puzzle("横刀立马")


def test_faults_of_a_gbk_file_say_how_it_was_read() -> None:
    text = "names: A=曹操\nA..\n..\n"
    with pytest.raises(PuzzleError) as caught:
        load(io.BytesIO(text.encode("gbk")))
    first, *_, last = caught.value.faults
    assert (first.line, first.column) == (3, 3) and "GB18030" in str(last) and "GB18030" in last.message("zh")


def test_what_takes_a_puzzle_takes_what_stands_for_one(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("横刀立马", "utf-8")
    for source in ("横刀立马", "1A9BF0C", "heng-dao-li-ma", puzzle("横刀立马"), path):
        assert hr.puzzle(source).name_zh == ("" if source == "1A9BF0C" else "横刀立马")
        assert write(source, "short") == hr.write(source, "short") == "4WVE1"
        assert mirror(source).rows() == tuple(row[::-1] for row in puzzle("横刀立马").rows())
        assert hr.Space.of(source).size == 65_880 and hr.svg(source).count('class="piece') == 10
    other = puzzle("横刀立马").after("N D1")
    assert write("横刀立马", "code", other.start) == write(other, "code")


def test_a_name_is_asked_for_by_name_whatever_it_looks_like() -> None:
    pytest.raises(UnknownName, puzzle, "876543210", notation="name")
    assert puzzle("heng dao li ma", notation="name").name_zh == "横刀立马"


def test_why_a_file_cannot_be_read_is_said_once(tmp_path) -> None:
    caught = pytest.raises(InputError, load, tmp_path / "none.txt")
    assert str(caught.value) == f"cannot read {tmp_path / 'none.txt'}: No such file or directory"


def test_a_puzzle_knows_how_its_text_was_read() -> None:
    found = read_text("12BE9")
    assert found.read_as == ReadAs("short", (), ("code",))
    plain = Puzzle.parse(found.text())
    assert plain.read_as is None and found == plain and hash(found) == hash(plain) and repr(found) == repr(plain)
    for kept in (pickle.loads(pickle.dumps(found)), replace(found, name="x"), found.started(found.start)):
        assert kept.read_as == found.read_as
    noted_ = noted(noted(plain, "{got!r} is not a valid number; expected -1 to 99999", got=1), "the board has no cells")
    assert noted_.read_as is not None and len(noted_.read_as.notes) == 2
    named = read_text("横刀立马").read_as
    assert named == ReadAs("name") == read_text("横刀立马", "AA../AA../..../..../....").read_as
    edge = read_text("#####\n#**a-..\n#####", notation="gnome-edge").read_as
    assert edge is not None and edge.notation == "gnome-edge"


CODES = ["1A9BF0C00", "横刀立马", "A./../goal:/../.A", "12BE9"]
BLOCK = "A.\n..\n\ngoal:\n..\n.A\n"
NAMED = "name: one\nA.\n..\ngoal:\n..\n.A\nname: two\nA.\n..\ngoal:\n.A\n..\n"
OBJECTS = [{"puzzle": "A./../goal:/../.A", "name": "one", "length": 1}, {"puzzle": "1A9BF0C00"}]
MANY: dict[str, tuple[str, Division, list[int]]] = {
    "a puzzle a line": ("\n".join(CODES), "lines", [1, 2, 3, 4]),
    "lines with empty lines and comments": ("# mine\n" + "\n\n".join(CODES), "lines", [2, 4, 6, 8]),
    "grids with empty lines, also before a goal": (BLOCK + "\n" + BLOCK, "blocks", [1, 8]),
    "grids with names and nothing between": (NAMED, "blocks", [1, 7]),
    "lines of JSON": ("\n".join(map(json.dumps, OBJECTS)), "records", [1, 2]),
    "a list of JSON": (json.dumps(OBJECTS, indent=1), "records", [1, 2]),
}


@pytest.mark.parametrize("kind", MANY)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_file_of_many_is_many(tmp_path: Path, kind: str, ends: str) -> None:
    text, form, lines = MANY[kind]
    path = tmp_path / "many.txt"
    path.write_bytes(text.replace("\n", ends).encode())
    found = given_by(str(path))
    assert (found.form, found.many, [part.line for _, part, _ in found]) == (form, True, lines)
    every = [each.puzzle for each in found.all()]
    assert [each.puzzle for each in given_by(io.BytesIO(text.encode())).all()] == every
    for number, each in enumerate(every, 1):
        assert puzzle(f"{path}#{number}") == each
    pytest.raises(InputError, puzzle, f"{path}#{len(lines) + 1}").match(f"it has {len(lines)} levels")


@pytest.mark.parametrize("text", [BLOCK, "123\n456\n780\n", "ABBC\nABBC\nDEEF\nDGHF\nI..J\n", *CODES])
def test_a_file_of_one_is_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "one.txt"
    path.write_text(text, "utf-8")
    found = given_by(str(path))
    assert (found.form, found.many) == ("one", False)
    assert found.first().puzzle == puzzle(text) == puzzle(f"{path}#1")


CARS = {"board": ["AAB", "..B", "..."], "goal": ["...", "...", ".AA"], "optimal_moves": 3}


def test_objects_of_other_programs_are_lines_or_the_whole(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    for text in (f"{json.dumps(CARS)}\n" * 2, json.dumps([CARS, CARS], indent=1)):
        path.write_text(text, "utf-8")
        found = given_by(path)
        assert [each.puzzle.read_as.length for each in found.all() if each.puzzle.read_as] == [3, 3]
    path.write_text(json.dumps(CARS, indent=1), "utf-8")
    assert not given_by(path).many and given_by(path).first().puzzle.rows() == ("AAB", "..B", "...")
    path.write_text('{"board": ["AAB", "..B"], "form": 1}\n{"board": ["AAB", ".B"]}\n{"name": "x"}', "utf-8")
    faults = [str(each) for _, _, each in given_by(path)]
    assert all(each.startswith(f"line {n}: ") for n, each in enumerate(faults, 1))
    assert faults[2] == "line 3: the object has no 'puzzle'"


@pytest.mark.parametrize("text", ["AAB\nAA\n...\n", "ABCD\nE.FG\n12\n", "no\nsuch\nthing\n"])
def test_a_faulty_grid_is_not_many(tmp_path: Path, text: str) -> None:
    path = tmp_path / "faulty.txt"
    path.write_text(text, "utf-8")
    found = given_by(path)
    assert not found.many
    pytest.raises(HuarongError, found.first)


def test_faults_name_the_lines_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("\n".join([*CODES, "AA./A..B", "no such thing"]), "utf-8")
    *_, (_, _, uneven), (number, part, unknown) = given_by(path)
    assert isinstance(uneven, PuzzleError) and str(uneven).startswith("line 5, column 8: this row has 4 cells")
    assert isinstance(unknown, PuzzleError) and (number, part.line) == (6, 6)
    assert str(unknown).startswith("line 6: 'no such thing' is not a known name")
    pytest.raises(PuzzleError, given_by(path).all).match("line 5, column 8")
    path.write_text('{"puzzle": "AA./A..B"}\n"横刀立马"\n{"puzzle": "A", "gaol": "A"}', "utf-8")
    (_, _, uneven), _, (_, _, mistyped) = given_by(path)
    assert str(uneven).startswith("line 1: this row has 4 cells")
    assert str(mistyped) == "line 3: there is no key 'gaol'; did you mean 'goal'?"


def test_a_text_names_a_file_by_one_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "forty.txt").write_text("\n".join(CODES), "utf-8")
    (tmp_path / "mine").write_text("捷足先登", "utf-8")
    assert puzzle("forty.txt") == puzzle("./forty.txt#1") == puzzle(Path("forty.txt"))
    assert puzzle("mine").name_zh == "捷足先登" and puzzle("../.A", goal="A./..").board.size == 4
    pytest.raises(InputError, puzzle, "none.txt").match(r"cannot read none\.txt")


def test_a_file_of_the_sliding_block_program_is_divided_after_end(tmp_path: Path) -> None:
    one = "; first\n\nsize 2 2\nstep 1\n\ninitial\na.\n.b\n\ntarget\n.a\n\nend\n"
    path = tmp_path / "puzzles.dat"
    path.write_text(one + one.replace("step 1", "step 2"), "utf-8")
    found = list(given_by(path))
    assert [(number, part.line) for number, part, _ in found] == [(1, 1), (2, 14)]
    assert [each.puzzle.read_as.length for _, _, each in found] == [1, 2]


def test_lines_of_json_say_goals_that_are_read_or_refused(tmp_path: Path) -> None:
    path, board = tmp_path / "many.jsonl", "HAAI/HAAI/JBBK/JNOK/P..Q"
    lines = [
        {"board": board, "goal": "..../..../..../AA../AA.."},
        {"puzzle": board.split("/"), "goal": ["....", "....", "....", "AA..", "AA.."]},
        {"board": "813402765", "goal": "123804765"},
        {"puzzle": board, "end": "..../..../..../AA../AA.."},
        {"puzzle": "AAB/..B/goal:/.../.AA", "slide": "along"},
        {"puzzle": "AAB/..B/goal:/.../.AA", "slide": 3},
    ]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    *three, end, slide, counted = [each for _, _, each in given_by(str(path))]
    ends = [each.puzzle.line().partition("/goal:/")[2] for each in three if not isinstance(each, HuarongError)]
    assert ends == ["..../..../..../AA../AA..", "..../..../..../AA../AA..", "123/8.4/765"]
    assert str(end) == 'line 4: end cannot be read; write it as in "goal": "..AA/...."'
    assert str(slide) == 'line 5: slide cannot be read; write it as in "puzzle": "slide: along/AA../..BB"'
    assert not isinstance(counted, HuarongError)
