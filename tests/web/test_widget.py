"""`<huarong-board>` on a page of another site, and in a notebook: one module, played by drag, keys and hints."""

import functools
import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from huarong.web.generated import MADE
from huarong.web.widget import BoardWidget
from tests.web.browser import opened
from tests.web.test_pages import until
from tests.web.test_site import Quiet

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Somebody's page</title>
<script type="module" src="huarong-board.js"></script>
<huarong-board id="own" puzzle="AB./.../goal:/.AB/..." map></huarong-board>
<huarong-board id="classic" puzzle="横刀立马" lang="zh"></huarong-board>
<huarong-board id="bad" puzzle="AB/A:"></huarong-board>"""
DEEP = "document.querySelector('{id}').shadowRoot.querySelector('{what}')"


@pytest.fixture(scope="module")
def theirs(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A page of another site, which loads only the one module."""
    folder = tmp_path_factory.mktemp("theirs")
    (folder / "index.html").write_text(PAGE, "utf-8")
    (folder / "huarong-board.js").write_bytes(MADE["huarong-board.js"]())
    (folder / "favicon.ico").write_bytes(b"")
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        with opened(browser, f"http://127.0.0.1:{server.server_address[1]}") as page:
            asked: list[str] = []
            page.on("request", lambda request: asked.append(request.url))
            page.goto("/index.html")
            page.wait_for_selector("#own .piece")
            yield page
            names = {Path(url).name for url in asked if not url.startswith("blob:")}
            assert names <= {"index.html", "huarong-board.js", "favicon.ico"}, names
        server.shutdown()
        thread.join()


def has(page: Any, where: str, text: str) -> None:
    until(page, f"document.querySelector('{where}').shadowRoot.textContent.includes('{text}')")


def test_the_module_imports_nothing() -> None:
    text = MADE["huarong-board.js"]().decode()
    assert not re.search(r"^\s*import\b|\bfetch\(|import\(", text, re.M)


def test_it_is_played_by_drag_keys_and_hints(theirs: Any) -> None:
    theirs.evaluate(
        """() => { globalThis.heard = [];
            addEventListener('huarong-move', (e) => heard.push(e.detail.moves.join(' '))); }"""
    )
    box = theirs.locator("#own .piece[data-symbol=B]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    theirs.mouse.move(x, y)
    theirs.mouse.down()
    theirs.mouse.move(x + box["width"], y, steps=4)
    theirs.mouse.up()
    has(theirs, "#own", "1 move, 1 step")
    theirs.locator("#own button").first.click()
    has(theirs, "#own", "A right 1 · 1 move to go")
    theirs.locator("#own .piece[data-symbol=A]").focus()
    theirs.keyboard.press("ArrowRight")
    has(theirs, "#own", "Solved!")
    assert theirs.evaluate("heard") == ["B R1", "B R1 A R1"]
    assert theirs.evaluate("document.querySelector('#own').counts") == {"move": 2, "slide": 2, "step": 2}
    theirs.keyboard.press("z")
    has(theirs, "#own", "1 move, 1 step")


def test_names_and_both_languages_and_what_is_wrong(theirs: Any) -> None:
    has(theirs, "#classic", "曹操")
    theirs.locator("#classic button").first.click()
    has(theirs, "#classic", "还要 81 步")
    has(theirs, "#bad", "cannot stand for a piece")


def test_it_is_light_or_dark_as_the_page_around_it_not_as_the_system(theirs: Any) -> None:
    colours = (
        "[getComputedStyle(document.querySelector('#own')).color, getComputedStyle(document.body).color, "
        "getComputedStyle(document.querySelector('#own').shadowRoot.querySelector('.floor')).fill]"
    )
    theirs.emulate_media(color_scheme="dark")
    ink, page, floor = theirs.evaluate(colours)
    assert ink == page == "rgb(0, 0, 0)" and floor == "rgb(222, 205, 169)"
    theirs.evaluate("document.documentElement.style.colorScheme = 'dark'")
    ink, page, floor = theirs.evaluate(colours)
    assert ink == page == "rgb(255, 255, 255)" and floor == "rgb(43, 37, 31)"
    theirs.evaluate("document.documentElement.style.colorScheme = ''")
    theirs.emulate_media(color_scheme="null")


def test_its_board_has_the_pieces_of_the_page_and_numbered_soldiers(theirs: Any) -> None:
    inside = "[...document.querySelector('#classic').shadowRoot.querySelectorAll('{}')]"
    until(theirs, f"{inside.format('.piece .sheen')}.length === 10")
    numbers = f"{inside.format('.index')}.map((each) => each.textContent).sort().join()"
    assert theirs.evaluate(numbers) == "一,三,二,四"
    assert theirs.evaluate(f"{inside.format('#wood')}.length") == 1
    hidden = "document.querySelector('#bad').shadowRoot.querySelector('.row').offsetHeight === 0"
    assert theirs.evaluate(hidden)


def test_the_map_draws_what_is_in_reach(theirs: Any) -> None:
    drawn = """() => {
        const canvas = document.querySelector('#own').shadowRoot.querySelector('canvas');
        return !canvas.hidden && canvas.width > 100 && canvas.getContext('2d').getImageData(0, 0, canvas.width,
            canvas.height).data.some((v) => v);
    }"""
    until(theirs, f"({drawn})()")


def test_in_a_notebook_moves_are_read_from_python(theirs: Any) -> None:
    """The notebook's side: the function that anywidget calls, with a stand-in for its model.

    The page itself says when it has finished: Chromium before v8/v8@5177b10 loses a promise that Playwright waits for
    if garbage is collected (the map allocates much) after it has settled and before that is reported.
    """
    theirs.evaluate(
        """(given) => void (async ([esm, traits]) => {
            const { default: widget } = await import(URL.createObjectURL(new Blob([esm], { type: 'text/javascript' })));
            const values = { ...traits }, listeners = {}, saved = [];
            const model = { get: (name) => values[name], set: (name, value) => { values[name] = value; },
                save_changes: () => saved.push([...values.moves]), on: (name, act) => { listeners[name] = act; } };
            const el = document.body.appendChild(document.createElement('div'));
            widget.render({ model, el });
            const board = el.querySelector('huarong-board');
            board.play(1, 2);
            listeners['msg:custom']('undo');
            board.play(1, 2);
            board.play(0, 1);
            const other = document.body.appendChild(document.createElement('div'));
            widget.render({ model: { ...model, on: (name, act) => { listeners[name] = act; } }, el: other });
            const again = other.querySelector('huarong-board'), shown = [again.solved];
            values.moves = ['B D1'];
            listeners['change:moves']();
            shown.push(again.heads, again.moves);
            const map = board.hasAttribute('map');
            globalThis.told = { shown, saved, solved: values.solved, heads: values.heads, map };
        })(given)""",
        [BoardWidget._esm, {"puzzle": "AB./.../goal:/.AB/...", "metric": "move", "show_map": True, "lang": ""}],
    )
    until(theirs, "globalThis.told")
    assert theirs.evaluate("told") == {
        "saved": [["B R1"], [], ["B R1"], *[["B R1", "A R1"]] * 2, ["B D1"]],
        "shown": [True, [0, 4], ["B D1"]],
        "solved": False,
        "heads": [0, 4],
        "map": True,
    }


def test_the_widget_of_python() -> None:
    board = BoardWidget("捷足先登", "slide", show_map=True)
    seen: list[Any] = []
    board.observe(lambda change: seen.append(change["new"]), "moves")
    board.moves = [str(board.position.moves()[0])]
    assert seen == [board.moves]
    assert board.position.rows() != BoardWidget("捷足先登").position.rows()
    sent: list[Any] = []
    board.send = lambda message: sent.append(message)
    board.hint()
    board.undo()
    assert sent == ["hint", "undo"]
