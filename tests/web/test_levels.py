"""The library's page: files of levels, and the order by difficulty."""

from typing import Any

import pytest

import huarong as hr
from tests.cli.running import run
from tests.web.browser import opened

SET = ("--board", "4x5", "--pieces", "2x2:1 2x1:1 1x2:4 1x1:4", "--moves", "20..30", "--rating", "1..")
WORDS = ("design", "generate", *SET, "--count", "3", "--seed", "2")
FAULTY = """{"puzzle": "AAB/AAC/.../goal:/.../AA./AA.", "length": 3, "metric": "move", "name": "one"}
{"puzzle": "BBA/BBC/.../goal:/.../BB./BB."}
{"puzzle": "AB/C."}
{"puzzle": "123/456/870/goal:/123/456/780"}
"A./../goal:/A./.."
{"puzzle": "BAA/CAA/.../goal:/.../.AA/.AA"}
{"puzzle": "AB/../goal:/BA/..", "length": 3, "metric": "move", "rating": 50}
"""
"""A wrong claim, the same with other characters, no goal, the wrong parity, solved at the start, a mirror image, and a
puzzle without a fault.
"""


def judged(page: Any, name: str = "faulty.jsonl", text: str = FAULTY) -> list[str]:
    """What the library page says of each puzzle of a file."""
    page.goto("/library")
    page.locator(".card").first.wait_for()
    page.locator("#file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})
    page.locator(".judged .tile").first.wait_for()
    return [" ".join(each.split()) for each in page.locator(".judged .tile").all_text_contents()]


def test_a_file_of_puzzles_is_judged(page: Any) -> None:
    said = judged(page)
    claim = "the file claims 3 moves, but a shortest solution takes 1 move"
    wanted = (claim, "the same as faulty.jsonl:1, with other characters")
    wanted += ("line 3: there is no goal", "there is no solution: each move swaps", "it is solved at the start")
    wanted += ("the mirror image of faulty.jsonl:1", "the claimed length is right")
    assert len(said) == len(wanted)
    for text, part in zip(said, wanted, strict=True):
        assert part in text
    assert "7 puzzles checked; lengths from" in page.locator("#say").inner_text()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("#language").click()
    page.get_by_text("文件标注 3 步，最短解实为 1 步").wait_for()
    page.locator("#language").click()
    page.get_by_text(wanted[0]).wait_for()
    assert page.locator(".judged .card").count() == 6
    page.locator(".judged .card").last.click()
    page.wait_for_selector("#board[data-ready]")


def test_without_a_server_a_file_is_read(page: Any) -> None:
    page.route("**/api/v1/judge", lambda route: route.abort())
    said = judged(page)
    assert "line 3: there is no goal" in said[2] and "there is no solution: each move swaps" in said[3]
    assert "it is solved at the start" in said[4] and page.locator(".judged .finding").count() == 3
    told = page.locator("#say").inner_text()
    assert "7 puzzles read. 1 unreadable, 1 unsolvable" in told and "huarong check faulty.jsonl" in told
    grids = "A.\n..\ngoal:\n..\n.A\n\nB.\n..\n\nC.\n..\ngoal:\n..\nC.\n"
    judged(page, "grids.txt", grids)
    page.locator(".judged .tile").nth(1).get_by_text("line 7: there is no goal").wait_for()
    assert page.locator(".judged .tile").count() == 3 and page.locator(".judged .finding").count() == 1
    page.unroute("**/api/v1/judge")


@pytest.mark.slow
def test_a_file_of_levels_and_its_link(browser: Any, server: str, tmp_path: Any) -> None:
    path = tmp_path / "levels.jsonl"
    out = run(*WORDS, "-o", path, "--link", server).stdout
    link = out.splitlines()[-1]
    with opened(browser, server) as page:
        page.goto("/library")
        page.locator(".card").first.wait_for()
        page.locator("#file").set_input_files(path)
        page.get_by_text("3 puzzles checked").wait_for()
        names = page.locator(".card").all_inner_texts()
        assert names == ["Level 1", "Level 2", "Level 3"]
        assert "moves" in page.locator(".tile").first.inner_text()
        assert page.locator(".tile .stars").count() == 3
        page.locator("#language").click()
        page.get_by_text("第 1 关", exact=True).wait_for()
        page.locator("#language").click()
        page.reload()
        page.get_by_text("3 puzzles checked").wait_for()
        page.locator("#close").click()
        named = [each for each in hr.library.entries() if not each.name.startswith("Unnamed ")]
        page.get_by_text(f"{len(named)} puzzles").wait_for()
        page.locator("#file").set_input_files({"name": "x", "mimeType": "text/plain", "buffer": b'{"puzzle": 3}'})
        page.get_by_text("1 unreadable").wait_for()
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
