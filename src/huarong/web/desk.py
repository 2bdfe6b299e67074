"""Searches off the event loop: a bounded queue, progress as it comes, and a stop when nobody waits any more."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from huarong.errors import Cancelled, HuarongError
from huarong.limits import Limits, Progress, Watch

__all__ = ["MAX_LAYOUTS", "Busy", "Capacity", "Desk", "Job", "Work", "handed"]

MAX_LAYOUTS = 100_000_000
"""The most layouts that one search may come to, unless another number is given."""
LIMITS = Limits(1 << 30, 60.0, MAX_LAYOUTS)
"""What one search may use at most, unless a server is given other limits."""
T = TypeVar("T")
Work = Callable[[Watch], T]
"""What is done: it obeys its watch, whose clock starts when the work does."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """What one server takes on: searches at once and in the queue, the most that one may use, the longest body."""

    workers: int = 2
    waiting: int = 16
    limits: Limits = LIMITS
    body: int = 1 << 20
    """The largest request body in bytes."""


def handed(watch: Watch) -> dict[str, Any]:
    """A watch's limits, progress and cancel as the keyword arguments that every long function takes."""
    return {
        "max_memory": watch.memory,
        "max_seconds": watch.limits.seconds,
        "progress": watch.progress,
        "cancel": watch.cancel,
    }


class Busy(HuarongError):
    """The queue is full; `retry_after` is in seconds."""

    retry_after = 2

    def __init__(self) -> None:
        super().__init__("too many searches are waiting; try again in a moment")


class Job(Generic[T]):
    """One search: waiting, running or done. Belongs to the event loop that made it.

    Whoever knows its `id` can stop it, so nobody can guess it.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.id = secrets.token_hex(12)
        self.loop = loop
        self.stop = threading.Event()
        self.done: asyncio.Future[T] = loop.create_future()
        self.latest: Progress | None = None
        self._news = asyncio.Event()

    def report(self, progress: Progress) -> None:
        """Called by the worker's thread."""
        self.latest = progress
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._news.set)

    def finish(self, result: T | None, error: BaseException | None) -> None:
        """Called on the event loop when the work has ended."""
        if not self.done.done():
            if error is not None:
                self.done.set_exception(error)
                self.done.exception()
            else:
                self.done.set_result(result)  # type: ignore[arg-type]
        self._news.set()

    async def progress(self) -> AsyncIterator[Progress]:
        """What is reported until it is done, the last report included; if more comes than is read, the latest.

        A search whose reports nobody reads any more is stopped.
        """
        try:
            shown, over = None, False
            while not over:
                if not self.done.done():
                    await self._news.wait()
                self._news.clear()
                over = self.done.done()
                if self.latest is not shown and self.latest is not None:
                    shown = self.latest
                    yield shown
        finally:
            if not self.done.done():
                self.stop.set()


class Desk:
    """The queue of searches of one server.

    >>> async def example() -> int:
    ...     desk = Desk(Capacity(workers=1))
    ...     try:
    ...         return await desk.submit(lambda watch: 42, Limits()).done
    ...     finally:
    ...         desk.close()
    >>> asyncio.run(example())
    42
    """

    def __init__(self, capacity: Capacity) -> None:
        self.capacity = capacity
        self.jobs: dict[str, Job[Any]] = {}
        self._pool = ThreadPoolExecutor(capacity.workers, "search")

    def submit(self, work: Work[T], limits: Limits) -> Job[T]:
        """Put a search into the queue. Raises `Busy` when that is full."""
        if len(self.jobs) >= self.capacity.workers + self.capacity.waiting:
            raise Busy
        job: Job[T] = Job(asyncio.get_running_loop())
        self.jobs[job.id] = job
        self._pool.submit(self._run, job, work, limits)
        return job

    def _run(self, job: Job[T], work: Work[T], limits: Limits) -> None:
        result, error = None, None
        try:
            if job.stop.is_set():
                raise Cancelled
            result = work(Watch(limits, job.report, job.stop))
        except BaseException as why:
            error = why
        if not job.loop.is_closed():
            job.loop.call_soon_threadsafe(self._ended, job, result, error)

    def _ended(self, job: Job[T], result: T | None, error: BaseException | None) -> None:
        self.jobs.pop(job.id, None)
        job.finish(result, error)

    def close(self) -> None:
        """Stop all searches and take no more."""
        for job in list(self.jobs.values()):
            job.stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
