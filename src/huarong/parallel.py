"""Threads for work that releases Python's lock: how many to use, and waiting for them under limits."""

import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, TypeVar

T = TypeVar("T")

_LOOK = 0.02
"""Seconds between two checks of the limits."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def usable_cores() -> int:
    """Return the number of cores for one search, at most 8, because more threads would wait for each other."""
    return min(8, cores())


class Threads(ThreadPoolExecutor):
    """Threads that end with their context; tasks that have not begun are dropped then."""

    def __exit__(self, *_: Any) -> None:
        self.shutdown(cancel_futures=True)

    def all(
        self, tasks: Iterable[Callable[[], T]], look: Callable[[], None], stop: Callable[[], None], patient: bool = True
    ) -> list[T]:
        """Return the results of tasks in order; call `look` every few hundredths of a second.

        If `look` or a task raises an error, `stop` is called, which should end the other tasks. The error is raised
        after they have ended or, without `patient`, at once.

        >>> with Threads(2) as threads:
        ...     threads.all([lambda: 1, lambda: 2], look=lambda: None, stop=lambda: None)
        [1, 2]
        """
        waiting = [self.submit(task) for task in tasks]
        left = set(waiting)
        try:
            while left:
                done, left = wait(left, _LOOK)
                for each in done:
                    each.result()
                look()
        except BaseException:
            stop()
            for each in waiting:
                each.cancel()
            if patient:
                wait(waiting)
            raise
        return [each.result() for each in waiting]


def on_threads(number: int, work: Callable[[int], None]) -> None:
    """Call `work(i)` for each i below `number`: 0 in this thread, the others in new threads. Raises the first error."""
    raised: list[BaseException] = []

    def guarded(thread: int) -> None:
        try:
            work(thread)
        except BaseException as error:
            raised.append(error)

    helpers = [threading.Thread(target=guarded, args=(t,)) for t in range(1, number)]
    for each in helpers:
        each.start()
    guarded(0)
    for each in helpers:
        each.join()
    if raised:
        raise raised[0]
