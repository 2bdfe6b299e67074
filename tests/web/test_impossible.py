"""Why there is no solution, on the page; the reasons in both languages are those of `tests/shared`."""

from typing import Any
from urllib.parse import quote

import pytest

import huarong as hr
from huarong.web.answers import puzzle_json
from tests.web.node import needs_node, told
from tests.web.test_pages import ready

FIFTEEN = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0"
ALONE = """
const { Puzzle } = await from('rules/puzzle'), { Answers } = await from('alone/jobs'),
  { run } = await from('alone/solver');
const answers = new Answers(new Puzzle(given));
return [run(answers.solve({})), run(answers.hint({}))];
"""


@needs_node
def test_a_page_without_a_server_answers_by_parity_at_once() -> None:
    for text in (FIFTEEN, "1234/5678/9abc/de.#/goal:/2134/5678/9abc/de.#"):
        solution, hint = told(ALONE, puzzle_json(hr.puzzle(text)))
        assert (solution["solved"], solution["explored"], solution["reason"]["key"]) == (False, 0, "parity")
        assert (hint["solvable"], hint["reason"]["key"]) == (False, "parity")
    solution, hint = told(ALONE, puzzle_json(hr.puzzle("走投无路")))
    assert (solution["reason"]["key"], hint["reason"]["key"]) == ("search", "search")


def test_the_pages_say_why(page: Any) -> None:
    page.goto("/solve")
    page.locator("#text").fill(FIFTEEN)
    page.locator("#go").click()
    page.get_by_text("No solution: each move swaps a tile with the blank").wait_for()
    assert "14 and 15 are exchanged" in page.locator("main").inner_text()
    page.locator("#yourself").click()
    page.get_by_text("Theorem: there is no solution. Each move swaps a tile").wait_for()
    page.locator("#blank-first").click()
    page.get_by_text("44 moves, ").first.wait_for()
    ready(page, "/#p=" + quote(FIFTEEN))
    page.locator("#hint").click()
    page.get_by_text("From here the goal cannot be reached: each move swaps a tile").wait_for()


@pytest.mark.slow  # the twins agree on the texts in Chinese
def test_the_reason_is_in_chinese_too(lend: Any) -> None:
    page = lend(locale="zh-CN")
    page.goto("/solve")
    page.locator("#text").fill("123456870")
    page.locator("#go").click()
    page.get_by_text("此题无解：每走一步，就是一个数字与空格交换一次").wait_for()
