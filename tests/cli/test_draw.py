"""`huarong draw`, `design generate` and `design report` with `--json`: one object, and the files besides."""

import json
from pkgutil import resolve_name
from types import SimpleNamespace

import pytest

from huarong import limits
from huarong.atlas.component import Component
from huarong.cli.report import _show_report
from huarong.model.puzzle import Puzzle
from tests.cli.running import read, run

START = "A./../goal:/../.A"


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (["draw", START], {"form", "bytes", "svg"}),
        (["draw", "strip", START, "-o", "x.png"], {"file", "form", "bytes", "solved", "metric", "length"}),
        (["draw", "animation", START, "-o", "x.gif"], {"file", "form", "bytes", "solved", "metric", "length"}),
        (["draw", "map", START, "-o", "x.svg"], {"file", "form", "bytes", "layouts", "reached", "complete"}),
        (["draw", "sheet", START, "-o", "x.pdf"], {"file", "form", "bytes", "puzzles"}),
    ],
)
def test_json_says_what_was_drawn(words, keys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = read(*words)
    assert set(said) == keys
    data = (tmp_path / said["file"]).read_bytes() if "file" in said else said["svg"].encode()
    assert len(data) == said["bytes"] > 300


def test_levels_and_reports_as_json(tmp_path):
    words = ["--board", "3x3", "--goal", ".../.../.aa", "--moves", "3..", "--count", "2", "--link", "http://a"]
    made = json.loads(run("design", "generate", "--pieces", "2x1:1 1x1:3", *words, "--json").stdout)
    assert [Puzzle.parse(each["puzzle"]).name for each in made["puzzles"]] == ["", ""]
    assert (made["wanted"], made["link"][:18]) == (2, "http://a/library#l")
    path = tmp_path / "report.md"
    told = json.loads(run("design", "report", START, "-o", str(path), "--json").stdout)
    assert told["rating"]["best"] == {"step": 2, "slide": 2, "move": 1}
    assert path.read_text().startswith("# ")
    assert json.loads(run("design", "report", START, "--form", "json").stdout) == told | {
        "solution": told["solution"] | {"seconds": pytest.approx(0, abs=9)}
    }


def test_a_map_of_a_part_says_of_how_many_it_is(tmp_path):
    """Such a map shows no distance and no solution: both would be those of the part."""
    found = run("draw", "map", "Pennant", "--most", "50", "-o", str(tmp_path / "m.svg"), "--json")
    said = json.loads(found.stdout)
    assert said["complete"] is False and 1 < said["layouts"] <= 50 < said["reached"] == 1398
    text = f"The map shows the {said['layouts']:,} of 1,398 layouts that are closest to the start.\n"
    assert found.stderr == text
    drawn = (tmp_path / "m.svg").read_text("utf-8")
    assert text.strip() in drawn
    assert "#999999" in drawn and "#c83e2c" not in drawn and drawn.count("<path") == 1


def test_a_map_shows_at_most_so_many_layouts_and_all_where_there_are_as_many(tmp_path):
    for most, shown, complete in ((1, 1, False), (1397, None, False), (1398, 1398, True)):
        found = run("draw", "map", "Pennant", "--most", most, "-o", tmp_path / "m.svg", "--json")
        said = json.loads(found.stdout)
        assert said["layouts"] == (shown or said["layouts"]) <= most
        assert said["complete"] is complete


def test_a_map_has_the_colours_of_the_theme(tmp_path):
    """`--theme contrast` drew the light map."""
    drawn = {
        theme: run("draw", "map", "A./goal:/.A", "--theme", theme).stdout for theme in ("light", "dark", "contrast")
    }
    assert len({*drawn.values()}) == 3 and "#fffdf8" not in drawn["contrast"]


@pytest.mark.parametrize(
    "part", ["huarong.atlas.component.Component.distances", "huarong.cli.draw.solve", "huarong.draw.map_svg"]
)
def test_the_time_limit_holds_in_all_parts_of_a_map(monkeypatch, part):
    """Each part had all the seconds for itself, and drawing any number."""
    now, begun = [0.0], resolve_name(part)

    def late(*args, **given):
        now[0] += 1000
        return begun(*args, **given)

    monkeypatch.setattr(limits, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    monkeypatch.setattr(part, late)
    found = run("draw", "map", "A./goal:/.A", status=3)
    assert "time limit" in found.stderr


def test_a_map_of_a_part_is_drawn_although_not_all_can_be_counted(monkeypatch, tmp_path):
    """The count of all layouts took all the time that there was, and no map was drawn."""
    begun = Component.of

    def late(puzzle, most, watch):
        if most == 1_000_000:
            raise watch.reached("time")
        return begun(puzzle, most, watch=watch)

    monkeypatch.setattr(Component, "of", late)
    found = run("draw", "map", "Pennant", "--most", "50", "-o", tmp_path / "m.svg")
    assert "49 layouts closest to the start; more than 49 can be reached" in found.stderr
    assert (tmp_path / "m.svg").stat().st_size > 1000


def test_a_sheet_is_pdf_and_says_so(tmp_path):
    """It was written to sheet.svg as PDF, and --json called it svg."""
    path = tmp_path / "sheet.svg"
    assert "names no format; expected one of .pdf" in run("draw", "sheet", "876543210", "-o", path, status=2).output
    assert not path.exists()
    found = read("draw", "sheet", "876543210", "--no-solutions", "-o", tmp_path / "sheet")
    assert found["form"] == "pdf" and (tmp_path / "sheet").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("captions", "rows"), [(["one", "two"], 1), (["one", "t" * 31], 2), (["o" * 31, "t" * 31], 2)])
def test_boards_of_a_report_are_side_by_side_where_all_captions_are_short(captions, rows, capsys):
    boards = [(Puzzle.parse(START), each) for each in captions]
    _show_report("R", [SimpleNamespace(title="T", lines=[], rows=[], pictures=[], boards=boards)])
    said = capsys.readouterr().out.splitlines()
    assert len({n for n, line in enumerate(said) for each in captions if each in line}) == rows
