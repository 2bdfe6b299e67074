"""Searches off the event loop: a bounded queue, progress as it comes, and a stop when nobody waits any more."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from huarong.errors import Cancelled
from huarong.search.solver import Progress

__all__ = ["Busy", "Desk", "Job", "Limits"]

T = TypeVar("T")
Report = Callable[[Progress], None]
Work = Callable[[Report, threading.Event], T]
"""What is done: it is given where to report progress and the event that asks it to stop."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one server allows: searches at once and in the queue, and the most that one may ask for."""

    workers: int = 2
    waiting: int = 16
    seconds: float = 60.0
    memory: int = 1 << 30
    layouts: int = 100_000_000
    body: int = 1 << 20
    """The largest request body in bytes."""


class Busy(Exception):
    """The queue is full; `retry_after` is in seconds."""

    retry_after = 2


class Job(Generic[T]):
    """One search: waiting, running or done. Belongs to the event loop that made it."""

    def __init__(self, number: int, loop: asyncio.AbstractEventLoop) -> None:
        self.id = f"{number:x}"
        self.loop = loop
        self.stop = threading.Event()
        self.done: asyncio.Future[T] = loop.create_future()
        self.latest: Progress | None = None
        self._news = asyncio.Event()

    def report(self, progress: Progress) -> None:
        """Called by the worker's thread."""
        self.latest = progress
        self._tell()

    def _tell(self) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._news.set)

    def _finish(self, result: T | None, error: BaseException | None) -> None:
        if not self.done.done():
            if error is not None:
                self.done.set_exception(error)
                self.done.exception()
            else:
                self.done.set_result(result)  # type: ignore[arg-type]
        self._news.set()

    async def progress(self) -> AsyncIterator[Progress]:
        """What is reported until it is done; if more comes than is read, the latest. Stops the search if left."""
        try:
            shown = None
            while not self.done.done():
                await self._news.wait()
                self._news.clear()
                if self.latest is not shown and self.latest is not None:
                    shown = self.latest
                    yield shown
        finally:
            if not self.done.done():
                self.stop.set()


class Desk:
    """The queue of searches of one server.

    >>> async def example() -> int:
    ...     desk = Desk(Limits(workers=1))
    ...     try:
    ...         return await desk.submit(lambda report, stop: 42).done
    ...     finally:
    ...         desk.close()
    >>> asyncio.run(example())
    42
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.jobs: dict[str, Job[Any]] = {}
        self._pool = ThreadPoolExecutor(limits.workers, "search")
        self._numbers = itertools.count(1)

    def submit(self, work: Work[T]) -> Job[T]:
        """Put a search into the queue. Raises `Busy` when that is full."""
        if len(self.jobs) >= self.limits.workers + self.limits.waiting:
            raise Busy
        job: Job[T] = Job(next(self._numbers), asyncio.get_running_loop())
        self.jobs[job.id] = job
        self._pool.submit(self._run, job, work)
        return job

    def _run(self, job: Job[T], work: Work[T]) -> None:
        result, error = None, None
        try:
            if job.stop.is_set():
                raise Cancelled(0, 0)
            result = work(job.report, job.stop)
        except BaseException as why:
            error = why
        if not job.loop.is_closed():
            job.loop.call_soon_threadsafe(self._ended, job, result, error)

    def _ended(self, job: Job[T], result: T | None, error: BaseException | None) -> None:
        self.jobs.pop(job.id, None)
        job._finish(result, error)

    def close(self) -> None:
        """Stop all searches and take no more."""
        for job in list(self.jobs.values()):
            job.stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
