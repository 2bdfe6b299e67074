"""Drags, taps and keys on the board as hands make them, and what the browser will not keep."""

import json
import time
from typing import Any

from tests.web.browser import opened
from tests.web.node import needs_node, told
from tests.web.test_pages import cell_size, counters, place, ready, until

ROOM = "A..../B..../goal:/....A/B...."
"""A is alone on its row."""


def pull(page: Any, symbol: str, way: list[tuple[float, float, float]], release: bool = True) -> None:
    """Drag a piece: to each place, in cells from its first, after so many seconds."""
    scale, left, top = cell_size(page)
    x, y = place(page, symbol)
    x, y = left + (x + 0.5) * scale, top + (y + 0.5) * scale
    page.mouse.move(x, y)
    page.mouse.down()
    for dx, dy, seconds in way:
        time.sleep(seconds)
        page.mouse.move(x + dx * scale, y + dy * scale)
    if release:
        page.mouse.up()


def tap(page: Any, x: float, y: float) -> None:
    scale, left, top = cell_size(page)
    page.mouse.click(left + x * scale, top + y * scale)


def test_drags_go_as_far_as_the_hand_and_leave_no_ring_of_the_keyboard(page: Any) -> None:
    ready(page, f"/#p={ROOM}")
    ring = "document.activeElement.matches('#board .piece:focus-visible')"
    pull(page, "A", [(0.3, 0, 0.01), (0.6, 0, 0.01), (0.95, 0, 0.01)])
    assert place(page, "A") == (1, 0)  # a quick drag of one cell
    assert page.evaluate("document.activeElement.dataset.symbol") == "A" and not page.evaluate(ring)
    pull(page, "A", [(0.3, 0, 0), (0.5, 0, 0)])  # let go on its way, and fast
    assert place(page, "A")[0] >= 2
    page.keyboard.press("r")
    pull(page, "A", [(2, 0, 0.1)], release=False)
    page.keyboard.press("Escape")  # gives it up
    page.mouse.up()
    assert place(page, "A") == (0, 0) and counters(page) == (0, 0)
    pull(page, "A", [(2, 0, 0.1)])
    pull(page, "A", [(-2, 0, 0.1)])  # carried back, it has not moved
    assert counters(page) == (0, 0)
    pull(page, "B", [(1, 0, 0.1)])
    pull(page, "A", [(1, 0, 0.1)])
    pull(page, "A", [(-1, 0, 0.1)])
    assert counters(page) == (1, 1)
    page.click("#undo")
    pull(page, "A", [(1, 0, 0.1)])
    assert not page.evaluate(ring)
    page.keyboard.press("ArrowDown")
    assert page.evaluate(ring)


def test_a_tap_goes_to_the_whole_cell_and_moves_at_once_what_has_one_place_to_go(page: Any) -> None:
    ready(page, f"/#p={ROOM}")
    tap(page, 0.5, 0.5)
    tap(page, 3.05, 0.95)  # the corner of a cell, far from its dot
    assert place(page, "A") == (3, 0)
    tap(page, 0.5, 1.5)
    tap(page, 0.5, -0.1)  # outside the board
    assert page.locator("#board .dot").count() == 0
    ready(page, "/#p=1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15")
    until(page, "document.querySelectorAll('#board .piece').length === 15")
    last = """[...document.querySelectorAll('#board .piece')]
        .find((each) => each.style.transform === 'translate(3px, 3px)')?.dataset.symbol"""
    symbol = page.evaluate(last)
    tap(page, 3.5, 3.5)
    assert place(page, symbol) == (2, 3) and counters(page) == (1, 1)


def test_arrow_keys_reach_the_board_at_once_and_letters_can_be_turned_off(page: Any) -> None:
    ready(page, f"/#p={ROOM}")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.symbol") in ("A", "B")
    pull(page, "A", [(1, 0, 0.1)])
    page.click("#settings")
    page.get_by_label("Single-letter shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    assert counters(page) == (1, 1)
    page.keyboard.press("Control+z")
    assert counters(page) == (0, 0)


def test_full_storage_is_said_once_and_a_file_offered(browser: Any, server: str) -> None:
    with opened(browser, server) as page:
        page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
        )
        ready(page, f"/#p={ROOM}")
        page.locator(".notice").get_by_label("Close").click()
        pull(page, "A", [(1, 0, 0.1)])
        assert counters(page) == (1, 1) and page.locator(".notice").count() == 0
        page.reload()
        with page.expect_download() as file:
            page.locator(".notice").get_by_role("button", name="Save to a file").click()
        kept = json.loads(file.value.path().read_text("utf-8"))["kept"]
        assert kept["huarong.last"] == ROOM


def test_a_newer_record_is_left_as_it_is_and_damaged_facts_are_fetched_again(page: Any) -> None:
    newer = json.dumps({"version": 2, "puzzles": {}, "more": [1]})
    ready(page)
    page.locator("#facts").get_by_text("81 moves").wait_for()
    page.evaluate(
        """(text) => {
            localStorage.setItem('huarong.progress', text);
            const keys = Object.keys(localStorage).filter((key) => key.startsWith('huarong.facts.'));
            for (const key of keys) localStorage.setItem(key, '{"best": {}}');
        }""",
        newer,
    )
    page.reload()
    page.wait_for_selector("#board[data-ready]")
    page.locator("#facts").get_by_text("81 moves").wait_for()
    page.locator("#liked button").click()
    page.locator(".notice").get_by_text("newer version").wait_for()
    assert page.evaluate("localStorage.getItem('huarong.progress')") == newer


def test_a_share_link_leads_to_the_address_in_settings(page: Any) -> None:
    ready(page, f"/#p={ROOM}")
    page.click("#share")
    page.get_by_text("This link works only on this computer.").wait_for()
    page.keyboard.press("Escape")
    page.evaluate("localStorage.setItem('huarong.settings', JSON.stringify({ address: 'https://example.org/play' }))")
    page.reload()
    page.wait_for_selector("#board[data-ready]")
    page.click("#share")
    page.get_by_text("https://example.org/play, the address in Settings").wait_for()
    links = page.evaluate("[...document.querySelectorAll('dialog input')].map((each) => each.value)")
    assert any(each.startswith("https://example.org/play#p=") for each in links)


@needs_node
def test_a_file_of_everything_is_read_into_another_browser() -> None:
    script = """const store = new Map(Object.entries(given.here).map(([key, value]) => [key, JSON.stringify(value)]));
        globalThis.localStorage = new Proxy({ getItem: (key) => store.get(key) ?? null, setItem: (key,
            text) => store.set(key, text) },
            { ownKeys: () => [...store.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true,
                configurable: true }) });
        globalThis.document = { documentElement: { dataset: {} } };
        globalThis.dispatchEvent = () => {};
        const { restore } = await from('library/progress'), counts = restore(given.file);
        return { counts, kept: Object.fromEntries([...store].map(([key, text]) => [key, JSON.parse(text)])) };"""
    record = {"version": 1, "puzzles": {"a": {"solved": 2, "best": {"move": 5}}}, "favourites": ["a"]}
    own, game = [{"name": "mine", "text": "A."}], {"past": [[0, 1]]}
    file = record | {
        "kept": {
            "huarong.progress": record,
            "huarong.own": own,
            "huarong.game.x": game,
            "huarong.game.y": game,
            "huarong.settings": {"theme": "dark", "lang": "zh", "speed": "fast"},
        }
    }
    here = {"huarong.own": [{"name": "mine", "text": "B."}], "huarong.game.y": {"past": []}}
    answer = told(script, {"file": file, "here": here})
    assert answer["counts"] == {"n": 1, "own": 1, "games": 2}
    kept = answer["kept"]
    assert kept["huarong.own"] == [*here["huarong.own"], {"name": "mine 2", "text": "A."}]
    assert kept["huarong.game.x"] == game and kept["huarong.game.y"] == {"past": []}
    assert kept["huarong.progress"]["puzzles"]["a"]["solved"] == 2
    settings = kept["huarong.settings"]
    assert (settings["theme"], settings["lang"], settings["speed"]) == ("dark", "en", 2)
    assert told(script, {"file": record, "here": {}})["counts"] == {"n": 1, "own": 0, "games": 0}


@needs_node
def test_what_cannot_be_read_is_set_aside() -> None:
    script = """const store = new Map([['huarong.progress', '{"version": 1, ']]);
        globalThis.localStorage = { getItem: (key) => store.get(key) ?? null, setItem: (key, text) => store.set(key,
            text) };
        const { update } = await from('library/progress');
        update((record) => ({ ...record, favourites: ['a'] }));
        return Object.fromEntries(store);"""
    kept = told(script)
    assert kept["huarong.progress.damaged"] == '{"version": 1, '
    assert json.loads(kept["huarong.progress"])["favourites"] == ["a"]
