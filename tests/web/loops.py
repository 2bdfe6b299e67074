"""Run coroutines in tests; the main thread may already have a running loop, the browser's."""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_in_a_loop(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine to its end, in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def looped(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine function, run in a loop of its own."""

    @functools.wraps(test)
    def wrapped(**given: Any) -> None:
        run_in_a_loop(test(**given))

    return wrapped
