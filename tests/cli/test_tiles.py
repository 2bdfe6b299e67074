"""`huarong tiles`."""

import pytest

from tests.cli.running import read, run


def test_solve_goes_without_saying():
    for words in (("tiles",), ("tiles", "solve")):
        assert run(*words, "123456078").output == "2: 7, 8\n"
        assert run(*words, "--lines", "123456078").output == "1: 7 8\n"
        assert run(*words, "123456078", "--lines", "--lang", "zh", lang=None).output == "1: 7 8\n"


@pytest.mark.slow  # in the everyday part, docs/tiles.md has such a table built
def test_json():
    korf = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    goal = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"
    found = read("tiles", korf, "--goal", goal, "--lines")
    assert (found["length"], found["tables"], len(found["moves"])) == (33, "lines-5-5-5", 33)


def test_no_solution():
    assert "cannot be solved" in run("tiles", "1 2 3/4 5 6/8 7 0", status=1).output


def test_mistakes():
    assert "numbered tiles" in run("tiles", "横刀立马", status=2).output
    assert "solve" in run("tiles").output
