"""`POST stop`: a search is stopped by its id."""

from __future__ import annotations

import os
import threading

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

from tests.web.test_raw import LONG


def test_a_search_is_stopped_by_its_id(client: TestClient) -> None:
    stopped: list[int] = []
    answered = threading.Event()

    def stop() -> None:
        while not client.app.state.server.queue.jobs:
            if answered.wait(0.01):
                return
        name = next(iter(client.app.state.server.queue.jobs))
        stopped.append(client.delete(f"/api/v1/searches/{name}").status_code)

    thread = threading.Thread(target=stop)
    thread.start()
    body = {"puzzle": LONG, "method": "bfs"}
    answer = client.post("/api/v1/solve", json=body)
    answered.set()
    thread.join()
    assert (answer.status_code, stopped) == (409, [200])
    assert client.delete("/api/v1/searches/none").status_code == 404
