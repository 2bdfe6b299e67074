"""The types of tasks and of their runners, and the runner by threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from huarong.explore.store import Store
from huarong.parallel import Threads

StoreTask = Callable[[], Any]
"""Work that can be done wherever the store is reachable; it is idempotent: run again, it writes equal files."""

RunTasks = Callable[[Sequence[StoreTask]], list[Any]]
"""A runner: it runs tasks in any order, concurrently, and returns their results in the tasks' order."""

Starter = Callable[[Callable[[], None], Store], RunTasks]
"""Makes a runner, given a function to call often (it may raise) and the store of the tasks."""


def threads(workers: int) -> Starter:
    """A runner by threads of this process, which live as long as it does, since each keeps buffers of its own."""

    def start(look: Callable[[], None], store: Store) -> RunTasks:
        pool = Threads(workers)
        return lambda tasks: pool.all(tasks, look, store.stop.set)

    return start
