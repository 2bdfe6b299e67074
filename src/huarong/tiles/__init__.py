"""Numbered tiles (the 8-puzzle, the 15-puzzle, ...), solved with the fewest moves by pattern databases.

>>> from huarong import tiles
>>> tiles.solve_tiles([8, 7, 6, 5, 4, 3, 2, 1, 0]).length
30
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
