"""`POST hint`: hints lead to the goal in a shortest way, whatever was asked before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

import huarong as hr
from huarong.web.server import create
from tests.web.api import CLASSIC, ask


def test_hints_are_perfect_all_the_way_to_the_goal(client: TestClient) -> None:
    puzzle = client.get("/api/v1/puzzle", params={"text": CLASSIC}).json()
    heads = [piece["head"] for piece in puzzle["pieces"]]
    symbols = [piece["symbol"] for piece in puzzle["pieces"]]
    for left in range(81, 0, -1):
        hint = ask(client, "hint", puzzle=CLASSIC, heads=heads)
        assert (hint["distance"], hint["solved"], hint["source"]) == (left, False, "atlas")
        assert min(move["distance"] for move in hint["moves"]) == left - 1
        best = hint["moves"][0]
        assert best["best"] and best["move"] == hint["best"][0]
        heads[symbols.index(best["piece"])] = best["to"]
    assert ask(client, "hint", puzzle=CLASSIC, heads=heads)["solved"]


def test_going_on_with_the_last_move_counts_nothing(client: TestClient) -> None:
    puzzle = hr.puzzle(CLASSIC)
    after = [p.head + 4 * (p.symbol == "N") for p in puzzle.pieces]  # N D1
    alone = ask(client, "hint", puzzle=CLASSIC, heads=after)
    game = ask(client, "hint", puzzle=CLASSIC, heads=after, last="N D1")
    assert (alone["distance"], game["distance"]) == (80, 80)
    loses = {move["move"]: move["loses"] for move in game["moves"]}
    assert loses["N R1"] == 1
    assert loses["N U1"] == 1
    # Going on with the piece moved last is free; a move of another piece to an equal distance loses one.
    small = "AB./.../goal:/..B/..."
    half = ask(client, "hint", puzzle=small, heads=[0, 4], last="B D1")
    assert (half["distance"], {best[:2] for best in half["best"]}) == (0, {"B "})
    assert ask(client, "hint", puzzle=small, heads=[0, 4])["distance"] == 1
    refused = client.post("/api/v1/hint", json={"puzzle": small, "last": "Z D1"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "last")


def test_all_best_moves_are_told(client: TestClient) -> None:
    text = "match: shape/A.B.C.D.E./........../goal:/........../A.B.C.D.E."
    assert len(ask(client, "hint", puzzle=text)["best"]) > 8


def test_a_hint_does_not_depend_on_earlier_requests(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier requests on other layouts of the puzzle do not change a hint: few layouts are in reach of one, many of
    another.
    """
    monkeypatch.setattr("huarong.atlas.oracle.small", lambda space: False)
    monkeypatch.setattr("huarong.atlas.table.MOST_IN_REACH", 500)
    # Two rooms: the pieces have 120 layouts in the small one, 1,320 in the large one.
    text = "AB#..../C.#..../..#..../goal:/......./......./A......"
    answers = []
    for order in ([0, 1], [1, 0]):
        with TestClient(create()) as client:
            found = {}
            for which in order:
                heads = [[0, 1, 7], [3, 4, 5]][which]
                found[which] = ask(client, "hint", puzzle=text, heads=heads)["source"]
            answers.append(found)
    assert answers[0] == answers[1]
    assert answers[0] == {0: "component", 1: "search"}
