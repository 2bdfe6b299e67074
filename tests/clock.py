"""A clock for tests of limits of time: what ends when does not depend on how fast or busy the machine is."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from huarong import limits


@contextmanager
def ticking() -> Iterator[None]:
    """Inside, the clock of every `Watch` goes on by one second whenever somebody looks at it."""
    ticks = itertools.count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "time", SimpleNamespace(perf_counter=lambda: float(next(ticks))))
        yield
