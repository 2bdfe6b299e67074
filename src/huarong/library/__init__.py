"""The named puzzles, and how a puzzle is read from a name, a text or a file.

>>> puzzle("横刀立马").name_zh
'横刀立马'
>>> find("heng dao li ma").group, len(entries())
('openings', 632)
"""

from huarong.library.catalogue import GROUPS, Entry, Group, entries, find, search
from huarong.library.labels import english
from huarong.library.reader import load, mirror, puzzle, write

__all__ = ["GROUPS", "Entry", "Group", "english", "entries", "find", "load", "mirror", "puzzle", "search", "write"]
