"""What a driver does between two calls of a kernel: look at the clock and at whoever wants it to stop."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Protocol

__all__ = ["Cancel", "Watch", "asker"]


class _Flag(Protocol):
    def is_set(self) -> bool: ...


Cancel = Callable[[], bool] | _Flag
"""A function that says whether to stop, or anything with `is_set`, such as a `threading.Event`."""


def asker(cancel: Cancel | None) -> Callable[[], bool] | None:
    """The function that says whether to stop; None where nobody may."""
    return cancel if cancel is None or callable(cancel) else cancel.is_set


class Watch:
    """Makes a kernel's calls last some 10 ms each, and knows when to stop and when to report.

    >>> watch = Watch(max_seconds=0.0)
    >>> watch.call(), watch.back()
    (4096, 'time')
    """

    def __init__(
        self,
        max_seconds: float | None = None,
        cancel: Cancel | None = None,
        began: float | None = None,
    ) -> None:
        self.max_seconds = math.inf if max_seconds is None else max_seconds
        self.cancel = asker(cancel)
        self.piece = 4096
        self.called = time.perf_counter()
        self.began = self.called if began is None else began
        self.reported = 0.0

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.perf_counter() - self.began

    def call(self) -> int:
        """How much work the next call may do."""
        self.called = time.perf_counter()
        return self.piece

    def back(self) -> str:
        """After a call: `""` to go on, or what ends the search, `"cancel"` or `"time"`."""
        took = time.perf_counter() - self.called
        if took > 0.02:
            self.piece = max(64, self.piece // 2)
        elif took < 0.005:
            self.piece = min(2 * self.piece, 1 << 24)
        return self.ended()

    def ended(self) -> str:
        """What ends the search now: `"cancel"`, `"time"` or nothing (`""`)."""
        if self.cancel is not None and self.cancel():
            return "cancel"
        return "time" if self.seconds > self.max_seconds else ""

    def due(self) -> bool:
        """Whether it is time to report, about ten times a second."""
        if self.seconds - self.reported < 0.1:
            return False
        self.reported = self.seconds
        return True
