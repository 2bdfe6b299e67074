"""The commands that look for bounds of the levels nobody has solved: what they say holds."""

import importlib.util
import json
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.limits import Watch
from huarong.model.board import Goal
from huarong.model.rules import reversible
from tests import naive
from tests.examples import data, examples
from tests.strategies import puzzles, symmetric_puzzles

COMMANDS = Path(__file__).parents[2] / "benchmarks" / "search"


def command(name: str) -> ModuleType:
    """The module of a command, which is no part of the package."""
    spec = importlib.util.spec_from_file_location(name, COMMANDS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@examples(100)
@given(st.one_of(puzzles(), symmetric_puzzles()), st.randoms())
def test_the_way_of_the_key_takes_no_more_than_the_truth(puzzle, random):
    single = [kind for kind, heads in enumerate(puzzle.start.heads) if len(heads) == 1]
    if not single or len(puzzle.pieces) == 1 or not reversible(puzzle.kinds):
        return
    kind = random.choice(single)
    head = random.choice(puzzle.board.heads(puzzle.kinds[kind]))
    puzzle = replace(puzzle, goal=Goal.of([[(kind, head)]]))
    truth = naive.bfs(puzzle, "move").distance
    if truth:
        assert command("cramped").bound(puzzle) <= truth


def test_the_way_of_a_key_with_a_hole():
    """A ring carries its hole along: the hole is never in its way, and no room for others."""
    puzzle = hr.puzzle("***A/*.*B/***C/DEFG/..../goal:/..../***./*.*./***./....")
    cramped = command("cramped")
    assert cramped.enclosed(puzzle) == {5} and cramped.bound(puzzle) == naive.bfs(puzzle, "move").distance == 4
    assert cramped.enclosed(hr.puzzle("**./*../AB./goal:/.../.**/.*.")) == set()


@pytest.mark.parametrize(("name", "bound"), [("Shark", 11), ("Sunshine", 48), ("Solomon", 13)])
def test_bounds_of_levels(name, bound):
    assert command("cramped").bound(hr.puzzle(f"gnome-klotski: {name}")) == bound


@pytest.mark.parametrize("name", [pytest.param("Solomon", marks=pytest.mark.slow), "Bone"])
def test_a_beam_and_windows(name):
    """A solution of a level that is solved is found and replayed; windows make it no longer, and never too short."""
    levels, puzzle = command("levels"), hr.puzzle(f"gnome-klotski: {name}")
    best = hr.solve(puzzle).length
    solution = None
    for number in range(1, 20):
        solution, _ = levels.beam(puzzle, 500, np.random.default_rng(number), Watch())
        if solution is not None:
            break
    assert solution is not None and best <= solution.length
    shorter, _ = levels.windows(solution, 3000, Watch())
    assert best <= shorter.length <= solution.length
    assert naive.solved(puzzle, naive.replay(puzzle, shorter.moves).state)
    rest = hr.solve(levels.part(shorter, 5, puzzle.goal))
    whole = levels.joined(shorter, 5, rest, len(shorter))
    assert best <= len(whole) == 5 + len(rest) <= len(shorter)
    assert naive.solved(puzzle, naive.replay(puzzle, whole.moves).state)


def test_what_is_known_is_replayed():
    """A command begins with the stored solution, and with nothing where none is known."""
    levels = command("levels")
    assert levels.known("gnome-klotski: Shark").verify() and levels.known("gnome-klotski: Sunshine") is None


def test_the_data_of_the_runs():
    """Of each run the weights are stored, and no run found less than the best length that is stored."""
    runs = json.loads((COMMANDS / "levels.json").read_text("utf-8"))
    best = data("hard_levels")
    for name, rows in runs.items():
        lengths = [row["length"] for row in rows.values() if "length" in row]
        assert not lengths or best[name]["length"] <= min(lengths)
        assert all("processor" in row and "day" in row for row in rows.values())


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_table_of_the_page(lang):
    """The bounds on the page are those of the solutions that are replayed, and of the counts that are shipped."""
    text = (Path(__file__).parents[2] / "docs" / lang / "reference" / "records.md").read_text("utf-8")
    best = data("hard_levels")
    for name, level in best.items():
        short = name.removeprefix("gnome-klotski: ")
        now = re.search(rf"^\| {short} \| [^|]+ \| \**(\d+)(?:\.\.)?(\d*)\** \|", text, re.MULTILINE)
        assert now is not None, short
        length = level["length"] if level["length"] != level["bound"] else ""
        assert now.groups() == (str(level["bound"]), str(length or "")), short
