"""Helpers to call the API."""

import json
import os
import struct
from typing import Any

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

from huarong import __version__

CLASSIC = "横刀立马"


def ask(client: TestClient, end: str, **body: Any) -> Any:
    answer = client.post(f"/api/v1/{end}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def events(text: str) -> list[tuple[str, Any]]:
    found = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        said = json.loads(data.removeprefix("data: "))
        assert said.pop("version") == __version__
        found.append((name.removeprefix("event: "), said))
    return found


def unpack(data: bytes, magic: bytes) -> tuple[dict[str, Any], memoryview]:
    assert data[:4] == magic
    (length,) = struct.unpack("<I", data[4:8])
    return json.loads(data[8 : 8 + length]), memoryview(data)[8 + length :]
