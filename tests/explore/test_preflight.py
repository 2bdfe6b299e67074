"""What keeps machines from exploring together is reported for each of them before the exploration starts."""

import pytest

from huarong.explore.preflight import ClusterError, Machine, faults, look_around, require
from tests.examples import data


def other(**changed):
    """The report of a sound machine, with some fields changed."""
    return lambda name, folder: {**look_around(str(folder), name), "name": "other", **changed}


def told(folder, *machines):
    """The complaints about machines with these reports."""
    caught = pytest.raises(ClusterError, require, folder, lambda name: [machine(name, folder) for machine in machines])
    return str(caught.value).splitlines()[1:]


def test_machines_that_see_the_folder_may_explore(tmp_path):
    found = require(tmp_path / "new", lambda name: [other()(name, tmp_path / "new")])
    assert [each.name for each in found] == ["other"] and found[0].free > 0 and len(found[0].code) == 16
    assert not list((tmp_path / "new").iterdir())


@pytest.mark.parametrize(("changed", "text"), data("refused")["machines"])
def test_each_thing_that_may_be_wrong(changed, text, tmp_path):
    if "compiled" in changed and not look_around(str(tmp_path), "x")["compiled"]:
        pytest.skip("nothing is compiled here")
    (line,) = told(tmp_path, other(**changed))
    assert line.startswith("  other: ") and text in line and not list(tmp_path.iterdir())


def test_all_that_is_wrong_is_told_at_once(tmp_path):
    lines = told(tmp_path, other(version="0"), other(), other(code="x", wrote=None))
    assert len(lines) == 3


def test_a_folder_without_room(tmp_path):
    with pytest.raises(ClusterError, match="are needed"):
        require(tmp_path, lambda name: [other(free=5)(name, tmp_path)], room=6)


def test_in_chinese(tmp_path):
    caught = pytest.raises(ClusterError, require, tmp_path, lambda name: [other(version="0")(name, tmp_path)])
    assert "不能一起" in caught.value.message("zh")


def test_another_folder_of_that_name(tmp_path):
    """On one machine the folder is another one: an empty folder on its own disk."""
    (tmp_path / "theirs").mkdir()
    (line,) = told(tmp_path, lambda name, _: other()(name, tmp_path / "theirs"))
    assert "No such file or directory" in line


def test_an_installation_that_is_not_whole(monkeypatch):
    def broken(name):
        raise ImportError("undefined symbol")

    monkeypatch.setattr("huarong.kernels.kernel", broken)
    found = look_around("/", "x")
    assert (found.get("version"), found["why"]) == (None, "ImportError: undefined symbol")


def test_nothing_wrong_is_no_fault(tmp_path):
    machine = Machine(**look_around(str(tmp_path), "x"))
    (tmp_path / "w").write_text("t")
    there = Machine("b", machine.version, machine.code, machine.compiled, "t", "w", 1)
    assert faults(machine, there, tmp_path, "t") == []
