"""Options of several commands."""

import pytest

from tests.cli.running import process, run

PUZZLE = "横刀立马"


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        pytest.param(*(("atlas", PUZZLE, "--graphml", "-"), b"<?xml"), marks=pytest.mark.slow),
        (("atlas", PUZZLE, "--csv", "-"), b"2x2,"),
        (("prove", PUZZLE, "-o", "-"), b"huarong proof 1"),
        (("solve", PUZZLE, "--proof", "-"), b"huarong proof 1"),
    ],
)
def test_a_file_called_minus_is_standard_output(words, begins, tmp_path):
    """It holds nothing else: all besides goes to standard error."""
    done = process(*words, cwd=tmp_path)
    out, err = done.communicate(timeout=60)
    assert done.returncode == 0, err
    assert out.startswith(begins), out[:50]
    assert err
    assert [*tmp_path.iterdir()] == []


def test_standard_output_may_be_a_file_that_has_something(tmp_path):
    with open(tmp_path / "found", "w+b") as file:
        file.write(b"before\n")
        file.flush()
        done = process("atlas", PUZZLE, "--csv", "-", stdout=file, cwd=tmp_path)
        done.communicate(timeout=60)
        file.seek(0)
        assert file.readline() == b"before\n"
        assert len(file.readlines()) == 2


@pytest.mark.parametrize(
    "words",
    [
        ("solve", PUZZLE, "--proof"),
        ("prove", PUZZLE, "-o"),
        ("design", "report", PUZZLE, "-o"),
        ("design", "generate", "--board", "4x5", "--pieces", "2x2:1 1x2:4", "-o"),
        ("design", "hardest", "--board", "4x5", "--pieces", "2x2:1 1x2:4", "-o"),
        ("draw", "map", PUZZLE, "-o"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(words, tmp_path):
    said = run(*words, tmp_path / "none" / "x.svg", "--max-seconds", "1e-9", status=2).output
    assert "none/x.svg cannot be written: No such file or directory" in said.replace("\\", "/")
