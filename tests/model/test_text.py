"""The grid text: reading and writing, and every fault with its place."""

from dataclasses import replace

import pytest
from hypothesis import example, given, strategies as st

from huarong.errors import Fault, PuzzleError
from huarong.model.puzzle import Puzzle
from tests import strategies

PUZZLES = st.one_of(strategies.puzzles(limit=60), strategies.symmetric_puzzles(limit=60))
CLASSIC = "ABBC/ABBC/DEEF/DGHF/I..J"


def faults(text: str, goal: str | None = None) -> list[str]:
    try:
        Puzzle.parse(text, goal)
    except PuzzleError as error:
        return [str(fault) for fault in error.faults] or ["no fault"]
    return []


# Reading and writing the grid text


@given(PUZZLES)
def test_round_trip(puzzle: Puzzle) -> None:
    assert Puzzle.parse(puzzle.text()) == puzzle
    assert Puzzle.parse(puzzle.line()) == puzzle
    assert Puzzle.parse(puzzle.text()).text() == puzzle.text()
    assert "\n" not in puzzle.line()


def test_round_trip_of_what_is_only_said() -> None:
    text = "name: Two/three: a tale\nname.zh: 二\nsource: S\nnote: N: /\nnames: A=曹操\nA.\ngoal:\n.A\n"
    puzzle = Puzzle.parse(text)
    assert (puzzle.name, puzzle.name_zh, puzzle.source, puzzle.note) == ("Two/three: a tale", "二", "S", "N: /")
    assert puzzle.pieces[0].label == "曹操"
    assert puzzle.text() == text
    assert Puzzle.parse(puzzle.line()) == replace(puzzle, name="", name_zh="", source="", note="")


def test_byte_order_mark_line_ends_and_indents_do_not_matter() -> None:
    plain = Puzzle.parse("A..\n.B.\ngoal:\n..A\n...\n")
    assert Puzzle.parse("\ufeff  A..\r\n\r\n  .B.\r\n  goal:\r\n..A\r\n...") == plain
    assert Puzzle.parse("A../.B./goal:/..A/.../") == plain
    assert Puzzle.parse("A../.B.", goal="..A/...") == plain
    assert Puzzle.parse("A../.B.", goal="goal:\n..A\n...\n") == plain
    assert Puzzle.parse("A../.B./goal:/.A./...", goal="..A/...") == plain


def test_usual_goals() -> None:
    classic = Puzzle.parse(CLASSIC)
    assert classic == Puzzle.parse(CLASSIC, goal="..../..../..../.BB./.BB.")
    tiles = Puzzle.parse("876/543/21.")
    assert tiles == Puzzle.parse("876/543/21.", goal="123/456/78.")
    assert len(tiles.kinds) == 8


def test_gates_under_a_piece_at_the_start() -> None:
    puzzle = Puzzle.parse("gate: A\nA-.\ngates:\n-..\ngoal:\n..A")
    assert puzzle.board.gates == {0, 1}
    assert "gates:\n--.\n" in puzzle.text()


def test_slide() -> None:
    along = Puzzle.parse("slide: along\nAA.\nB.C\nB..\ngoal:\n.AA\n...\n...")
    assert {p.symbol: along.kinds[p.kind].directions for p in along.pieces} == {"A": "LR", "B": "UD", "C": "UDLR"}
    each = Puzzle.parse("slide: A=R B=none\nAB.\ngoal:\nA..")
    assert {p.symbol: each.kinds[p.kind].directions for p in each.pieces} == {"A": "R", "B": ""}


def test_match() -> None:
    board, goal = "AB.\n...\n", "goal:\n...\n..A\n"
    assert [kind.mark for kind in Puzzle.parse(board + goal).kinds] == ["", "A"]
    assert [kind.mark for kind in Puzzle.parse("match: shape\n" + board + goal).kinds] == [""]


def test_goal_by_shape_is_met_by_every_kind_of_that_shape() -> None:
    puzzle = Puzzle.parse("match: shape\nslide: A=LR\nABC\n...\ngoal:\n...\n.AC\n")
    free, sideways = (
        next(k for k, kind in enumerate(puzzle.kinds) if kind.directions == directions) for directions in ("UDLR", "LR")
    )
    assert set(puzzle.goal.alternatives) == {
        ((free, 4), (free, 5)),
        tuple(sorted([(free, 4), (sideways, 5)])),
        tuple(sorted([(free, 5), (sideways, 4)])),
    }


def test_a_piece_may_be_called_by_any_character() -> None:
    text = "slide: ==LR a=UD\ngate: =\nnames: ===x a==\n==.\na.-\ngoal:\n.==\n...\n"
    puzzle = Puzzle.parse(text)
    assert {p.symbol: (p.label, puzzle.kinds[p.kind].directions) for p in puzzle.pieces} == {
        "=": ("=x", "LR"),
        "a": ("=", "UD"),
    }
    assert puzzle.text() == text
    assert Puzzle.parse(puzzle.line()) == puzzle


def test_what_is_only_said_stays_on_its_line() -> None:
    puzzle = replace(Puzzle.parse("A./../goal:/../.A"), name=" a\nAB ", note="\u2028")
    assert Puzzle.parse(puzzle.text()) == replace(puzzle, name="a AB", note="")


def test_covered_gates_leave_no_usual_goal() -> None:
    text = "gate: A\nAAB.\nAA..\n....\n....\n....\ngates:\n-...\n" + "....\n" * 4
    assert faults(text) == [NO_GOAL]


# Faults of texts, each with its place

NO_GOAL = "there is no goal, and this board has no usual one: add a goal section"
PIECES = "which is not on the board; its pieces are"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["there is no board: expected rows of cells"]),
        (" \n\n", ["there is no board: expected rows of cells"]),
        ("name: x\ngoal:\nA", ["there is no board: expected rows of cells"]),
        ("...\n.#.", ["line 1, column 1: there are no pieces on the board", NO_GOAL]),
        ("AB.\n...", [NO_GOAL]),
        (
            "name: x\n AAB\nAA\n...B\ngoal:\n",
            [
                "line 3, column 3: this row has 2 cells; expected 3, as in the first",
                "line 4, column 4: this row has 4 cells; expected 3, as in the first",
            ],
        ),
        (
            "AAB / AA / ...B",
            [
                "line 1, column 9: this row has 2 cells; expected 3, as in the first",
                "line 1, column 15: this row has 4 cells; expected 3, as in the first",
                NO_GOAL,
            ],
        ),
        (  # the first row is as wide as a board with a usual goal
            "HAAI\nHAAI\nJBBK\nJNOK\nP..",
            ["line 5, column 4: this row has 3 cells; expected 4, as in the first"],
        ),
        (
            "A\0.\n.: ",
            [
                "line 2, column 3: this row has 2 cells; expected 3, as in the first",
                "line 1, column 2: '\\x00' cannot stand for a piece",
                "line 2, column 2: ':' cannot stand for a piece",
                NO_GOAL,
            ],
        ),
        (
            "AB.\n...\ngoal:\n..C\n.D.",
            [
                f"line 4, column 3: the goal names 'C', {PIECES} A B",
                f"line 5, column 2: the goal names 'D', {PIECES} A B",
            ],
        ),
        ("AB./.../goal:/..C/.A.", [f"line 1, column 17: the goal names 'C', {PIECES} A B"]),
        (
            "AAB\n...\ngoal:\nA..\nA..\ngoal:\n...\n..A",
            [
                "line 4, column 1: the goal gives 'A' a different shape from the one on the board",
                "line 8, column 3: the goal gives 'A' 1 cell; expected 2, its size on the board",
            ],
        ),
        (
            "A.#\n..-\ngoal:\n..A\n...\ngoal:\n...\n..A",
            [
                "line 4, column 3: 'A' cannot be where the goal wants it: a wall or a gate is there",
                "line 8, column 3: 'A' cannot be where the goal wants it: a wall or a gate is there",
            ],
        ),
        ("AB.\n...\ngoal:\n...\n...", ["line 4: the goal names no piece: put a piece's character where it must be"]),
        ("AB.\ngoal:", ["the goal section has 0 rows; expected 1, as on the board"]),
        (
            "AB.\n...\ngoal:\nA..\n..\n....",
            [
                "line 4: the goal section has 3 rows; expected 2, as on the board",
                "line 5, column 3: the goal's row 2 has 2 cells; expected 3, as on the board",
                "line 6, column 4: the goal's row 3 has 4 cells; expected 3, as on the board",
            ],
        ),
        (
            "nam: x\nAB.\ngoal:\n..A",
            ["line 1, column 1: 'nam' is not a valid header; expected one of name, names, name.zh"],
        ),
        ("AB./slid: along/goal:/..A", ["line 1, column 5: 'slid' is not a valid header; expected one of slide"]),
        ("same: AZ\nAB.\ngoal:\n..A", ["line 1: 'Z' is not on the board; its pieces are A B"]),
        ("gate: *Z\n*B.\ngoal:\n..*", ["line 1: 'Z' is not on the board; its pieces are * B"]),
        (
            "gate: B\nAB.\ngates:\n-z.\ngoal:\n..A",
            [
                "line 4, column 2: 'z' is not a valid gate; expected - or .",
                "line 2, column 1: 'A' lies on a gate that it may not enter",
            ],
        ),
        (
            "A.\ngates:\n-\n..\ngoal:\n.A",
            [
                "line 3: the gate section has 2 rows; expected 1, as on the board",
                "line 3, column 2: the gate's row 1 has 1 cell; expected 2, as on the board",
            ],
        ),
        (
            "slide: A=XY Q=LR sideways\nAB.\ngoal:\n..A",
            [
                "line 1, column 1: 'A=XY' is not a valid slide; expected one of free, along, A=LR",
                "line 1: 'Q' is not on the board; its pieces are A B",
                "line 1, column 1: 'sideways' is not a valid slide; expected one of free, along, A=LR",
            ],
        ),
        (
            "match: colour\nAB.\ngoal:\n..A",
            ["line 1, column 1: 'colour' is not a valid match; expected one of piece, shape"],
        ),
        (
            "names: A= Q=x\nAB.\ngoal:\n..A",
            [
                "line 1, column 1: 'A=' is not a valid names; expected one of A=曹操",
                "line 1: 'Q' is not on the board; its pieces are A B",
            ],
        ),
        (
            "A" + "." * 4096 + "\ngoal:\n" + "A" + "." * 4096,
            ["line 1, column 1: the board has 4,097 cells; at most 4,096 are read"],
        ),
        ("." * (1 << 20) + "\n", ["the text has 1,048,577 characters; at most 1,048,576 are read"]),
    ],
)
def test_every_fault_has_its_place(text: str, expected: list[str]) -> None:
    assert faults(text) == expected
    with pytest.raises(PuzzleError) as error:
        Puzzle.parse(text)
    assert [str(fault) for fault in error.value.faults] == expected
    assert str(error.value) == "\n".join(expected)


def test_faults_of_a_goal_that_is_given_apart() -> None:
    assert faults("A.", goal=".B") == [f"the goal names 'B', {PIECES} A"]
    assert faults("A.", goal="nam: x\n.A") == ["'nam' is not a valid header; expected one of name, names, name.zh"]
    assert faults("AB.", goal="") == ["the goal section has 0 rows; expected 1, as on the board"]


def test_a_goal_that_too_many_choices_of_pieces_meet() -> None:
    row = "ABCDEFGHIJKLMNOP"
    text = f"match: shape\nslide: {' '.join(s + '=LR' for s in row[::2])}\n{row}.\ngoal:\n{row}."
    (fault,) = faults(text)
    assert "more than 4,096 choices" in fault


def test_the_largest_board_that_is_read() -> None:
    assert faults("A" + "." * 4095, goal="." * 4095 + "A") == []


def test_a_long_list_of_faults_is_cut_in_the_message_only() -> None:
    error = PuzzleError([Fault("the board has no cells", line) for line in range(1, 100)])
    assert len(error.faults) == 99
    assert str(error).splitlines()[19:] == ["line 20: the board has no cells", "and 79 more"]


JUNK = st.text(alphabet="AB.#-/: \n\r\tgoalmtchpiesnum=0*é人\0\ufeff\x0b", max_size=60)
LINES = st.sampled_from(
    [
        "goal:",
        "gates:",
        "slide: along",
        "slide: A=LR",
        "match: shape",
        "gate: A",
        "names: A=x",
        "name: x",
        "A.",
        "..",
        "#.",
        ".A",
        "-.",
        "AB/..",
        "goal:/..",
        "A",
        "B",
    ]
)
TEXTS = st.one_of(st.text(), JUNK, st.lists(st.one_of(LINES, JUNK), max_size=9).map("\n".join))


@given(TEXTS, st.one_of(st.none(), TEXTS))
@example("0l", "0l")
def test_reading_anything_ends_in_a_puzzle_or_in_faults(text: str, goal: str | None) -> None:
    found, puzzle = None, None
    try:
        puzzle = Puzzle.parse(text, goal)
    except PuzzleError as error:
        found = error.faults
    assert puzzle is None or Puzzle.parse(puzzle.text()) == puzzle
    assert puzzle or (found and all(fault.message("zh") and fault.message("en") for fault in found))
