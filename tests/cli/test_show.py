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


OWN = "AABC/AADC/.DD./EF.G/goal:/..../..../..AA/..AA"


@pytest.mark.parametrize("given", ["横刀立马", OWN, "走投无路", "12/3./goal:/21/3."])
def test_the_best_counts_and_the_rating(given):
    rated = hr.design.rate(given)
    data, text = read("show", given), run("show", given).output
    assert (data["best"], data["rating"], data["stars"]) == (rated.best, rated.score, rated.stars)
    assert not data["estimated"]
    if rated.score is None:
        why = {"order": "ring", "search": "a search proves it"}[data["reason"]["key"]]
        assert f"\nNo solution: {data['reason']['text']}.\n" in text and why in text
        return
    best = "{move} moves, {slide} slides, {step} steps".format(**rated.best)
    assert f"\nbest: {best}\nrating {rated.score} of 100  ★" in text


def test_a_puzzle_that_bears_a_name_of_the_library_is_rated_itself():
    data = read("show", "name: 横刀立马/AB/../goal:/../AB")
    assert data["best"] == {"step": 2, "slide": 2, "move": 2}


@pytest.mark.slow
def test_what_is_too_large_to_know_is_said():
    hard = ("gnome-klotski: Transeuropa", "--max-memory", "2M")
    said, data = run("show", *hard).output, read("show", *hard)
    assert "The length of a shortest solution is not known" in said
    assert data["best"] == {}
    tiles = run("show", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", "--max-memory", "1G").output
    assert "\nbest: 1 move\n" in tiles and "an estimate" in tiles


def test_everything_that_is_wrong():
    found = run("show", "AAB/A/.?:/", "--json", status=2)
    data = json.loads(found.stdout)
    assert not data["valid"] and len(data["faults"]) >= 2
    assert all({"line", "column", "message"} <= set(fault) for fault in data["faults"])
    told = run("show", "AAB/A/.?:/", status=2).output
    assert all(fault["message"] in told for fault in data["faults"])


@pytest.mark.parametrize(
    "puzzle", ["横刀立马", "Rush Hour 1", "876543210", "gnome-klotski: Only 18 Steps", "AAB/A.#/C../goal:/.../.B#/..."]
)
def test_the_set_of_pieces_is_one_that_atlas_reads(puzzle):
    from huarong.space.space import Space

    facts = read("show", puzzle)
    space = Space.parse(facts["board"], facts["piece_set"])
    assert space.size == facts["layouts"]
    assert len(space.kinds) == facts["kinds"]
