"""What the service worker keeps: pages at once on a slow network, a new version told of, unknown addresses offline."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from huarong.web import server as serving
from tests.web.browser import kept_for_offline, opened

BOARD = """(() => {
    const seen = () => {
        if (!document.querySelector('#board .piece')) return requestAnimationFrame(seen);
        window.boardAt = performance.now();
    };
    requestAnimationFrame(seen);
})()"""


class Slow:
    """An application whose answers take a while longer, and wait where none are to come."""

    def __init__(self, app: Any) -> None:
        self.app, self.seconds = app, 0.0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await asyncio.sleep(self.seconds)
        await self.app(scope, receive, send)


@pytest.fixture
def slow(app: Any) -> Iterator[tuple[Slow, str]]:
    """A server that can be slow, and its address."""
    import uvicorn

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(100)
        wrapped = Slow(app)
        config = uvicorn.Config(wrapped, ws="none", log_level="error", lifespan="off", timeout_graceful_shutdown=1)
        running = uvicorn.Server(config)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not running.started:
            time.sleep(0.01)
        yield wrapped, f"http://127.0.0.1:{listener.getsockname()[1]}"
        running.should_exit = True
        thread.join(5)


def controlled(page: Any) -> None:
    """Wait until the service worker answers for the page."""
    page.goto("/")
    page.wait_for_selector("#board[data-ready]")
    for _ in range(200):
        if page.evaluate("Boolean(navigator.serviceWorker.controller)"):
            return
        page.wait_for_timeout(50)
    raise AssertionError("no worker")


def test_a_slow_network_is_not_waited_for_again(
    browser: Any, slow: tuple[Slow, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, address = slow
    with opened(browser, address, service_workers="allow") as page:
        controlled(page)
        app.seconds = 1.0
        page.add_init_script(BOARD)
        times = []
        for _ in range(3):
            page.reload()
            page.wait_for_selector("#board[data-ready]")
            times.append(page.evaluate("window.boardAt"))
        assert min(times) <= 400, times
        assert page.locator(".notice").count() == 0

        app.seconds = 0.0  # another version of the program
        monkeypatch.setattr(serving, "edition", lambda: "another")
        page.reload()
        page.locator(".notice").get_by_role("button", name="Reload").click()
        page.wait_for_selector("#board[data-ready]")
        page.wait_for_timeout(300)
        assert page.locator(".notice").count() == 0


def test_an_unknown_address_offline_is_said_to_be_unknown(browser: Any, slow: tuple[Slow, str]) -> None:
    with opened(browser, slow[1], service_workers="allow") as page:
        controlled(page)
        page.context.set_offline(True)
        page.goto("/no/such/page")
        page.get_by_role("heading", level=1).wait_for()
        assert "404" in page.url and "Not found" in page.title()
        page.goto("/?from=elsewhere")
        page.wait_for_selector("#board[data-ready]")
        page.context.set_offline(False)


@pytest.mark.slow
def test_answers_are_kept_and_renewed_behind(browser: Any, slow: tuple[Slow, str]) -> None:
    app, address = slow
    with opened(browser, address, service_workers="allow") as page:
        controlled(page)
        kept_for_offline(page)
        app.seconds = 1.0
        began = time.monotonic()
        page.evaluate("fetch('/api/v1/library').then((each) => each.json()).then(() => 0)")
        assert time.monotonic() - began < 0.8
