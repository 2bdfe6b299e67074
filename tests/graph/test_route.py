"""The result of a graph search as JSON, and its figures when a limit ends it."""

import json

import pytest

import huarong as hr
from huarong import graph
from huarong.graph.route import Route
from tests.graph.graphs import Line


class Towns:
    def neighbours(self, state):
        return [{"name": state["name"] + "a", "seen": {1}}]

    def key(self, state):
        return state["name"]


def test_json():
    found = graph.bfs(Towns(), {"name": "", "seen": set()}, {"name": "a"})
    facts = found.to_json()
    assert json.loads(json.dumps(facts)) == facts
    assert facts["path"] == [{"name": "", "seen": "set()"}, {"name": "a", "seen": "{1}"}]
    assert (facts["length"], facts["solved"], facts["method"]) == (1, True, "bfs")


def test_json_of_a_proof_that_there_is_no_way():
    class Dead:
        def neighbours(self, n):
            return []

    facts = graph.dijkstra(Dead(), 1, 2).to_json()
    assert (facts["solved"], facts["cost"], facts["path"]) == (False, None, [])


@pytest.mark.parametrize("search", [graph.bfs, graph.bidirectional])
def test_a_limit_tells_what_is_proved(search):
    with pytest.raises(hr.LimitReached) as caught:
        search(Line({}), 0, 10**9, max_memory=100_000)
    assert caught.value.lower == caught.value.depth + 1 > 10
    assert "no solution has fewer than" in str(caught.value)


def test_states_as_json():
    states = (None, True, 1, 2.5, "a", (1, [2]), {"a": (1,)}, {"a": 1, 2: 3}, {4: 5}, frozenset())
    plain = [None, True, 1, 2.5, "a", [1, [2]], {"a": [1]}, "{'a': 1, 2: 3}", "{4: 5}", "frozenset()"]
    assert Route(states, 9, 9, 9, 0.0, "bfs").to_json()["path"] == plain
