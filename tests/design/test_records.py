"""The book of records: its rows are solved again (every day a sample), and chapters computed byte for byte."""

import functools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from huarong.atlas.atlas import Atlas
from huarong.design import chapters, records
from huarong.design.chapters import CHAPTERS, ChapterWork
from huarong.errors import Cancelled, InputError, UnknownName
from huarong.i18n import catalogue
from huarong.library.catalogue import best_counts, entries
from huarong.limits import Watch
from huarong.model.puzzle import Puzzle
from huarong.resuming import Journal
from huarong.space.space import Space
from tests import naive
from tests.cli.running import run
from tests.failures import survives

BOOK = records.book()
NAMES = [f"{each.chapter.name}:{i}" for each in BOOK if not each.chapter.counted for i in range(1, len(each.rows) + 1)]
# Bickford's newest list of the hardest on 4x4 by number of pieces, in moves.
BICKFORD = [1, 4, 9, 22, 36, 51, 66, 89, 132, 81, 64, 73, 61, 25, 21]


def test_a_sample_of_the_rows_is_solved_every_day() -> None:
    for each in records.check_rows(random.Random(1).sample(NAMES, 6)):
        assert each.right, each


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.chapter.name for each in BOOK])
def test_every_row_is_solved(name: str) -> None:
    """Of a chapter of many rows or large boards, every tenth."""
    rows = len(records.read_rows(name).rows)
    large = rows > 1000 or name == "klotski-5x6-two"
    names = [f"{name}:{n}" for n in range(1, rows + 1, 10)] if large else [name]
    assert [each for each in records.check_rows(names) if not each.right] == []


@pytest.mark.slow
def test_rows_of_5x6_are_those_of_the_atlas_of_their_set() -> None:
    """The chapter is computed with one atlas of all sets: here are ten sets each with their own."""
    rows = records.read_rows("klotski-5x6-two").rows
    rows = [row for row in rows if Space.parse("5x6", row.key).size < 10**6]
    for row in random.Random(5).sample(rows, 10):
        puzzle = Puzzle.parse(row.puzzle)
        facts = Atlas.of(puzzle, row.metric).facts
        assert (facts.longest, facts.longest_count) == (row.length, row.count)


@pytest.mark.parametrize("name", ["simple-3x3"])
def test_a_chapter_is_computed_anew_byte_for_byte(name: str, tmp_path: Path) -> None:
    made = records.build_chapter(name, tmp_path, workers=2)
    (there,) = (each for each in BOOK if each.chapter.name == name)
    assert (tmp_path / f"{name}.csv").read_bytes() == (records.DATA / f"{name}.csv").read_bytes()
    assert made.made["sha256"] == there.made["sha256"]
    assert sorted(each.name for each in tmp_path.iterdir()) == [f"{name}.csv", f"{name}.json"]


def test_a_build_that_was_stopped_goes_on(tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        records.build_chapter("simple-3x3", tmp_path, workers=1, cancel=iter([False] * 40 + [True] * 99).__next__)
    journal = tmp_path / "simple-3x3.journal"
    kept = Journal(journal, "simple 3x3").parts
    assert kept
    records.build_chapter("simple-3x3", tmp_path, workers=1)
    assert not journal.exists()
    assert records.read_rows("simple-3x3", tmp_path).rows == records.read_rows("simple-3x3").rows


def test_whatever_fails_a_build_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(work: ChapterWork) -> Iterator[records.ChapterRow]:
        journal = Journal(work.journal, "tiny")
        yield records.ChapterRow(*journal.get("one", lambda: ["one", "step", 1, 1, "A/."]))

    monkeypatch.setitem(CHAPTERS, "tiny", chapters.Chapter("tiny", "", 2, "1 s", functools.partial(rows)))

    def work(place: Path) -> object:
        return records.build_chapter("tiny", place, workers=1).rows

    survives(tmp_path, work, every=2)


def test_rows_of_3x3_are_those_of_the_naive_twin() -> None:
    for row in records.read_rows("simple-3x3").rows[::5]:
        assert naive.bfs(Puzzle.parse(row.puzzle), row.metric).distance == row.length


def test_the_hardest_of_4x4_by_number_of_pieces() -> None:
    rows = [row for row in records.read_rows("simple-4x4").rows if row.metric == "move"]
    assert [row.length for row in rows] == BICKFORD
    assert [row.key for row in rows] == [str(n) for n in range(1, 16)]


def test_cars_and_unit_cars_of_small_boards_are_those_of_the_naive_twin() -> None:
    rows = [
        *chapters.rush_hour(3, 0, ChapterWork(None, 1, Watch())),
        *chapters.any_vehicles(4, 4, 1, ChapterWork(None, 1, Watch())),
        *chapters.unit_cars(3, "0..", ChapterWork(None, 1, Watch())),
    ]
    assert len(rows) > 20
    for row in rows:
        puzzle = Puzzle.parse(row.puzzle)
        assert naive.bfs(puzzle, row.metric).distance == row.length and len(puzzle.pieces) == int(row.key)


def test_rows_and_chapters_that_are_none() -> None:
    pytest.raises(UnknownName, records.row, "simple-9x9:1")
    pytest.raises(InputError, records.row, "simple-3x3:25").match("simple-3x3:1 to simple-3x3:24")


def test_all_chapters_say_what_they_take() -> None:
    for each in CHAPTERS.values():
        assert each.about in catalogue("zh") and each.cost and each.layouts


def test_a_chapter_has_as_many_layouts_as_it_says() -> None:
    said = {name: each.layouts for name, each in CHAPTERS.items()}
    for board, empty, name in (
        ("4x5", "2..", "klotski-4x5"),
        ("4x5", "2..", "solutions-4x5"),
        ("4x6", "2", "klotski-4x6-two"),
        ("4x6", "2..", "klotski-4x6"),
        ("5x5", "2", "klotski-5x5-two"),
        ("5x5", "2..", "klotski-5x5"),
        ("5x6", "2", "klotski-5x6-two"),
    ):
        assert Space.parse(board, f"2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:{empty}").size == said[name]
    for size, empty, name in (
        (4, "0..", "unit-cars-4x4"),
        (5, "16..", "unit-cars-5x5"),
        (5, "1..2", "unit-cars-5x5-full"),
    ):
        pieces = f"1x1=LR:0.. 1x1=UD:0.. empty:{empty}"
        assert Space.parse(f"{size}x{size}", pieces).size == said[name]
    # Of these the search counts the layouts, the largest in hours; those of `rush-hour-all` are counted in
    # `test_vehicles.py`.
    assert {name: n for name, n in said.items() if name.startswith(("simple", "rush")) and name != "rush-hour-all"} == {
        "simple-3x3": 11_894,
        "simple-3x3-sets": 11_894,
        "simple-3x4": 423_770,
        "simple-4x4": 54_116_025,
        "simple-4x4-sets": 54_116_025,
        "simple-4x5": 6_904_653_755,
        "rush-hour": 195_322_182,
        "rush-hour-wall": 47_345_156,
    }


def test_a_chapter_whose_parts_are_all_kept_can_be_cancelled(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    whole = list(chapters.simple_sets(2, 2, ChapterWork(journal, 1, Watch())))
    assert list(chapters.simple_sets(2, 2, ChapterWork(journal, 1, Watch()))) == whole != []
    pytest.raises(Cancelled, list, chapters.simple_sets(2, 2, ChapterWork(journal, 1, Watch(cancel=lambda: True))))


def test_the_group_hardest_of_the_library_is_rows_of_the_book() -> None:
    group = [entry for entry in entries() if entry.group == "hardest"]
    assert len(group) == 31
    for entry in group:
        name, _, number = entry.source.removeprefix("the book of records: ").partition(", row ")
        row = records.row(f"{name}:{number}")
        assert row.puzzle == entry.text
        counts = best_counts(entry)
        assert counts is not None and counts[row.metric] == row.length


def test_sets_of_3x3_agree_with_numbers_of_pieces() -> None:
    rows = list(chapters.simple_sets(3, 3, ChapterWork(None, 1, Watch())))
    best: dict[tuple[str, str], int] = {}
    for row in rows:
        number = str(len(Puzzle.parse(row.puzzle).pieces))
        best[number, row.metric] = max(row.length, best.get((number, row.metric), 0))
    assert best == {(r.key, r.metric): r.length for r in records.read_rows("simple-3x3").rows}
    assert len({(row.key, row.metric) for row in rows}) == len(rows)
    for row in rows[::400]:
        assert naive.bfs(Puzzle.parse(row.puzzle), row.metric).distance == row.length


@pytest.mark.parametrize("name", sorted(CHAPTERS.keys() - {each.chapter.name for each in BOOK}))
def test_a_chapter_that_is_not_part_of_the_package_names_its_command(name: str) -> None:
    for words in (["show", name], ["check", f"{name}:1"]):
        said = run("design", "records", *words, status=2).stderr
        assert f"`huarong design records build {name} -o DIR` computes it" in said
    shown = run("design", "records", "show", "simple-3x3", lang="zh").stdout
    assert shown.split()[:5] == ["simple-3x3:1", "1", "格", "4", "1"]
    assert "simple-3x3:1: 格 4" in run("design", "records", "check", "simple-3x3:1", lang="zh").stdout
    assert "软件包不含" in run("design", "records", "show", name, lang="zh", status=2).stderr
