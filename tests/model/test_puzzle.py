"""Puzzles: their layouts, their text with every fault in its place, pieces placed one by one, and images."""

import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import example, given, strategies as st

from huarong.errors import Fault, PuzzleError
from huarong.model.board import Board, Layout
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup, label_stands
from huarong.model.symmetry import MIRROR, SYMMETRIES, Symmetry, image, symmetries
from tests import naive, strategies
from tests.examples import data

PUZZLES = st.one_of(strategies.puzzles(limit=60), strategies.symmetric_puzzles(limit=60))
CLASSIC = "ABBC/ABBC/DEEF/DGHF/I..J"


def faults(text: str, goal: str | None = None) -> list[str]:
    try:
        Puzzle.parse(text, goal)
    except PuzzleError as error:
        return [str(fault) for fault in error.faults] or ["no fault"]
    return []


@given(PUZZLES, st.randoms())
def test_layouts_are_canonical(puzzle: Puzzle, random) -> None:  # type: ignore[no-untyped-def]
    layout = puzzle.start
    shuffled = Layout(tuple(tuple(random.sample(group, len(group))) for group in layout.heads))
    assert shuffled == layout and hash(shuffled) == hash(layout) and naive.state(layout) == naive.start(puzzle)
    assert puzzle.layout(puzzle.heads(layout)) == layout and puzzle.faults(layout) == ()
    assert puzzle.started(layout).start == layout


@given(strategies.puzzles(limit=60))
def test_faults_of_layouts_agree_with_all_that_can_be_placed(puzzle: Puzzle) -> None:
    possible = set(naive.enumerate_layouts(puzzle))
    assert naive.start(puzzle) in possible
    for kind, group in enumerate(puzzle.start.heads):
        for head in range(-1, puzzle.board.size + 1):
            layout = puzzle.start.moved(kind, group[0], head)
            repeated = len(set(layout.heads[kind])) < len(group)
            good = naive.state(layout) in possible and not repeated
            assert (puzzle.faults(layout) == ()) == good


def test_faults_of_a_layout() -> None:
    puzzle = Puzzle.parse("AAB./....", goal="..../AA..")
    assert [str(f) for f in puzzle.faults(Layout(((3,), (3,))))] == ["a 2x1 piece cannot lie at cell 3"]
    assert [str(f) for f in puzzle.faults(Layout(((5,), (6,))))] == [
        "line 2, column 3: a 1x1 piece and a 2x1 piece overlap"
    ]
    assert len(puzzle.faults(Layout(((5, 0), ())))) == 1
    pytest.raises(PuzzleError, puzzle.started, Layout(((7,), (0,))))


def test_an_unpickled_puzzle_is_found_by_another_process() -> None:
    # Hashes of text differ from process to process.
    puzzle = Puzzle.parse(CLASSIC)
    hash(puzzle)
    program = (
        "import pickle, sys; from huarong.model.puzzle import Puzzle; "
        f"p = pickle.load(sys.stdin.buffer); q = Puzzle.parse({CLASSIC!r}); "
        "assert p == q and hash(p) == hash(q) and p.start in {q.start}"
    )
    subprocess.run([sys.executable, "-c", program], input=pickle.dumps(puzzle), check=True)


@pytest.mark.parametrize("head", [-1, 4, 99, 1.5, "0", None])
def test_a_head_that_is_no_cell_is_a_fault(head: object) -> None:
    layout = Layout(((0,), (head,)))  # type: ignore[arg-type]
    (fault,) = Puzzle.parse("AB/..", goal="../AB").faults(layout)
    assert str(fault) == f"a 1x1 piece cannot lie at cell {head}"


@given(PUZZLES)
def test_round_trip(puzzle: Puzzle) -> None:
    assert Puzzle.parse(puzzle.text()) == puzzle and Puzzle.parse(puzzle.line()) == puzzle
    assert Puzzle.parse(puzzle.text()).text() == puzzle.text() and "\n" not in puzzle.line()


def test_round_trip_of_what_is_only_said() -> None:
    text = "name: Two/three: a tale\nname.zh: 二\nsource: S\nnote: N: /\nnames: A=曹操\nA.\ngoal:\n.A\n"
    puzzle = Puzzle.parse(text)
    assert (puzzle.name, puzzle.name_zh, puzzle.source, puzzle.note) == ("Two/three: a tale", "二", "S", "N: /")
    assert puzzle.pieces[0].label == "曹操" and puzzle.text() == text
    assert Puzzle.parse(puzzle.line()) == replace(puzzle, name="", name_zh="", source="", note="")


def test_byte_order_mark_line_ends_and_indents_do_not_matter() -> None:
    plain = Puzzle.parse("A..\n.B.\ngoal:\n..A\n...\n")
    assert Puzzle.parse("\ufeff  A..\r\n\r\n  .B.\r\n  goal:\r\n..A\r\n...") == plain
    assert Puzzle.parse("A../.B./goal:/..A/.../") == plain and Puzzle.parse("A../.B.", goal="..A/...") == plain
    assert Puzzle.parse("A../.B.", goal="goal:\n..A\n...\n") == plain
    assert Puzzle.parse("A../.B./goal:/.A./...", goal="..A/...") == plain


def test_usual_goals() -> None:
    classic = Puzzle.parse(CLASSIC)
    assert classic == Puzzle.parse(CLASSIC, goal="..../..../..../.BB./.BB.")
    tiles = Puzzle.parse("876/543/21.")
    assert tiles == Puzzle.parse("876/543/21.", goal="123/456/78.") and len(tiles.kinds) == 8


def test_gates_under_a_piece_at_the_start() -> None:
    puzzle = Puzzle.parse("gate: A\nA-.\ngates:\n-..\ngoal:\n..A")
    assert puzzle.board.gates == {0, 1} and "gates:\n--.\n" in puzzle.text()


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
    assert puzzle.text() == text and Puzzle.parse(puzzle.line()) == puzzle


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
        *data("refused")["texts"],
        (
            "A" + "." * 4096 + "\ngoal:\n" + "A" + "." * 4096,
            ["line 1, column 1: the board has 4,097 cells; at most 4,096 are read"],
        ),
        ("." * (1 << 20) + "\n", ["the text has 1,048,577 characters; at most 1,048,576 are read"]),
    ],
)
def test_every_fault_has_its_place(text: str, expected: list[str]) -> None:
    assert faults(text) == expected
    error = pytest.raises(PuzzleError, Puzzle.parse, text)
    assert [str(fault) for fault in error.value.faults] == expected and str(error.value) == "\n".join(expected)


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


def test_setup_checks_each_placement_and_changes_nothing_where_it_fails() -> None:
    setup = Setup(Board(3, 2, walls=frozenset({2}), gates=frozenset({5})))
    setup.place("A", [(0, 0), (0, 1)])
    for symbol, cells, expected in (
        ("A", [(1, 0)], ["'A' is placed already"]),
        ("B", [], ["'B' has no cells"]),
        (".", [(1, 0)], ["'.' cannot stand for a piece"]),
        ("BC", [(1, 0)], ["'BC' cannot stand for a piece"]),
        (
            "B",
            [(0, 0), (1, 0), (2, 0), (3, 0), (2, 1)],
            [
                "line 1, column 1: 'B' would lie on 'A'",
                "line 1, column 3: 'B' would lie on a wall",
                "line 1, column 4: 'B' would lie outside the board",
                "line 2, column 3: 'B' lies on a gate that it may not enter",
            ],
        ),
    ):
        error = pytest.raises(PuzzleError, setup.place, symbol, cells)
        assert [str(fault) for fault in error.value.faults] == expected
    setup.place("B", [(2, 1)], gates=True)
    puzzle = Puzzle.of(setup, [{"A": [(1, 0), (1, 1)]}])
    assert puzzle == Puzzle.parse("gate: B\nA.#\nA.B\ngates:\n...\n..-\ngoal:\n.A.\n.A.")


@pytest.mark.parametrize(("goals", "expected"), data("refused")["goals"])
def test_setup_checks_goals(goals: list[dict[str, list[tuple[int, int]]]], expected: list[str]) -> None:
    setup = Setup(Board(3, 2))
    setup.place("A", [(0, 0)])
    setup.place("B", [(1, 0)])
    wanted = [{symbol: [*map(tuple, cells)] for symbol, cells in each.items()} for each in goals]
    error = pytest.raises(PuzzleError, Puzzle.of, setup, wanted)
    assert [str(fault) for fault in error.value.faults] == expected


@pytest.mark.parametrize("label", ["Cao Cao", "a/b", "a\nb", "\u3000"])
def test_a_label_that_no_text_can_hold(label: str) -> None:
    setup = Setup(Board(3, 2))
    pytest.raises(PuzzleError, setup.place, "A", [(0, 0)], label=label).match("is not a valid name for a piece")
    setup.place("A", [(0, 0)])
    assert not label_stands(label)


def test_pieces_that_count_as_the_same_are_alike() -> None:
    setup = Setup(Board(3, 2))
    setup.place("A", [(0, 0)])
    setup.place("B", [(1, 0)], directions="LR")
    pytest.raises(PuzzleError, setup.contents, [{"A": [(2, 1)]}], same=["AB"]).match("'B' and 'A' differ; pieces")


def test_the_eight_of_a_square() -> None:
    board = Board(3, 3)
    found = {tuple(each.cell(board, cell) for cell in range(9)) for each in SYMMETRIES}
    assert len(found | {tuple(range(9))}) == 8 and Symmetry(flip_x=True, flip_y=True).cell(board, 1) == 7
    assert [MIRROR.cell(Board(4, 5), cell) for cell in range(5)] == [3, 2, 1, 0, 7]


def solved(puzzle: Puzzle, symmetry: Symmetry) -> None:
    """An image has as many layouts at each depth as its puzzle, and a solution in as many steps."""
    first, second = naive.bfs(puzzle, "step"), naive.bfs(image(puzzle, symmetry), "step")
    assert (first.counts, first.distance) == (second.counts, second.distance)


@given(PUZZLES, st.sampled_from(SYMMETRIES))
def test_an_image_is_the_puzzle_seen_from_elsewhere(puzzle: Puzzle, symmetry: Symmetry) -> None:
    seen = image(puzzle, symmetry)
    solved(puzzle, symmetry)
    assert Puzzle.parse(seen.text()) == seen
    back = symmetry._replace(
        flip_x=symmetry.flip_y if symmetry.swap else symmetry.flip_x,
        flip_y=symmetry.flip_x if symmetry.swap else symmetry.flip_y,
    )
    assert image(seen, back) == puzzle


@given(PUZZLES)
def test_a_mirror_image_has_its_rows_reversed(puzzle: Puzzle) -> None:
    assert image(puzzle, MIRROR).rows() == tuple(row[::-1] for row in puzzle.rows())


@given(PUZZLES)
def test_symmetries_map_layouts_to_layouts_as_far_from_the_goal(puzzle: Puzzle) -> None:
    distances = naive.all_distances(puzzle, "step") if puzzle.board.size < 30 else {}
    for symmetry, kinds in symmetries(puzzle):
        for state, distance in distances.items():
            other = frozenset((kinds[k], symmetry.head(puzzle.board, puzzle.kinds[k], head)) for k, head in state)
            assert distances[other] == distance


def test_which_symmetries_a_puzzle_has() -> None:
    assert [each for each, _ in symmetries(Puzzle.parse("A../.../...", goal=".../.A./..."))] == [*SYMMETRIES]
    one_way = Puzzle.parse("slide: A=UDL/A../.../...", goal=".../.A./...")
    assert [each for each, _ in symmetries(one_way)] == [Symmetry(flip_y=True)]
    assert not [*symmetries(Puzzle.parse("A.#/.../...", goal=".../.../..A"))][1:]


@pytest.mark.parametrize("wanted", [12, 13])
def test_a_goal_may_be_met_by_4096_choices_of_pieces(wanted):
    rows = ["AaBbC", "cDdEe", "FfGgH", "hIiJj", "KkLlM", "mNn.."]
    goal = (
        "".join("A" if n % 2 and n < 2 * wanted else "." for n in range(30))
        .replace("A", "{}")
        .format(*"ABCDEFGHIJKLM"[:wanted])
    )
    text = f"match: shape/slide: {' '.join(f'{each}=LR' for each in 'ABCDEFGHIJKLMN')}/{'/'.join(rows)}/goal:/"
    text += "/".join(goal[i : i + 5] for i in range(0, 30, 5))
    if wanted == 12:
        assert len(Puzzle.parse(text).goal.alternatives) == 4096
    else:
        with pytest.raises(PuzzleError, match="more than 4,096 choices"):
            Puzzle.parse(text)
