"""Changes of one piece or wall: all are made, solved and ranked; only those that make a puzzle harder are listed."""

import pytest
from hypothesis import given

import huarong as hr
from huarong.design.changes import CHANGES, easier, harder
from huarong.design.rating import rate
from huarong.errors import InputError
from tests.cli.running import read, run
from tests.examples import examples
from tests.strategies import puzzles

SMALL = "AAB./CD.#/CE../goal:/..../...#/..AA"
GATED = "gate: B/CAB./..../gates:/..-./..../goal:/..../...C"
"""Only B may enter the gate, which it covers at the start; A lies beside it."""


def test_each_is_as_long_as_is_said_and_harder():
    own = rate(SMALL)
    found = easier(SMALL, top=3)
    assert len(found) == 3
    ranks = [(each.rating, each.length) for each in found]
    assert ranks == sorted(ranks) and ranks[-1] < (own.score, own.length)
    (first,) = harder("捷足先登", top=1, changes=["move"], rated=False)
    assert (first.length, first.message()) == (33, "Zhang Fei (H) to row 3, column 1")
    assert hr.solve(hr.puzzle(first.puzzle.line())).length == 33
    for each in found[:2]:
        puzzle = hr.puzzle(each.puzzle.line())
        assert hr.solve(puzzle).length == each.length and rate(puzzle).score == each.rating


def test_easier():
    found = easier("横刀立马", top=3, rated=False)
    assert [each.length for each in found] == sorted(each.length for each in found)
    first = found[0]
    assert (first.change, first.message(), first.message("zh")) == ("remove", "Guan Yu (B) removed", "去掉 关羽(B)")
    assert hr.solve(first.puzzle).length == first.length == 9


@pytest.mark.parametrize("change", CHANGES)
def test_every_kind_of_change(change):
    both = [find(SMALL, changes=[change], rated=False, top=99) for find in (harder, easier)]
    found = [each for some in both for each in some]
    assert {each.change for each in found} <= {change}
    for each in found:
        assert hr.solve(each.puzzle).length == each.length
        before, after = hr.puzzle(SMALL), each.puzzle
        pieces = len(after.pieces) - len(before.pieces)
        walls = len(after.board.walls) - len(before.board.walls)
        assert (pieces, walls) == {
            "move": (0, 0),
            "cut": (1, 0),
            "join": (-1, 0),
            "remove": (-1, 0),
            "wall": (0, 1),
            "unwall": (0, -1),
        }[change]
    assert found or change in ("wall", "join")


def test_pieces_joined():
    found = easier("Pennant", changes=["join"], rated=False, top=1)
    assert [(each.length, each.message()) for each in found] == [(16, "H and I joined")]


def test_mirror_images_are_told_once():
    lines = [each.puzzle.line() for each in easier("横刀立马", changes=["cut"], rated=False, top=99)]
    assert len(lines) == 3  # of four upright generals two, and the one that lies


def test_nonsense_is_refused():
    with pytest.raises(InputError, match="'grow' is not a valid change; expected one of move, cut"):
        harder("横刀立马", changes=["grow"])


def test_the_command():
    data = read("design", "harder", "AB../AB../..CC/goal:/..../..../CC..", "--no-rate")
    assert set(data["changes"][0]) == {"change", "text", "length", "rating", "puzzle"}
    none = run("design", "harder", "AAB./CDE./CDE./goal:/..../..../..AA", "--change", "unwall", status=1)
    assert "No single change makes it harder." in none.output


@examples(60)
@given(puzzle=puzzles(limit=200))
def test_no_puzzle_is_refused(puzzle: hr.Puzzle):
    for find in (harder, easier):
        for each in find(puzzle, rated=False, top=3):
            assert hr.solve(each.puzzle).length == each.length


def ways(puzzle, *changes):
    """All puzzles that one change makes."""
    options = {"changes": changes or CHANGES, "rated": False, "top": 999}
    return [*harder(puzzle, **options), *easier(puzzle, **options)]


@pytest.mark.parametrize(("gates", "joined"), [("AB", ["A and B joined"]), ("B", [])])
def test_pieces_that_differ_at_gates_are_not_joined(gates, joined):
    text = f"gate: {gates}/CAB.#/##..D/gates:/..-../...../goal:/.C..#/##..."
    assert [each.message() for each in ways(text, "join")[:1]] == joined


def test_parts_of_a_piece_that_enters_gates_enter_them():
    first = ways("gate: A/CAA/##./gates:/..-/##./goal:/.C./##.", "cut")[0].puzzle
    assert first.line() == "gate: ab/Cab/##./gates:/..-/.../goal:/.C./##."


def test_the_command_on_gates(tmp_path):
    file = tmp_path / "gated.txt"
    file.write_text(GATED.replace("/", "\n"))
    found = read("design", "harder", file, "--no-rate")["changes"]
    assert found and {each["change"] for each in found} <= {"move", "wall"}


def test_progress_says_which_change_of_how_many(monkeypatch) -> None:
    monkeypatch.setattr("huarong.limits._REPORT", 0)
    seen = dict[str, None]()
    harder("AB../AB../..CC/goal:/..../..../CC..", rated=False, progress=lambda now: seen.setdefault(now.part))
    parts = [tuple(map(int, part.split("/"))) for part in seen if part]
    assert len(parts) > 10 and parts == sorted(parts) and len({total for _, total in parts}) == 1
    assert all(1 <= number <= total for number, total in parts)
