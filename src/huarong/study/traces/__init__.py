"""Traces: recordings of running exhibits, which a page replays step by step.

`trace` runs an exhibit and records it; module `tape` defines the format of a trace; `shows` is the table of what can be
recorded.
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.study.traces.shows import SHOWS as SHOWS, Show as Show, trace as trace
    from huarong.study.traces.tape import Tape as Tape, Trace as Trace

__getattr__, __dir__, __all__ = lazily(
    __name__, {"study.traces.shows": "SHOWS Show trace", "study.traces.tape": "Tape Trace"}
)
