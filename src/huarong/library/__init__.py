"""The named puzzles, and what a text stands for.

>>> puzzle("横刀立马").name_zh
'横刀立马'
"""

from huarong.library.catalogue import find, library, load, puzzle, search

__all__ = ["find", "library", "load", "puzzle", "search"]
