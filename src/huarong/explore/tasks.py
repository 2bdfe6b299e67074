"""How the tasks of an exploration are done: side by side, by whatever an engine has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from huarong.explore.store import Store

__all__ = ["Run", "Starter", "Task", "threads"]

Task = Callable[[], Any]
"""Work that can be done wherever the store is: done again, it writes the files again, with the same content."""

Run = Callable[[Sequence[Task]], list[Any]]
"""Does tasks, in any order and side by side, and returns what they return, in their order."""

Starter = Callable[[Callable[[], None], Store], Run]
"""Makes what does the tasks, from a function to call often (it may raise) and the store of the tasks."""

_LOOK = 0.05


def threads(workers: int) -> Starter:
    """Does tasks in threads of this process that live as long as it does: each keeps some memory for itself."""

    def start(look: Callable[[], None], store: Store) -> Run:
        pool = ThreadPoolExecutor(workers)

        def run(tasks: Sequence[Task]) -> list[Any]:
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
