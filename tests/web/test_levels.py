"""The library's page: files of levels, and the order by difficulty."""

from __future__ import annotations

from typing import Any

import pytest

import huarong as hr
from tests.cli.running import run
from tests.web.browser import opened

WORDS = (
    "design",
    "generate",
    "--board",
    "4x5",
    "--pieces",
    "2x2:1 2x1:1 1x2:4 1x1:4",
    "--moves",
    "20..30",
    "--rating",
    "1..",
    "--count",
    "3",
    "--seed",
    "2",
)


@pytest.mark.slow
def test_a_file_of_levels_and_its_link(browser: Any, server: str, tmp_path: Any) -> None:
    path = tmp_path / "levels.jsonl"
    out = run(*WORDS, "-o", path, "--link", server).stdout
    link = out.splitlines()[-1]
    with opened(browser, server) as page:
        page.goto("/library")
        page.locator(".card").first.wait_for()
        page.locator("#file").set_input_files(path)
        page.get_by_text("3 puzzles").wait_for()
        names = page.locator(".card").all_inner_texts()
        assert names == ["Level 1", "Level 2", "Level 3"]
        assert "moves" in page.locator(".tile").first.inner_text()
        assert page.locator(".tile .stars").count() == 3
        page.locator("#language").click()
        page.get_by_text("第 1 关", exact=True).wait_for()
        page.locator("#language").click()
        page.reload()
        page.get_by_text("3 puzzles").wait_for()
        page.locator("#close").click()
        named = [each for each in hr.library.entries() if not each.name.startswith("Unnamed ")]
        page.get_by_text(f"{len(named)} puzzles").wait_for()
        page.locator("#file").set_input_files({"name": "x", "mimeType": "text/plain", "buffer": b'{"puzzle": 3}'})
        page.get_by_text("Line 1 is not a puzzle").wait_for()
    with opened(browser, server) as page:
        page.goto(link)
        page.locator(".card").first.click()
        page.wait_for_selector("#board[data-ready]")
        assert page.locator("#title").inner_text() == "Level 1"


@pytest.mark.slow
def test_easy_first(page: Any) -> None:
    page.goto("/library#sort=easy")
    page.locator(".card").first.wait_for()
    first = page.locator(".card").first.inner_text()
    assert "Level" not in first and "Hardest" not in first
    stars = page.locator(".tile").first.get_by_role("img", name="difficulty 1 of 5")
    assert stars.count() == 1
    page.locator("#sort").select_option("hard")
    page.locator(".tile").first.get_by_role("img", name="difficulty 5 of 5").wait_for()
