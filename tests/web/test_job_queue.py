"""The queue of searches: its bounds, its watch, its progress, and stopping."""

import asyncio
import gc
import threading
import time
import weakref
from collections.abc import Awaitable, Callable
from typing import Any
from unittest import mock

import pytest

from huarong.errors import Cancelled, LimitReached
from huarong.limits import Limits, Watch
from huarong.web.job_queue import Busy, Capacity, JobQueue
from tests.web.loops import run_in_a_loop


def with_queue(capacity: Capacity, act: Callable[[JobQueue], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        queue = JobQueue(capacity)
        try:
            return await act(queue)
        finally:
            queue.close()

    return run_in_a_loop(run())


def queued(**capacity: int) -> Callable[[Callable[[JobQueue], Awaitable[None]]], Callable[[], None]]:
    """A test that is a coroutine function of a queue."""

    def test(act: Callable[[JobQueue], Awaitable[None]]) -> Callable[[], None]:
        def acted() -> None:
            with_queue(Capacity(**capacity), act)

        return acted

    return test


def until_stopped(watch: Watch) -> None:
    while True:
        watch.look(1, 1)
        threading.Event().wait(0.001)


def test_work_has_a_watch_with_its_limits() -> None:
    limits = Limits(1 << 20, 7.0, 5)
    assert with_queue(Capacity(), lambda queue: queue.submit(lambda watch: watch.limits, limits).done) == limits


@queued(workers=1, waiting=2)
async def test_a_full_queue_takes_no_more(queue: JobQueue) -> None:
    jobs = [queue.submit(until_stopped, Limits(), client) for client in "abc"]
    with pytest.raises(Busy):
        queue.submit(until_stopped, Limits(), "d")
    for job in jobs:
        queue.stop(job)
    await asyncio.wait([job.done for job in jobs])
    assert queue.jobs == {}
    assert await queue.submit(lambda watch: 1, Limits()).done == 1


class Table(list[int]):
    """What a search makes; it can be referred to weakly."""


def test_what_a_stopped_search_held_is_gone_at_once() -> None:
    """Not only when Python next looks for circles of references: tables of a gigabyte stayed for minutes."""
    made: list[weakref.ref[Table]] = []

    def work(watch: Watch) -> None:
        table = Table()
        made.append(weakref.ref(table))
        try:
            until_stopped(watch)
        except Cancelled as why:
            try:
                other = Table()
                made.append(weakref.ref(other))
                raise LimitReached("time", "1 s") from why
            finally:
                table.append(len(other))

    async def act(queue: JobQueue) -> None:
        job = queue.submit(work, Limits())
        while not made:
            await asyncio.sleep(0.001)
        queue.stop(job)
        await asyncio.wait([job.done])
        assert [each() for each in made] == [None, None]

    gc.disable()
    try:
        with_queue(Capacity(), act)
    finally:
        gc.enable()


@pytest.mark.parametrize(("workers", "waiting", "own"), [(1, 0, 1), (1, 1, 2), (1, 2, 2), (3, 32, 18), (2, 7, 5)])
def test_one_client_leaves_room_for_others(workers: int, waiting: int, own: int) -> None:
    async def act(queue: JobQueue) -> None:
        jobs = [queue.submit(until_stopped, Limits(), "greedy") for _ in range(own)]
        with pytest.raises(Busy):
            queue.submit(until_stopped, Limits(), "greedy")
        if waiting > 1:
            jobs.append(queue.submit(until_stopped, Limits(), "other"))
        for job in jobs:
            queue.stop(job)
        await asyncio.wait([job.done for job in jobs])
        assert (queue.jobs, queue._waiting, queue._running) == ({}, {}, {})

    with_queue(Capacity(workers, waiting), act)


@queued(workers=2)
async def test_a_worker_is_left_for_others(queue: JobQueue) -> None:
    greedy = [queue.submit(until_stopped, Limits(), "greedy") for _ in range(9)]
    assert await queue.submit(lambda watch: 1, Limits(), "other").done == 1
    assert not any(job.done.done() for job in greedy)


def test_clients_take_turns() -> None:
    served: list[str] = []

    async def act(queue: JobQueue) -> None:
        first = queue.submit(until_stopped, Limits(), "a")
        jobs = [queue.submit(lambda watch, c=client: served.append(c), Limits(), client) for client in "aaabbc"]
        queue.stop(first)
        await asyncio.wait([job.done for job in jobs])

    with_queue(Capacity(workers=1), act)
    assert served[:3] in (["a", "b", "c"], ["b", "c", "a"])
    assert sorted(served) == list("aaabbc")


@queued(workers=1, waiting=1)
async def test_what_waits_is_stopped_at_once_and_leaves_its_place(queue: JobQueue) -> None:
    running, waiting = (queue.submit(until_stopped, Limits(), client) for client in "ab")
    with pytest.raises(Busy):
        queue.submit(until_stopped, Limits(), "c")
    queue.stop(waiting)
    with pytest.raises(Cancelled):
        await waiting.done
    assert not running.done.done()
    queue.submit(until_stopped, Limits(), "c")


@queued(workers=1)
async def test_a_job_that_is_stopped_is_cancelled_also_while_it_waits(queue: JobQueue) -> None:
    running, waiting = (queue.submit(until_stopped, Limits()) for _ in range(2))
    waiting.stop.set()
    queue.stop(running)
    for job in (running, waiting):
        with pytest.raises(Cancelled):
            await job.done


@queued(workers=1)
async def test_the_time_of_a_job_begins_with_its_work(queue: JobQueue) -> None:
    submitted = time.perf_counter()
    first = queue.submit(until_stopped, Limits(seconds=0.2))
    second = queue.submit(lambda watch: watch.began, Limits(seconds=0.2))
    with pytest.raises(LimitReached):
        await first.done
    assert await second.done >= submitted + 0.2


@queued(workers=1)
async def test_the_last_report_is_told_also_when_the_work_is_over(queue: JobQueue) -> None:
    with mock.patch("huarong.limits._REPORT", 0.0):
        job = queue.submit(lambda watch: watch.look(3, 7), Limits())
        await job.done
    for _ in range(2):
        assert [report.layouts async for report in job.progress()] == [7]


@queued()
async def test_ids_cannot_be_guessed(queue: JobQueue) -> None:
    jobs = [queue.submit(lambda watch: 0, Limits()) for _ in range(10)]
    assert len({job.id for job in jobs}) == 10
    assert all(len(job.id) >= 16 for job in jobs)
    await asyncio.wait([job.done for job in jobs])


@queued()
async def test_progress_comes_until_the_end_and_stops_the_search_when_left(queue: JobQueue) -> None:
    job = queue.submit(until_stopped, Limits())
    reports = job.progress()
    assert (await anext(reports)).layouts == 1
    await reports.aclose()  # type: ignore[attr-defined]
    with pytest.raises(Cancelled):
        await job.done
