"""The library: names, groups, codes and pieces find its puzzles; counts, names of pieces, and descriptions."""

from collections import Counter, defaultdict
from typing import Any

import pytest
from hypothesis import given

import huarong as hr
from huarong.errors import CannotExpress, PuzzleError, UnknownName
from huarong.lazy import stored
from huarong.library.catalogue import GROUPS, Entry, best_counts, entries, find, search
from huarong.library.description import checked, described
from huarong.library.labels import called, english, han, parted, piece_text
from huarong.library.notations.tiles import is_tiles
from huarong.library.reader import detect, puzzle, read, write
from huarong.model.pieces import read_board, read_pieces
from huarong.model.puzzle import Puzzle
from tests.examples import CI, data, examples
from tests.strategies import puzzles
from tests.web.node import needs_node, told

OPTIMA = data("known_optima")


def test_names_are_unique_and_find_their_puzzle() -> None:
    for names in (
        [entry.name for entry in entries()],
        [entry.name_zh for entry in entries() if entry.name_zh],
        [(entry.group, entry.text) for entry in entries()],
    ):
        assert [name for name, count in Counter(names).items() if count > 1] == []
    for entry in entries():
        assert find(entry.name) is find(f" {entry.name.upper()} ") is entry
        assert not entry.name_zh or find(entry.name_zh) is entry
        assert entry.source


@pytest.mark.slow
def test_every_alias_and_pinyin_leads_to_a_puzzle_that_has_it() -> None:
    for entry in entries()[::5]:
        for name in (*entry.aliases, *filter(None, [entry.pinyin])):
            assert entry in search(name) and find(name) in search(name)


def test_every_chinese_name_has_a_pinyin() -> None:
    for entry in entries():
        if entry.name_zh and entry.group == "openings":
            assert entry.pinyin.isascii()
            assert entry.pinyin.count("-") + 1 >= len([c for c in entry.name_zh if c >= "一"][:2])


def test_readings_of_characters_that_have_several() -> None:
    readings = data("known")["pinyin"]
    assert {name: find(name).pinyin for name in readings} == readings


@pytest.mark.parametrize("group", GROUPS)
def test_every_puzzle_reads_and_its_text_reads_back(group: str) -> None:
    for entry in (each for each in entries() if each.group == group):
        found = entry.puzzle
        assert (found.name, found.name_zh, found.source) == (entry.name, entry.name_zh, entry.source)
        assert Puzzle.parse(found.text()) == found and puzzle(entry.name) is found


@pytest.mark.slow
def test_openings_in_every_code() -> None:
    written: Counter[str] = Counter()
    openings = [entry for entry in entries() if entry.group == "openings"]
    for entry in openings:
        plain = read(entry.text)
        for name in ("code", "short", "lv32", "lv64", "liu", "zhou", "poos"):
            try:
                text = write(plain, name)
            except CannotExpress:
                continue
            written[name] += 1
            assert read(text, name) == plain
            assert is_tiles(text) or name in [each.name for each in detect(text)]
    assert {written[name] for name in ("code", "short", "lv64")} == {len(openings)}
    assert written["poos"] > written["lv32"] >= written["liu"] > 300 and written["zhou"] == 114


def test_the_same_name_for_several_layouts() -> None:
    names = [entry.name_zh for entry in search("四路进兵")]
    assert {"四路进兵", "四路进兵 (0EFC154)", "四路进兵 (1FF8514)"} <= set(names)
    assert len({find(name).text for name in names}) == len(names) and find("四路进兵").name_zh == "四路进兵"
    assert find("四路进兵 (1FF8514)").text == "1FF851400"


@pytest.mark.parametrize("name", data("known")["names of 横刀立马"])
def test_ways_to_name_a_puzzle(name: str) -> None:
    assert find(name).name_zh == "横刀立马"


def test_known_puzzles() -> None:
    assert find("Dad's Puzzler").name == "Pennant" and find("red donkey").group == "gnome-klotski"
    assert find("Pansy").group == "openings" and find("standard card 40").name_zh == "塞车时间 40"
    assert find("korf 1").puzzle.goal == puzzle("Korf 2").goal


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("横刀立牛", "横刀立马"),
        ("heng dao li mo", "heng-dao-li-ma"),
        ("Rush Hour 41", "Rush Hour 4"),
        ("Penant", "Pennant"),
        ("sword acros the sadle", "Sword Across the Saddle"),
    ],
)
def test_a_wrong_name_offers_the_nearest(wrong: str, right: str) -> None:
    for ask in (find, puzzle, lambda name: puzzle(name, notation="name")):
        caught = pytest.raises(UnknownName, ask, wrong)
        assert right in caught.value.nearest and "is not a known name" in str(caught.value)


def test_search() -> None:
    assert len(search()) == len(entries()) and search("nothing like this") == []
    assert {entry.text for entry in search("1ff8")} == {
        entry.text for entry in entries() if entry.text.startswith("1FF8")
    }
    assert {entry.group for entry in search("korf")} == {"korf"} and len(search("rush-hour")) == 40
    for entry in search("openings 2x2:1 2x1:3..4 empty:2"):
        lying = sum(p.label in "关羽" or entry.puzzle.kinds[p.kind].size == "2x1" for p in entry.puzzle.pieces)
        assert 3 <= lying <= 4
    assert not set(search("1x1:14..")) & set(search("openings 1x1:..13"))
    assert "十八步" in [entry.name_zh for entry in search("1x1:14..")] and search("四面楚歌")[0].name_zh == "四面楚歌"


def test_a_set_of_pieces_that_slide_any_way_has_cars_too() -> None:
    found = search("rush-hour 2x1:1..")
    assert len(found) == 40 and found == search("rush-hour 2x1=LR:1..") and not search("rush-hour 2x1=UD:1..")


def test_no_answers_are_kept_with_the_puzzles() -> None:
    allowed = {"name", "zh", "pinyin", "aliases", "text", "source"}
    for group in GROUPS:
        name = f"{group.replace('-', '_')}.json"
        data = stored(name)
        assert set(data) <= {"group", "notation", "sources", "goal", "puzzles"}
        assert set().union(*data["puzzles"]) <= allowed


def test_the_known_optima_are_of_puzzles_here() -> None:
    assert {find(name).name_zh == name or find(name).name == name for name in OPTIMA} == {True}
    assert OPTIMA["横刀立马"] == {"move": 81, "slide": 90, "step": 116, "reachable": 25955}


UNKNOWN = {"Ithaca", "Transeuropa", "American Pie", "Sunshine"}
"""Levels of gnome-klotski whose least counts nobody has proved."""
"""Lengths that the tests of the search find by every method."""
REST = [entry for entry in entries() if entry.group != "openings" and best_counts(entry)]


def test_all_but_a_few_are_known() -> None:
    missing = {entry.name for entry in entries() if best_counts(entry) is None}
    assert missing == {f"gnome-klotski: {name}" for name in UNKNOWN}


def test_openings() -> None:
    """Check all openings with one set of pieces by one atlas."""
    sets: dict[Any, list[Entry]] = defaultdict(list)
    for entry in entries():
        if entry.group == "openings":
            counts = tuple(len(group) for group in entry.puzzle.start.heads)
            sets[entry.puzzle.board, entry.puzzle.kinds, counts, entry.puzzle.goal].append(entry)
    for number, group in enumerate(sets.values()):
        for metric in hr.Metric if CI else [list(hr.Metric)[number % 3]]:
            atlas = hr.Atlas.of(group[0].puzzle, metric)
            for entry in group:
                kept = best_counts(entry)
                assert kept is not None
                assert kept[metric.value] == atlas.get(entry.puzzle.start), (entry.name, metric)


@pytest.mark.slow
@pytest.mark.parametrize("entry", REST, ids=lambda entry: entry.name)
def test_the_rest(entry: Entry) -> None:
    known = OPTIMA.get(entry.name, {})
    found = {
        m.value: known[m.value] if m.value in known else hr.solve(entry.puzzle, m, max_memory="1G").length
        for m in hr.Metric
    }
    assert best_counts(entry) == found


def test_generals() -> None:
    def labels(name: str) -> dict[str, str]:
        return {piece.symbol: piece.label for piece in find(name).puzzle.pieces}

    assert labels("横刀立马") == data("known")["pieces of 横刀立马"]
    assert labels("水泄不通")["B"] == "关羽"
    assert sorted(labels("水泄不通")[s] for s in "CDEH") == sorted(["赵云", "马超", "黄忠", "张飞"])
    for entry in entries():
        if entry.group == "openings":
            names = [piece.label for piece in entry.puzzle.pieces]
            assert len(set(names)) == len(names) and all(english(name).isascii() for name in names)


@pytest.mark.parametrize("text", ["横刀立马", "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "Pennant"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_move_names_its_piece_and_its_character_on_the_board(text: str, lang: str) -> None:
    puzzle = hr.puzzle(text)
    board = "".join(puzzle.rows())
    said = [piece_text(piece.symbol, piece.label, lang) for piece in puzzle.pieces]
    assert len(set(said)) == len(said)
    for piece, words in zip(puzzle.pieces, said, strict=True):
        symbol = words.rstrip(")").rpartition("(")[2]
        assert symbol == piece.symbol and symbol in board
        assert lang == "zh" or not any("一" <= letter <= "鿿" for letter in words)


@needs_node
def test_the_page_names_and_numbers_pieces_by_one_rule() -> None:
    labels = ["曹操", "卒1", "卒4", "卒10", "卒12", "卒30", "卒99", "卒100", "卒", "A", "12", "守卫2", "Guard 3", "9"]
    names = [*labels, *(called(label, lang) for label in labels for lang in ("en", "zh"))]
    script = """const { called, han, parted } = await from('rules/cast');
        const { english } = await from('rules/cast');
        const all = (lang) => given.labels.map((label) => called({ label, label_en: english(label) }, lang));
        return { en: all('en'), zh: all('zh'), parts: given.names.map(parted), numbers: given.numbers.map(han) };"""
    numbers = [*range(1, 101)]
    assert told(script, {"labels": labels, "names": names, "numbers": numbers}) == {
        **{lang: [called(label, lang) for label in labels] for lang in ("en", "zh")},
        "parts": [list(parted(name)) for name in names],
        "numbers": [han(n) for n in numbers],
    }


@examples(20)
@given(puzzle=puzzles(limit=300))
def test_the_cells_add_up_and_the_texts_read_back(puzzle: hr.Puzzle) -> None:
    data = described(puzzle)
    covered = sum(len(puzzle.kinds[piece.kind].shape) for piece in puzzle.pieces)
    assert data["empty_cells"] + covered == len(puzzle.board.free) and read_board(data["board"]) == puzzle.board
    assert len(read_pieces(data["piece_set"])[0]) == len(puzzle.kinds)
    assert hr.puzzle(data["puzzle"], notation="line") == hr.Puzzle.parse(data["puzzle"].replace("/", "\n"))


def test_a_bad_text_is_told_in_both_languages() -> None:
    try:
        hr.puzzle("AAB/A/.?:/", notation="grid")
        faults = ()
    except PuzzleError as error:
        faults = error.faults
    english, chinese = (checked(None, "", faults, lang=lang) for lang in ("en", "zh"))
    assert english["valid"] is chinese["valid"] is False and set(english) == {"valid", "faults"}
    assert english["faults"][0]["message"] != chinese["faults"][0]["message"]
