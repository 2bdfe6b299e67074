"""Solve one puzzle: breadth-first, bidirectional, A*, IDA* and anytime search.

>>> solve("横刀立马").length, "bidirectional" in METHODS
(81, True)
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
