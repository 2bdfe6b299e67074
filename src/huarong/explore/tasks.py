"""The types of tasks and of their runners, and the runner by threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from huarong.explore.store import Store

StoreTask = Callable[[], Any]
"""Work that can be done wherever the store is reachable; it is idempotent: run again, it writes equal files."""

RunTasks = Callable[[Sequence[StoreTask]], list[Any]]
"""A runner: it runs tasks in any order, concurrently, and returns their results in the tasks' order."""

Starter = Callable[[Callable[[], None], Store], RunTasks]
"""Makes a runner, given a function to call often (it may raise) and the store of the tasks."""

_LOOK = 0.05


def threads(workers: int) -> Starter:
    """A runner by threads of this process, which live as long as it does, since each keeps buffers of its own."""

    def start(look: Callable[[], None], store: Store) -> RunTasks:
        pool = ThreadPoolExecutor(workers)

        def run(tasks: Sequence[StoreTask]) -> list[Any]:
            waiting = [pool.submit(task) for task in tasks]
            left = set(waiting)
            try:
                while left:
                    done, left = wait(left, _LOOK)
                    for each in done:
                        each.result()
                    look()
            except BaseException:
                store.stop.set()
                for each in waiting:
                    each.cancel()
                wait(waiting)
                raise
            return [each.result() for each in waiting]

        return run

    return start
