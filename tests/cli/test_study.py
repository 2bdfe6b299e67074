"""`huarong study`."""

import csv

from huarong.study import ARTICLES, EXHIBITS
from tests.cli.running import read, run


def test_the_list():
    for words in (("study",), ("study", "list")):
        lines = [line for line in run(*words).output.splitlines() if line.startswith("  ")]
        assert [line.split()[0] for line in lines] == [each.name for each in EXHIBITS]
        chinese = run(*words, lang="zh").output
        assert all(f"{each.author.split(',')[0]}" in chinese for each in ARTICLES)
        assert "2005 年（C#）" in chinese
    found = read("study", "list")
    assert len(found["exhibits"]) == len(EXHIBITS)
    assert [each["key"] for each in found["articles"]] == [each.key for each in ARTICLES]


def test_a_story():
    assert run("study", "show", "zhoutk").output.startswith("zhoutk: the board with sentinels")
    assert "the nearest: zhoutk" in run("study", "show", "zhout", status=2).output
    assert read("study", "show", "zhoutk")["name"] == "zhoutk"
    said = run("study", "show", "?", status=2).output
    assert f"expected one of {len(EXHIBITS)} names" in said


def test_a_comparison_with_its_chart(tmp_path):
    chart = tmp_path / "bars.svg"
    words = ("study", "compare", "退一步海阔天空", "search-step", "--repeats", "1")
    (row,) = csv.DictReader(run(*words, "--format", "csv", "--svg", chart).output.splitlines())
    assert (row["name"], row["depth"], row["runs"]) == ("search-step", "13", "1")
    assert "<svg" in chart.read_text("utf-8")
    (result,) = read(*words)["results"]
    assert result["depth"] == 13
    assert "cannot be written" in run(*words, "--svg", tmp_path / "no" / "x.svg", status=2).output
    assert "'json' is not a valid --format" in run(*words, "--format", "json", status=2).output


def test_mistakes():
    assert "no command `shwo`; did you mean `show`?" in run("study", "shwo", status=2).output
    assert "the nearest: lv-avl" in run("study", "compare", "横刀立马", "lv-av", status=2).output


def test_a_name_that_is_no_exhibit_is_told_in_chinese():
    for words in (("show", "none"), ("compare", "876543210", "none")):
        assert "'none' 不是有效的 展品" in run("study", *words, lang="zh", status=2).output
    assert "'none' 不是有效的 文章" in run("study", "claims", "none", lang="zh", status=2).output
