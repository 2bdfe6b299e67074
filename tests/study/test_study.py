"""The museum as a whole: all exhibits agree, and the comparison is the one that the command prints."""

import csv
import functools
import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from huarong.errors import InputError, UnknownName
from huarong.i18n import catalogue
from huarong.library.reader import puzzle as read
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle
from huarong.processes import Told, grown
from huarong.search.solver import solve
from huarong.study import (
    ARTICLES,
    EXHIBITS,
    Article,
    Comparison,
    Exhibit,
    Found,
    Result,
    article,
    compare,
    comparison,
    exhibit,
    hardest_eight,
    show,
)
from huarong.study.comparison import measure
from huarong.study.record import Tally
from tests import naive
from tests.examples import few

HENGDAO = "ABBC/ABBC/DEEF/DGHF/I..J"
EASY = "NBBO/HAAI/HAAI/JPQK/J..K"
QUADRATIC = ("lv-linear", "lv-four")
"""Exhibits that look through a list of all that was seen: half a minute each for 横刀立马."""
SHORT = "NAAO/PAAQ/.BB./HIJK/HIJK"
TABLES = ("zhou-table", "poos-stations", "poos-posts")
NO_WAY = "BBGA/BBHA/EECI/DJCF/D..F"
"""248 layouts, none of them solved."""
KLOTSKI = [each for each in EXHIBITS if not each.name.startswith("ma-")]
COUNTED = [
    each
    for each in KLOTSKI
    if not re.match("search|atlas|zhou-table|poos-(astar|endings|posts|recorded|stations)", each.name)
]


@functools.cache
def found(name: str, text: str) -> Found:
    return exhibit(name).prepare(Puzzle.parse(text))()


def cases() -> Iterator[Any]:
    for text in (EASY, HENGDAO):
        for each in COUNTED:
            board = SHORT if text == HENGDAO and each.name in QUADRATIC else text
            # In the everyday part, `test_lv` has one of those that take seconds.
            slow = board != EASY and re.match("lv-|zhoutk|poos", each.name)
            marks = [pytest.mark.slow] if slow else []
            yield pytest.param(each, board, id=f"{each.name}-{board[:4]}", marks=marks)


@pytest.mark.parametrize(("each", "text"), list(cases()))
def test_all_agree_on_the_counts(each: Exhibit, text: str) -> None:
    ours = found(each.name, text)
    same = found("set-step" if each.metric is Metric.STEP else "set-move", text)
    assert ours.depth == same.depth == solve(Puzzle.parse(text), each.metric).length
    assert len(ours.levels) == ours.depth
    if each.name == "poos-mirror":
        assert 2 * ours.layouts > same.layouts > ours.layouts
    else:
        assert ours.levels == same.levels and (ours.layouts, ours.duplicates) == (same.layouts, same.duplicates)


@pytest.mark.parametrize("metric", ["step", "move"])
def test_the_counts_are_the_naive_twins(metric: str) -> None:
    puzzle, ours = Puzzle.parse(EASY), found(f"set-{metric}", EASY)
    whole = naive.bfs(puzzle, metric, most=12)
    moves = sum(len(naive.neighbours(puzzle, state, metric)) for state, d in whole.depth.items() if d < 12)
    assert ours.levels == whole.counts and whole.distance is None
    assert (ours.layouts, ours.duplicates) == (len(whole.depth), moves - len(whole.depth) + 1)


def test_the_figures_of_hengdao() -> None:
    figures = {
        name: (found(name, HENGDAO).layouts, found(name, HENGDAO).duplicates) for name in ("set-step", "set-move")
    }
    assert figures == {"set-step": (23_975, 53_667), "set-move": (23_792, 62_739)}


@pytest.mark.parametrize("each", few(KLOTSKI, 10), ids=lambda each: each.name)
def test_every_way_is_a_way_of_the_rules(each: Exhibit) -> None:
    puzzle = Puzzle.parse(EASY)
    ours = found(each.name, EASY)
    path = ours.path()
    assert path[0] == puzzle.start and puzzle.goal.holds(path[-1]) and len(path) - 1 == ours.depth == 13
    for before, after in itertools.pairwise(path):
        assert naive.state(after) in naive.neighbours(puzzle, naive.state(before), each.metric)


@pytest.mark.parametrize("each", few(KLOTSKI, 10), ids=lambda each: each.name)
def test_what_cannot_be_solved_is_searched_in_full(each: Exhibit) -> None:
    puzzle = Puzzle.parse(NO_WAY)
    whole = naive.bfs(puzzle, each.metric)
    ours = each.prepare(puzzle)()
    assert whole.distance is None and ours.depth is None and ours.path() == ()
    if not each.name.startswith(("zhou-table", "atlas")):
        assert ours.layouts == sum(whole.counts) == 248
    if each in COUNTED and each.name != "poos-mirror":
        assert ours.levels == whole.counts


@pytest.mark.parametrize("each", few(KLOTSKI, 10), ids=lambda each: each.name)
def test_a_solved_start_needs_nothing(each: Exhibit) -> None:
    puzzle = Puzzle.parse("HIJK/HIJK/NBBO/PAAQ/.AA.")
    ours = each.prepare(puzzle)()
    assert ours.depth == 0 and ours.path() == (puzzle.start,)


@pytest.mark.parametrize("each", KLOTSKI, ids=lambda each: each.name)
@pytest.mark.parametrize(
    "text", ["AAB/CDB/.E.\ngoal:\n.../.../AA.", "slide: along\n" + EASY, EASY + "/goal:/BB../..../..../..../...."]
)
def test_other_puzzles_are_refused_or_solved(each: Exhibit, text: str) -> None:
    puzzle = Puzzle.parse(text)
    try:
        solver = each.prepare(puzzle)
    except InputError:
        assert not each.name.startswith(("set", "search", "atlas"))
    else:
        assert solver().depth == solve(puzzle, each.metric).length


def test_whole_levels_count() -> None:
    tally = Tally()
    tally.close(4, 1)
    assert tally.found(2) == Found(5, 1, 2, (1, 4)) and tally.found(0).layouts == 0


@pytest.mark.parametrize("each", EXHIBITS, ids=lambda each: each.name)
def test_every_exhibit_tells_its_story(each: Exhibit) -> None:
    story = show(each.name)
    assert each.story() in story and each.titled() in story
    assert each.titled("zh") in story and each.author in story


def test_no_two_exhibits_share_a_text() -> None:
    for lang in ("en", "zh"):
        texts = [part for each in EXHIBITS for part in each.story(lang).split("\n\n")]
        assert len(texts) == len(set(texts)) == 2 * len(EXHIBITS)


@pytest.mark.parametrize("room", ARTICLES, ids=lambda room: room.key)
def test_every_article_has_its_room(room: Article) -> None:
    assert [each for each in EXHIBITS if each.article == room.key]
    for text in (room.about, room.topic, room.year):
        assert not text or text.isdigit() or text in catalogue("zh")
    assert room.heading("zh") != room.heading() and article(room.author) == article(room.key) == room


@pytest.mark.parametrize(
    "each",
    # Those of whole tables take a second.
    [pytest.param(each, marks=[pytest.mark.slow] * (each.name in TABLES), id=each.name) for each in EXHIBITS],
)
def test_every_story_and_remark_has_its_chinese(each: Exhibit) -> None:
    assert [part for part in each.story("zh").split("\n\n") if part.isascii()] == []
    if not each.name.startswith("ma-"):
        notes = [template for template, _ in found(each.name, EASY).notes]
        assert [part for part in notes if part not in catalogue("zh")] == []
    assert each.titled("zh") in show(each.name, "zh").splitlines()[0]


def test_names_are_unique_and_misspelt_ones_have_a_nearest() -> None:
    assert len({each.name for each in EXHIBITS}) == len(EXHIBITS)
    pytest.raises(UnknownName, exhibit, "lv-avi").match("lv-avl")


TABLE = Comparison(
    "x",
    (
        Result("set-step", "step", False, 100, 7, 13, 0.5, runs=2),
        Result("zhou-search", "step", False, 100, 7, 13, 0.25, runs=2),
        Result("search-move", "move", True, 50, None, 13, 0.125, runs=2),
        Result("ma-path", "step", False, trouble="it takes only numbered tiles"),
    ),
    "m",
)


@pytest.mark.slow
def test_a_comparison_measures_each_in_turn() -> None:
    names = [each.name for each in TABLE.results]
    table = compare(Puzzle.parse(EASY), names, repeats=2, max_seconds=60)
    first, second, third, refused = table.results
    assert (first.depth, second.depth, third.depth) == (13, 13, 13)
    assert (first.layouts, first.duplicates) == (second.layouts, second.duplicates)
    assert all(each.runs == 2 and (each.seconds or 0) > 0 and each.trouble == "" for each in (first, second, third))
    assert third.compiled and (table.ratio(first), table.ratio(refused)) == (1.0, None)
    assert (refused.seconds, refused.depth) == (None, None) and "numbered tiles" in refused.trouble


@pytest.mark.slow  # every exhibit at work
def test_without_names_the_table_has_all_and_says_which_refuse_the_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("lv-avl", "ma-pieces", "poos-protocol", "set-step")
    monkeypatch.setattr(comparison, "EXHIBITS", tuple(map(exhibit, names)))
    told: list[str] = []
    result = compare(Puzzle.parse("AB/..", goal="../AB"), repeats=1, progress=lambda now: told.append(now.part))
    assert told == sorted(told, key=[each.name for each in EXHIBITS].index)
    assert [each.name for each in result.results] == list(names)
    refused = [each.name for each in result.results if "solves only" in each.trouble]
    assert refused == ["lv-avl", "ma-pieces"]


@pytest.mark.slow
def test_a_slow_exhibit_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "_start", lambda *_: 0.0)
    slow = compare(Puzzle.parse(HENGDAO), ["lv-linear"], repeats=1, max_seconds=1).results[0]
    assert (slow.seconds, slow.layouts) == (None, None) and slow.trouble == "no result within 1 s"


def test_what_needs_more_time_than_it_has_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    long = replace(exhibit("set-step"), seconds=lambda puzzle: 1e6)
    monkeypatch.setattr(comparison, "exhibit", lambda name: long)
    monkeypatch.setattr(comparison, "json_lines", None)
    (result,) = compare(Puzzle.parse(EASY), ["set-step"]).results
    assert (result.seconds, result.runs) == (None, 0)
    assert "it needs about 1,000,000 s and has 60 s" in result.trouble


def test_on_a_busy_machine_it_is_said_at_once_what_cannot_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A start takes a second: of ten exhibits in ten seconds, four have the time."""
    monkeypatch.setattr(comparison, "_start", lambda *_: 1.0)
    monkeypatch.setattr(comparison, "json_lines", lambda *_: Told(iter(()), "time", ""))
    results = compare(Puzzle.parse(EASY), ["set-step"] * 10, max_seconds=10).results
    troubles = [each.trouble for each in results]
    assert all("it needs about 2 s and has" in each for each in troubles[:6])
    assert all("no result within" in each for each in troubles[6:])


def test_time_is_shared_and_memory_has_a_limit() -> None:
    names = ["lv-linear", "set-step"]
    few = compare(Puzzle.parse(EASY), names, repeats=1, max_seconds=0.01).results
    assert [each.trouble for each in few] != ["", ""]
    much = compare(Puzzle.parse(HENGDAO), ["lv-linear"], repeats=1, max_memory="1M").results[0]
    assert (much.seconds, much.trouble) == (None, "more than 1 MiB of memory")


def test_what_is_not_measured_has_no_ratio() -> None:
    slow, quick = (Result(name, "step", False, seconds=s) for name, s in (("a", None), ("b", 0.1)))
    assert Comparison("", (slow, quick), "").ratio(quick) is None


def test_bad_figures_are_refused() -> None:
    puzzle = Puzzle.parse(EASY)
    pytest.raises(InputError, compare, puzzle, repeats=0).match("repeats")
    for seconds in (0, -1, float("nan")):
        pytest.raises(InputError, compare, puzzle, max_seconds=seconds).match("number of seconds")
    pytest.raises(UnknownName, compare, puzzle, ["lv-avi"])


def test_text_and_markdown_say_the_same() -> None:
    rows = TABLE.text().splitlines()[1:]
    cells = [line.strip("| ").split(" | ") for line in TABLE.markdown().splitlines()[2:]]
    assert len(rows) == len(cells) - 1 == 5
    for row, line in zip(rows, [cells[0], *cells[2:]], strict=True):
        assert row.split()[:3] == [word for cell in line for word in cell.split()][:3]
    assert {line.count("|") for line in TABLE.markdown().splitlines()[2:]} == {10}


def test_csv_and_json_hold_plain_numbers() -> None:
    rows = list(csv.DictReader(TABLE.csv().splitlines()))
    data = TABLE.to_json()
    assert [row["name"] for row in rows] == [each["name"] for each in data["results"]]
    for row, record, result in zip(rows, data["results"], TABLE.results, strict=True):
        assert float(row["seconds"] or 0) == (record["seconds"] or 0) == (result.seconds or 0)
        assert int(row["layouts"] or 0) == (result.layouts or 0)
        assert set(row) == set(record) == {*Result.__dataclass_fields__, "ratio"}


def bars(chart: str) -> dict[str, float]:
    space = "{http://www.w3.org/2000/svg}"
    root = ET.fromstring(chart)
    names = [text.text for text in root.iter(f"{space}text") if text.get("text-anchor") == "end"]
    return dict(zip(names, (float(r.get("width", 0)) for r in root.iter(f"{space}rect")), strict=True))


def test_the_bars_are_as_long_as_the_times() -> None:
    results = tuple(Result(name, "step", False, seconds=s) for name, s in (("a", 4.0), ("<b>", 1.0)))
    drawn = bars(Comparison("x & y", results, "m").svg())
    assert drawn["a"] == 4 * drawn["<b>"] > 0
    results += (Result("c", "step", False, seconds=0.001), Result("d", "step", False))
    chart = Comparison("x", results, "m").svg()
    assert "logarithmic" in chart
    widths = bars(chart)
    assert list(widths) == ["a", "<b>", "c"] and widths["a"] > widths["<b>"] > widths["c"] > 0


@pytest.mark.slow
def test_table_1_has_the_hardest_eight_and_says_whom_it_leaves_out():
    rows = hardest_eight(1)
    assert [(row.steps, row.listed) for row in rows] == ([(126, True)] * 4 + [(125, True)] * 4 + [(125, False)] * 2)
    assert [row.state for row in rows] == sorted(r.state for r in rows if r.steps == 126) + sorted(
        r.state for r in rows if r.steps == 125
    )
    assert all(min(row.search, row.answer) > row.lookup > 0 for row in rows)
    assert rows[0].to_json()["lookup_ns"] == rows[0].lookup


def test_a_count_says_what_it_counts():
    """The figures name their unit: numbered tiles have no mirror images, and a proof by parity searches no layouts."""
    (tiles,) = found("search-step", "123/4.6/758").notes
    assert "mirror" not in tiles[0]
    (hengdao,) = found("search-step", EASY).notes
    assert "mirror" in hengdao[0]
    turned = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"
    proved = exhibit("search-step").prepare(read(turned))()
    assert (proved.layouts, proved.depth) == (None, None) and "without a search" in proved.notes[0][0]


def test_memory_is_told_where_the_system_says_it() -> None:
    opening = read("BBCC/DD../EEFF/NOAA/PQAA")
    first, *timed = measure(opening.text(), "set-step", "2")
    assert len(timed) == 2 and (first["memory"] is not None) == Path("/proc/self/status").exists()
    with mock.patch("huarong.processes.held", side_effect=lambda field: peak):
        for before, peak, told in ((5000, 9000, 4000), (9000, 5000, 0), (None, 9, None), (9, None, None)):
            assert grown(before) == told
