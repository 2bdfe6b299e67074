"""`POST facts`: facts of a whole space."""

from __future__ import annotations

import os

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

import huarong as hr
from tests.web.api import CLASSIC, ask


def test_facts(client: TestClient) -> None:
    found = ask(client, "facts", puzzle=CLASSIC)
    assert found["best"] == {"step": 116, "slide": 90, "move": 81}
    assert (found["layouts"], found["goals"], found["solvable"]) == (65880, 6795, 53954)
    # A space of a hundred million layouts, few of them in reach.
    found = ask(client, "facts", puzzle="Rush Hour 1")
    assert (found["source"], found["best"]["slide"]) == ("component", hr.solve("Rush Hour 1", "slide").length)


def test_the_rating_is_that_of_the_very_puzzle(client: TestClient) -> None:
    """Also where a puzzle has the name and the start of one of the library, and another goal."""
    listed = ask(client, "facts", puzzle="捷足先登")
    assert listed["rating"] == hr.design.rate("捷足先登").score
    text = hr.puzzle("捷足先登").text()
    other = text[: text.index("goal:")] + "goal:\n" + "....\n" * 3 + ".AA.\n.AA.\n"
    moved = other.replace(".AA.\n.AA.\n", "AA..\nAA..\n")
    assert hr.puzzle(moved).goal != hr.puzzle("捷足先登").goal
    assert ask(client, "facts", puzzle=moved)["rating"] == hr.design.rate(moved).score
