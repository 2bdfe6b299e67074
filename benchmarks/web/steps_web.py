"""The time of a step of the museum in a browser: every drawing of every show, each step timed by itself.

    python benchmarks/web/steps_web.py [SHOW ...] [--steps 40] [--phone] [--chromium /usr/bin/chromium]

Needs Linux, Playwright and Chromium. A step goes from the key to the moment when the page has nothing left to do for
the picture: the page's own work, style, layout and paint. Printed for each drawing in milliseconds, median and longest
of all its steps: the processor time of the page's own thread, which other programs of a busy machine do not lengthen
(a question and an answer of Playwright's are in it), and the time on the clock, which they do; how many steps took
that thread longer than the 16.7 that 60 pictures a second leave; and when the first frame stood. One step after the
other forward, by tens, to the end, back, and to the start.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from pathlib import Path
from typing import Any

from load_web import server
from playwright.sync_api import sync_playwright

from huarong.study.traces import SHOWS

FRAME_MS = 1000 / 60
STEP = """(key) => new Promise((done) => {
    let began = 0;
    requestAnimationFrame(() => {
        began = performance.now();
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = () => done(heard + performance.now() - began);
        port1.postMessage(0);
    });
    const pressed = performance.now();
    document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const heard = performance.now() - pressed;
})"""
STILL = """() => document.querySelector('#steps').dataset.ready
    && document.querySelector('#whole').textContent.length > 5
    && !document.querySelector('#drawing [role=status]')?.textContent"""


def threads(ancestor: int) -> list[Path]:
    """The files in which the system counts the time of the pages' main threads."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            if "--type=renderer" not in (each / "cmdline").read_text():
                continue
            above = each.name
            while above not in ("0", "1", str(ancestor)):
                above = (Path("/proc") / above / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if above == str(ancestor):
            found.append(each / "task" / each.name / "schedstat")
    return found


def spent(counted: list[Path]) -> float:
    """Processor time in milliseconds."""
    return sum(int(path.read_text().split()[0]) for path in counted) / 1e6


def measured(page: Any, counted: list[Path], steps: int) -> list[tuple[float, float]]:
    """Processor time and time of each step of what is drawn now, once its code has run a few times."""
    for key in ("ArrowRight", "ArrowRight", "PageDown", "End", "ArrowLeft", "Home") * 2:
        page.evaluate(STEP, key)
    few = steps // 4
    took = []
    keys = ["ArrowRight"] * steps + ["PageDown"] * few + ["End"] + ["ArrowLeft"] * few + ["Home"]
    for key in keys:
        time.sleep(0.15)  # pieces have glided to where they go
        before = spent(counted)
        clock = page.evaluate(STEP, key)
        took.append((spent(counted) - before, clock))
    return took


def told(name: str, took: list[tuple[float, float]]) -> str:
    """A line of the table."""
    cpu, clock = zip(*took, strict=True)
    late = sum(each > FRAME_MS for each in cpu)
    return (
        f"{name:27} processor {statistics.median(cpu):5.1f} longest {max(cpu):5.1f}, {late} of {len(cpu)} late;"
        f"  clock {statistics.median(clock):5.1f} longest {max(clock):5.1f}"
    )


def main(names: list[str], steps: int, phone: bool, chromium: str) -> None:
    size = (390, 844) if phone else (1280, 800)
    every = []
    with sync_playwright() as playwright, server() as (_, port):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{port}",
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=2 if phone else 1,
            is_mobile=phone,
            has_touch=phone,
            service_workers="block",
        )
        page = context.new_page()
        for show in SHOWS:
            if names and show.name not in names:
                continue
            page.goto("about:blank")
            began = time.perf_counter()
            page.goto(f"/study#show={show.name}", wait_until="commit")
            page.wait_for_selector("#steps[data-at]")
            first = 1000 * (time.perf_counter() - began)
            page.wait_for_selector("#steps[data-ready]")
            print(f"{show.name}: first frame after {first:.0f}")
            for number, draw in enumerate(show.draws):
                if len(show.draws) > 1:
                    page.locator("#draws button").nth(number).click()
                page.wait_for_selector(f"#drawing.draw-{draw} > *", state="attached")
                page.wait_for_function(STILL, timeout=60_000)
                took = measured(page, threads(os.getpid()), steps)
                every += took
                print(told(f"  {draw}", took), flush=True)
        print(told("all", every), f"; load average {os.getloadavg()[0]:.1f}")
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shows", nargs="*")
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    main(options.shows, options.steps, options.phone, options.chromium)
