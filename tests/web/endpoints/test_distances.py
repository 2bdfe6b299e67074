"""`POST distances`: the distances of many layouts at once."""

from __future__ import annotations

import os

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

import huarong as hr
from tests.web.api import CLASSIC, ask


def test_distances_of_many_layouts(client: TestClient) -> None:
    solution = hr.solve(CLASSIC)
    layouts = [list(heads) for heads in solution.heads]
    found = ask(client, "distances", puzzle=CLASSIC, layouts=layouts)
    assert found["distances"] == list(range(81, -1, -1))
