"""The facts of docs/en/explanation/quick-answers.md, each found by Huarong and by the naive twin."""

from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

import huarong as hr
from huarong.atlas import Atlas, Components
from huarong.space.space import Space
from tests import naive

TILES = "123/456/78./goal:/123/456/78."


@pytest.mark.slow
def test_equal_tiles():
    alike = hr.puzzle("123/456/78./goal:/123/45./...")
    counts = naive.bfs(alike, "step").counts
    assert (len(counts) - 1, counts[-1], sum(counts)) == (30, 2, 60_480)
    assert list(counts) == list(hr.explore.run(alike, "step").levels)


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "longest"), [("step", 24), ("slide", 20), ("move", 16)])
def test_two_empty_cells(metric, longest):
    puzzle = hr.puzzle("123/456/7../goal:/123/456/7..")
    assert len(naive.bfs(puzzle, metric).counts) - 1 == longest == Atlas.of(puzzle, metric).facts.longest


@pytest.mark.slow
def test_a_tile_that_cannot_go_up():
    puzzle = hr.puzzle(f"slide: 8=LRD/{TILES}")
    found = [each for each in naive.all_distances(puzzle, "step").values() if each is not None]
    facts = Atlas.of(puzzle, "step").facts
    assert (len(found), max(found)) == (181_440, 34) == (facts.solvable, facts.longest)
    assert len(naive.bfs(puzzle, "step").depth) == 60_480 == hr.explore.run(puzzle, "step").total


def test_two_pieces_that_change_places():
    puzzle = hr.puzzle("A../.../..B/goal:/B../.../..A")
    layer = Counter([naive.start(puzzle)])
    for _ in range(8):
        after = Counter()
        for state, count in layer.items():
            after.update(dict.fromkeys(naive.neighbours(puzzle, state, "step"), count))
        layer = after
    ways = sum(count for state, count in layer.items() if naive.solved(puzzle, state))
    assert ways == 1_224 == Atlas.of(puzzle, "step").count_solutions(puzzle.start)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "components", "own"), [("AAB/CDE/FG.", 724, 5_040), ("1#2/345/67.", 84, 480), ("1#2/345/6..", 1, 20_160)]
)
def test_more_components_than_parity_makes(text, components, own):
    puzzle = hr.puzzle(f"{text}/goal:/{text}")
    found = naive.components(puzzle)
    atlas = Atlas.of(puzzle, "step")
    assert len(found) == components == len(atlas.components)
    assert next(len(part) for part in found if naive.start(puzzle) in part) == own == atlas.facts.solvable


@pytest.mark.slow
def test_twelve_dominoes():
    space = Space.parse("5x5", "1x2:0.. 2x1:0.. empty:1")
    sizes = Counter()
    for lying in range(13):
        pieces = [SimpleNamespace(kind=kind) for kind in [1] * lying + [0] * (12 - lying)]
        sizes.update(map(len, naive.components(SimpleNamespace(board=space.board, kinds=space.kinds, pieces=pieces))))
    found = Components.of(space, np.ones(space.size, np.uint8))
    assert (sum(sizes.values()), sum(n * count for n, count in sizes.items())) == (524, 2_180)
    assert (max(sizes), sizes[9]) == (9, 192) and sorted(sizes.elements()) == sorted(found.sizes)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piece", "goal", "longest"), [("B", "BB../BB..", 85), ("B", ".BB./.BB.", 93), ("E", "..../.EE.", 120)]
)
def test_goals_of_the_classic_set(piece, goal, longest):
    puzzle = hr.puzzle(
        "ABBC/ABBC/DEEF/DGHF/I..J", goal="/".join([*goal.split("/"), *["...."] * (5 - goal.count("/") - 1)])
    )
    found = naive.all_distances(puzzle, "move").values()
    assert max(each for each in found if each is not None) == longest == Atlas.of(puzzle, "move").facts.longest
