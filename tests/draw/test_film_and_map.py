"""Film strips, animations and maps: every layout on the way is shown, the first the start, the last the end."""

import io
import xml.etree.ElementTree as ET
from base64 import b64decode
from itertools import combinations

import pytest
from PIL import Image

import huarong as hr
from huarong.draw.film import FORMATS, animation, strip
from huarong.draw.map import map_svg
from huarong.errors import InputError
from tests.cli.running import run

SVG = "{http://www.w3.org/2000/svg}"


def test_a_strip_has_every_layout_and_move():
    solution = hr.solve("捷足先登")
    root = ET.fromstring(strip(solution, across=5, lang="zh"))
    pictures = root.findall(f"{SVG}svg")
    assert len(pictures) == len(solution) + 1
    captions = [each.text for each in root.findall(f"{SVG}text")]
    assert captions[:2] == ["1. 关羽 L1", "2. 卒四 D1L1"] and captions[-1] == "✓"
    lefts = {each.get("x") for each in pictures}
    assert len(lefts) == 5
    assert all(each.find(f"{SVG}path[@class='arrow']") is not None for each in pictures[:-1])
    with pytest.raises(InputError, match="no solution"):
        strip(hr.solve("AB/goal:/BA"))


@pytest.mark.parametrize(("lang", "labels"), [("en", {"Cao", "Soldier", "4"}), ("zh", {"曹操", "四"})])
def test_a_strip_shows_on_its_boards_what_its_captions_say(lang, labels):
    root = ET.fromstring(strip(hr.solve("捷足先登"), lang=lang))
    board = root.find(f"{SVG}svg")
    assert labels <= {each.text for tag in ("text", "tspan") for each in board.iter(f"{SVG}{tag}")}


def test_a_map_has_every_layout():
    text = map_svg([(-1, -1), (1, 1), (0, 0)], [(0, 1), (1, 2)], [0, 4, -1], path=[2, 1, 0], title="<&>")
    root = ET.fromstring(text)
    groups = {g.get("fill"): len(g) for g in root.findall(f"{SVG}g")}
    assert groups == {"#c83e2c": 1, "#26466e": 1, "#999999": 1}
    assert root.find(f"{SVG}title").text == "<&>"


def test_captions_are_made_to_fit():
    """On a narrow board a long caption is written smaller, and a short one in the usual size."""
    texts = ET.fromstring(strip(hr.solve("A/./goal:/./A"), cell=20)).iter(f"{SVG}text")
    names = hr.Puzzle.parse("names: A=一个很长很长的名字/A/./goal:/./A")
    assert ET.fromstring(strip(hr.solve("names: A=\x01<&/A./goal:/.A"))) is not None
    long = ET.fromstring(strip(hr.solve(names), cell=20, lang="zh")).iter(f"{SVG}text")
    short_sizes = [float(each.get("font-size")) for each in texts if each.text and "1" in each.text]
    long_sizes = [float(each.get("font-size")) for each in long if "很长" in (each.text or "")]
    assert max(long_sizes) < min(short_sizes) <= 14


def test_many_points_are_one_image():
    """Its pixels have the colour of each point, and its edges are there."""
    n = 40_000
    points = [(2 * (i % 200) / 199 - 1, 2 * (i // 200) / 199 - 1) for i in range(n)]
    text = map_svg(points, [(0, 199)], [i // 200 - 1 for i in range(n)], path=[0, 1], size=1000)
    root = ET.fromstring(text)
    assert not root.findall(f"{SVG}g") and len(root.findall(f"{SVG}circle")) == 1
    data = root.find(f"{SVG}image").get("href").partition(",")[2]
    picture = Image.open(io.BytesIO(b64decode(data))).convert("RGB")
    assert picture.size == (2000, 2000) and len(text) < 400_000

    def at(x, y):
        return picture.getpixel((int(1000 + 940 * x), int(1000 - 940 * y)))

    assert at(*points[0]) == (0x99, 0x99, 0x99) and at(*points[200]) == (0xC8, 0x3E, 0x2C)
    assert at(*points[-1]) == (0x26, 0x46, 0x6E)
    between = (points[10][0] + points[11][0]) / 2
    assert at(between, -1) not in {at(0, 0.999 + 0.02), at(*points[0])}
    assert at(between, (points[0][1] + points[200][1]) / 2) == (0xFF, 0xFD, 0xF8)


@pytest.mark.parametrize("points", [[[1]], [(0, 0, 0, 0)], [(0, 0), (1,)]])
def test_points_of_a_map_are_pairs(points):
    with pytest.raises(InputError):
        map_svg(points, [], [0] * len(points))


PUZZLE = "AB/../goal:/../AB"


def test_a_map_of_a_few_layouts_draws_their_boards(tmp_path):
    """Each board is inside the picture and touches no other; its frame has the colour of its distance."""
    run("draw", "map", PUZZLE, "-o", tmp_path / "map.svg", "--size", "600")
    root = ET.parse(tmp_path / "map.svg").getroot()
    boxes = [
        [float(each.get(key)) for key in ("x", "y", "width", "height")] for each in root.findall(f"{SVG}rect[@rx]")
    ]
    assert len(boxes) == len(root.findall(f"{SVG}svg")) == 12
    assert all(min(x, y) >= 0 and x + w <= 600 and y + h <= 600 for x, y, w, h in boxes)
    apart = [abs(a - c) >= w or abs(b - d) >= h for (a, b, w, h), (c, d, _, _) in combinations(boxes, 2)]
    assert all(apart) and {each.get("fill") for each in root.findall(f"{SVG}rect[@rx]")} >= {"#c83e2c", "#26466e"}
    run("draw", "map", "捷足先登", "-o", tmp_path / "large.svg")
    assert not ET.parse(tmp_path / "large.svg").getroot().findall(f"{SVG}svg")


def frames(data):
    picture = Image.open(io.BytesIO(data))
    found = []
    for number in range(picture.n_frames):
        picture.seek(number)
        picture.load()
        found.append((picture.convert("RGB"), picture.info.get("duration")))
    return found


@pytest.mark.parametrize("kind", FORMATS)
def test_it_begins_with_the_start_and_ends_with_the_goal(kind):
    solution = hr.solve(PUZZLE)
    found = frames(animation(solution, kind, cell=40, labels=False))
    # Two moves of one cell, each in three pictures, after the start.
    assert len(found) == 7
    single = (0xB9, 0x8B, 0x3E)

    def near(picture, x, y):
        return max(abs(a - b) for a, b in zip(picture.getpixel((x, y)), single, strict=True)) < 12

    (start, first), (end, last) = found[0], found[-1]
    # The middles of the upper and of the lower left cell; nothing is red, since all pieces are of the goal.
    assert near(start, 28, 28) != near(end, 28, 28) or near(start, 28, 68) != near(end, 28, 68)
    assert first < last == 2000
    assert start.tobytes() != found[1][0].tobytes()


def test_an_animation_is_large_enough_for_a_chat_and_counts_its_moves():
    found = [picture for picture, _ in frames(animation(hr.solve(PUZZLE), "apng"))]
    wide, high = found[0].size
    assert wide >= 190 and high > wide
    counters = [picture.crop((0, wide, wide, high)).tobytes() for picture in found]
    assert len(dict.fromkeys(counters)) == 3 and counters[1] == counters[3] != counters[4] == counters[6]
    assert len(set(counters[0])) > 2


def test_what_an_animation_refuses():
    solution = hr.solve(PUZZLE)
    with pytest.raises(InputError, match="'mp4' is not a valid kind"):
        animation(solution, "mp4")
    with pytest.raises(InputError, match="no solution"):
        animation(hr.solve("AB/goal:/BA"))
