"""What is fetched before the first board, and modules that come in a few files."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from huarong.web.bundle import chunked
from huarong.web.generated import MADE
from huarong.web.pages import PAGES, STATIC
from tests.web.browser import opened

BOARD = """(() => {
    const seen = () => {
        if (!document.querySelector('#board .piece')) return requestAnimationFrame(seen);
        const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
        window.before = all.filter((each) => each.responseEnd).map((each) => [each.name, each.decodedBodySize]);
    };
    requestAnimationFrame(seen);
})()"""


def test_the_first_board_takes_few_requests_and_bytes_also_uncompressed(browser: Any, server: str) -> None:
    with opened(browser, server) as page:
        page.add_init_script(BOARD)
        page.goto("/")
        page.wait_for_selector("#board[data-ready]")
        before = page.evaluate("window.before")
    assert 3 <= len(before) <= 20
    assert sum(size for _, size in before) <= 90_000, before


def test_a_module_of_the_page_is_in_one_file_only() -> None:
    files = chunked("play/first.js")
    held = Counter(name for text in files.values() for name in re.findall(r"^const (m_\w+) =", text, re.M))
    assert len(held) > 30 and set(held.values()) == {1}
    assert not any(re.search(r"^\s*//", text, re.M) for text in files.values())


def test_the_texts_of_one_language_are_sent() -> None:
    english, chinese = (MADE[f"shared/words.{lang}.json"]() for lang in ("en", "zh"))
    assert "提示".encode() in chinese and "提示".encode() not in english
    both = (STATIC / "shared" / "words.json").stat().st_size
    assert len(english) < 0.7 * both and len(chinese) < 0.7 * both
    assert "words.json" not in PAGES[0].html()


def test_a_button_clicked_before_the_page_listens_is_done_when_it_does(browser: Any, server: str) -> None:
    with opened(browser, server) as page:
        waiting: list[Any] = []
        page.route("**/chunks/play-play.js", lambda route: waiting.append(route))
        page.goto("/", wait_until="commit")
        page.locator("#board .piece").first.wait_for()
        page.locator("#undo").click()
        page.locator("#share").click()
        assert page.locator("dialog").count() == 0
        for each in waiting:
            each.continue_()
        page.locator("dialog img.shared").wait_for()
        assert page.locator("dialog").count() == 1
