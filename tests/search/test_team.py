import contextlib
import os
import sys
import threading
import time
from array import array
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.errors import Cancelled
from huarong.kernels import kernel
from huarong.limits import Limits, Watch
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle
from huarong.search import bfs, team
from huarong.search.bfs import BreadthFirst
from huarong.suite import cases
from tests import naive
from tests.examples import examples
from tests.search.plain import plain_kernels
from tests.strategies import puzzles, symmetric_puzzles

KERNELS = ("compiled", "plain")


@contextlib.contextmanager
def at_once(name="compiled", room=3):
    """Searches by teams from the first layout on, with so little room that many chunks of a level do not fit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bfs, "_MANY", 0)
        patch.setattr(team, "_ROOM", room)
        with plain_kernels() if name == "plain" else contextlib.nullcontext():
            yield


def everything(puzzle, metric, threads, **more):
    """Everything that a search stores, once it has ended."""
    search = BreadthFirst(hr.puzzle(puzzle), Metric(metric), Watch(), **more)
    search.threads = threads
    found = search.run()
    assert (search.team is not None) == (threads > 1)
    count, depth = search.count, search.depth
    kept = (
        found,
        depth,
        list(search.levels[: depth + 2]),
        list(search.queue.view[: count * search.packing.words]),
        search.last_moved and list(search.last_moved.view[:count]),
    )
    numbers = array("q", bytes(8 * count))
    search.find(search.queue.view, count, numbers)
    assert numbers.tolist() == list(range(count))
    path = search.trace() if found else None
    search.close()
    return kept, path


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("goals", [True, False])
@given(
    puzzle=st.one_of(puzzles(), symmetric_puzzles()), metric=st.sampled_from(naive.METRICS), threads=st.integers(2, 3)
)
@examples(10)
def test_finds_all_in_the_order_of_one_thread(name, goals, puzzle, metric, threads):
    if puzzle.goal.holds(puzzle.start):
        return
    with at_once(name):
        alone = everything(puzzle, metric, 1, goals=goals)
        assert everything(puzzle, metric, threads, goals=goals) == alone


@pytest.mark.parametrize("metric", naive.METRICS)
@pytest.mark.parametrize("puzzle", ["横刀立马", "gnome-klotski: Traffic Jam", "876543210"])
def test_larger_searches_are_the_same_too(puzzle, metric):
    def some(threads):
        search = BreadthFirst(hr.puzzle(puzzle), Metric(metric), Watch())
        search.threads = threads
        found = search.run(60_000)
        if found is None:
            while search.depth < 9:
                search.deepen(lambda: None)
        depth, words = search.depth, search.packing.words
        count = search.count if found is not None else search.levels[depth + 1]
        kept = found, list(search.levels[: depth + 1]), search.queue.view[: count * words].tolist()
        search.close()
        return kept

    with at_once(room=100):
        two, one = some(2), some(1)
    depth = min(len(two[1]), len(one[1]))
    assert two[1][:depth] == one[1][:depth] and two[0] == one[0]
    count = min(len(two[2]), len(one[2]))
    assert two[2][:count] == one[2][:count]


def test_what_is_looked_up_at_the_end_of_a_part_goes_on_behind_it(monkeypatch):
    """Keys that were entered into a later part of the table, since their own was full to its end, are found again."""
    loops, late = kernel("team", pure=True), []
    before = loops.Team._enter_late

    def spied(self, *given):
        late.append(1)
        before(self, *given)

    monkeypatch.setattr(loops.Team, "_enter_late", spied)
    monkeypatch.setattr(loops, "CHUNKS", 1)
    monkeypatch.setattr(loops, "chunks", 1)
    monkeypatch.setattr(bfs, "_BITS", 8)
    puzzle = Puzzle.parse("AA../AA../BCDE/....", goal="..../..../..AA/..AA")
    with at_once("plain", room=1):
        alone = everything(puzzle, "step", 1, goals=False)
        assert everything(puzzle, "step", 2, goals=False) == alone
    assert late


def test_threads_of_plain_python_do_not_get_into_each_others_way():
    """Python may go on with another thread between any two of its instructions, and does so here all the time."""
    puzzle = Puzzle.parse("AAB/AA./CD.", goal=".../.AA/.AA")
    before = sys.getswitchinterval()
    with at_once("plain"):
        alone = everything(puzzle, "step", 1, goals=False)
        sys.setswitchinterval(1e-6)
        try:
            assert everything(puzzle, "step", 3, goals=False) == alone
        finally:
            sys.setswitchinterval(before)
        assert team.cores() == 1


def test_little_memory_is_left_to_one_thread():
    with at_once():
        search = BreadthFirst(hr.puzzle("横刀立马"), Metric.STEP, Watch(Limits.of(600_000)))
        search.threads = 2
        assert search.run()
    assert search.team is not None and search.bits < search.team.bits


def test_a_team_is_cancelled():
    with at_once():
        stop: list[bool] = []
        search = BreadthFirst(hr.puzzle("横刀立马"), Metric.STEP, Watch(cancel=lambda: bool(stop)))
        search.threads = 2
        stop.append(True)
        pytest.raises(Cancelled, search.run)
        assert search.team is not None and search.expanded < search.count
        search.close()


@pytest.mark.parametrize(("compiled", "few", "most"), [(True, 2, 8), (False, 1, 1)])
def test_as_many_threads_as_cores_that_may_be_used(compiled, few, most, monkeypatch):
    """Threads of plain Python would take turns: there is one."""
    monkeypatch.setattr(team, "kernel", lambda name: SimpleNamespace(compiled=compiled))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 3}, raising=False)
    assert team.cores() == few
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    assert team.cores() == most


def test_a_level_is_found_to_its_end_and_no_further(monkeypatch):
    """`deepen` finds whole levels and nothing more: certificates, bidirectional search and the suite count on it."""
    monkeypatch.setattr(bfs, "_MANY", 0)
    levels = []
    (case,) = (case for case in cases() if case.id == "large-040")
    for threads in (1, 2):
        puzzle = case.puzzle
        search = BreadthFirst(puzzle, Metric.STEP, Watch(), goals=False)
        search.threads = threads
        counts = [search.count]
        while search.deepen(lambda: None):
            counts.append(search.count)
        search.close()
        levels.append(counts)
    assert levels[0] == levels[1]


def test_an_interrupt_before_all_are_called_leaves_nobody_waiting(monkeypatch):
    """Ctrl-C right after a thread began: it is dismissed, else the process would never end."""
    begun = []

    def interrupted(pool, work, *args, submit=ThreadPoolExecutor.submit):
        begun.append(submit(pool, work, *args))
        raise KeyboardInterrupt

    called = threading.Event()
    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    shared = SimpleNamespace(
        team=SimpleNamespace(call=called.clear, dismiss=called.set, lead=None, help=lambda _: called.wait(60)),
        leader=None,
        helpers=[None],
        pool=ThreadPoolExecutor(1),
    )
    pytest.raises(KeyboardInterrupt, team.SearchThreads.run, shared, 1)
    assert begun[0].result(60)


def test_an_interrupt_while_the_table_is_indexed_frees_nothing_that_a_thread_reads(monkeypatch):
    """Ctrl-C while the table grows: its memory is let go only after the threads that fill it have ended."""
    monkeypatch.setattr(bfs, "_MANY", 0)
    (case,) = (case for case in cases() if case.id == "large-040")
    search = BreadthFirst(case.puzzle, Metric.STEP, Watch(), goals=False)
    search.threads = 2
    while search.count < 1000:
        search.advance()
    happened, main, leave = [], threading.current_thread(), search._leave
    begun = threading.Event()

    def index(first, last):
        if threading.current_thread() is main:
            assert begun.wait(60)
            raise KeyboardInterrupt
        begun.set()
        time.sleep(0.1)
        happened.append("indexed")

    search.team.search = SimpleNamespace(index=index)
    monkeypatch.setattr(search, "_leave", lambda: (happened.append("left"), leave()))
    pytest.raises(KeyboardInterrupt, search.grow, bits=search.bits + 1)
    assert happened == ["left", "indexed", "left"]


def test_a_larger_table_fits_if_it_takes_an_eighth_of_the_memory_at_most() -> None:
    search = BreadthFirst(hr.puzzle("横刀立马"), Metric.MOVE, Watch.of("64M"))
    sizes = range(search.bits, 30)
    assert [bits for bits in sizes if search._fits(10, bits)] == [b for b in sizes if 32 << b <= search.memory]
    assert not search._fits(search.memory // 8, search.bits)
