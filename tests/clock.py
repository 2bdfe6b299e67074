"""A clock for tests of time limits, so that they do not depend on how fast or busy the machine is."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from huarong import limits


@contextmanager
def ticking(step: float = 1.0) -> Iterator[None]:
    """Within this context, the clock of every `Watch` advances by `step` seconds each time it is read."""
    ticks = itertools.count(0.0, step)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "time", SimpleNamespace(perf_counter=lambda: next(ticks)))
        yield
