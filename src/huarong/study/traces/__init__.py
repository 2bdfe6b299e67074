"""Traces: recordings of running exhibits, which a page replays step by step.

`trace` runs an exhibit and records it; module `tape` defines the format of a trace; `shows` is the table of what can
be recorded.
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.study.traces.shows import SHOWS, Show, trace
    from huarong.study.traces.tape import Tape, Trace

__all__ = ["SHOWS", "Show", "Tape", "Trace", "trace"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "SHOWS": "huarong.study.traces.shows",
        "Show": "huarong.study.traces.shows",
        "Tape": "huarong.study.traces.tape",
        "Trace": "huarong.study.traces.tape",
        "trace": "huarong.study.traces.shows",
    },
)
