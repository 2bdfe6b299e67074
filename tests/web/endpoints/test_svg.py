"""`POST svg`: a picture."""

from __future__ import annotations

import os

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

from tests.web.api import CLASSIC


def test_a_picture(client: TestClient) -> None:
    answer = client.get("/api/v1/svg", params={"puzzle": CLASSIC, "theme": "dark"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg") and ">Soldier</text>" in answer.text
    chinese = client.get("/api/v1/svg", params={"puzzle": CLASSIC, "lang": "zh"})
    assert "曹操" in chinese.text and ">四</text>" in chinese.text
