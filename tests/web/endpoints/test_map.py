"""`GET map`: every layout in reach, with its place on the map."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

import huarong as hr
from huarong.atlas.embedding import Map
from huarong.web.server import create
from tests.web.api import CLASSIC, unpack


def test_a_map_has_every_layout_in_reach(client: TestClient) -> None:
    header, rest = unpack(client.get("/api/v1/map", params={"puzzle": "AB/..", "goal": "../AB"}).content, b"HRM1")
    assert (header["points"], header["edges"], header["complete"]) == (12, 16, True)
    assert len(rest) == 12 * 8 + 16 * 8 + 12 * 4 * 2 + 12 * 2 * 2
    distance = rest[12 * 8 + 16 * 8 :][: 12 * 4].cast("I")
    assert sorted(distance) == sorted(Map.of(hr.puzzle("AB/..", "../AB")).component.distances("move").tolist())


@pytest.mark.parametrize(
    ("puzzle", "known"), [(CLASSIC, True), ("Rush Hour 1", True), ("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", False)]
)
def test_a_map_of_a_part_says_whether_it_knows_how_far_the_goal_is(
    cache: Path, monkeypatch: pytest.MonkeyPatch, puzzle: str, known: bool
) -> None:
    monkeypatch.setattr("huarong.web.endpoints.map.MOST", 500)
    monkeypatch.setattr("huarong.atlas.table.MOST_IN_REACH", 2000)
    with TestClient(create()) as client:
        header, rest = unpack(client.get("/api/v1/map", params={"puzzle": puzzle}).content, b"HRM1")
    assert (header["complete"], header["known"]) == (False, known)
    assert 100 < header["points"] <= 500
    distance = rest[header["points"] * 8 + header["edges"] * 8 :][: 4 * header["points"]].cast("I")
    if known:
        assert distance[header["start"]] == hr.solve(puzzle).length
    else:
        assert set(distance) == {0xFFFFFFFF}
