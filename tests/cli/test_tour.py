"""`huarong study tour`."""

import pytest

from tests.cli.running import read, run


def test_tour(tmp_path):
    drawn = tmp_path / "tour.svg"
    out = run("study", "tour", "8x8", "--from", "a1", "--svg", drawn).output
    assert sorted(map(int, out.split())) == list(range(1, 65))
    assert "<svg" in drawn.read_text()
    assert read("study", "tour", "5x5", "--from", "a1")["tour"][0] == "a1"


def test_count():
    assert run("study", "tour", "5x5", "--count").output == "1,728\n"
    assert read("study", "tour", "6x6", "--closed", "--count") == {"count": 9862}


def test_none():
    assert "no tour" in run("study", "tour", "4x4", status=1).output
    assert read("study", "tour", "4x4", status=1)["tour"] is None


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("8by8",), "expected a size such as 8x8"),
        (("5x5", "--from", "z9"), "the nearest is e5"),
        (("8x8", "--leaper", "kight"), "the nearest: knight"),
        (("5x5", "--svg", "/no/such/folder/x.svg"), "cannot be written"),
    ],
)
def test_mistakes(words, says):
    assert says in run("study", "tour", *words, status=2).output
