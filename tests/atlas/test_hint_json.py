"""The JSON text written directly from a table is that of `Hint.to_json`."""

from __future__ import annotations

import json

import pytest

import huarong as hr
from huarong.atlas.hints import Position
from huarong.atlas.oracle import Oracle
from huarong.errors import InputError
from huarong.model.metric import Metric

PUZZLES = {
    "like pieces": ("横刀立马", 60),
    "one way only": ("slide: A=R B=R\nA..B....", 0),
    "two goals": ("AB./C../...", 40),
    "nothing can move": ("AB/CD", 0),
    "a name with a quotation mark": ('names: A=x"y\\z\nA./..', 0),
}


@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize("name", PUZZLES)
def test_a_table_tells_what_the_hint_says(name: str, metric: Metric) -> None:
    text, some = PUZZLES[name]
    goal = {
        "one way only": ".......B",
        "two goals": ".../.A./...",
        "nothing can move": "BA/CD",
        "a name with a quotation mark": "../.A",
    }
    puzzle = hr.puzzle(text, goal=goal.get(name)) if name in goal else hr.puzzle(text)
    oracle = Oracle(puzzle, metric)
    table = oracle.table()
    assert table is not None
    layouts = oracle.space.random(some, 5) if some else [x for x in oracle.space if table.holds(x)]
    for layout in (puzzle.start, *layouts):
        at = Position.of(puzzle, puzzle.heads(layout))
        told, hint = oracle.hint_json(at), oracle.at_hand(at)
        assert told is not None and hint is not None
        assert json.loads(told) == hint.to_json(count=False)


def test_nothing_is_told_without_a_table_or_of_what_is_no_layout() -> None:
    oracle = Oracle("横刀立马")
    assert oracle.hint_json() is None
    oracle.table()
    with pytest.raises(InputError):
        oracle.hint_json([0] * 10)
