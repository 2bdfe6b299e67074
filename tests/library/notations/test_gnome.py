"""The levels of gnome-klotski."""

import contextlib

import pytest

import huarong as hr
from huarong.errors import CannotExpress, PuzzleError
from huarong.library.catalogue import best_counts, find, search
from huarong.library.notations.key_piece import way_in
from huarong.library.notations.registry import NotationName, notation
from huarong.library.reader import detect, read, write
from tests.examples import data, tries
from tests.library.notations.test_round_trip import meaning

LEVELS = data("gnome_levels")


@pytest.mark.parametrize("name", LEVELS)
def test_gnome_levels(name: str) -> None:

    puzzle = read(LEVELS[name])
    assert [each.name for each in detect(LEVELS[name])] == ["gnome"]
    assert meaning(puzzle) == meaning(find(name).puzzle)
    assert meaning(read(write(puzzle, "gnome"))) == meaning(puzzle)
    if not name.endswith("Sunshine"):  # its pieces `:` and `/` get other names
        assert write(puzzle, "gnome") == LEVELS[name]


def test_a_goal_at_the_edge_is_a_way_out() -> None:
    """The goal of 横刀立马 is under pieces: the level has a gate behind it, and takes as many moves."""
    text = write("横刀立马", "gnome")
    assert text.split("\n")[5:] == ["#P  Q#", "##--##", "##..##", "##..##"]
    assert [hr.solve(text, metric).length for metric in ("move", "step")] == [81, 116 + 3]
    text = write("横刀立马", "sbp")
    assert text.endswith("\n1,1,-1,-1,1,1,")
    assert [hr.solve(text, metric).length for metric in ("move", "step")] == [81, 116 + 1]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (".B./.../.A./goal:/.A./.../...", "1,1,-1,1,1,"),
        (".../B.A/.../goal:/.../A../...", "-1,3,0,2,1,"),
        (".../A.B/.../goal:/.../..A/...", "1,2,0,3,-1,"),
    ],
)
def test_a_way_out_goes_straight_over_the_nearest_edge(text: str, row: str) -> None:
    assert row in write(text, "sbp").split()


def test_a_level_larger_than_boards_are() -> None:
    with pytest.raises(PuzzleError, match="the board has 4,097 cells; at most 4,096 are read"):
        read("#\n" * 4096 + "*", "gnome")


def test_a_level_has_a_key_piece_a_wall_and_lines() -> None:
    accepts = notation("gnome").accepts
    assert accepts("#*\n##") and not any(map(accepts, ("*.\n..", "#A\n..", "#*", "#*\nA:\n##")))


@pytest.mark.parametrize("name", ["gnome", "sbp"])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A../.B./.../goal:/.../.A./...", "under a piece|gates"),  # not at the edge
        ("A..B/goal:/...A/goal:/A...", "under a piece|common cell"),  # two places, one is the start
        ("B.A../goal:/A..../goal:/....A", "under a piece|common cell"),  # two places
        ("slide: A=LR/A.B/goal:/..A", "slides only"),
        (".../A.B/AA./goal:/.A./.AA/...", "under a piece|gates"),  # nor straight out
    ],
)
def test_what_is_no_way_out_is_refused(name: NotationName, text: str, why: str) -> None:
    pytest.raises(CannotExpress, write, text, name).match(why)


def test_a_way_out_is_read_back_and_the_least_moves_are_the_same() -> None:
    for name in ("sbp", "gnome"):
        text = write("横刀立马", name)
        out, back = read(text), read(text, f"{name}-edge")
        assert write(out, "code") == "1A9BF0C00" and write(out, "name") == "Sword Across the Saddle"
        assert meaning(back) == meaning(hr.puzzle("横刀立马"))
        lengths = [hr.solve(each, metric).length for metric in ("move", "step") for each in (out, back)]
        assert lengths == [81, 81, 117 if name == "sbp" else 119, 116]


@pytest.mark.parametrize("group", ["openings", "rush-hour"])
def test_dialects_write_and_read_back_every(group: str) -> None:
    kind, found = ("edge" if group == "openings" else "along"), search(group)
    for entry in found[:: max(1, len(found) // tries(100))]:
        puzzle = entry.puzzle
        for name in (f"sbp-{kind}", f"gnome-{kind}"):
            if not puzzle.goal.holds(puzzle.start):
                assert meaning(read(write(puzzle, name), name)) == meaning(puzzle), entry.name


def test_levels_of_gnome_klotski_are_written_as_sbp() -> None:
    written = 0
    for entry in search("gnome-klotski"):
        try:
            found = read(write(entry.puzzle, "sbp"))
        except CannotExpress:
            continue
        written += 1
        best = best_counts(entry)
        if best and (best["move"] or 99) < 32:
            assert hr.solve(found, "move").length == best["move"], entry.name
    assert written == 14


@pytest.mark.parametrize(
    "text",
    [
        "gate: A/A.B-/goal:/..../goal:/...A",  # solved beyond the gate, and the way is used before
        "gate: A/-A.B/goal:/...A",  # the gate is a place to step aside
        "gate: AB/A.B-/goal:/...A",  # the gate is open to others
        "gate: A/AA.-/A..B/A.BB/goal:/..AA/..A./..A.",  # beyond the gate, B is still in the way
        "slide: A=LR/gate: A/#-#/A.B/goal:/.A./...",  # it cannot slide into the gate
        "A.B/goal:/..A",  # no gate
    ],
)
def test_what_has_no_way_in(text: str) -> None:
    with contextlib.suppress(PuzzleError):
        assert way_in(hr.puzzle(text)) is None
