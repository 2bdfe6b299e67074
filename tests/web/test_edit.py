"""The editor besides painting: names, saved puzzles, goals removed, faults in words, harder and easier puzzles."""

from typing import Any

import pytest

from tests.web.test_lost import text
from tests.web.test_pages import ready, until

SMALL = "AB./.../goal:/.AB/..."


def opened_in(page: Any, puzzle: str) -> None:
    page.goto(f"/edit#p={puzzle}")
    page.get_by_text("Fewest: ").wait_for()


def test_texts_are_folded_away_the_palette_stands_still_and_the_board_has_the_size_that_is_entered(page: Any) -> None:
    opened_in(page, SMALL)
    assert not page.locator("#text").is_visible() and not page.locator("#other").is_visible()
    page.locator("#as-text summary").click()
    assert page.locator("#text").is_visible()
    places = """[...document.querySelectorAll('#tools button, #grid')].map((each) => [each.textContent,
        ...Object.values(each.getBoundingClientRect().toJSON()).slice(0, 4).map(Math.round)].join())"""
    buttons = page.evaluate(places)[:-1]
    grid = page.locator("#grid").bounding_box()
    for n in (2, 3, 4):  # each lies before B or under it on the board, and comes last in the palette
        page.get_by_role("button", name="+ New piece").click()
        page.locator("#grid .cell").nth(n).click()
        assert page.evaluate(places)[: len(buttons)] == buttons
    page.get_by_role("radio", name="Piece E").click()
    page.locator("#grid .cell").first.click()  # A is painted over, E is first on the board now
    names = page.locator("#tools .is-piece").all_inner_texts()
    assert names == ["B", "C", "D", "E"]
    assert page.locator("#grid").bounding_box() == grid
    page.locator("#text").fill("name: x\nAAB\nA..\n...\ngoal:\n...\n..C\n...\n")
    page.get_by_text("Goal, row 2, column 3: the goal names 'C'").wait_for()
    page.locator("#text").fill("AB.\n...\ngoal:\n.AB\n...\n")
    page.get_by_text("Fewest: ").wait_for()
    for name, entered, rows in (
        ("width", "4", ["AB..", "...."]),
        ("height", "3", ["AB..", "....", "...."]),
        ("width", "99", 3 * [20]),
        ("height", "0", [20]),
    ):
        page.locator(f"#{name}").fill(entered)
        page.locator(f"#{name}").blur()
        found = text(page).partition("\ngoal:")[0].split("\n")
        assert (found if isinstance(rows[0], str) else [*map(len, found)]) == rows


def test_the_board_is_drawn_as_on_the_playing_page_while_one_draws(page: Any) -> None:
    page.goto("/edit#p=横刀立马")
    page.get_by_text("Fewest: 81 moves").wait_for()
    assert page.locator("#verdict").inner_text() == "Valid puzzle"
    assert page.locator("#stars .on").count() == 5
    drawn = "[...document.querySelectorAll('#grid .piece')].map((each) => each.getAttribute('class'))"
    assert page.evaluate(drawn).count("piece key chosen") == 1 and len(page.evaluate(drawn)) == 10
    assert "Cao Cao" in page.locator("#grid svg").text_content()
    assert page.locator("#goal .key").count() == page.locator("#grid .exit").count() == 1
    face = page.locator("#grid .key .face").bounding_box()
    cell = page.locator("#grid .cell").nth(1).bounding_box()
    assert abs(face["x"] - cell["x"]) < 0.1 * cell["width"]
    assert abs(face["y"] - cell["y"]) < 0.1 * cell["width"]
    assert abs(face["width"] / cell["width"] - 2) < 0.1
    page.get_by_role("button", name="+ New piece").click()
    page.locator("#grid .cell").nth(17).focus()
    for key in ("Space", "Shift+ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate(drawn).count("piece h chosen") == 1
    page.get_by_role("radio", name="Gate").click()
    page.locator("#grid .cell").nth(17).click()
    assert page.locator("#grid .gate.under").get_attribute("d")


def test_puzzles_are_kept_under_their_names_and_can_be_had_back(page: Any) -> None:
    opened_in(page, SMALL)
    page.locator("#name").fill("Two in a row")
    page.get_by_role("button", name="Save", exact=True).click()
    assert text(page).startswith("name: Two in a row\n")
    page.get_by_text("Saved as").wait_for()
    page.get_by_role("button", name="Clear").click()
    page.reload()
    page.get_by_role("group").filter(has_text="My puzzles").locator("summary").click()
    page.get_by_role("button", name="Remove: Two in a row").click()
    page.locator("#own").get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Edit it: Two in a row").click()
    until(page, "document.querySelector('#text').value.startsWith('name: Two in a row')")
    page.locator("#playit").click()
    page.wait_for_selector("#board[data-ready]")
    assert page.locator("#title").inner_text() == "Two in a row"


@pytest.mark.slow  # the everyday part draws a puzzle
def test_a_goal_is_added_and_taken_away(page: Any) -> None:
    opened_in(page, SMALL)
    page.get_by_role("button", name="Add a goal").click()
    page.get_by_role("radio", name="Piece A").click()
    page.locator("#goal .cell").nth(3).click()
    assert text(page).count("goal:") == 2
    page.get_by_role("button", name="Remove this goal").click()
    assert text(page).count("goal:") == 1 and ".AB" in text(page)
    page.keyboard.press("Control+z")
    assert text(page).count("goal:") == 2


@pytest.mark.slow
def test_a_text_far_too_long_is_refused_and_the_page_goes_on(page: Any) -> None:
    opened_in(page, SMALL)
    page.locator("#text").evaluate(
        "(box) => { box.value = 'x'.repeat(296_000); box.dispatchEvent(new Event('input')); }"
    )
    page.get_by_text("the text is too long; expected at most 100,000 characters").wait_for()
    assert page.locator("#grid .cell").count() == 64
    page.locator("#undo").click()
    page.get_by_text("Fewest: 2 moves").wait_for()
    assert len(text(page)) < 30


@pytest.mark.slow
def test_one_change_makes_it_harder_and_can_be_taken_back(page: Any) -> None:
    opened_in(page, "AB../..../goal:/..../...A")
    before = text(page)
    page.get_by_role("button", name="Make it harder").click()
    page.get_by_role("button", name="Use it").first.click()
    until(page, "document.querySelector('#changes').childElementCount === 0")
    page.get_by_text("Fewest: ").wait_for()
    assert text(page) != before
    page.locator("#undo").click()
    assert text(page) == before


@pytest.mark.slow  # the everyday part saves puzzles and opens them again
def test_without_the_server_the_share_link_is_that_of_what_is_drawn(page: Any) -> None:
    opened_in(page, SMALL)
    page.route("**/api/v1/check", lambda route: route.abort())
    page.get_by_role("radio", name="Wall").click()
    page.locator("#grid .cell").nth(5).click()
    page.locator("#share").click()
    link = page.locator("dialog .copy input").input_value()
    ready(page, link)
    assert page.evaluate("document.querySelectorAll('#board .piece').length") == 2
    assert "%23" in link
