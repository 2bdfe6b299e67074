"""Film strips and maps are valid SVG that shows every layout."""

import xml.etree.ElementTree as ET

import pytest

import huarong as hr
from huarong.draw.film import strip
from huarong.draw.map import map_svg
from huarong.errors import InputError

SVG = "{http://www.w3.org/2000/svg}"


def test_a_strip_has_every_layout_and_move():
    solution = hr.solve("捷足先登")
    root = ET.fromstring(strip(solution, across=5, lang="zh"))
    pictures = root.findall(f"{SVG}svg")
    assert len(pictures) == len(solution) + 1
    captions = [each.text for each in root.findall(f"{SVG}text")]
    assert captions[:2] == ["1 关羽 L1", "2 卒4 D1L1"] and captions[-1] == "✓"
    lefts = {each.get("x") for each in pictures}
    assert len(lefts) == 5
    assert all(each.find(f"{SVG}path[@class='arrow']") is not None for each in pictures[:-1])
    with pytest.raises(InputError, match="no solution"):
        strip(hr.solve("AB/goal:/BA"))


def test_a_map_has_every_layout():
    text = map_svg(
        [(-1, -1), (1, 1), (0, 0)],
        [(0, 1), (1, 2)],
        [0, 4, -1],
        start=2,
        path=[2, 1, 0],
        title="<&>",
    )
    root = ET.fromstring(text)
    groups = {g.get("fill"): len(g) for g in root.findall(f"{SVG}g")}
    assert groups == {"#c83e2c": 1, "#26466e": 1, "#999": 1}
    assert root.find(f"{SVG}title").text == "<&>"


def test_captions_are_made_to_fit():
    """On a narrow board a long caption is written smaller, and a short one in the usual size."""
    texts = ET.fromstring(strip(hr.solve("A/./goal:/./A"), cell=20)).iter(f"{SVG}text")
    names = hr.Puzzle.parse("names: A=一个很长很长的名字/A/./goal:/./A")
    long = ET.fromstring(strip(hr.solve(names), cell=20, lang="zh")).iter(f"{SVG}text")
    short_sizes = [float(each.get("font-size")) for each in texts if each.text and "1" in each.text]
    long_sizes = [float(each.get("font-size")) for each in long if "很长" in (each.text or "")]
    assert max(long_sizes) < min(short_sizes) <= 14
