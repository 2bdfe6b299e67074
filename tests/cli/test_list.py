"""`huarong list`."""

from tests.cli.running import read, run


def test_names_are_seen_also_on_narrow_terminals():
    for columns in ("40", "80", "200"):
        lines = run("list", env={"COLUMNS": columns}).output.splitlines()
        assert any("横刀立马" in line and "Sword Across the Saddle" in line for line in lines)
        assert any(line.startswith("Rush Hour 40 ") for line in lines)


def test_filters():
    assert "横刀立马" in run("list", "横刀").output
    assert len(read("list")["puzzles"]) > 570
    (one,) = read("list", "heng-dao-li-ma")["puzzles"]
    assert (one["name_zh"], one["text"]) == ("横刀立马", "1A9BF0C00")


def test_groups_are_named():
    assert (
        "openings, classic, gnome-klotski, rush-hour, korf" in run("list", "zzz", status=2).output
    )
    assert "the groups are rush-hour" in run("list", "rush-huor", status=2).output
    assert "分组" in run("list", "zzz", lang="zh", status=2).output
