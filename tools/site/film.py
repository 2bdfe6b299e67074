"""`python -m tools.site.film`: the animations of the READMEs, filmed from the app itself in both languages.

A browser opens the page of a puzzle, asks for a hint, makes it, and plays the solution; each picture of the page is a
frame of `docs/en/pictures/app.webp` or `docs/zh/pictures/app.webp`. With `--still`, the pages of the app are
photographed for the documentation instead (`app-play.webp` and so on). It needs Playwright (extra `test`) and Chromium.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PIL import Image

from tools.site.contents import DOCS, LANGUAGES

PUZZLE = "捷足先登"
WIDE, HIGH = 1040, 700
"""Pixels of the window."""
SHOWN = 720
"""Pixels across a frame."""
FIRST, READ, MOVE, LAST = 1200, 1600, 260, 2600
"""Milliseconds: the start, a hint to be read, a move of the solution, its end."""
LOCALES = {"en": "en-GB", "zh": "zh-CN"}
STILLS = {"play": (f"/#p={PUZZLE}", HIGH), "editor": (f"/edit#p={PUZZLE}", 1000), "map": (f"/map#p={PUZZLE}", 800)}
"""The pages that are photographed, and the height of the window."""


@contextmanager
def served() -> Iterator[str]:
    """The address of a server that runs meanwhile."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "huarong", "serve", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while True:
            with socket.socket() as trial:
                if not trial.connect_ex(("127.0.0.1", port)):
                    break
            if process.poll() is not None:
                raise RuntimeError("the server did not start")
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def photographed(page: Any) -> Image.Image:
    """The page as it is now, once what moves on it has come to rest."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(450)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def filmed(page: Any, address: str) -> list[tuple[Image.Image, int]]:
    """The frames of the film, and how long each is shown."""
    page.goto(f"{address}/#p={PUZZLE}")
    page.wait_for_selector("#board rect, #board path")
    frames = [(photographed(page), FIRST)]
    for _ in range(2):
        for _ in range(3):  # a hint: the piece, why, the move
            page.keyboard.press("h")
            frames.append((photographed(page), READ))
        page.keyboard.press("h")  # once more makes the move
        frames.append((photographed(page), FIRST // 2))
    page.keyboard.press("s")  # the solution
    page.wait_for_selector("#to-next", state="visible")
    if page.locator("#to-run").is_visible():
        page.click("#to-run")  # stops it: the frames are taken move by move
    page.mouse.move(2, HIGH - 2)
    page.locator("#to-scrub").fill("0")
    while page.locator("#to-next").is_enabled():
        page.click("#to-next")
        page.mouse.move(2, HIGH - 2)
        frames.append((photographed(page), MOVE))
    frames[-1] = frames[-1][0], LAST
    return frames


def main() -> None:
    """Film the app, or photograph its pages, and write the files."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(prog="python -m tools.site.film", description=__doc__)
    parser.add_argument("--still", action="store_true", help="photograph the pages instead")
    still = parser.parse_args().still
    chromium = os.environ.get("HUARONG_CHROMIUM") or shutil.which("chromium-headless-shell")
    with served() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for language in LANGUAGES:
            pictures = DOCS / language / "pictures"
            page = browser.new_page(locale=LOCALES[language], viewport={"width": WIDE, "height": HIGH})
            if still:
                for name, (path, high) in STILLS.items():
                    page.set_viewport_size({"width": WIDE, "height": high})
                    page.goto(address + path)
                    page.wait_for_timeout(1500)
                    picture = photographed(page)
                    picture.save(pictures / f"app-{name}.webp", quality=80, method=6)
                continue
            frames = filmed(page, address)
            size = SHOWN, round(SHOWN * HIGH / WIDE)
            first, *rest = [image.resize(size, Image.Resampling.LANCZOS) for image, _ in frames]
            path = pictures / "app.webp"
            first.save(
                path, save_all=True, append_images=rest, duration=[ms for _, ms in frames], loop=0, quality=70, method=6
            )
            print(f"{path.relative_to(DOCS.parent)}: {len(frames)} frames, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
