"""`POST check`: all faults with their places."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

import huarong as hr
from tests.web.api import ask


def test_no_file_of_the_server_is_read(client: TestClient, tmp_path: Path) -> None:
    path = tmp_path / "ten.jsonl"
    path.write_text('{"puzzle": "A./../goal:/.A/.."}', "utf-8")
    assert hr.puzzle(f"{path}#1").pieces
    for text in (str(path), f"{path}#1"):
        assert not ask(client, "check", text=text)["valid"]
        for end in ("hint", "solve", "convert", "facts"):
            assert client.post(f"/api/v1/{end}", json={"puzzle": text}).status_code in (404, 422)


def test_check_lists_all_faults_with_their_places(client: TestClient) -> None:
    found = ask(client, "check", text="AAB\nA:\ngoal:\nZ..\n...")
    assert not found["valid"]
    places = [(fault["line"], fault["column"]) for fault in found["faults"]]
    assert (2, 2) in places
    assert ask(client, "check", text="AB./...", goal="..A/...")["valid"]
    chinese = client.post("/api/v1/check", json={"text": "AAB\nA"}, headers={"accept-language": "zh"})
    assert "行" in chinese.json()["faults"][0]["message"]
