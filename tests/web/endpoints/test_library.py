"""`GET library`: the named puzzles with their shortest counts."""

from __future__ import annotations

import os

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

from huarong.library.catalogue import entries
from tests.web.api import CLASSIC


def test_the_library_with_its_counts(client: TestClient) -> None:
    found = client.get("/api/v1/puzzles", params={"search": "heng dao li ma"}).json()["puzzles"]
    assert (found[0]["name_zh"], found[0]["best"], found[0]["difficulty"]) == (
        CLASSIC,
        {"step": 116, "slide": 90, "move": 81},
        5,
    )
    compact = client.get("/api/v1/library").json()
    assert len(compact["entries"]) == len(compact["puzzles"]) == len(entries())
    assert [[116, 90, 81], 66, 5] in [entry[-3:] for entry in compact["entries"]]
