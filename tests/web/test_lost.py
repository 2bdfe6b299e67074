"""Games and drawn puzzles are kept, and can be restored in this tab and in another."""

from typing import Any

import pytest

from tests.web.browser import hint, kept_for_offline, opened
from tests.web.node import needs_node, told
from tests.web.test_pages import CLASSIC, cell_size, counters, drag, place, ready, until


def test_moves_and_a_restart_are_taken_back_also_after_a_reload(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    drag(page, cell_size(page), "N", [("D", 1)])
    page.keyboard.press("z")
    assert (place(page, "N"), counters(page)) == ((1, 3), (0, 0))
    page.keyboard.press("y")
    assert (place(page, "N"), counters(page)) == ((1, 4), (1, 1))
    drag(page, cell_size(page), "O", [("D", 1)])
    page.locator("#restart").click()
    assert (place(page, "N"), counters(page)) == ((1, 3), (0, 0))
    page.get_by_text("Undo brings the old one back").wait_for()
    page.reload()
    page.wait_for_selector("#board[data-ready]")
    for key, found in (("z", 2), ("r", 0), ("z", 2), ("Control+y", 0), ("Control+z", 2), ("Control+z", 1)):
        page.keyboard.press(key)
        assert counters(page) == (found, found), key
    assert (place(page, "N"), place(page, "O")) == ((1, 4), (2, 3))
    page.reload()
    page.wait_for_selector("#board[data-ready]")
    assert (place(page, "N"), counters(page)) == ((1, 4), (1, 1))
    page.keyboard.press("Control+Shift+z")
    assert counters(page) == (2, 2)


@pytest.mark.slow  # several pages at once
def test_a_stale_tab_does_not_overwrite_newer_play_and_tabs_follow_each_other(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    drag(page, cell_size(page), "N", [("D", 1)])
    other = page.context.new_page()
    ready(other, f"/#p={CLASSIC}")
    assert counters(other) == (1, 1)
    drag(other, cell_size(other), "O", [("D", 1)])
    # The first tab follows, and what it keeps when it is hidden or closed is the newer game.
    until(page, "document.querySelector('#moves').textContent.startsWith('2')")
    assert place(page, "O") == (2, 4)
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    other.reload()
    other.wait_for_selector("#board[data-ready]")
    assert counters(other) == (2, 2)
    other.close()


@pytest.mark.slow
def test_a_tab_that_slept_takes_over_what_was_played_since(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    drag(page, cell_size(page), "N", [("D", 1)])
    # As another tab would store it, without an event in this one.
    page.evaluate(
        """() => {
            const key = Object.keys(localStorage).find((each) => each.startsWith('huarong.game.')),
                game = JSON.parse(localStorage[key]);
            localStorage[key] = JSON.stringify({ ...game, past: [], future: game.past, stamp: 'another' });
            dispatchEvent(new Event('pagehide'));
        }"""
    )
    page.reload()
    page.wait_for_selector("#board[data-ready]")
    assert counters(page) == (0, 0)
    page.keyboard.press("y")
    assert counters(page) == (1, 1)


@pytest.mark.slow
def test_the_focus_stays_on_undo_when_nothing_is_left_to_take_back(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    drag(page, cell_size(page), "N", [("D", 1)])
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    assert counters(page) == (0, 0)
    assert page.evaluate("document.activeElement.id") == "undo"
    assert page.locator("#undo").get_attribute("aria-disabled") == "true"


def text(page: Any) -> str:
    found: str = page.locator("#text").input_value()
    return found


@pytest.mark.slow  # the everyday part undoes a restart
def test_a_draft_is_had_back_after_another_puzzle_was_opened(page: Any) -> None:
    page.goto("/edit#p=AB./.../goal:/.AB/...")
    page.get_by_text("Fewest: 2 moves, 2 steps").wait_for()
    page.get_by_role("radio", name="Wall").click()
    page.locator("#grid .cell").nth(5).click()
    mine = text(page)
    assert "#" in mine
    page.goto("/library")
    page.goto(f"/edit#p={CLASSIC}")
    page.get_by_text("Undo restores your drawing").wait_for()
    assert "HAAI" in text(page)
    page.locator("#undo").click()
    assert text(page) == mine
    page.keyboard.press("Control+Shift+z")
    assert "HAAI" in text(page)


@pytest.mark.slow
def test_everything_in_the_editor_can_be_undone(page: Any) -> None:
    page.goto("/edit#p=AB./.../goal:/.AB/...")
    page.get_by_text("Fewest: 2 moves, 2 steps").wait_for()
    texts = [text(page)]
    page.locator("#clear").click()
    texts.append(text(page))
    page.locator("#undo").click()
    assert text(page) == texts[0]
    page.locator("#width").fill("2")
    page.locator("#height").focus()
    until(page, "document.querySelectorAll('#grid .cell').length === 4")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+z")
    assert text(page) == texts[0]
    # Typed text is one step to undo, and the keys work in the text field too.
    page.locator("#as-text summary").click()
    page.locator("#text").press_sequentially("x: y")
    typed = text(page)
    page.keyboard.press("Control+z")
    assert text(page) == texts[0]
    page.keyboard.press("Control+y")
    assert text(page) == typed


@pytest.mark.slow  # every day the site of files is tried offline
@pytest.mark.parametrize("path", ["/library", "/edit"])
def test_offline_works_from_any_page(browser: Any, server: str, path: str) -> None:
    with opened(browser, server, service_workers="allow") as page:
        offline_works(page, path)


def offline_works(page: Any, path: str) -> None:
    page.goto(path)
    page.locator("#settings").click()  # what it says changes when all is there
    kept_for_offline(page)
    page.get_by_text("Offline: the pages, the library and the tables").wait_for()
    page.context.set_offline(True)
    ready(page, "/#p=兵临曹营")
    hint(page)
    page.goto("/library")
    page.locator(".card").first.wait_for()


@pytest.mark.slow
def test_the_library_is_found_again_as_it_was_left(page: Any) -> None:
    page.goto("/library")
    page.locator(".card").first.wait_for()
    page.get_by_role("button", name="Huarong Dao").click()
    page.locator("#sort").select_option("hard")
    page.locator("#more").click()
    until(page, "document.querySelectorAll('.card').length === 180")
    page.evaluate("scrollTo(0, 5000); document.querySelectorAll('.card')[150].click()")
    page.wait_for_selector("#board[data-ready]")
    page.go_back()
    until(page, "document.querySelectorAll('.card').length === 180")
    assert page.locator("#sort").input_value() == "hard"
    assert page.get_by_role("button", name="Huarong Dao").get_attribute("aria-pressed") == "true"
    until(page, "scrollY === 5000")
    page.locator("#search").fill("heng dao")
    page.reload()
    page.locator(".card").first.wait_for()
    assert page.locator("#search").input_value() == "heng dao"


@pytest.mark.slow
def test_after_a_puzzle_of_ones_own_comes_one_that_has_a_solution(page: Any) -> None:
    ready(page, "/#p=AB./.../goal:/.AB/...")
    page.locator("#next").click()
    page.get_by_role("heading", name="Retinue Before and Behind").wait_for()
    page.locator("#next").click()
    page.get_by_role("heading", name="Wing to Wing Across the Sky").wait_for()


@needs_node
def test_lengths_learnt_late_or_kept_wrong_are_not_another_puzzles() -> None:
    """The server is away: the lengths are looked up in tables, and meanwhile another puzzle is opened."""
    found = told(
        """
        const kept = new Map();
        globalThis.location = new URL('http://x/');
        globalThis.localStorage = { setItem: (key, value) => kept.set(key, value),
            getItem: (key) => kept.get(key) ?? null };
        const { Session } = await from('play/session'), session = new Session();
        let resolve;
        const promise = new Promise((done) => { resolve = done; });
        const game = (key) => ({ key, start: [0] }), knows = (n) => ({ metric: 'move', ready: promise,
            distance: () => n });
        globalThis.fetch = async () => { throw new TypeError('away'); };
        Object.assign(session, { puzzle: { line: 'A./goal:/.A' }, game: game('first'), oracle: knows(3) });
        const first = session.learn();
        session.renew();
        Object.assign(session, { game: game('second'), oracle: knows(5), facts: null });
        kept.set('huarong.facts.second', '{}');
        const second = session.learn();
        resolve();
        return [await first, await second, session.facts.best.move];
        """
    )
    assert found == [False, True, 5]
