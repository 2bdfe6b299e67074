"""`POST judge`: a file of puzzles judged within the server's limits."""

from __future__ import annotations

import os
from typing import Any

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

from huarong.design.judging import judge
from huarong.library.reader import given
from huarong.limits import Limits
from huarong.web.job_queue import Capacity
from huarong.web.server import create
from tests.web.api import ask, events
from tests.web.test_levels import FAULTY

KINDS = [["claim"], ["swapped"], ["unreadable"], ["unsolvable"], ["solved"], ["mirror"], []]


def kinds(found: Any) -> list[list[str]]:
    return [[finding["kind"] for finding in each["findings"]] for each in found["checked"]]


def test_each_fault_of_a_file_is_found(client: TestClient) -> None:
    found = ask(client, "judge", text=FAULTY, file="faulty.jsonl")
    assert kinds(found) == KINDS
    checked = found["checked"]
    assert checked[0]["length"] == 1 and checked[0]["claimed"] == 3
    assert checked[1]["findings"][0]["other"] == "faulty.jsonl:1"
    assert checked[2]["puzzle"] is None and "line 3" in checked[2]["findings"][0]["message"]
    assert checked[6]["stars"] == 3 and checked[6]["length"] == checked[6]["claimed"] == 3
    assert found["complete"] and found["summary"].startswith("7 puzzles checked; lengths from 0 to 3")
    for each in checked:
        if each["puzzle"]:
            (alone,) = judge([given(each["puzzle"])], each["metric"])
            assert alone.length == each["length"]
    steps = ask(client, "judge", text=FAULTY, metric="step")["checked"]
    assert {each["metric"] for each in steps} == {"step", None} and kinds({"checked": steps}) == KINDS
    chinese = client.post("/api/v1/judge?lang=zh", json={"text": FAULTY}).json()
    assert "标注" in chinese["checked"][0]["findings"][0]["message"] and "读不懂 1 题" in chinese["summary"]


@pytest.mark.parametrize(
    "text", ["A./../goal:/../.A\nB./../goal:/../B.\n", "A.\n..\ngoal:\n..\n.A\n\nB.\n..\ngoal:\n..\nB.\n"]
)
def test_files_without_json_are_divided(client: TestClient, text: str) -> None:
    assert [each["length"] for each in ask(client, "judge", text=text)["checked"]] == [1, 1]


def test_limits_hold_and_the_rest_is_read(cache: object) -> None:
    hard = "FE7B/.A51/8D36/294C/goal:/1234/5678/9ABC/DEF.\n"
    with TestClient(create(Capacity(limits=Limits(64 << 20, 1e-6), body=10_000))) as client:
        found = ask(client, "judge", text=hard + "A./../goal:/../.A\n" + hard.replace("F", "f"))
        assert not found["complete"] and kinds(found)[0] == ["stopped"]
        assert all(each["puzzle"] for each in found["checked"])
        assert client.post("/api/v1/judge", json={"text": hard * 300}).status_code == 413
        large = "/".join(["A" + "." * 24] * 24 + ["goal:", *["." * 25] * 24])
        assert ask(client, "judge", text=large)["checked"][0]["findings"][0]["kind"] == "unreadable"
        told = client.post("/api/v1/judge", json={"text": FAULTY}, headers={"accept": "text/event-stream"})
        assert [events(told.text)[i][0] for i in (0, -1)] == ["begin", "result"]
