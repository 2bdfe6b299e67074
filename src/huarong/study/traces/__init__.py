"""Traces: recordings of running exhibits, which a page replays step by step.

`trace` runs an exhibit and records it. The module `tape` defines the format of a trace, and `shows` is the table of
what can be recorded.
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
