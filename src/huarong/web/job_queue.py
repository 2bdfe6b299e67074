"""Searches in worker threads: a bounded queue that clients share fairly, with progress and cancelling."""

import asyncio
import secrets
import threading
import traceback
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from huarong.errors import Cancelled, HuarongError
from huarong.limits import Limits, Progress, Watch

MAX_LAYOUTS = 100_000_000
"""The default limit on the layouts of one search."""
LIMITS = Limits(1 << 30, 60.0, MAX_LAYOUTS)
"""The default limits of one search."""
T = TypeVar("T")
JobWork = Callable[[Watch], T]
"""A job's work: a function of its watch, whose clock starts with the work."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """The capacity of a server: searches running and waiting, the limits of each, the longest request body.

    If there are several workers, one client gets at most all but one. In the queue, a client gets at most as many
    places as it leaves free, so other clients find room.
    """

    workers: int = 3
    waiting: int = 32
    limits: Limits = LIMITS
    body: int = 1 << 20
    """The largest request body in bytes."""

    @property
    def share(self) -> int:
        """The most searches of one client that run at once."""
        return max(1, self.workers - 1)


def handed(watch: Watch) -> dict[str, Any]:
    """Return a watch's limits, progress and cancel as the keyword arguments that every long function takes."""
    limits = {"max_memory": watch.memory, "max_seconds": watch.limits.seconds}
    return {**limits, "progress": watch.progress, "cancel": watch.cancel}


class Busy(HuarongError):
    """The queue has no room for this client; `retry_after` is in seconds."""

    retry_after = 2

    def __init__(self) -> None:
        super().__init__("too many searches are waiting; try again in a moment")


class Job(Generic[T]):
    """One search of a client: waiting, running or done. It belongs to the event loop that made it.

    Its `id` is random; any client that knows it can stop the job.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, client: str, work: JobWork[T], limits: Limits) -> None:
        self.id = secrets.token_hex(12)
        self.loop, self.client, self.work, self.limits = loop, client, work, limits
        self.stop = threading.Event()
        self.done: asyncio.Future[T] = loop.create_future()
        self.latest: Progress | None = None
        self._news = asyncio.Event()

    def report(self, progress: Progress) -> None:
        """Pass on progress, with the best solution reported so far; called by the worker thread."""
        self.latest = replace(progress, found=progress.found or (self.latest and self.latest.found))
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._news.set)

    def finish(self, result: T | None, error: BaseException | None) -> None:
        """Set the result; called on the event loop when the work has ended."""
        if not self.done.done():
            if error is not None:
                self.done.set_exception(error)
                self.done.exception()
            else:
                self.done.set_result(result)  # type: ignore[arg-type]
        self._news.set()

    async def progress(self) -> AsyncIterator[Progress]:
        """Iterate over the job's progress until it is done; if reports are not read in time, only the last counts.

        If the iteration is abandoned, the search is stopped.
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


class JobQueue:
    """The queue of searches of one server.

    >>> async def example() -> int:
    ...     queue = JobQueue(Capacity(workers=1))
    ...     try:
    ...         return await queue.submit(lambda watch: 42, Limits()).done
    ...     finally:
    ...         queue.close()
    >>> asyncio.run(example())
    42
    """

    def __init__(self, capacity: Capacity) -> None:
        self.capacity = capacity
        self.jobs: dict[str, Job[Any]] = {}
        self._waiting: dict[str, deque[Job[Any]]] = {}  # by client, least recently served first
        self._running: Counter[str] = Counter()
        self._pool = ThreadPoolExecutor(capacity.workers, "search")

    def submit(self, work: JobWork[T], limits: Limits, client: str = "") -> Job[T]:
        """Queue a search of a client. Raises `Busy` if the queue has no room for it."""
        job = Job(asyncio.get_running_loop(), client, work, limits)
        own = self._waiting.setdefault(client, deque())
        own.append(job)
        self.jobs[job.id] = job
        self._start()
        free = self.capacity.waiting - sum(map(len, self._waiting.values()))
        if job in own and len(own) > free + 1:
            self._withdraw(job)
            raise Busy
        return job

    def stop(self, job: Job[Any]) -> None:
        """Cancel a job: at once if it is waiting, else at its next check of the watch."""
        job.stop.set()
        if job in self._waiting.get(job.client, ()):
            self._withdraw(job)
            job.finish(None, Cancelled())

    def _withdraw(self, job: Job[Any]) -> None:
        self._waiting[job.client].remove(job)
        if not self._waiting[job.client]:
            del self._waiting[job.client]
        del self.jobs[job.id]

    def _start(self) -> None:
        """Start jobs on free workers: first jobs of the client with fewest running jobs, then the longest waiting."""
        while self._running.total() < self.capacity.workers:
            client = min(self._waiting, key=self._running.__getitem__, default=None)
            if client is None or self._running[client] >= self.capacity.share:
                return
            own = self._waiting.pop(client)
            job = own.popleft()
            if own:
                self._waiting[client] = own
            self._running[client] += 1
            self._pool.submit(self._run, job)

    def _run(self, job: Job[Any]) -> None:
        result, error = None, None
        try:
            if job.stop.is_set():
                raise Cancelled
            result = job.work(Watch(job.limits, job.report, job.stop))
        except BaseException as why:
            error = _emptied(why)
        if not job.loop.is_closed():
            job.loop.call_soon_threadsafe(self._ended, job, result, error)
        del error  # it refers to this frame

    def _ended(self, job: Job[Any], result: Any, error: BaseException | None) -> None:
        del self.jobs[job.id]
        self._running[job.client] -= 1
        self._running += Counter()  # drops clients without running jobs
        job.finish(result, error)
        self._start()

    def close(self) -> None:
        """Cancel all searches and accept no more."""
        for job in list(self.jobs.values()):
            self.stop(job)
        self._pool.shutdown(wait=False, cancel_futures=True)


def _emptied(error: BaseException) -> BaseException:
    """Return an error whose traceback, and those of its causes, no longer refer to the data of the work.

    Otherwise the tables of a search, up to gigabytes, might stay in memory until Python next collects reference cycles.
    """
    behind: BaseException | None = error
    seen: set[int] = set()
    while behind is not None and id(behind) not in seen:
        seen.add(id(behind))
        traceback.clear_frames(behind.__traceback__)
        behind = behind.__cause__ or behind.__context__
    return error
