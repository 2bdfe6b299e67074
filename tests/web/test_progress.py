"""A player's progress through the puzzles is stored, shown, and can be taken to another browser."""

import datetime
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from huarong.library import catalogue
from tests.cli.running import read
from tests.web.browser import hint, opened
from tests.web.node import needs_node, told
from tests.web.test_pages import CLASSIC, cell_size, counters, drag, place, ready, until

SMALL = "AB./.../goal:/.AB/..."


def solve_small(page: Any, badly: bool = False) -> None:
    ready(page, f"/#p={SMALL}")
    size = cell_size(page)
    if badly:
        drag(page, size, "A", [("D", 1)])
        drag(page, size, "B", [("R", 1)])
        drag(page, size, "A", [("R", 1), ("U", 1)])
    else:
        drag(page, size, "B", [("R", 1)])
        drag(page, size, "A", [("R", 1)])
    page.locator("#done h2").wait_for()


@pytest.mark.slow
def test_a_perfect_game_is_marked_kept_and_taken_along(browser: Any, server: str, tmp_path: Path) -> None:
    with opened(browser, server) as page:
        solve_small(page)
        page.get_by_role("heading", name="Perfect").wait_for()
        until(page, "document.querySelector('#facts').textContent.includes('✪ your best: 2')")
        page.goto("/path")
        page.get_by_text("1 puzzle solved, 1 perfectly; 1 game finished.").wait_for()
        page.get_by_text("1 day in a row").wait_for()
        with page.expect_download() as download:
            page.locator("#export").click()
        file = tmp_path / "kept.json"
        download.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["puzzles"][SMALL]["perfect"]
    with opened(browser, server) as page:
        page.goto("/path")
        page.get_by_text("0 puzzles solved").wait_for()  # the page listens by now
        page.locator("#file").set_input_files(file)
        page.get_by_text("1 puzzle solved").wait_for()
        broken = tmp_path / "broken.json"
        broken.write_text("{}", "utf-8")
        page.locator("#file").set_input_files(broken)
        page.get_by_text("This file does not contain results.").wait_for()
        page.get_by_text("1 puzzle solved").wait_for()


def test_a_record_counts_a_game_once_and_two_records_lose_nothing(modules: Any) -> None:
    told = modules.evaluate(
        """async () => {
            const { empty, finished, merged, streak, read, toggled } = await import('/static/library/progress.js');
            const game = (id, play, move, day, seen = false) => ({ id, play, counts: { move, slide: move, step: 9 },
                best: { move: 3, slide: 2, step: 9 }, seconds: 5, seen, at: new Date(`${day}T12:00:00`) });
            let a = finished(empty(), game('x', '1', 4, '2026-11-20'));
            a = finished(a, game('x', '1', 3, '2026-11-21'));
            let b = finished(empty(), game('x', '2', 5, '2026-11-22', true));
            b = toggled(finished(b, game('y', '3', 4, '2026-11-24')), 'y');
            const all = merged(a, b);
            return { once: a.puzzles.x.solved, perfect: a.puzzles.x.perfect, seen: b.puzzles.x.perfect.length,
                log: all.log.length, best: all.puzzles.x.best.move,
                days: all.days, same: JSON.stringify(read(JSON.parse(JSON.stringify(all)))) === JSON.stringify(all),
                    liked: all.favourites,
                streaks: ['2026-11-22', '2026-11-24', '2026-11-25', '2026-11-27'].map((day) => streak(all,
                    day)).map(({ now, most }) => [now, most]) };
        }"""
    )
    counts = {"once": 1, "perfect": ["step", "move"], "seen": 0, "log": 3, "best": 3, "same": True, "liked": ["y"]}
    days = ["2026-11-20", "2026-11-22", "2026-11-24"]
    assert told == counts | {"streaks": [[1, 1], [1, 1], [1, 1], [0, 1]], "days": days}


def test_the_path_rises_from_five_moves_to_the_last_and_a_day_has_one_puzzle(modules: Any) -> None:
    path, days = modules.evaluate(
        """async () => {
            const { pathOf, dailyOf } = await import('/static/library/course.js'),
                { rowsOf } = await import('/static/library/catalogue.js');
            const all = await (await fetch('/api/v1/library')).json(), rows = rowsOf(all);
            const days = Array.from({ length: 7 * 180 }, (_, i) => dailyOf(all, rows, new Date(Date.UTC(2026, 0,
                5 + i)).toISOString().slice(0, 10)));
            return [pathOf(rows).map(({ zh, moves, rating }) => [zh, moves, rating]), days.map(({ id, rating }) => [id,
                rating])];
        }"""
    )
    ratings = [rating for *_, rating in path]
    assert path[0][1] == 5 and path[-1][0] == "峰回路转"
    assert ratings == sorted(set(ratings)) and len(path) > 40
    assert CLASSIC in [name for name, *_ in path]
    first = datetime.date(2026, 1, 5)
    assert [name for name, _ in days] == [
        catalogue.daily(first + datetime.timedelta(i)).title("zh") for i in range(len(days))
    ]
    # 2026-01-05 is a Monday: Mondays are easy, Sundays hard; none comes again before all have been.
    assert max(rating for _, rating in days[::7]) <= min(rating for _, rating in days[6::7])
    mondays = Counter(name for name, _ in days[::7])
    assert max(mondays.values()) - min(mondays.values()) <= 1 and len(mondays) > 50


TYPED = dict.fromkeys(("hdlm", "heng dao li mq", "横刀立牛", "L'âne rouge", "ane ruoge", "箱入り娘"), CLASSIC)
TYPED |= {"sword acros the sadle": CLASSIC, "bbg": "步步高3", "fhlz": "峰回路转"}


def test_found_by_slips_initials_and_other_languages(modules: Any) -> None:
    script = """async (all) => {
        const { rowsOf, found } = await import('/static/library/catalogue.js');
        const rows = rowsOf(await (await fetch('/api/v1/library')).json());
        return all.map((typed) => found(rows, typed).map((row) => row.id));
    }"""
    for (typed, first), found in zip(TYPED.items(), modules.evaluate(script, [*TYPED]), strict=True):
        assert first in found[:3] and len(found) < 30, typed


@pytest.mark.slow  # the everyday part finds a puzzle by its name
def test_nothing_found_says_what_to_do_and_filters_and_favourites_find(page: Any) -> None:
    page.goto("/library")
    page.locator(".card").first.wait_for()
    assert "Way Out" not in page.locator(".card").first.inner_text()
    page.locator("#search").fill("qqqqqq")
    page.get_by_role("button", name="Show all").click()
    page.locator("#filters summary").click()
    page.locator("#from").fill("130")
    page.locator("#to").fill("138")
    page.get_by_role("button", name="Huarong Dao").click()
    wanted = sum(
        1
        for entry in catalogue.entries()
        if entry.group == "openings" and not entry.name.startswith("Unnamed ") and 130 <= moves(entry) <= 138
    )
    page.get_by_text(f"{wanted} puzzles", exact=True).wait_for()
    name = page.locator(".card").first.inner_text().strip()
    page.get_by_role("button", name=f"Favorite: {name}").click()
    page.locator("#mark").select_option("favourite")
    page.get_by_text("1 puzzle", exact=True).wait_for()
    page.reload()
    page.get_by_text("1 puzzle", exact=True).wait_for()
    assert page.locator(".card").first.inner_text().strip() == name


def test_the_filter_of_difficulty_finds_what_list_finds(page: Any) -> None:
    page.goto("/library")
    page.locator(".card").first.wait_for()
    page.locator("#filters summary").click()
    page.locator("#unnamed").check()
    for word in ("easy", "expert"):
        page.locator("#level").select_option(word)
        count = len(read("list", "--difficulty", word)["puzzles"])
        page.get_by_text(f"{count} puzzles", exact=True).wait_for()
    page.reload()
    page.get_by_text(f"{count} puzzles", exact=True).wait_for()


def moves(entry: Any) -> int:
    from huarong.library.catalogue import best_counts

    return (best_counts(entry) or {}).get("move") or 0


@pytest.mark.slow  # plays a whole lesson
def test_first_steps_teach_by_doing_and_lead_to_the_path(page: Any) -> None:
    page.goto("/path")
    page.get_by_role("link", name="3. A move").click()
    page.wait_for_selector("#board[data-ready]")
    page.get_by_text("Drag it around the corner").wait_for()
    drag(page, cell_size(page), "A", [("R", 2), ("D", 2)])
    page.get_by_text("1 move, 2 slides, 4 steps").wait_for()
    page.locator("#done").get_by_role("button", name="Next puzzle").click()
    page.get_by_text("The small piece is in the way").wait_for()
    size = cell_size(page)
    drag(page, size, "B", [("U", 1)])
    drag(page, size, "A", [("D", 1), ("R", 1)])
    page.locator("#done").get_by_role("button", name="Next puzzle").click()
    page.get_by_text("Path · 1 of ").wait_for()
    page.goto("/path")
    assert "✓" in page.locator("#learn li").nth(2).inner_text()


def test_a_mistake_is_shown_and_tried_again_until_it_is_found(page: Any) -> None:
    solve_small(page, badly=True)
    row = page.locator("#review li")
    row.wait_for()
    assert "Move 1, A down 1: +1" in row.inner_text()
    row.get_by_role("button").click()
    page.locator(".arrow.best").wait_for()
    assert page.locator(".arrow.played").count() == 1
    told = "Move 1 was A down 1: +1. Green: B right 1. B reaches its place in the goal."
    page.locator("#say").get_by_text(told).wait_for()  # the reason comes a moment later
    page.keyboard.press("Escape")
    assert counters(page)[0] == 3
    row.get_by_role("button").click()
    page.get_by_role("button", name="Try it").click()
    assert (place(page, "A"), place(page, "B")) == ((0, 0), (1, 0))
    drag(page, cell_size(page), "A", [("D", 1)])
    page.locator("#say").get_by_text("Not the best; try again").wait_for()
    assert place(page, "A") == (0, 0)
    drag(page, cell_size(page), "B", [("R", 1)])
    page.locator("#say").get_by_text("the best move").wait_for()
    page.locator("#leave-lesson").click()
    assert "✓" in row.inner_text()
    assert (place(page, "A"), counters(page)[0]) == ((1, 0), 3)


@pytest.mark.slow
def test_a_set_of_a_teacher_goes_in_its_order_and_is_printed(page: Any) -> None:
    page.goto("/library")
    page.locator(".card").first.wait_for()
    page.get_by_role("button", name="Make a set").click()
    page.locator("#search").fill("捷足先登")
    page.locator(".card").first.click()
    page.locator("#search").fill(CLASSIC)
    page.locator(".card").first.click()
    page.get_by_role("button", name="Done").click()
    page.locator("#set-title").fill("Class 4")
    page.locator("#set").get_by_role("button", name="Share").click()
    link = page.locator("dialog .copy input").input_value()
    page.goto("/solve")
    page.goto(link)
    page.get_by_role("link", name="Start").click()
    page.wait_for_selector("#board[data-ready]")
    page.get_by_text("Class 4 · 1 of 2").wait_for()
    assert "Swift Feet" in page.locator("#title").inner_text()
    page.locator("#next").click()
    page.get_by_text("Class 4 · 2 of 2").wait_for()
    page.goto(link)
    page.locator(".card").first.wait_for()
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print sheets").click()
    until(page, "window.printed")
    page.locator(".printed").last.wait_for(state="attached")
    page.emulate_media(media="print")
    assert page.locator(".printed").count() == 2
    assert page.locator(".printed svg").first.is_visible() and not page.locator("nav").is_visible()


@pytest.mark.slow  # plays a whole game and makes a picture
def test_the_end_is_shared_with_a_code_that_a_camera_reads(page: Any, tmp_path: Path) -> None:
    zxing = pytest.importorskip("zxingcpp", reason="pip install 'huarong[test]'")
    from PIL import Image

    solve_small(page)
    page.locator("#done").get_by_role("button", name="Share").click()
    link = page.locator("dialog .copy input").last.input_value()
    file = tmp_path / "code.png"
    page.locator(".code").screenshot(path=file)
    assert [found.text for found in zxing.read_barcodes(Image.open(file))] == [link]
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert [each.text for each in zxing.read_barcodes(Image.open(download.value.path()))] == [link]


@pytest.mark.slow
def test_the_system_shares_text_link_and_picture_and_vibrates_where_it_can(browser: Any, server: str) -> None:
    """Sharing and vibration by the system, replaced by stand-ins, since the browser of a test machine has none."""
    with opened(browser, server) as page:
        page.goto("/#p=" + SMALL)
        page.evaluate("localStorage.setItem('huarong.settings', JSON.stringify({ vibration: true }))")
        page.add_init_script("""
            globalThis.felt = []; globalThis.shared = [];
            const give = (name, value) => Object.defineProperty(navigator, name, { value });
            give('vibrate', (beat) => felt.push(beat));
            give('canShare', ({ files }) => files[0].type === 'image/png');
            give('share', async ({ files, ...all }) => {
                shared.push({ ...all, files: files.map(({ name }) => name) });
                if (shared.length > 1) throw new DOMException('closed', 'AbortError');
            });""")
        page.reload()
        solve_small(page)
        assert page.evaluate("[felt.length, felt[0], felt.at(-1).length]") == [3, 12, 5]
        page.locator("#done").get_by_role("button", name="Share").click()
        for n in (1, 2):  # the second is cancelled by the person, which is no fault
            page.locator("dialog").get_by_role("button", name="Share…").click()
            until(page, f"shared.length === {n}")
        first, second = page.evaluate("shared")
        assert first == second
        assert first["files"] == ["huarong.png"]
        assert first["url"].endswith("/?p=AB.%2F...%2Fgoal%3A%2F.AB%2F...")
        assert "In 2 moves, the fewest possible." in first["text"]


@needs_node
def test_codes_of_every_length_are_read() -> None:
    zxing = pytest.importorskip("zxingcpp", reason="pip install 'huarong[test]'")
    import numpy as np

    texts = ["x" * n + "华容" for n in (0, 3, 30, 90, 230, 700, 1500, 2300)]
    script = "const { encode } = await from('play/qr'); return given.map((t) => encode(new TextEncoder().encode(t)));"
    for text, cells in zip(texts, told(script, texts), strict=True):
        picture = np.pad(1 - np.array(cells, dtype=np.uint8), 4, constant_values=1)
        found = zxing.read_barcodes((255 * picture).repeat(4, 0).repeat(4, 1))
        assert [each.text for each in found] == [text]


@pytest.mark.slow  # plays a whole solution
def test_what_is_said_is_said_again_in_the_other_language_and_esc_leaves_playback(page: Any) -> None:
    ready(page, f"/#p={CLASSIC}")
    hint(page)
    page.get_by_text("Soldier 1 down 1: 80 moves to go.").wait_for()
    page.locator("#language").click()
    page.get_by_text("卒一 下一格，走后还差 80 步").wait_for()
    page.keyboard.press("s")
    page.locator("#player").wait_for()
    page.keyboard.press("Escape")
    page.locator("#player").wait_for(state="hidden")


@pytest.mark.slow
def test_a_game_from_elsewhere_than_the_start_is_no_solution_of_the_puzzle(page: Any) -> None:
    ready(page, f"/#p={SMALL}&at=0.2")
    drag(page, cell_size(page), "A", [("R", 1)])
    page.locator("#done h2").wait_for()
    page.goto("/path")
    page.get_by_text("0 puzzles solved").wait_for()


@pytest.mark.slow
def test_a_level_of_the_path_keeps_its_name_on_the_board(page: Any) -> None:
    page.goto("/path")
    name = page.locator("#path .card", has_text="Level ").first.text_content().strip()
    page.get_by_role("link", name=name).first.click()
    page.wait_for_selector("#board[data-ready]")
    page.get_by_text("Path · ").wait_for()
    assert page.locator("#title").inner_text() == name
