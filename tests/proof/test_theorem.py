"""The printed theorem is true of the puzzle that its words describe, and these words alone describe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from huarong.model.board import METRICS
from huarong.proof import check, prove
from tests import naive
from tests.proof.test_proof import BOUNDED, counted
from tests.strategies import puzzles, symmetric_puzzles

TEXT = re.compile(
    r"Let this be the start \(`#`: wall, `\.`: empty\):\n\n(?P<start>.*?)\n\n"
    r"(?:on this board \(`-`: gate\):\n\n(?P<board>.*?)\n\n)?"
    r"and this the goal \(`\.`: anything\):\n\n(?P<goals>.*?)\n\n"
    r"The pieces, interchangeable if on one line, and where they slide:\n\n(?P<pieces>.*?)\n\n"
    r"A (?P<metric>\w+) takes a piece (?P<way>.*?), over empty cells only\."
    r"(?: Ways differ if their layouts do\.)?\n\n"
    r"Theorem\. (?P<claim>.*?)\.(?:\nChecked: .*)?",
    re.DOTALL,
)
METRIC = {"one cell on": "step", "straight on, however far": "slide", "along any path": "move"}
CLAIM = re.compile(r"([\d,]+) (\w+)s solve it, and no fewer do(?:; there are ([\d,]+) ways to do so)?")


def cells(drawing: str) -> tuple[int, dict[str, list[int]]]:
    """The width of a drawing, and the cells of each of its signs."""
    rows = [line.strip() for line in drawing.splitlines()]
    found: dict[str, list[int]] = {}
    for cell, sign in enumerate("".join(rows)):
        found.setdefault(sign, []).append(cell)
    assert {len(row) for row in rows} == {len(rows[0])}
    return len(rows[0]), found


def stated(text: str) -> tuple[Any, str, int | None, int | None]:
    """The puzzle that a theorem states, the metric, the claimed length and number of ways (None: none, or not said)."""
    words = TEXT.fullmatch(text)
    assert words is not None, text
    width, start = cells(words["start"])
    _, board = cells(words["board"] or words["start"])
    size = sum(map(len, start.values()))
    kinds, kind_of = [], {}
    for line in words["pieces"].splitlines():
        signs, _, how = line.strip().partition(": ")
        ways, _, gates = how.partition("; ")
        assert gates in ("", "may enter gates")
        for sign in signs.split():
            kind_of[sign] = len(kinds)
        shape = shape_of(start[signs.split()[0]], width)
        assert all(shape_of(start[sign], width) == shape for sign in signs.split())
        directions = "".join(sorted(way[0].upper() for way in ways.split(", ") if way != "nowhere"))
        kinds.append(SimpleNamespace(shape=shape, directions=directions, gates=bool(gates)))
    pieces = [SimpleNamespace(kind=kind_of[sign], head=min(start[sign])) for sign in kind_of]
    puzzle = SimpleNamespace(
        board=SimpleNamespace(
            width=width, height=size // width, walls=set(start.get("#", ())), gates=set(board.get("-", ()))
        ),
        kinds=kinds,
        pieces=pieces,
        goal=SimpleNamespace(alternatives=list(ends(words["goals"], kinds, kind_of))),
    )
    assert set(start) - set("#.-") == set(kind_of) and METRIC[words["way"]] == words["metric"]
    claim = CLAIM.fullmatch(words["claim"])
    if claim is None:
        assert words["claim"].startswith("There is no solution: of all layouts in reach")
        return puzzle, words["metric"], None, None
    assert claim[2] == words["metric"]
    length, ways = (None if it is None else int(it.replace(",", "")) for it in claim.group(1, 3))
    return puzzle, words["metric"], length, ways


def ends(text: str, kinds: list[Any], kind_of: dict[str, int]) -> Iterator[list[tuple[int, int]]]:
    """The goals that are drawn, as kinds and heads, without those that are said to be never met."""
    for drawing in text.split("\n\n    or\n\n"):
        if "never met" not in drawing:
            width, found = cells(drawing)
            goal = [sign for sign in found if sign not in "#.-"]
            assert all(shape_of(found[s], width) == kinds[kind_of[s]].shape for s in goal)
            yield [(kind_of[sign], min(found[sign])) for sign in goal]


def shape_of(covered: list[int], width: int) -> tuple[tuple[int, int], ...]:
    """The cells of a piece from its first."""
    x, y = covered[0] % width, covered[0] // width
    return tuple((cell % width - x, cell // width - y) for cell in covered)


def is_true(puzzle: Any, metric: str, **options: Any) -> None:
    """Assert that the theorem of a puzzle's certificate is true of what its text says, and of the puzzle."""
    said, in_, length, ways = stated(check(prove(puzzle, metric, **options).data))
    assert in_ == metric
    found = counted(said, metric)
    assert found == (length, ways) or (ways is None and found[0] == length)
    assert found == counted(puzzle, metric)
    assert naive.bfs(said, metric).counts == naive.bfs(puzzle, metric).counts


@pytest.mark.parametrize("most", [20, pytest.param(300, marks=pytest.mark.slow)])
def test_the_words_alone_say_what_is_proved(most: int) -> None:
    @settings(max_examples=most)
    @given(puzzles(limit=150) | symmetric_puzzles(limit=300), st.sampled_from(METRICS))
    def each(puzzle: Any, metric: str) -> None:
        is_true(puzzle, metric)

    each()


def test_with_patterns_too() -> None:
    import huarong as hr

    for text, metric, most in BOUNDED[2:]:
        is_true(hr.puzzle(text), metric, max_layouts=most)
