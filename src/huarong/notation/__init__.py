"""Notations: the ways to write puzzles as text. Each is a record that can recognize, read and write it.

A text is read in the first of `notations()` in which it is a puzzle, unless the caller names one. The order therefore
affects what a text means. See `docs/en/reference/notations.md`.

>>> [notation.name for notation in detect("11144021")]
['lv32']
>>> write(read("4WVE1"), "code"), write("横刀立马", "short")
('1A9BF0C00', '4WVE1')
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
