"""How soon the web app shows a board and a hint in a browser, what a page weighs, what a frame of the map takes.

    python benchmarks/web/page_web.py [--rounds 20] [--chromium /usr/bin/chromium]

Needs Playwright and Chromium. `cold`: the time from the request for the first page, of a server that was started
for it, in a browser that has nothing kept; `warm`: of one that has answered before. All in milliseconds.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from typing import Any

from load_web import PUZZLE, server
from playwright.sync_api import sync_playwright

PAGES = ("/", "/library", "/solve", "/edit", "/map")
BOARD = """{
    const seen = () => {
        if (!document.querySelector('#board .piece')) return requestAnimationFrame(seen);
        requestAnimationFrame(() => { window.boardAt = performance.now(); });
    };
    requestAnimationFrame(seen);
}"""
HINT = """async () => {
    const began = performance.now();
    document.querySelector('#hint').click();
    while (!document.querySelector('.arrow')) await new Promise((done) => setTimeout(done));
    const took = performance.now() - began;
    document.querySelector('#hint').click();
    return took;
}"""
FRAME = """async () => {
    const canvas = document.querySelector('#canvas'), own = [];
    const real = window.requestAnimationFrame;
    window.requestAnimationFrame = (act) => real((now) => {
        const began = performance.now(); act(now); own.push(performance.now() - began); });
    for (let n = 0; n < 60; n++) {
        canvas.dispatchEvent(new WheelEvent('wheel',
        { deltaY: n % 2 ? 40 : -40, clientX: 400, clientY: 300, cancelable: true }));
        await new Promise((done) => real(done));
    }
    window.requestAnimationFrame = real;
    return own.sort((a, b) => a - b)[Math.floor(own.length / 2)];
}"""


def page(browser: Any, port: int) -> Any:
    """A page of a context with an empty cache."""
    context = browser.new_context(base_url=f"http://127.0.0.1:{port}", viewport={"width": 1280, "height": 800})
    return context.new_page()


def board(browser: Any, port: int) -> float:
    """The time from the request to the first drawn board.

    The page notes it by itself: what Playwright does in a page while it loads takes some 20 ms of it.
    """
    found = page(browser, port)
    found.add_init_script(BOARD)
    found.goto("/", wait_until="commit")
    found.wait_for_timeout(1500)
    took: float = found.evaluate("window.boardAt")
    found.context.close()
    return took


def weigh(browser: Any, port: int, path: str) -> int:
    """The uncompressed bytes that a page fetches, without tables and maps."""
    found = page(browser, port)
    bodies: list[Any] = []
    found.on("requestfinished", lambda request: bodies.append(request.response()))
    found.goto(path)
    found.wait_for_load_state("networkidle", timeout=60_000)
    light = [each for each in bodies if "v1/table" not in each.url and "v1/map" not in each.url]
    weight = sum(len(each.body()) for each in light if "offline" not in each.url)
    found.context.close()
    return weight


def main(rounds: int, chromium: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--enable-unsafe-swiftshader"]
        )
        with server() as (_, port):
            page(browser, port).goto("about:blank")
            cold = board(browser, port)
            warm = [board(browser, port) for _ in range(rounds)]
            print(f"first board: cold {cold:.0f}, warm median {statistics.median(warm):.0f}, slowest {max(warm):.0f}")
            playing = page(browser, port)
            playing.goto(f"/#p={PUZZLE}")
            playing.wait_for_selector("#board[data-ready]")
            time.sleep(1)
            hints = sorted(playing.evaluate(HINT) for _ in range(81))
            print(f"81 hints in the page: median {hints[40]:.1f}, longest {hints[-1]:.1f}")
            mapped = page(browser, port)
            mapped.goto("/map")
            mapped.wait_for_selector("#canvas[data-ready]", timeout=120_000)
            print(f"a frame of the map of 25,955 layouts: {mapped.evaluate(FRAME):.2f} of the page's own thread")
            for path in PAGES:
                print(f"{path}: {weigh(browser, port, path):,} bytes")
        browser.close()
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    main(options.rounds, options.chromium)
