"""The table of claims: its rows are complete, in both languages, and agree with computed figures; the pages are made from it."""

from __future__ import annotations

import json
import os
import re
import string
from dataclasses import replace
from pathlib import Path

import pytest

from huarong.cli.commands import COMMANDS, CommandRecord
from huarong.errors import UnknownName
from huarong.i18n import catalogue
from huarong.study import ARTICLES, EXHIBITS, VERDICTS, Claim, claims
from huarong.study.figures import FIGURES
from huarong.study.page import NAMES, page

ALL = claims()
FIGURED = [each for each in ALL if each.figure]
LONG = {
    "lv_known",
    "lv_round_trip",
    "poos_astar",
    "poos_one_ending",
    "poos_stations",
    "poos_posts",
    "zhou_openings",
    "zhou_restored",
    "zhou_states",
    "zhou_entry",
    "zhou_file",
    "ma_ways",
    "ma_spaces",
}
"""Figures that take more than half a second, and those that need compiled kernels to take less than minutes."""


def test_every_article_has_its_claims_in_order() -> None:
    assert [key.key for key in ARTICLES if claims(key.key)] == [
        "lv",
        "zhou",
        "zhoutk",
        "ma",
        "poos",
    ]
    assert sum((claims(room.key) for room in ARTICLES), ()) == ALL
    assert claims("马旭") == claims("ma")
    assert len({each.id for each in ALL}) == len(ALL) > 150
    with pytest.raises(UnknownName, match="zhou"):
        claims("zhuo")


def test_rows_are_whole() -> None:
    for each in ALL:
        whole(each)


def whole(each: Claim) -> None:
    assert each.verdict in VERDICTS, each.id
    assert each.verdict in catalogue("zh")
    assert re.search("[一-鿿A-Za-z0-9]", each.quote)
    assert each.place and each.english
    assert set(each.exhibits) <= {machine.name for machine in EXHIBITS}
    names = {
        name
        for text in (each.found, each.found_zh)
        for _, name, _, _ in string.Formatter().parse(text)
        if name
    }
    bounds = {word for condition in each.rule.values() for word in condition.split()}
    assert names <= set(each.values) <= names | bounds
    assert bool(each.figure) == bool(each.values)
    assert each.derived() == each.verdict, each.id
    assert set(each.rule) <= set(VERDICTS)
    assert "{" not in each.outcome() + each.outcome("zh")
    assert json.loads(json.dumps(each.to_json("zh")))["found_zh"] == each.outcome("zh")


def test_a_verdict_follows_from_its_values() -> None:
    row = next(each for each in ALL if each.id == "poos-record")
    assert row.derived() == row.verdict == "holds in part"
    for eight, verdict in ((20, "holds"), (85, "holds in part"), (99, "does not hold")):
        assert replace(row, values=dict(row.values) | {"eight_share": eight}).derived() == verdict


def test_what_was_run_can_be_run() -> None:
    for each in ALL:
        if each.run:
            runs(each)


def runs(each: Claim) -> None:
    program, *words = each.run.split()
    assert program == "huarong"
    path = next(" ".join(words[:n]) for n in (3, 2, 1) if " ".join(words[:n]) in COMMANDS)
    assert isinstance(COMMANDS[path], CommandRecord)
    if path in ("study show", "study compare"):
        first = 2 if path == "study show" else 3
        machines = [word for word in words[first:] if not word.startswith("-")]
        assert machines
        assert {*machines} <= {machine.name for machine in EXHIBITS}


def figures() -> list[object]:
    found = []
    for name in dict.fromkeys(each.figure for each in FIGURED):
        slow = name in LONG or any(each.slow for each in FIGURED if each.figure == name)
        found.append(pytest.param(name, marks=[pytest.mark.slow] if slow else []))
    return found


@pytest.mark.parametrize("name", figures())
def test_a_figure_is_what_the_rows_say(name: str) -> None:
    if name in ("ma_ways", "ma_spaces") and os.environ.get("HUARONG_PURE", "") not in ("", "0"):
        pytest.skip("the whole search takes minutes as plain Python")
    values = FIGURES[name]()
    for each in FIGURED:
        if each.figure == name:
            assert dict(each.values) == {key: values[key] for key in each.values}, each.id


def test_every_exhibit_of_an_article_is_told_of() -> None:
    """Each exhibit of an article has a claim, so that its story has a result; the project's own exhibits have none."""
    named = {name for each in ALL for name in each.exhibits}
    ours = {machine.name for machine in EXHIBITS if machine.article == "huarong"}
    assert {machine.name for machine in EXHIBITS} - named - ours <= {"ma-compiled-sign"}


@pytest.mark.parametrize("lang", NAMES)
def test_the_page_is_made_of_the_rows(lang: str) -> None:
    """The page is the one made from the rows; if it is not: `python -m huarong.study.page docs`."""
    written = Path(__file__).parents[2] / "docs" / NAMES[lang]
    text = page(lang)
    # Behind it is the stamp that says which English text a Chinese page follows.
    assert written.read_text("utf-8").partition("\n<!-- follows ")[0] == text
    for each in ALL:
        assert each.outcome(lang).replace("|", "\\|") in text
