"""Options of several commands."""

import pytest

from tests.cli.running import process

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
