"""The reader takes names, texts in any notation, and files in several encodings; all else is refused in words."""

import io
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
from huarong.library.collection import MAX_BYTES
from huarong.library.notations.base import noted
from huarong.library.reader import given as given_by, load, mirror, puzzle, read_text, write
from huarong.model.metric import Metric
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
