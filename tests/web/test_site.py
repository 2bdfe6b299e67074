"""The app as static files: written whole or not at all, and used without our server: play, hints, solver, editor,
map.
"""

import functools
import http.server
import json
import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import huarong as hr
from huarong.atlas.compressed import Compressed
from huarong.atlas.goals import read_goal
from huarong.errors import Cancelled, InputError
from huarong.web import site
from huarong.web.answers import table_url
from huarong.web.pages import POLICY
from huarong.web.server import offline_paths
from huarong.web.site import MARK, write_site
from tests.web.browser import hint, kept_for_offline, opened
from tests.web.test_pages import cell_size, drag, until

OWN = "AB./.../goal:/.AB/..."


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Python's own server of files, without its log."""

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def folder(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with the tables of one set of pieces and one trace only, since all of them take five seconds."""
    import huarong as hr

    shell, data = offline_paths()
    table = f"{table_url(hr.puzzle('横刀立马'))[1:]}&"
    first = next(path for path in data if "trace?" in path)
    few = [p for p in data if "?" not in p or p == first or p.startswith((table, "api/v1/claims"))]
    found = tmp_path_factory.mktemp("hosted") / "games"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "offline_paths", lambda: (shell, few))
        worker = threading.Thread(target=write_site, args=[found])  # this thread already runs a loop
        worker.start()
        worker.join()
    return found


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    """The address of a folder of a plain server of files."""
    handler = functools.partial(Quiet, directory=str(folder.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/games/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def tab(browser: Any, host: str) -> Iterator[opened]:
    """The page that `alone` lends."""
    kept = opened(browser, host)
    with kept:
        yield kept


@pytest.fixture
def alone(tab: opened) -> Iterator[Any]:
    """A page of the site; no request of it may fail."""
    failed: list[str] = []

    def note(told: Any) -> None:
        if told.status >= 400:
            failed.append(told.url)

    tab.page.on("response", note)
    yield tab.page
    tab.page.remove_listener("response", note)
    tab.forget()
    assert failed == []


def said(page: Any, text: str, where: str = "#say") -> None:
    until(page, f"document.querySelector('{where}').textContent.includes({json.dumps(text)})")


def test_it_plays_hints_and_solves_from_here(alone: Any) -> None:
    alone.goto("index.html#p=" + OWN)
    alone.wait_for_selector("#board[data-ready]")
    said(alone, "2 moves", "#facts")
    hint(alone)
    said(alone, "1 move to go")
    drag(alone, cell_size(alone), "B", [("R", 1)])
    until(alone, "document.querySelector('#moves').textContent.startsWith('1')")
    alone.click("#solve")
    until(alone, "!document.querySelector('#player').hidden")


@pytest.mark.slow  # every day one game is played there
def test_what_has_a_table_is_told_from_it_and_what_has_none_is_searched(alone: Any) -> None:
    alone.goto("index.html#p=横刀立马")
    alone.wait_for_selector("#board[data-ready]")
    hint(alone)
    said(alone, "80 moves to go")
    said(alone, "256 best solutions", "#facts")


TILES = {
    3: "8 7 6/5 4 3/2 1 0",
    4: "13 14 15 7/11 12 9 5/6 0 2 1/4 8 10 3",
    5: "24 20 8 14 7/16 9 15 19 0/5 10 18 4 1/17 12 2 13 6/3 11 21 22 23",
    6: "7 1 2 3 4 5/6 13 8 9 10 11/12 19 14 15 16 17/18 25 20 21 22 23/24 31 26 27 28 29/30 32 33 34 35 0",
}


@pytest.mark.slow  # every day one game is played there
@pytest.mark.parametrize("side", TILES)
def test_boards_of_tiles_have_hints_and_solutions_at_once(alone: Any, side: int) -> None:
    alone.goto(f"index.html#p={TILES[side]}")
    alone.wait_for_selector("#board[data-ready]")
    for played in range(1, 4):
        hint(alone)
        text = alone.text_content("#say")
        assert "to go" in text or "A good move" in text
        alone.click("#hint")
        until(alone, f"document.querySelector('#moves').textContent.startsWith('{played}')")
    alone.goto(f"solve.html#p={TILES[side]}")
    alone.click("#go")
    alone.wait_for_selector(".film li")


@pytest.mark.slow  # every day one game is played there
def test_it_solves_any_text_and_says_what_it_cannot(alone: Any) -> None:
    alone.goto("solve.html#p=1A9BF0C")
    alone.click("#go")
    said(alone, "81 moves, 90 slides")
    assert alone.locator(".film li").count() == 82
    alone.fill("#text", "nothing like that")
    alone.click("#go")
    said(alone, "No puzzle is called")


@pytest.mark.slow
def test_a_compressed_atlas_that_was_opened_gives_the_hints(alone: Any, tmp_path: Path) -> None:
    """The atlas gives hints for its whole family without a search: the worker that searches is removed."""
    family = hr.Space.parse("4x3", "2x2:1 2x1:0..1 1x2:0..2 1x1:0..4")
    atlas = hr.Atlas.build(family, read_goal(family, "..../.aa./.aa."))
    Compressed.of(atlas).save(tmp_path / "move.residues")
    alone.route("**/worker.js", lambda route: route.abort())
    alone.goto("index.html#p=AAB./AAC./D.../goal:/..../.AA./.AA.")
    alone.wait_for_selector("#board[data-ready]")
    alone.click("#settings")
    files = alone.locator("#set-atlas")
    files.set_input_files({"name": "x", "mimeType": "text/plain", "buffer": b"{}"})
    said(alone, "This is not a compressed atlas", "dialog")
    files.set_input_files(tmp_path / "move.residues")
    said(alone, "Loaded: Moves", "dialog")
    alone.reload()
    alone.wait_for_selector("#board[data-ready]")
    hint(alone)
    puzzle = hr.puzzle("AAB./AAC./D.../goal:/..../.AA./.AA.")
    best = hr.hint(puzzle).distance
    assert best is not None
    said(alone, f"{best - 1} moves to go")
    alone.unroute("**/worker.js")
    alone.evaluate("caches.delete('huarong-atlases')")


@pytest.mark.slow
def test_it_edits_with_every_fault_in_both_languages(alone: Any) -> None:
    alone.goto("edit.html#p=横刀立马")
    said(alone, "Fewest: 81 moves, 116 steps")
    alone.click("#as-text summary")
    alone.fill("#text", "AB\nA:\n")
    said(alone, "':' cannot stand for a piece", "#faults")
    alone.click("#language")
    alone.fill("#text", "AB\nA::\n")
    said(alone, "不能代表棋子", "#faults")


@pytest.mark.slow
def test_it_maps(alone: Any) -> None:
    alone.goto("map.html#p=" + OWN)
    alone.wait_for_selector("#canvas[data-ready]")
    said(alone, "30 layouts", "#facts")


def test_it_has_the_library_and_the_museum_and_says_what_needs_python(alone: Any) -> None:
    alone.goto("library.html")
    alone.wait_for_selector(".card")
    hrefs = alone.evaluate("[...document.querySelectorAll('.card')].slice(0, 2).map(a => a.href)")
    assert all("/games/#p=" in href for href in hrefs)
    alone.goto("study.html")
    alone.wait_for_selector("#steps[data-ready]")
    alone.goto("study.html#room=lv&show=lv-down&p=1A9BF0C&o=8&at=0")
    said(alone, "This show requires Python: its program is in Python")


def test_the_service_worker_keeps_it(browser: Any, host: str) -> None:
    with opened(browser, host, service_workers="allow") as page:
        page.goto("library.html")
        kept_for_offline(page)
        # A first page may have fetched the index before the worker saw its requests.
        page.evaluate(
            "caches.open('huarong-answers').then((all) => all.delete(new URL('kept/index.json', location.href)))"
        )
        page.context.set_offline(True)
        page.goto("./#p=横刀立马")
        page.wait_for_selector("#board[data-ready]")
        hint(page)
        said(page, "80 moves to go")
        timed(page)


@pytest.mark.slow  # every day it is tried offline, from files
def test_the_timer_works_offline_from_a_server(browser: Any, server: str) -> None:
    with opened(browser, server, service_workers="allow") as page:
        page.goto("timer")
        kept_for_offline(page)
        page.context.set_offline(True)
        timed(page, "timer")


def timed(page: Any, path: str = "timer.html") -> None:
    """Draw scrambles, from a table, from a search and of tiles, solve one, and save, read and replay it."""
    page.goto(f"{path}#p=横刀立马")
    for puzzle, away in (("横刀立马", "81"), ("AB./.../goal:/.../..A", "2"), ("123/456/780", "")):
        page.locator("#text").fill(puzzle)
        page.locator("#form button").click()
        until(page, "document.querySelector('#clock').textContent === '0.000'")
        page.evaluate("away => { for (const id of ['least', 'most']) document.getElementById(id).value = away; }", away)
        page.locator("#scramble").click()
        page.locator("#clock.inspecting").wait_for()
        assert page.locator("#away").inner_text() == (away or "–")
    page.goto("about:blank")
    page.goto(f"{path}#p=123/456/708")
    page.wait_for_selector("html[data-ready]")
    page.locator("#as-is").click()
    page.locator("#clock.inspecting").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("#solves tr").wait_for()
    with page.expect_download() as download:
        page.locator("#csv").click()
    page.locator("#file").set_input_files(download.value.path())
    said(page, "1 read, 0 rejected")
    page.locator(".linked").click()
    address = page.locator("dialog .copy input").input_value()
    page.goto("about:blank")
    page.goto(address)
    said(page, "A replay: 1 move")


def test_it_is_written_whole_or_not_at_all(folder: Path, tmp_path: Path, monkeypatch: Any) -> None:
    index = json.loads((folder / "kept" / "index.json").read_text("utf-8"))
    assert all((folder / "kept" / name).is_file() for name in index.values())
    listed = json.loads((folder / "offline.json").read_text("utf-8"))
    assert all((folder / (path or ".")).exists() for path in listed["shell"] + listed["data"])

    monkeypatch.setattr(site, "offline_paths", lambda: ([], []))
    taken = tmp_path / "mine"
    taken.mkdir()
    (taken / "thesis.txt").write_text("years of work", "utf-8")
    with pytest.raises(InputError, match="nothing was written"):
        write_site(taken)
    with pytest.raises(Cancelled):
        write_site(tmp_path / "new", cancel=lambda: True)
    assert [each.name for each in tmp_path.iterdir()] == ["mine"]
    assert [each.name for each in taken.iterdir()] == ["thesis.txt"]

    (tmp_path / "new").mkdir()  # an empty folder is taken
    made = write_site(tmp_path / "new")
    assert made.files == sum(each.is_file() for each in made.folder.rglob("*"))
    pages = [path.read_text("utf-8") for path in made.folder.glob("*.html")]
    assert all(
        page.index(f'http-equiv="content-security-policy" content="{POLICY}"') < page.index("<script") for page in pages
    )
    (made.folder / "index.html").unlink()
    write_site(made.folder)  # an earlier site is replaced
    assert (made.folder / "index.html").is_file()
    assert (made.folder / MARK).is_file()
    assert len(list(tmp_path.iterdir())) == 2


def test_what_lies_beside_a_site_stays_and_what_killed_writers_left_goes(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(site, "offline_paths", lambda: ([], []))
    target = tmp_path / "site"
    write_site(target)
    (target / ".git").mkdir()
    (target / "CNAME").write_text("huarong.example", "utf-8")
    write_site(target)
    assert (target / "CNAME").is_file() and (target / ".git").is_dir()

    begun, moved = (tmp_path / f".site.4194305.1.part{end}" for end in ("", ".old"))  # no process has that number
    shutil.copytree(target, begun)
    target.rename(moved)  # killed between the two renames
    open_ = tmp_path / f".site.{os.getpid()}.7.part"
    shutil.copytree(begun, open_)
    os.utime(open_ / MARK, (later := time.time() + 3600, later))  # just begun, however slow this is
    other = tmp_path / ".sites.4194305.1.part"
    shutil.copytree(begun, other)
    with pytest.raises(Cancelled):
        write_site(target, cancel=lambda: True)
    assert (target / "CNAME").is_file()
    write_site(target)
    assert (target / "CNAME").is_file() and (target / "index.html").is_file()
    assert {each.name for each in tmp_path.iterdir()} == {"site", open_.name, other.name}


@pytest.mark.slow
@pytest.mark.parametrize("trouble", ["away", "busy"])
def test_the_server_s_own_pages_answer_alone_where_it_does_not(page: Any, trouble: str) -> None:
    """A puzzle without a stored table, on a page of `huarong serve` that is offline, or whose server is busy."""
    page.goto("/#p=" + OWN)
    page.wait_for_selector("#board[data-ready]")

    def answer(route: Any) -> None:
        if trouble == "away":
            route.abort()
        else:
            route.fulfill(status=503, json={"error": {"reason": "too many searches are waiting"}})

    page.route("**/api/v1/**", answer)
    hint(page)
    said(page, "1 move to go")
    page.goto("/#p=ABC/.D./goal:/.../..D")
    said(page, "moves", "#facts")
    page.unroute("**/api/v1/**")


@pytest.mark.slow
def test_the_book_of_records_is_there(alone: Any) -> None:
    alone.goto("records.html#chapter=klotski-4x5")
    alone.wait_for_selector(".card")
    said(alone, "records, the longest first")
    assert alone.locator(".card").first.get_attribute("href").startswith("/games/#p=")
    with alone.expect_navigation():
        alone.locator(".card").first.click()
    alone.wait_for_selector("#board[data-ready]")
