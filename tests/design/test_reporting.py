"""Reports agree with atlas, solver and rating; each format has all parts."""

import itertools
import json
import random
import re
import xml.etree.ElementTree as ET
from unittest import mock

import pytest

import huarong as hr
from huarong.atlas.waypoints import unavoidable
from huarong.design import reporting
from huarong.design.reporting import bridges, report, waists
from tests.cli.running import run

SMALL = "AAB/C../.../goal:/.../.AA/..."


def test_what_is_known_of_a_puzzle():
    found = report("Pennant", top=2)
    atlas = hr.Atlas.of("Pennant")
    assert found.facts == atlas.facts and found.histogram == atlas.histogram
    alone = [atlas.space.rank(layout) for _, layout in found.unavoidable]
    assert alone == list(unavoidable(atlas, hr.puzzle("Pennant").start))
    assert [hr.solve(each).length for each in found.hardest] == [78]
    assert found.rating.best["move"] == 59 == len(found.solution)
    narrow = found.passages
    assert [w.layouts for w in narrow.waists][:2] == [1, 1]
    # A way to the goal crosses every one of those bridges, once or another odd number of times.
    steps = hr.solve("Pennant", "step").layouts
    for _, near, far in narrow.crossed:
        pairs = [{a, b} for a, b in itertools.pairwise(steps)]
        assert pairs.count({near, far}) % 2 == 1
    assert found.map.startswith("<svg")
    assert "## Bottlenecks\n" in found.markdown() and "map" not in found.markdown().lower()


def test_mirror_images_are_told_once():
    found = report("捷足先登", top=50, picture=False)
    starts = {each.start for each in found.hardest}
    assert not any(hr.mirror(each).start in starts - {each.start} for each in found.hardest)


def test_the_forms(tmp_path):
    names = [
        "Facts",
        "Rating",
        "A shortest solution",
        "Unavoidable layouts",
        "The hardest layouts of the same pieces",
        "Bottlenecks",
        "The map",
    ]
    run("design", "report", SMALL, "-o", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text("utf-8")
    headings = re.findall("<h2>(.*?)</h2>", page)
    assert [name for name in names if name not in headings] == []
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    for picture in re.findall(r"<svg.*?</svg>(?!<text|</svg)", page)[:3]:
        assert picture.startswith("<svg")
    run("design", "report", SMALL, "-o", tmp_path / "r.md", lang="zh")
    text = (tmp_path / "r.md").read_text("utf-8")
    assert "## 必经布局" in text and "(r.map.svg)" in text
    ET.fromstring((tmp_path / "r.map.svg").read_text("utf-8"))
    with mock.patch("huarong.cli.output.Reporter") as reporter:
        run("design", "report", SMALL, "-o", tmp_path / "r.html", "--no-map")
    assert reporter.call_args.args[0] is True
    shown = run("design", "report", SMALL).output
    assert "Bottlenecks" in shown and "rating 8 of 100" in shown
    run("design", "report", SMALL, "-o", tmp_path / "r.json")
    data = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert data["rating"]["rating"] == 8 and data["solution"]["length"] == 2
    assert data == json.loads(run("design", "report", SMALL, "--form", "json").output) | {"solution": data["solution"]}


def test_what_cannot_be_solved():
    found = report("走投无路")
    assert found.to_json()["solution"]["solved"] is False
    assert "It has no solution." in run("design", "report", "走投无路", status=1).output


@pytest.mark.slow
def test_a_report_maps_every_layout_and_its_line_ends_at_a_goal():
    found = report("横刀立马")
    assert found.mapped == found.rating.reached == 25_955 and not found.left_out()
    caption = next(each.lines for each in found.sections() if each.pictures == (found.map,))
    assert "the line is a best way" in caption[0]
    root = ET.fromstring(found.map)
    svg = "{http://www.w3.org/2000/svg}"
    line = root.findall(f"{svg}path")[-1].get("d").removeprefix("M").split("L")
    groups = {g.get("fill"): g for g in root.findall(f"{svg}g")}
    red = {f"{each.get('cx')} {each.get('cy')}" for each in groups["#c83e2c"]}
    assert len(line) == 117 and line[-1] in red


def test_a_map_of_a_part_says_of_how_many_it_is(monkeypatch):
    monkeypatch.setattr("huarong.design.reporting.MAX_POINTS", 100)
    found = report("Simplicity")
    lines = next(each.lines for each in found.sections() if each.pictures == (found.map,))
    reached = found.rating.reached
    said = f"The map shows the {found.mapped} of {reached} layouts that are closest to the start."
    assert 50 < found.mapped <= 100 < reached and lines[1] == said == found.left_out()
    assert "the line" not in lines[0] and found.map.count("<path") == 1


@pytest.mark.parametrize("picture", [True, False])
def test_too_many_layouts_have_no_narrow_places(monkeypatch, picture):
    reached = report(SMALL, picture=False).rating.reached
    for most in (reached + 1, reached, reached - 1):
        monkeypatch.setattr(reporting, "_NARROW", most)
        found = report(SMALL, picture=picture)
        assert (found.passages is not None) is (most >= reached) and (found.map is not None) is picture


@pytest.mark.parametrize("length", [1, 2, 23, 24, 25, 48, 49, 100])
def test_bars_have_the_whole_histogram_in_at_most_24_rows(length):
    histogram = tuple(1 + 7 * i % 11 for i in range(length))
    bars = reporting._bars(histogram, wide=10)
    ranges = [[*map(int, name.split("–"))] for name, _, _ in bars]
    assert [each[0] for each in ranges] == [0, *(each[-1] + 1 for each in ranges[:-1])]
    assert ranges[-1][-1] == length - 1 and len(bars) <= 24 and len({e[-1] - e[0] for e in ranges[:-1]}) <= 1
    assert [count for _, count, _ in bars] == [sum(histogram[e[0] : e[-1] + 1]) for e in ranges]
    most = max(count for _, count, _ in bars)
    assert [len(bar) for _, _, bar in bars] == [max(1, round(10 * n / most)) for _, n, _ in bars]
    assert {len(bar) for _, _, bar in reporting._bars((1, 3000), wide=10)} == {1, 10}


def test_items_are_spread_from_the_first_to_the_last():
    assert reporting._spread((1, 2, 3), 3) == reporting._spread((1, 2, 3), 4) == [1, 2, 3]
    assert reporting._spread(tuple(range(11)), 3) == [0, 5, 10]
    assert reporting._spread(tuple(range(7)), 4) == [0, 2, 4, 6]


def test_the_rating_has_its_stars() -> None:
    found = report("Simplicity", picture=False)
    stars = found.rating.stars or 0
    assert 0 < stars < 5 and "★" * stars + "☆" * (5 - stars) in found.markdown()


def lists(n, edges):
    near = [[] for _ in range(n)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    begin = [0]
    for each in near:
        begin.append(begin[-1] + len(each))
    return begin, [b for each in near for b in each]


def reached(n, edges, start):
    found, fresh = {start}, [start]
    for a in fresh:
        for x, y in edges:
            for b in ({x, y} - {a}) if a in (x, y) else ():
                if b not in found:
                    found.add(b)
                    fresh.append(b)
    return found


@pytest.mark.parametrize("seed", range(30))
def test_bridges_are_the_edges_without_which_something_is_out_of_reach(seed):
    draw = random.Random(seed)
    n = draw.randint(2, 14)
    edges = {(draw.randrange(b), b) for b in range(1, n)}
    edges |= {tuple(sorted(draw.sample(range(n), 2))) for _ in range(draw.randint(0, 5))}
    goals = [draw.random() < 0.3 for _ in range(n)]
    expected = {}
    for edge in edges:
        rest = set(range(n)) - reached(n, edges - {edge}, 0)
        if rest:
            expected[edge] = (len(rest), sum(goals[i] for i in rest))
    found = bridges(*lists(n, sorted(edges)), 0, goals)
    assert {tuple(sorted((b.near, b.far))): (b.beyond, b.goals) for b in found} == expected
    assert [b.beyond for b in found] == sorted((b.beyond for b in found), reverse=True)


def test_the_bridges_of_a_long_line():
    n = 5000
    found = bridges(*lists(n, [(i, i + 1) for i in range(n - 1)]), 0, [False] * n)
    assert [(b.near, b.beyond) for b in found] == [(i, n - 1 - i) for i in range(n - 1)]


def test_waists():
    assert [(w.distance, w.layouts) for w in waists([9, 3, 5, 2, 2, 8, 1, 4], 7)] == [(6, 1), (3, 2), (1, 3)]
    assert waists([1, 2], 1) == []


def test_bridges_of_which_each_can_be_avoided_but_not_all() -> None:
    """Each of the two goals lies beyond a bridge of its own."""
    text = report(".A./goal:/A../goal:/..A", picture=False).markdown()
    assert "2 bridges" in text and "for each, some path from the start to a goal avoids it" in text
