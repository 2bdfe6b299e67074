"""Helpers of tests on cancelling: does long work ask often enough whether to stop, and stop wherever it is told to?"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from huarong.errors import Cancelled
from huarong.kernels import kernel

SOON = 0.25 if kernel("frames").compiled else 1.0
"""Seconds of CPU time between two asks that no machine passes; 0.1 is what a user is promised on a usual one, with
compiled kernels.
"""


class Asked:
    """A cancel function that answers no, or yes from call number `last` on; it records its callers and their number.

    `by` has the functions of the package that were running at some call, `gap` the most seconds of this thread's CPU
    time between two calls, and `where` the function that made the later one.
    """

    def __init__(self, last: int | None = None) -> None:
        self.last, self.count = last, 0
        self.by: set[str] = set()
        self.gap, self.where = 0.0, ""
        self.since: float | None = None

    def __call__(self) -> bool:
        now = time.thread_time()
        names = []
        frame = sys._getframe(1)
        while frame is not None:
            code = frame.f_code
            if "/huarong/" in code.co_filename.replace("\\", "/"):
                names.append(code.co_qualname)
            frame = frame.f_back
        self.by.update(names)
        if self.since is not None and now - self.since > self.gap:
            self.gap, self.where = now - self.since, " < ".join(names[:6])
        self.count += 1
        self.since = time.thread_time()
        return self.last is not None and self.count >= self.last


def watched(work: Callable[[Asked], Any]) -> Asked:
    """Run some work to its end, and record who asks."""
    asked = Asked()
    work(asked)
    return asked


def asks_often(work: Callable[[Asked], Any], gap: float, times: int = 3) -> Asked:
    """Run some work up to `times` times, until at most `gap` seconds of CPU time pass between two asks; fails if they
    never do.

    A loop that forgets to ask does so each time. A machine that is slow to find memory is so only at times.
    """
    for _ in range(times):
        asked = watched(work)
        if asked.gap < gap:
            return asked
    raise AssertionError(f"{asked.gap:.3f} s: {asked.where}")


def cancels_anywhere(work: Callable[[Asked], Any], seed: int, times: int = 6) -> Asked:
    """Run some work to its end; then several times more, cancelled at a call drawn at random, where it must stop.

    The number of calls may depend on the time it takes, so it may also end before that call.
    """
    whole, random = watched(work), Random(seed)
    assert whole.count, "nobody asked"
    for last in [1, *(random.randint(1, whole.count) for _ in range(times))]:
        asked = Asked(last)
        try:
            work(asked)
        except Cancelled:
            # While memory is freed, one more call may be made.
            assert last <= asked.count <= last + 1
        else:
            assert asked.count < last
    return whole
