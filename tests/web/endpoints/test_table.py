"""`GET table`: the distances as bytes, which the page looks up by itself."""

from __future__ import annotations

import os

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

import huarong as hr
from huarong.space.space import Space
from huarong.web.endpoints import table as endpoint
from huarong.web.endpoints.table import read_goal
from tests.web.api import unpack


@pytest.mark.parametrize(
    ("space", "goal", "metric"),
    [("4x5 2x2:1 1x2:4 2x1:1 1x1:4", "0@13", "step"), ("20x18 1x1:1", "0@359", "move"), ("1x399 1x1:1", "0@0", "step")],
)
def test_a_table_ranks_and_knows_every_layout(client: TestClient, space: str, goal: str, metric: str) -> None:
    asked = {"space": space, "goal": goal, "metric": metric}
    header, rest = unpack(client.get("/api/v1/table", params=asked).content, b"HRT2")
    edges, size = header["states"] * header["letters"], 2 if header["wide"] else 1
    to, before = rest[: 4 * edges].cast("i"), rest[4 * edges : 8 * edges].cast("I")
    far = rest[8 * edges : 8 * edges + size * header["layouts"]].cast("H" if size == 2 else "B")
    cell = rest[8 * edges + (size * header["layouts"] + 3) // 4 * 4 :].cast("I")
    whole = Space.parse(space)
    atlas = hr.Atlas.build(whole, read_goal(goal, whole), metric)
    for layout in whole.random(200, seed=5):
        letters = [0] * whole.board.size
        for kind, group in enumerate(layout.heads):
            for head in group:
                letters[head] = kind + 1
        state = rank = 0
        while state != header["states"] - 1:
            edge = state * header["letters"] + letters[cell[state]]
            rank, state = rank + before[edge], to[edge]
        assert far[rank] == atlas.distances[whole.rank(layout)]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "space=4x5",
        "space=4x5+1x1:1&goal=x",
        "space=4x5+1x1:1&goal=9@9",
        "space=9x9+1x1:9&goal=0@0",
        "space=4x5+1x1:1&goal=0@99",
        "space=x&goal=0@0",
        "space=4x5+3x9:1&goal=0@0",
    ],
)
def test_malformed_tables(client: TestClient, query: str) -> None:
    assert 400 <= client.get(f"/api/v1/table?{query}").status_code < 500


def test_tables_that_are_kept_are_bounded_by_their_bytes(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """They were bounded by their number, 128, whatever they took."""
    monkeypatch.setattr(endpoint.CACHE.budget, "most", 20_000)
    sizes = []
    for head in range(12):
        asked = {"space": "4x5 1x1:1 2x2:1", "goal": f"0@{head}", "metric": "move"}
        sizes.append(len(client.get("/api/v1/table", params=asked).content))
        assert sum(map(len, endpoint.CACHE.values())) <= 20_000
    assert sum(sizes) > 20_000
    assert (asked["space"], asked["goal"], hr.Metric.MOVE) in endpoint.CACHE.entries
