"""`huarong check`."""

import json

import pytest

from tests.cli.running import read, run


def test_facts():
    facts = read("check", "横刀立马")
    assert (facts["valid"], facts["pieces"], facts["kinds"]) == (True, 10, 4)
    assert facts["layouts"] == 65880
    assert not any(" " in key for key in facts)
    text = run("check", "横刀立马").output
    assert "  layouts: 65,880\n" in text
    assert "  布局数：65,880\n" in run("check", "横刀立马", lang="zh").output


def test_faults():
    found = run("check", "AAB/A/.?:/", "--json", status=2)
    faults = json.loads(found.stdout)["faults"]
    assert len(faults) >= 2
    assert all({"line", "column", "message"} <= set(fault) for fault in faults)
    assert "line 1" in run("check", "AAB/A/.?:/", status=2).output


@pytest.mark.parametrize(
    "puzzle",
    [
        "横刀立马",
        "Rush Hour 1",
        "876543210",
        "gnome-klotski: Only 18 Steps",
        "AAB/A.#/C../goal:/.../.B#/...",
    ],
)
def test_the_set_of_pieces_is_one_that_atlas_reads(puzzle):
    from huarong.space.space import Space

    facts = read("check", puzzle)
    space = Space.parse(facts["board"], facts["piece_set"])
    assert space.size == facts["layouts"]
    assert len(space.kinds) == facts["kinds"]
