"""Every method against the naive twin and the other methods; heuristics are admissible."""

import threading

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong import limits
from huarong.search import anytime as greedy, best_first, bidirectional, select, solver, walk
from huarong.search.keys import KeyPacking
from huarong.search.task import Task
from tests import naive
from tests.clock import ticking
from tests.examples import examples
from tests.search.plain import plain_kernels
from tests.search.test_search import strip, widened
from tests.strategies import puzzles, symmetric_puzzles

METHODS = ("bfs", "bidirectional", "astar", "idastar")
ANY = st.one_of(puzzles(), symmetric_puzzles())


def agrees(puzzle, metric, solution, length):
    assert solution.solved == (length is not None) and solution.verify()
    if length is None:
        return
    replay = naive.replay(puzzle, solution.moves)
    assert naive.solved(puzzle, replay.state)
    if solution.optimal:
        assert solution.length == length and solution.bound is None
    else:
        assert solution.bound <= length <= solution.length


def solve(puzzle, metric, method):
    if method == "greedy":
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(greedy, "_BUDGET", 64)  # else breadth-first search would solve them all
            return hr.solve(puzzle, metric, optimal=False)
    return hr.solve(puzzle, metric, method=method)


@pytest.mark.parametrize("method", [*METHODS[1:], "greedy"])
@examples(40)
@given(puzzle=ANY, metric=st.sampled_from(naive.METRICS))
def test_agrees_with_the_naive_twin(method, puzzle, metric):
    solution = solve(puzzle, metric, method)
    agrees(puzzle, metric, solution, naive.bfs(puzzle, metric).distance)
    assert solution.method in (method, "bfs")


@pytest.mark.parametrize("method", [*METHODS[1:], "greedy"])
@examples(10)
@given(puzzle=puzzles(limit=150), metric=st.sampled_from(naive.METRICS))
def test_plain_kernels_agree_with_the_naive_twin(method, puzzle, metric):
    with plain_kernels():
        solution = solve(puzzle, metric, method)
    agrees(puzzle, metric, solution, naive.bfs(puzzle, metric).distance)


@pytest.mark.parametrize("method", [*METHODS[1:], "greedy"])
@examples(15)
@given(puzzle=puzzles(limit=300), metric=st.sampled_from(naive.METRICS))
def test_wide_boards(method, puzzle, metric):
    wide = widened(puzzle)
    agrees(wide, metric, solve(wide, metric, method), naive.bfs(wide, metric).distance)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("goal", ["." * 32 + "AABB" + "." * 32, "." * 12 + "AABB" + "." * 52])
def test_keys_of_several_words(method, goal):
    puzzle = strip(68, goal)
    solution = solve(puzzle, "step", method)
    assert solution.length == 64 and solution.verify()


@pytest.mark.slow
@pytest.mark.parametrize("method", [*METHODS, "greedy"])
@examples(500)
@given(puzzle=ANY, metric=st.sampled_from(naive.METRICS))
def test_agrees_with_the_naive_twin_on_thousands(method, puzzle, metric):
    agrees(puzzle, metric, solve(puzzle, metric, method), naive.bfs(puzzle, metric).distance)


@pytest.mark.parametrize("method", METHODS)
def test_eight_tiles(method):
    assert hr.solve("876543210", "step", method=method).length == 30


@examples(50)
@given(ANY)
def test_goal_layouts(puzzle):
    packing = KeyPacking.of(puzzle, True, False)
    keys = {tuple(key) for key in bidirectional.goal_keys(puzzle, packing, limits.Watch()).tolist()}
    group = {p: i for i, each in enumerate(packing.rules.groups) for p in each}
    place = packing.rules.place

    def held(state):
        return sorted(group[place[piece]] for piece in state)

    assert keys == {
        tuple(packing.canonical([place[piece] for piece in state]))
        for state in naive.enumerate_layouts(puzzle)
        if naive.solved(puzzle, state) and held(state) == held(naive.start(puzzle))
    }
    assert len(keys) <= bidirectional.goal_count(puzzle, limits.Watch())


@pytest.mark.parametrize("least", [limits.Limits(memory=1 << 16), limits.Limits(layouts=100)])
def test_too_many_goals_are_refused_at_once(least):
    task = Task(hr.puzzle("横刀立马"), hr.Metric.MOVE, limits.Watch(least))
    pytest.raises(hr.LimitReached, bidirectional.run, task)


def test_patterns_save_layouts():
    guided, blind = (Task(hr.puzzle("横刀立马"), hr.Metric.STEP, limits.Watch()) for _ in "12")
    blind.__dict__["heuristic"] = None
    there, everything = best_first.run(guided), best_first.run(blind)
    assert there.length == everything.length == 116
    assert there.explored < 2 * everything.explored  # here mirror images are counted apart


def test_auto_says_which_and_why():
    assert hr.solve("横刀立马").method == "bfs"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "PATIENCE", 1000)
        fits = hr.solve("横刀立马")
        assert (fits.length, fits.method) == (81, "bfs")
        assert str(fits.why) == "at most 32,940 layouts, which fit into 4 GiB"
        blanks = hr.puzzle("765/432/1..", goal="123/456/7..")
        ends = hr.solve(blanks, "step", max_memory="2M")
        assert ends.length == hr.solve(blanks, "step", method="bfs").length
        assert ends.method == "bidirectional" and "2 MiB; the goal layouts do (1)" in str(ends.why)
        best = hr.solve("gnome-klotski: Polonaise", max_memory="6M")
        assert (best.length, best.method) == (23, "astar") and "a table proves" in str(best.why)
        bfs = select.Choice(select.METHODS["bfs"], None)
        patch.setattr(solver, "choose", lambda *_: bfs)
        best = hr.solve("gnome-klotski: Polonaise", max_memory="6M")
        assert (best.length, best.method) == (23, "astar") and "filled 6 MiB" in str(best.why)


def test_unknown_method():
    pytest.raises(hr.UnknownName, hr.solve, "横刀立马", method="a-star").match("astar")


@pytest.mark.parametrize("method", METHODS)
def test_limits_and_cancel(method):
    puzzle = hr.puzzle("gnome-klotski: Shark")
    with ticking(), pytest.raises(hr.LimitReached) as caught:
        hr.solve(puzzle, method=method, max_seconds=50, max_memory="1G")
    assert caught.value.limit == "time"
    assert 1 <= caught.value.lower <= 50  # a solution of 50 is known
    assert caught.value.depth == caught.value.lower - 1 and caught.value.solution is None
    assert f"fewer than {caught.value.lower} move" in str(caught.value)
    seen, flag = [], threading.Event()

    def progress(now):
        seen.append(now)
        flag.set()

    with pytest.raises((hr.Cancelled, hr.LimitReached)):
        hr.solve(puzzle, method=method, progress=progress, cancel=flag, max_memory="1G")


@pytest.mark.parametrize("metric", naive.METRICS)
def test_tiles_have_a_search_of_their_own(metric, monkeypatch):
    monkeypatch.setattr(walk, "PathWalk", None)
    solution = hr.solve("1 2 3 4 5 6/7 0 8 9 10 11", metric)
    assert (solution.method, "tiles" in str(solution.why)) == ("idastar", True) and solution.verify()
    assert solution.length == hr.solve(solution.puzzle, metric, method="bfs").length
    unsolvable = hr.solve("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", metric)
    assert (unsolvable.solved, unsolvable.explored) == (False, 0)


@examples(8)
@given(puzzle=ANY, metric=st.sampled_from(naive.METRICS))
@pytest.mark.parametrize("method", ["bidirectional", "idastar"])
def test_what_a_whole_search_has_proved_on_its_way_is_true(method, puzzle, metric):
    """The lower bound at the end of a whole search is true, so it would have been so at any earlier limit."""
    watch, truth = limits.Watch(), naive.bfs(puzzle, metric).distance
    found = solver.solve(puzzle, hr.Metric(metric), method=method, optimal=True, watch=watch)
    assert found.length == truth
    met = method == "bidirectional"  # its bound may count the level in which the sides met; nobody is told this one
    assert truth is None or watch.lower <= truth + met
