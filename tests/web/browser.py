"""Pages of a browser that fail a test when they complain."""

from __future__ import annotations

from typing import Any


class opened:  # noqa: N801
    """A page in a context of its own."""

    def __init__(self, browser: Any, server: str, **options: Any) -> None:
        self.browser = browser
        settings = {
            "base_url": server,
            "locale": "en-GB",
            "viewport": {"width": 1200, "height": 820},
        }
        self.options = settings | options
        self.complaints: list[str] = []

    def __enter__(self) -> Any:
        self.context = self.browser.new_context(**self.options)
        page = self.context.new_page()
        page.set_default_timeout(60_000)  # for a page that hangs, not for one that is slow
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._note)
        return page

    def _note(self, message: Any) -> None:
        # A request that is refused or has no server is told on the page; only the program's own faults count.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)

    def __exit__(self, *error: object) -> None:
        self.context.close()
        if error[0] is None:
            assert self.complaints == [], self.complaints
