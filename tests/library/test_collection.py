"""A file of many puzzles is divided as it is meant: lines of JSON or text, or blocks; one puzzle stays one."""

import io
import json
from pathlib import Path

import pytest

from huarong.errors import HuarongError, InputError, PuzzleError
from huarong.library.collection import Division
from huarong.library.reader import given, puzzle

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
    found = given(str(path))
    assert (found.form, found.many, [part.line for _, part, _ in found]) == (form, True, lines)
    every = [each.puzzle for each in found.all()]
    assert [each.puzzle for each in given(io.BytesIO(text.encode())).all()] == every
    for number, each in enumerate(every, 1):
        assert puzzle(f"{path}#{number}") == each
    pytest.raises(InputError, puzzle, f"{path}#{len(lines) + 1}").match(f"it has {len(lines)} levels")


@pytest.mark.parametrize("text", [BLOCK, "123\n456\n780\n", "ABBC\nABBC\nDEEF\nDGHF\nI..J\n", *CODES])
def test_a_file_of_one_is_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "one.txt"
    path.write_text(text, "utf-8")
    found = given(str(path))
    assert (found.form, found.many) == ("one", False)
    assert found.first().puzzle == puzzle(text) == puzzle(f"{path}#1")


CARS = {"board": ["AAB", "..B", "..."], "goal": ["...", "...", ".AA"], "optimal_moves": 3}


def test_objects_of_other_programs_are_lines_or_the_whole(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    for text in (f"{json.dumps(CARS)}\n" * 2, json.dumps([CARS, CARS], indent=1)):
        path.write_text(text, "utf-8")
        found = given(path)
        assert [each.puzzle.read_as.length for each in found.all() if each.puzzle.read_as] == [3, 3]
    path.write_text(json.dumps(CARS, indent=1), "utf-8")
    assert not given(path).many and given(path).first().puzzle.rows() == ("AAB", "..B", "...")
    path.write_text('{"board": ["AAB", "..B"], "form": 1}\n{"board": ["AAB", ".B"]}\n{"name": "x"}', "utf-8")
    faults = [str(each) for _, _, each in given(path)]
    assert all(each.startswith(f"line {n}: ") for n, each in enumerate(faults, 1))
    assert faults[2] == "line 3: the object has no 'puzzle'"


@pytest.mark.parametrize("text", ["AAB\nAA\n...\n", "ABCD\nE.FG\n12\n", "no\nsuch\nthing\n"])
def test_a_faulty_grid_is_not_many(tmp_path: Path, text: str) -> None:
    path = tmp_path / "faulty.txt"
    path.write_text(text, "utf-8")
    found = given(path)
    assert not found.many
    pytest.raises(HuarongError, found.first)


def test_faults_name_the_lines_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("\n".join([*CODES, "AA./A..B", "no such thing"]), "utf-8")
    *_, (_, _, uneven), (number, part, unknown) = given(path)
    assert isinstance(uneven, PuzzleError) and str(uneven).startswith("line 5, column 8: this row has 4 cells")
    assert isinstance(unknown, PuzzleError) and (number, part.line) == (6, 6)
    assert str(unknown).startswith("line 6: 'no such thing' is not a known name")
    pytest.raises(PuzzleError, given(path).all).match("line 5, column 8")
    path.write_text('{"puzzle": "AA./A..B"}\n"横刀立马"\n{"puzzle": "A", "gaol": "A"}', "utf-8")
    (_, _, uneven), _, (_, _, mistyped) = given(path)
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
    found = list(given(path))
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
    *three, end, slide, counted = [each for _, _, each in given(str(path))]
    ends = [each.puzzle.line().partition("/goal:/")[2] for each in three if not isinstance(each, HuarongError)]
    assert ends == ["..../..../..../AA../AA..", "..../..../..../AA../AA..", "123/8.4/765"]
    assert str(end) == 'line 4: end cannot be read; write it as in "goal": "..AA/...."'
    assert str(slide) == 'line 5: slide cannot be read; write it as in "puzzle": "slide: along/AA../..BB"'
    assert not isinstance(counted, HuarongError)
