"""The pages in a real browser: played by drag, by keys and by hints, shared, edited, offline, mapped."""

import re
import time
from typing import Any

import pytest

import huarong as hr
from huarong import library
from huarong.web.pages import MISSING, PAGES
from tests.web.browser import drawn, hint, opened
from tests.web.test_raw import LONG

CLASSIC = "横刀立马"
PLAYED = ["NBBO/HAAI/HAAI/JPQK/J..K", pytest.param(CLASSIC, marks=pytest.mark.slow)]
"""Played to the end: of 13 moves, and of 81."""


def ready(page: Any, address: str = "/") -> None:
    page.goto("about:blank")  # of another hash alone a page is "ready" before it has read it
    page.goto(address)
    page.wait_for_selector("#board[data-ready]")


def place(page: Any, symbol: str) -> tuple[int, int]:
    """The column and row at which a piece is drawn."""
    found = page.evaluate("s => document.querySelector(`#board [data-symbol='${s}']`).style.transform", symbol)
    x, y = re.findall(r"-?[\d.]+", found)[:2]
    return round(float(x)), round(float(y))


def cell_size(page: Any) -> tuple[float, float, float]:
    """The size of a cell in pixels, and the position of the board's first cell."""
    return tuple(
        page.evaluate(
            """() => { const m = document.querySelector('#board').getScreenCTM(); return [m.a, m.e, m.f]; }"""
        )
    )


def until(page: Any, script: str, seconds: float = 180) -> None:
    """Wait until a script is true. (Playwright's own waiting for scripts needs an eval that our policy forbids.)"""
    end = time.monotonic() + seconds
    while not page.evaluate(script):
        assert time.monotonic() < end, script
        time.sleep(0.02)


WAYS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}


def drag(page: Any, size: tuple[float, float, float], symbol: str, legs: Any, at: Any = None) -> None:
    """Drag a piece along legs with the mouse, held at the middle of its first cell."""
    # A piece that is still moving is not yet where the mouse presses.
    until(page, f"""!document.querySelector("#board [data-symbol='{symbol}']").getAnimations().length""")
    scale, left, top = size
    x, y = at or place(page, symbol)
    x, y = left + (x + 0.5) * scale, top + (y + 0.5) * scale
    page.mouse.move(x, y)
    page.mouse.down()
    for way, cells in legs:
        dx, dy = WAYS[way]
        x, y = x + dx * cells * scale, y + dy * cells * scale
        page.mouse.move(x, y)
    page.wait_for_timeout(70)  # a drag ends with a pause; without it, this is a swipe
    page.mouse.up()


def counters(page: Any) -> tuple[int, int]:
    return tuple(int(re.match(r"\d+", page.locator(f"#{name}").inner_text())[0]) for name in ("moves", "steps"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "/",
        *(
            pytest.param(f"/{name}", marks=pytest.mark.slow)
            for name in ("library", "path", "solve", "edit", "map", "study")
        ),
    ],
)
def test_pages_are_light(browser: Any, server: str, path: str) -> None:
    """The bytes of the network that a page fetches at first, without distances, maps and traces."""
    with opened(browser, server) as page:
        weights: dict[str, int] = {}

        def weigh(request: Any) -> None:
            if not re.search("/api/v1/(table|map|trace)", request.url):
                weights[request.url] = request.sizes()["responseBodySize"]

        page.on("requestfinished", weigh)
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert len(weights) > 5
        most = 151_000 if path == "/library" else 150_000  # the library has the puzzle of each day
        assert sum(weights.values()) <= most, weights


@pytest.mark.parametrize("name", PLAYED)
def test_played_to_the_end_by_drag(page: Any, name: str) -> None:
    ready(page, f"/#p={name}")
    size = cell_size(page)
    solution = hr.solve(name)
    for number, move in enumerate(solution.moves, 1):
        at = (move.start % 4, move.start // 4)
        drag(page, size, move.piece, [(leg.direction, leg.cells) for leg in move.legs], at)
        if number % 9 == 0:
            assert counters(page)[0] == number, f"move {number}: {move}"
    assert counters(page) == (solution.length, solution.counts["step"])
    page.get_by_text(f"In {solution.length} moves, the fewest possible.").wait_for()
    page.get_by_text("No mistakes.").wait_for()


@pytest.mark.slow
def test_played_to_the_end_by_keys(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    keys = {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"}
    solution = hr.solve(CLASSIC)
    symbols = [piece.symbol for piece in solution.puzzle.pieces]
    page.locator("#board [data-symbol=A]").focus()
    chosen = "A"
    for heads, move in zip(solution.heads, solution.moves, strict=False):
        # `]` goes to the next piece in reading order.
        order = [symbol for _, symbol in sorted(zip(heads, symbols, strict=True))]
        for _ in range((order.index(move.piece) - order.index(chosen)) % len(order)):
            page.keyboard.press("]")
        page.keyboard.press("Space")
        for leg in move.legs:
            for _ in range(leg.cells):
                page.keyboard.press(keys[leg.direction])
        page.keyboard.press("Space")
        chosen = move.piece
    assert counters(page)[0] == 81
    page.get_by_text("In 81 moves, the fewest possible.").wait_for()


@pytest.mark.parametrize("name", PLAYED)
def test_played_to_the_end_by_hints(page: Any, name: str) -> None:
    ready(page, f"/#p={name}")
    best = hr.solve(name).length
    until(page, f"document.querySelector('#moves').textContent.includes('/ {best}')")
    longest = 0.0
    for _ in range(best):
        longest = max(longest, hint(page))
        page.locator("#hint").click()
    assert counters(page)[0] == best
    page.get_by_text(f"In {best} moves, the fewest possible.").wait_for()
    print(f"longest hint in the page {longest:.1f} ms")


@pytest.mark.slow
def test_a_piece_goes_around_a_corner_and_no_further_than_it_may(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    size = cell_size(page)
    # Around a corner in one drag: one move, two steps.
    drag(page, size, "N", [("D", 1), ("R", 1)])
    assert (place(page, "N"), counters(page)) == ((2, 4), (1, 2))
    page.keyboard.press("z")
    # A piece does not pass through others, however far it is dragged.
    drag(page, size, "B", [("U", 3)])
    assert (place(page, "B"), counters(page)) == ((1, 2), (0, 0))
    # Dragged back to its place, it has made no move.
    drag(page, size, "N", [("D", 1), ("U", 1)])
    assert counters(page) == (0, 0)


@pytest.mark.slow
def test_a_swipe_goes_as_far_as_it_can(page: Any) -> None:
    ready(page, "/#p=A.../..../goal:/...A/....")
    scale, left, top = cell_size(page)
    page.mouse.move(left + 0.5 * scale, top + 0.5 * scale)
    page.evaluate("performance.now = () => 1000")  # a quick swipe, however slow this machine is
    page.mouse.down()
    page.mouse.move(left + 1.1 * scale, top + 0.6 * scale, steps=3)
    page.mouse.up()
    assert (place(page, "A"), counters(page)) == ((3, 0), (1, 3))


@pytest.mark.slow
def test_a_tap_chooses_and_a_tap_on_a_dot_moves(lend: Any) -> None:
    page = lend(has_touch=True, viewport={"width": 390, "height": 800})
    ready(page, f"/#p={CLASSIC}")
    page.locator("#board [data-symbol=N]").tap()
    assert page.locator("#board .dot").count() == 2
    page.locator("#board .dot[data-head='18']").tap()
    assert (place(page, "N"), counters(page)) == ((2, 4), (1, 2))


@pytest.mark.slow  # the everyday part uses the mouse
def test_a_finger_drags_a_piece_around_a_corner(lend: Any) -> None:
    page = lend(has_touch=True, viewport={"width": 390, "height": 500})
    ready(page, f"/#p={CLASSIC}")
    scale, left, top = cell_size(page)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *place: float) -> None:
        points = [{"x": left + place[0] * scale, "y": top + place[1] * scale}] if place else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 1.5, 3.5)
    for n in range(1, 11):
        touch("touchMove", 1.5, 3.5 + n / 10)
    for n in range(1, 9):
        touch("touchMove", 1.5 + n / 10, 4.5)
    page.wait_for_timeout(70)
    touch("touchEnd")
    # Let go a little before the middle of the cell, it snaps; and the page has not scrolled.
    assert (place(page, "N"), counters(page)) == ((2, 4), (1, 2))
    assert page.evaluate("scrollY") == 0


def test_the_solution_is_played_stepped_and_left(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    page.keyboard.press("s")
    page.locator("#player").wait_for()
    page.locator("#to-run").click()
    page.locator("#to-scrub").fill("81")
    assert page.locator("#to-place").inner_text() == "81 / 81"
    assert place(page, "A") == (1, 3)
    page.locator("#to-prev").click()
    assert page.locator("#to-place").inner_text() == "80 / 81"
    page.locator("#to-back").click()
    assert (place(page, "A"), counters(page)) == ((1, 0), (0, 0))


def test_every_move_is_graded_and_the_meter_falls(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    page.keyboard.press("m")
    rows = page.locator("#graded li")
    rows.first.wait_for()
    assert rows.count() == 8
    assert "80 to go (best)" in rows.first.inner_text()
    rows.locator("p").first.wait_for()
    assert not any("false" in each for each in rows.all_inner_texts())
    page.locator("#settings").click()
    page.locator("#set-meter").check()
    page.keyboard.press("Escape")
    page.locator("#meter").wait_for()
    assert page.locator("#distance").inner_text() == "81"
    rows.first.locator("button").click()
    until(page, "document.querySelector('#distance').textContent === '80'")


@pytest.mark.slow  # the everyday part grades each move
def test_a_move_that_leaves_the_best_is_found_again(page: Any) -> None:
    ready(page, "/#p=AB./.../goal:/.AB/...")
    size = cell_size(page)
    drag(page, size, "A", [("D", 1)])
    drag(page, size, "B", [("R", 1)])
    drag(page, size, "A", [("R", 1), ("U", 1)])
    page.get_by_text("In 3 moves: 1 more than the best, 2 moves.").wait_for()
    page.get_by_text("Move 1, A down 1: +1").wait_for()


def held(page: Any, symbol: str) -> tuple[float, float]:
    """Press the mouse on a piece; returns where."""
    box = page.locator(f"#board [data-symbol='{symbol}']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y


@pytest.mark.slow
def test_nothing_is_moved_before_a_puzzle_opens_while_another_does_and_in_playback(page: Any) -> None:
    page.route("**/api/v1/puzzle*", lambda route: None)  # no answer: the board stays empty
    page.goto("/#p=指挥若定")
    page.locator("#board").click()
    page.evaluate(
        "document.querySelector('#board').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', shiftKey: "
        "true }))"
    )
    for name in ("undo", "redo", "hint", "solve", "restart", "share", "next", "analyse"):
        page.evaluate(f"document.querySelector('#{name}').click()")
    page.goto("about:blank")
    page.unroute_all()
    ready(page, f"/#p={CLASSIC}")
    x, y = held(page, "Q")
    page.evaluate("location.hash = '#p=A./goal:/.A'")
    until(page, "document.querySelectorAll('#board .piece').length === 1")
    page.mouse.move(x + 40, y - 40)
    page.mouse.up()
    assert (place(page, "A"), counters(page)) == ((0, 0), (0, 0))
    ready(page, f"/#p={CLASSIC}")
    size = cell_size(page)[0]
    x, y = held(page, "N")
    page.keyboard.press("s")
    page.locator("#player").wait_for()
    page.locator("#to-run").click(force=True)
    page.keyboard.press("Home")
    page.locator("#to-scrub").fill("0")
    page.mouse.move(x, y + size)
    page.mouse.up()
    assert (place(page, "N"), counters(page)) == ((1, 3), (0, 0))


@pytest.mark.slow
def test_a_solution_that_comes_during_a_lesson_is_not_played(page: Any) -> None:
    page.route("**/api/v1/table*", lambda route: route.abort())
    ready(page, "/#p=match: shape/AB.../...../CD.../...../goal:/...AB/...../...CD/.....")
    drag(page, cell_size(page), "C", [("D", 1)])
    page.keyboard.press("a")
    page.locator("#try").wait_for()
    page.locator("#leave-lesson").click()
    show = page.locator("#review li button").first
    asked: list[Any] = []  # the first request, held; the lesson makes another
    page.route("**/api/v1/hint", lambda route: route.continue_() if asked else asked.append(route))
    page.keyboard.press("s")
    while not asked:
        page.wait_for_timeout(20)
    show.click()
    page.locator("#say", has_text="Green").wait_for()
    asked[0].continue_()
    page.wait_for_timeout(500)
    assert not page.locator("#player").is_visible()
    assert place(page, "C") == (0, 2)
    page.unroute_all()


@pytest.mark.slow
def test_a_search_is_shown_and_stopped_when_the_player_moves_on(page: Any) -> None:
    ready(page, f"/#p={LONG}")
    page.locator("#hint").click()
    until(page, "/Searching: depth \\d+/.test(document.querySelector('#say').textContent)")
    piece = page.evaluate(
        """() => [...document.querySelectorAll('#board .piece')]
            .find(p => /can go/.test(p.getAttribute('aria-label'))).dataset.symbol"""
    )
    page.locator(f"#board [data-symbol='{piece}']").focus()
    for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(f"Shift+{key}")
    until(page, "!document.querySelector('#say').textContent.includes('Searching')")
    assert counters(page)[1] >= 1


@pytest.mark.slow
def test_a_shared_link_opens_in_a_fresh_context(browser: Any, server: str) -> None:
    with opened(browser, server) as page:
        ready(page, "/#p=AB./.../goal:/.AB/...")
        drag(page, cell_size(page), "B", [("R", 1)])
        page.locator("#share").click()
        links = page.locator("dialog .copy input")
        whole, here = (links.nth(i).input_value() for i in range(2))
    with opened(browser, server) as page:
        ready(page, whole)
        assert (place(page, "A"), place(page, "B")) == ((0, 0), (1, 0))
        ready(page, here)
        until(page, "document.querySelector('#board [data-symbol=B]').style.transform.includes('2')")
        assert (place(page, "A"), place(page, "B")) == ((0, 0), (2, 0))


def test_a_puzzle_is_edited_checked_and_played(page: Any) -> None:
    page.goto("/edit#p=AB./.../goal:/.AB/...")
    page.get_by_text("Fewest: 2 moves, 2 steps").wait_for()
    # A wall in the way of B: there is no solution then. Afterwards another board is painted cell by cell.
    page.get_by_role("radio", name="Wall").click()
    page.locator("#grid .cell").nth(2).click()
    page.locator("#faults li").first.wait_for()
    page.get_by_role("radio", name="Empty").click()
    page.locator("#grid .cell").nth(2).click()
    page.get_by_text("Fewest: 2 moves, 2 steps").wait_for()
    page.get_by_role("button", name="+ New piece").click()
    page.locator("#grid .cell").nth(3).click()
    page.get_by_text("Fewest: 2 moves, 2 steps").wait_for()
    assert "C" in page.locator("#text").input_value()
    # A cell of a piece is erased in the goal: a fault is shown at once.
    page.get_by_role("radio", name="Piece C").click()
    page.locator("#goal .cell").nth(1).click()
    page.locator("#goal .cell").nth(2).click()
    page.locator("#faults li").first.wait_for()
    page.locator("#goal .bad").first.wait_for()
    page.locator("#as-text summary").click()
    page.locator("#text").fill("slide: along\nAA.\nB..\ngoal:\n.AA\n...\n")
    page.get_by_text("Fewest: 1 move, 1 step").wait_for()
    page.locator("#export summary").click()
    page.locator("#notations .copy").first.wait_for()
    page.locator("#share").click()
    link = page.locator("dialog .copy input").input_value()
    ready(page, link)
    assert page.locator("#board .piece").count() == 2
    drag(page, cell_size(page), "A", [("R", 1)])
    page.get_by_text("In 1 move, the fewest possible.").wait_for()


@pytest.mark.slow  # few puzzles have gates
def test_gates_lie_under_pieces_and_the_keyboard_keeps_its_place(page: Any) -> None:
    page.goto("/edit#p=gate: A/AB/-./goal:/../A.")
    page.get_by_text("Fewest: 1 move, 1 step").wait_for()
    page.get_by_role("radio", name="Gate").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.textContent") == "Wall"
    page.keyboard.press("ArrowRight")
    page.locator("#grid .cell").first.focus()
    page.keyboard.press("Space")
    until(page, "document.querySelector('#text').value.includes('gates:\\n-.\\n..\\n')")
    page.get_by_text("Fewest: 1 move, 1 step").wait_for()
    assert "gate" in (page.locator("#grid .cell").first.get_attribute("aria-label") or "")
    # What lies on top is erased first: the piece, then the gate.
    page.get_by_role("radio", name="Empty").click()
    for seen in ("gate", "empty"):
        page.locator("#grid .cell").first.click()
        assert seen in (page.locator("#grid .cell").first.get_attribute("aria-label") or "")
    box = page.get_by_label("up")
    page.get_by_role("radio", name="Piece B").click()
    box.focus()
    page.keyboard.press("Space")
    until(page, "document.activeElement.type === 'checkbox'")
    assert "slide: B=DLR" in page.locator("#text").input_value()


def test_any_notation_is_read_into_the_editor_which_says_what_it_was_read_as(page: Any) -> None:
    page.goto("/edit#p=12BE9")
    page.get_by_text("it could also be").wait_for()
    page.locator("#from-other summary").click()
    page.locator("#other").fill("1A9BF0C00")
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_text("Fewest: 81 moves, 116 steps").wait_for()


@pytest.mark.slow
def test_the_solver_page(page: Any) -> None:
    page.goto("/solve")
    page.locator("#text").fill("4WVE1")
    page.locator("#go").click()
    page.get_by_text("81 moves, ").first.wait_for()
    assert page.locator(".film li").count() == 82
    assert page.locator(".film text").first.text_content() and "down" in page.locator(".film").inner_text()
    page.locator("#to-next").click()
    assert page.locator("#to-place").inner_text() == "1 / 81"
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON").click()
    assert download.value.suggested_filename == "huarong.json"
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG").click()
    assert download.value.path().read_text("utf-8").count('class="huarong"') == 82
    page.locator("#text").fill(LONG)
    page.locator("#method").select_option("bfs")
    page.locator("#go").click()
    until(page, "Number(document.querySelector('#depth').textContent) > 3")
    page.locator("#stop").click()
    page.get_by_text("Stopped.").wait_for()
    page.locator("#text").fill("AAB\nA")
    page.locator("#go").click()
    page.locator(".faults li").first.wait_for()


def test_found_by_name_pinyin_and_pieces(page: Any) -> None:
    page.goto("/library")
    page.locator(".card").first.wait_for()
    named = ("sword across", "2x2:1 2x1:1 1x2:4 1x1:4", "rush hour 1", "si mian chu ge")
    for words in (CLASSIC, "heng-dao-li-ma", *named):
        page.locator("#search").fill(words)
        page.get_by_text(re.compile(rf"^{len(library.search(words))} puzzles?( |$)")).wait_for()
    page.locator("#search").fill("heng dao li ma")
    page.locator(".card").first.click()
    page.wait_for_selector("#board[data-ready]")
    assert "Sword Across the Saddle" in page.locator("#title").inner_text()


@pytest.mark.slow  # in the everyday part, test_map.py opens maps
def test_the_map_shows_every_layout_and_a_look(page: Any) -> None:
    page.goto("/map")
    page.wait_for_selector("#canvas[data-ready]")
    assert page.locator("#facts").inner_text() == "25,955 layouts, 41,948 steps between them"
    assert page.get_by_text("All reachable layouts are shown.").is_visible()
    box = page.locator("#canvas").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = page.locator("#look svg").inner_html()
    for i in range(60):
        page.mouse.move(x - 250 + 8 * i, y - 60)
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if page.locator("#look svg").inner_html() != before:
            break
    page.mouse.click(x - 250 + 8 * i, y - 60)
    page.get_by_text("Preview: your game").wait_for()
    page.mouse.wheel(0, -400)
    page.locator("#here").click()
    page.wait_for_selector("#board[data-ready]")
    assert "at=" in page.url


def test_settings_change_language_theme_and_names(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    assert "Cao Cao" in page.locator("[data-symbol=A] .label > .name").text_content()
    page.locator("#language").click()
    page.locator("#hint span").get_by_text("提示").wait_for()
    assert page.locator("[data-symbol=A] .label > .name").text_content() == "曹操"
    page.locator("#settings").click()
    for theme in ("dark", "contrast", "light"):
        page.locator("#set-theme").select_option(theme)
        assert page.evaluate("document.documentElement.dataset.theme") == theme
    page.locator("#set-pieces").select_option("plain")
    assert page.locator("#board tspan").count() == 0
    page.locator("#set-timer").uncheck()
    assert not page.locator("#timer").is_visible()
    page.locator("#set-lang").select_option("en")
    assert "Distances from a file" in page.locator("dialog").inner_text()
    assert page.locator("#set-theme").input_value() == "light"


@pytest.mark.slow  # drawings of what others show, and the clock
def test_goals_names_moves_and_the_timer_are_told(page: Any) -> None:
    ready(page, "/#p=横刀立牛")
    assert "横刀立牛" in page.locator("#say").inner_text() and page.locator("#board .piece").count() == 10
    ready(page, "/#p=AB./.../goal:/.AB/...")
    wanted = "Goal: A at row 1, column 2; B at row 1, column 3"
    assert page.get_by_role("img", name=wanted).is_visible()
    ready(page, "/#p=AB../..../goal:/..AB/..../goal:/..../..AB")
    page.get_by_role("img", name="Goal: A at row 2, column 3").wait_for()
    assert page.locator("#target svg").count() == 2
    ready(page, "/#p=gnome-klotski: Daisy")
    page.get_by_text("Bring the red piece to the marked place.").wait_for()
    ready(page, f"/#p={CLASSIC}")
    page.locator("#target").wait_for(state="hidden")
    assert page.locator("#time").inner_text() == "0:00"
    drag(page, cell_size(page), "N", [("D", 1)])
    page.keyboard.press("m")
    page.get_by_role("button", name="Soldier 1 right 1 81 to go (+1)").wait_for()  # to go on is no new move
    page.get_by_role("button", name="Soldier 2 down 1 81 to go (+2)").hover()
    page.locator(".arrow").wait_for()
    until(page, "document.querySelector('#time').textContent !== '0:00'")


@pytest.mark.slow
def test_who_looks_for_a_page_that_is_not_there_is_told(page: Any) -> None:
    page.goto("/nowhere")
    page.get_by_role("heading", name="There is no such page").wait_for()
    page.locator("main").get_by_role("link", name="Puzzles").click()
    page.locator(".card").first.wait_for()


def test_each_page_says_something_without_scripts() -> None:
    for each in (*PAGES, MISSING):
        assert "<noscript>" in each.html() and each.html().count("<main") == 1
        assert "{" not in re.sub(r'<script type="application/json".*</script>', "", each.html())


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (844, 390), (390, 844), (320, 640)])
def test_the_board_uses_the_screen_and_all_that_is_pressed_is_large_enough(lend: Any, size: tuple[int, int]) -> None:
    page = lend(viewport={"width": size[0], "height": size[1]})
    ready(page, f"/#p={CLASSIC}")
    box = page.locator("#board").bounding_box()
    assert box["y"] + box["height"] <= size[1]
    assert box["height"] >= 0.74 * size[1] or box["width"] >= 0.85 * size[0]
    for name in ("undo", "redo", "hint", "solve"):
        button = page.locator(f"#{name}").bounding_box()
        assert button["y"] + button["height"] <= size[1]
        assert min(button["width"], button["height"]) >= 44


@pytest.mark.slow
@pytest.mark.parametrize("where", ["/", "/edit"])
def test_a_link_says_who_can_open_it_and_the_puzzle_can_be_sent_instead(page: Any, where: str) -> None:
    page.goto(f"{where}#p=AB./.../goal:/.AB/...")
    if where == "/":
        page.wait_for_selector("#board[data-ready]")
    page.locator("#share:enabled").click()
    dialog = page.locator("dialog")
    dialog.get_by_text("This link works only on this computer.").wait_for()
    assert "Anyone" not in dialog.inner_text()
    assert hr.puzzle(dialog.locator("textarea").input_value()) == hr.puzzle("AB./.../goal:/.AB/...")
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Save as a file").click()
    assert hr.library.load(download.value.path()) == hr.puzzle("AB./.../goal:/.AB/...")


@pytest.mark.slow
def test_a_hint_that_cannot_be_asked_for_can_be_read(page: Any) -> None:
    """While a solution is shown, the button keeps the color of letters on its red, not that of letters on paper."""
    ready(page, f"/#p={CLASSIC}")
    color = "getComputedStyle(document.querySelector('#hint')).color"
    before = page.evaluate(color)
    page.locator("#solve").click()
    until(page, "document.querySelector('#hint').matches(':disabled, [aria-disabled=true]')")
    assert page.evaluate(color) == before


@pytest.mark.slow
def test_the_chosen_chapter_of_records_is_in_sight(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/records#chapter=rush-hour-all")
    page.locator(".card").first.wait_for()
    box = page.locator("#chapters [aria-pressed=true]").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


KINDS = "GCCG/GCCG/GYYG/GSSG/S..S"


@pytest.mark.parametrize("served", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_letter_for_each_kind_is_said(page: Any, served: bool) -> None:
    if not served:
        page.route("**/api/v1/**", lambda route: route.abort())
    page.goto(f"/solve#p={KINDS}")
    page.locator("#go").click()
    read = page.locator("#answer .read")
    read.wait_for()
    assert "Read as" in read.inner_text() and "G = 1x2:4" in read.inner_text()
    page.goto(f"/#p={KINDS}")
    page.wait_for_selector("#board[data-ready]")
    page.get_by_text("one letter for each kind").wait_for()


def test_another_notation_is_said_in_chinese_and_a_name_is_not(lend: Any) -> None:
    page = lend(locale="zh-CN")
    page.goto("/solve")
    page.locator("#text").fill("12BE9")
    page.get_by_text("也可能是").wait_for()
    page.goto("/#p=捷足先登")
    page.wait_for_selector("#board[data-ready]")
    drawn(page)
    assert page.get_by_text("读作").count() == 0
