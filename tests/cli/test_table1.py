"""`huarong study table1`."""

from tests.cli.running import read, run


def test_table1():
    rows = read("study", "table1")["rows"]
    assert [row["steps"] for row in rows] == [126] * 4 + [125] * 4
    assert rows[0]["state"] == [3, 8, 11, 13, 4, 16, 18, 19, 9, 1]
    assert "look-up, ms" in run("study", "table1").output
