"""The pages say what a pasted text was read as, with a server and without one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import drawn

KINDS = "GCCG/GCCG/GYYG/GSSG/S..S"


@pytest.mark.parametrize("served", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_letter_for_each_kind_is_said(page: Any, served: bool) -> None:
    if not served:
        page.route("**/api/v1/**", lambda route: route.abort())
    page.goto(f"/solve#p={KINDS}")
    page.locator("#go").click()
    read = page.locator("#answer .read")
    read.wait_for()
    assert "Read as" in read.inner_text() and "G = 1x2:4" in read.inner_text()
    page.goto(f"/#p={KINDS}")
    page.wait_for_selector("#board[data-ready]")
    page.get_by_text("one letter for each kind").wait_for()


def test_another_notation_is_said_in_chinese_and_a_name_is_not(lend: Any) -> None:
    page = lend(locale="zh-CN")
    page.goto("/solve")
    page.locator("#text").fill("12BE9")
    page.get_by_text("也可能是").wait_for()
    page.goto("/#p=捷足先登")
    page.wait_for_selector("#board[data-ready]")
    drawn(page)
    assert page.get_by_text("读作").count() == 0
