"""Where one more or less makes the difference: claims of proof, words of 64 bits, bytes of 255, and odd puzzles.

What is right is known by construction, or from the naive twin. Every method is asked.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import huarong as hr
from huarong import limits
from huarong.atlas.atlas import Atlas
from huarong.errors import InputError
from huarong.explore import run
from huarong.explore.modulo import Modulo
from huarong.model.board import Board, Leg
from huarong.model.goal import Goal
from huarong.model.metric import METRICS
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from huarong.model.tiles import all_tiles
from huarong.search import all_paths
from huarong.search.keys import Packing
from huarong.search.select import METHODS
from huarong.space.space import Space
from tests import naive
from tests.strategies import puzzles, symmetric_puzzles

ANY = puzzles(limit=150) | symmetric_puzzles(limit=150)
WAYS = [*({"method": method} for method in METHODS), {"optimal": False}]
EACH_WAY = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.get("method", "good"))


# What is claimed to be proved


@EACH_WAY
@settings(max_examples=12)
@given(ANY, st.sampled_from(METRICS), st.data())
def test_what_is_proved_is_true(way, puzzle, metric, data):
    """At whatever layout or second a search is ended, it claims no more than the truth."""
    truth = naive.bfs(puzzle, metric).distance
    ticks, most = itertools.count(), data.draw(st.integers(1, 40))

    class Clock:
        perf_counter = staticmethod(lambda: float(next(ticks)))

    with pytest.MonkeyPatch.context() as patch:
        limit = {"max_layouts": most}
        if data.draw(st.booleans()):
            patch.setattr(limits, "time", Clock)
            limit = {"max_seconds": most}
        try:
            found = hr.solve(puzzle, metric, **way, **limit)
        except hr.LimitReached as error:
            ended = error
        else:
            ended = None
    if ended is not None:
        assert truth is None or (ended.lower or 0) <= truth
        found = ended.solution
        if found is None:
            return
        assert not found.optimal
    assert found.verify()
    if found.optimal:
        assert found.length == truth
    else:
        assert found.length >= truth >= (found.bound or 0)


@pytest.mark.parametrize(("metric", "truth"), [("step", 116), ("slide", 90), ("move", 81)])
@pytest.mark.parametrize("way", WAYS[:2], ids=["bfs", "bidirectional"])
def test_what_is_proved_comes_up_to_the_truth(way, metric, truth):
    """However many layouts may be found, the bound is not above the truth; and near the end it is near."""
    proved = [0]
    for most in range(400, 14_000, 400):
        try:
            assert hr.solve("横刀立马", metric, **way, max_layouts=most).length == truth
        except hr.LimitReached as error:
            proved.append(error.lower)
    assert proved == sorted(proved)
    assert truth - 30 <= proved[-1] <= truth


@settings(max_examples=15)
@given(ANY, st.sampled_from(METRICS), st.integers(0, 3), st.booleans())
def test_which_paths_are_shortest(puzzle, metric, more, prune):
    truth = naive.bfs(puzzle, metric).distance
    for path in itertools.islice(
        all_paths.paths(puzzle, metric, most=min((truth or 2) + more, 6), prune=prune), 40
    ):
        assert path.verify()
        if path.optimal:
            assert path.length == truth
        else:
            assert (path.bound or 0) <= truth
            assert not prune or (path.length > truth and path.bound == truth)


@settings(max_examples=20)
@given(ANY, st.sampled_from(METRICS), st.randoms())
def test_a_solution_that_was_tampered_with(puzzle, metric, chance):
    """Whatever is done to one move, it verifies only where the naive rules allow it."""
    solution = hr.solve(puzzle, metric)
    if not solution.moves:
        return
    i = chance.randrange(len(solution.moves))
    move = solution.moves[i]
    leg = chance.randrange(len(move.legs))
    legs = list(move.legs)
    others = [p.symbol for p in puzzle.pieces]
    changes = [
        replace(move, legs=()),
        replace(move, legs=(*legs[:leg], *legs[leg + 1 :])),
        replace(move, legs=(*legs, Leg(chance.choice("UDLR"), 0))),
        replace(move, legs=(*legs, Leg(chance.choice("UDLR"), 1))),
        replace(move, legs=(*legs, Leg(legs[-1].direction, -1))),
        replace(move, legs=(*legs[:leg], Leg(legs[leg].direction, legs[leg].cells + 1))),
        replace(move, start=move.stop, stop=move.start),
        replace(move, stop=move.start),
        replace(move, piece=chance.choice(others)),
    ]
    for other in changes:
        if other == move:
            continue
        moves = (*solution.moves[:i], other, *solution.moves[i + 1 :])
        try:
            end = naive.replay(puzzle, moves).state
        except (AssertionError, KeyError, ValueError, IndexError):
            good = False
        else:
            good = naive.solved(puzzle, end) and all(m.legs for m in moves)
        if replace(solution, moves=moves).verify():
            assert good
    assert replace(solution, moves=solution.moves[:-1]).verify() == naive.solved(
        puzzle, naive.replay(puzzle, solution.moves[:-1]).state
    )


# Words and bytes


def corridor(cells: int, turned: bool) -> Puzzle:
    """One piece that goes from one end to the other."""
    board = Board(1, cells) if turned else Board(cells, 1)
    setup = Setup(board)
    setup.place("A", [(0, 0)])
    return Puzzle.of(setup, [{"A": [(0, cells - 1) if turned else (cells - 1, 0)]}])


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("cells", [2, 31, 32, 33, 63, 64, 65, 66, 127, 128, 129])
@EACH_WAY
def test_words_of_cells(way, cells, turned):
    puzzle = corridor(cells, turned)
    for metric, best in (("step", cells - 1), ("slide", 1), ("move", 1)):
        found = hr.solve(puzzle, metric, **way)
        assert (found.length, found.verify()) == (best, True)


@pytest.mark.parametrize("cells", [255, 256])
def test_distances_around_a_byte(cells, tmp_path):
    puzzle = corridor(cells, turned=False)
    atlas = Atlas.of(puzzle, "step")
    assert sorted(atlas.distances.tolist()) == list(range(cells))
    assert atlas[puzzle.start] == cells - 1
    assert atlas.histogram == (1,) * cells
    atlas.save(tmp_path / "atlas")
    again = Atlas.open(tmp_path / "atlas")
    assert (again.distances == atlas.distances).all()
    assert [again.distance(rank) for rank in range(cells)] == atlas.distances.tolist()
    assert hr.hint(puzzle, metric="step").distance == cells - 1
    assert hr.solve(puzzle, "step").length == cells - 1
    assert run(puzzle, "step", workers=1).levels == (1,) * cells
    modulo = Modulo.of(atlas.space, atlas.goal, atlas.metric, atlas.distances)
    assert modulo.distance(puzzle.start) == cells - 1
    if cells <= 255:
        run(puzzle, "step", workers=1, save=tmp_path / "saved")
        assert Atlas.open(tmp_path / "saved").histogram == (1,) * cells
    else:
        with pytest.raises(InputError, match="more than 254"):
            run(puzzle, "step", workers=1, save=tmp_path / "saved")
        assert not (tmp_path / "saved").exists()


@pytest.mark.parametrize("text", ["1x100 1x1:1", "100x1 1x1:1", "100x1 1x1:1..1", "10x10 1x1:1"])
def test_long_corridors_of_pieces(text):
    space = Space.parse(text)
    assert space.size == 100
    assert [space.rank(space.layout(rank)) for rank in range(100)] == list(range(100))


def rows(ends: list[tuple[int, int]], images: bool) -> Puzzle:
    """Seventeen rows of nine cells, in each a piece that only goes right, in some of them: keys of two words.

    `ends` says for some rows how far the piece is to go. With `images`, board, pieces and goals are their own
    mirror image: a piece that only goes left stands for each that only goes right.
    """
    setup, goals = Setup(Board(9, 17)), [{}, {}]
    for y in range(17):
        right, left = chr(0x4E00 + y), chr(0x5E00 + y)
        setup.place(right, [(0, y)], directions="R")
        if images:
            setup.place(left, [(8, y)], directions="L")
        by = dict(ends).get(y, 0)
        goals[0][right] = [(by, y)]
        if images:
            goals[0][left], goals[1][right], goals[1][left] = [(8, y)], [(0, y)], [(8 - by, y)]
    return Puzzle.of(setup, goals[: 1 + images], same=[])


@pytest.mark.parametrize("images", [False, True])
@pytest.mark.parametrize(
    "way",
    [
        pytest.param(way, marks=[pytest.mark.slow] if way.get("method", "")[-4:] == "star" else [])
        for way in WAYS
    ],
    ids=lambda way: way.get("method", "good"),
)
def test_one_way_pieces_and_keys_of_two_words(way, images):
    puzzle = rows([(3, 2), (11, 1)], images)
    assert Packing.of(puzzle).words > 1
    for metric, best in (("step", 3), ("slide", 2), ("move", 2)):
        found = hr.solve(puzzle, metric, **way)
        assert (found.length, found.verify()) == (best, True)


# Odd puzzles


@pytest.mark.parametrize("ways", ["UDR", "UDL", "LRU", "R", "LR", ""])
@EACH_WAY
def test_one_tile_that_may_not_go_everywhere(way, ways):
    setup = Setup(Board(3, 2))
    for i, name in enumerate("ABCDE"):
        setup.place(name, [(i % 3, i // 3)], directions=ways if name == "D" else "UDLR")
    goals = {"D": [(1, 1)], "E": [(0, 1)]}, {"B": [(2, 0)], "A": [(1, 0)]}
    for goal in goals:
        puzzle = Puzzle.of(setup, [goal])
        assert not all_tiles(puzzle)
        for metric in METRICS:
            assert hr.solve(puzzle, metric, **way).length == naive.bfs(puzzle, metric).distance


@pytest.mark.parametrize(
    "goal",
    [[[(0, 0), (0, 1)], [(0, 5)]], [[(0, 0), (0, 0)]], [[(0, 0), (1, 0)]], [[(0, 0), (0, 4)]]],
)
def test_goals_that_contradict_themselves_are_refused_or_never_met(goal):
    """One piece at two places at once, two on one cell: no layout is such a goal, whatever sweeps the space."""
    space = Space.parse("3x3 2x1:1 1x1:1")
    one = Goal.of(goal)
    try:
        atlas = Atlas.build(space, one, "step")
    except InputError:
        return
    for rank in range(space.size):
        assert (atlas.distance(rank) == 0) == one.holds(space.layout(rank))


@pytest.mark.parametrize("text", ["AABB/AABB/..../..../....", "AABB/AABB/CD../..../EF.."])
def test_two_squares_have_no_usual_goal(text):
    with pytest.raises(InputError, match="goal"):
        Puzzle.parse(text)
    assert Puzzle.parse(text.replace("B", "C").replace("CC/AACC", ".C/AA.C", 1))


@settings(max_examples=25)
@given(ANY, st.sampled_from(METRICS), st.sampled_from(WAYS))
def test_goals_out_of_reach_and_several_alternatives(puzzle, metric, way):
    """(Drawn as they come: walls, gates, one-way pieces, boards of more than 64 cells.)"""
    found, truth = hr.solve(puzzle, metric, **way), naive.bfs(puzzle, metric).distance
    assert found.solved == (truth is not None)
    assert not found.optimal or found.length == truth
