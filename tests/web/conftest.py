"""A server of its own for these tests, and a browser for those that need one."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import opened

HEADLESS = "/usr/bin/chromium-headless-shell"
CHROMIUM = next(
    filter(Path.exists, map(Path, (os.environ.get("HUARONG_CHROMIUM", HEADLESS), "/usr/bin/chromium"))), None
)
"""The shell draws no window around the page: to open a page takes it two thirds of the processor's time."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--enable-unsafe-swiftshader"]
ARGUMENTS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or writes the user's own cache; no request is given up because the machine is busy."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HUARONG_CACHE", str(folder))
        patch.setattr("huarong.web.endpoint.PATIENCE", 600.0)
        yield folder


@pytest.fixture(scope="session")
def app(cache: Path) -> Any:
    """The application that `server` serves."""
    from huarong.web.server import create

    return create()


@pytest.fixture(scope="session")
def server(app: Any) -> Iterator[str]:
    """The address of a running server."""
    import socket

    import uvicorn

    from huarong.web.protocol import Bounded

    with socket.socket(proto=socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(1024)
        config = uvicorn.Config(
            app, http=Bounded, ws="none", log_level="error", lifespan="on", timeout_graceful_shutdown=1
        )
        running = uvicorn.Server(config)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
        thread.start()
        while not running.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        running.should_exit = True
        thread.join(60)


@pytest.fixture(scope="module")
def client(cache: Path) -> Iterator[Any]:
    """A client of an application of its own, without a network."""
    if os.environ.get("CI", "").lower() != "true":
        pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")
    from starlette.testclient import TestClient

    from huarong.web.server import create

    with TestClient(create(), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Debian's Chromium or its headless shell; without them the tests skip, except in CI."""
    must = os.environ.get("CI", "").lower() == "true"
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        if must:
            raise
        pytest.skip("Playwright for Python is not installed (pip install 'huarong[test]')")
    if CHROMIUM is None:
        why = "there is no Chromium (apt install chromium-headless-shell, or set HUARONG_CHROMIUM)"
        pytest.fail(why) if must else pytest.skip(why)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="package")
def lent(browser: Any, server: str) -> Iterator[dict[str, opened]]:
    """The pages that `lend` lends to one test after another, by the options of their contexts."""
    kept: dict[str, opened] = {}
    yield kept
    for each in kept.values():
        each.context.close()


@pytest.fixture
def lend(lent: dict[str, opened], browser: Any, server: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Lends pages that nothing was done with, by their contexts' options; what one complains of fails the test."""
    used: dict[str, opened] = {}

    def lending(viewport: dict[str, int] | None = None, **options: Any) -> Any:
        name = repr(sorted(options.items()))
        if name not in lent:
            lent[name] = opened(browser, server, **options)
            lent[name].__enter__()
        used[name] = lent[name]
        if viewport:
            used[name].page.set_viewport_size(viewport)
        return used[name].page

    failed = request.session.testsfailed
    yield lending
    for name, each in used.items():
        if request.session.testsfailed > failed:  # whatever it is left in the middle of
            lent.pop(name).context.close()
        else:
            each.forget()


@pytest.fixture
def page(lend: Any) -> Any:
    """A lent page, in English."""
    return lend()


@pytest.fixture(scope="package")
def modules(browser: Any, server: str) -> Iterator[Any]:
    """A page that can import the pages' modules."""
    with opened(browser, server) as page:
        page.goto("/solve")
        yield page
