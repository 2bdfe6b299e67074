"""`POST convert`: a puzzle in all notations, each read back."""

from __future__ import annotations

import os

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

import huarong as hr
from tests.web.api import CLASSIC, ask


def test_convert_to_all_notations_and_back(client: TestClient) -> None:
    rows = ask(client, "convert", puzzle=CLASSIC)["notations"]
    assert {row["notation"] for row in rows} == {each.name for each in hr.NOTATIONS}
    for row in rows:
        assert (row["text"] is None) != (row["reason"] is None)
        if row["text"] is not None:
            again = hr.puzzle(row["text"], notation=row["notation"])
            if row["notation"] in ("gnome", "sbp"):  # with a way out of the board
                assert hr.solve(again).length == 81
            elif row["notation"] == "slide":  # its boards have five columns or more: a wall is put around this one
                start = hr.puzzle(CLASSIC).start.heads
                heads = tuple(tuple((head // 4 + 1) * 6 + head % 4 + 1 for head in kind) for kind in start)
                assert again.start.heads == heads and hr.solve(again).length == 81
            else:
                assert again.start == hr.puzzle(CLASSIC).start, row["notation"]
