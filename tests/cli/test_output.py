"""What a person can copy is printed whole at any width; the line of progress has what its template asks for."""

import io
import json
import re
from unittest import mock

import pytest

import huarong as hr
from huarong.cli.base import wrapped
from huarong.cli.output import Reporter
from huarong.limits import Progress
from tests.cli.running import run


class Screen(io.StringIO):
    """A terminal that keeps what is written to it."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def shown(*progress: Progress, template: str = "") -> list[str]:
    """The lines that a reporter shows."""
    with (
        mock.patch("sys.stderr", Screen()),
        mock.patch("rich.status.Status.start"),
        mock.patch("rich.status.Status.update") as update,
        Reporter(True, template) as reporter,
    ):
        for each in progress:
            reporter(each)
    return [call.args[0] for call in update.call_args_list]


@pytest.mark.parametrize(
    ("progress", "template", "line"),
    [
        (Progress(3, 4000, 2.0), "", "depth 3, 4,000 layouts, 2,000 a second"),
        (Progress(3, 4000, 2.0, total=8000), "", "depth 3, 4,000 layouts, 2,000 a second, at most 2.00 seconds left"),
        (Progress(3, 10, 99.0, 20), "{left}", "99.00 seconds"),
        (Progress(3, 10, 100.0, 20), "{left}", "1.7 minutes"),
        (Progress(3, 10, 3599.0, 20), "{left}", "60.0 minutes"),
        (Progress(3, 10, 3600.0, 20), "{left}", "1.0 hour"),
        (Progress(3, 4000, 2.0, total=10**9), "", "depth 3, 4,000 layouts, 2,000 a second"),
        (Progress(3, 4000, 2.0, 8000), "{next} of {total:,}, {done:,} done", "4 of 8,000, 4,000 done"),
        (Progress(3, 4, 2.0, part="[b]"), "{part}", r"\[b]"),
    ],
)
def test_a_line_of_progress(progress: Progress, template: str, line: str) -> None:
    assert shown(progress, template=template) == [line]


def test_progress_of_a_part_has_no_total_to_show() -> None:
    told = "{done:,} of {total:,} {total:task|tasks}"
    assert shown(Progress(0, 7, 2.0), Progress(0, 3, 2.1, 9), template=told) == ["3 of 9 tasks"]


def test_a_stage_that_counts_no_layouts_shows_its_seconds_and_no_falling_rate() -> None:
    lines = shown(Progress(3, 4000, 2.0), Progress(3, 4000, 7.9), Progress(3, 8000, 8.0))
    assert lines[1:] == ["4,000 layouts, 8 s", "depth 3, 8,000 layouts, 1,000 a second"]


def test_a_log_gets_a_line_a_minute(monkeypatch) -> None:
    now = [0.0]
    monkeypatch.setattr("huarong.cli.output.time.monotonic", lambda: now[0])
    with mock.patch("sys.stderr", io.StringIO()) as log, Reporter() as reporter:
        for now[0] in range(1, 200):
            reporter(Progress(3, 40 * now[0], now[0]))
    assert [line.split(", ")[1] for line in log.getvalue().splitlines()] == [
        "2,400 layouts",
        "4,800 layouts",
        "7,200 layouts",
    ]


def test_nothing_is_shown_of_a_moment() -> None:
    assert shown(Progress(3, 4000, 0.2)) == []


TERMINALS = pytest.mark.parametrize("columns", [40, 80])


def on_a_terminal(monkeypatch, columns: int, *words: str) -> str:
    """What a command prints on a terminal of this width."""
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda self: True)
    env = {"COLUMNS": str(columns), "TERM": "xterm", "NO_COLOR": "1"}
    return str(run(*words, env=env).stdout)


@TERMINALS
@pytest.mark.parametrize(
    "words",
    [
        ("design", "harder", "捷足先登", "--no-rate", "--top", "2"),
        ("design", "hardest", "--board", "3x3", "--pieces", "2x1:0..1 1x1:3", "--goal", ".../.../.aa"),
        ("design", "hardest", "--board", "2x2", "--pieces", "1x1:2", "--goals", "all"),
    ],
)
def test_a_puzzle_in_a_table_is_whole_on_a_narrow_terminal(monkeypatch, columns, words) -> None:
    last = on_a_terminal(monkeypatch, columns, *words).splitlines()[-1]
    puzzle = hr.puzzle(re.split(" {2,}", last)[-1])
    assert puzzle.goal.alternatives and hr.solve(puzzle).solved


@TERMINALS
def test_a_text_in_the_list_is_whole_or_left_out(monkeypatch, columns) -> None:
    lines = on_a_terminal(monkeypatch, columns, "list").splitlines()[1:]
    for line in lines:
        assert "…" not in line
    rush = next(line for line in lines if line.startswith("Rush Hour 19 "))
    assert hr.puzzle(rush.split()[-1]).rows() == hr.puzzle("Rush Hour 19").rows()
    shark = next(line for line in lines if line.startswith("gnome-klotski: Shark "))
    assert shark.split()[-1] == "gnome-klotski"
    assert "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3" in "\n".join(lines)


@TERMINALS
def test_what_prints_a_puzzle_prints_it_whole(monkeypatch, columns) -> None:
    start = hr.puzzle("捷足先登")
    for words in (("convert", "捷足先登", "--to", "line"), ("convert", "捷足先登", "--to", "grid")):
        text = on_a_terminal(monkeypatch, columns, *words)
        assert hr.puzzle(text.strip()).start == start.start
    shown = on_a_terminal(monkeypatch, columns, "show", "捷足先登")
    assert start.text().strip() in shown
    generate = ("design", "generate", "--board", "3x3", "--pieces", "2x1:1 1x1:3", "--moves", "3..", "--count", "2")
    for line in on_a_terminal(monkeypatch, columns, *generate).splitlines():
        assert hr.puzzle(json.loads(line)["puzzle"]).pieces


def test_a_command_in_a_help_page_is_on_one_line() -> None:
    lines = wrapped("Put it in place with `pip install .`, and run it.", 20)
    assert lines == ["Put it in place with", "`pip install .`, and", "run it."]
    assert "`huarong solve -`," in wrapped("Read by `huarong solve -`, too", 10)


def test_names_of_pieces_are_those_on_a_coloured_board() -> None:
    coloured = {"FORCE_COLOR": "1", "NO_COLOR": "", "COLUMNS": "100", "TERM": "xterm-256color"}
    english, chinese = (run("hint", "横刀立马", env=coloured, lang=lang).output for lang in ("en", "zh"))
    assert "Cao Cao" in english and "卒" not in english and "卒三" in chinese
