"""Run coroutines in tests; the main thread may already have a running loop, the browser's."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_in_a_loop(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine to its end, in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
