"""周扬's file of all solutions: written, read, and damaged."""

import itertools
from pathlib import Path
from random import Random

import pytest

from huarong.atlas import Atlas, UnsolvableError
from huarong.atlas.goals import puzzle_at
from huarong.errors import CannotExpress, FileError, InputError
from huarong.library.reader import puzzle
from huarong.space.space import NotInSpaceError
from huarong.study import zhou_file
from huarong.study.zhou_file import ZhouFile
from tests.cli.running import read, run
from tests.examples import CI, few

HERO = puzzle("横刀立马")
CODE = bytes.fromhex("00000342DAE84D21")


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas.of(HERO, "step")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory, atlas: Atlas) -> Path:
    path = tmp_path_factory.mktemp("zhou") / "solutions"
    zhou_file.write(path, atlas)
    return path


@pytest.fixture(scope="module")
def table(path: Path) -> ZhouFile:
    return ZhouFile(path)


@pytest.mark.slow
def test_the_file_has_the_size_of_the_paper(path: Path, table: ZhouFile) -> None:
    assert path.stat().st_size == 2812549 and len(table) == 53954 and CODE + bytes([116]) in path.read_bytes()


@pytest.mark.slow  # 65,880 records
def test_every_record_is_a_layout_with_its_distance(table: ZhouFile, atlas: Atlas) -> None:
    assert {layout: len(table[layout]) for layout in table} == dict(atlas)


def test_solutions_by_look_up_with_the_persons(table: ZhouFile, atlas: Atlas) -> None:
    solution = table.solution(HERO)
    assert solution.verify() and solution.length == 116
    assert {move.label for move in solution.moves} <= {piece.label for piece in HERO.pieces}
    for layout in list(atlas)[::2000]:
        found = table.solution(puzzle_at(atlas.space, layout, atlas.goal))
        assert (found.length, found.verify()) == (atlas[layout], True)


@pytest.mark.slow
def test_every_solution_verifies(table: ZhouFile, atlas: Atlas) -> None:
    for layout in atlas:
        assert table.solution(puzzle_at(atlas.space, layout, atlas.goal)).verify()


def test_what_the_file_does_not_answer(table: ZhouFile, atlas: Atlas) -> None:
    stuck = atlas.space.layout(int(atlas.ranks(None)[0]))
    assert not table.solution(puzzle_at(atlas.space, stuck, atlas.goal)).solved
    with pytest.raises(UnsolvableError):
        table[stuck]
    pytest.raises(NotInSpaceError, table.solution, puzzle("AA../AA../..../..../B..."))
    with pytest.raises(InputError, match="usual goal"):
        table.solution(puzzle("HAAI/HAAI/JBBK/JNOK/P..Q", goal="AA../AA../..../..../...."))


@pytest.mark.parametrize("text", ["move", "AB/.."])
def test_other_atlases_cannot_be_expressed(text: str, tmp_path: Path) -> None:
    other = Atlas.of(HERO, "move") if text == "move" else Atlas.of(puzzle(text, goal="../AB"), "step")
    pytest.raises(CannotExpress, zhou_file.write, tmp_path / "x", other)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (CODE + b"\x02\x1b", "incomplete"),
        (CODE[:5], "incomplete"),
        (2 * (CODE + b"\x00"), "out of order"),
        (b"\x01" + CODE[1:] + b"\x00", "not a layout of the classic set"),
        (CODE[:7] + b"\x20\x00", "not a layout of the classic set"),
        (b"", "has 0 records"),
        (CODE + b"\x00", "do not lead to the goal"),
    ],
)
def test_a_file_that_is_spoiled(data: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(data)
    pytest.raises(FileError, ZhouFile, tmp_path / "x").match(words)


@pytest.fixture(scope="module")
def places(path: Path) -> list[int]:
    """The offsets of the file's records."""
    data, found = path.read_bytes(), [0]
    while found[-1] < len(data):
        found.append(found[-1] + 9 + data[found[-1] + 8])
    return found


@pytest.mark.parametrize("part", few(range(4), 1))
def test_a_bit_of_a_code_or_of_a_first_step_is_missed(path: Path, places: list[int], part: int, tmp_path: Path) -> None:
    """A damaged key would be another layout's, so its own layout would seem to have no solution: that is detected."""
    data, random = path.read_bytes(), Random(part)
    for at in random.sample(places[:-1], 1 + CI):
        for byte in random.sample(range(min(10, 9 + data[at + 8])), 4):
            spoiled = bytearray(data)
            spoiled[at + byte] ^= 1 << random.randrange(8)
            (tmp_path / "x").write_bytes(spoiled)
            pytest.raises(FileError, ZhouFile, tmp_path / "x")


@pytest.mark.slow
def test_records_exchanged_dropped_and_repeated(path: Path, places: list[int], tmp_path: Path) -> None:
    data = path.read_bytes()
    records = [data[a:b] for a, b in itertools.pairwise(places)]
    turned = [*records[:700], records[701], records[700], *records[702:]]
    for spoiled in (records[:-1], records[1:], [*records, records[0]], turned):
        (tmp_path / "x").write_bytes(b"".join(spoiled))
        pytest.raises(FileError, ZhouFile, tmp_path / "x")


@pytest.mark.slow
def test_steps_behind_the_first_are_tried_too(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    at = data.index(CODE + bytes([116])) + 9
    for step, bit in ((5, 0), (60, 3), (115, 7)):
        spoiled = bytearray(data)
        spoiled[at + step] ^= 1 << bit
        (tmp_path / "x").write_bytes(spoiled)
        pytest.raises(FileError, ZhouFile, tmp_path / "x").match("step")


@pytest.mark.parametrize("steps", [b"\x00", b"\xff", bytes([6 << 2 | 2]), b"", bytes([6 << 2 | 3])])
def test_steps_that_are_none(steps: bytes, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(CODE + bytes([len(steps)]) + steps)
    pytest.raises(FileError, ZhouFile, tmp_path / "x").match("step")


def test_a_record_that_is_missing_or_spoiled_is_found(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    (tmp_path / "x").write_bytes(data[9 + data[8] :])
    pytest.raises(FileError, ZhouFile, tmp_path / "x").match("53,953 records")
    at = data.index(CODE) + 9 + 60
    (tmp_path / "x").write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    pytest.raises(FileError, ZhouFile, tmp_path / "x").match(f"byte {data.index(CODE):,}".replace(",", ""))


@pytest.mark.slow
def test_the_file_itself_shows_that_its_answers_are_shortest(table: ZhouFile) -> None:
    assert table.optimal()
    ways, state = table._ways, (0, 3, 8, 11, 13, 14, 16, 19, 9, 1)
    long = ways[state]
    try:
        ways[state] = long + bytes(2)
        assert not table.optimal()
    finally:
        ways[state] = long


def test_a_missing_file(tmp_path: Path) -> None:
    pytest.raises(FileNotFoundError, ZhouFile, tmp_path / "none")
    pytest.raises(FileError, ZhouFile, tmp_path).match("cannot be read")


def test_the_commands(path: Path, table: ZhouFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huarong.study.ZhouFile", lambda file: table if file == str(path) else 0)
    found = run("study", "run", "zhou-file", "query", path, "横刀立马").stdout
    assert "basic state: 0 3 8 11 13 14 16 19 9 1" in found and "code: 00000342DAE84D21" in found
    assert "116 steps:" in found and found.count(",") >= 115
    data = read("study", "run", "zhou-file", "query", path, "横刀立马")
    assert (data["code"], data["length"]) == ("00000342DAE84D21", 116)
    few = dict(itertools.islice(table.items(), 3))
    monkeypatch.setattr(ZhouFile, "values", lambda self: few.values())
    for best, status in ((True, 0), (False, 1)):
        monkeypatch.setattr(ZhouFile, "optimal", lambda self, best=best: best)
        said = run("study", "run", "zhou-file", "check", path, status=status).stdout
        assert ("all are shortest" in said) == best and f"{sum(map(len, few.values())):,} steps" in said
