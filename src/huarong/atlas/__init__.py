"""Whole spaces: the distance of every layout to a goal, hints, components, and tools built on them.

An `Atlas` is the table of all distances of a space. `hint` and `Oracle` grade every move of a puzzle, even if no table
fits into memory. Components, sets of pieces, distances from one layout, waypoints, maps and files for other programs
build on these two. `docs/en/explanation/atlas.md` shows each.

>>> from huarong.atlas import Atlas
>>> atlas = Atlas.of("横刀立马")
>>> atlas.facts.layouts, atlas.facts.longest
(65880, 93)
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
