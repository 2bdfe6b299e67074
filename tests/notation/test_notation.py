"""Notations: worked examples, round trips, detection, and what happens with anything else."""

from __future__ import annotations

import json
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huarong.errors import CannotExpress, HuarongError, InputError, PuzzleError
from huarong.model.puzzle import Puzzle
from huarong.model.text import MAX_TEXT
from huarong.notation import NOTATIONS, detect, mirror, mirror_poos, notation, read, write
from huarong.notation.dnomd343 import ALPHABET, decode_short
from tests.strategies import puzzles

DATA = Path(__file__).parents[1] / "data"
HENG_DAO = "HAAI/HAAI/JBBK/JNOK/P..Q"
LAYOUTS = 29_334_498
LEVELS = json.loads((DATA / "gnome_levels.json").read_text("utf-8"))


def same(a: Puzzle, b: Puzzle) -> bool:
    """Equal but for what pieces and puzzle are called."""
    return (a.board, a.kinds, a.start, a.goal) == (b.board, b.kinds, b.start, b.goal)


def meaning(puzzle: Puzzle) -> tuple[object, ...]:
    """What a puzzle is, without symbols: where pieces lie, what they may do, and what solves it."""
    board, kinds = puzzle.board, puzzle.kinds
    lie = {
        (
            board.cells(kinds[p.kind], p.head),
            kinds[p.kind].directions,
            kinds[p.kind].gates and bool(board.gates),
        )
        for p in puzzle.pieces
    }
    goal = {
        frozenset((puzzle.start.heads[k], board.cells(kinds[k], head)) for k, head in each)
        for each in puzzle.goal.alternatives
    }
    return board, lie, goal


def pieces(puzzle: Puzzle) -> set[frozenset[int]]:
    """The layout as the cells of each piece."""
    board, kinds = puzzle.board, puzzle.kinds
    return {frozenset(board.cells(kinds[p.kind], p.head) or ()) for p in puzzle.pieces}


def short(number: int) -> str:
    digits = ""
    for _ in range(5):
        number, digit = divmod(number, 32)
        digits = ALPHABET[digit] + digits
    return digits


classics = st.integers(0, LAYOUTS - 1).map(lambda number: decode_short(short(number)))

EXAMPLES = [
    ("code", "1A9BF0C00", HENG_DAO),
    ("code", "4FEA13400", "NOPH/AAIH/AAIJ/.BBJ/.QCC"),
    ("code", "10F7FFDF0", ".AA./NAAO/BBPQ/RSTU/CCVW"),
    ("short", "4WVE1", HENG_DAO),
    ("short", "AXCZN", "NOPH/AAIH/AAIJ/.BBJ/.QCC"),
    ("lv32", "11144021", "HAAI/HAAI/J..K/JBBK/NOPQ"),
    ("lv64", "577606461035643914", HENG_DAO),
    ("liu", "021801040912101114151720", "HAAI/HAAI/JNOK/JPQK/.BB."),
    ("zhou", "00000342DAE84D21", HENG_DAO),
    (
        "poos",
        "0b11111010010110100000010100000101111111111001010011",
        "NOHI/BBHI/AACC/AADD/PQ..",
    ),
]


@pytest.mark.parametrize(("name", "text", "rows"), EXAMPLES)
def test_worked_examples(name: str, text: str, rows: str) -> None:
    puzzle = read(text)
    assert "/".join(puzzle.rows()) == rows
    assert detect(text)[0].name == name
    assert write(Puzzle.parse(rows), name) == text
    assert puzzle.goal == Puzzle.parse(rows).goal


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("code", "1A9BF0C"),
        ("code", "1a9bf0c0"),
        ("short", "4wve1"),
        ("lv64", hex(577606461035643914)),
        ("zhou", str(0x342DAE84D21)),
        ("poos", "10000010100000101001011010111110111111111000110010"),
        ("poos", str(0b10000010100000101001011010111110111111111000110010)),
        ("liu", "02 18 01 04 09 12 10 11 14 15 17 20"),
    ],
)
def test_other_spellings(name: str, text: str) -> None:
    expected = "HAAI/HAAI/JNOK/JPQK/.BB." if name == "liu" else HENG_DAO
    assert "/".join(read(text, name).rows()) == expected


def test_the_first_and_the_last_short_code() -> None:
    assert write(decode_short("11111"), "short") == "11111"
    assert write(decode_short(short(LAYOUTS - 1)), "short") == short(LAYOUTS - 1)
    with pytest.raises(PuzzleError, match="29,334,498 layouts"):
        decode_short(short(LAYOUTS))


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


@given(puzzles())
def test_whatever_can_be_written_reads_back(puzzle: Puzzle) -> None:
    for each in NOTATIONS:
        try:
            text = each.encode(puzzle)
        except CannotExpress:
            continue
        found = each.decode(text, None)
        assert pieces(found) == pieces(puzzle)
        assert found.board == puzzle.board
        if each.name in ("rush", "gnome", "sbp"):
            assert meaning(found) == meaning(puzzle)
        if each.name in ("line", "grid"):
            assert same(found, puzzle)


BOTTOM = "goal:/..../..../..../.AA./.AA."


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("AAB/AAB/.../goal:/.../.AA/.AA", "code", "open boards of 4x5"),
        (
            "AABB/AABB/..../..../..../goal:/..../..../..../.AA./.AA.",
            "code",
            "one 2x2 piece; there are 2",
        ),
        (f"AAB./AACC/..C./..../..../{BOTTOM}", "code", "'C', a 2x2/3 piece"),
        (f"slide: A=LR/..../..../..../AA../AA../{BOTTOM}", "code", "'A' slides only LR"),
        ("AABC/AADE/FGHI/JKLM/NOP.", "short", "at least 2 empty cells; this has 1"),
        ("HAAI/HAAI/JBBK/J.OK/P..Q", "liu", "needs .* 1x1:4 empty:2; .* 1x1:3 empty:3"),
        ("HAAI/HAAI/JBBK/J.OK/P..Q", "poos", "empty:2; .* empty:3"),
        ("BBAA/CCAA/DDEE/FFGG/HH..", "lv32", "domino:5; .* domino:7"),
        (HENG_DAO, "rush", "open boards of 6x6"),
        (HENG_DAO, "tiles", "1x1 tiles; 'A' is 2x2"),
        (HENG_DAO, "gnome", "'N' starts on one at line 4, column 2"),
        (HENG_DAO, "sbp", "goal cells are the gates"),
        ("12/3./goal:/31/2.", "gnome", "one key piece; the goal names 3"),
        ("1a/3./goal:/13/a.", "tiles", "'a' is none of them"),
        ("12/3./goal:/31/2.", "rush", "open boards of 6x6"),
    ],
)
def test_what_cannot_be_written_says_why(text: str, name: str, reason: str) -> None:
    with pytest.raises(CannotExpress, match=reason):
        write(Puzzle.parse(text), name)


def test_tiles() -> None:
    assert read("876543210").rows() == ("876", "543", "21.")
    assert read("876543210").goal == Puzzle.parse("123/456/78.").goal
    korf = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    puzzle = read(korf)
    assert puzzle.rows() == ("edf7", "bc95", "6.21", "48a3")
    assert {p.symbol: p.label for p in puzzle.pieces}["e"] == "14"
    assert write(puzzle, "tiles") == korf
    spellings = [
        korf.replace("/", " "),
        korf.replace("/", "\n"),
        "[14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3]",
        "[[14, 13, 15, 7], [11, 12, 9, 5], [6, 0, 2, 1], [4, 8, 10, 3]]",
        "edf7bc95602148a3",
        "EDF7/BC95/6021/48A3",
    ]
    for text in spellings:
        assert [each.name for each in detect(text)] == ["tiles"]
        assert read(text) == puzzle
    to_zero = read(korf, goal="0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15")
    assert to_zero.goal == Puzzle.parse("edf7/bc95/6.21/48a3", goal=".123/4567/89ab/cdef").goal
    assert read("1 2 3/4 0 5").rows() == ("123", "4.5")
    big = " ".join(map(str, [*range(1, 100), 0]))
    assert write(read(big), "tiles").replace("/", " ") == big


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("8 7 6\n5 4 3\n2 1 1", 3, 5, "given twice"),
        ("[9, 7, 6, 5, 4, 3, 2, 1, 0]", 1, 2, "is no tile"),
        ("1 2 3/4 5 6 0", 1, 7, "expected 3, in 2 rows"),
        ("1 2 3 4 5 0", None, None, "do not make a board"),
    ],
)
def test_broken_tiles(text: str, line: int | None, column: int | None, word: str) -> None:
    with pytest.raises(PuzzleError, match=word) as caught:
        read(text)
    assert (caught.value.faults[0].line, caught.value.faults[0].column) == (line, column)


def test_tiles_go_before_codes() -> None:
    assert read("123456780").board.width == 3
    assert read("1A9BF0C00").board.width == 4


def test_rush_hour() -> None:
    puzzle = read("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.")
    assert puzzle.rows()[2] == "PXXQ.O"
    assert {kind.directions for kind in puzzle.kinds} == {"LR", "UD"}
    red = next(p for p in puzzle.pieces if p.symbol == "X")
    assert puzzle.goal.alternatives == (((red.kind, 16),),)
    fogleman = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    puzzle = read(fogleman)
    assert puzzle.board.walls == {3}
    assert puzzle.goal.alternatives[0][0][1] == 16
    ours = write(puzzle, "rush")
    assert (ours[13:15], ours[3]) == ("XX", "x")
    assert meaning(read(ours)) == meaning(puzzle)


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        ("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR", 36, "36 characters"),
        ("AA...OP..Q.OPX!Q.OP..Q..B...CCB.RRR.", 15, "36 characters"),
        ("AA...O....A.PXXQ.OP..Q..B...CCB.RRR.", 1, "'A' is no vehicle"),
        ("A......A....XX......................", 1, "'A' is no vehicle"),
        ("AA.A........XX......................", 1, "'A' is no vehicle"),
        ("A...........XX......................", 1, "'A' is no vehicle"),
        ("PP...OX..Q.OX..Q.O...Q..B...CCB.RRR.", 7, "stands upright"),
        ("." * 36, None, "no red car"),
    ],
)
def test_broken_rush_hour(text: str, column: int | None, word: str) -> None:
    with pytest.raises(PuzzleError, match=word) as caught:
        read(text, "rush")
    assert caught.value.faults[0].column == column


@pytest.mark.parametrize("name", LEVELS)
def test_gnome_levels(name: str) -> None:
    from huarong.library.catalogue import find

    puzzle = read(LEVELS[name])
    assert [each.name for each in detect(LEVELS[name])] == ["gnome"]
    assert same(puzzle, find(name).puzzle)
    assert same(read(write(puzzle, "gnome")), puzzle)
    if not name.endswith("Sunshine"):  # its pieces : and / get other names
        assert write(puzzle, "gnome") == LEVELS[name]


def test_sbp() -> None:
    text = "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,"
    puzzle = read(text)
    assert puzzle.rows() == ("#--##", "#.ab#", "#.AA#", "#####")
    assert puzzle.goal.alternatives == (((0, 1),),)
    assert {p.symbol for p in puzzle.pieces if puzzle.kinds[p.kind].gates} == {"A"}
    assert write(puzzle, "sbp") == text
    two_ways = read("4,3,\n0,0,-1,1,\n3,0,0,0,\n2,2,0,0,", "sbp")
    assert [head for ((_, head),) in two_ways.goal.alternatives] == [1]
    two_ways = read("4,2,\n0,0,-1,0,\n2,2,0,3,", "sbp")
    assert [head for ((_, head),) in two_ways.goal.alternatives] == [1, 2]


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("3,2,\n2,0,-1,\n0,0,\n", 3, None, "has 2 numbers"),
        ("3,2,\n2,0,-1,\n0,x,0,\n", 3, 3, "'x' is no number"),
        ("3,2,\n2,0,-1,\n", None, None, "there are 1 rows"),
        ("3,2,\n2,0,0,\n0,0,0,", None, None, "expected a master piece"),
        ("3,2,\n2,2,1,\n2,0,-1,", None, None, "fits nowhere"),
        ("100,100,\n2,0,-1,", 1, 1, "10,000 cells"),
    ],
)
def test_broken_sbp(text: str, line: int | None, column: int | None, word: str) -> None:
    with pytest.raises(PuzzleError, match=word) as caught:
        read(text, "sbp")
    assert (caught.value.faults[0].line, caught.value.faults[0].column) == (line, column)


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        ("3", 1, "2x2 piece at cell 3 would reach over the edge"),
        ("1F9BF0C", 3, "2x1 piece at cell 7 would reach over the edge"),
        ("52", 2, "1x2 piece at cell 1 would lie on another"),
        ("588", 3, "on another piece"),
        ("055550001", 9, "only zeros"),
        ("1A9BF0C0X", 1, "hexadecimal"),
    ],
)
def test_broken_codes_say_where(text: str, column: int, word: str) -> None:
    with pytest.raises(PuzzleError, match=word) as caught:
        read(text, "code")
    assert [(fault.line, fault.column) for fault in caught.value.faults] == [(1, column)]


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("short", "4WVEI", "expected five characters"),
        ("short", "4WV", "expected five characters"),
        ("lv32", "0", "expected 1 to 12"),
        ("lv32", str(13 << 22), "expected 1 to 12"),
        ("lv32", str(1 << 26), "at most 26"),
        ("lv32", str(1 << 22), "do not fill"),
        ("lv32", str((1 << 23) - 1), "full before all eleven"),
        ("lv32", str(1 << 22 | 0b0111 << 18), "2x1 piece at cell 3 would reach over the edge"),
        ("lv64", "7", "type 7"),
        ("lv64", "9", "2x2 piece at cell 1 would lie on another|has 2 2x2"),
        ("lv64", "4", "0 2x2 pieces"),
        ("liu", "021801040912101114151721", "21 is no cell"),
        ("liu", "020201040912101114151720", "02 is given twice"),
        ("liu", "041801020912101114151720", "2x2 piece at cell 3 would reach over the edge"),
        ("liu", "021801040912101114150520", "do not cover the board exactly: cells"),
        ("zhou", "FFFFFFFFFFFFFFFF", "at most 50"),
        ("zhou", "0003FFFFFFFFFFFF", "31 is no cell"),
        ("zhou", str(0x342DAE84D21 + (3 << 45) - (3 << 40)), "not sorted"),
        ("poos", "1" * 50, "empty cell 31"),
        ("poos", "0b1", "empty cell"),
        ("poos", "two", "a whole number"),
    ],
)
def test_broken_numbers(name: str, text: str, word: str) -> None:
    with pytest.raises(PuzzleError, match=word):
        read(text, name)


def test_a_text_that_several_accept_is_read_in_order() -> None:
    names = [each.name for each in detect("12BE9")]
    assert names == ["short", "code"]
    assert read("12BE9") == read("12BE9", "short") != read("12BE9", "code")
    with pytest.raises(InputError, match="is no notation; expected one of line"):
        read("12BE9", "lines")


def test_ordinary_words_are_no_codes() -> None:
    for word in ("cafe", "decade", "daisy", "hughs", "Added"):
        assert detect(word) == ()


@given(classics)
def test_the_mirror_image_twice_is_the_layout(puzzle: Puzzle) -> None:
    image = mirror(puzzle)
    assert mirror(image) == puzzle
    assert [row[::-1] for row in puzzle.rows()] == list(image.rows())
    try:
        code = int(write(puzzle, "poos"), 0)
    except CannotExpress:
        return
    assert mirror_poos(code) == int(write(image, "poos"), 0)


@given(puzzles())
def test_any_puzzle_has_a_mirror_image(puzzle: Puzzle) -> None:
    image = mirror(puzzle)
    assert [row[::-1] for row in puzzle.rows()] == list(image.rows())
    assert same(Puzzle.parse(image.text()), image)
    assert mirror(image) == puzzle


def test_huge_texts_are_refused() -> None:
    for each in NOTATIONS:
        for text in ("1" * (MAX_TEXT + 1), "AB./" * (MAX_TEXT // 4 + 1), "1," * MAX_TEXT):
            with pytest.raises(HuarongError):
                read(text, each.name)
            assert detect(text) == ()


LETTERS = {
    "tiles": "0123456789abcdef ,/[]\n",
    "short": ALPHABET + "0IOL",
    "code": "0123456789ABCDEFx",
    "liu": "0123456789 ",
    "lv32": "0123456789",
    "lv64": "0123456789abx",
    "poos": "01b",
    "zhou": "0123456789ABCDEFx",
    "rush": string.ascii_uppercase + ".ox",
    "sbp": "0123456789,-\n ",
    "gnome": "#*-. abc\n:/",
    "line": "AB.#-/:goalmtchs= *",
    "grid": "AB.#-/:goalmtchs= *\n",
}
STARTS = {each.name: [""] for each in NOTATIONS}
for _name, _text, _ in EXAMPLES:
    STARTS[_name].append(_text)
STARTS["tiles"] += ["876543210", "1 2 3/4 5 0"]
STARTS["rush"].append("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.")
STARTS["sbp"].append("5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,")
STARTS["gnome"].append(LEVELS["gnome-klotski: Agatka"])
STARTS["line"].append("slide: A=LR/gate: B/AAB/.-./goal:/.AA/...")
STARTS["grid"].append(
    "name: x\nmatch: shape\nslide: along\nAAB\n.-.\ngates:\n...\n--.\ngoal:\n.AA\n...\n"
)


@st.composite
def near(draw: st.DrawFn, name: str) -> str:
    """A text of this notation with some characters changed, left out or put in."""
    letters = st.sampled_from(LETTERS[name])
    text = draw(st.sampled_from(STARTS[name])) or draw(st.text(letters, max_size=60))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text(letters, max_size=2)) + text[at + draw(st.integers(0, 2)) :]
    return text


@pytest.mark.parametrize("name", [each.name for each in NOTATIONS])
@given(data=st.data())
def test_any_text_is_a_puzzle_or_a_complaint(name: str, data: st.DataObject) -> None:
    text = data.draw(st.one_of(near(name), st.text(max_size=80)))
    goal = data.draw(st.one_of(st.none(), st.text("AB.#/0123 \n", max_size=20)))
    each = notation(name)
    each.accepts(text)
    try:
        puzzle = each.decode(text, goal)
    except HuarongError:
        return
    assert not puzzle.faults(puzzle.start)
    if goal is None:
        assert pieces(each.decode(each.encode(puzzle), None)) == pieces(puzzle)


@given(st.one_of(st.text(max_size=200), st.sampled_from(sorted(LETTERS)).flatmap(near)))
def test_reading_anything(text: str) -> None:
    try:
        puzzle = read(text)
    except HuarongError:
        assert detect(text) == ()
    else:
        assert detect(text)[0].decode(text, None) == puzzle
