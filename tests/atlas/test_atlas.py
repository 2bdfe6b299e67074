"""Spaces searched from all goals at once: against known answers, the naive twin, `solve`, and brute force."""

from __future__ import annotations

import functools
import itertools
import json
import zlib
from collections import defaultdict
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huarong import limits
from huarong.atlas import dense, statistics
from huarong.atlas.atlas import Atlas, UnsolvableError, largest_difference
from huarong.atlas.eccentricity import diameter, reach
from huarong.atlas.goals import puzzle_at, read_goal
from huarong.atlas.statistics import Components
from huarong.errors import Cancelled, InputError, LimitReached, UnknownName
from huarong.kernels import kernel
from huarong.library.reader import puzzle
from huarong.limits import Watch
from huarong.model.board import Board, Kind, Layout
from huarong.model.puzzle import Goal, Puzzle
from huarong.search.solver import solve
from huarong.space.space import NotInSpaceError, RankError, Space
from tests import naive
from tests.strategies import puzzles

DATA = Path(__file__).parents[1] / "data"
KNOWN = json.loads((DATA / "atlas.json").read_text("utf-8"))
HERO = puzzle("横刀立马")
CLASSIC = Space.of(HERO)
FAMILY = Space.parse("4x5 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
METRICS = ("step", "slide", "move")
PLAIN = functools.partial(kernel, pure=True)


@pytest.fixture(scope="module")
def classic() -> dict[str, Atlas]:
    return {metric: Atlas.of(HERO, metric) for metric in METRICS}


def check(atlas: Atlas, known: dict) -> None:
    facts, parts = atlas.facts, atlas.components
    assert {name: getattr(facts, name) for name in known if hasattr(facts, name)} == {
        name: known[name] for name in known if hasattr(facts, name)
    }
    assert (len(parts), int((parts.goals > 0).sum())) == (
        known["components"],
        known["solvable_components"],
    )
    assert (parts.sizes.sum(), parts.goals.sum()) == (facts.layouts, facts.goals)
    assert zlib.crc32(atlas.distances.data) == known["crc32"]
    assert len(atlas.piece_sets()) == known["piece_sets"]


@pytest.mark.parametrize("known", KNOWN[:3], ids=lambda known: known["metric"])
def test_classic_set(known: dict, classic: dict[str, Atlas]) -> None:
    check(classic[known["metric"]], known)


@pytest.mark.slow
@pytest.mark.parametrize("known", KNOWN[3:], ids=lambda known: known["metric"])
def test_family(known: dict) -> None:
    check(Atlas.build(FAMILY, read_goal(FAMILY), known["metric"]), known)


def test_the_figures_of_the_articles(classic: dict[str, Atlas]) -> None:
    step, move = classic["step"].facts, classic["move"].facts
    assert (step.layouts, step.goals, step.solvable, step.unsolvable) == (65880, 6795, 53954, 11926)
    assert (step.longest, step.sum, move.longest, move.sum) == (126, 2326963, 93, 1656575)
    assert step.mean == pytest.approx(2326963 / 53954)
    assert [classic[m][HERO.start] for m in METRICS] == [116, 90, 81]
    parts = classic["step"].components
    mine = int(parts.labels[CLASSIC.rank(HERO.start)])
    assert (len(parts), parts.sizes[mine], parts.goals[mine]) == (898, 25955, 964)
    assert len(parts.ranks(mine)) == 25955
    assert parts.least[mine] == parts.ranks(mine)[0]


def test_known_optima_by_look_up(classic: dict[str, Atlas]) -> None:
    checked = 0
    for name, best in json.loads((DATA / "known_optima.json").read_text("utf-8")).items():
        opening = puzzle(name)
        if Space.of(opening) == CLASSIC and opening.goal == HERO.goal:
            for metric in METRICS:
                assert classic[metric].get(opening.start) == best.get(metric), name
            checked += 1
    assert checked > 10


@pytest.mark.slow
def test_the_farthest_two_are_190_steps_apart() -> None:
    found = diameter(CLASSIC, HERO.start, "step")
    assert found.length == 190
    assert reach(CLASSIC, found.pair[0], "step").distances[CLASSIC.rank(found.pair[1])] == 190


def test_reach_of_one_layout() -> None:
    found = reach(CLASSIC, HERO.start, "step")
    assert (found.size, found.eccentricity) == (25955, 167)
    assert (found.distances[found.farthest] == 167).all()


def truth(puzzle: Puzzle, metric: str):
    """Every state of a puzzle's pieces: its neighbours, and its distance by the naive rules."""
    states = list(naive.enumerate_layouts(puzzle))
    after = {state: naive.neighbours(puzzle, state, metric) for state in states}
    before = defaultdict(set)
    for state, others in after.items():
        for other in others:
            before[other].add(state)
    level = {state for state in states if naive.solved(puzzle, state)}
    distance = dict.fromkeys(level, 0)
    while level:
        depth = distance[next(iter(level))] + 1
        level = {s for state in level for s in before[state] if s not in distance}
        distance |= dict.fromkeys(level, depth)
    return after, distance


def as_layout(puzzle: Puzzle, state: naive.State) -> Layout:
    kinds = range(len(puzzle.kinds))
    return Layout(tuple(tuple(head for k, head in state if k == kind) for kind in kinds))


def agree(puzzle: Puzzle, metric: str, atlas: Atlas) -> None:
    after, distance = truth(puzzle, metric)
    assert atlas.space.size == len(after)
    assert (len(atlas), len(set(atlas))) == (len(distance), len(distance))
    ways: dict[naive.State, int] = {}
    for state in sorted(after, key=lambda state: distance.get(state, 0)):
        layout, left = as_layout(puzzle, state), distance.get(state)
        assert atlas.get(layout) == atlas.distance(atlas.space.rank(layout)) == left
        options = {
            naive.state(atlas.space.layout(option.rank)): option for option in atlas.options(layout)
        }
        assert set(options) == after[state]
        assert len(options) == len(atlas.options(layout))
        for other, option in options.items():
            assert option.distance == distance.get(other)
            assert state ^ other == {(option.kind, option.start), (option.kind, option.stop)}
        best = {s for s in after[state] if left and distance.get(s, -1) == left - 1}
        assert {naive.state(atlas.space.layout(o.rank)) for o in atlas.best_moves(layout)} == best
        assert all(atlas.is_best(layout, o) == (s in best) for s, o in options.items())
        ways[state] = sum(map(ways.__getitem__, best)) if left else int(left == 0)
        assert atlas.count_solutions(layout) == ways[state]


def labels(puzzle: Puzzle, space: Space) -> list[int]:
    """For each rank the least rank of its component, by the naive rules."""
    joined = {state: {state} for state in naive.enumerate_layouts(puzzle)}
    for state, part in list(joined.items()):
        for other in naive.neighbours(puzzle, state, "step"):
            if joined[other] is not (part := joined[state]):
                part |= joined[other]
                for each in joined[other]:
                    joined[each] = part
    least = {
        id(part): min(space.rank(as_layout(puzzle, s)) for s in part) for part in joined.values()
    }
    return [least[id(joined[naive.state(layout)])] for layout in space]


@given(puzzles(), st.sampled_from(METRICS))
@settings(max_examples=40)
def test_random_puzzles_agree_with_the_naive_twin(puzzle: Puzzle, metric: str) -> None:
    agree(puzzle, metric, Atlas.of(puzzle, metric))
    values = dense.distances(Space.of(puzzle), puzzle.goal, metric)
    assert (values == Atlas.of(puzzle, metric).distances).all()


@given(puzzles(), st.sampled_from(METRICS))
@settings(max_examples=15)
def test_the_plain_kernel_agrees_too(puzzle: Puzzle, metric: str) -> None:
    space = Space.of(puzzle)
    values = dense.distances(space, puzzle.goal, metric)
    parts = Components.of(space, values)
    with mock.patch.object(dense, "kernel", PLAIN), mock.patch.object(statistics, "kernel", PLAIN):
        assert (dense.distances(space, puzzle.goal, metric) == values).all()
        again = Components.of(space, values)
        atlas = Atlas(space, puzzle.goal, metric, values)
        assert atlas.options(puzzle.start) == Atlas.of(puzzle, metric).options(puzzle.start)
    for name in ("labels", "least", "sizes", "goals"):
        assert (getattr(parts, name) == getattr(again, name)).all()


@given(puzzles())
@settings(max_examples=20)
def test_components_are_those_of_the_naive_twin(puzzle: Puzzle) -> None:
    atlas = Atlas.of(puzzle, "step")
    parts = atlas.components
    least = labels(puzzle, atlas.space)
    assert parts.least[parts.labels].tolist() == least
    assert parts.least.tolist() == sorted(set(least))
    assert parts.sizes.tolist() == [least.count(each) for each in parts.least]
    goals = set(atlas.ranks(0).tolist())
    assert parts.goals.tolist() == [
        sum(least[rank] == each for rank in goals) for each in parts.least
    ]


@given(puzzles(), st.sampled_from(METRICS))
@settings(max_examples=40)
def test_solve_agrees(puzzle: Puzzle, metric: str) -> None:
    atlas, solution = Atlas.of(puzzle, metric), solve(puzzle, metric)
    assert atlas.get(puzzle.start) == solution.length
    by_look_up = atlas.solution(puzzle)
    assert by_look_up.verify()
    assert by_look_up.length == solution.length


@given(puzzles(), st.sampled_from(METRICS))
@settings(max_examples=30)
def test_from_one_layout(puzzle: Puzzle, metric: str) -> None:
    found = naive.bfs(puzzle, metric)
    away = reach(Space.of(puzzle), puzzle.start, metric)
    assert {away.space.rank(as_layout(puzzle, s)): d for s, d in found.depth.items()} == {
        rank: d for rank, d in enumerate(away.distances.tolist()) if d != 255
    }
    assert (away.size, away.eccentricity) == (len(found.depth), max(found.depth.values()))
    assert set(away.farthest) == {r for r, d in enumerate(away.distances) if d == away.eccentricity}


@given(puzzles(), st.sampled_from(METRICS))
@settings(max_examples=20)
def test_diameter_by_all_searches(puzzle: Puzzle, metric: str) -> None:
    space = Space.of(puzzle)
    kinds = [kind.directions for kind in puzzle.kinds]
    if any(("U" in each) != ("D" in each) or ("L" in each) != ("R" in each) for each in kinds):
        return
    away = reach(space, puzzle.start, metric)
    ranks = np.flatnonzero(away.distances != 255).tolist()
    longest = max(reach(space, space.layout(rank), metric).eccentricity for rank in ranks[:60])
    found = diameter(space, puzzle.start, metric)
    assert found.length >= longest
    assert found.length == longest or len(ranks) > 60
    assert reach(space, found.pair[0], metric).distances[space.rank(found.pair[1])] == found.length


def test_a_diameter_needs_moves_that_can_be_taken_back() -> None:
    space = Space.parse("4x1 1x1=R:1")
    with pytest.raises(InputError, match="one way"):
        diameter(space, space.layout(0))


def test_one_way_pieces_are_searched_backwards() -> None:
    space = Space.parse("4x1 1x1=R:1")
    atlas = Atlas.build(space, Goal.of([[(0, 2)]]), "step")
    heads = {layout.heads[0][0]: atlas.get(layout) for layout in space}
    assert heads == {0: 2, 1: 1, 2: 0, 3: None}
    assert Atlas.build(space, Goal.of([[(0, 2)]]), "move")[space.layout(space.size - 1)] == 1
    assert reach(space, Layout(((1,),)), "step").size == 3


@pytest.mark.parametrize("length", [254, 255, 256, 257, 600])
def test_distances_that_take_more_than_a_byte(length: int) -> None:
    space = Space(Board(length, 1), (Kind.of([(0, 0)]),), ((1, 1),))
    atlas = Atlas.build(space, Goal.of([[(0, 0)]]), "step")
    assert [atlas.distance(space.rank(Layout(((i,),)))) for i in range(length)] == list(
        range(length)
    )
    assert atlas.facts.longest == length - 1
    assert atlas.distances.dtype.itemsize == (1 if length <= 255 else 2)


def test_a_long_way_with_layouts_that_cannot_be_solved() -> None:
    walls = frozenset({300})
    space = Space(Board(310, 1, walls), (Kind.of([(0, 0)]),), ((1, 1),))
    atlas = Atlas.build(space, Goal.of([[(0, 0)]]), "step")
    assert (atlas.facts.solvable, atlas.facts.unsolvable, atlas.facts.longest) == (
        300,
        9,
        299,
    )
    assert atlas.get(Layout(((305,),))) is None


def test_all_solutions_lazily_and_in_order(classic: dict[str, Atlas]) -> None:
    atlas = classic["move"]
    assert atlas.count_solutions(HERO.start) == 256
    lines = list(atlas.lines(HERO.start))
    assert len(set(lines)) == len(lines) == 256
    assert all(len(line) == 81 and line[-1].distance == 0 for line in lines)
    assert lines == list(atlas.lines(HERO.start))
    assert atlas.line(HERO.start) == lines[0]
    assert all(solution.verify() for solution in itertools.islice(atlas.solutions(HERO), 20))
    assert classic["step"].count_solutions(HERO.start) == 4112640000
    few = [s.moves for s in itertools.islice(classic["step"].solutions(HERO), 50)]
    assert len(set(few)) == 50


def test_a_family_answers_for_the_puzzles_in_it() -> None:
    family = Space.parse("4x5 2x2:1 2x1:0..1 1x2:3..4 1x1:4 empty:2..")
    atlas = Atlas.build(family, read_goal(family), "move")
    solution = atlas.solution(HERO)
    assert solution.verify()
    assert solution.length == 81
    assert solution.moves[0].label.startswith("卒")
    with pytest.raises(InputError, match="another goal"):
        atlas.solution(puzzle("HAAI/HAAI/JBBK/JNOK/P..Q", goal="AA../AA../..../..../...."))
    with pytest.raises(NotInSpaceError):
        atlas.solution(puzzle("AA../AA../..../..../B..."))
    sets = atlas.piece_sets(components=True)
    assert sum(each.facts.layouts for each in sets) == family.size
    assert sum(each.components for each in sets) == len(atlas.components)
    index = [kind.size for kind in family.kinds]
    own = {"2x2": 1, "2x1": 1, "1x2": 4, "1x1": 4}
    mine = next(each for each in sets if each.counts == tuple(own[size] for size in index))
    assert (mine.facts.layouts, mine.facts.sum, mine.components) == (65880, 1656575, 898)


def test_the_metrics_differ_most(classic: dict[str, Atlas]) -> None:
    most, ranks = largest_difference(classic["step"], classic["move"])
    gap = [
        a - b
        for a, b in zip(
            classic["step"].distances.tolist(), classic["move"].distances.tolist(), strict=True
        )
    ]
    assert most == max(gap)
    assert ranks.tolist() == [r for r, g in enumerate(gap) if g == most]
    with pytest.raises(InputError, match="same space"):
        largest_difference(classic["step"], Atlas.of(puzzle("AB/..", goal="../AB"), "step"))


def test_it_is_a_mapping(classic: dict[str, Atlas]) -> None:
    atlas = classic["move"]
    stuck = CLASSIC.layout(int(atlas.ranks(None)[0]))
    assert len(atlas) == 53954
    assert HERO.start in atlas
    assert stuck not in atlas
    assert (atlas.get(stuck), atlas.get(stuck, -1)) == (None, -1)
    with pytest.raises(UnsolvableError):
        atlas[stuck]
    with pytest.raises(KeyError):
        atlas.line(stuck)
    assert atlas.count_solutions(stuck) == 0
    assert atlas.best_moves(stuck) == ()
    with pytest.raises(NotInSpaceError):
        atlas[Layout(((0,), (), (), ()))]
    for rank in (-1, CLASSIC.size, 1 << 70):
        with pytest.raises(RankError):
            atlas.distance(rank)
    with pytest.raises(RankError):
        atlas.lookup([0, CLASSIC.size])
    assert atlas.lookup([CLASSIC.rank(HERO.start)]).tolist() == [81]
    assert next(iter(atlas)) in atlas


def test_hardest(classic: dict[str, Atlas]) -> None:
    assert all(classic["move"][layout] == 93 for layout in classic["move"].hardest())
    assert len(classic["move"].hardest()) == classic["move"].facts.longest_count


def test_nothing_is_solvable_where_no_layout_is_a_goal() -> None:
    space = Space.parse("3x1 1x1:1 2x1:1")
    atlas = Atlas.build(space, Goal.of([[(0, 0), (1, 1)]]), "move")
    assert (atlas.facts.goals, atlas.facts.longest, atlas.facts.mean) == (
        0,
        None,
        None,
    )
    assert (len(atlas), list(atlas), atlas.hardest(), atlas.histogram) == (0, [], (), ())


@pytest.mark.parametrize(
    ("space", "goal", "options", "error", "words"),
    [
        ("2x2 2x2:2", [[(0, 0)]], {}, InputError, "do not fit"),
        ("2x2 2x1:1", [[(1, 0)]], {}, InputError, "kind 1 at cell 0"),
        ("2x2 2x1:1", [[(0, 4)]], {}, InputError, "cell 4"),
        ("2x2 2x1:1", [], {}, InputError, "no alternative"),
        ("2x2 2x1:1", [[(0, 0)]], {"metric": "moves"}, UnknownName, "move"),
        ("4x5 1x1:10", [[(0, 0)]], {"max_memory": "100K"}, LimitReached, "184,756 layouts"),
        ("9x9 1x1:0..", [[(0, 0)]], {}, LimitReached, "2,417,851,639,229,258,349,412,352 layouts"),
        (
            "5x5 2x1:1 1x1:8",
            [[(0, 0)]],
            {"max_seconds": 1e-6},
            LimitReached,
            "time limit of 1e-06 s",
        ),
    ],
)
def test_what_cannot_be(space: str, goal: list, options: dict, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        Atlas.build(Space.parse(space), Goal.of(goal), **options)


def test_limits_progress_and_cancel() -> None:
    space = Space.parse("4x5 2x2:1 2x1:0..2 1x2:2..4 1x1:2..6 empty:2..")
    goal = read_goal(space)
    seen = []
    watch = Watch(progress=seen.append)
    with mock.patch.object(limits, "_REPORT", 0.0):
        dense.distances(space, goal, "step", watch=watch)
    assert seen[-1].layouts > 10000
    assert seen[-1].depth > 20
    with pytest.raises(LimitReached, match="time limit"):
        Atlas.build(space, goal, max_seconds=1e-9)
    calls = itertools.count()
    with pytest.raises(Cancelled):
        Atlas.build(space, goal, cancel=lambda: next(calls) >= 3)


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("..../....", "rows of"),
        ("..../..../..../..../....", "names no piece"),
        ("a.../.a../..../..../....", "shape of 0 kinds"),
        ("..../..../..../.aa./bba.", "shape of 0 kinds"),
    ],
)
def test_goals_that_cannot_be_read(goal: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_goal(CLASSIC, goal)


def test_a_goal_has_to_be_said_where_there_is_no_usual_one() -> None:
    with pytest.raises(InputError, match="no usual one"):
        read_goal(Space.parse("4x5 2x2:1..2"))
    assert read_goal(CLASSIC) == read_goal(CLASSIC, "..../..../..../.xx./.xx.") == HERO.goal


def test_a_layout_of_a_family_as_a_puzzle() -> None:
    goal = read_goal(FAMILY)
    for layout in FAMILY.random(20, seed=1):
        single = puzzle_at(FAMILY, layout, goal)
        assert FAMILY.place(single.start, single.kinds) == layout
        assert Puzzle.parse(single.text()).rows() == single.rows()


@pytest.mark.slow
def test_tiles_of_3x4() -> None:
    eleven = puzzle("123/456/789/ab.")
    atlas = Atlas.of(eleven, "step")
    assert (atlas.facts.solvable, atlas.facts.longest) == (239500800, 53)


def test_eight_tiles() -> None:
    atlas = Atlas.of(puzzle("123456780"), "step")
    assert (atlas.facts.layouts, atlas.facts.solvable, atlas.facts.longest) == (
        362880,
        181440,
        31,
    )
    assert atlas.facts.longest_count == 2
    assert len(atlas.components) == 2
