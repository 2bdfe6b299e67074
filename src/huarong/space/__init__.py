"""Spaces: every layout of a board and a set of pieces, numbered without a gap.

>>> Space.of("横刀立马").size
65880
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
