"""Puzzles that one change makes, of the API."""

from __future__ import annotations

import os

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

from tests.design.test_changes import GATED
from tests.web.api import ask


def test_pieces_that_differ_at_gates(client: TestClient) -> None:
    found = ask(client, "harder", puzzle=GATED)["changes"]
    assert found and {each["change"] for each in found} <= {"move", "wall"}
