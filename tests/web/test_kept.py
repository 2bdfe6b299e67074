"""What the service worker keeps: pages at once on a slow network, a new version told of, unknown addresses offline."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from huarong.web import server as serving
from tests.web.browser import kept_for_offline, opened
from tests.web.test_pages import until

ASKED = """() => new Promise((done) => {
    navigator.serviceWorker.addEventListener('message', ({ data }) => done(data), { once: true });
    navigator.serviceWorker.controller.postMessage('news');
})"""


class Slow:
    """An application that answers nothing while it is `shut`."""

    def __init__(self, app: Any) -> None:
        self.app, self.shut = app, False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while self.shut:
            await asyncio.sleep(0.01)
        await self.app(scope, receive, send)


@pytest.fixture
def slow(app: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Slow, str]]:
    """A server that can keep its answers back and has no tables to keep, and its address."""
    import uvicorn

    shell, data = serving.offline_paths()
    monkeypatch.setattr(serving, "offline_paths", lambda: (shell, data[:5]))
    with socket.socket(proto=socket.IPPROTO_TCP) as listener:
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
        wrapped.shut = False
        running.should_exit = True
        thread.join(5)


def controlled(page: Any) -> None:
    """Wait until the service worker answers for the page."""
    page.goto("/")
    page.wait_for_selector("#board[data-ready]")
    until(page, "Boolean(navigator.serviceWorker.controller)")


def test_a_slow_network_is_not_waited_for_again_and_unknown_addresses_are_said_offline(
    browser: Any, slow: tuple[Slow, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, address = slow
    with opened(browser, address, service_workers="allow") as page:
        controlled(page)
        app.shut = True
        page.reload(wait_until="commit")
        page.wait_for_selector("#board .piece")
        app.shut = False
        page.wait_for_selector("#board[data-ready]")
        assert page.locator(".notice").count() == 0

        page.context.set_offline(True)
        page.goto("/no/such/page")
        page.get_by_role("heading", level=1).wait_for()
        assert "404" in page.url and "Not found" in page.title()
        page.goto("/?from=elsewhere")
        page.wait_for_selector("#board[data-ready]")
        page.context.set_offline(False)

        # another version of the program
        monkeypatch.setattr(serving, "edition", lambda changed: "another")
        page.reload()
        page.locator(".notice").wait_for()
        assert page.evaluate(ASKED) == "new"  # also a page that did not listen when the others were notified
        page.locator(".notice").get_by_role("button", name="Reload").click()
        page.wait_for_selector("#board[data-ready]")
        page.wait_for_timeout(300)
        assert page.locator(".notice").count() == 0


@pytest.mark.slow
def test_answers_are_kept_and_renewed_behind(browser: Any, slow: tuple[Slow, str]) -> None:
    app, address = slow
    with opened(browser, address, service_workers="allow") as page:
        controlled(page)
        kept_for_offline(page)
        app.shut = True
        page.evaluate("fetch('/api/v1/library').then((each) => each.json()).then(() => 0)")
        app.shut = False
