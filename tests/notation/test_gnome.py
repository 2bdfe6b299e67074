"""The levels of gnome-klotski."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from huarong.library.catalogue import find
from huarong.library.reader import write
from huarong.notation.registry import detect, read
from tests.notation.test_round_trip import meaning

LEVELS = json.loads((Path(__file__).parents[1] / "data" / "gnome_levels.json").read_text("utf-8"))


@pytest.mark.parametrize("name", LEVELS)
def test_gnome_levels(name: str) -> None:

    puzzle = read(LEVELS[name])
    assert [each.name for each in detect(LEVELS[name])] == ["gnome"]
    assert meaning(puzzle) == meaning(find(name).puzzle)
    assert meaning(read(write(puzzle, "gnome"))) == meaning(puzzle)
    if not name.endswith("Sunshine"):  # its pieces `:` and `/` get other names
        assert write(puzzle, "gnome") == LEVELS[name]
