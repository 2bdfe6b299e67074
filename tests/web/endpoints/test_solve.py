"""`POST solve`: every metric and method, progress as events, limits."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from unittest import mock

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

from huarong.web.job_queue import Capacity
from huarong.web.server import create
from tests.web.api import CLASSIC, ask, events
from tests.web.test_raw import LONG


def test_why_there_is_no_solution(client: TestClient) -> None:
    for method in ("auto", "bfs", "atlas"):
        found = ask(client, "solve", puzzle="123456870", method=method)
        assert (found["solved"], found["explored"], found["reason"]["key"]) == (False, 0, "parity")
    assert {"swaps": 1, "far": 0, "inversions": 1}.items() <= found["reason"].items()
    chinese = {"accept-language": "zh"}
    found = client.post("/api/v1/solve", json={"puzzle": "走投无路"}, headers=chinese).json()
    assert found["reason"] == {"key": "search", "explored": 3731, "text": "能走到的布局共 3,731 个，都不是目标"}
    assert ask(client, "solve", puzzle=CLASSIC)["reason"] is None
    for why in (False, True):
        hint = ask(client, "hint", puzzle="1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", why=why)
        assert (hint["solvable"], hint["reason"]["key"]) == (False, "parity")
        assert hint["reason"]["goal"] == ".123/4567/89ab/cdef"
    assert "reason" not in ask(client, "hint", puzzle=CLASSIC)
    proved = ask(client, "prove", puzzle="123456870")
    assert (proved["solved"], proved["layouts"]) == (False, 0)


@pytest.mark.parametrize(("metric", "expected"), [("move", 81), ("slide", 90), ("step", 116)])
def test_solve_in_every_metric_by_every_method(client: TestClient, metric: str, expected: int) -> None:
    for method in ("auto", "bfs", "bidirectional", "astar", "atlas"):
        found = ask(client, "solve", puzzle=CLASSIC, metric=metric, method=method)
        assert (found["length"], len(found["moves"]), len(found["heads"])) == (expected, expected, expected + 1)


def test_solve_tells_its_progress_as_events(client: TestClient) -> None:
    body = {"puzzle": LONG, "method": "bfs", "max_layouts": 300_000}
    with mock.patch("huarong.limits._REPORT", 0.0):
        answer = client.post("/api/v1/solve", json=body, headers={"accept": "text/event-stream"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = events(answer.text)
    assert [found[0][0], found[-1][0]] == ["begin", "result"]
    depths = [data["depth"] for name, data in found if name == "progress"]
    assert depths and depths == sorted(depths)
    assert found[-1][1]["stopped"] == "layouts"


def test_a_limit_of_layouts_stops_a_search(client: TestClient) -> None:
    found = ask(client, "solve", puzzle=LONG, method="bfs", max_layouts=100_000)
    assert (found["solved"], found["stopped"]) == (None, "layouts")
    assert found["reason"].startswith("stopped by the limit of 100,000 layouts")


def test_no_solution_is_proved(client: TestClient) -> None:
    assert ask(client, "solve", puzzle="A#./##.", goal=".#A/##.")["solved"] is False
    assert ask(client, "hint", puzzle="A#./##.", goal=".#A/##.")["distance"] is None


def test_a_full_queue_says_when_to_come_back(cache: Path) -> None:
    app = create(Capacity(workers=1, waiting=0))
    with TestClient(app) as client:
        body = {"puzzle": LONG, "method": "bfs"}
        thread = threading.Thread(target=lambda: client.post("/api/v1/solve", json=body))
        thread.start()
        while not app.state.server.queue.jobs:
            time.sleep(0.01)
        answer = client.post("/api/v1/solve", json={"puzzle": CLASSIC})
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "2"
        assert answer.json()["error"]["field"] is None
        for name in list(app.state.server.queue.jobs):
            client.delete(f"/api/v1/searches/{name}")
        thread.join()
