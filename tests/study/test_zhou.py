"""周扬's enumeration, table and file, written, read and damaged, and the counts of the paper; zhoutk's board."""

from __future__ import annotations

import functools
import itertools
import math
from pathlib import Path
from random import Random

import pytest

from huarong.atlas import UnsolvableError
from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import puzzle_at
from huarong.errors import CannotExpress, FileError, InputError
from huarong.library.reader import puzzle
from huarong.model.board import Layout
from huarong.model.puzzle import Puzzle
from huarong.notation import write
from huarong.space.space import NotInSpaceError
from huarong.study import exhibit, zhou, zhou_file, zhoutk
from huarong.study.traces import shows, trace
from huarong.study.zhou_file import ZhouFile, write as write_file
from tests import naive
from tests.cli.running import read, run
from tests.examples import CI, DATA, few

HENGDAO = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
STATE = (0, 3, 8, 11, 13, 14, 16, 19, 9, 1)


@functools.cache
def enumeration() -> zhou.Enumeration:
    return zhou.enumerate_states()


def solutions() -> dict[zhou.State, bytes]:
    return zhou.table(frozenset({13})).solutions


@pytest.mark.slow
def test_the_states() -> None:
    states = enumeration().states
    assert len(states) == len(set(states)) == 65_880
    layouts = {frozenset(zip(zhou.ORDER, state, strict=True)) for state in states}
    sizes = [kind.size for kind in HENGDAO.kinds]
    assert layouts == {
        frozenset((sizes[kind], head) for kind, head in layout) for layout in naive.enumerate_layouts(HENGDAO)
    }


def test_the_arrangements_and_the_trials_that_are_left_of_them() -> None:
    assert math.perm(20, 10) == 670_442_572_800 and enumeration().trials == 1_178_516


@pytest.mark.slow
def test_the_edges_are_fewer_than_two_a_state() -> None:
    neighbours = sum(1 for state in enumeration().states for _ in zhou.children(state))
    assert neighbours == 2 * 103_390
    assert len(enumeration().states) + neighbours // 2 == 169_270 < 65_880 * 3 == 197_640


def test_the_solutions() -> None:
    lengths = [len(steps) for steps in solutions().values()]
    assert len(lengths) == 53_954 and lengths.count(0) == 6_795
    assert max(lengths) == 126 and sum(lengths) == 2_326_963 and len(solutions()[STATE]) == 116


def test_stored_steps_lead_to_the_goal_one_cell_at_a_time() -> None:
    for state in list(solutions())[::997]:
        path = [HENGDAO.layout(_heads(each)) for each in zhou.play(state, solutions()[state])]
        for before, after in itertools.pairwise(path):
            assert naive.state(after) in naive.neighbours(HENGDAO, naive.state(before), "step")
        assert HENGDAO.goal.holds(path[-1])


def _heads(state: zhou.State) -> list[int]:
    by_size = {size: [] for size in zhou.ORDER}
    for size, cell in zip(zhou.ORDER, state, strict=True):
        by_size[size].append(cell)
    groups = {size: iter(cells) for size, cells in by_size.items()}
    return [next(groups[HENGDAO.kinds[piece.kind].size]) for piece in HENGDAO.pieces]


def test_the_file() -> None:
    data = zhou.pack(solutions())
    assert len(data) == 53_954 * 9 + 2_326_963 == 2_812_549 and zhou.unpack(data) == solutions()
    assert all(zhou.state_code(state) < 1 << 50 for state in solutions())
    assert max(step for steps in solutions().values() for step in steps) < 1 << 6


@pytest.mark.slow
def test_the_file_is_the_one_that_the_atlas_writes(tmp_path: Path) -> None:
    write_file(tmp_path / "solutions", Atlas.of(HENGDAO, "step"))
    compiled = zhou.unpack((tmp_path / "solutions").read_bytes())
    assert compiled.keys() == solutions().keys()
    assert all(len(compiled[state]) == len(steps) for state, steps in solutions().items())
    for state in list(compiled)[::997]:
        assert zhou.play(state, compiled[state])[-1][9] == 13


def test_the_code_is_the_notations() -> None:
    assert write(HENGDAO, "zhou") == f"{zhou.state_code(STATE):016X}"


def test_the_eight_hardest() -> None:
    hardest = zhou.hardest(solutions())
    assert [len(solutions()[state]) for state in hardest] == [126] * 4 + [125] * 4
    lengths = [len(steps) for steps in solutions().values()]
    assert (lengths.count(126), lengths.count(125)) == (4, 6)


def test_the_table_knows_what_cannot_be_solved() -> None:
    layout = next(s for s in enumeration().states if s not in solutions())
    found = exhibit("zhou-table").prepare(HENGDAO.started(Layout(_grouped(layout))))()
    assert found.depth is None


def _grouped(state: zhou.State) -> tuple[tuple[int, ...], ...]:
    sizes = [kind.size for kind in HENGDAO.kinds]
    pairs = list(zip(zhou.ORDER, state, strict=True))
    return tuple(tuple(cell for size, cell in pairs if size == each) for each in sizes)


def test_only_the_classic_pieces() -> None:
    with pytest.raises(InputError, match="2x2:1 2x1:1 1x2:4 1x1:4"):
        exhibit("zhou-search").prepare(Puzzle.parse("HAAI/HAAI/JKNL/JKOL/P..Q"))


# zhoutk

WARRIORS = [
    zhoutk.Warrior(size, left, top)
    for size, left, top in (
        ("1x2", 0, 0),
        ("2x2", 1, 0),
        ("1x2", 3, 0),
        ("1x2", 0, 2),
        ("2x1", 1, 2),
        ("1x2", 3, 2),
        ("1x1", 0, 4),
        ("1x1", 1, 3),
        ("1x1", 2, 3),
        ("1x1", 3, 4),
    )
]


def test_the_board_as_he_prints_it() -> None:
    state = zhoutk.GameState()
    assert state.init_state(WARRIORS)
    printed = (DATA / "zhoutk_board.txt").read_text("utf-8")
    assert zhoutk.printed(state) == printed.rstrip("\n")


def test_a_warrior_finds_no_place_on_another_or_on_the_frame() -> None:
    state = zhoutk.GameState()
    assert not state.init_state([*WARRIORS[:2], zhoutk.Warrior("1x1", 2, 1)]) and len(state.heroes) == 2
    for left, top in ((-1, 0), (3, 0), (0, -1), (0, 4)):
        assert not zhoutk.is_position_available(zhoutk.GameState(), "2x2", left, top)
    for left, top in ((-2, 0), (4, 0), (0, 5)):
        assert not zhoutk.is_position_available(zhoutk.GameState(), "2x2", left, top)
    with pytest.raises(InputError, match=r"board\[-1\] is undefined"):
        zhoutk.is_position_available(zhoutk.GameState(), "2x2", 0, -2)


def test_a_state_that_names_the_persons_is_a_puzzle_of_theirs() -> None:
    found = zhou.persons("8,0,11,3, 19,16,14,13,9,1")
    assert found is not None and found.rows() != ()
    assert {p.label: p.head for p in found.pieces} == dict(
        zip(
            ("赵云", "马超", "张飞", "黄忠", "卒1", "卒2", "卒3", "卒4", "关羽", "曹操"),
            (8, 0, 11, 3, 19, 16, 14, 13, 9, 1),
            strict=True,
        )
    )
    assert zhou.persons("876543210") is zhou.persons("1,2,3") is None
    pytest.raises(InputError, zhou.persons, "3,0,8,11,13,14,16,19,10,1").match("关羽")


def test_the_persons_go_along_with_the_steps_of_the_show() -> None:
    cells = (8, 0, 11, 3, 19, 16, 14, 13, 9, 1)
    found = trace("zhou-file", zhou.persons(",".join(map(str, cells))), whole=False)
    told = [(values["person"], values["way"]) for what, values, _ in found.frames if what == "step"]
    steps = bytes(values["byte"] for what, values, _ in found.frames if what == "step")
    expected = [(who.replace("兵", "卒"), way) for who, way in zhou.restored(cells, steps)]
    assert told == expected and len(told) == 116


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


@pytest.mark.slow
def test_the_show_plays_the_entry_of_the_file(path: Path) -> None:
    """Byte for byte; the page once searched a solution of its own, and 22 of 116 bytes differed."""
    file = path.read_bytes()
    for name in shows.CLASSIC:
        frames = shows.trace("zhou-file", name, frames=4000, whole=False).frames
        told = {key: value for _, _, puts in frames for table, key, value in puts if table == "bytes"}
        entry = bytes(told[n] for n in range(len(told)))
        at = file.index(entry[:8])
        assert len(entry) > 9 and file[at : at + 9 + file[at + 8]] == entry, name
