"""Boundary cases: lower bounds at every limit, words of 64 bits, distances beyond 255, and odd puzzles.

Right answers are known by construction or from the naive twin. Every method is tried.
"""

import bisect
import itertools
from contextlib import nullcontext
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.errors import InputError
from huarong.explore import Resources, run
from huarong.model.board import METRICS, Board, Goal, Leg
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from huarong.model.tiles import all_tiles
from huarong.search import all_paths
from huarong.search.keys import KeyPacking
from huarong.search.select import METHODS
from huarong.space.space import Space
from tests import naive
from tests.clock import ticking
from tests.examples import examples, few
from tests.strategies import puzzles, symmetric_puzzles

ANY = puzzles(limit=150) | symmetric_puzzles(limit=150)
WAYS = [*({"method": method} for method in METHODS), {"optimal": False}]
EACH_WAY = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.get("method", "good"))


@EACH_WAY
@examples(12)
@given(ANY, st.sampled_from(METRICS), st.data())
def test_what_is_proved_is_true(way, puzzle, metric, data):
    """At whatever layout or second a search is ended, its lower bound is at most the true length."""
    truth = naive.bfs(puzzle, metric).distance
    limit = data.draw(st.sampled_from(["max_layouts", "max_seconds"]))
    with ticking() if limit == "max_seconds" else nullcontext():
        try:
            found = hr.solve(puzzle, metric, **way, **{limit: data.draw(st.integers(1, 40))})
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


@pytest.mark.parametrize("way", WAYS[:2], ids=["bfs", "bidirectional"])
def test_what_is_proved_comes_up_to_the_truth(way):
    """Ended just before it would find a solution, a search has proved the true length, no less and no more.

    The goal is halfway through the 8-puzzle, where the last level is wide.
    """
    atlas = Atlas.of("876543210", "step")
    puzzle = hr.puzzle("876543210").started(atlas.space.layout(int(atlas.ranks(21)[0])))
    proved = []

    def found(most):
        try:
            assert hr.solve(puzzle, "step", **way, max_layouts=most).length == 21
        except hr.LimitReached as error:
            proved.append(error.lower)
            return False
        return True

    most = bisect.bisect_left(range(200_000), True, key=found)
    # A call of a kernel ends by the clock, and so may go a little beyond the limit.
    while found(most):
        most -= 100
    assert max(proved) == 21


@examples(15)
@given(ANY, st.sampled_from(METRICS), st.integers(0, 3), st.booleans())
def test_which_paths_are_shortest(puzzle, metric, more, prune):
    truth = naive.bfs(puzzle, metric).distance
    for path in itertools.islice(all_paths.paths(puzzle, metric, most=min((truth or 2) + more, 6), prune=prune), 40):
        assert path.verify()
        if path.optimal:
            assert path.length == truth
        else:
            assert (path.bound or 0) <= truth
            assert not prune or (path.length > truth and path.bound == truth)


@examples(20)
@given(ANY, st.sampled_from(METRICS), st.randoms())
def test_a_solution_that_was_tampered_with(puzzle, metric, chance):
    """A solution with one move changed verifies only where the naive rules allow it."""
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
    still = replace(move, legs=(), stop=move.start)
    far = replace(move, start=move.start + 1, stop=move.stop + 1)
    for more in (still, far):
        moves = (*solution.moves[:i], more, *solution.moves[i:])
        assert not replace(solution, moves=moves).verify()
    assert replace(solution, moves=solution.moves[:-1]).verify() == naive.solved(
        puzzle, naive.replay(puzzle, solution.moves[:-1]).state
    )


def corridor(cells: int, turned: bool) -> Puzzle:
    """A puzzle of one piece that goes from one end of a corridor to the other."""
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


@pytest.mark.parametrize("cells", few([256, 255], 1))
def test_distances_around_a_byte(cells, tmp_path):
    puzzle = corridor(cells, turned=False)
    atlas = Atlas.of(puzzle, "step")
    assert sorted(atlas.distances.tolist()) == list(range(cells))
    assert atlas[puzzle.start] == cells - 1 and atlas.histogram == (1,) * cells
    atlas.save(tmp_path / "atlas")
    again = Atlas.open(tmp_path / "atlas")
    assert (again.distances == atlas.distances).all()
    assert [again.distance(rank) for rank in range(cells)] == atlas.distances.tolist()
    assert hr.hint(puzzle, metric="step").distance == cells - 1 and hr.solve(puzzle, "step").length == cells - 1
    assert run(puzzle, "step", Resources(workers=1)).levels == (1,) * cells


def ring(down: bool) -> Puzzle:
    """A piece that never goes up, in a ring of eight cells; below it rows that are full, so that nothing moves there.

    Their pieces take bits of a key all the same, which has two words. The puzzle is its own mirror image.
    """
    walls = {x + 9 * y for y in range(3) for x in range(9) if not 3 <= x <= 5 or (x, y) == (4, 1)}
    setup, goal = Setup(Board(9, 10, frozenset(walls))), {}
    names = map(chr, itertools.count(0x4E00))
    same = ["", ""]
    for y in range(3, 10):
        for cells in ([(3, y), (4, y), (5, y)], *([(x, y)] for x in (0, 1, 2, 6, 7, 8))):
            name = next(names)
            setup.place(name, cells, directions="LR")
            goal[name], same[len(cells) > 1] = cells, same[len(cells) > 1] + name
    ends = [(4, 0), (4, 2)] if down else [(4, 2), (4, 0)]
    setup.place("A", ends[:1], directions="LRD")
    return Puzzle.of(setup, [{**goal, "A": ends[1:]}], same=same)


@EACH_WAY
def test_one_way_pieces_and_keys_of_two_words(way):
    """Downwards the piece goes four cells; upwards it cannot go, though both paths would lead to the same cells."""
    puzzle = ring(down=True)
    assert KeyPacking.of(puzzle).words > 1 and KeyPacking.of(puzzle).images
    for metric, best in (("step", 4), ("slide", 3), ("move", 1)):
        found = hr.solve(puzzle, metric, **way)
        assert (found.length, found.verify()) == (best, True)
        assert not hr.solve(ring(down=False), metric, **way).solved


@pytest.mark.parametrize("ways", few(["UDR", "ULR", "R", ""], 2))
@EACH_WAY
def test_one_tile_that_may_not_go_everywhere(way, ways):
    """All pieces are different singles and one cell is empty, yet these are no numbered tiles."""
    chance, places = Random(ways), {name: (i % 3, i // 3) for i, name in enumerate("ABCDE")}

    def told(goal: dict[str, tuple[int, int]]) -> Puzzle:
        setup = Setup(Board(3, 2))
        for name, cell in places.items():
            setup.place(name, [cell], directions=ways if name == "D" else "UDLR")
        return Puzzle.of(setup, [{name: [cell] for name, cell in goal.items()}])

    puzzle = told(places)
    assert not all_tiles(puzzle)
    state = naive.start(puzzle)
    for turn in range(24):
        state = chance.choice(sorted(naive.neighbours(puzzle, state, "step"), key=sorted))
        if turn % 8 == 7:
            kinds = {piece.kind: piece.symbol for piece in puzzle.pieces}
            other = told({kinds[kind]: (head % 3, head // 3) for kind, head in state})
            for metric in METRICS:
                found = hr.solve(other, metric, **way)
                assert found.verify()
                assert not found.optimal or found.length == naive.bfs(other, metric).distance


@pytest.mark.parametrize(
    "goal",
    [
        *([[(0, 0), (0, 1)], [(0, 5)]], [[(0, 0), (0, 0)]], [[(0, 0), (1, 0)]], [[(0, 0), (0, 4)]]),
        *([[(n, 2), (m, 2)]] for n in range(4) for m in range(4) if n != m),
        *([[(n, 2), (n, 2)]] for n in range(4)),
    ],
)
def test_goals_that_contradict_themselves_are_refused_or_never_met(goal):
    """A goal with a piece at two places, or two on one cell, is refused, or no search finds a layout that meets it."""
    several = max(kind for each in goal for kind, _ in each) > 1
    space = Space.parse("3x3 1x2:1 2x1:1 B@1x1:1 1x1:1" if several else "3x3 2x1:1 1x1:1")
    one = Goal.of(goal)
    try:
        atlas = Atlas.build(space, one, "step")
    except InputError:
        return
    met = [rank for rank in range(space.size) if one.holds(space.layout(rank))]
    assert [rank for rank in range(space.size) if atlas.distance(rank) == 0] == met
    assert dense.goal_ranks(space, one).tolist() == met
