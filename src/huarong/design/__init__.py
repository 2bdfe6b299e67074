"""Design: ratings, hardest starts, generated levels, single changes, reports, and the book of records.

>>> from huarong.design import hardest
>>> found = hardest("4x5 2x2:1 2x1:1 1x2:4 1x1:4", metric="step", top=1)
>>> found.facts.longest, found.starts[0].puzzle.rows()
(126, ('.AAB', 'CAAB', 'DEEF', 'DG.F', 'HGIJ'))
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
