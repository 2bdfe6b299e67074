"""Pictures are valid and self-contained SVG, and show the board as it is."""

import io
import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, strategies as st
from PIL import Image

import huarong as hr
from huarong.draw import power_chart
from huarong.draw.picture import THEMES, _loops, _outline, png, svg
from huarong.errors import InputError
from huarong.library.labels import called
from huarong.model.board import Leg, Move
from huarong.model.puzzle import Puzzle
from tests import strategies

NAMED = Puzzle.parse(
    "name: Sword across the saddle\nname.zh: 横刀立马\n"
    "names: A=张飞 B=曹操 C=赵云 D=马超 E=关羽 F=黄忠 G=卒1 H=卒2 I=卒3 J=卒4\n"
    "ABBC\nABBC\nDEEF\nDGHF\nI..J"
)
NUMBER = r"-?(?:\d+\.?\d*|\.\d+)"


def parsed(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return root


def classes(picture: str) -> list[str]:
    return [each.get("class", "") for each in parsed(picture).iter() if each.get("class")]


def test_the_classic_board() -> None:
    picture = svg(NAMED)
    root = parsed(picture)
    assert (root.get("role"), root.get("viewBox")) == ("img", "-.22 -.22 4.44 5.44")
    assert (root[0].text, parsed(svg(NAMED, lang="zh"))[0].text) == ("Sword across the saddle", "横刀立马")
    kinds = [name.removeprefix("piece ") for name in classes(picture) if name.startswith("piece")]
    assert sorted(kinds) == ["h", "key", "s", "s", "s", "s", "v", "v", "v", "v"]
    assert {"frame", "floor", "exit", "goal"} <= set(classes(picture))
    assert len(picture.encode()) < 6500


def test_labels() -> None:
    texts = ["".join(each.itertext()) for each in parsed(svg(NAMED, lang="zh")).iter() if "text" in each.tag]
    generals = ["张飞", "曹操", "赵云", "马超", "关羽", "黄忠"]
    assert sorted(texts) == sorted([*generals, *"卒卒卒卒", *"一二三四"])
    assert "<text" not in svg(NAMED, labels=False)
    tiles = Puzzle.parse("names: 9=10\n9.\ngoal:\n.9")
    assert ">10</text>" in svg(tiles)


def test_equal_pieces_carry_the_number_by_which_texts_call_them() -> None:
    for lang in ("en", "zh"):
        words = {"en": ["Soldier"] * 4, "zh": ["卒"] * 4}[lang]
        found = [
            [each for each in group if each.tag.endswith("text")]
            for group in parsed(svg(NAMED, lang=lang)).iter()
            if group.get("class") == "piece s"
        ]
        assert [each[0].text for each in found] == words
        assert [each[1].text for each in found] == [called(f"卒{n}", lang)[-1] for n in range(1, 5)]


def test_places_of_several_goals_have_tags() -> None:
    def tags(text: str, lang: str = "en") -> list[str]:
        drawn = parsed(svg(Puzzle.parse(text), lang=lang)).iter()
        return [each[1].text for each in drawn if each.get("class") == "tag"]

    assert tags("A../B../goal:/..A/...") == []
    assert tags("A../B../goal:/..A/.../goal:/.../..A") == ["1", "2"]
    both = "names: A=关羽 B=张飞/AAXB/.YZB/goal:/..AA/..../goal:/.BAA/.B.."
    assert tags(both) == ["1 Zhang Fei", "Guan Yu"] and tags(both, "zh") == ["1 张飞", "关羽"]


def test_text_is_escaped() -> None:
    puzzle = Puzzle.parse('name: <&"> \x01]]>\nnames: <=<b> &=&amp;\n<&.\ngoal:\n.<.')
    root = parsed(svg(puzzle))
    assert root[0].text == '<&"> ]]>'
    assert {"<b>", "&amp;"} <= {each.text for each in root.iter()}


def test_a_layout_may_be_given_in_both_forms() -> None:
    puzzle = Puzzle.parse("AB./...", goal="..A/...")
    layout = puzzle.start.moved(puzzle.pieces[0].kind, puzzle.pieces[0].head, 5)
    assert svg(puzzle, layout) == svg(puzzle, puzzle.heads(layout)) != svg(puzzle)
    assert svg(puzzle, puzzle.start) == svg(puzzle)


def test_the_arrow_goes_along_the_path() -> None:
    picture = svg(NAMED, move=Move("J", "卒4", 19, 14, (Leg("L", 1), Leg("U", 1))))
    (arrow,) = (each for each in parsed(picture).iter() if each.get("class") == "arrow")
    assert arrow.get("d", "").startswith("M3.22 4.5L2.5 4.5L2.5 3.58M")
    assert classes(picture).count("piece s moved") == 1


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("ABBC/ABBC/DEEF/DGHF/I..J", "M1 5.1L3 5.1"),
        ("A../.B./goal:/..A/...", None),  # in a corner
        ("A../.B./.../goal:/.../..A/...", "M3.1 1L3.1 2"),
        ("A../.B./.../goal:/.../.A./...", None),
        ("A../.B./.../goal:/.../..A/.../goal:/.../A../...", None),
        ("gate: A/A..-/.B../...#/goal:/...A/..../....", None),
        ("AA../A.../..../..../goal:/..../..AA/..A./....", None),  # not a whole side of the piece
    ],
)
def test_the_exit_is_where_the_goal_touches_one_side(text: str, where: str | None) -> None:
    exits = [e.get("d") for e in parsed(svg(Puzzle.parse(text))).iter() if e.get("class") == "exit"]
    assert exits == ([where] if where else [])


def test_no_piece_is_key_where_the_goal_names_most() -> None:
    assert "piece key" not in " ".join(classes(svg(Puzzle.parse("312/45."))))


def test_parts_that_do_not_touch_are_linked() -> None:
    assert classes(svg(Puzzle.parse("A.A/.A./...", goal=".../A.A/.A."))).count("link") == 2


def test_walls_inside_are_drawn() -> None:
    assert "wall" in classes(svg(Puzzle.parse("A../.#./...", goal=".../.#./..A")))
    assert "wall" not in classes(svg(Puzzle.parse("A../.../.#.", goal=".../..A/.#.")))


def test_unknown_theme() -> None:
    with pytest.raises(InputError, match="'pink' is not a valid theme; expected one of light, dark, contrast"):
        svg(NAMED, theme="pink")


@given(strategies.puzzles(limit=30), st.sampled_from(sorted(THEMES)))
def test_any_puzzle_is_valid_and_fetches_nothing(puzzle: Puzzle, theme: str) -> None:
    picture = svg(puzzle, theme=theme)
    root = parsed(picture)
    assert sum(name.startswith("piece") for name in classes(picture)) == len(puzzle.pieces)
    assert {each.tag.partition("}")[2] for each in root.iter()} <= {"svg", "title", "g", "path", "text", "tspan"}
    assert picture.count("http") == 1
    assert not re.search("href|url|style=", picture)
    for each in root.iter():
        if path := each.get("d"):
            assert re.fullmatch(rf"(?:[MLQ]{NUMBER} {NUMBER}(?: {NUMBER} {NUMBER})?|Z)+", path)


@given(st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1))
@example(frozenset({(0, 1), (1, 0), (1, 2), (2, 1)}))
def test_outlines_enclose_just_the_cells(cells: frozenset[tuple[int, int]]) -> None:
    loops = _loops(cells)
    area = sum(x * y2 - x2 * y for loop in loops for (x, y), (x2, y2) in zip(loop, [*loop[1:], loop[0]], strict=True))
    assert area == 2 * len(cells)
    for loop in loops:
        for (x, y), (x2, y2), (x3, y3) in zip(loop, [*loop[1:], loop[0]], [*loop[2:], *loop[:2]], strict=True):
            assert (x == x2) != (y == y2)  # straight, and a corner at each end
            assert (x == x2) == (y2 == y3)
            assert (x2 == x3) == (y == y2)


@given(st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1))
def test_rounded_corners_begin_on_the_edge_before_and_end_on_the_one_after(cells: frozenset[tuple[int, int]]) -> None:
    points = [tuple(map(float, each.split())) for each in re.findall(r"[-\d.]+ [-\d.]+", _outline(cells, 0.1))]
    rounded = re.findall(r"[ML]([-\d. ]+)Q([-\d.]+ [-\d.]+) ([-\d. ]+)", _outline(cells, 0.1, 0.2))
    assert [tuple(map(float, corner.split())) for _, corner, _ in rounded] == points
    for loop in _outline(cells, 0.1, 0.2).split("Z")[:-1]:
        ends = [[*map(float, each.split())] for each in re.findall(r"[-\d.]+ [-\d.]+", loop)]
        for last, before, corner, after in zip(
            [ends[-2], *ends[1::3]], ends[::3], ends[1::3], ends[2::3], strict=False
        ):
            edge = math.dist(last, corner)
            assert math.dist(before, corner) == pytest.approx(0.2) == math.dist(corner, after)
            assert math.dist(last, before) == pytest.approx(edge - 0.2)


def test_each_shape_has_its_colour() -> None:
    """Shapes with colours of their own: the key piece, 1x1, bars by direction and by whether they are longer than two,
    others.
    """
    look = THEMES["light"]
    drawn = svg(Puzzle.parse("KKVB/KKVB/S.DB/HHDE/LLLE/goal:/..../..../..../KK../KK..".replace("D", "D")))
    found = dict(re.findall(r'class="piece ([a-z ]+)" fill="([^"]+)"', drawn))
    expected = {"key": look.key, "s": look.single, "v": look.upright, "v long": look.upright_long, "h": look.lying}
    expected |= {"h long": look.lying_long}
    assert found == expected


def test_a_picture_has_its_size_and_colours():
    picture = Image.open(io.BytesIO(png(hr.svg("横刀立马", cell=50, labels=False), 2)))
    assert picture.size == (444, 544)
    red = picture.convert("RGB").getpixel((222, 122))  # in the middle of the large piece
    assert red == (0xB2, 0x3A, 0x2B)


def test_chinese_is_drawn_where_a_font_is_there():
    from huarong.draw.pages import chinese_font

    if chinese_font() is None:
        pytest.skip("no font with Chinese characters")
    labelled, bare = (Image.open(io.BytesIO(png(hr.svg("横刀立马", labels=each), 1))) for each in (True, False))
    assert labelled.tobytes() != bare.tobytes()


def test_a_picture_far_too_large_is_refused():
    with pytest.raises(InputError, match="pixels is too large"):
        png(hr.svg("横刀立马"), 1000)


def test_a_power_of_ten_is_as_far_as_another() -> None:
    picture = power_chart({"a <b>": [(1, 1), (10, 100), (100, 10_000)]}, x="x", y="y", title="t")
    dots = [tuple(map(float, at)) for at in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', picture)]
    (x0, y0), (x1, y1), (x2, y2) = dots
    assert abs((x1 - x0) - (x2 - x1)) < 0.2 and x0 < x1
    assert abs((y0 - y1) - (y1 - y2)) < 0.2 and y1 < y0
    assert "a &lt;b&gt;" in picture and "<title>t</title>" in picture
    assert len(re.findall(r"<tspan", picture)) == 3 + 5
