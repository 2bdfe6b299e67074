"""The library: every named puzzle is there once and can be read; names, groups, codes and pieces find it."""

import json
from collections import Counter
from pathlib import Path

import pytest

from huarong.errors import CannotExpress, UnknownName
from huarong.library import catalogue
from huarong.library.catalogue import GROUPS, entries, find, search
from huarong.library.notations.tiles import is_tiles
from huarong.library.reader import detect, puzzle, read, write
from huarong.model.puzzle import Puzzle

OPTIMA = json.loads((Path(__file__).parents[1] / "data" / "known_optima.json").read_text("utf-8"))


def test_every_group_is_complete() -> None:
    counts = Counter(entry.group for entry in entries())
    assert [counts[group] for group in GROUPS] == [502, 11, 28, 40, 20, 31]


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
            assert entry in search(name)
            assert find(name) in search(name)


def test_every_chinese_name_has_a_pinyin() -> None:
    for entry in entries():
        if entry.name_zh and entry.group == "openings":
            assert entry.pinyin.isascii()
            assert entry.pinyin.count("-") + 1 >= len([c for c in entry.name_zh if c >= "一"][:2])


def test_readings_of_characters_that_have_several() -> None:
    readings = {
        "似远实近": "si-yuan-shi-jin",
        "兵将连环": "jia-dao-cang-bing",
        "千里走单骑": "qian-li-zou-dan-qi",
        "一夫当关": "yi-fu-dang-guan",
        "曹冲称象": "cao-chong-cheng-xiang",
        "胸有朝阳": "xiong-you-zhao-yang",
        "大乔小乔(上)": "da-qiao-xiao-qiao-shang",
        "虚与委蛇": "xu-yu-wei-yi",
        "独闯蹊径": "du-chuang-xi-jing",
        "伏羲八卦:天地否": "fu-xi-ba-gua-tian-di-pi",
        "伏羲八卦:天天乾": "fu-xi-ba-gua-tian-tian-qian",
        "单兵种的没落": "dan-bing-zhong-de-mo-luo",
    }
    assert {name: find(name).pinyin for name in readings} == readings


@pytest.mark.parametrize("group", GROUPS)
def test_every_puzzle_reads_and_its_text_reads_back(group: str) -> None:
    for entry in (each for each in entries() if each.group == group):
        found = entry.puzzle
        assert (found.name, found.name_zh, found.source) == (entry.name, entry.name_zh, entry.source)
        assert Puzzle.parse(found.text()) == found
        assert puzzle(entry.name) is found


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow), 7])
def test_openings_in_every_code(every: int) -> None:
    written: Counter[str] = Counter()
    openings = [entry for entry in entries() if entry.group == "openings"]
    for entry in openings[::every]:
        plain = read(entry.text)
        for name in ("code", "short", "lv32", "lv64", "liu", "zhou", "poos"):
            try:
                text = write(plain, name)
            except CannotExpress:
                continue
            written[name] += 1
            assert read(text, name) == plain
            assert is_tiles(text) or name in [each.name for each in detect(text)]
    assert {written[name] for name in ("code", "short", "lv64")} == {len(openings[::every])}
    assert written["poos"] > written["lv32"] >= written["liu"] > 300 / every
    assert written["zhou"] == 114 if every == 1 else written["zhou"] > 0


def test_the_same_name_for_several_layouts() -> None:
    names = [entry.name_zh for entry in search("四路进兵")]
    assert {"四路进兵", "四路进兵 (0EFC154)", "四路进兵 (1FF8514)"} <= set(names)
    assert len({find(name).text for name in names}) == len(names)
    assert find("四路进兵").name_zh == "四路进兵"
    assert find("四路进兵 (1FF8514)").text == "1FF851400"


@pytest.mark.parametrize(
    "name",
    [
        "横刀立马",
        "橫刀立馬",
        " 横刀 立马 ",
        "heng-dao-li-ma",
        "Heng Dao Li Ma",
        "HENGDAOLIMA",
        "sword across the saddle",
        "Wayout level 08",
        "1A9BF0C00",
        "1a9bf0c",
    ],
)
def test_ways_to_name_a_puzzle(name: str) -> None:
    assert find(name).name_zh == "横刀立马"


def test_known_puzzles() -> None:
    assert find("Dad's Puzzler").name == "Pennant"
    assert find("red donkey").group == "gnome-klotski"
    assert find("Pansy").group == "openings"
    assert find("standard card 40").name_zh == "塞车时间 40"
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
        with pytest.raises(UnknownName) as caught:
            ask(wrong)
        assert right in caught.value.nearest
        assert "is not a known name" in str(caught.value)


def test_search() -> None:
    assert len(search()) == len(entries())
    assert search("nothing like this") == []
    assert {entry.text for entry in search("1ff8")} == {
        entry.text for entry in entries() if entry.text.startswith("1FF8")
    }
    assert {entry.group for entry in search("korf")} == {"korf"}
    assert len(search("rush-hour")) == 40
    for entry in search("openings 2x2:1 2x1:3..4 empty:2"):
        lying = sum(p.label in "关羽" or entry.puzzle.kinds[p.kind].size == "2x1" for p in entry.puzzle.pieces)
        assert 3 <= lying <= 4
    assert not set(search("1x1:14..")) & set(search("openings 1x1:..13"))
    assert "十八步" in [entry.name_zh for entry in search("1x1:14..")]
    assert search("四面楚歌")[0].name_zh == "四面楚歌"


def test_a_set_of_pieces_that_slide_any_way_has_cars_too() -> None:
    found = search("rush-hour 2x1:1..")
    assert len(found) == 40
    assert found == search("rush-hour 2x1=LR:1..")
    assert not search("rush-hour 2x1=UD:1..")


def test_no_answers_are_kept_with_the_puzzles() -> None:
    allowed = {"name", "zh", "pinyin", "aliases", "text", "source"}
    for group in GROUPS:
        name = f"{group.replace('-', '_')}.json"
        data = json.loads(Path(catalogue.DATA, name).read_text("utf-8"))
        assert set(data) <= {"group", "notation", "sources", "goal", "puzzles"}
        assert set().union(*data["puzzles"]) <= allowed


def test_the_known_optima_are_of_puzzles_here() -> None:
    assert {find(name).name_zh == name or find(name).name == name for name in OPTIMA} == {True}
    assert OPTIMA["横刀立马"] == {"move": 81, "slide": 90, "step": 116, "reachable": 25955}
