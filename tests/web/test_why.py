"""Reasons on the page, whose sentences are those of `tests/shared`: hints come in three levels."""

from typing import Any

import pytest

import huarong as hr
from tests.web.browser import hint
from tests.web.test_pages import CLASSIC, cell_size, counters, drag, ready, until


def reason(puzzle: hr.Puzzle, lang: str = "en", **at: Any) -> str:
    found = hr.Oracle(puzzle).hint(**at).reason
    assert found is not None
    return found.message(lang)


def test_a_hint_tells_the_piece_then_why_then_the_move_and_then_plays_it(page: Any) -> None:
    puzzle = hr.puzzle(CLASSIC)
    ready(page, f"/#p={CLASSIC}")
    ringed = page.locator("#board .hinted")
    page.locator("#hint").click()
    page.get_by_text("Soldier 1 is the one to move. Press Hint again to learn why.").wait_for()
    assert ringed.get_attribute("data-symbol") == "N" and page.locator(".arrow").count() == 0
    page.locator("#hint").click()
    page.locator("#say").get_by_text(f"{reason(puzzle)} Press Hint again to see the move.").wait_for()
    page.locator("#language").click()
    page.locator("#say").get_by_text(f"{reason(puzzle, 'zh')}再点“提示”标出走法。").wait_for()
    assert ringed.get_attribute("data-symbol") == "N" and page.locator(".arrow").count() == 0
    page.locator("#hint").click()
    page.locator(".arrow").wait_for()
    assert counters(page)[0] == 0
    page.locator("#hint").click()
    until(page, "document.querySelector('#moves').textContent.startsWith('1')")


def test_grades_and_the_review_of_a_mistake_say_why(page: Any) -> None:
    puzzle = hr.puzzle("AB./.../goal:/.../.AB")
    ready(page, "/#p=AB./.../goal:/.../.AB")
    page.keyboard.press("m")
    page.locator("#graded p").get_by_text(reason(puzzle)).wait_for()
    page.locator("#language").click()
    page.locator("#graded p").get_by_text(reason(puzzle, "zh")).wait_for()
    page.locator("#language").click()
    drag(page, cell_size(page), "A", [("D", 1)])
    page.keyboard.press("a")
    page.locator("#say").get_by_text("Move 1 was").wait_for()
    page.locator("#say").get_by_text(reason(puzzle)).wait_for()


@pytest.mark.slow
def test_without_the_module_of_reasons_the_move_is_told(page: Any) -> None:
    page.route("**/rules/why.js", lambda route: route.abort())
    ready(page, f"/#p={CLASSIC}")
    page.locator("#hint").click()
    page.get_by_text("Soldier 1 is the one to move.").wait_for()
    page.locator("#hint").click()
    page.get_by_text("Soldier 1 down 1: 80 moves to go.").wait_for()


@pytest.mark.slow  # a search of a second
def test_a_solution_that_a_hint_has_found_is_not_searched_again(page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    ready(page, "/#p=gnome-klotski: Daisy")
    hint(page)
    assert asked.count("hint") == 1 and "solve" not in asked


@pytest.mark.slow
def test_the_red_piece_is_named_within_a_sentence(page: Any) -> None:
    ready(page, "/#p=gnome-klotski: Daisy")
    page.locator("#hint").click()
    page.get_by_text("is the one to move.").wait_for()
    page.locator("#hint").click()
    page.locator("#say").get_by_text("so that the red piece can move").wait_for()
