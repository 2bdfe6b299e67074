"""The counts that are shipped with the library are those that the solver finds."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import huarong as hr
from huarong.library.catalogue import Entry, best_counts, entries, stars
from tests.examples import CI

UNKNOWN = {"Ithaca", "Transeuropa", "American Pie", "Sunshine"}
"""Levels of gnome-klotski whose least counts nobody has proved."""
OPTIMA = json.loads((Path(__file__).parents[1] / "data" / "known_optima.json").read_text("utf-8"))
"""Lengths that the tests of the search find by every method."""
REST = [entry for entry in entries() if entry.group != "openings" and best_counts(entry)]


def test_all_but_a_few_are_known() -> None:
    missing = {entry.name for entry in entries() if best_counts(entry) is None}
    assert missing == {f"gnome-klotski: {name}" for name in UNKNOWN}


def test_openings() -> None:
    """Check all openings with one set of pieces by one atlas."""
    sets: dict[Any, list[Entry]] = defaultdict(list)
    for entry in entries():
        if entry.group == "openings":
            counts = tuple(len(group) for group in entry.puzzle.start.heads)
            sets[entry.puzzle.board, entry.puzzle.kinds, counts, entry.puzzle.goal].append(entry)
    for number, group in enumerate(sets.values()):
        for metric in hr.Metric if CI else [list(hr.Metric)[number % 3]]:
            atlas = hr.Atlas.of(group[0].puzzle, metric)
            for entry in group:
                kept = best_counts(entry)
                assert kept is not None
                assert kept[metric.value] == atlas.get(entry.puzzle.start), (entry.name, metric)


@pytest.mark.slow
@pytest.mark.parametrize("entry", REST, ids=lambda entry: entry.name)
def test_the_rest(entry: Entry) -> None:
    known = OPTIMA.get(entry.name, {})
    found = {
        m.value: known[m.value] if m.value in known else hr.solve(entry.puzzle, m, max_memory="1G").length
        for m in hr.Metric
    }
    assert best_counts(entry) == found


def test_stars_grow_with_the_rating() -> None:
    found = [stars(n) for n in range(101)]
    assert (found[0], found[-1]) == (1, 5)
    assert found == sorted(found, key=lambda star: star or 0)
