"""`huarong show`."""

import pytest

import huarong as hr
from tests.cli.running import read, run

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


@pytest.mark.slow
def test_what_is_too_large_to_know_is_said():
    hard = ("gnome-klotski: Transeuropa", "--max-memory", "2M")
    said, data = run("show", *hard).output, read("show", *hard)
    assert "The length of a shortest solution is not known" in said
    assert data["best"] == {}
    tiles = run("show", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", "--max-memory", "1G").output
    assert "\nbest: 1 move\n" in tiles and "an estimate" in tiles


@pytest.mark.parametrize(
    "puzzle", ["横刀立马", "Rush Hour 1", "876543210", "gnome-klotski: Only 18 Steps", "AAB/A.#/C../goal:/.../.B#/..."]
)
def test_the_set_of_pieces_is_one_that_atlas_reads(puzzle):
    from huarong.space.space import Space

    facts = read("show", puzzle)
    space = Space.parse(facts["board"], facts["piece_set"])
    assert space.size == facts["layouts"]
    assert len(space.kinds) == facts["kinds"]
