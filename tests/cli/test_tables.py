"""`huarong tiles tables`."""

import pytest

from huarong.tiles import stored_tables
from tests.cli.running import read, run


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))


def test_build_list_remove():
    assert "no tables" in run("tiles", "tables", "list").output
    assert "tiles-3x3-4-4: " in run("tiles", "tables", "build", "tiles-3x3-4-4").output
    (row,) = read("tiles", "tables", "list")["tables"]
    assert (row["name"], row["complete"]) == ("tiles-3x3-4-4", True)
    assert read("tiles", "tables", "build", "tiles-3x3-4-4") == row
    assert "tiles-3x3-4-4" in run("tiles", "tables", "list").output
    assert read("tiles", "tables", "remove", "tiles-3x3-4-4") == {"name": "tiles-3x3-4-4", "freed": row["bytes"]}
    assert stored_tables() == ()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("build", "tiles-7-9"), "as in tiles-7-8"),
        (("build", "tile-7-8"), "the nearest: tiles-7-8"),
        (("remove", "tiles-7-8"), "is not a known name"),
        (("biuld", "tiles-7-8"), "did you mean `build`?"),
    ],
)
def test_mistakes(words, says):
    assert says in run("tiles", "tables", *words, status=2).output
    assert says not in run("tiles", "tables", *words, status=2, lang="zh").output
