"""Threads, processes and event loops: answers do not depend on them; tasks of threads are in order."""

import asyncio
import multiprocessing
import os
import pickle
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import huarong as hr
from huarong.atlas import Atlas, UnsolvableError
from huarong.atlas.oracle import Oracle
from huarong.container import Container, writing
from huarong.kernels import kernel
from huarong.parallel import Threads
from huarong.space.space import Space

NAMES = ("横刀立马", "Rush Hour 1", "Simplicity", "876543210", "AB/../goal:/../AB", "四将连关")


def answer(name: str) -> tuple[int | None, int | None, int]:
    """The answers on a puzzle by `solve`, `hint` and `Atlas`."""
    small = Space.of(hr.puzzle(name)).size < 100_000
    longest = len(Atlas.of(name, "step")) if small else 0
    return hr.solve(name, "step").length, hr.hint(name).distance, longest


@pytest.fixture(scope="module")
def alone() -> list[tuple[int | None, int | None, int]]:
    return [answer(name) for name in NAMES]


def test_threads_give_the_same_answers(alone):
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(answer, NAMES * 2)) == alone * 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system knows no fork")
def test_processes_that_are_forked(alone):
    with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as pool:
        assert list(pool.map(answer, NAMES)) == alone


def test_a_process_that_is_spawned(alone):
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(answer, NAMES[0]).result() == alone[0]
        hint = pool.submit(hr.hint, NAMES[0]).result()
        assert (hint.distance, hint.solutions, len(hint.line)) == (81, 256, 81)
        late = pool.submit(hr.solve, "Shark", max_layouts=100)
        with pytest.raises(hr.LimitReached, match="100 layouts") as caught:
            late.result()
        assert caught.value.lower >= 1


def test_an_event_loop(alone):
    async def ask() -> list[tuple[int | None, int | None, int]]:
        return await asyncio.gather(*(asyncio.to_thread(answer, name) for name in NAMES))

    assert asyncio.run(ask()) == alone


def test_one_oracle_for_many_threads():
    oracle = Oracle("横刀立马", "step")
    layouts = list(oracle.space.random(40, seed=3))
    with ThreadPoolExecutor(8) as pool:
        found = [each.distance for each in pool.map(oracle.hint, layouts)]
    atlas = Atlas.of("横刀立马", "step")
    assert found == [atlas.distance(atlas.space.rank(layout)) for layout in layouts]


@pytest.mark.parametrize(
    "make",
    [
        lambda: hr.puzzle("横刀立马"),
        lambda: hr.solve("AB/../goal:/../AB"),
        lambda: hr.hint("AB/../goal:/../AB").to_json(),
        lambda: hr.puzzle("横刀立马").start,
    ],
)
def test_values_that_are_sent(make):
    value = make()
    assert pickle.loads(pickle.dumps(value)) == value


def test_errors_that_are_sent():
    for error in (
        UnsolvableError(),
        hr.LimitReached("time", "2 s", 3, 4, 2.0, 5),
        hr.Cancelled(1, 2),
        hr.UnknownName("x", ["y"]),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_kernels_let_others_run():
    """While one thread is in a kernel, another goes on: so threads use as many cores as there are.

    The interpreter's own switching of threads is turned off: only code that releases its lock lets others run.
    """
    levels, numbers = kernel("levels"), memoryview(bytearray(8 << 20)).cast("Q")
    count, gained, interval = 0, 0, sys.getswitchinterval()

    def work() -> None:
        nonlocal gained
        for _ in range(1000):
            before = count
            levels.mix(numbers, len(numbers), 1, 44, 54)
            gained = count - before
            if gained:
                return

    sys.setswitchinterval(1000)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        while thread.is_alive():
            count += 1
            time.sleep(0)
    finally:
        sys.setswitchinterval(interval)
    assert gained


def test_a_file_read_by_forked_processes(tmp_path):
    """Forked processes share the open file, and each reads at its own position."""
    content = b"".join(bytes([i]) * (1 << 20) for i in range(16))
    with writing(tmp_path / "x", "test") as file:
        file.write(content)
    with Container.open(tmp_path / "x", "test") as found:
        children = []
        for turn in range(4):
            child = os.fork()
            if not child:
                good = all(
                    found.content(i << 20, i + 1 << 20) == content[i << 20 : i + 1 << 20]
                    for i in ((turn * 5 + k) % 16 for k in range(16))
                )
                os._exit(0 if good else 1)
            children.append(child)
        assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4


def test_a_file_read_by_threads(tmp_path):
    with writing(tmp_path / "x", "test") as file:
        file.write(bytes(range(256)) * (1 << 14))
    with Container.open(tmp_path / "x", "test") as found, ThreadPoolExecutor(8) as pool:
        views = pool.map(lambda i: bytes(found.content(i % 4 << 20, (i % 4 << 20) + 256)), range(64))
        assert set(views) == {bytes(range(256))}


def test_results_are_in_the_order_of_the_tasks() -> None:
    turn = threading.Event()
    with Threads(2) as threads:
        tasks = [lambda: turn.wait(10), lambda: turn.set() or 2]
        assert threads.all(tasks, look=lambda: None, stop=lambda: None) == [True, 2]


@pytest.mark.parametrize("patient", [True, False])
def test_an_error_of_a_look_stops_the_tasks(patient: bool) -> None:
    stopped, begun = threading.Event(), []

    def task() -> None:
        begun.append(1)
        assert stopped.wait(10)

    def look() -> None:
        raise KeyError("look")

    with Threads(1) as threads, pytest.raises(KeyError, match="look"):
        threads.all([task] * 50, look, stopped.set, patient)
    assert stopped.is_set() and len(begun) < 50


def test_the_error_of_a_task_is_raised_and_ends_the_others() -> None:
    stopped = threading.Event()

    def fails() -> bool:
        raise ValueError("task")

    with Threads(2) as threads, pytest.raises(ValueError, match="task"):
        threads.all([fails, lambda: stopped.wait(10)], lambda: None, stopped.set)
    assert stopped.is_set()
