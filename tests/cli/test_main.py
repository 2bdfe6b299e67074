import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import huarong as hr
from huarong import notation
from huarong.cli.main import main
from huarong.library.catalogue import load

GRID = "AAB/AA./...\n"


def run(*words, stdin=None, lang="en"):
    result = CliRunner().invoke(main, ["--lang", lang, *words], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def failed(*words, status=2, **options):
    result = run(*words, **options)
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result.output


@pytest.mark.parametrize("metric", ["move", "slide", "step"])
def test_json(metric):
    result = run("solve", "横刀立马", "--metric", metric, "--json")
    assert result.exit_code == 0
    data = json.loads(result.output)
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
    assert "32 moves" in text
    assert "NAAO" in text
    assert "32 Cao Cao" in text
    assert len(run("solve", "捷足先登", "--boards").output.splitlines()) > 32 * 6
    assert "曹操" in run("solve", "捷足先登", lang="zh").output


def test_unsolvable():
    result = run("solve", "走投无路")
    assert result.exit_code == 1
    assert "No solution" in result.output
    data = json.loads(run("solve", "12/3.", "--goal", "21/3.", "--json").output)
    assert (data["solved"], data["length"], data["explored"]) == (False, None, 12)


def test_limits():
    hard = "gnome-klotski: Lodzianka"
    assert "time limit" in failed("solve", hard, "--max-seconds", "0.05", status=3)
    assert "memory limit" in failed("solve", hard, "--max-memory", "2M", status=3)
    out = run("solve", hard, "--max-seconds", "0.05", "--json").stdout
    assert (json.loads(out)["stopped"], json.loads(out)["known"]) == ("time", None)
    assert json.loads(out)["bound"] >= 1


def test_sources_of_a_puzzle(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text("AAB\nAA.\n...\ngoal:\n...\n.AA\n.AA\n", encoding="utf-8")
    for words, stdin in (
        ([str(file)], None),
        (["-"], file.read_text(encoding="utf-8")),
        (["AAB/AA./.../goal:/.../.AA/.AA"], None),
        (["AAB/AA./...", "--goal", ".../.AA/.AA"], None),
    ):
        assert json.loads(run("solve", *words, "--json", stdin=stdin).output)["length"] == 1


def test_convert():
    assert run("convert", "横刀立马", "--to", "code").output == "1A9BF0C00\n"
    assert run("convert", "1A9BF0C00", "--to", "line").output.startswith(
        "HAAI/HAAI/JBBK/JNOK/P..Q/"
    )
    assert run("convert", "577606461035643914", "--to", "code").output == "1A9BF0C00\n"
    output = failed("convert", "Rush Hour 1", "--to", "code")
    assert "code" in output or "4x5" in output
    assert "rush" in failed("convert", "横刀立马", "--to", "rus")


def test_show_list_and_check():
    assert "4x5" in run("show", "横刀立马").output
    listed = run("list", "横刀").output
    assert "横刀立马" in listed
    assert len(json.loads(run("list", "--json").output)) > 570
    assert "rush-hour" in failed("list", "no such puzzle at all")
    facts = json.loads(run("check", "横刀立马", "--json").output)
    assert (facts["valid"], facts["pieces"], facts["kinds"]) == (True, 10, 4)
    assert facts["layouts"] == 65880
    bad = run("check", "AAB/A/.?:/", "--json")
    assert bad.exit_code == 2
    faults = json.loads(bad.output)["faults"]
    assert len(faults) >= 2
    assert all({"line", "column", "message"} <= set(fault) for fault in faults)


BAD = {
    "uneven rows": (["solve", "AAB/AA/..."], "2 cells; expected 3"),
    "unknown character": (["solve", "AA:/AA./..."], "':'"),
    "a goal's piece that is not there": (["solve", "AA./AA.", "--goal", "ZZ./ZZ."], "'Z'"),
    "a goal that cannot fit": (["solve", "AA./AA.", "--goal", "A../A.."], "2 cells; expected 4"),
    "no goal": (["solve", "AB/.."], "no goal"),
    "an unknown name": (["solve", "横刀立牛"], "横刀立马"),
    "an empty text": (["solve", ""], "empty"),
    "a missing file": (["solve", "./no/such/file.txt"], "cannot read"),
    "a directory": (["solve", "/"], "cannot read"),
    "a metric": (["solve", "横刀立马", "--metric", "slides"], "slide"),
    "a memory size": (["solve", "横刀立马", "--max-memory", "lots"], "4G"),
    "no time": (["solve", "横刀立马", "--max-seconds", "0"], "more than 0"),
    "not a number of seconds": (["solve", "横刀立马", "--max-seconds", "nan"], "more than 0"),
    "a notation": (["solve", "横刀立马", "--from", "klotsky"], "klotsky"),
    "a code off the board": (["solve", "FFFFFFFFF", "--from", "code"], "line 1"),
}


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_bad_input(case, lang):
    words, says = BAD[case]
    output = failed(*words, lang=lang)
    if lang == "en":
        assert says in output
    elif "metric" not in case:
        assert any("一" <= letter <= "鿿" for letter in output), output


def test_large_boards_and_files(tmp_path):
    board = "\n".join(["." * 100] * 100)
    assert "10,000 cells" in failed("solve", "-", stdin=board)
    junk = tmp_path / "junk.txt"
    junk.write_bytes(os.urandom(4096))
    assert "line" in failed("solve", str(junk))
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(100 << 20)
    began = time.perf_counter()
    assert "longer than" in failed("solve", str(huge))
    assert time.perf_counter() - began < 5


@given(text=st.one_of(st.text(max_size=60), st.text("ABab.#-/:\n0123456789 goal", max_size=60)))
def test_no_text_makes_a_traceback(text):
    if "\0" not in text and not text.startswith("-"):
        result = run("check", "--", text)
        assert result.exit_code in (0, 2)


def process(*words, **options):
    code = "from huarong.cli.main import main; main(prog_name='huarong')"
    return subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        **options,
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_interrupt():
    child = process("--lang", "en", "solve", "gnome-klotski: Lodzianka")
    time.sleep(3)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=10)
    assert child.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err


def test_a_reader_that_goes_away():
    child = process("solve", "横刀立马", "--boards")
    child.stdout.readline()
    child.stdout.close()
    with child.stderr:
        assert child.stderr.read() == ""
    child.wait(timeout=10)


def test_standard_input_of_bytes(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\x00")))
    with pytest.raises(hr.HuarongError):
        load(sys.stdin.buffer)


def test_help_in_both_languages():
    for name in ("solve", "show", "list", "convert", "check"):
        assert run(name, "--help").exit_code == 0
        assert max(run(name, "--help", lang="zh").output) >= "一"
    assert "Commands" in run("--help").output


def test_every_notation_can_be_asked_for():
    for each in notation.NOTATIONS:
        result = run("convert", "捷足先登", "--to", each.name)
        assert result.exit_code in (0, 2)
        assert result.output.strip()
