"""Accessibility of every page: names, contrast, focus, sizes, and playing with a screen reader."""

from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import drawn, hint, opened
from tests.web.test_pages import ready, until

PAGES = ("/", "/library", "/path", "/solve", "/edit", "/map", "/study", "/docs", "/records", "/timer")

AUDIT = (Path(__file__).parent / "audit.js").read_text("utf-8")
NAMES, CONTRAST = (f"() => {{ {AUDIT} return {name}(); }}" for name in ("names", "contrast"))


SHOWN = {"/map": "#canvas[data-ready]", "/study": "#steps[data-ready]", "/docs": "#ends details"}
SHOWN |= {"/timer": "html[data-ready]", "/library": ".card", "/path": ".card", "/records": ".card"}
"""What shows that a page is complete."""


def settle(page: Any, path: str) -> None:
    page.goto(path)
    if path == "/":
        page.wait_for_selector("#board[data-ready]")
        page.evaluate("document.querySelector('#board [data-symbol=N]').focus()")
        page.keyboard.press("m")
    elif path in SHOWN:
        page.locator(SHOWN[path]).first.wait_for()
    elif path == "/solve":
        page.locator("#examples button").first.wait_for()
        page.locator("#text").fill("横刀立马")
        page.locator("#go").click()
        page.locator(".film li").first.wait_for()
    else:
        page.get_by_text("Fewest: ").wait_for()
    drawn(page)


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_everything_has_a_name_and_can_be_read(page: Any, path: str) -> None:
    settle(page, path)
    for view in ({"width": 1200, "height": 820}, {"width": 320, "height": 640}):
        page.set_viewport_size(view)
        assert page.evaluate(NAMES) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= view["width"]
        for theme in ("light", "dark", "contrast"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            drawn(page)
            seen, wrong = page.evaluate(CONTRAST)
            assert seen > 15
            assert wrong == [], f"{theme}, {view}"
    page.locator("#settings").click()
    assert page.evaluate(NAMES) == []


@pytest.mark.slow  # a picture in each theme
def test_shapes_are_told_apart_in_every_theme(page: Any) -> None:
    """Shapes differ not by color alone: the key piece has a groove, and its goal is marked."""
    ready(page, "/#p=横刀立马")
    grooves = page.evaluate(
        "['A', 'H', 'N'].map(s => document.querySelectorAll(`#board [data-symbol=${s}] .groove`).length)"
    )
    assert grooves == [1, 0, 0]
    assert page.locator(".tray .goal-mark").count() == 1


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_tab_goes_through_the_page_in_its_order_and_shows_where_it_is(page: Any, path: str) -> None:
    page.goto(path)
    drawn(page)
    page.wait_for_load_state("networkidle")  # what comes later moves the places
    page.evaluate("document.activeElement.blur()")
    places: list[int] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => {
                const e = document.activeElement;
                if (e === document.body) return null;
                // A field for files shows it on its label.
                const style = getComputedStyle(e.type === 'file' ? e.labels[0] : e),
                    path = e.querySelector?.('.rim');
                // A card shows it around all of its tile.
                const ring = (each) => each.outlineStyle !== 'none' && parseFloat(each.outlineWidth) >= 2;
                const shown = ring(style) || (e.matches('.card') && ring(getComputedStyle(e,
                    '::after'))) || (e.closest('#board') && parseFloat(getComputedStyle(path).strokeWidth) > .08);
                return [[...document.querySelectorAll('body *')].indexOf(e), shown, e.outerHTML.slice(0, 80)];
            }"""
        )
        if found is None:
            break
        assert found[1], f"no focus to be seen on {found[2]}"
        if found[0] in places:  # all the way round, without a stop outside the page
            break
        places.append(found[0])
    assert len(places) >= 8
    turn = places.index(min(places))
    assert places[:turn] + sorted(places[turn:]) == places


def test_a_screen_reader_can_play(page: Any) -> None:
    ready(page, "/#p=横刀立马")
    board = page.locator("#board")
    assert board.get_attribute("role") == "application"
    assert board.get_attribute("aria-label") == "Board of 4 by 5. 10 pieces."
    soldier = page.get_by_role("button", name="Soldier 1, 1 by 1, row 4, column 2; can go down")
    soldier.focus()
    page.keyboard.press("Space")
    assert soldier.get_attribute("aria-pressed") == "true"
    assert page.get_by_role("status").inner_text() == "Soldier 1 picked up: arrows slide it, Space puts it down."
    page.keyboard.press("ArrowDown")
    assert page.get_by_role("status").inner_text() == "Soldier 1 down 1."
    moved = page.get_by_role("button", name="Soldier 1, 1 by 1, row 5, column 2; can go up, right")
    assert moved.count() == 1
    page.keyboard.press("ArrowLeft")
    assert page.get_by_role("status").inner_text() == "Soldier 1 cannot go there."
    hint(page)
    until(page, "/to go/.test(document.querySelector('#say').textContent)")


@pytest.mark.slow
def test_reduced_motion_is_respected(browser: Any, server: str) -> None:
    for motion, expected in (("reduce", "0s"), ("no-preference", "0.16s")):
        with opened(browser, server, reduced_motion=motion) as page:
            ready(page, "/#p=横刀立马")
            hint(page)
            page.locator("#hint").click()
            took = page.evaluate("getComputedStyle(document.querySelector('#board .piece')).transitionDuration")
            assert took == expected
