"""All paths: against plain enumeration by the naive rules, and the article's ten ways."""

import itertools

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.limits import Limits, Watch
from huarong.model.board import Metric
from huarong.search import all_paths
from huarong.search.distances import Distances
from huarong.search.expansion import FAR
from huarong.search.walk import PathWalk, deepen, walk
from tests import naive
from tests.examples import data, examples
from tests.search.plain import plain_kernels
from tests.search.test_search import widened
from tests.strategies import puzzles

EIGHT = hr.puzzle("876543210")
WAYS = {tuple(map(int, way.split(","))) for way in data("eight_ways")}


def simple_paths(puzzle, metric, most):
    """By the definition: lists of states, none twice, only the last of them solved."""
    found = []

    def go_on(path):
        if naive.solved(puzzle, path[-1]):
            found.append(tuple(path))
        elif len(path) <= most:
            for state in naive.neighbours(puzzle, path[-1], metric):
                if state not in path:
                    go_on([*path, state])

    go_on([naive.start(puzzle)])
    return found


def agrees(puzzle, metric, most):
    expected = simple_paths(puzzle, metric, most)
    listed = []
    for prune in (True, False):
        solutions = list(all_paths.paths(puzzle, metric, most=most, prune=prune))
        layouts = [tuple(map(naive.state, solution.layouts)) for solution in solutions]
        assert len(layouts) == len(set(layouts)) and set(layouts) == set(expected)
        assert all(solution.verify() for solution in solutions)
        assert all_paths.count(puzzle, metric, most=most, prune=prune) == len(expected)
        listed.append(layouts)
        best = naive.bfs(puzzle, metric).distance
        for solution in solutions:
            if prune and best:
                assert solution.optimal == (solution.length == best)
            else:
                assert not solution.optimal or solution.length == best
    assert listed[0] == listed[1]


@examples(60)
@given(puzzles(limit=60), st.sampled_from(naive.METRICS), st.integers(0, 4))
def test_agrees_with_the_definition(puzzle, metric, most):
    agrees(puzzle, metric, most)


@examples(15)
@given(puzzles(limit=40), st.sampled_from(naive.METRICS), st.integers(0, 3))
def test_the_plain_kernel_and_wide_boards(puzzle, metric, most):
    agrees(widened(puzzle), metric, most)
    with plain_kernels():
        agrees(puzzle, metric, most)


def test_the_articles_ten_ways():
    found = list(all_paths.paths(EIGHT, most=30))
    assert {tuple(int(move.label) for move in path.moves) for path in found} == WAYS
    assert all(path.length == 30 and path.optimal for path in found) and all_paths.count(EIGHT, most=29) == 0


def test_the_stated_order():
    """Pieces in the order of `puzzle.pieces`, of each the directions U, D, L, R, nearer places first."""
    order = {piece.symbol: i for i, piece in enumerate(EIGHT.pieces)}
    keys = [
        [(order[move.piece], "UDLR".index(move.legs[0].direction)) for move in path.moves]
        for path in all_paths.paths(EIGHT, most=30)
    ]
    assert keys == sorted(keys)


def test_lazily():
    endless = all_paths.paths(hr.puzzle("横刀立马"), most=300, prune=False)
    del endless
    puzzle = hr.puzzle("捷足先登")
    first = next(all_paths.paths(puzzle, most=60))
    assert first.verify() and first.length <= 60
    few = list(itertools.islice(all_paths.paths(puzzle, most=34), 5))
    assert len({path.heads for path in few}) == 5


@pytest.mark.slow
def test_the_articles_recursion():
    """Without pruning, the search enters as many layouts as 马旭's recursion makes calls."""
    search = PathWalk(EIGHT, Metric.STEP, 30)
    assert sum(1 for _ in walk(search, Watch())) == 10 and search.entered == 49_560_975


def test_pruning_enters_only_what_leads_to_the_goal():
    search = PathWalk(EIGHT, Metric.STEP, 30, Distances.of(EIGHT, "step", most=30))
    assert sum(1 for _ in walk(search, Watch())) == 10 and search.entered <= 10 * 30 + 1


def deepens(puzzle, metric, remember, pruned, length):
    """`deepen` finds a shortest solution, with proved lower bounds on the way."""
    distances = Distances.of(puzzle, metric) if pruned else None
    least = distances[puzzle.start] if distances else 0
    if least == FAR:
        assert length is None
        return
    search = PathWalk(puzzle, Metric(metric), max(1, least), distances, remember=remember)
    watch = Watch(Limits(layouts=100_000))
    try:
        assert deepen(search, watch) == (length is not None)
    except hr.LimitReached:  # layouts that are not remembered are searched many times
        assert length is None or watch.lower <= length
        return
    if length is not None:
        found = search.solution(0.0)
        assert found.length == length == search.most and found.verify()
        assert naive.solved(puzzle, naive.replay(puzzle, found.moves).state)


@examples(150)
@given(puzzles(limit=200), st.sampled_from(naive.METRICS), st.sampled_from([256, 1 << 16]), st.booleans())
def test_deepening(puzzle, metric, remember, pruned):
    found = naive.bfs(puzzle, metric)
    if found.distance == 0:
        return
    deepens(puzzle, metric, remember, pruned, found.distance)


@examples(15)
@given(puzzles(limit=60), st.sampled_from(naive.METRICS), st.booleans())
def test_deepening_by_the_plain_kernel(puzzle, metric, pruned):
    with plain_kernels():
        found = naive.bfs(puzzle, metric)
        if found.distance:
            deepens(puzzle, metric, 1 << 10, pruned, found.distance)


def test_deepening_enters_each_layout_once_a_turn():
    puzzle = hr.puzzle("横刀立马")
    search = PathWalk(puzzle, Metric.MOVE, 1, remember=1 << 24)
    assert deepen(search, Watch()) and search.most == 81 and search.entered <= 81 * 25_955


@pytest.mark.parametrize("most", [-1, 10_001])
def test_bad_bound(most):
    pytest.raises(hr.InputError, all_paths.paths, EIGHT, most=most).match("cannot be listed")


def test_limits():
    pytest.raises(hr.LimitReached, all_paths.count, hr.puzzle("横刀立马"), most=200, max_memory="100K")
