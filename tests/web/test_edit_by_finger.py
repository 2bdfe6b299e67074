"""The editor by finger: a tap and a stroke across paint, a finger that moves up scrolls the page over its grids."""

from typing import Any

from tests.web.test_pages import until


def test_a_finger_scrolls_over_the_grids_and_paints_by_taps(lend: Any) -> None:
    phone = {"viewport": {"width": 390, "height": 600}, "has_touch": True, "is_mobile": True}
    page = lend(**phone)
    page.goto("/edit")
    page.locator("#grid .cell").first.wait_for()
    text = "document.querySelector('#text').value"
    before = page.evaluate(text)
    page.locator("#grid").scroll_into_view_if_needed()
    box = page.locator("#grid").bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    was = page.evaluate("scrollY")
    tool = page.context.new_cdp_session(page)

    def finger(kind: str, up: float | None = None) -> None:
        points = [] if up is None else [at | {"y": at["y"] - up}]
        tool.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", 0)
    for step in range(1, 16):
        finger("touchMove", 10 * step)
        page.wait_for_timeout(16)
    finger("touchEnd")
    until(page, f"scrollY > {was + 50}")
    assert page.evaluate(text) == before

    page.locator("#tools [role=radio]").last.tap()
    page.locator("#grid .cell").nth(9).tap()
    assert page.evaluate(text) != before


def test_a_phone_shows_the_board_at_once_and_the_palette_stays_in_view(lend: Any) -> None:
    page = lend(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto("/edit")
    page.get_by_text("Fewest: ").wait_for()
    box, verdict = (page.locator(each).bounding_box() for each in ("#grid", "#verdict"))
    assert box["y"] < 300 and box["y"] + box["height"] < verdict["y"] < 800
    page.locator("#goal").scroll_into_view_if_needed()
    page.mouse.wheel(0, 500)
    until(page, "scrollY > 200")
    tools = page.locator("#tools").bounding_box()
    assert tools["y"] == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_is_shared_is_not_clipped(lend: Any) -> None:
    page = lend(viewport={"width": 390, "height": 844})
    page.goto("/")
    page.wait_for_selector("#board[data-ready]")
    page.click("#share")
    field = page.locator("dialog textarea").first
    field.wait_for()
    assert field.evaluate("(each) => each.scrollHeight <= each.clientHeight + 2")
