"""`POST prove`: a certificate that the checker accepts."""

from __future__ import annotations

import os
from base64 import b64decode

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

import huarong as hr
from huarong.proof import check
from tests.web.api import CLASSIC, ask


@pytest.mark.parametrize(
    ("metric", "expected"),
    [("step", 116), *(pytest.param(*each, marks=pytest.mark.slow) for each in (("move", 81), ("slide", 90)))],
)
def test_a_certificate_in_every_metric(client: TestClient, metric: str, expected: int) -> None:
    found = ask(client, "prove", puzzle=CLASSIC, metric=metric)
    data = b64decode(found["certificate"])
    assert (found["length"], found["bytes"]) == (expected, len(data))
    if metric == "move":
        assert "81 moves solve it, and no fewer do; there are 256 ways" in check(data)


def test_from_where_the_pieces_are(client: TestClient) -> None:
    heads = hr.solve(CLASSIC).heads[-2]
    found = ask(client, "prove", puzzle=CLASSIC, heads=list(heads))
    assert (found["length"], found["solutions"], found["layouts"]) == (1, 1, 1)


def test_no_solution_is_proved_too(client: TestClient) -> None:
    found = ask(client, "prove", puzzle="AB/goal:/BA")
    assert (found["solved"], found["length"]) == (False, None)
    assert "no solution" in check(b64decode(found["certificate"]))


def test_too_many_layouts_are_told(client: TestClient) -> None:
    answer = client.post("/api/v1/prove", json={"puzzle": CLASSIC, "max_layouts": 1000})
    assert answer.status_code == 422
    assert answer.json()["error"]["limit"] == "layouts"
