"""The table of claims is complete, in both languages, and agrees with computed figures; the pages are made from it."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from tools.site.contents import LANGUAGES, source
from tools.site.museum import pages

import huarong
from huarong.cli.commands import COMMANDS, CommandRecord
from huarong.errors import UnknownName
from huarong.i18n import catalogue
from huarong.study import ARTICLES, EXHIBITS, VERDICTS, Claim, claims
from huarong.study.checking import check
from huarong.study.claim import claim, kept
from huarong.study.figures import FIGURES, TIMED

DATA = Path(huarong.__file__).parent / "data" / "claims"
ALL = claims()
FIGURED = [each for each in ALL if each.figure]
SLOW = 0.5
"""Figures that took longer than so many seconds when they were kept are computed by slow tests."""


def test_every_article_has_its_claims_in_order() -> None:
    assert [key.key for key in ARTICLES if claims(key.key)] == ["lv", "zhou", "zhoutk", "ma", "poos"]
    assert sum((claims(room.key) for room in ARTICLES), ()) == ALL and claims("马旭") == claims("ma")
    assert len({each.id for each in ALL}) == len(ALL) > 150
    pytest.raises(UnknownName, claims, "zhuo").match("zhou")


def test_rows_are_whole() -> None:
    for each in ALL:
        whole(each)


def whole(each: Claim) -> None:
    assert each.verdict in VERDICTS, each.id
    assert each.verdict in catalogue("zh") and re.search("[一-鿿A-Za-z0-9]", each.quote)
    assert each.place and each.english and set(each.exhibits) <= {machine.name for machine in EXHIBITS}
    assert set(each.values) == set(each.names), each.id
    assert set(each.figures) <= set(FIGURES)
    assert bool(each.figure) == bool(each.rule) == (each.verdict != "cannot be checked"), each.id
    assert each.command or not each.figure
    assert set(each.rule) <= set(VERDICTS) and "{" not in each.outcome() + each.outcome("zh")
    assert json.loads(json.dumps(each.to_json("zh")))["found_zh"] == each.outcome("zh")


def test_a_verdict_follows_from_its_values() -> None:
    row = claim("poos-record")
    assert row.verdict == "holds in part"
    for eight, verdict in ((20, "holds"), (85, "holds in part"), (99, "does not hold")):
        assert row.derived(dict(row.values) | {"eight_share": eight}) == verdict


def test_no_verdict_is_written_down() -> None:
    """A verdict cannot be changed by hand: the files have none, and every rule can come out in another way."""
    for room in ARTICLES:
        path = DATA / f"{room.key}.toml"
        if path.exists():
            assert "\nverdict" not in path.read_text("utf-8")
    for each in FIGURED:
        conditions = [condition.split(" and ") for condition in each.rule.values() if condition]
        tried = [dict(each.values)]
        for some in conditions:
            tried.append(changed(each, some, {"<": -1, ">": 1}))
            tried += [changed(each, [one], {"<": 0, ">": 0, "<=": 1, ">=": -1, "==": 1}) for one in some]
        assert len({each.derived(values) for values in tried}) > 1, each.id


def changed(row: Claim, conditions: list[str], by: dict[str, int]) -> dict[str, Any]:
    """A row's values, those that conditions name at their bounds or as far beside as `by` says of the comparison."""
    values = dict(row.values)
    for condition in conditions:
        name, compare, bound = condition.split()
        if isinstance(values[name], str):
            values[name] = bound + "0" * by.get(compare, 0)
        else:
            number = values[bound] if bound in values else float(bound)
            values[name] = number + by.get(compare, 0)
    return values


def test_times_have_a_machine_and_a_date() -> None:
    for name, row in kept().items():
        assert bool(row.measured) == (name in TIMED), name
        for measured in row.measured:
            assert measured.machine and re.fullmatch(r"20\d\d-\d\d-\d\d", measured.date)
            for key, value in measured.values.items():
                if key.endswith("low"):
                    assert 0 < value <= measured.values[key.removesuffix("low") + "high"], key
    assert set(kept()) == {name for each in FIGURED for name in each.figures}


def test_what_is_kept_is_a_range_over_machines() -> None:
    for name in TIMED & set(kept()):
        row = kept()[name]
        for measured in row.measured:
            for key, value in measured.values.items():
                assert row.values[key] <= value if key.endswith("low") else row.values[key] >= value


def test_what_was_run_can_be_run() -> None:
    for each in ALL:
        if each.command:
            runs(each)


def runs(each: Claim) -> None:
    program, *words = each.command.split()
    assert program == "huarong"
    path = next(" ".join(words[:n]) for n in (4, 3, 2, 1) if " ".join(words[:n]) in COMMANDS)
    assert isinstance(COMMANDS[path], CommandRecord)
    if path in ("study show", "study compare"):
        first = 2 if path == "study show" else 3
        machines = [word for word in words[first:] if not word.startswith("-")]
        assert machines and {*machines} <= {machine.name for machine in EXHIBITS}


UNTIMED = [
    pytest.param(name, marks=[pytest.mark.slow] if row.seconds > SLOW else [])
    for name, row in kept().items()
    if name not in TIMED
]
"""Times depend on the machine and on what else it does: `huarong study check` measures those."""


@pytest.mark.parametrize("name", UNTIMED)
def test_a_figure_is_what_the_rows_say(name: str) -> None:
    if name in ("ma_ways", "ma_spaces") and os.environ.get("HUARONG_PURE", "") not in ("", "0"):
        pytest.skip("the whole search takes minutes as plain Python")
    assert json.loads(json.dumps(dict(FIGURES[name]()))) == dict(kept()[name].values)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(name for name in TIMED if kept()[name].seconds < 60))
def test_a_time_is_measured_under_the_names_that_the_rows_use(name: str) -> None:
    assert FIGURES[name]().keys() <= kept()[name].values.keys()


def test_a_check_says_whether_a_verdict_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    found = check(["lv-26bits", "lv-web"])
    assert [each.stands for each in found] == [True, None]
    monkeypatch.setitem(FIGURES, "lv_bits", lambda: {"ten": 27})
    (fallen,) = check(["lv-26bits"])
    assert (fallen.stands, fallen.verdict, fallen.differ) == (False, "does not hold", ("ten",))
    assert "ten = 27 (kept: 26)" in fallen.text() and "已保存：26" in fallen.text("zh")
    pytest.raises(UnknownName, check, ["lv-26bit"]).match("lv-26bits")


def test_a_check_without_time_says_so() -> None:
    (late,) = check(["ma-thirty"], max_seconds=0.5)
    assert late.stands is None and "it takes about" in late.trouble


def test_every_exhibit_of_an_article_is_told_of() -> None:
    """Each exhibit of an article has a claim, so that its story has a result; the project's own exhibits have none."""
    named = {name for each in ALL for name in each.exhibits}
    ours = {machine.name for machine in EXHIBITS if machine.article == "huarong"}
    assert {machine.name for machine in EXHIBITS} - named - ours <= {
        "ma-compiled-sign",
        "ma-string-slices",
        "ma-sign-ones",
        "ma-path-ones",
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_have_all_rows_and_exhibits(lang: str) -> None:
    (text,) = pages(lang).values()
    for each in ALL:
        assert each.outcome(lang).replace("|", "\\|") in text
    written = source("explanation/study", lang).read_text("utf-8")
    assert [each.name for each in EXHIBITS if f"`{each.name}`" not in written] == []
