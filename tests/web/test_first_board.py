"""What is fetched before the first board, and what waits until it is drawn."""

import re
from typing import Any

from huarong.web.generated import MADE
from huarong.web.pages import PAGES, STATIC, imported
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
    assert 3 <= len(before) <= 30
    assert sum(size for _, size in before) <= 110_000, before


def test_the_modules_of_the_first_board_are_preloaded_before_the_others() -> None:
    links = re.findall(r'<link rel="(modulepreload|later)" href="static/([^"]+)">', PAGES[0].html())
    first = imported("play/first.js")
    assert [name for when, name in links if when == "modulepreload"] == [*first] and "play/play.js" not in first
    later = [name for when, name in links if when == "later"]
    assert len(links) == len(set(links)) and {"play/play.js", *imported("play/play.js")} == {*later, *first}


def test_the_texts_of_one_language_are_sent() -> None:
    english, chinese = (MADE[f"shared/words.{lang}.json"]() for lang in ("en", "zh"))
    assert "提示".encode() in chinese and "提示".encode() not in english
    both = (STATIC / "shared" / "words.json").stat().st_size
    assert len(english) < 0.7 * both and len(chinese) < 0.7 * both
    assert "words.json" not in PAGES[0].html()


def test_a_button_clicked_before_the_page_listens_is_done_when_it_does(page: Any) -> None:
    waiting: list[Any] = []
    page.route("**/play/play.js", lambda route: waiting.append(route))
    page.goto("/", wait_until="commit")
    page.locator("#board .piece").first.wait_for()
    page.locator("#undo").click()
    page.locator("#share").click()
    assert page.locator("dialog").count() == 0
    for each in waiting:
        each.continue_()
    page.locator("dialog img.shared").wait_for()
    assert page.locator("dialog").count() == 1
