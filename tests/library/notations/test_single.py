"""Single notations: their spellings, what they write, ways out of a board, and what is broken."""

import contextlib

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.errors import CannotExpress, PuzzleError
from huarong.library.catalogue import best_counts, find, search
from huarong.library.notations.cells import decode_cells, encode_cells, is_cells
from huarong.library.notations.codes import decode_short, mirror_poos
from huarong.library.notations.key_piece import way_in
from huarong.library.notations.registry import NotationName, notation
from huarong.library.reader import detect, mirror, read, write
from huarong.model.puzzle import Puzzle
from tests.examples import data, tries
from tests.library.notations.codes import LAYOUTS, classics, short
from tests.library.notations.test_round_trip import meaning


def test_hackerranks_input_is_written_where_it_can_hold_the_puzzle() -> None:
    text = "3 4\nA A C .\nA B C .\nB B . .\nB\n0 1"
    assert encode_cells(decode_cells(text)) == text
    gated = decode_cells("gate: B\nA1 A1 B\n. - .\ngates:\n. . .\n. - .\ngoal:\n. A1 A1\n. . .")
    assert [piece.label for piece in gated.pieces] == ["A1", "B"] and decode_cells(encode_cells(gated)) == gated
    pytest.raises(CannotExpress, encode_cells, Puzzle.parse("AB./goal:/B..")).match("two rows and columns")
    wrong = (
        "one: (/(A/../goal:/../(A",
        'one: "/"A/../goal:/../".',
        ".,/../goal:/,./..",
        "names: A=[a]/A#/../goal:/../A.",
    )
    for text in wrong:
        pytest.raises(CannotExpress, encode_cells, Puzzle.parse(text)).match("separates cells")


def test_headers_hold_any_signs() -> None:
    headers = "name: A/B [1]\nsource: L. W. Hardy (1909), x/y\n"
    table, grid = "A A .\nB . .\ngoal:\n. . .\n. A A", "AA.\nB..\ngoal:\n...\n.AA"
    assert is_cells(headers + table) and decode_cells(headers + table) == Puzzle.parse(headers + grid)


def test_what_is_no_table() -> None:
    assert not any(map(is_cells, ("", "A", "A B", "A\nB", "A B\nC", "#*\n#.", "2 2\n1 2\n3")))


def test_the_first_and_the_last_short_code() -> None:
    assert write(decode_short("11111"), "short") == "11111"
    assert write(decode_short(short(LAYOUTS - 1)), "short") == short(LAYOUTS - 1)
    pytest.raises(PuzzleError, decode_short, short(LAYOUTS)).match("29,334,498 layouts")


@given(st.integers(0, LAYOUTS - 1), st.integers(0, LAYOUTS - 1))
def test_short_codes_are_in_the_order_of_the_codes(a: int, b: int) -> None:
    codes = [write(decode_short(short(n)), "code") for n in (a, b)]
    assert (a < b) == (codes[0] < codes[1])


@given(classics)
def test_codes_of_any_layout_read_back(puzzle: Puzzle) -> None:
    written = 0
    for name in ("code", "short", "lv64", "lv32", "liu", "zhou", "poos", "line", "grid"):
        try:
            text = write(puzzle, name)
        except CannotExpress:
            continue
        written += 1
        assert read(text, name) == puzzle
        if len(text) > 4:
            assert notation(name) in detect(text)
    assert written >= 5


@given(classics)
def test_the_mirror_image_twice_is_the_layout(puzzle: Puzzle) -> None:
    image = mirror(puzzle)
    assert mirror(image) == puzzle and [row[::-1] for row in puzzle.rows()] == list(image.rows())
    try:
        code = int(write(puzzle, "poos"), 0)
    except CannotExpress:
        return
    assert mirror_poos(code) == int(write(image, "poos"), 0)


def test_rush_hour() -> None:
    puzzle = read("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.")
    assert puzzle.rows()[2] == "PXXQ.O" and {kind.directions for kind in puzzle.kinds} == {"LR", "UD"}
    red = next(p for p in puzzle.pieces if p.symbol == "X")
    assert puzzle.goal.alternatives == (((red.kind, 16),),)
    fogleman = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    puzzle = read(fogleman)
    assert puzzle.board.walls == {3} and puzzle.goal.alternatives[0][0][1] == 16
    ours = write(puzzle, "rush")
    assert (ours[13:15], ours[3]) == ("XX", "x") and meaning(read(ours)) == meaning(puzzle)


BY_KIND = "TTTUVVUCCUVVU.XXVVCCU....UU.CC.UCCCC"


def test_each_letter_is_a_kind_of_its_own() -> None:
    """Two upright trucks side by side could be three cars; those have a letter already. Servais's board: 93 steps."""
    puzzle = read(BY_KIND)
    assert puzzle.read_as is not None
    assert [str(note) for note in puzzle.read_as.notes][1] == "'V' stands for 2 vehicles"
    assert [hr.solve(puzzle, metric).length for metric in ("slide", "step")] == [49, 93]
    with pytest.raises(PuzzleError, match="'V' can be divided into vehicles in several ways"):
        read("....VV....VVXX..VV..................")


def test_sbp() -> None:
    text = "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,"
    puzzle = read(text)
    assert puzzle.rows() == ("#--##", "#.ab#", "#.AA#", "#####") and puzzle.goal.alternatives == (((0, 1),),)
    assert {p.symbol for p in puzzle.pieces if puzzle.kinds[p.kind].gates} == {"A"}
    assert write(puzzle, "sbp") == text
    two_ways = read("4,3,\n0,0,-1,1,\n3,0,0,0,\n2,2,0,0,", "sbp")
    assert [head for ((_, head),) in two_ways.goal.alternatives] == [1]
    two_ways = read("4,2,\n0,0,-1,0,\n2,2,0,3,", "sbp")
    assert [head for ((_, head),) in two_ways.goal.alternatives] == [1, 2]


def test_a_master_piece_larger_than_the_goal_is_written_as_it_was_read() -> None:
    text = "5,4,\n1,-1,11,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,"
    puzzle = read(text, "sbp")
    assert read(write(puzzle, "sbp"), "sbp") == puzzle


def test_tiles() -> None:
    assert read("876543210").rows() == ("876", "543", "21.")
    assert read("876543210").goal == Puzzle.parse("123/456/78.").goal
    korf = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    puzzle = read(korf)
    assert puzzle.rows() == ("edf7", "bc95", "6.21", "48a3")
    assert {p.symbol: p.label for p in puzzle.pieces}["e"] == "14" and write(puzzle, "tiles") == korf
    spellings = [
        korf.replace("/", " "),
        korf.replace("/", "\n"),
        "[14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3]",
        "[[14, 13, 15, 7], [11, 12, 9, 5], [6, 0, 2, 1], [4, 8, 10, 3]]",
        "edf7bc95602148a3",
        "EDF7/BC95/6021/48A3",
    ]
    for text in spellings:
        assert [each.name for each in detect(text)] == ["tiles"] and read(text) == puzzle
    to_zero = read(korf, goal="0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15")
    assert to_zero.goal == Puzzle.parse("edf7/bc95/6.21/48a3", goal=".123/4567/89ab/cdef").goal
    to_rows = read("8 7 6/5 4 3/2 1 0", goal="12./.../...")
    assert to_rows.goal == Puzzle.parse("876/543/21.", goal="12./.../...").goal
    assert read("1 2 3/4 0 5").rows() == ("123", "4.5")
    big = " ".join(map(str, [*range(1, 100), 0]))
    assert write(read(big), "tiles").replace("/", " ") == big


@pytest.mark.parametrize(("name", "text", "line", "column", "word"), data("refused")["notations"])
def test_what_is_broken_is_told_with_its_place(
    name: NotationName | None, text: str, line: int | None, column: int | None, word: str
) -> None:
    with pytest.raises(PuzzleError, match=word) as caught:
        read(text, name)
    assert (caught.value.faults[0].line, caught.value.faults[0].column) == (line, column)


LEVELS = data("gnome_levels")


@pytest.mark.parametrize("name", LEVELS)
def test_gnome_levels(name: str) -> None:

    puzzle = read(LEVELS[name])
    assert [each.name for each in detect(LEVELS[name])] == ["gnome"]
    assert meaning(puzzle) == meaning(find(name).puzzle)
    assert meaning(read(write(puzzle, "gnome"))) == meaning(puzzle)
    if not name.endswith("Sunshine"):  # its pieces `:` and `/` get other names
        assert write(puzzle, "gnome") == LEVELS[name]


def test_a_goal_at_the_edge_is_a_way_out() -> None:
    """The goal of 横刀立马 is under pieces: the level has a gate behind it, and takes as many moves."""
    text = write("横刀立马", "gnome")
    assert text.split("\n")[5:] == ["#P  Q#", "##--##", "##..##", "##..##"]
    assert [hr.solve(text, metric).length for metric in ("move", "step")] == [81, 116 + 3]
    text = write("横刀立马", "sbp")
    assert text.endswith("\n1,1,-1,-1,1,1,")
    assert [hr.solve(text, metric).length for metric in ("move", "step")] == [81, 116 + 1]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (".B./.../.A./goal:/.A./.../...", "1,1,-1,1,1,"),
        (".../B.A/.../goal:/.../A../...", "-1,3,0,2,1,"),
        (".../A.B/.../goal:/.../..A/...", "1,2,0,3,-1,"),
    ],
)
def test_a_way_out_goes_straight_over_the_nearest_edge(text: str, row: str) -> None:
    assert row in write(text, "sbp").split()


def test_a_level_larger_than_boards_are() -> None:
    with pytest.raises(PuzzleError, match="the board has 4,097 cells; at most 4,096 are read"):
        read("#\n" * 4096 + "*", "gnome")


def test_a_level_has_a_key_piece_a_wall_and_lines() -> None:
    accepts = notation("gnome").accepts
    assert accepts("#*\n##") and not any(map(accepts, ("*.\n..", "#A\n..", "#*", "#*\nA:\n##")))


@pytest.mark.parametrize("name", ["gnome", "sbp"])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A../.B./.../goal:/.../.A./...", "under a piece|gates"),  # not at the edge
        ("A..B/goal:/...A/goal:/A...", "under a piece|common cell"),  # two places, one is the start
        ("B.A../goal:/A..../goal:/....A", "under a piece|common cell"),  # two places
        ("slide: A=LR/A.B/goal:/..A", "slides only"),
        (".../A.B/AA./goal:/.A./.AA/...", "under a piece|gates"),  # nor straight out
    ],
)
def test_what_is_no_way_out_is_refused(name: NotationName, text: str, why: str) -> None:
    pytest.raises(CannotExpress, write, text, name).match(why)


def test_a_way_out_is_read_back_and_the_least_moves_are_the_same() -> None:
    for name in ("sbp", "gnome"):
        text = write("横刀立马", name)
        out, back = read(text), read(text, f"{name}-edge")
        assert write(out, "code") == "1A9BF0C00" and write(out, "name") == "Sword Across the Saddle"
        assert meaning(back) == meaning(hr.puzzle("横刀立马"))
        lengths = [hr.solve(each, metric).length for metric in ("move", "step") for each in (out, back)]
        assert lengths == [81, 81, 117 if name == "sbp" else 119, 116]


@pytest.mark.parametrize("group", ["openings", "rush-hour"])
def test_dialects_write_and_read_back_every(group: str) -> None:
    kind, found = ("edge" if group == "openings" else "along"), search(group)
    for entry in found[:: max(1, len(found) // tries(100))]:
        puzzle = entry.puzzle
        for name in (f"sbp-{kind}", f"gnome-{kind}"):
            if not puzzle.goal.holds(puzzle.start):
                assert meaning(read(write(puzzle, name), name)) == meaning(puzzle), entry.name


def test_levels_of_gnome_klotski_are_written_as_sbp() -> None:
    written = 0
    for entry in search("gnome-klotski"):
        try:
            found = read(write(entry.puzzle, "sbp"))
        except CannotExpress:
            continue
        written += 1
        best = best_counts(entry)
        if best and (best["move"] or 99) < 32:
            assert hr.solve(found, "move").length == best["move"], entry.name
    assert written == 14


@pytest.mark.parametrize(
    "text",
    [
        "gate: A/A.B-/goal:/..../goal:/...A",  # solved beyond the gate, and the way is used before
        "gate: A/-A.B/goal:/...A",  # the gate is a place to step aside
        "gate: AB/A.B-/goal:/...A",  # the gate is open to others
        "gate: A/AA.-/A..B/A.BB/goal:/..AA/..A./..A.",  # beyond the gate, B is still in the way
        "slide: A=LR/gate: A/#-#/A.B/goal:/.A./...",  # it cannot slide into the gate
        "A.B/goal:/..A",  # no gate
    ],
)
def test_what_has_no_way_in(text: str) -> None:
    with contextlib.suppress(PuzzleError):
        assert way_in(hr.puzzle(text)) is None
