"""Browser pages that fail a test when a script or a request of theirs fails."""

from typing import Any

STILL = """() => new Promise((done) => {
  let still = 0, frames = 0;
  const seen = new MutationObserver(() => { still = 0; });
  seen.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const moving = (each) => each.playState === 'running' && Number.isFinite(each.effect.getComputedTiming().endTime);
  const look = () => {
    still = document.getAnimations().some(moving) ? 0 : still + 1;
    if (still < 10 && frames++ < 1000) requestAnimationFrame(look);
    else { seen.disconnect(); done(); }
  };
  requestAnimationFrame(look);
})"""


HINTED = """async () => {
  const say = document.querySelector('#say'), tick = () => new Promise((done) => setTimeout(done));
  const begun = performance.now();
  while (!document.querySelector('.arrow')) {
    const before = say.textContent;
    const next = () => say.textContent !== before && /Hint again|再点“提示”/.test(say.textContent);
    document.querySelector('#hint').click();
    while (!next() && !document.querySelector('.arrow')) await tick();
  }
  return performance.now() - begun;
}"""


def hint(page: Any) -> float:
    """Ask for hints until the move is shown, which the next one would play; returns the milliseconds that took."""
    return float(page.evaluate(HINTED))


def drawn(page: Any) -> None:
    """Wait until no request is open, and ten frames in a row have drawn nothing new."""
    page.wait_for_load_state("networkidle")
    page.evaluate(STILL)


def kept_for_offline(page: Any) -> None:
    """Wait until the page is kept for offline use; the server makes the library's tables meanwhile, up to a minute."""
    page.wait_for_selector("html[data-offline=ready]", timeout=600_000)


class opened:  # noqa: N801
    """A page in a context of its own.

    It has no service worker, which would fetch all files a second time, unless `service_workers="allow"` is given.
    """

    def __init__(self, browser: Any, server: str, **options: Any) -> None:
        self.browser = browser
        settings = {"base_url": server, "locale": "en-GB", "viewport": {"width": 1200, "height": 820}}
        settings |= {"service_workers": "block"}
        self.options = settings | options
        self.complaints: list[str] = []

    def __enter__(self) -> Any:
        self.context = self.browser.new_context(**self.options)
        self.page = page = self.context.new_page()
        page.set_default_timeout(180_000)  # for a page that hangs, not for one that is slow
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._note)
        return page

    def _note(self, message: Any) -> None:
        # Failed requests are reported on the page; only faults of the program fail a test.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)

    def __exit__(self, *error: object) -> None:
        self.context.close()
        if error[0] is None:
            assert self.complaints == [], self.complaints

    def forget(self) -> None:
        """Clear what a test left in a page: a new page takes longer to open than most tests."""
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.context.set_offline(False)
        self.page.unroute_all()
        self.page.goto("static/shared/theme.js")  # a page of this origin without scripts
        self.page.evaluate("localStorage.clear()")
        self.page.set_viewport_size(self.options["viewport"])
        self.page.emulate_media(media="null", forced_colors="none")
        complaints, self.complaints[:] = [*self.complaints], []
        assert complaints == []
