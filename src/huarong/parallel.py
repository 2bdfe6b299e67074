"""Threads for work that releases Python's lock: how many, and waiting for them while limits are checked."""

import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, TypeVar

T = TypeVar("T")

_LOOK = 0.02
"""Seconds between two looks at the limits."""


def cores() -> int:
    """The cores that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def usable_cores() -> int:
    """The cores for one search, up to 8: more threads would wait for each other."""
    return min(8, cores())


class Threads(ThreadPoolExecutor):
    """Threads that end with their context, which drops tasks that no thread has begun."""

    def __exit__(self, *_: Any) -> None:
        self.shutdown(cancel_futures=True)

    def all(
        self, tasks: Iterable[Callable[[], T]], look: Callable[[], None], stop: Callable[[], None], patient: bool = True
    ) -> list[T]:
        """The results of tasks, in their order; `look` is called every few hundredths of a second.

        If it or a task raises an error, `stop` is called, which is to end the other tasks, and the error is raised:
        when they have ended or, if not `patient`, at once.

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
    """Call `work(i)` for each i, 0 in this thread and the others in new ones; raises the first error of any."""
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
