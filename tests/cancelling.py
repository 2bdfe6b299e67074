"""Helpers of tests on cancelling: does long work ask often enough whether to stop, and stop wherever it is told to?"""

import sys
from collections.abc import Callable
from random import Random
from typing import Any

from huarong.errors import Cancelled


class Asked:
    """A cancel function that answers no, or yes from call number `last` on; it records its callers and their number.

    `by` has the functions of the package that were running at some call.
    """

    def __init__(self, last: int | None = None) -> None:
        self.last, self.count = last, 0
        self.by: set[str] = set()

    def __call__(self) -> bool:
        frame = sys._getframe(1)
        while frame is not None:
            code = frame.f_code
            if "/huarong/" in code.co_filename.replace("\\", "/"):
                self.by.add(code.co_qualname)
            frame = frame.f_back
        self.count += 1
        return self.last is not None and self.count >= self.last


def watched(work: Callable[[Asked], Any]) -> Asked:
    """Run some work to its end, and record who asks."""
    asked = Asked()
    work(asked)
    return asked


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
