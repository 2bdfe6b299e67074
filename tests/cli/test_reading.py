"""How the argument PUZZLE is read."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.running import process, read, run

ONE = "AAB\nAA.\n...\ngoal:\n...\n.AA\n.AA\n"


def test_sources_of_a_puzzle(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text(ONE, encoding="utf-8")
    for words, stdin in (
        ([str(file)], None),
        (["-"], ONE),
        (["AAB/AA./.../goal:/.../.AA/.AA"], None),
        (["AAB/AA./...", "--goal", ".../.AA/.AA"], None),
    ):
        assert read("solve", *words, stdin=stdin)["length"] == 1


def test_a_grid_may_begin_like_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert read("solve", "../.A", "--goal", "A./..")["length"] == 1
    assert read("solve", "./A", "--goal", "A/.")["length"] == 1
    assert "cannot read" in run("solve", "../no-such-file", status=2).output
    assert (
        "line 1, column 4: this row has 2 cells"
        in run("solve", "./AA/goal:/AA/..", status=2).output
    )
    (tmp_path / "A").write_text(ONE, encoding="utf-8")
    assert read("show", "./A")["puzzle"].startswith("AAB/AA.")
    assert read("solve", "./A", "--goal", "A/.", "--from", "grid")["length"] == 1
    assert read("show", "./A", "--from", "grid", "--goal", "A/.")["board"] == "1x2"


BAD = {
    "uneven rows": (["AAB/AA/..."], "2 cells; expected 3"),
    "unknown character": (["AA:/AA./..."], "':'"),
    "a goal's piece that is not there": (["AA./AA.", "--goal", "ZZ./ZZ."], "'Z'"),
    "a goal that cannot fit": (["AA./AA.", "--goal", "A../A.."], "2 cells; expected 4"),
    "no goal": (["AB/.."], "no goal"),
    "an unknown name": (["横刀立牛"], "横刀立马"),
    "an unknown card": (["Rush Hour 41"], "the nearest: Rush Hour 4"),
    "an empty text": ([""], "empty"),
    "a missing file": (["./no/such/file.txt"], "cannot read"),
    "a directory": (["/"], "cannot read"),
    "a code off the board": (["FFFFFFFFF", "--from", "code"], "line 1"),
}


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_bad_input(case, lang):
    words, says = BAD[case]
    output = run("solve", *words, lang=lang, status=2).output
    if lang == "en":
        assert says in output
    else:
        assert any("一" <= letter <= "鿿" for letter in output), output


def test_large_boards_and_files(tmp_path):
    board = "\n".join(["." * 100] * 100)
    assert "10,000 cells" in run("solve", "-", stdin=board, status=2).output
    junk = tmp_path / "junk.txt"
    junk.write_bytes(os.urandom(4096))
    assert "line" in run("solve", junk, status=2).output
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(100 << 20)
    assert "longer than" in run("solve", huge, status=2).output


@given(text=st.one_of(st.text(max_size=60), st.text("ABab.#-/:\n0123456789 goal", max_size=60)))
def test_no_text_makes_a_traceback(text):
    if "\0" not in text:
        assert run("show", "--", text, status=None).exit_code in (0, 2)


@pytest.mark.skipif(os.name == "nt", reason="closing a descriptor is a shell's trick there")
def test_no_standard_input():
    child = process("--lang", "en", "solve", "-", preexec_fn=lambda: os.close(0))
    _, err = child.communicate(timeout=60)
    assert (child.returncode, b"Traceback" in err) == (2, False)
