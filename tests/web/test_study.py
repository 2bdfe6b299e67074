"""The museum's pages: every room is stepped through by button, slider, key and touch, in both languages; and a race."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from huarong.cli.shows import sentence
from huarong.study.claim import claim, claims
from huarong.study.traces import SHOWS, trace
from huarong.study.traces.shows import show
from huarong.web.endpoints.museum import urls_to_keep
from huarong.web.pages import STATIC
from tests.web.browser import kept_for_offline, opened
from tests.web.node import texts_of
from tests.web.test_pages import until

WORDS = texts_of("museum/words", "museum/drawings/words", "museum/questions", "museum/race")
CSS = (STATIC / "museum" / "look.css").read_text("utf-8")


def source(pattern: str) -> str:
    return "".join(path.read_text("utf-8") for path in sorted(Path(STATIC).glob(pattern)))


def step_at(page: Any) -> int:
    return int(page.locator("#steps").get_attribute("data-at"))


def at_step(page: Any, n: int) -> None:
    until(page, f"document.querySelector('#steps').dataset.at === '{n}'")


def enter(page: Any, address: str) -> None:
    page.goto("/study#" + address)
    page.wait_for_selector("#steps[data-ready]")
    at_step(page, 0)


@pytest.mark.slow
def test_the_museum_has_a_text_for_all_that_its_traces_say() -> None:
    needed = {"room_race", "room_race_h", "room_race_p"}
    for one in SHOWS:
        needed |= {f"show_{one.name}", f"show_{one.name}_p", f"room_{one.room}"}
        needed |= {f"room_{one.room}_h", f"room_{one.room}_p"}
        needed |= {f"d_{each}{end}" for each in one.draws for end in ("", "_p")}
        if one.option:
            needed.add(f"o_{one.option.name}")
        needed |= {f"jump_{each}" for each in one.jumps}
        for puzzle in (*one.puzzles[1:2], ""):
            found = trace(one.name, puzzle, frames=400, whole=False)
            needed |= {f"c_{name}" for name in found.whole or ()}
            for what, values, puts in found.frames:
                key = f"f_{what}_move" if values.get("move") else f"f_{what}"
                needed.add(key)
                texts = WORDS[key]
                assert set(re.findall(r"\{(\w+)", texts[0])) <= {*values}, what
                needed |= {f"c_{key}" for table, key, _ in puts if table == "count"}
                needed |= {f"way_{values[each]}" for each in ("way", "toward") if values.get(each)}
    for name in ("ma-tree", "ma-knight"):
        needed |= {f"c_{figure}" for figure in trace(name, frames=0).whole or ()}
    assert needed - set(WORDS) == set()


def test_every_text_of_the_museum_is_used() -> None:
    used = set(re.findall(r"'([\w-]+)'", source("museum/**/*.js")))
    used |= set(re.findall(r'data-t(?:-\w+)?="([\w-]+)"', source("museum/study.html")))
    made = re.compile(r"(room|show|on|d|f|c|o|q|qo|v|way|piece|set|win|turn|jump|stage)_[\w-]+")
    assert {key for key in WORDS if key not in used and not made.fullmatch(key)} == set()
    assert {*re.findall(r"\bt\('(\w[\w-]*)'[,)]", source("museum/**/*.js"))} <= {*WORDS, *texts_of("shared/words")}


FIRST = [next(s.name for s in SHOWS if s.room == r) for r in dict.fromkeys(s.room for s in SHOWS)]


@pytest.mark.parametrize("name", [FIRST[0], *(pytest.param(name, marks=pytest.mark.slow) for name in FIRST[1:])])
def test_a_room_is_stepped_through(page: Any, name: str) -> None:
    """By button, slider and key; the picture of a step does not depend on how the step was reached."""
    enter(page, f"show={name}")
    said = page.locator("#said")
    first = said.inner_text()
    page.locator("#fore").click()
    at_step(page, 1)
    page.locator("#stage").click(position={"x": 4, "y": 4})
    page.keyboard.press("ArrowRight")
    at_step(page, 2)
    page.keyboard.press("PageDown")
    at_step(page, 12)
    there = said.inner_text()
    page.keyboard.press("ArrowLeft")
    page.locator("#back").click()
    at_step(page, 10)
    page.keyboard.press("End")
    last = int(page.locator("#slide").get_attribute("max"))
    at_step(page, last)
    assert page.locator("#fore").get_attribute("aria-disabled") == "true"
    page.evaluate(
        "() => { const s = document.querySelector('#slide'); s.value = 12; s.dispatchEvent(new Event('input')); }"
    )
    at_step(page, 12)
    assert said.inner_text() == there
    page.keyboard.press("Home")
    at_step(page, 0)
    assert said.inner_text() == first
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    until(page, "Number(document.querySelector('#steps').dataset.at) >= 2")
    page.locator("#play").click()
    assert page.locator("#play").get_attribute("aria-label") == "Play"


@pytest.mark.slow
def test_stepping_by_touch_and_by_thumb(lend: Any) -> None:
    view = {"width": 390, "height": 844}
    page = lend(viewport=view, has_touch=True, is_mobile=True, locale="zh-CN")
    enter(page, "show=lv-avl")
    page.locator("#fore").tap()
    at_step(page, 1)
    box = page.locator("#theboard").bounding_box()
    session = page.context.new_cdp_session(page)
    for way, expected in ((-1, 2), (-1, 3), (1, 2)):
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for kind, at in (
            ("touchStart", x),
            ("touchMove", x + 30 * way),
            ("touchMove", x + 70 * way),
            ("touchEnd", None),
        ):
            points = [] if at is None else [{"x": at, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        at_step(page, expected)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_board_of_ones_own_a_number_and_the_language(page: Any) -> None:
    enter(page, "show=lv-hash")
    page.locator("#board-pick").select_option("")
    page.locator("#own").fill("退一步海阔天空")
    page.locator("#option").fill("3")
    page.locator("#ask").click()
    until(page, "location.hash.includes('o=3') && document.querySelector('#steps').dataset.ready === 'yes'")
    until(page, "document.querySelector('#counters').textContent.includes('pool')")
    assert page.locator("#said").inner_text() == "The start."
    page.locator("#language").click()
    until(page, "document.querySelector('#said').textContent === '开局。'")
    page.locator("#board-pick").select_option("")
    page.locator("#own").fill("nobody knows it")
    page.locator("#ask").click()
    until(page, "document.querySelector('#say').textContent.length > 5")


@pytest.mark.slow
def test_another_room_is_asked_for_before_the_museum_has_come(page: Any) -> None:
    held: list[Any] = []
    page.route("**/api/v1/museum", lambda route: held.append(route))
    page.goto("/study#room=lv")
    while not held:
        page.wait_for_timeout(20)
    page.evaluate("location.hash = '#room=ma'")
    page.wait_for_timeout(100)
    held[0].continue_()
    page.locator("#rooms [aria-pressed=true][data-name=ma]").wait_for()
    page.unroute_all()
    page.route("**/api/v1/museum", lambda route: route.abort())
    page.reload()
    page.get_by_text("No connection to the server").wait_for()
    assert not page.locator("#asked").is_visible()
    page.evaluate("location.hash = '#room=zhou'")
    page.wait_for_timeout(100)
    page.unroute_all()


@pytest.mark.slow
def test_his_functions_by_hand(page: Any) -> None:
    enter(page, "show=zhoutk-place")
    hand = page.locator(".hand")
    hand.get_by_label("type").select_option("4")
    hand.get_by_role("button", name="addGameStateHero").click()
    hand.get_by_text("addGameStateHero returns true.").wait_for()
    hand.get_by_role("button", name="isPositionAvailable").click()
    hand.get_by_text("isPositionAvailable returns false.").wait_for()
    assert hand.locator("i.full").count() == 4


@pytest.mark.slow
def test_a_race(page: Any) -> None:
    page.goto("/study#room=race")
    boxes = page.locator(".racers input")
    boxes.first.wait_for()
    for n in range(boxes.count()):
        if boxes.nth(n).get_attribute("name") not in ("lv-avl", "search-move"):
            boxes.nth(n).uncheck()
    page.locator("#race-board").select_option("孔明扇")
    page.locator("#race-go").click()
    until(page, "document.querySelector('#race').dataset.done === 'yes'")
    assert page.locator(".bars > div").count() == 2
    assert "of 1 pairs correctly" in page.locator("#race-say").inner_text()


@pytest.mark.slow
def test_a_step_takes_less_than_a_picture_of_the_screen(page: Any) -> None:
    """The work of a step is counted, not timed: a step reads one frame, and each picture is drawn once."""
    enter(page, "show=lv-avl")
    drawn = page.evaluate(
        """async () => {
            const before = performance.getEntriesByType('measure').length;
            let changes = 0;
            new MutationObserver(() => { changes += 1; }).observe(document.querySelector('#place'),
                { childList: true });
            for (let n = 0; n < 30; n++) document.querySelector('#fore').click();
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            return [changes, Number(document.querySelector('#steps').dataset.at)];
        }"""
    )
    assert drawn[1] == 30
    assert drawn[0] <= 2


@pytest.mark.slow
def test_what_is_shown_first_is_kept_for_offline(browser: Any, server: str) -> None:
    with opened(browser, server, service_workers="allow") as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        enter(page, "show=lv-down")
        until(page, "document.querySelector('#whole').textContent.includes('counted just now')")
        page.locator("#claims-name").click()
        until(page, "document.querySelectorAll('#claims article').length > 10")
        paths = [url.removeprefix(server) for url in asked if "/trace?" in url or "/claims?" in url]
        first = [url for url in urls_to_keep() if "lv-down" in url or "article=lv" in url]
        assert sorted(set(paths) & set(first)) == sorted(first)
        kept_for_offline(page)
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("#steps[data-ready]")
        page.locator("#fore").click()
        at_step(page, 1)
        page.locator("#rooms button[data-name=race]").click()
        until(page, "document.querySelector('#race-say')?.textContent.includes('times recorded on')")
        page.locator("#race-go").click()
        until(page, "document.querySelector('#race-say').textContent.includes('not measured now')")
        assert page.locator(".bars > div").count() == 6
        page.locator("#race-board").select_option("孔明扇")
        until(page, "document.querySelector('#race-go').disabled")
        enter(page, "show=poos-weights")
        page.locator("#board-pick").select_option(index=1)
        until(page, "document.querySelector('#say').textContent.includes('server')")
        page.context.set_offline(False)
        page.locator("#rooms button[data-name=race]").click()
        until(page, "!document.querySelector('#race-go').disabled")


@pytest.mark.slow
def test_his_window_begins_stops_and_shows_the_answer_off_the_stack(page: Any) -> None:
    enter(page, "show=lv-down")
    page.locator("#draws button[data-name=window]").click()
    window = page.locator(".winhrd")
    window.get_by_role("button", name="begin").click()
    until(page, "Number(document.querySelector('#steps').dataset.at) >= 2")
    window.get_by_role("button", name="stop").click()
    assert page.locator("#play").get_attribute("aria-label") == "Play"
    page.locator("#to-end").click()
    until(page, "/^Pop .*\\nPop /.test(document.querySelector('.winhrd pre').textContent)")
    assert re.fullmatch(r"搜索深度: \d+", window.locator(".code").inner_text())


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_says_what_the_command_prints(lend: Any, lang: str) -> None:
    """Step by step on the articles' own examples."""
    asked = (("lv-down", ""), ("lv-codes", "横刀立马"), ("ma-tree", "1 2 3/4 0 6/7 5 8"), ("zhou-file", "横刀立马"))
    page = lend(locale="zh-CN" if lang == "zh" else "en-US")
    for name, start in asked:
        enter(page, f"show={name}" + (f"&p={start}" if start else ""))
        page.wait_for_function("name => document.querySelector('#show').dataset.show === name", arg=name)
        frames = trace(name, start, whole=False).to_json()["frames"]
        assert int(page.locator("#slide").get_attribute("max")) == len(frames) - 1
        for n in range(0, len(frames), max(1, len(frames) // 40)):
            page.evaluate(
                "n => { const s = document.querySelector('#slide'); s.value = n; s.dispatchEvent(new "
                "Event('input')); }",
                n,
            )
            at_step(page, n)
            what, values, _ = frames[n]
            assert page.locator("#said").inner_text() == sentence(what, values, lang)


@pytest.mark.slow
def test_a_run_can_be_jumped_through(page: Any) -> None:
    enter(page, "show=ma-tree&p=8 7 6/5 4 3/2 1 0&o=30")
    page.locator("#jumps button[data-to='way:10']").click(timeout=60_000)
    until(page, "document.querySelector('#said').textContent.startsWith('Pass No 10: 30 moves')")
    assert "177,207,6" in page.locator("#place").inner_text()
    page.locator("#jumps button[data-to='']").click()
    until(page, "document.querySelector('#place').textContent.startsWith('1 of')")
    enter(page, "show=lv-avl&p=孔明扇")
    for _ in range(3):
        before = page.locator("#place").inner_text()
        page.locator("#jumps button[data-to=rotation]").click()
        page.wait_for_function("text => document.querySelector('#place').textContent !== text", arg=before)
        page.locator("#said", has_text="rotates the tree").wait_for()
    page.locator("#jumps button[data-to=goal]").click()
    until(page, "document.querySelector('#said').textContent.includes('is the goal')")
    page.locator("#to-end").click()
    until(page, "document.querySelector('#said').textContent.startsWith('Solved')")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lv-down", "ma-four", "zhou-file", "poos-weights"])
def test_little_moves_on_the_page(browser: Any, server: str, name: str) -> None:
    for width, height in ((390, 664), (1280, 720)):
        with opened(browser, server, viewport={"width": width, "height": height}) as page:
            page.add_init_script(
                "window.shift = 0; new PerformanceObserver((list) => { for (const each of list.getEntries()) "
                "if (!each.hadRecentInput) shift += each.value; }).observe({ type: 'layout-shift', buffered: true });"
            )
            enter(page, f"show={name}")
            page.wait_for_timeout(700)
            for _ in range(10):
                page.locator("#fore").click()
            page.wait_for_timeout(700)
            assert page.evaluate("window.shift") < 0.05
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_boards_have_english_names_and_a_room_s_name_stays_under_the_mouse(page: Any) -> None:
    enter(page, "show=lv-avl")
    assert page.locator("#board-pick option").first.inner_text() == "Kongming's Fan (suggested)"
    page.locator("#rooms button").last.click()
    page.locator("#race-board").wait_for()
    assert page.locator("#race-board option").first.inner_text() == "Swift Feet Arrive First"
    ink, paper = page.locator("#rooms button").last.evaluate(
        "(each) => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor]"
    )
    assert ink != paper


SPILLED = """window.spilled = [];
CanvasRenderingContext2D.prototype.fillText = function (words, x, y, room = Infinity) {
  const wide = Math.min(room, this.measureText(words).width), ratio = this.getTransform().a;
  if (x + wide * { left: 1, center: 0.5, right: 0 }[this.textAlign] > this.canvas.width / ratio + 1)
    window.spilled.push(words);
}"""


def test_no_word_of_a_drawing_is_cut_on_a_phone(browser: Any, server: str) -> None:
    with opened(browser, server, viewport={"width": 390, "height": 844}) as page:
        page.add_init_script(SPILLED)
        for name in ("lv-linear", "poos-mirror"):
            enter(page, f"show={name}")
            page.keyboard.press("PageDown")
            at_step(page, 10)
            assert page.evaluate("spilled") == []


def read_at(page: Any, name: str) -> None:
    """Wait until the page shows the show, board, number, drawing and step of a sentence, which it names there."""
    row, step = claim(name), dict(parse_qsl(claim(name).shown))
    one = show(step["show"])
    page.locator("#sentence q", has_text=row.quote).wait_for()
    until(page, f"document.querySelector('#show').dataset.show === '{one.name}'")
    page.wait_for_selector("#steps[data-ready]")
    if "to" not in step:
        at_step(page, int(step["at"]))
    until(page, f"document.querySelector('#proves').innerHTML.includes('#c={name}')")
    assert page.locator("#draws [aria-pressed=true]").get_attribute("data-name") == step.get("d", one.draws[0])
    if one.puzzles:
        assert page.locator("#board-pick").input_value() == step.get("p", one.puzzles[0])
    if one.option and one.option.name != "branch":
        assert page.locator("#option").input_value() == step.get("o", str(one.option.default))


@pytest.mark.slow
def test_a_sentence_s_link_opens_its_step_and_the_step_lists_the_sentence(page: Any) -> None:
    for name in ("lv-dup", "lv-int32", "zhou-overlap", "ma-eight", "poos-ending", "ma-40"):
        page.goto(f"/study#c={name}")
        read_at(page, name)
    # With the buttons to the sentences before and after it; one without a step says so.
    page.goto("/study#c=lv-alike")
    read_at(page, "lv-alike")
    page.locator("#read-back").click()
    page.locator("#sentence", has_text="No step shows this sentence").wait_for()
    page.locator("#read-on").click()
    read_at(page, "lv-alike")


@pytest.mark.slow
def test_the_list_of_sentences_leads_to_steps_and_marks_those_without(page: Any) -> None:
    enter(page, "room=ma")
    page.locator("#claims-name").click()
    rows = claims("ma")
    until(page, f"document.querySelectorAll('#claims article').length === {len(rows)}")
    assert page.locator("#claims article.stepless").count() == sum(not row.shown for row in rows)
    page.locator("#claims article", has_text=claim("ma-neighbours").quote).locator("a").click()
    read_at(page, "ma-neighbours")
    page.locator("#read-end").click()
    page.locator("#reading").wait_for(state="hidden")
    until(page, "!location.hash.includes('c=ma')")


@pytest.mark.slow
@pytest.mark.parametrize(
    "address", ["show=lv-avl&at=40", "show=zhou-valid&at=9", "show=ma-warnsdorff&at=40", "c=lv-dup"]
)
def test_board_and_structure_are_seen_together_on_a_phone(browser: Any, server: str, address: str) -> None:
    """Both lie above the buttons, in the screen, without scrolling; and nothing moves while it is stepped."""
    with opened(browser, server, viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True) as page:
        page.goto("/study#" + address)
        page.wait_for_selector("#steps[data-ready]")
        if address[:2] == "c=":
            read_at(page, address[2:])
        boxes = "['#theboard, #said', '#drawing', '#steps'].map((each) => [...document.querySelectorAll(each)]"
        boxes += ".map((one) => one.getBoundingClientRect()).filter(({ height }) => height))"
        until(page, f"{boxes}.every((some) => some.length)")
        places = page.evaluate(f"{boxes}.map((some) => some.map(({{ top, bottom }}) => [top, bottom]))")
        beside, (drawing,), (buttons,) = places
        assert min(top for top, _ in beside) >= 0 and max(low for _, low in beside) <= drawing[0] + 1, places
        assert drawing[1] <= buttons[0] + 1 and buttons[1] <= 665 and drawing[1] - drawing[0] >= 160, places
        for _ in range(3):
            page.evaluate("document.querySelector('#back').click()")  # a tap of the test's would scroll first
        until(page, "document.querySelector('#back').getAttribute('aria-disabled') !== 'true'")
        assert page.evaluate(f"{boxes}.map((some) => some.map(({{ top, bottom }}) => [top, bottom]))") == places
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_ten_numbers_of_ones_own_are_checked_and_wrong_ones_answered_in_words(page: Any) -> None:
    enter(page, "show=zhou-valid")
    for numbers, place, said in (
        ("0,1,2,3,4,13,16,19,9,14", "#said", "a cell is occupied"),
        ("1,2,3", "#say", "expected ten cells from 0 to 19"),
    ):
        page.locator("#board-pick").select_option("")
        page.get_by_label("Ten numbers from 0 to 19").fill(numbers)
        page.locator("#ask").click()
        until(page, f"decodeURIComponent(location.hash).includes('p={numbers}')")
        if place == "#said":
            page.wait_for_selector("#steps[data-ready]")
            until(page, "document.querySelector('#slide').max === '4'")
            page.locator("#to-end").click()
        page.locator(place, has_text=said).wait_for()
