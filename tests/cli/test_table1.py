"""`huarong study run table1`."""

import pytest

from tests.cli.running import read, run


@pytest.mark.slow
def test_table1():
    rows = read("study", "run", "table1", "--repeats", "1")["rows"]
    assert [row["steps"] for row in rows if row["listed"]] == [126] * 4 + [125] * 4
    assert [row["steps"] for row in rows if not row["listed"]] == [125] * 2
    assert rows[0]["state"] == [0, 8, 11, 14, 7, 16, 17, 19, 9, 1]


@pytest.mark.slow
def test_table1_in_words():
    told = run("study", "run", "table1", "--repeats", "1").output
    assert "look-up, ns" in told
    assert told.count(" *") == 2
