"""What the pages look like where that can be measured: the stage stands still, the end, the goal, names, cards."""

import json
from typing import Any

import pytest

from tests.web.browser import drawn, hint, opened
from tests.web.test_pages import CLASSIC, cell_size, drag, ready, until

LEAVES = "%23AA%23/%23AA%23/%23..%23/%23..%23/goal:/..../..../.AA./.AA."
"""A puzzle of one move, whose key piece leaves over the sill."""


def rectangle(page: Any) -> list[float]:
    found: list[float] = page.evaluate(
        "(() => { const b = document.querySelector('#board').getBoundingClientRect(); return [b.x, b.y + scrollY, "
        "b.width, b.height]; })()"
    )
    return [round(each, 1) for each in found]


@pytest.mark.parametrize(
    ("width", "height", "locale"),
    [
        (390, 844, "zh-CN"),
        *(
            pytest.param(*size, "en-GB", marks=pytest.mark.slow)
            for size in ((1440, 900), (1280, 720), (844, 390), (768, 1024), (390, 664), (320, 640))
        ),
    ],
)
def test_the_board_stands_still_in_every_state(lend: Any, width: int, height: int, locale: str) -> None:
    page = lend(viewport={"width": width, "height": height}, locale=locale)
    ready(page)  # with the newcomer's line
    until(page, "document.querySelector('#moves').textContent.includes('/ 81')")
    places = {"start": rectangle(page)}
    hint(page)
    places["hint"] = rectangle(page)
    page.locator("#hint").click()
    places["moved"] = rectangle(page)
    page.locator("#board [data-symbol=O]").focus()
    places["chosen"] = rectangle(page)
    page.keyboard.press("m")
    page.locator("#graded li").first.wait_for()
    places["graded"] = rectangle(page)
    page.keyboard.press("m")
    page.locator("#solve").click()
    page.locator("#player").wait_for()
    places["playback"] = rectangle(page)
    page.locator("#to-back").click()
    for _ in range(2):  # there and on again: a mistake
        page.locator("#board [data-symbol=N]").focus()
        page.keyboard.press("Shift+ArrowRight")
    page.locator("#board [data-symbol=P]").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.locator("#analyse").click()
    page.locator("#lesson").wait_for()
    page.locator(".arrow.best").wait_for()
    places["review"] = rectangle(page)
    page.locator("#try").click()
    places["exercise"] = rectangle(page)
    assert set(map(tuple, places.values())) == {tuple(places["start"])}, places
    # A board of another shape lies on the same stage.
    stage = (
        "(() => { const b = document.querySelector('.stage').getBoundingClientRect(); return [b.x, b.y + scrollY, "
        "b.width, b.height].map(Math.round).join(); })()"
    )
    before = page.evaluate(stage)
    ready(page, f"/#p={LEAVES}")
    until(page, "document.querySelectorAll('#board .piece').length === 1")
    drag(page, cell_size(page), "A", [("D", 2)])
    page.locator("#done h2").wait_for()
    assert page.evaluate(stage) == before
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_key_piece_leaves_and_a_seal_falls_with_one_red_button_in_view(page: Any) -> None:
    ready(page, f"/#p={LEAVES}")
    size, place = cell_size(page), rectangle(page)
    drag(page, size, "A", [("D", 2)])
    until(page, "getComputedStyle(document.querySelector('#board [data-symbol=A]')).opacity === '0'")
    assert page.locator(".stamp").text_content() == "1PERFECT"
    assert page.evaluate("scrollY") == 0 and rectangle(page) == place
    assert page.locator("main .accent:visible").count() == 1
    assert not page.locator("#newcomer").is_visible()
    page.reload()  # it has left, and needs not leave again
    page.locator(".stamp").wait_for()
    page.keyboard.press("z")
    until(page, "getComputedStyle(document.querySelector('#board [data-symbol=A]')).opacity === '1'")
    assert page.locator(".stamp").count() == 0


@pytest.mark.slow
def test_the_newcomer_s_line_goes_after_the_third_move(page: Any) -> None:
    ready(page)
    assert page.locator("#newcomer").is_visible()
    for _ in range(4):
        hint(page)
        page.locator("#hint").click()
    assert not page.locator("#newcomer").is_visible()


def test_soldiers_have_their_numbers_and_one_name_everywhere(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    numbers = "[...document.querySelectorAll('#board .index')].map((each) => each.textContent)"
    assert page.evaluate(numbers) == ["1", "2", "3", "4"]
    page.locator("#language").click()
    until(page, f"({numbers}).join('') === '一二三四'")
    page.locator("#settings").click()
    page.locator("#set-pieces").select_option("letters")
    page.keyboard.press("Escape")
    hint(page)
    until(page, "document.querySelector('#say').textContent.startsWith('N')")
    page.locator("#settings").click()
    page.locator("#set-pieces").select_option("masks")
    until(page, "document.querySelectorAll('#board .label > use').length === 10")
    assert page.evaluate(numbers) == ["一", "二", "三", "四"]


@pytest.mark.slow
def test_the_goal_is_marked_where_it_is_open_and_told_where_it_is_covered(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    marked = "document.querySelector('.tray .goal-wash')?.getBBox().height ?? 0"
    assert 0.8 < page.evaluate(marked) < 0.9  # the lower row of the goal's two
    assert page.locator("#say").inner_text() == "Bring Cao Cao to the exit."
    ready(page, "/#p=A..../.BC../.BC../...../goal:/...../..A../...../.....")
    page.get_by_text("Bring A to the marked place. Now on the goal: C.").wait_for()
    assert page.evaluate(marked) == 0
    assert page.locator(".tray .goals .jamb").count() == 1


def test_the_library_opens_with_the_best_known_and_its_cards_are_alike(page: Any) -> None:
    page.goto("/library")
    page.locator(".card").first.wait_for()
    assert page.locator(".card").first.inner_text() == "Sword Across the Saddle"
    assert page.locator(".way-in").count() == 3
    names = page.locator(".card").all_inner_texts()
    assert not any(name.startswith("Unnamed") for name in names)
    heights = page.evaluate(
        "[...new Set([...document.querySelectorAll('.tile')].slice(0, 12).map((each) => "
        "Math.round(each.offsetHeight)))]"
    )
    assert len(heights) == 1
    apart = page.evaluate(
        "document.querySelector('.tile .favourite').getBoundingClientRect().top - document.querySelector('.tile "
        ".pic').getBoundingClientRect().bottom"
    )
    assert apart > 0
    assert "2x2:1" not in page.locator("main").inner_text()
    assert page.locator(".tile .thumb text").count() == 0
    page.locator("#groups button").filter(has_text="15-puzzle").click()
    page.locator(".tile .thumb").first.get_by_text("15", exact=True).first.wait_for(state="attached")


@pytest.mark.slow
def test_the_solver_draws_what_is_typed(page: Any) -> None:
    page.goto("/solve")
    page.locator("#examples button").first.wait_for()
    assert page.locator("#drawn .piece").count() == 0
    page.locator("#text").fill("AB./...\ngoal:\n.AB/...")
    until(page, "document.querySelectorAll('#drawn .piece').length === 2")
    page.locator("#examples button").first.wait_for(state="hidden")
    page.locator("#text").fill("")
    page.locator("#examples button").last.click()
    until(page, "document.querySelectorAll('#drawn .piece').length === 15")


def test_forced_colors_leave_everything_to_be_seen_and_told(page: Any) -> None:
    page.emulate_media(forced_colors="active")

    def look(selector: str, name: str) -> str:
        found: str = page.locator(selector).first.evaluate("(each, name) => getComputedStyle(each)[name]", name)
        return found

    ready(page, f"/#p={LEAVES}")
    until(page, "document.querySelector('#undo').getAttribute('aria-disabled') === 'true'")
    assert look("#undo", "color") != look("#solve", "color")
    drag(page, cell_size(page), "A", [("D", 2)])
    page.locator(".stamp").wait_for()
    assert look(".stamp text", "fill") != look(".stamp .seal-body", "fill")
    page.goto("/edit")
    page.get_by_text("Fewest: ").wait_for()
    assert look(".way:has(:checked)", "color") != look(".way:has(:checked)", "backgroundColor")
    assert look("#tools [aria-checked=true]", "outlineStyle") == "solid"
    assert look("#tools [aria-checked=false]", "outlineStyle") == "none"
    assert look("#grid .key .face", "fill") != look("#grid .v .face", "fill")
    page.goto("/study")
    page.locator(".rooms [aria-pressed=true]").wait_for()
    assert look(".rooms [aria-pressed=true]", "color") == look("body", "backgroundColor")
    assert look(".rooms [aria-pressed=true]", "forcedColorAdjust") == "none"


def test_the_shared_picture_has_the_colors_of_the_board(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    page.locator("#share").click()
    until(page, "document.querySelector('dialog img.shared')?.naturalWidth > 0")
    red = page.evaluate("""() => {
        const image = document.querySelector('dialog img.shared'), canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height), found = {};
        for (let at = 0; at < data.length; at += 4) {
            const colour = data.slice(at, at + 3).join();
            found[colour] = (found[colour] ?? 0) + 1;
        }
        return found['173,53,39'] ?? 0;
    }""")
    assert red > 5_000  # the middle of Cao Cao, between light and shade


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 720)])
def test_what_a_review_says_covers_nothing_and_signs_are_whole(lend: Any, width: int, height: int) -> None:
    page = lend(viewport={"width": width, "height": height})
    ready(page, f"/#p={CLASSIC}")
    page.get_by_text("256 best solutions").first.wait_for(state="attached")
    cut = page.evaluate("""[...document.querySelectorAll('.facts')]
      .filter((box) => box.offsetHeight).flatMap((box) => {
        const all = box.getBoundingClientRect();
        return [...box.children].map((each) => each.getBoundingClientRect()).filter((each) =>
            each.right > all.right + 1 || (each.top < all.bottom && each.bottom > all.bottom + 2));
    }).length""")
    assert cut == 0
    for symbol, way in (("N", "Down"), ("O", "Down"), ("N", "Up"), ("O", "Up"), ("P", "Right")):
        page.locator(f"#board [data-symbol={symbol}]").focus()
        page.keyboard.press(f"Shift+Arrow{way}")
    page.locator("#analyse").click()
    page.locator(".arrow.best").wait_for()
    page.locator("#review h2").wait_for()
    until(page, "document.querySelector('#say').textContent.length > 60")
    said, listed = (page.locator(each).bounding_box() for each in ("#say", "#review h2"))
    assert said["y"] + said["height"] <= listed["y"]


@pytest.mark.slow
@pytest.mark.parametrize("day", ["2026-11-27", "2026-11-28"])  # the puzzle of the second has a long name
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_the_places_kept_for_the_ways_in_and_for_large_text_fit(
    browser: Any, server: str, locale: str, day: str
) -> None:
    for width, height in ((390, 844), (844, 390), (700, 900), (1280, 720)):
        with opened(browser, server, viewport={"width": width, "height": height}, locale=locale) as page:
            page.clock.set_fixed_time(day)
            page.goto("/library")
            page.locator(".card").first.wait_for()
            kept, needed = page.evaluate("""() => {
                const box = document.querySelector('.entry'), kept = box.offsetHeight;
                const least = parseFloat(getComputedStyle(box).minHeight);
                box.style.minHeight = '0';
                return [least, box.offsetHeight];
            }""")
            assert -4 <= kept - needed <= 12, (width, height, kept, needed)
    with opened(browser, server, viewport={"width": 390, "height": 844}, locale=locale) as page:
        ready(page)
        page.evaluate("document.documentElement.style.fontSize = '26px'")
        bottom = page.evaluate("""Math.max(...[...document.querySelectorAll('#moves, #time, #other')].map((each) =>
            each.getBoundingClientRect().bottom))""")
        assert bottom <= page.evaluate("document.querySelector('.board').getBoundingClientRect().top")


SHIFTS = """window.shifted = 0; new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}).observe({ type: 'layout-shift', buffered: true })"""


SLOW = r"""const sent = fetch;
window.fetch = async (...asked) => {
  const answer = await sent(...asked), written = (text) => new TextEncoder().encode(text);
  if (!answer.headers.get('content-type').startsWith('text/event-stream')) return answer;
  return new Response(new ReadableStream({ start: async (to) => {
    for (let n = 1; n < 20; n++) {
      to.enqueue(written(`event: progress\ndata: {"depth":${9 * n},"layouts":${n * 12345}}\n\n`));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
    to.enqueue(written(await answer.text()));
    to.close();
  } }), answer);
}"""


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_nothing_jumps_while_a_page_comes(browser: Any, server: str, width: int, height: int, locale: str) -> None:
    """The layout shift of each page, as browsers measure it, is at most 0.05."""
    found = {}
    for path in ("/", "/library", "/path", "/edit", "/study"):
        with opened(browser, server, viewport={"width": width, "height": height}, locale=locale) as page:
            page.add_init_script(SHIFTS)
            page.add_init_script(SLOW)  # each search tells how far it is
            page.goto(path)
            drawn(page)
            found[path] = page.evaluate("shifted")
            if path == "/study":  # what pushes the page down is seen
                page.evaluate("document.body.style.paddingTop = '300px'")
                until(page, "shifted > 0.05")
    assert max(found.values()) <= 0.05, found


def test_the_seal_hides_no_piece_where_the_floor_has_room(page: Any) -> None:
    ready(page, "/#p=A./goal:/.A")
    page.locator("#board [data-symbol=A]").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.locator(".stamp").wait_for()
    drawn(page)
    overlap = page.evaluate("""(() => {
        const [a, b] = ['.stamp .seal', '#board .face'].map(
            (each) => document.querySelector(each).getBoundingClientRect());
        return Math.min(a.right, b.right) - Math.max(a.left, b.left);
    })()""")
    assert overlap < 0


def test_the_player_s_record_moves_nothing(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    page.get_by_text("256 best solutions").first.wait_for()
    dock = "document.querySelector('#dock').getBoundingClientRect().top"
    before = page.evaluate(dock)
    best = {"solved": 1, "best": {"move": 81}, "perfect": ["move"], "seconds": 20}
    record = json.dumps({"version": 1, "puzzles": {CLASSIC: best}, "favourites": [], "log": []})
    page.evaluate("(text) => localStorage.setItem('huarong.progress', text)", record)
    page.reload()
    page.get_by_text("your best: 81").first.wait_for()
    page.get_by_text("256 best solutions").first.wait_for()
    assert page.evaluate(dock) == before


def test_a_phone_cuts_neither_titles_nor_the_filters(lend: Any) -> None:
    page = lend(viewport={"width": 390, "height": 844})
    ready(page, "/#p=比翼横空&in=path")
    page.get_by_text("Path · 21 of 46").wait_for()
    assert (
        page.evaluate("(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('h1'))")
        == 0
    )
    page.goto("/library")
    page.locator("#filters summary").click()
    until(page, "document.querySelectorAll('#pieces option').length > 5")
    right, box = page.evaluate(
        "['#pieces', '#filters'].map((each) => document.querySelector(each).getBoundingClientRect().right)"
    )
    assert right <= box


def test_a_car_of_one_cell_shows_which_way_it_drives_and_letters_stand_apart_in_chinese(page: Any) -> None:
    ready(page, "/#p=slide: A=LR B=UD X=LR/X.B/.A./goal:/..X/...")
    style = (
        "[...document.querySelectorAll('#board .piece')].map((each) => [each.dataset.symbol, "
        "each.querySelectorAll('.drives').length, each.classList[1]].join(' ')).sort().join()"
    )
    assert page.evaluate(style) == "A 1 h,B 1 v,X 0 key"
    page.locator("#language").click()
    page.get_by_text("把 X 移到标记处。").wait_for()
