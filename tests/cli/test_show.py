"""`huarong show`."""

import json

import pytest

import huarong as hr
from tests.cli.running import read, run


def test_what_a_person_sees():
    text = run("show", "横刀立马").output
    assert "\npiece set: 2x2:1 1x2:4 2x1:1 1x1:4\n" in text
    assert "\nlayouts: 65,880\n" in text
    assert "\n布局数：65,880\n" in run("show", "横刀立马", lang="zh").output
    assert "\nempty cells: 1\n" in run("show", "A./goal:/.A").output


def test_json():
    data = read("show", "横刀立马")
    assert hr.puzzle(data["puzzle"]).start == hr.puzzle("横刀立马").start
    assert (data["piece_set"], data["empty_cells"]) == ("2x2:1 1x2:4 2x1:1 1x1:4", 2)
    assert (data["valid"], data["faults"]) == (True, [])
    assert (data["pieces"]["A"], data["kinds"], data["layouts"]) == ("曹操", 4, 65880)


def test_everything_that_is_wrong():
    found = run("show", "AAB/A/.?:/", "--json", status=2)
    data = json.loads(found.stdout)
    assert not data["valid"] and len(data["faults"]) >= 2
    assert all({"line", "column", "message"} <= set(fault) for fault in data["faults"])
    told = run("show", "AAB/A/.?:/", status=2).output
    assert all(fault["message"] in told for fault in data["faults"])


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

    facts = read("show", puzzle)
    space = Space.parse(facts["board"], facts["piece_set"])
    assert space.size == facts["layouts"]
    assert len(space.kinds) == facts["kinds"]
