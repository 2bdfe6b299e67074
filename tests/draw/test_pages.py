"""Sheets: PDF pages with the boards and texts that they should have."""

import re
import zlib
from unittest import mock

import pytest

import huarong as hr
from huarong.draw import pages as made
from huarong.draw.goals import goal_boards, goal_hidden, goal_text
from huarong.draw.pages import Card, Page, sheet
from huarong.errors import InputError


def pages(data):
    return len(re.findall(rb"/Type /Page\b(?!s)", data))


def streams(data):
    """The drawing operators of the pages, as text."""
    found = []
    for packed in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL):
        try:
            found.append(zlib.decompress(packed).decode("latin-1"))
        except zlib.error:
            continue
    return found


@pytest.fixture
def no_font(monkeypatch):
    monkeypatch.setenv("HUARONG_FONT", "/nowhere.ttf")
    made.chinese_font.cache_clear()
    yield
    made.chinese_font.cache_clear()


def test_so_many_on_a_page_and_solutions_behind(no_font):
    puzzle = hr.puzzle("Simplicity")
    bare, solved = Card(puzzle, "18 moves"), Card(puzzle, "18 moves", hr.solve(puzzle))
    assert pages(sheet([bare] * 6, Page(across=2, down=3))) == 1
    assert pages(sheet([bare] * 7, Page(across=2, down=3))) == 2
    data = sheet([solved, bare], title="Two")
    assert pages(data) == 2
    text = "".join(streams(data))
    assert (
        "(Two)" in text
        and "(1  Simplicity)" in text
        and "(Solutions)" in text
        and "1. c L1" in text
        and "Each move: number" in text
    )


def test_without_a_chinese_font_the_english_stands_instead(no_font):
    text = "".join(streams(sheet([Card(hr.puzzle("横刀立马"), "81 moves  ★★★★☆")], lang="zh", title="题")))
    assert "Sword Across the Saddle" in text and "(Cao)" in text and "(4)" in text and "(HHHHI)" in text


@pytest.mark.slow
def test_with_a_chinese_font_it_is_part_of_the_file():
    if made.chinese_font() is None:
        pytest.skip("no font with Chinese characters")
    data = sheet([Card(hr.puzzle("横刀立马"))], lang="zh")
    assert b"/FontFile" in data and len(data) < 200_000


def test_what_is_refused():
    for words, why in (({"paper": "a0"}, "'a0' is not a valid size of paper"), ({"across": 99}, "1 to 8 puzzles")):
        with pytest.raises(InputError, match=why):
            Page(**words)
    with pytest.raises(InputError, match="no puzzle to print"):
        sheet([])


@pytest.mark.skipif(made.chinese_font() is None, reason="there is no Chinese font here")
def test_chinese_is_written_in_a_font_of_its_own():
    data = sheet([Card(hr.puzzle("横刀立马"), "")], Page(across=1, down=1), title="华容道", lang="zh")
    assert data.count(b"/FontFile") >= 1


def test_a_title_too_wide_is_written_smaller(no_font):
    card = Card(hr.puzzle("AB/../goal:/../AB"), "")

    def size(title):
        text = "".join(streams(sheet([card], title=title)))
        return float(re.findall(r"/F\d+ ([\d.]+) Tf", text[: text.index(title[:20])])[-1])

    assert size("short") == 16
    assert 4 <= size("a very long title " * 8) < 16
    assert size("a very long title " * 60) == 4


def test_a_title_that_no_text_holds_is_written_with_marks(no_font):
    """A byte of the command line that is no UTF-8 arrives as half of a pair of surrogates."""
    card = Card(hr.puzzle("AB/../goal:/../AB"), "")
    assert "(a?b)" in "".join(streams(sheet([card], title="a\udc80b")))


SAID = {
    "横刀立马": "Goal: Cao Cao \\(A\\) to the exit at the bottom",
    "Pennant": "Goal: A to rows 4",
    "876543210": "Goal: the pieces as in the small picture",
    "AAB/AA./.../goal:/.../AA./AA./goal:/.../.AA/.AA": "or A to rows 2",
    "AB./CD./goal:/.AB/...": "Goal: A to row 1, column 2, B to row 1, column 3",
}


@pytest.mark.parametrize("text", SAID)
def test_the_goal_is_said_in_words_and_drawn_where_pieces_cover_it(no_font, text):
    found = hr.puzzle(text)
    data = "".join(streams(sheet([Card(found)])))
    assert SAID[text].replace("\\\\", "\\") in data
    boards = len(goal_boards(found)) if goal_hidden(found) else 0
    assert boards == {"横刀立马": 0, "AAB/AA./.../goal:/.../AA./AA./goal:/.../.AA/.AA": 2}.get(text, 1)
    assert data.count("(goal") == boards


@pytest.mark.parametrize("size", [(3, 3), (12, 3), (3, 12)])
def test_small_pictures_of_goals_stand_below_each_other_beside_the_board(no_font, size):
    wide, high = size
    text = "\n".join(["AB" + "." * (wide - 2), *["." * wide] * (high - 1)])
    for n in (0, 1):
        text += "\ngoal:\n" + "\n".join([*["." * wide] * (high - 1), "." * n + "BA" + "." * (wide - 2 - n)])
    with mock.patch.object(made._Document, "_draw") as draw:
        sheet([Card(hr.puzzle(text))])
    (board, *small) = [call.args[1:5] for call in draw.call_args_list]
    x, y, across, down = board
    assert len(small) == 2
    assert all(left >= x + across and y <= top and top + tall <= y + down for left, top, _, tall in small)
    assert small[0][1] + small[0][3] <= small[1][1]
    assert all(tall <= part * (high + 1) / wide for _, _, part, tall in small)


def test_goal_boards_have_the_pieces_where_the_goal_wants_them():
    found = hr.puzzle("AAB/AA./.../goal:/.../AA./AA./goal:/.../.AA/.AA")
    assert [each.rows() for each in goal_boards(found)] == [("...", "AA.", "AA."), ("...", ".AA", ".AA")]
    assert goal_boards(hr.puzzle("876543210"))[0].rows() == ("123", "456", "78.")
    like = hr.puzzle("AB/../CC/goal:/../AB/..", notation="line")
    assert all(each.goal.holds(each.start) for each in goal_boards(like))
    assert goal_text(found, "zh") == "目标：A到第 2–3 行、第 1–2 列；或A到第 2–3 行、第 2–3 列"
