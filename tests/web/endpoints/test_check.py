"""`POST check`: all faults with their places."""

from __future__ import annotations

import os

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

from tests.web.api import ask


def test_check_lists_all_faults_with_their_places(client: TestClient) -> None:
    found = ask(client, "check", text="AAB\nA:\ngoal:\nZ..\n...")
    assert not found["valid"]
    places = [(fault["line"], fault["column"]) for fault in found["faults"]]
    assert (2, 2) in places
    assert ask(client, "check", text="AB./...", goal="..A/...")["valid"]
    chinese = client.post(
        "/api/v1/check", json={"text": "AAB\nA"}, headers={"accept-language": "zh"}
    )
    assert "行" in chinese.json()["faults"][0]["message"]
