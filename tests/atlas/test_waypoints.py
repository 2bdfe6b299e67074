"""Waypoints, unavoidable layouts, and where pieces pass: against brute force."""

import itertools

import pytest
from hypothesis import given, strategies as st

from huarong.atlas import Atlas, UnsolvableError
from huarong.atlas.component import reach
from huarong.atlas.waypoints import passes, through, unavoidable
from huarong.errors import InputError
from huarong.library.reader import puzzle
from huarong.model.board import Goal, Layout
from huarong.model.puzzle import Puzzle
from tests.examples import examples
from tests.strategies import puzzles

HERO = puzzle("横刀立马")


@pytest.fixture(scope="module")
def hero() -> Atlas:
    return Atlas.of(HERO, "move")


def distance(atlas: Atlas, one: int, other: int) -> float:
    away = reach(atlas.space, atlas.space.layout(one), atlas.metric).distances
    return int(away[other]) if away[other] != 255 else float("inf")


@given(puzzles(), st.data())
@examples(40)
def test_the_best_way_through_waypoints(puzzle: Puzzle, data: st.DataObject) -> None:
    atlas = Atlas.of(puzzle, data.draw(st.sampled_from(("step", "slide", "move"))))
    space, rank = atlas.space, st.integers(0, atlas.space.size - 1)
    heads = space.layout(data.draw(rank)).heads
    kind = data.draw(st.sampled_from([k for k, group in enumerate(heads) if group]))
    partial = Goal.of([[(kind, heads[kind][0])]])
    one = data.draw(rank)
    some = [r for r in range(space.size) if partial.holds(space.layout(r))]
    start = space.rank(puzzle.start)
    first = min(distance(atlas, start, r) + distance(atlas, r, one) for r in some[:30])
    left = atlas.distance(one)
    best = first + (float("inf") if left is None else left)
    try:
        legs = through(atlas, puzzle.start, [partial, space.layout(one)])
    except UnsolvableError:
        assert best == float("inf")
        return
    length = sum(leg.length for leg in legs)
    assert length == best or (len(some) > 30 and length < best)
    assert [len(legs), legs[0].start] == [3, puzzle.start] and partial.holds(legs[1].start)
    assert legs[2].start == space.layout(one)
    ranks = [start, *(move.rank for leg in legs for move in leg.moves)]
    for here, there in itertools.pairwise(ranks):
        assert there in {option.rank for option in atlas.options(space.layout(here))}
    assert atlas.distance(ranks[-1]) == 0


@given(puzzles(), st.sampled_from(("step", "slide", "move")))
@examples(40)
def test_what_no_solution_avoids(puzzle: Puzzle, metric: str) -> None:
    atlas = Atlas.of(puzzle, metric)
    if puzzle.start not in atlas:
        pytest.raises(UnsolvableError, unavoidable, atlas, puzzle.start)
        return
    if atlas.count_solutions(puzzle.start) > 2000:
        return
    ways = [(atlas.space.rank(puzzle.start), *(move.rank for move in line)) for line in atlas.lines(puzzle.start)]
    assert set(unavoidable(atlas, puzzle.start)) == set.intersection(*map(set, ways))


def test_waypoints_of_hero(hero: Atlas) -> None:
    assert [leg.length for leg in through(hero, HERO.start, [])] == [81]
    on_the_way = hero.space.layout(hero.line(HERO.start)[39].rank)
    assert [leg.length for leg in through(hero, HERO.start, [on_the_way])] == [40, 41]
    corners = [Goal.of([[(0, 0)]]), Goal.of([[(0, 2)]]), Goal.of([[(0, 0)]])]
    legs = through(hero, HERO.start, corners)
    assert sum(leg.length for leg in legs) > 81 and legs[-1].moves[-1].distance == 0
    stuck = hero.space.layout(int(hero.ranks(None)[0]))
    for waypoint in (stuck, Goal.of([[(0, 0), (0, 2)]])):
        pytest.raises(UnsolvableError, through, hero, HERO.start, [waypoint])


def test_through_more_than_254(hero: Atlas) -> None:
    far = [Goal.of([[(0, 13)]]), HERO.start] * 3
    assert [leg.length for leg in through(hero, HERO.start, far)] == [81] * 7


def test_where_the_square_passes_the_bar(hero: Atlas) -> None:
    bar = next(k for k, kind in enumerate(hero.space.kinds) if kind.size == "2x1")
    layouts = [HERO.start, *(hero.space.layout(move.rank) for move in hero.line(HERO.start))]
    found = passes(hero, layouts, 0, bar)
    assert len(found) == 1
    width = HERO.board.width
    before, after = layouts[found[0] - 1], layouts[found[0]]
    assert 2 * (before.heads[0][0] // width) + 1 < 2 * (before.heads[bar][0] // width)
    assert 2 * (after.heads[0][0] // width) + 1 > 2 * (after.heads[bar][0] // width)
    pytest.raises(InputError, passes, hero, layouts, 0, 1).match("one piece each")


@given(puzzles(), st.data())
def test_where_two_pieces_pass(puzzle: Puzzle, data: st.DataObject) -> None:
    """On a random walk, two pieces pass when the one above comes to lie below; heights are read off the drawing."""
    atlas = Atlas.of(puzzle, "step")
    single = [k for k, heads in enumerate(atlas.space.layout(0).heads) if len(heads) == 1]
    if len(single) < 2:
        return
    key, other = data.draw(st.permutations(single))[:2]
    walk = [puzzle.start]
    for _ in range(data.draw(st.integers(0, 60))):
        options = atlas.options(walk[-1])
        if not options:
            break
        chosen = data.draw(st.sampled_from(options))
        walk.append(atlas.space.layout(chosen.rank))

    def height(layout: Layout, kind: int) -> float:
        """The middle of the rows that a piece covers in a drawing."""
        rows = [y for _, y in atlas.space.kinds[kind].shape]
        head = layout.heads[kind][0] // puzzle.board.width
        return head - rows[0] + (min(rows) + max(rows)) / 2

    expected, last = [], 0.0
    for n, layout in enumerate(walk):
        now = height(layout, key) - height(layout, other)
        if last * now < 0:
            expected.append(n)
        last = now or last
    assert list(passes(atlas, walk, key, other)) == expected
