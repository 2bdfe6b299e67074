"""`huarong solve` of one puzzle."""

import contextlib
import json
import os
import re
import signal

import pytest

from huarong.notation import NOTATIONS
from tests.cli.running import process, read, run
from tests.clock import ticking


@pytest.mark.parametrize("metric", ["move", "slide", "step"])
def test_json(metric):
    data = read("solve", "横刀立马", "--metric", metric)
    assert (data["solved"], data["metric"]) == (True, metric)
    assert data["length"] == len(data["moves"]) == data["counts"][metric]
    assert set(data["counts"]) == {"step", "slide", "move"}
    assert data["explored"] > 10_000
    assert data["seconds"] > 0
    assert data["pieces"]["A"] == "曹操"
    assert data["layouts"][0] == "HAAI/HAAI/JBBK/JNOK/P..Q"
    assert len(data["layouts"]) == data["length"] + 1
    first, path = data["moves"][0].split()
    assert first in data["pieces"]
    assert path[0] in "UDLR"


def test_what_a_person_sees():
    text = run("solve", "捷足先登").output
    assert "捷足先登" in text
    assert "32 moves, 38 slides, 47 steps" in text
    assert "NAAO" in text
    assert "32. Cao Cao (A) " in text
    assert "曹操" in run("solve", "捷足先登", lang="zh").output


@pytest.mark.parametrize("words", [(), ("--boards",), ("--metric", "step"), ("--quick",)])
def test_the_answer_is_the_last_line(words):
    last = run("solve", "横刀立马", *words).output.splitlines()[-1]
    length = read("solve", "横刀立马", *words)["counts"]
    assert last.startswith(("Best in ", "Found in "))
    assert f"{length['move']} moves, {length['slide']} slides, {length['step']} steps" in last


def test_moves_are_listed_in_columns_and_boards_drawn_if_asked_for():
    plain = read("solve", "捷足先登")["moves"]
    for columns in ("50", "80", "200"):
        lines = run("solve", "捷足先登", env={"COLUMNS": columns}).output.splitlines()
        moves = lines[lines.index("") + 1 : -2]
        assert len(moves) < len(plain) and max(map(len, moves)) <= int(columns)
        paths = re.findall(r"(\d+)\. [A-Z][a-z]+(?: [A-Z0-9][a-z]*)? \([A-Z]\) ((?:[UDLR]\d)+)", "\n".join(moves))
        assert [path for _, path in paths] == [move.split()[1] for move in plain]
        assert [int(n) for n, _ in paths] == list(range(1, len(plain) + 1))
    drawn = run("solve", "捷足先登", "--boards", env={"COLUMNS": "40"}).output
    for layout in read("solve", "捷足先登")["layouts"]:
        assert all(row in drawn for row in layout.split("/"))
    assert run("solve", "A./../goal:/A./..").output.splitlines()[-2:][0] == ""


def test_one_is_singular():
    text = run("solve", "AAB/AA./...", "--goal", "..B/.AA/.AA", status=None).output
    one = run("solve", "A./..", "--goal", ".A/..").output
    assert "1 move, 1 slide, 1 step (" in one
    assert "1 moves" not in text + one


def test_colours():
    text = run("solve", "捷足先登", env={"FORCE_COLOR": "1", "COLUMNS": "80"}).output
    assert "\x1b[" in text
    assert "Cao Cao" in text
    plain = run("solve", "捷足先登").output
    assert "\x1b[" not in plain


def test_unsolvable():
    said = run("solve", "走投无路", status=1).output
    assert "No solution: none of the 3,731 layouts that can be reached is a goal." in said
    said = run("solve", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", status=1).output
    assert "No solution: each move swaps a tile with the blank" in said and "layouts" not in said
    assert "14 and 15 are exchanged, which is one swap" in said and "(the tiles have 1 inversion)" in said
    first = said.partition('With the blank first it can be solved: --goal "')[2].partition('"')[0]
    assert run("solve", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", "--goal", first).output
    chinese = run("solve", "123456870", lang="zh", status=1).output
    assert "此题无解：每走一步，就是一个数字与空格交换一次" in chinese and "7 与 8 对调" in chinese
    data = read("solve", "123456870", status=1)
    assert (data["solved"], data["length"], data["explored"]) == (False, None, 0)
    figures = {"key": "parity", "swaps": 1, "far": 0, "inversions": 1}
    assert figures.items() <= data["reason"].items() and "7 and 8" in data["reason"]["text"]
    # The board's outline does not matter, where a search would reach the limit.
    outline = ("1234/5678/9abc/de.#", "--goal", "2134/5678/9abc/de.#", "--max-seconds", "1")
    assert read("solve", *outline, status=1)["reason"]["key"] == "parity"
    assert read("solve", "走投无路", "--method", "astar", status=1)["reason"]["key"] == "search"


def test_limits():
    hard = "gnome-klotski: Lodzianka"
    with ticking():
        assert "time limit" in run("solve", hard, "--max-seconds", "50", status=3).output
        found = run("solve", hard, "--max-seconds", "50", "--json", status=3)
    assert "memory limit" in run("solve", hard, "--max-memory", "2M", status=3).output
    data = json.loads(found.stdout)
    assert (data["stopped"], data["known"]) == ("time", None)
    assert data["bound"] >= 1
    for name, said in (("横刀立马", "横刀立马"), ("Pennant", "Pennant"), ("AB/../goal:/../AB", None)):
        assert read("solve", name, "--max-seconds", "1e-9", status=3)["name"] == said


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_interrupt():
    child = process("--lang", "en", "solve", "-", stdin=-1)
    assert child.stdin is not None
    child.stdin.write(b'{"puzzle": "\xe6\x8d\xb7\xe8\xb6\xb3\xe5\x85\x88\xe7\x99\xbb"}\n')
    child.stdin.flush()
    assert child.stdout.readline()  # it is at work, and waits for the next line
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert b"interrupted" in err
    assert b"Traceback" not in err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
def test_interrupt_in_the_middle_of_a_search():
    ours, theirs = os.openpty()
    puzzle = "gnome-klotski: Shark"
    words = ("--lang", "en", "solve", puzzle, "--method", "bfs")
    child = process(*words, stderr=theirs, env={"TERM": "xterm", "COLUMNS": "200"})
    os.close(theirs)
    told = b""
    with open(ours, "rb", buffering=0) as terminal:
        while b"depth" not in told:  # it tells how far it is
            told += terminal.read(4096)
        child.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # so a terminal ends on Linux
            while more := terminal.read(4096):
                told += more
    child.communicate(timeout=60)
    assert child.returncode == 130
    assert b"interrupted" in told
    assert b"Traceback" not in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["--method", "astr"],
            "'astr' is not a valid --method; expected one of auto, bfs, bidirectional, astar, idastar; the "
            "nearest: astar",
        ),
        (["--method", "?"], "'?' is not a valid --method; expected one of auto, bfs, bidirectional"),
        (["--metric", "stp"], "the nearest: step"),
        (["--metric", "slides"], "the nearest: slide"),
        (["--max-memory", "lots"], "such as 500M or 4G"),
        (["--max-seconds", "0"], "0 is not a valid number of seconds; expected more than 0"),
        (["--max-seconds", "-1"], "-1 is not a valid number of seconds; expected more than 0"),
        (["--max-seconds", "nan"], "nan is not a valid number of seconds"),
        (["--max-seconds", "soon"], "soon is not a valid number of seconds"),
        (
            ["--from", "klotsky"],
            f"'klotsky' is not a valid --from; expected one of {len(NOTATIONS) + 5} names, such as slide, js2",
        ),
    ],
)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_bad_options(words, says, lang):
    output = run("solve", "横刀立马", *words, lang=lang, status=2).output
    assert output.startswith("huarong: ")
    assert (says in output) == (lang == "en")
    assert lang == "en" or any("一" <= letter <= "鿿" for letter in output)
