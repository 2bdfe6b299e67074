"""Coroutines in tests whose own thread may be taken: the browser's loop is under way there once one was opened."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_in_a_loop(work: Coroutine[Any, Any, Any]) -> Any:
    """Do it to its end, in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
